"""`Beginner2x2`: the corners of the first layer, then those of the last."""

from __future__ import annotations

from cubesolve.operator import Operator
from cubesolve.solvers.protocols import Solver3x3Protocol, SolverResults, SolveStep

# What steps that speak of edges come to where there are none.
_STEPS = {
    SolveStep.F2L: SolveStep.L1,
    SolveStep.OLL: SolveStep.L3,
    SolveStep.PLL: SolveStep.L3,
    SolveStep.CAGE: SolveStep.L3,
}


class Beginner2x2:
    """Solves a 2x2 by the corner steps of a solver for the 3x3, which comes in as an argument.

    Seen as a 3x3 its edges are solved, so only corners are left to do.
    """

    def __init__(self, solver: Solver3x3Protocol) -> None:
        self.solver = solver

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; a 2x2 has no parity."""
        if what not in (SolveStep.CENTERS, SolveStep.EDGES):
            self.solver.solve_3x3(operator, _STEPS.get(what, what))
        return SolverResults()
