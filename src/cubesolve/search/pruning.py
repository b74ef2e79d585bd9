"""Pruning tables: how far each pair of coordinates is from solved, exactly, in turns.

A search never needs to look at a state that is further away than the turns it has left.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import Classes

if TYPE_CHECKING:
    from cubesolve.kernels.pruning import Graph
    from cubesolve.kernels.relative import RelativeGraph

_CHUNKS = 16  # a level is done in so many parts, for progress and for who wants to stop

Progress = Callable[[float], None]  # hears which share is done
Kernel = Callable[..., Any]


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
    graph: Graph | RelativeGraph,
    starts: tuple[int, int] | Sequence[tuple[int, int]],
    progress: Progress,
) -> npt.NDArray[np.uint8]:
    """Return the distance of each `class * width + value` from the start, or from several.

    Turns cost 1 or 2. The search goes on from what is known while that is less work than to ask
    each unknown entry for a known neighbour.
    """
    from cubesolve.kernels import pruning

    n_classes, width = len(graph.moves), graph.value_moves.shape[-2]
    distances = np.full(n_classes * width, pruning.UNKNOWN, np.uint8)
    distances[_with_images(graph, np.atleast_2d(starts))] = 0
    grow, reach = _kernels(graph)
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
            search = partial(reach if asks else grow, distances, depth, graph)
            for done, _ in enumerate(pool.map(search, bounds, bounds[1:]), 1):
                progress((known + at_depth * done / _CHUNKS) / len(distances))
            known += at_depth
            idle = 0 if at_depth else idle + 1
            depth += 1
    return distances


def _with_images(graph: Graph | RelativeGraph, starts: npt.NDArray[np.integer]) -> list[int]:
    """Return the entries of starts, and of what symmetries that keep their classes make of them."""
    n_classes, width = len(graph.moves), graph.value_moves.shape[-2]
    found = []
    for c, value in starts.tolist():
        assert c < n_classes
        conjugates = graph.conjugates
        if conjugates.ndim == 3:  # told by the group of the class
            conjugates = conjugates[graph.groups[c]]  # type: ignore[union-attr]
        images = [conjugates[value, s] for s in range(16) if graph.keeps[c] >> s & 1]
        found += [c * width + int(image) for image in images]
    return found


def _kernels(graph: Graph | RelativeGraph) -> tuple[Kernel, Kernel]:
    """Return what goes on from known entries, and what asks the unknown ones."""
    from cubesolve.kernels import pruning, relative

    if isinstance(graph, relative.RelativeGraph):
        return relative.grow_relative, relative.reach_relative
    return pruning.grow, pruning.reach
