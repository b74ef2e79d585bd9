"""Iterative deepening below a state, with the table of phase 1 along all three axes as a bound.

That table is larger than a processor's caches, and waiting for it would take most of the time. So
nodes are opened many at a time: the table is asked for all their turns in one loop that does
nothing else, and the answers come from memory together.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.nibbles import nibble
from cubesolve.kernels.two_phase import phase_1_entry

MAX_LEVEL = 32
NOT_FOUND, STOPPED = -1, -2
_TOGETHER = 64  # nodes that are opened at once
_MOST = _TOGETHER * 18  # turns of so many nodes
# What is known of a node: twist, flip and slice along each axis, and then:
_LEFT, _LAST, _PARENT, _FURTHEST = range(9, 13)
_N_FIELDS = 16


class Ways(NamedTuple):
    """Which turns may come after a turn, how each axis sees a turn, and what turns move."""

    turns: npt.NDArray[np.int32]  # by the turn before; the last row is for the very first turn
    counts: npt.NDArray[np.int64]
    seen: npt.NDArray[np.uint8]  # by axis and turn
    corners: npt.NDArray[np.uint8]  # by turn and slot: the sticker that it brings there
    edges: npt.NDArray[np.uint8]


class Piece(NamedTuple):
    """What is searched below: a state, what its solution must cost, and the turn before it."""

    coordinates: npt.NDArray[np.int64]  # by axis: twist, flip, slice
    corners: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.uint8]
    cost: int
    last: int  # -1 for none


class Trials(NamedTuple):
    """Turns of many nodes that are looked at together."""

    turns: npt.NDArray[np.int32]
    parents: npt.NDArray[np.int32]  # after which node of the level
    rests: npt.NDArray[np.int32]  # what is left to spend after the turn
    far: npt.NDArray[np.int32]  # by step and trial: how far the axes are from their goals
    entries: npt.NDArray[np.uint32]  # where the table is asked next, then what it says


@njit(cache=True, nogil=True)
def bound(coordinates, t):  # type: ignore[no-untyped-def]
    """Return a cost that no solution is below: `coordinates[axis]` are twist, flip, slice.

    The last turn of a solution is one of phase 2 along its own axis. So if all three axes are
    equally far from their goals, one more turn is needed.
    """
    far = np.empty(3, np.int64)
    for axis in range(3):
        c = coordinates[axis]
        far[axis] = nibble(t.phase_1, phase_1_entry(c[0], c[1], c[2], t))
    equal = far[0] == far[1] and far[1] == far[2]
    return far.max() + 1 if equal and far[0] > 0 else far.max()


@njit(cache=True, inline="always")
def keep_near(count, step, trials, t):  # type: ignore[no-untyped-def]
    """Ask the table for all entries, and keep the turns that are near enough; return how many."""
    entries, far = trials.entries, trials.far
    for i in range(count):
        entries[i] = nibble(t.phase_1, entries[i])
    kept = 0
    # Without a branch: each trial is written, and the next one over it if it is not kept.
    for i in range(count):
        distance = np.int32(entries[i])
        rest = trials.rests[i]
        trials.turns[kept] = trials.turns[i]
        trials.parents[kept] = trials.parents[i]
        trials.rests[kept] = rest
        for earlier in range(step):
            far[earlier, kept] = far[earlier, i]
        far[step, kept] = distance
        kept += distance <= rest
    return kept


@njit(cache=True, inline="always")
def open_nodes(nodes, first, last, trials, ways, t):  # type: ignore[no-untyped-def]
    """Write all turns of nodes first..last-1 as trials, along one axis; return how many.

    The axis that was furthest away is most likely to be too far: it is asked first.
    """
    count = 0
    for number in range(first, last):
        node = nodes[number]
        axis = node[_FURTHEST]
        twists = t.twist[node[3 * axis]]
        flips = t.flip[node[3 * axis + 1]]
        slices = t.slice[node[3 * axis + 2]]
        seen_turns = ways.seen[axis]
        for k in range(ways.counts[node[_LAST]]):
            turn = ways.turns[node[_LAST], k]
            seen = seen_turns[turn]
            trials.entries[count] = phase_1_entry(twists[seen], flips[seen], slices[seen], t)
            trials.turns[count] = turn
            trials.parents[count] = number
            trials.rests[count] = node[_LEFT] - t.costs[turn]
            count += 1
    return count


@njit(cache=True, inline="always")
def ask_axis(nodes, step, count, trials, ways, t):  # type: ignore[no-untyped-def]
    """Write where the table is asked for the next axis of each trial."""
    for i in range(count):
        node = nodes[trials.parents[i]]
        axis = (node[_FURTHEST] + step) % 3
        seen = ways.seen[axis, trials.turns[i]]
        trials.entries[i] = phase_1_entry(
            t.twist[node[3 * axis], seen],
            t.flip[node[3 * axis + 1], seen],
            t.slice[node[3 * axis + 2], seen],
            t,
        )


@njit(cache=True, inline="always")
def write_child(child, node, i, trials, ways, t):  # type: ignore[no-untyped-def]
    """Write the node that a trial leads to."""
    turn, far = trials.turns[i], trials.far
    for axis in range(3):
        seen = ways.seen[axis, turn]
        child[3 * axis] = t.twist[node[3 * axis], seen]
        child[3 * axis + 1] = t.flip[node[3 * axis + 1], seen]
        child[3 * axis + 2] = t.slice[node[3 * axis + 2], seen]
    furthest = 0
    if far[1, i] > far[0, i]:
        furthest = 1
    if far[2, i] > far[furthest, i]:
        furthest = 2
    child[_LEFT], child[_LAST], child[_PARENT] = trials.rests[i], turn, trials.parents[i]
    child[_FURTHEST] = (node[_FURTHEST] + furthest) % 3


@njit(cache=True, nogil=True)
def search_below(piece, ways, stop, out, t):  # type: ignore[no-untyped-def]
    """Look for a solution that costs exactly what a piece says; `stop[0]` ends the search.

    Returns how many turns are in `out`, NOT_FOUND or STOPPED, and how many nodes it looked at.
    """
    if piece.cost == 0:
        return (0 if is_solved(piece, out, 0, ways) else NOT_FOUND), 0
    levels = np.empty((MAX_LEVEL, _MOST, _N_FIELDS), np.int32)
    counts = np.zeros(MAX_LEVEL, np.int64)
    trials = Trials(
        np.empty(_MOST, np.int32),
        np.empty(_MOST, np.int32),
        np.empty(_MOST, np.int32),
        np.empty((3, _MOST), np.int32),
        np.empty(_MOST, np.uint32),
    )
    start = levels[0, 0]
    for k in range(9):
        start[k] = piece.coordinates[k // 3, k % 3]
    start[_LEFT], start[_LAST], start[_PARENT], start[_FURTHEST] = piece.cost, piece.last, -1, 0
    counts[0] = 1
    looked_at = 0
    level = 0
    while level >= 0:
        if counts[level] == 0:
            level -= 1
            continue
        if stop[0]:
            return STOPPED, looked_at
        nodes = levels[level]
        first = max(0, counts[level] - _TOGETHER)
        count = open_nodes(nodes, first, counts[level], trials, ways, t)
        counts[level] = first
        looked_at += count
        count = keep_near(count, 0, trials, t)
        for step in range(1, 3):
            ask_axis(nodes, step, count, trials, ways, t)
            count = keep_near(count, step, trials, t)

        far = trials.far
        for i in range(count):
            rest = trials.rests[i]
            if rest == 0:
                write_line(levels, level, trials.parents[i], trials.turns[i], out)
                if is_solved(piece, out, level + 1, ways):
                    return level + 1, looked_at
                continue
            if far[0, i] == rest and far[1, i] == rest and far[2, i] == rest:
                continue  # see `bound`
            child = levels[level + 1, counts[level + 1]]
            write_child(child, nodes[trials.parents[i]], i, trials, ways, t)
            counts[level + 1] += 1
        level += 1
    return NOT_FOUND, looked_at


@njit(cache=True, nogil=True)
def write_line(levels, level, number, turn, out):  # type: ignore[no-untyped-def]
    """Write to `out` the turns that led to a node, and one more."""
    out[level] = turn
    for above in range(level, 0, -1):
        out[above - 1] = levels[above, number, _LAST]
        number = levels[above, number, _PARENT]


@njit(cache=True, nogil=True)
def is_solved(piece, line, count, ways):  # type: ignore[no-untyped-def]
    """Tell whether turns solve a state: each slot's sticker is followed back through them."""
    for slot in range(24):
        corner, edge = slot, slot
        for i in range(count - 1, -1, -1):
            corner = ways.corners[line[i], corner]
            edge = ways.edges[line[i], edge]
        if piece.corners[corner] != slot or piece.edges[edge] != slot:
            return False
    return True
