"""`NxNSolverOrchestrator`: any reducer with any 3x3 solver, and the parities between them."""

from __future__ import annotations

from collections.abc import Iterator

from cubesolve.errors import (
    EvenCubeCornerSwapException,
    EvenCubeEdgeParityException,
    InternalSWError,
)
from cubesolve.model import Cube
from cubesolve.model.validity import ProblemKind
from cubesolve.operator import Operator
from cubesolve.protocols import (
    ReducerProtocol,
    SearchingSolver3x3,
    Solver3x3Protocol,
    SolverResults,
    SolveStep,
)
from cubesolve.stages.shadow import ShadowCubeHelper

_TRIES = 3  # one, one after each parity


class NxNSolverOrchestrator:
    """Reduces a cube, solves it as a 3x3, and mends the parities that an even cube can show.

    By default (`parity="compute"`) parities are computed before the 3x3 stage and mended there.
    With `parity="detect"` the 3x3 solver runs into them and raises, the reducer mends, and all is
    tried again, at most three times.
    """

    def __init__(
        self, reducer: ReducerProtocol, solver: Solver3x3Protocol, parity: str = "compute"
    ) -> None:
        if parity not in ("compute", "detect"):
            raise ValueError(f"expected parity to be compute or detect, got {parity!r}")
        self.reducer = reducer
        self.solver = solver
        self.detects = parity == "detect" and solver.can_detect_parity

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; return which parities were met."""
        results = SolverResults()
        for _ in range(_TRIES):
            results |= self._reduce(operator, what)
            if what in (SolveStep.CENTERS, SolveStep.EDGES) or operator.cube.solved:
                return results
            if not self.detects:
                results |= self._mend(operator)
            try:
                self.solver.solve_3x3(operator, what)
                return results
            except EvenCubeEdgeParityException:
                if results.was_even_edge_parity:
                    raise InternalSWError("the parity of edges was met twice") from None
                results.was_even_edge_parity = True
                self.reducer.fix_edge_parity(operator)
            except EvenCubeCornerSwapException:
                if results.was_corner_swap:
                    raise InternalSWError("the parity of corners was met twice") from None
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
        results |= self._mend(operator)
        for _ in self.solver.iter_solve_3x3(operator, what):
            yield results

    def _reduce(self, operator: Operator, what: SolveStep) -> SolverResults:
        if operator.cube.is3x3:
            return SolverResults()
        results = self.reducer.solve_centers(operator)
        if what != SolveStep.CENTERS:
            results |= self.reducer.solve_edges(operator)
        return results

    def _mend(self, operator: Operator) -> SolverResults:
        """Mend what makes the cube impossible as a 3x3."""
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


def _problems(cube: Cube) -> set[ProblemKind]:
    return {problem.kind for problem in ShadowCubeHelper(cube).create_shadow().problems()}
