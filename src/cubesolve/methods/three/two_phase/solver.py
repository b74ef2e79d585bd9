"""`TwoPhase3x3` and `Optimal3x3`: searches as solvers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cubesolve.errors import InternalSWError, UnsupportedSizeError
from cubesolve.methods.three.two_phase.cubie import TURNS, Cubies
from cubesolve.methods.three.two_phase.optimal import optimal_solutions
from cubesolve.methods.three.two_phase.search import solutions
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
from cubesolve.stages.shadow import ShadowCubeHelper
from cubesolve.words.searching import as_3x3


def iter_solutions(
    cube: Cube,
    metric: Metric | str = Metric.OBTM,
    limit: Limit | None = None,
    on_progress: ProgressListener = no_progress,
) -> Iterator[Alg]:
    """Yield solutions of a 3x3, each shorter than the one before, until the limit.

    >>> [str(alg) for alg in iter_solutions(Cube.from_alg("F2 U'"))]
    ['U F2']

    Raises `InvalidCubeError` before the search for a state that no turns reach.
    """
    if cube.size != 3:
        raise UnsupportedSizeError(f"expected a cube of size 3, got {cube.size}")
    cube.check_solvable()
    best = None
    for found in solutions(Cubies.from_cube(cube), Metric(metric), limit, on_progress):
        if best is None or found.cost < best:
            best = found.cost
            yield TURNS.to_alg(found.turns)


@dataclass(frozen=True)
class _Searching:
    """What a search is told: what to shorten, how far to go, and who hears of it."""

    metric: Metric = Metric.OBTM
    limit: Limit | None = None
    on_progress: ProgressListener = no_progress


class TwoPhase3x3(_Searching):
    """Solves what turns like a 3x3 in few moves, by a search that ends at a limit."""

    steps: tuple[SolveStep, ...] = ()
    can_detect_parity = False

    def solve_3x3(self, operator: Operator, what: SolveStep) -> None:
        """Solve a reduced cube, whose parities must be mended before."""
        search = solutions(_state(operator), self.metric, self.limit, self.on_progress)
        _play(operator, best_of(search), self.metric)


class Optimal3x3(_Searching):
    """Solves a 3x3 in as few moves as there can be, and proves it."""

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play the shortest solution; the best so far where a limit or Ctrl-C ends the search."""
        best = best_of(
            optimal_solutions(_state(operator), self.metric, self.limit, self.on_progress)
        )
        _play(operator, best, self.metric)
        return SolverResults(is_optimal=best.is_optimal)


def _state(operator: Operator) -> Cubies:
    shadow = ShadowCubeHelper(operator.cube).create_shadow()
    problems = shadow.problems()
    if problems:
        raise InternalSWError(f"not a state of a 3x3: {problems[0].message}")
    return Cubies.from_cube(shadow)


def _play(operator: Operator, found: Found, metric: Metric) -> None:
    if not found.turns:
        return
    said = as_3x3(found.cost, metric, found.is_optimal)
    with operator.annotate(*said, phase=Phase.SEARCH):
        operator.play(TURNS.to_alg(found.turns))
