"""Pruning tables: how far each pair of coordinates is from solved, exactly, in turns.

A search never needs to look at a state that is further away than the turns it has left.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_CHUNKS = 16  # a level is done in so many parts, for progress and for who wants to stop

Progress = Callable[[float], None]  # hears which share is done


class Classes(NamedTuple):
    """The values of a coordinate sorted into classes by the axial symmetries.

    `number[value]` is `class * 16 + symmetry`, where the symmetry takes the value to `smallest` of
    its class; `keeps[class]` are, as bits, the symmetries that leave the smallest as it is;
    `moves[class, turn]` is the number of what a turn makes of the smallest.
    """

    number: npt.NDArray[np.uint32]
    smallest: npt.NDArray[np.uint32]
    keeps: npt.NDArray[np.uint16]
    moves: npt.NDArray[np.uint32]


def build_distances(
    classes: Classes,
    value_moves: npt.NDArray[np.uint16],
    conjugates: npt.NDArray[np.uint16],
    costs: tuple[int, ...],
    start: tuple[int, int],
    progress: Progress,
) -> npt.NDArray[np.uint8]:
    """Return the distance of each `class * len(value_moves) + value` from the start.

    `costs` are what the turns cost, 1 or 2; the search goes on from what is known while that is
    less work than to ask each unknown entry for a known neighbour.
    """
    from cubesolve.kernels import pruning

    width = len(value_moves)
    n_classes = len(classes.smallest)
    distances = np.full(n_classes * width, pruning.UNKNOWN, np.uint8)
    distances[start[0] * width + start[1]] = 0
    cost_array = np.array(costs, np.int64)
    bounds = [n_classes * i // _CHUNKS for i in range(_CHUNKS + 1)]
    # With one cost, threads that meet at an entry write the same number there.
    workers = (os.cpu_count() or 1) if max(costs) == 1 else 1
    known, depth, idle = 0, 0, 0
    with ThreadPoolExecutor(workers) as pool:
        while idle < max(costs):  # so many levels without an entry: there are no more
            unknown = len(distances) - known
            at_depth = int(np.count_nonzero(distances == depth))
            if max(costs) == 1 and at_depth * len(costs) > 4 * unknown:
                search = partial(
                    pruning.reach, distances, depth, classes.moves, value_moves, conjugates
                )
            else:
                search = partial(
                    pruning.grow, distances, depth, classes.moves, classes.keeps, value_moves,
                    conjugates, cost_array,
                )  # fmt: skip
            for done, _ in enumerate(pool.map(search, bounds, bounds[1:]), 1):
                progress((known + at_depth * done / _CHUNKS) / len(distances))
            known += at_depth
            idle = 0 if at_depth else idle + 1
            depth += 1
    return distances


def without_symmetry(moves: npt.NDArray[np.uint16]) -> Classes:
    """Return a coordinate as classes of one value each."""
    n = len(moves)
    numbers = np.arange(n, dtype=np.uint32)
    keeps = np.ones(n, np.uint16)
    return Classes(numbers * 16, numbers, keeps, moves.astype(np.uint32) * 16)
