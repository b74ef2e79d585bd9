"""Iterative deepening below a state, with the table of phase 1 along all three axes as a bound.

That table is larger than a processor's caches, and waiting for it would take most of the time. So
nodes are opened many at a time: the table is asked for all their turns in one loop that does
nothing else, and the answers come from memory together.
"""

import numpy as np
from numba import njit

from cubesolve.kernels.cubies import N_FLIP, N_TWIST

MAX_LEVEL = 32
NOT_FOUND, STOPPED = -1, -2
_TOGETHER = 64  # nodes that are opened at once
_MOST = _TOGETHER * 18  # turns of so many nodes
# What is known of a node: twist, flip and slice along each axis, and then:
_LEFT, _LAST, _PARENT, _FURTHEST = range(9, 13)
_N_FIELDS = 16


@njit(cache=True, inline="always")
def entry_of(twist, flip, middle, t):  # type: ignore[no-untyped-def]
    """Return where the table of phase 1 holds how far coordinates are from phase 2's group."""
    number = t.flip_slice[np.uint32(middle) * np.uint32(N_FLIP) + np.uint32(flip)]
    turned = t.twist_conjugates[twist, number & np.uint32(15)]
    return (number >> np.uint32(4)) * np.uint32(N_TWIST) + np.uint32(turned)


@njit(cache=True, inline="always")
def distance_at(entry, t):  # type: ignore[no-untyped-def]
    """Return what the table of phase 1 holds at an entry."""
    shift = (entry & np.uint32(1)) << np.uint32(2)
    return (t.phase_1[entry >> np.uint32(1)] >> shift) & np.uint32(15)


@njit(cache=True, nogil=True)
def bound(coordinates, t):  # type: ignore[no-untyped-def]
    """Return a cost that no solution is below: `coordinates[axis]` are twist, flip, slice.

    The last turn of a solution is one of phase 2 along its own axis. So if all three axes are
    equally far from their goals, one more turn is needed.
    """
    far = np.empty(3, np.int64)
    for axis in range(3):
        c = coordinates[axis]
        far[axis] = distance_at(entry_of(c[0], c[1], c[2], t), t)
    equal = far[0] == far[1] and far[1] == far[2]
    return far.max() + 1 if equal and far[0] > 0 else far.max()


@njit(cache=True, inline="always")
def keep_near(count, step, turns, parents, rests, entries, far, t):  # type: ignore[no-untyped-def]
    """Ask the table for all entries, and keep the turns that are near enough; return how many."""
    for i in range(count):
        entries[i] = distance_at(entries[i], t)
    kept = 0
    for i in range(count):
        distance = np.int32(entries[i])
        rest = rests[i]
        turns[kept] = turns[i]
        parents[kept] = parents[i]
        rests[kept] = rest
        for earlier in range(step):
            far[earlier, kept] = far[earlier, i]
        far[step, kept] = distance
        kept += distance <= rest
    return kept


@njit(cache=True, nogil=True)
def search_below(coordinates, corners, edges, cost, last, ways, played, stop, out, t):  # type: ignore[no-untyped-def]
    """Look for a solution that costs exactly `cost`, after the turn `last` (-1 for none).

    `ways` are the turns that may come after a turn, and how each axis sees a turn; `played` are
    the stickers of each turn, and `stop[0]` ends the search. Returns how many turns are in `out`,
    NOT_FOUND or STOPPED, and how many nodes it looked at.
    """
    if cost == 0:
        return (0 if is_solved(corners, edges, out, 0, played) else NOT_FOUND), 0
    levels = np.empty((MAX_LEVEL, _MOST, _N_FIELDS), np.int32)
    counts = np.zeros(MAX_LEVEL, np.int64)
    # The turns that are looked at: after which node, what is left then, and how far each axis is.
    turns = np.empty(_MOST, np.int32)
    parents = np.empty(_MOST, np.int32)
    rests = np.empty(_MOST, np.int32)
    far = np.empty((3, _MOST), np.int32)
    entries = np.empty(_MOST, np.uint32)

    start = levels[0, 0]
    for k in range(9):
        start[k] = coordinates[k // 3, k % 3]
    start[_LEFT], start[_LAST], start[_PARENT], start[_FURTHEST] = cost, last, -1, 0
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
        # The axis that was furthest away is most likely to be too far: it is asked first.
        count = 0
        for number in range(first, counts[level]):
            node = nodes[number]
            axis = node[_FURTHEST]
            twists = t.twist[node[3 * axis]]
            flips = t.flip[node[3 * axis + 1]]
            slices = t.slice[node[3 * axis + 2]]
            seen_turns = ways.seen[axis]
            for k in range(ways.counts[node[_LAST]]):
                turn = ways.turns[node[_LAST], k]
                seen = seen_turns[turn]
                entries[count] = entry_of(twists[seen], flips[seen], slices[seen], t)
                turns[count] = turn
                parents[count] = number
                rests[count] = node[_LEFT] - t.costs[turn]
                count += 1
        counts[level] = first
        looked_at += count
        count = keep_near(count, 0, turns, parents, rests, entries, far, t)
        for step in range(1, 3):
            for i in range(count):
                node = nodes[parents[i]]
                axis = (node[_FURTHEST] + step) % 3
                seen = ways.seen[axis, turns[i]]
                entries[i] = entry_of(
                    t.twist[node[3 * axis], seen],
                    t.flip[node[3 * axis + 1], seen],
                    t.slice[node[3 * axis + 2], seen],
                    t,
                )
            count = keep_near(count, step, turns, parents, rests, entries, far, t)

        for i in range(count):
            turn, rest = turns[i], rests[i]
            if rest == 0:
                write_line(levels, level, parents[i], turn, out)
                if is_solved(corners, edges, out, level + 1, played):
                    return level + 1, looked_at
                continue
            if far[0, i] == rest and far[1, i] == rest and far[2, i] == rest:
                continue  # see `bound`
            node = nodes[parents[i]]
            child = levels[level + 1, counts[level + 1]]
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
            child[_LEFT], child[_LAST], child[_PARENT] = rest, turn, parents[i]
            child[_FURTHEST] = (node[_FURTHEST] + furthest) % 3
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
def is_solved(corners, edges, line, count, played):  # type: ignore[no-untyped-def]
    """Tell whether turns solve a state: each slot's sticker is followed back through them."""
    for slot in range(24):
        corner, edge = slot, slot
        for i in range(count - 1, -1, -1):
            corner = played.corners[line[i], corner]
            edge = played.edges[line[i], edge]
        if corners[corner] != slot or edges[edge] != slot:
            return False
    return True
