"""The last phases of the 4x4 for big cubes: see `cubesolve.search.gluing`.

Phase 2 is done without quarter turns of two layers, so that centres which ride along stay on their
axes.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.four import centers, wings
from cubesolve.methods.four.loading import tables_for
from cubesolve.methods.four.turns import PHASE_3, TO_RL, axis_of, following, is_half, turns_back
from cubesolve.protocols import ProgressListener
from cubesolve.search.coordinates import Bytes
from cubesolve.search.gluing import Finished, Glued, Means
from cubesolve.search.masks import mask_ranks, mask_turns
from cubesolve.search.orbits import N_PLACES, Ints, Orbit, colors_in, pieces, pieces_in
from cubesolve.search.pruning import Progress
from cubesolve.search.read_only import read_only
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_store import Table, kept

if TYPE_CHECKING:
    from cubesolve.kernels.four_glued import Sorted, Sorting

#: The turns that sort the wings: of all faces, and by half turns of two layers.
SORTING = (*range(18), 19, 22, 25)
_N_EDGES = 12
_N_AXES = 3
_UNKNOWN = 255
_N_SETS = 2_704_156  # of 12 of 24 places
_MOST_STARTS = 400_000
_MOST_REDUCED = 2_000
_SLACK = 2  # by how many turns the wings may be sorted later than they could be
_STEP = 60_000  # nodes of phase 3 between two pauses, and at most for one cube
_LONGER = 1  # by how many turns ways may be longer than the shortest


class _Effort(NamedTuple):
    sorted: int  # cubes with sorted wings that are enough
    nodes: int  # of phase 3 for one total


_EFFORTS = (_Effort(300, 2_000_000), _Effort(2_000, 6_000_000), _Effort(10_000, 20_000_000))


def build_sorting(progress: Progress) -> Arrays:
    """Return how far each set of places of wings is from the high ones, or from the low ones."""
    from cubesolve.kernels.beam import grow_sets

    ranks = mask_ranks(_N_EDGES)
    distances = np.full(2 * _N_SETS, _UNKNOWN, np.uint8)
    queue = np.zeros(_N_SETS, np.uint32)
    high = wings.high_mask(turned=False)
    queue[:2] = high, high ^ 0xFFFFFF
    no_flags = read_only(np.zeros(len(SORTING), np.uint32))
    grow_sets(_wing_turns(), no_flags, ranks, distances, queue, np.array([0, 2]), _N_SETS)
    progress(1.0)
    return {"distances": distances[:_N_SETS]}


SORTING_TABLE = Table("six-sorting", 1, 6, "6x6 wings beside the middle", build_sorting)


def _wing_turns() -> npt.NDArray[np.uint32]:
    return mask_turns(pieces(4).wings.turns[list(SORTING)])


@kept
def _sorting(turns: tuple[int, ...], on_progress: ProgressListener) -> Sorting:
    from cubesolve.kernels.four_glued import Sorting

    distances = SORTING_TABLE.load(on_progress)["distances"]
    moves = [
        centers.moved(centers.FOURS, centers.among(turn, centers.RL_PLACES))
        for turn in pieces(4).x_centers.turns[list(turns)]
    ]
    high = np.array(wings.high_places(turned=False))
    natural = [
        high[_rotated(pieces(4).wings, axis)[1]].reshape(-1, 2).argmax(axis=1)
        for axis in range(_N_AXES)
    ]
    ends = sum(1 << i for i, turn in enumerate(turns) if axis_of(turn) == 1 and not is_half(turn))
    rl_moves = np.stack(moves, axis=1)
    return Sorting(
        _wing_turns(),
        mask_ranks(_N_EDGES),
        read_only(distances),
        read_only(rl_moves),
        read_only(_rl_distances(rl_moves)),
        read_only(following(turns)),
        ends,
        read_only(np.stack(natural)),
    )


def _rl_distances(moves: Ints) -> npt.NDArray[np.uint8]:
    """Return how far the centres of R and L are from what half turns can solve."""
    found = np.full(len(moves), _UNKNOWN, np.uint8)
    found[centers.FOURS.numbers[centers.rl_centers().masks]] = 0
    for distance in range(1, 20):
        near = (found[moves] == distance - 1).any(axis=1)
        found[near & (found == _UNKNOWN)] = distance
    return found


def _rotated(orbit: Orbit, axis: int) -> tuple[Ints, Ints]:
    """Return what a rotation that brings an axis to R and L takes from where, and to where."""
    there = orbit.images[TO_RL[axis]].astype(np.int64)
    return np.argsort(there), there


def finish_glued(cubes: Glued, means: Means) -> Generator[int, None, Finished]:
    """Return ways to pair the wings and finish the centres of 4x4s whose axes are done."""
    effort = _EFFORTS[min(means.effort, len(_EFFORTS) - 1)]
    seen = _seen(cubes)
    nodes = np.zeros(1, np.int64)
    sorting = _sorting(SORTING, means.on_progress)
    yield 0
    costs = cubes.costs - cubes.costs.min()
    starts, ways = yield from _sort(seen, costs, effort, sorting, nodes)
    yield int(nodes[0])
    ended = _ends(seen, starts, ways, means)
    yield 0
    found = yield from _reduce(ended, effort, means)
    return _finished(starts, ways, found)


def _seen(cubes: Glued) -> list[Bytes]:
    """Return centres, wings and corners by cube and axis, turned so that the axis is that of R."""
    orbits = (pieces(4).x_centers, pieces(4).wings, pieces(4).corners)
    found = []
    for orbit, read in zip(orbits, (colors_in, pieces_in, pieces_in), strict=True):
        rows = np.stack([read(orbit, colors) for colors in cubes.colors]).astype(np.uint8)
        found.append(np.stack([rows[:, _rotated(orbit, axis)[0]] for axis in range(_N_AXES)], 1))
    return found


def _sort(
    seen: list[Bytes], costs: Ints, effort: _Effort, sorting: Sorting, nodes: Ints
) -> Generator[int, None, tuple[Ints, Ints]]:
    """Return where sorting can begin, and ways: all of the shortest total, of the next, ..."""
    from cubesolve.kernels import four_glued as kernel

    at_r = seen[0][:, :, list(centers.RL_PLACES)]
    bits = np.left_shift(1, np.arange(at_r.shape[2]))
    least = at_r.min(axis=2, keepdims=True)  # either colour says how the other is
    rl = centers.FOURS.numbers[(at_r == least) @ bits]
    starts = np.empty((_MOST_STARTS, kernel.START_SIZE), np.int64)
    count = kernel.list_starts(seen[1], rl, costs, _SLACK, starts, sorting)
    totals = starts[:count, kernel.S_COST] + starts[:count, kernel.S_LEAST]
    order = np.argsort(totals, kind="stable")
    starts = starts[order]
    best = int(totals.min())
    ways = np.zeros((effort.sorted, kernel.W_TURNS + kernel.LONGEST), np.int64)
    found, bound = 0, best
    while found < len(ways) and (bound <= best + _SLACK or not found):
        yield 0
        found = int(kernel.find_sorted(starts, bound, found, ways, nodes, sorting))
        bound += 1
    return starts, ways[:found]


def _ends(seen: list[Bytes], starts: Ints, ways: Ints, means: Means) -> Sorted:
    """Return the cubes that ways lead to, with what phase 3 knows of them."""
    from cubesolve.kernels import four_glued as kernel

    chosen = starts[ways[:, kernel.W_START]]
    lengths = ways[:, kernel.W_LENGTH]
    tables = tables_for(means.on_progress).phases
    rows = []
    for part, gathers in zip(seen, tables.gathers, strict=True):
        row = part[chosen[:, kernel.S_SOURCE], chosen[:, kernel.S_AXIS]]
        for k in range(int(lengths.max(initial=0))):
            longer = np.flatnonzero(lengths > k)
            turns = np.array(SORTING)[ways[longer, kernel.W_TURNS + k]]
            gather = gathers[turns].astype(np.int64)
            row[longer] = np.take_along_axis(row[longer], gather, axis=1)
        rows.append(row)
    count = len(ways)
    about, mates = kernel.new_about(count), np.zeros((count, _N_EDGES), np.uint8)
    found = kernel.Sorted(rows[0], rows[1], rows[2], about, mates)
    costs = chosen[:, kernel.S_COST] + lengths
    kernel.rate_sorted(found, costs, np.zeros(N_PLACES, np.int64), tables)
    return found


def _reduce(cubes: Sorted, effort: _Effort, means: Means) -> Generator[int, None, Ints]:
    """Return ways through phase 3: those of the shortest total, and those one turn longer."""
    from cubesolve.kernels import four_glued as kernel
    from cubesolve.kernels.four_candidates import C_LEAST, C_TOTAL
    from cubesolve.kernels.four_phase_3 import new_levels

    tables = tables_for(means.on_progress).phases
    ways = np.zeros((_MOST_REDUCED, kernel.W_TURNS + kernel.LONGEST), np.int64)
    about = cubes.about
    least = about[:, C_LEAST].astype(np.int64)
    totals = about[:, C_TOTAL] + least
    order = np.flatnonzero(least >= 0)
    order = order[np.argsort(totals[order], kind="stable")]
    if not len(order):
        return ways[:0]
    job = np.zeros(4, np.int64)
    first = bound = int(totals[order[0]])
    levels = new_levels()
    while job[1] < len(ways) and bound <= first + _LONGER:
        job[0], end = 0, job[2] + effort.nodes
        while job[0] < len(order) and job[1] < len(ways) and job[2] < end:
            before = int(job[2])
            job[3] = before + _STEP
            kernel.find_reduced(cubes, order, bound, levels, ways, job, tables)
            yield int(job[2]) - before
        bound += 1
        if not job[1]:
            first = bound
    return ways[: job[1]]


def _finished(starts: Ints, sorts: Ints, ways: Ints) -> Finished:
    """Return ways as turns of the cubes that they began with."""
    from cubesolve.kernels import four_glued as kernel

    count, longest = len(ways), 2 * kernel.LONGEST
    turns, lengths = np.zeros((count, longest), np.int64), np.zeros(count, np.int64)
    sources = np.zeros(count, np.int64)
    for row, way in enumerate(ways):
        before = sorts[way[kernel.W_START]]
        start = starts[before[kernel.W_START]]
        path = [
            *(SORTING[t] for t in before[kernel.W_TURNS :][: before[kernel.W_LENGTH]]),
            *(PHASE_3[t] for t in way[kernel.W_TURNS :][: way[kernel.W_LENGTH]]),
        ]
        sources[row], lengths[row] = start[kernel.S_SOURCE], len(path)
        turns[row, : len(path)] = turns_back(TO_RL[int(start[kernel.S_AXIS])])[path]
    return Finished(sources, turns, lengths)
