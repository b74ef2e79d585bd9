"""Breadth-first search through pairs of coordinates, the first of them sorted into classes.

An entry is `class * width + value`. `moves[class, turn]` is `class * 16 + symmetry` of what a turn
makes of the class's smallest, so the turned value is seen through that symmetry; `keeps[class]` are
as bits the symmetries that leave the smallest as it is, which make entries equal. A coordinate
without symmetries is one where each value is its own class.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit

UNKNOWN = 255
N_SYMMETRIES = 16  # at most, in one number with a class


class Graph(NamedTuple):
    """What turns make of a pair of coordinates, and what they cost."""

    moves: npt.NDArray[np.uint32]  # by class and turn
    keeps: npt.NDArray[np.uint16]  # by class
    value_moves: npt.NDArray[np.uint16]  # by value and turn
    conjugates: npt.NDArray[np.uint16]  # by value and symmetry
    costs: npt.NDArray[np.int64]  # by turn


@njit(cache=True, inline="always")
def entry_of(number, value, conjugates):  # type: ignore[no-untyped-def]
    """Return the entry of a class, given as `class * 16 + symmetry`, and a value."""
    seen = conjugates[value, number & np.uint32(15)]
    return (number >> np.uint32(4)) * np.uint32(len(conjugates)) + np.uint32(seen)


@njit(cache=True, inline="always")
def turned(graph, c, value, turn):  # type: ignore[no-untyped-def]
    """Return the entry that a turn leads to."""
    return entry_of(graph.moves[c, turn], graph.value_moves[value, turn], graph.conjugates)


@njit(cache=True, inline="always")
def spread(distances, conjugates, same, entry, cost):  # type: ignore[no-untyped-def]
    """Give a distance also to what symmetries, as bits, make of an entry."""
    width = len(conjugates)
    c, value = entry // width, entry % width
    for s in range(1, N_SYMMETRIES):
        if (same >> s) & 1:
            other = c * width + conjugates[value, s]
            distances[other] = min(distances[other], cost)


@njit(cache=True, nogil=True)
def grow(distances, depth, graph, first, last):  # type: ignore[no-untyped-def]
    """Go on from the entries of classes first..last-1 at a depth."""
    width = len(graph.value_moves)
    for c in range(first, last):
        for value in range(width):
            if distances[c * width + value] != depth:
                continue
            for turn in range(len(graph.costs)):
                cost = depth + graph.costs[turn]
                number = graph.moves[c, turn]
                entry = entry_of(number, graph.value_moves[value, turn], graph.conjugates)
                if distances[entry] <= cost:
                    continue
                distances[entry] = cost
                same = graph.keeps[number >> np.uint32(4)]
                if same != 1:  # in most classes it is only the one that changes nothing
                    spread(distances, graph.conjugates, same, np.int64(entry), cost)


@njit(cache=True, nogil=True)
def reach(distances, depth, graph, first, last):  # type: ignore[no-untyped-def]
    """Find which unknown entries of classes first..last-1 are one turn from a depth.

    All turns must cost 1, and each turn's inverse be among them.
    """
    width = len(graph.value_moves)
    for c in range(first, last):
        for value in range(width):
            if distances[c * width + value] != UNKNOWN:
                continue
            for turn in range(len(graph.costs)):
                if distances[turned(graph, c, value, turn)] == depth:
                    distances[c * width + value] = depth + 1
                    break
