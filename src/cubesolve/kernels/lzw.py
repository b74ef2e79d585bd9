"""LZW as GIF has it, for pixels that leave a choice: what makes the longest run is taken."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit

MOST_CODES = 4096
_RUNS_AT_ONCE = 32  # as many ways to write the same pixels are followed; there are hardly ever more


class Match(NamedTuple):
    """The longest run that the codes so far hold: its first symbol, its code, and its pixels."""

    first: int
    code: int
    length: int


@njit(cache=True)
def _emit(code: int, bits: int, state: npt.NDArray[np.int64], out: npt.NDArray[np.uint8]) -> None:
    """Write a code, lowest bit first; `state` is what is not written yet, its bits, the place."""
    state[0] |= code << state[1]
    state[1] += bits
    while state[1] >= 8:
        out[state[2]] = state[0] & 255
        state[0] >>= 8
        state[1] -= 8
        state[2] += 1


@njit(cache=True)
def _extend(
    codes: npt.NDArray[np.int64],
    count: int,
    symbols: npt.NDArray[np.int16],
    longer: npt.NDArray[np.int16],
    extended: npt.NDArray[np.int64],
) -> int:
    """Put the codes that are longer by one of the symbols into `extended`; return how many."""
    found = 0
    for code in codes[:count]:
        for symbol in symbols:
            if symbol < 0 or found == len(extended):
                break
            extended[found] = longer[code, symbol]
            if extended[found]:
                found += 1
    return found


@njit(cache=True)
def _longest(
    kinds: npt.NDArray[np.uint16],
    first: int,
    choices: npt.NDArray[np.int16],
    longer: npt.NDArray[np.int16],
    room: npt.NDArray[np.int64],
) -> tuple[int, int]:
    """Return the longest run of these pixels that begins with this symbol: its code and length."""
    codes, extended = room[0], room[1]
    codes[0] = first
    code, count, length = codes[0], 1, 1
    for kind in kinds[1:]:
        count = _extend(codes, count, choices[kind], longer, extended)
        if not count:
            break
        codes, extended = extended, codes
        code = codes[0]
        length += 1
    return code, length


@njit(cache=True)
def _next_run(
    kinds: npt.NDArray[np.uint16],
    before: int,
    fresh: int,
    choices: npt.NDArray[np.int16],
    longer: npt.NDArray[np.int16],
    room: npt.NDArray[np.int64],
) -> Match:
    """Return the best run; its first symbol makes the run `before` longer: the code `fresh`."""
    best, code, length = -1, 0, 0
    for first in choices[kinds[0]]:
        if first < 0:
            break
        known = longer[before, first]
        if not known:
            longer[before, first] = fresh  # the run may begin with it
        found = _longest(kinds, first, choices, longer, room)
        longer[before, first] = known
        if found[1] > length:
            best, (code, length) = first, found
    return Match(best, code, length)


@njit(cache=True)
def compress(
    kinds: npt.NDArray[np.uint16],
    choices: npt.NDArray[np.int16],
    width: int,
    longer: npt.NDArray[np.int16],
    out: npt.NDArray[np.uint8],
) -> int:
    """Write the pixels into `out` and return how many bytes that are.

    `choices[kind]` are the symbols that a pixel of this kind may become, the best first, -1 at the
    end. `longer[code, symbol]` is room for the codes of longer runs.
    """
    clear = 1 << width
    state = np.zeros(3, np.int64)
    room = np.empty((2, _RUNS_AT_ONCE), np.int64)
    at, fresh = 0, MOST_CODES
    before, bits = clear, width + 1
    while at < len(kinds):
        if fresh == MOST_CODES:
            _emit(clear, bits, state, out)
            before, bits, fresh = clear, width + 1, clear + 2
            longer[:] = 0
        run = _next_run(kinds[at:], before, fresh, choices, longer, room)
        if before != clear:
            if not longer[before, run.first]:
                longer[before, run.first] = fresh
            if fresh == 1 << bits:
                bits += 1
            fresh += 1
        _emit(run.code, bits, state, out)
        before = run.code
        at += run.length
    _emit(clear + 1, bits, state, out)
    _emit(0, 7, state, out)  # the last bits
    return int(state[2])
