"""LZW as GIF has it, for pixels that leave a choice: the symbol that continues a run is taken."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit

MOST_CODES = 4096


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
    bits, fresh = width + 1, clear + 2
    longer[:] = 0
    _emit(clear, bits, state, out)
    run = choices[kinds[0], 0]
    for kind in kinds[1:]:
        found = 0
        for symbol in choices[kind]:
            if symbol < 0 or found:
                break
            found = longer[run, symbol]
        if found:
            run = found
            continue
        _emit(run, bits, state, out)
        symbol = choices[kind, 0]
        if fresh < MOST_CODES:
            longer[run, symbol] = fresh
            if fresh == 1 << bits:
                bits += 1
            fresh += 1
        else:
            _emit(clear, bits, state, out)
            bits, fresh = width + 1, clear + 2
            longer[:] = 0
        run = symbol
    _emit(run, bits, state, out)
    _emit(clear + 1, bits, state, out)
    _emit(0, 7, state, out)  # the last bits
    return int(state[2])
