"""`TwoPhasePool`: many reduced cubes searched in two phases at once, under one bound."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels import two_phase as kernel
from cubesolve.kernels import two_phase_work as place
from cubesolve.methods.three.two_phase.cubie import TURNS, Arrays
from cubesolve.methods.three.two_phase.search import before_views, sequences_before, turns_from
from cubesolve.methods.three.two_phase.symmetry import all_seen_along_axes
from cubesolve.methods.three.two_phase.tables import Tables
from cubesolve.notation import Metric
from cubesolve.search.anytime import Status
from cubesolve.search.pool import Joined, ReducedCubes
from cubesolve.search.symmetry import N_AXES
from cubesolve.search.workers import N_STREAMS, Workers

_SIDES = 2 * N_AXES  # a cube and its inverse along three axes
_ANY_LENGTH = 40
_LONGEST_BEFORE = 2  # turns before a view
_MOST_VIEWS = 3_000  # of one batch, beside those without turns before them
_FIRST_PHASE_2, _PHASE_2 = 12, 11  # what phase 2 may cost before there is an answer, and then


class TwoPhasePool:
    """Searches in two phases of many reduced cubes that share one bound: see `search.pool`.

    Cubes that are added together are one batch for each stream. A batch goes round its cubes with
    ever longer first phases; the batch that is least far goes on.
    """

    def __init__(self, tables: Tables, workers: Workers) -> None:
        self.tables = tables
        self.workers = workers
        self.streams: list[list[_Batch]] = [[] for _ in range(N_STREAMS)]
        self.bound: int | None = None
        self.found: Joined | None = None
        self.spent = 0
        self.n_cubes = 0

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return self.spent

    def add(self, cubes: ReducedCubes) -> None:
        """Search these too."""
        numbers = np.arange(self.n_cubes, self.n_cubes + len(cubes.costs))
        self.n_cubes += len(numbers)
        for stream, batches in enumerate(self.streams):
            part = slice(stream, None, N_STREAMS)
            if len(numbers[part]):
                own = ReducedCubes(cubes.corners[part], cubes.edges[part], cubes.costs[part])
                batches.append(_Batch(own, numbers[part], self.tables))

    def beat(self, cost: int) -> None:
        """Look from now on for answers that cost less in all."""
        self.bound = cost

    def advance(self, nodes: int) -> Status:
        """Let each stream go on for its share of the nodes."""
        running = [batches for batches in map(self._unfinished, self.streams) if batches]
        if not running:
            return Status.EXHAUSTED
        least = [min(batches, key=lambda batch: batch.depth) for batches in running]
        before = sum(batch.nodes for batch in least)
        answers = self.workers.map(lambda batch: batch.advance(nodes // N_STREAMS), least)
        self.spent += sum(batch.nodes for batch in least) - before
        better = [
            each for each in answers if each and (self.bound is None or each.cost < self.bound)
        ]
        if not better:
            return Status.PAUSED
        self.found = min(better, key=lambda each: each.cost)
        return Status.FOUND

    def answer(self) -> Joined:
        """Return the answer that was found last."""
        assert self.found is not None
        return self.found

    def _unfinished(self, batches: list[_Batch]) -> list[_Batch]:
        for batch in batches:
            batch.beat(self.bound)
        return [batch for batch in batches if not batch.is_exhausted]


class _Side(NamedTuple):
    """Which cube of a batch a view is of, and how it is looked at."""

    cube: int
    is_inverse: bool
    axis: int


class _Batch:
    """Some cubes, their views, and the place of their search."""

    def __init__(self, cubes: ReducedCubes, numbers: npt.NDArray[np.int64], tables: Tables) -> None:
        self.numbers = numbers
        self.tables = tables
        self.costs = cubes.costs
        self.least = int(cubes.costs.min())
        self.n_bases = _SIDES * len(numbers)
        self.sequences = _sequences(self.n_bases)
        self.work = place.new_work(self.n_bases * len(self.sequences))
        self.job = self.work.job
        self.beat(None)
        bases = _bases(cubes, self.least)
        for length in range(len(self.sequences[-1]) + 1):
            before = before_views(length, Metric.OBTM)
            kernel.add_views(self.work, bases, before, tables)
        self.is_exhausted = False

    @property
    def depth(self) -> int:
        """How many turns were tried before phase 2, those of the reduction included."""
        return self.least + int(self.job[place.TOTAL])

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return int(self.job[place.NODES])

    def beat(self, bound: int | None) -> None:
        """Look for what costs less; nothing is left to do where that cannot be."""
        longest = _ANY_LENGTH if bound is None else bound - 1 - self.least
        self.job[place.LONGEST] = longest
        self.job[place.PHASE_2] = _FIRST_PHASE_2 if bound is None else _PHASE_2
        if longest < self.job[place.TOTAL]:
            self.is_exhausted = True

    def advance(self, nodes: int) -> Joined | None:
        """Go on for so many nodes; return an answer if there is one."""
        status = kernel.advance(self.work, nodes, self.tables)
        self.is_exhausted = status == kernel.EXHAUSTED
        return self._answer() if status == kernel.FOUND else None

    def _answer(self) -> Joined:
        sequence, base = divmod(int(self.job[place.ANSWER]), self.n_bases)
        side = _side(base)
        seen = [*map(int, self.work.out[: self.job[place.LENGTH]]), *self.sequences[sequence]]
        back = turns_from(side.axis)
        turns = [back[turn] for turn in seen]
        if side.is_inverse:
            turns = [TURNS.inverse(turn) for turn in reversed(turns)]
        merged = TURNS.merged(turns)
        cost = int(self.costs[side.cube]) + len(merged)
        return Joined(int(self.numbers[side.cube]), merged, cost)


def _side(base: int) -> _Side:
    cube, side = divmod(base, _SIDES)
    return _Side(cube, side >= N_AXES, side % N_AXES)


def _sequences(n_bases: int) -> tuple[tuple[int, ...], ...]:
    """Return the turns to play before views: as many as there is room for, by their length."""
    found = sequences_before(0)
    for length in range(1, _LONGEST_BEFORE + 1):
        more = (*found, *sequences_before(length))
        if n_bases * len(more) > _MOST_VIEWS:
            break
        found = more
    return found


def _bases(cubes: ReducedCubes, least: int) -> kernel.Bases:
    """Return each cube and its inverse along the three axes, with their costs above the least."""
    states = Arrays(cubes.corners, cubes.edges)
    inverses = Arrays(*(np.argsort(rows, axis=1).astype(np.uint8) for rows in cubes[:2]))
    seen = [all_seen_along_axes(each) for each in (states, inverses)]
    corners, edges = (
        np.ascontiguousarray(np.concatenate(parts, axis=1).reshape(-1, 24))
        for parts in zip(*seen, strict=True)
    )
    return kernel.Bases(corners, edges, np.repeat(cubes.costs - least, _SIDES))
