"""`NxNSolverOrchestrator`: any reducer with any 3x3 solver, and the parities between them."""

from __future__ import annotations

from collections.abc import Iterator

from cubesolve.checkpoints import settle
from cubesolve.errors import (
    EvenCubeCornerSwapException,
    EvenCubeEdgeParityException,
    InternalSWError,
)
from cubesolve.model import Cube
from cubesolve.model.validity import ProblemKind
from cubesolve.operator import Operator
from cubesolve.protocols import (
    Limit,
    LimitedSolver3x3,
    ReducerProtocol,
    SearchingSolver3x3,
    Solver3x3Protocol,
    SolverResults,
    SolveStep,
)
from cubesolve.stages.progress import Progress, status_of
from cubesolve.stages.shadow import ShadowCubeHelper

_TRIES = 3  # one, one after each parity


class NxNSolverOrchestrator:
    """Reduces a cube, solves it as a 3x3, and fixes the parities that an even cube can show.

    By default (`parity="compute"`) parities are computed before the 3x3 stage and fixed there.
    With `parity="detect"` the 3x3 solver runs into them and raises, the reducer fixes, and it is
    tried again, at most three times.
    """

    def __init__(
        self, reducer: ReducerProtocol, solver: Solver3x3Protocol, parity: str = "compute"
    ) -> None:
        if parity not in ("compute", "detect"):
            raise ValueError(f"expected parity to be compute or detect, got {parity!r}")
        if parity == "detect" and not solver.can_detect_parity:
            name = type(solver).__name__
            raise ValueError(f"expected parity to be compute: {name} cannot detect parity")
        self.reducer = reducer
        self.solver = solver
        self.detects = parity == "detect"

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; return which parities were met.

        Raises `InternalSWError` if the reducer or the 3x3 solver ends before that without a word.
        """
        results = SolverResults()
        for _ in range(_TRIES):
            results |= self._reduce(operator, what)
            if what in (SolveStep.CENTERS, SolveStep.EDGES) or operator.cube.solved:
                return results
            if not self.detects:
                results |= self._fix_parity(operator)
            start = operator.cube.copy()
            in_time = self._is_in_time()
            try:
                self.solver.solve_3x3(operator, what)
                if in_time:
                    settle()  # the search has used the time that there was
                _check(operator.cube, what, self.solver, start)
                return results
            except EvenCubeEdgeParityException:
                if results.was_even_edge_parity:
                    raise InternalSWError("edge parity came up twice") from None
                results.was_even_edge_parity = True
                self.reducer.fix_edge_parity(operator)
            except EvenCubeCornerSwapException:
                if results.was_corner_swap:
                    raise InternalSWError("corner parity came up twice") from None
                results.was_corner_swap = True
                self.reducer.fix_corner_parity(operator)
        raise InternalSWError(f"not solved in {_TRIES} tries")

    def iter_solve(self, operator: Operator, what: SolveStep) -> Iterator[SolverResults]:
        """Reduce once, then play each ending that a 3x3 solver which searches finds."""
        reduced = (SolveStep.CENTERS, SolveStep.EDGES)
        if self.detects or what in reduced or not isinstance(self.solver, SearchingSolver3x3):
            yield self.solve(operator, what)
            return
        results = self._reduce(operator, what)
        if operator.cube.solved:
            yield results
            return
        results |= self._fix_parity(operator)
        start = operator.cube.copy()
        for _ in self.solver.iter_solve_3x3(operator, what):
            _check(operator.cube, what, self.solver, start)
            yield results

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_of(cube, (SolveStep.CENTERS, SolveStep.EDGES, *self.solver.steps))

    def _is_in_time(self) -> bool:
        """Tell whether a search has time for more than a first solution, and to write it down."""
        if not isinstance(self.solver, SearchingSolver3x3):
            return False
        limit = Limit.of(self.solver.limit) if isinstance(self.solver, LimitedSolver3x3) else None
        return limit is None or limit.before_writing().time_left() > 0

    def _reduce(self, operator: Operator, what: SolveStep) -> SolverResults:
        if operator.cube.is3x3:
            return SolverResults()
        start = operator.cube.copy()
        results = self.reducer.solve_centers(operator)
        _check(operator.cube, SolveStep.CENTERS, self.reducer, start)
        if what != SolveStep.CENTERS:
            results |= self.reducer.solve_edges(operator)
            if not operator.cube.is3x3:
                raise _unreached(operator.cube, SolveStep.EDGES, self.reducer, start)
        return results

    def _fix_parity(self, operator: Operator) -> SolverResults:
        """Fix what makes the cube impossible as a 3x3."""
        results = SolverResults()
        if operator.cube.size % 2 or operator.cube.size < 4:
            return results
        if ProblemKind.EDGE_FLIP in _problems(operator.cube):
            results.was_even_edge_parity = True
            self.reducer.fix_edge_parity(operator)
        if ProblemKind.PERMUTATION_PARITY in _problems(operator.cube):
            results.was_corner_swap = True
            self.reducer.fix_corner_parity(operator)
        return results


def _check(cube: Cube, what: SolveStep, solver: object, start: Cube) -> None:
    """Raise `InternalSWError` if a step's goal is not there."""
    if not Progress(cube).has_reached(what):
        raise _unreached(cube, what, solver, start)


def _unreached(cube: Cube, what: SolveStep, solver: object, start: Cube) -> InternalSWError:
    """Return the error of who ended too early, with what it takes to see it again."""
    return InternalSWError(
        f"{type(solver).__name__} met no parity, but did not reach {what}: it began with"
        f" {start!r} and left {cube.facelets()}"
    )


def _problems(cube: Cube) -> set[ProblemKind]:
    return {problem.kind for problem in ShadowCubeHelper(cube).create_shadow().problems()}
