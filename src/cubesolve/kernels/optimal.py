"""Iterative deepening below a state, with the table of phase 1 along all three axes as a bound."""

import numpy as np
from numba import njit

from cubesolve.kernels.cubies import N_FLIP, N_TWIST

MAX_LEVEL = 32
NOT_FOUND, STOPPED = -1, -2
_ASK = 4096  # nodes between two looks at who may want to stop


@njit(cache=True, inline="always")
def axis_distance(twist, flip, middle, t):  # type: ignore[no-untyped-def]
    """Return how far a state is from phase 2's group along one axis."""
    number = t.flip_slice[middle * N_FLIP + flip]
    entry = np.int64(number >> 4) * N_TWIST + t.twist_conjugates[twist, number & 15]
    return np.int64((t.phase_1[entry >> 1] >> (4 * (entry & 1))) & 15)


@njit(cache=True, nogil=True)
def bound(coordinates, t):  # type: ignore[no-untyped-def]
    """Return a cost that no solution is below: `coordinates[axis]` are twist, flip, slice.

    The last turn of a solution is one of phase 2 along its own axis. So if all three axes are
    equally far from their goals, one more turn is needed.
    """
    a = axis_distance(coordinates[0, 0], coordinates[0, 1], coordinates[0, 2], t)
    b = axis_distance(coordinates[1, 0], coordinates[1, 1], coordinates[1, 2], t)
    c = axis_distance(coordinates[2, 0], coordinates[2, 1], coordinates[2, 2], t)
    return a + 1 if a == b and b == c and a > 0 else max(a, b, c)


@njit(cache=True, nogil=True)
def search_below(coordinates, corners, edges, cost, last, axis_turns, turns, stop, out, t):  # type: ignore[no-untyped-def]
    """Look for a solution that costs exactly `cost`, after the turn `last` (-1 for none).

    `axis_turns[axis, turn]` is how an axis sees a turn, `turns` are the stickers of each turn, and
    `stop[0]` ends the search. Returns how many turns are in `out`, NOT_FOUND or STOPPED, and how
    many nodes it looked at.
    """
    place = np.empty((MAX_LEVEL, 9), np.int64)  # twist, flip, slice along each axis
    far = np.empty((MAX_LEVEL, 3), np.int64)
    left = np.empty(MAX_LEVEL, np.int64)
    pending = np.empty(MAX_LEVEL, np.int64)
    played = np.empty(MAX_LEVEL, np.int64)
    for axis in range(3):
        for k in range(3):
            place[0, 3 * axis + k] = coordinates[axis, k]
        far[0, axis] = axis_distance(
            coordinates[axis, 0], coordinates[axis, 1], coordinates[axis, 2], t
        )
    nodes = 0
    if cost == 0:
        return (0 if is_solved(corners, edges, played, 0, turns) else NOT_FOUND), nodes
    left[0] = cost
    pending[0] = t.after[last] if last >= 0 else t.every_turn
    level = 0
    while level >= 0:
        bits = pending[level]
        if bits == 0:
            level -= 1
            continue
        low = bits & -bits
        pending[level] = bits ^ low
        turn = t.lowest_bit[((low * 0x077CB531) & 0xFFFFFFFF) >> 27]
        rest = left[level] - t.costs[turn]
        if rest < 0:
            continue
        nodes += 1
        if nodes % _ASK == 0 and stop[0]:
            return STOPPED, nodes
        # The axis that is furthest away is most likely to be too far.
        first = 0
        if far[level, 1] > far[level, 0]:
            first = 1
        if far[level, 2] > far[level, first]:
            first = 2
        equal = True
        fits = True
        distance = 0
        for step in range(3):
            axis = first + step if first + step < 3 else first + step - 3
            seen = axis_turns[axis, turn]
            twist = np.int64(t.twist[place[level, 3 * axis], seen])
            flip = np.int64(t.flip[place[level, 3 * axis + 1], seen])
            middle = np.int64(t.slice[place[level, 3 * axis + 2], seen])
            here = axis_distance(twist, flip, middle, t)
            if here > rest:
                fits = False
                break
            equal = equal and (step == 0 or here == distance)
            distance = here
            place[level + 1, 3 * axis] = twist
            place[level + 1, 3 * axis + 1] = flip
            place[level + 1, 3 * axis + 2] = middle
            far[level + 1, axis] = here
        if not fits or (equal and distance == rest and rest > 0):
            continue
        played[level] = turn
        if rest == 0:
            if is_solved(corners, edges, played, level + 1, turns):
                for i in range(level + 1):
                    out[i] = played[i]
                return level + 1, nodes
            continue
        level += 1
        left[level] = rest
        pending[level] = t.after[turn]
    return NOT_FOUND, nodes


@njit(cache=True, nogil=True)
def is_solved(corners, edges, played, count, turns):  # type: ignore[no-untyped-def]
    """Tell whether turns solve a state: each slot's sticker is followed back through them."""
    for slot in range(24):
        corner, edge = slot, slot
        for i in range(count - 1, -1, -1):
            corner = turns.corners[played[i], corner]
            edge = turns.edges[played[i], edge]
        if corners[corner] != slot or edges[edge] != slot:
            return False
    return True
