"""The tables of the 4x4 search that are kept: names, what they hold, and how they are built.

The small set (`cubesolve.search.table_sets`) has a smaller table of edges; solutions are a little
longer with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from cubesolve.methods.four import centers, wings
from cubesolve.methods.four.turns import N_AXES, PHASE_1
from cubesolve.search.masks import mask_ranks, mask_turns
from cubesolve.search.orbits import N_PLACES, pieces
from cubesolve.search.pruning import Progress
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_sets import Room, TableSet
from cubesolve.search.table_store import Table

UNKNOWN = 255
N_PAIRS_OF_COLORS = 735_471  # sets of 8 of 24 places
N_CENTERS = 117_600
_DEEPEST = 10  # edges are followed from here; what is farther than the next counts as one more
_CHUNKS = 64
_MOST_ROWS, _MOST_LABELS = 4096, 8192
# Numbers of mates that a search through edges goes on from: what its progress is counted by.
_EXPANDED = {True: 13_902_827, False: 14_944_832}


def goals_1() -> npt.NDArray[np.uint32]:
    """Return the places that the pieces of two colours fill at the end of phase 1."""
    faces = ((axis, axis + 3) for axis in range(N_AXES))
    return np.array([sum(15 << 4 * face for face in pair) for pair in faces], np.uint32)


def turns_1() -> npt.NDArray[np.uint32]:
    """Return what the turns of phase 1 make of sets of places."""
    return mask_turns(pieces(4).x_centers.turns[list(PHASE_1)])


def build_phases(progress: Progress) -> Arrays:
    """Return the distances of phases 1 and 2, the label sets, and the centres of phase 3."""
    from cubesolve.kernels import four_graphs as kernel

    found: Arrays = {}
    distances = np.full(N_PAIRS_OF_COLORS, UNKNOWN, np.uint8)
    kernel.mask_distances(goals_1(), turns_1(), mask_ranks(8), distances)
    found["pairs"] = distances
    plain = _build_split(turned=False)
    progress(0.5)
    found |= _joined(plain, _build_split(turned=True))
    distances = np.full(N_CENTERS, UNKNOWN, np.uint8)
    kernel.center_distances(centers.center_moves(), np.array(centers.center_goals()), distances)
    found["centers"] = distances
    return found


def _joined(plain: Arrays, turned: Arrays) -> Arrays:
    """Return the tables of both kinds of phase 2 after each other, numbers counted on."""
    is_label, is_row = turned["distances"] <= 2, turned["distances"] == 3
    numbers = turned["numbers"] + is_label * len(plain["labels"]) + is_row * len(plain["rows"])
    turned = turned | {
        "sets": turned["sets"] + len(plain["sets"]),
        "orders": turned["orders"] + len(plain["rests"]),
        "numbers": numbers,
    }
    found = {}
    for name, array in plain.items():
        join = np.stack if name in ("bits", "parts") else np.concatenate
        found[name] = join([array, turned[name].astype(array.dtype)])
    return found


def _build_split(*, turned: bool) -> Arrays:
    """Return the tables of phase 2 for one choice of the axis that phase 3 turns by halves."""
    from cubesolve.kernels import four_graphs as kernel

    graph, endings = centers.split_graph(turned=turned), centers.endings(turned=turned)
    size = len(graph.goals)
    distances = np.full(size, UNKNOWN, np.uint8)
    kernel.split_distances(graph, endings, distances)
    nearer = np.empty((size, 2), np.uint32)
    kernel.split_nearer(graph, endings, distances, nearer)
    numbers = np.zeros(size, np.uint16)
    labels = np.zeros(_MOST_LABELS, np.uint64)
    sets = wings.label_sets(graph.last, turned=turned)
    n_labels = kernel.last_two_labels(graph, sets.bits, distances, numbers, labels)
    rows = np.zeros((_MOST_ROWS, N_PLACES**2), np.uint8)
    high = np.uint32(wings.high_mask(turned=turned))
    most = kernel.label_rows(graph, distances, high, wings.backward_masks(), numbers, rows)
    assert most <= 8, "label sets are bits of a byte"
    return {
        "sets": graph.sets,
        "orders": graph.orders,
        "rests": graph.rests,
        "goals": graph.goals,
        "distances": distances,
        "nearer": nearer,
        "numbers": numbers,
        "labels": labels[:n_labels],
        "rows": rows[: np.count_nonzero(distances == 3)],
        "bits": sets.bits,
        "parts": sets.parts,
    }


def build_edges(small: bool, progress: Progress) -> Arrays:
    """Return the distances of the edges of phase 3, packed."""
    from cubesolve.kernels import four_edges as kernel

    maps = wings.edge_maps(small=small)
    n = len(maps.firsts) * kernel.N_IN_CLASS
    width = 2 * maps.values.shape[2]
    distances = np.full(n * width, UNKNOWN, np.uint8)
    solved = np.arange(kernel.N_EDGES, dtype=np.uint8)
    number = kernel.edge_number(solved, kernel.N_TURNS, maps)
    split = 0 if small else centers.rl_centers().splits.index(int(centers.SPLITS.numbers[0b1111]))
    distances[(number >> 3) * width + maps.values[kernel.N_TURNS, number & 7, split]] = 0
    done = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for depth in range(_DEEPEST + 1):
            for count in _in_parts(pool, partial(kernel.grow_edges, distances, depth, maps), n):
                done += count
                progress(min(0.99, done / _EXPANDED[small]))
            spread = partial(kernel.spread_edges, distances, depth + 1, maps)
            list(_in_parts(pool, spread, len(maps.keeps)))
        packed = np.empty(n, np.uint8 if small else np.uint16)
        pack = partial(kernel.pack_edges, distances, packed, width, _DEEPEST + 2)
        list(_in_parts(pool, pack, n))
    return {"edges": packed}


def _in_parts(pool: ThreadPoolExecutor, work: Callable[[int, int], Any], n: int) -> Iterator[Any]:
    """Yield what comes of each part of n things, in their order, done side by side."""
    bounds = [n * i // _CHUNKS for i in range(_CHUNKS + 1)]
    return pool.map(work, bounds, bounds[1:])


PHASES = Table("four-phases", 2, 4, "4x4 centres and label sets", build_phases)
EDGES = {
    TableSet.LARGE: Table(
        "four-edges", 1, 4, "4x4 edges", partial(build_edges, False), only_in=TableSet.LARGE
    ),
    TableSet.SMALL: Table(
        "four-edges-small",
        1,
        4,
        "4x4 edges, the small table",
        partial(build_edges, True),
        only_in=TableSet.SMALL,
    ),
}
TABLES = (PHASES, *EDGES.values())
#: What the sets need, the 3x3 search included.
ROOM = {TableSet.LARGE: Room(disk=230, memory=880), TableSet.SMALL: Room(disk=200, memory=620)}
