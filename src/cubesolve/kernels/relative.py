"""Breadth-first search through pairs of coordinates where the second is told by the first.

As in `cubesolve.kernels.pruning`, but what turns and symmetries make of the second value depends on
the group that the first belongs to: wings told by the places of their midges, say, or permutations
that have the same parity as others.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.pruning import N_SYMMETRIES, UNKNOWN


class RelativeGraph(NamedTuple):
    """What turns make of a pair of coordinates; all turns cost 1, and each can be undone."""

    moves: npt.NDArray[np.uint32]  # by class and turn: class * 16 + symmetry
    keeps: npt.NDArray[np.uint16]  # by class
    groups: npt.NDArray[np.uint8]  # by class: the group of its smallest
    group_moves: npt.NDArray[np.uint8]  # by group and turn
    value_moves: npt.NDArray[np.uint16]  # by group, value and turn
    conjugates: npt.NDArray[np.uint16]  # by group, value and symmetry
    costs: npt.NDArray[np.int64]  # by turn


@njit(cache=True, inline="always")
def turned_relative(graph, c, value, turn):  # type: ignore[no-untyped-def]
    """Return the entry that a turn leads to."""
    group = graph.groups[c]
    number = graph.moves[c, turn]
    to = graph.value_moves[group, value, turn]
    seen = graph.conjugates[graph.group_moves[group, turn], to, number & np.uint32(15)]
    width = np.uint32(graph.value_moves.shape[1])
    return (number >> np.uint32(4)) * width + np.uint32(seen)


@njit(cache=True, nogil=True)
def grow_relative(distances, depth, graph, first, last):  # type: ignore[no-untyped-def]
    """Go on from the entries of classes first..last-1 at a depth."""
    width = graph.value_moves.shape[1]
    for c in range(first, last):
        for value in range(width):
            if distances[c * width + value] != depth:
                continue
            for turn in range(len(graph.costs)):
                entry = turned_relative(graph, c, value, turn)
                if distances[entry] != UNKNOWN:
                    continue
                distances[entry] = depth + 1
                if graph.keeps[entry // width] != 1:
                    spread_relative(distances, graph, np.int64(entry))


@njit(cache=True)
def spread_relative(distances, graph, entry):  # type: ignore[no-untyped-def]
    """Give an entry's distance also to what the symmetries that keep its class make of it."""
    width = graph.value_moves.shape[1]
    c, value = entry // width, entry % width
    for s in range(1, N_SYMMETRIES):
        if (graph.keeps[c] >> s) & 1:
            other = c * width + graph.conjugates[graph.groups[c], value, s]
            distances[other] = min(distances[other], distances[entry])


@njit(cache=True, nogil=True)
def reach_relative(distances, depth, graph, first, last):  # type: ignore[no-untyped-def]
    """Find which unknown entries of classes first..last-1 are one turn from a depth."""
    width = graph.value_moves.shape[1]
    for c in range(first, last):
        for value in range(width):
            if distances[c * width + value] != UNKNOWN:
                continue
            for turn in range(len(graph.costs)):
                if distances[turned_relative(graph, c, value, turn)] == depth:
                    distances[c * width + value] = depth + 1
                    break
