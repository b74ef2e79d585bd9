"""`Beginner2x2`: the corners of the first layer, then those of the last."""

from __future__ import annotations

from cubesolve.operator import Operator
from cubesolve.protocols import Solver3x3Protocol, SolverResults, SolveStep

# What steps that speak of edges or middle layers come to where there are none.
_STEPS = {
    SolveStep.F2L: SolveStep.L1,
    SolveStep.OLL: SolveStep.L3,
    SolveStep.PLL: SolveStep.L3,
    SolveStep.CAGE: SolveStep.L3,
    SolveStep.FIRST_LAYER: SolveStep.L1,
    SolveStep.MIDDLE: SolveStep.L1,
    SolveStep.LAST_CENTERS: SolveStep.L1,
    SolveStep.LAST_EDGES: SolveStep.L1,
    SolveStep.LAST_CROSS: SolveStep.L1,
}
_NOTHING = (
    SolveStep.CENTERS,
    SolveStep.EDGES,
    SolveStep.FIRST_CENTERS,
    SolveStep.FIRST_EDGES,
    SolveStep.FIRST_CROSS,
)


class Beginner2x2:
    """Solves a 2x2 by the corner steps of a solver for the 3x3, which comes in as an argument.

    Seen as a 3x3 its edges are solved, so only corners are left to do.
    """

    def __init__(self, solver: Solver3x3Protocol) -> None:
        self.solver = solver

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; a 2x2 has no parity."""
        if what.kind not in _NOTHING:
            self.solver.solve_3x3(operator, _STEPS.get(what.kind, what))
        return SolverResults()
