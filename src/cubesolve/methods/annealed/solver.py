"""`AnnealedSolver`: few turns on cubes that are too big for other searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from cubesolve.checkpoints import settle
from cubesolve.errors import InternalSWError
from cubesolve.methods.annealed.annealing import Annealer, Words, merged
from cubesolve.methods.annealed.cubies import (
    Labels,
    cubies,
    faces_as_held,
    odd_wings,
    read_labels,
    small_cube,
)
from cubesolve.methods.annealed.cycle_sets import CycleSetInserter
from cubesolve.methods.annealed.plan import Plan
from cubesolve.methods.annealed.rounds import Round, rounds
from cubesolve.methods.annealed.shortening import shorter
from cubesolve.methods.annealed.single_cycles import SingleCycleInserter
from cubesolve.methods.annealed.sweeps import Sweeps
from cubesolve.model import Cube
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.moves import LongAlg
from cubesolve.notation import Metric
from cubesolve.operator import Operator
from cubesolve.protocols import (
    Limit,
    LimitedSolver3x3,
    LongResult,
    LongSolver,
    LongStep,
    Phase,
    ProgressListener,
    Solver,
    SolverResults,
    SolveStep,
    end_search,
    no_progress,
    until,
)
from cubesolve.protocols.clock import now
from cubesolve.search.few_turns import is_short_for, n_breaks
from cubesolve.search.workers import Workers
from cubesolve.words import annealed as words

# Where no limit is given: up to size 32 at most some five seconds on two cores.
_NODES = {Metric.SST: 6_000_000, Metric.RBTM: 4_000_000, Metric.OBTM: 4_000_000}
_PARTS = 10  # steps that a solution is shown in
_EASY = 0.95  # of the neighbours that differ in a random state; below, other methods may be short
_MORE_THAN_RANDOM = 1.1  # so they may be above, as a checkerboard has 1.2
_SEED = 1
_CORNERS = 250_000  # nodes of the search for corners and middle edges,
_CORNERS_TIME = 0.05  # and the share of a time that it may take


@dataclass(frozen=True)
class AnnealedSolver:
    """Solves a big cube in few turns, by annealing that ends at a limit.

    What solves a 3x3 comes in as an argument. `first` has a solution at once, of any cube; `others`
    are asked where a cube looks nearly solved. What comes out is never longer than theirs.
    """

    solver: LimitedSolver3x3
    first: LongSolver
    others: Sequence[Solver] = ()
    metric: Metric = Metric.SST
    limit: Limit | float | None = None
    on_progress: ProgressListener = no_progress
    seed: int = _SEED

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play the solution on an operator, step by step."""
        return self.solve_long(operator.cube, what).play(operator)

    def solve_long(self, cube: Cube, what: SolveStep) -> LongResult:
        """Return the shortest solution that is found until the limit."""
        found: list[LongResult] = []
        try:
            for result in self.iter_solve_long(cube, what):
                found = [result]
                length = result.alg.count(self.metric, cube.size)
                self.on_progress(words.best_so_far(length, self.metric), None)
        except KeyboardInterrupt as error:
            if not found:
                raise
            end_search(error)
        return found[0]

    def iter_solve_long(self, cube: Cube, what: SolveStep) -> Iterator[LongResult]:
        """Yield solutions, each shorter than the one before."""
        best: int | None = None
        enough = max(self._limit.moves or 0, _least_turns(cube))
        for result in self._solutions(cube):
            length = result.alg.count(self.metric, cube.size)
            if best is None or length < best:
                best = length
                yield result
                if best <= enough:
                    return

    @property
    def _limit(self) -> Limit:
        limit = Limit.of(self.limit) or Limit()
        ends = limit.time is not None or limit.nodes is not None
        return limit if ends else replace(limit, nodes=_NODES[self.metric])

    def _solutions(self, cube: Cube) -> Iterator[LongResult]:
        """Yield solutions; those of other methods where a cube is easy, or annealing has none."""
        began = now()
        limit = self._limit if self._limit.began is not None else self._limit.since(began)
        settle()  # nothing is quicker than what comes first
        first = self.first.solve_long(cube, SolveStep.ALL)
        yield first
        if limit.time_left() <= 0 or self._is_short(cube, first):
            return
        share = n_breaks(cube) / _breaks_at_random(cube.size)
        easy = share < _EASY or share > _MORE_THAN_RANDOM
        if easy and limit.time_left() > 0:
            for found in self._by_others(cube, limit):
                yield found
                if self._is_short(cube, found):
                    return
        annealed = False
        for turns, labels in self._annealed(cube, began):
            alg = LongAlg(turns, cube.size)
            _check(cube, alg)
            annealed = True
            yield self._result(alg, labels)
        if not annealed and not easy and limit.time_left() > 0:
            yield from self._by_others(cube, limit)

    def _is_short(self, cube: Cube, result: LongResult) -> bool:
        """Tell whether annealing would not find fewer turns."""
        return is_short_for(cube, result.alg.count(self.metric, cube.size))

    def _by_others(self, cube: Cube, limit: Limit) -> Iterator[LongResult]:
        size = cube.size
        for solver in self.others:
            operator = Operator(cube.copy())
            with until(limit):
                solver.solve(operator, SolveStep.ALL)
            if not operator.cube.solved:
                return
            alg = operator.history.without_rotations(size).simplify(size)
            found = LongAlg.of_layers(alg, size)
            said = words.as_found(found.count(self.metric, size), self.metric)
            step = LongStep(*said, Phase.SEARCH, 0, len(found))
            yield LongResult(found, (step,), SolverResults())

    def _annealed(self, cube: Cube, began: float) -> Iterator[tuple[Words, Labels]]:
        """Yield lists of turns that solve the cube, and its labels: in as many rounds as fit."""
        labels = read_labels(faces_as_held(cube), cube.size)
        first = self._first_words(cube, labels)
        limit = self._limit if self._limit.began is not None else self._limit.since(began)
        pieces = len(cubies(cube.size).surface)
        is_first = True
        for one in rounds(limit, pieces):
            plan = Plan(one.limit, self.metric, began, pieces, may_be_late=is_first)
            for turns in self._annealed_once(first, labels, cube.size, plan, one):
                is_first = False
                yield turns, labels

    def _annealed_once(
        self, turns: Words, labels: Labels, size: int, plan: Plan, one: Round
    ) -> Iterator[Words]:
        """Yield lists of turns that solve the cube, which begin with those for its corners."""
        workers, seed = Workers(), self.seed + one.number
        turns = self._swept(turns, labels, size, plan, workers, seed)
        if plan.is_late():
            return
        annealer = Annealer(labels, turns, size, workers, seed)
        plan.begin(len(turns))
        wrong, share = 0, 0.0
        while share < 1:
            in_time = False
            with until(plan.latest):
                annealer.anneal(plan.heat(share), plan.is_annealed)
                wrong, length = annealer.wrong(), len(annealer.words)
                in_time = True
            if not in_time:
                return
            plan.note(annealer.nodes, wrong, length)
            share = plan.share(annealer.nodes)
            count = LongAlg(annealer.words, size).count(self.metric, size)
            self.on_progress(words.searching(wrong, count, self.metric), one.progress(share))
        if plan.is_late():
            return
        sets = CycleSetInserter(labels, size, self.metric, workers)
        gaps = plan.gaps_for(wrong)
        quick = SingleCycleInserter(labels, size, self.metric, workers, gaps)
        turns = annealer.words
        if plan.by_sets:
            turns = sets.insert_some(turns, plan.left_for_sets, plan.insertion)
        solved = quick.insert_all(turns, plan.left, plan.by_singles, plan.late)
        if solved is not None:
            yield solved
            yield from shorter(solved, annealer, sets, plan)

    def _swept(
        self, turns: Words, labels: Labels, size: int, plan: Plan, workers: Workers, seed: int
    ) -> Words:
        """Return turns with sweeps after them, if the plan has some."""
        from cubesolve.kernels.points import play_labels

        if plan.start is None:
            return turns
        labels = labels.copy()
        play_labels(turns, 0, len(turns), labels, size)
        sweeps = Sweeps(labels, size, workers, seed)
        plan.begin(len(turns))
        price: float | None = plan.start.price
        while price is not None:
            sweeps.go_on(price, plan.sweep_tries, plan.is_swept)
            self.on_progress(words.searching(sweeps.wrong, sweeps.length, Metric.SST), None)
            price = plan.next_price(price, sweeps.tries, sweeps.wrong, sweeps.length)
        return merged(np.concatenate([turns, sweeps.turns()]))

    def _first_words(self, cube: Cube, labels: Labels) -> Words:
        """Return turns that solve corners and middle edges, and leave no odd wings."""
        operator = Operator(small_cube(faces_as_held(cube), cube.size))
        time = self._limit.time
        limit = Limit(time=None if time is None else _CORNERS_TIME * time, nodes=_CORNERS)
        self.solver.limited(limit).solve_3x3(operator, SolveStep.ALL)
        turns = [
            _word(FACE_NAMES.index(move.letter), 0, move.turns, cube.size)
            for move in operator.history.moves
        ]
        slices = [
            _word(k % 3, layer, 1, cube.size)
            for k, layer in enumerate(odd_wings(labels, cube.size))
        ]
        return np.array([*turns, *slices], np.int32)

    def _result(self, alg: LongAlg, labels: Labels) -> LongResult:
        """Return a list of turns in a few steps, each with what is in place after it."""
        from cubesolve.kernels.points import play_labels

        size, turns = alg.size, alg.turns
        now, goal = labels.copy(), cubies(size).goal
        pieces = len(cubies(size).surface)
        ends = np.linspace(0, len(turns), _PARTS + 1).astype(int).tolist()
        steps = []
        right = [100 - round(100 * np.count_nonzero(now != goal) / pieces)]
        for start, end in pairwise(ends):
            play_labels(turns, start, end, now, size)
            right.append(100 - round(100 * np.count_nonzero(now != goal) / pieces))
            if end > start:
                said = words.part(len(right) - 1, _PARTS, right[-2], right[-1], self.metric)
                steps.append(LongStep(*said, Phase.SEARCH, start, end))
        return LongResult(alg, tuple(steps), SolverResults())


def _breaks_at_random(size: int) -> float:
    """Return how many neighbours on the faces of a random cube differ, about."""
    return 12 * size * (size - 1) * 5 / 6


def _least_turns(cube: Cube) -> int:
    """Return how many turns of any block a cube needs at least: each closes two seams at most."""
    return -(-n_breaks(cube) // (8 * cube.size))


def _check(cube: Cube, alg: LongAlg) -> None:
    after = cube.copy()
    after.play(alg)
    if not after.solved:
        raise InternalSWError(f"these turns do not solve {cube.facelets()}: {alg}")


def _word(face: int, layer: int, turns: int, size: int) -> int:
    """Return the word of a turn, its layer counted from U, R or F."""
    if face >= 3:
        return (size - layer) << 5 | (face - 3) << 2 | (4 - turns) & 3
    return (layer + 1) << 5 | face << 2 | turns
