"""Pruning tables: how far each pair of coordinates is from solved, exactly, in turns.

A search never needs to look at a state that is further away than the turns it has left.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import Classes

if TYPE_CHECKING:
    from cubesolve.kernels.pruning import Graph

_CHUNKS = 16  # a level is done in so many parts, for progress and for who wants to stop

Progress = Callable[[float], None]  # hears which share is done


def graph_of(
    classes: Classes,
    value_moves: npt.NDArray[np.uint16],
    conjugates: npt.NDArray[np.uint16],
    costs: tuple[int, ...],
) -> Graph:
    """Return two coordinates, the first sorted into classes, and turns with what they cost."""
    from cubesolve.kernels.pruning import Graph

    return Graph(
        read_only(classes.moves),
        read_only(classes.keeps),
        read_only(value_moves),
        read_only(conjugates),
        read_only(np.array(costs, np.int64)),
    )


def build_distances(
    graph: Graph, start: tuple[int, int], progress: Progress
) -> npt.NDArray[np.uint8]:
    """Return the distance of each `class * len(value_moves) + value` from the start.

    Turns cost 1 or 2. The search goes on from what is known while that is less work than to ask
    each unknown entry for a known neighbour.
    """
    from cubesolve.kernels import pruning

    width = len(graph.value_moves)
    n_classes = len(graph.moves)
    distances = np.full(n_classes * width, pruning.UNKNOWN, np.uint8)
    distances[start[0] * width + start[1]] = 0
    bounds = [n_classes * i // _CHUNKS for i in range(_CHUNKS + 1)]
    dearest = int(graph.costs.max())
    # With one cost, threads that meet at an entry write the same number there.
    workers = (os.cpu_count() or 1) if dearest == 1 else 1
    known, depth, idle = 0, 0, 0
    with ThreadPoolExecutor(workers) as pool:
        while idle < dearest:  # so many levels without an entry: there are no more
            unknown = len(distances) - known
            at_depth = int(np.count_nonzero(distances == depth))
            asks = dearest == 1 and at_depth * len(graph.costs) > 4 * unknown
            search = partial(pruning.reach if asks else pruning.grow, distances, depth, graph)
            for done, _ in enumerate(pool.map(search, bounds, bounds[1:]), 1):
                progress((known + at_depth * done / _CHUNKS) / len(distances))
            known += at_depth
            idle = 0 if at_depth else idle + 1
            depth += 1
    return distances
