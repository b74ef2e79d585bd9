"""`BeginnerReducer`: centres, then edges, and the two parities of even cubes."""

from __future__ import annotations

from cubesolve.operator import Operator
from cubesolve.protocols import SolverResults
from cubesolve.stages.centers import NxNCenters
from cubesolve.stages.edges import NxNEdges
from cubesolve.stages.parity import flip_edge, make_wings_even, swap_corners


class BeginnerReducer:
    """Builds centres and pairs edges.

    With `early_parity`, wings whose parity is odd are fixed by one turn of inner layers before the
    centres are built; without, parity is met where it shows, as the seeds describe.
    """

    def __init__(self, advanced_edge_parity: bool = True, early_parity: bool = True) -> None:
        self.centers = NxNCenters()
        self.edges = NxNEdges(advanced_edge_parity)
        self.early_parity = early_parity

    def solve_centers(self, operator: Operator) -> SolverResults:
        """Make every centre one colour."""
        cube = operator.cube
        results = SolverResults()
        are_built = all(center.is3x3 for center in cube.centers)
        if self.early_parity and cube.size >= 4 and not are_built:
            results = make_wings_even(operator)
        self.centers.solve(operator)
        return results

    def solve_edges(self, operator: Operator) -> SolverResults:
        """Make every edge one piece, and keep the centres."""
        return SolverResults(was_partial_edge_parity=self.edges.solve(operator))

    def fix_edge_parity(self, operator: Operator) -> None:
        """Flip the edge UF of a reduced even cube."""
        flip_edge(operator)

    def fix_corner_parity(self, operator: Operator) -> None:
        """Swap the edges UL and UR, and the corners of U as `U2` does; centres and pairs stay."""
        swap_corners(operator)
