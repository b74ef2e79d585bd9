"""`TwoPhase3x3` and `Optimal3x3`: searches as solvers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from cubesolve.checkpoints import settle, watched
from cubesolve.errors import InternalSWError
from cubesolve.methods.three.two_phase.cubie import TURNS, Cubies
from cubesolve.methods.three.two_phase.optimal import optimal_solutions
from cubesolve.methods.three.two_phase.search import solutions
from cubesolve.methods.three.two_phase.tables import tables_for
from cubesolve.model import Cube
from cubesolve.notation import Alg, Metric
from cubesolve.operator import Operator
from cubesolve.protocols import (
    Limit,
    Phase,
    ProgressListener,
    SolverResults,
    SolveStep,
    no_progress,
)
from cubesolve.search.anytime import Found, best_of
from cubesolve.search.pool import Pool
from cubesolve.search.workers import Workers
from cubesolve.stages.progress import status_3x3, status_of
from cubesolve.stages.shadow import ShadowCubeHelper
from cubesolve.words import searching as words


def shortest_found(cube: Cube, on_progress: ProgressListener = no_progress) -> Alg:
    """Return the shortest solution of a 3x3 that a search without a limit of its own finds."""
    best = best_of(solutions(Cubies.from_cube(cube), on_progress=on_progress))
    return TURNS.to_alg(best.turns)


def two_phase_pool(workers: Workers, on_progress: ProgressListener = no_progress) -> Pool:
    """Return what solves many reduced cubes at once, without any yet: a `search.pool.PoolMaker`."""
    from cubesolve.methods.three.two_phase.pool import TwoPhasePool

    return TwoPhasePool(tables_for(Metric.OBTM, on_progress), workers)


@dataclass(frozen=True)
class _Searching:
    """What a search is told: what to shorten, how far to go, who hears of it, and what for."""

    metric: Metric = Metric.OBTM
    limit: Limit | float | None = None
    on_progress: ProgressListener = no_progress
    phase: Phase = Phase.SEARCH

    def limited(self, limit: Limit) -> Self:
        """Return the solver with another limit."""
        return replace(self, limit=limit)

    def play(self, operator: Operator, found: Found) -> None:
        """Play a solution as one step."""
        if found.turns:
            size = operator.cube.size
            said = (
                words.shortest(found.cost, self.metric)
                if found.is_optimal and size == 3
                else words.two_phase(found.cost, self.metric, size)
            )
            # It was found in time, and playing it takes none.
            with watched(None), operator.annotate(*said, phase=self.phase):
                operator.play(TURNS.to_alg(found.turns))

    def _play_each(self, operator: Operator, search: Iterator[Found]) -> Iterator[Found]:
        """Play each solution that is found, and take it back before the next one."""
        for found in search:
            self.play(operator, found)
            yield found
            operator.undo(len(found.turns))


class TwoPhase3x3(_Searching):
    """Solves what turns like a 3x3 in few moves, by a search that ends at a limit."""

    steps: ClassVar[tuple[SolveStep, ...]] = ()
    can_detect_parity = False

    def solve_3x3(self, operator: Operator, what: SolveStep) -> None:
        """Solve a reduced cube, whose parities must be fixed before."""
        self.play(operator, best_of(self._search(operator)))

    def iter_solve_3x3(self, operator: Operator, what: SolveStep) -> Iterator[None]:
        """Play each solution that is found, and take it back before the next one."""
        for _ in self._play_each(operator, self._search(operator)):
            yield

    def _search(self, operator: Operator) -> Iterator[Found]:
        limit = Limit.of(self.limit)
        limit = None if limit is None else limit.before_writing()
        return solutions(_state(operator), self.metric, limit, self.on_progress)

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_3x3(cube, self.steps)


class Optimal3x3(_Searching):
    """Solves a 3x3 in as few moves as there can be, and proves it."""

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play the shortest solution; the best so far where a limit or Ctrl-C ends the search."""
        best = best_of(self._search(operator))
        settle()
        self.play(operator, best)
        return SolverResults(is_optimal=best.is_optimal)

    def iter_solve(self, operator: Operator, what: SolveStep) -> Iterator[SolverResults]:
        """Play each solution that is found, and the last once more when it is proven."""
        for found in self._play_each(operator, self._search(operator)):
            yield SolverResults(is_optimal=found.is_optimal)

    def _search(self, operator: Operator) -> Iterator[Found]:
        limit = Limit.of(self.limit)
        return optimal_solutions(_state(operator), self.metric, limit, self.on_progress)

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_of(cube, ())


def _state(operator: Operator) -> Cubies:
    shadow = ShadowCubeHelper(operator.cube).create_shadow()
    problems = shadow.problems()
    if problems:
        raise InternalSWError(f"not a state of a 3x3: {problems[0].message}")
    return Cubies.from_cube(shadow)
