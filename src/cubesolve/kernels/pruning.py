"""Breadth-first search through pairs of coordinates, the first of them sorted into classes.

An entry is `class * width + value`. `moves[class, turn]` is `class * 16 + symmetry` of what a turn
makes of the class's smallest, so the turned value is seen through that symmetry; `keeps[class]` are
as bits the symmetries that leave the smallest as it is, which make entries equal. A coordinate
without symmetries is one where each value is its own class.
"""

import numpy as np
from numba import njit

UNKNOWN = 255


@njit(
    "void(uint8[::1], int64, uint32[:, ::1], uint16[::1], uint16[:, ::1], uint16[:, ::1],"
    " int64[::1], int64, int64)",
    cache=True,
    nogil=True,
)
def grow(distances, depth, moves, keeps, value_moves, conjugates, costs, first, last):  # type: ignore[no-untyped-def]
    """Go on from the entries of classes first..last-1 at a depth."""
    width = len(value_moves)
    for c in range(first, last):
        for value in range(width):
            if distances[c * width + value] != depth:
                continue
            for turn in range(len(costs)):
                cost = depth + costs[turn]
                number = moves[c, turn]
                other = np.int64(number >> 4)
                turned = conjugates[value_moves[value, turn], number & 15]
                if distances[other * width + turned] <= cost:
                    continue
                distances[other * width + turned] = cost
                same = keeps[other]
                if same != 1:
                    for s in range(1, 16):
                        if (same >> s) & 1:
                            entry = other * width + conjugates[turned, s]
                            distances[entry] = min(distances[entry], cost)


@njit(
    "void(uint8[::1], int64, uint32[:, ::1], uint16[:, ::1], uint16[:, ::1], int64, int64)",
    cache=True,
    nogil=True,
)
def reach(distances, depth, moves, value_moves, conjugates, first, last):  # type: ignore[no-untyped-def]
    """Find which unknown entries of classes first..last-1 are one turn from a depth.

    All turns must cost 1, and each turn's inverse be among them.
    """
    width = len(value_moves)
    for c in range(first, last):
        for value in range(width):
            if distances[c * width + value] != UNKNOWN:
                continue
            for turn in range(value_moves.shape[1]):
                number = moves[c, turn]
                turned = conjugates[value_moves[value, turn], number & 15]
                if distances[np.int64(number >> 4) * width + turned] == depth:
                    distances[c * width + value] = depth + 1
                    break


@njit("uint8[::1](uint8[::1])", cache=True, nogil=True)
def pack(distances):  # type: ignore[no-untyped-def]
    """Return distances in four bits each, those above 15 as 15."""
    packed = np.zeros((len(distances) + 1) // 2, np.uint8)
    for i in range(len(distances)):
        packed[i >> 1] |= np.uint8(min(distances[i], np.uint8(15)) << (4 * (i & 1)))
    return packed
