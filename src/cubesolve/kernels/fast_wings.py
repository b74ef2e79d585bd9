"""All wing orbits through one program: which slice each of them turns in each gap.

The program is made by `methods/fast`. Places are those of a frame that moves with the outer turns,
where only slices move wings. A wing's number is the place that it must come to.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

from cubesolve.kernels.records import (
    boolean,
    inlined,
    int32,
    int64,
    kernel,
    record,
    uint8,
    uint64,
    void,
)
from cubesolve.kernels.words import ONE, WORD

import numpy as np  # isort: skip

FETCH, CLEAR, LAST = range(3)  # kinds of gaps
N_PLACES = 24


class Gaps(NamedTuple):
    """The gaps of a program, and what the last four wings need in each order they can be in.

    `places` are the four that a slice carries round; the first of a gap that clears is the one that
    the target's wing must leave. `last` has, for the order of the four, the
    turns of their slice and up to two three-cycles; -1 is none. A three-cycle is two gaps of the
    tail, each with its turns.
    """

    kinds: Any
    targets: Any
    places: Any
    last: Any
    tail: Any


class Walk(NamedTuple):
    """Outer turns and gaps in their order: `gap` is -1 where `face` is turned `turns` times."""

    faces: Any
    turns: Any
    gaps: Any


GAPS = record(Gaps, int64[::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[:, ::1])
WALK = record(Walk, int64[::1], int64[::1], int64[::1])


@inlined
def order_of_last(wings, places):
    """Return as one number in which order the last four wings are."""
    order = 0
    for i in range(4):
        for k in range(4):
            if places[k] == wings[places[i]]:
                order |= k << (2 * i)
    return order


@inlined
def turns_in_gap(gaps, gap, wings, where):
    """Return how often an orbit turns its slice in a gap."""
    kind, places = gaps.kinds[gap], gaps.places[gap]
    if kind == LAST:
        return gaps.last[order_of_last(wings, places), 0]
    target = gaps.targets[gap]
    if kind == CLEAR:
        return np.int64(places[0] == where[target])
    at, to = -1, 0
    for k in range(4):
        if places[k] == where[target]:
            at = k
        if places[k] == target:
            to = k
    return (to - at) & 3 if at >= 0 else 0


@inlined
def turn_slice(wings, where, places, turns):
    """Carry the wings of four places round."""
    a, b, c, d = wings[places[0]], wings[places[1]], wings[places[2]], wings[places[3]]
    wings[places[turns & 3]] = a
    wings[places[(turns + 1) & 3]] = b
    wings[places[(turns + 2) & 3]] = c
    wings[places[(turns + 3) & 3]] = d
    for k in range(4):
        where[wings[places[k]]] = places[k]


@kernel(int64(int64[:, ::1], GAPS, uint8[:, ::1], int64[::1]))
def plan(wings, gaps, turns, where):
    """Fill in how often each orbit turns its slice in each gap; return how many do in all.

    Row by row `wings` are the orbits, each ending in order but for the last four. `turns` has a row
    for each gap, those of the tail included.
    """
    total = 0
    n_gaps = len(gaps.kinds)
    for orbit in range(len(wings)):
        row = wings[orbit]
        for place in range(N_PLACES):
            where[row[place]] = place
        for gap in range(n_gaps):
            if gaps.kinds[gap] == LAST:
                order = order_of_last(row, gaps.places[gap])
                for k in range(1, 3):
                    cycle = gaps.last[order, k]
                    if cycle >= 0:
                        turns[n_gaps + 2 * cycle, orbit] = gaps.tail[cycle, 0]
                        turns[n_gaps + 2 * cycle + 1, orbit] = gaps.tail[cycle, 1]
                        total += 2
            amount = turns_in_gap(gaps, gap, row, where)
            if amount:
                turns[gap, orbit] = amount
                total += 1
                turn_slice(row, where, gaps.places[gap], amount)
    return total


@kernel(void(uint8[:, ::1], uint64[:, :, ::1], boolean[::1]))
def mark_columns(turns, masks, used):
    """Set for each gap a bit for each column whose slice turns once, twice and three times."""
    for gap in range(turns.shape[0]):
        for orbit in range(turns.shape[1]):
            amount = turns[gap, orbit]
            if amount:
                used[gap] = True
                bit = ONE << np.uint64(orbit & (WORD - 1))
                masks[gap, np.int64(amount) - 1, orbit >> 6] |= bit


@kernel(int64(WALK, uint8[:, ::1], int32[::1], int64[::1]))
def write_walk(walk, turns, out, ends):
    """Write the turns of a walk, turns of one face in a row as one; return how many there are.

    `ends[k]` is set to where step k of the walk ends.
    """
    at = 0
    for k in range(len(walk.faces)):
        face, gap = walk.faces[k], walk.gaps[k]
        if gap < 0:
            word = 1 << 5 | face << 2
            amount = walk.turns[k]
            if at and out[at - 1] >> 2 == word >> 2:
                at -= 1
                amount = (amount + (out[at] & 3)) & 3
            if amount:
                out[at] = word | amount
                at += 1
        else:
            for orbit in range(turns.shape[1]):
                if turns[gap, orbit]:
                    out[at] = (orbit + 2) << 5 | face << 2 | turns[gap, orbit]
                    at += 1
        ends[k] = at
    return at
