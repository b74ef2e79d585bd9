"""`BeginnerReducer`: centres, then edges, and the two parities of even cubes."""

from __future__ import annotations

from collections.abc import Callable

from cubesolve.model import Cube
from cubesolve.operator import Operator
from cubesolve.protocols import SolverResults
from cubesolve.stages.cage.centers import CageCenters
from cubesolve.stages.cage.colors import choose_colors
from cubesolve.stages.centers import NxNCenters
from cubesolve.stages.edges import NxNEdges
from cubesolve.stages.nearly_solved import (
    has_mostly_paired_edges,
    reduction_cost,
    restore_layers,
)
from cubesolve.stages.parity import flip_edge, make_wings_even, swap_corners
from cubesolve.trackers import FacesTrackerHolder

BuildCenters = Callable[[Operator], SolverResults]


class BeginnerReducer:
    """Builds centres and pairs edges.

    With `early_parity`, wings whose parity is odd are fixed by one turn of inner layers before the
    centres are built; without, parity is met where it shows, as the seeds describe.

    A cube that is nearly whole is not taken apart: the few turns that it lacks come first, and
    where most edges are paired they are kept if that costs less.
    """

    def __init__(self, advanced_edge_parity: bool = True, early_parity: bool = True) -> None:
        self.centers = NxNCenters()
        self.centers_between_edges = CageCenters()
        self.edges = NxNEdges(advanced_edge_parity)
        self.early_parity = early_parity

    def solve_centers(self, operator: Operator) -> SolverResults:
        """Make every centre one colour."""
        cube = operator.cube
        if all(center.is3x3 for center in cube.centers):
            self.centers.solve(operator)  # they may still be on wrong faces
            return SolverResults()
        restore_layers(operator)
        if cube.is3x3:
            return SolverResults()
        build: BuildCenters = self._exchange_lines
        if has_mostly_paired_edges(cube):
            build = min(self._exchange_lines, self._keep_edges, key=self._cost(cube))
        return build(operator)

    def solve_edges(self, operator: Operator) -> SolverResults:
        """Make every edge one piece, and keep the centres."""
        return SolverResults(was_partial_edge_parity=self.edges.solve(operator))

    def fix_edge_parity(self, operator: Operator) -> None:
        """Flip one edge of a reduced even cube."""
        flip_edge(operator)

    def fix_corner_parity(self, operator: Operator) -> None:
        """Swap two opposite edges of a face, and its corners diagonally; centres and pairs stay."""
        swap_corners(operator)

    def _exchange_lines(self, operator: Operator) -> SolverResults:
        """Build the centres for least, whatever becomes of edges and corners."""
        results = make_wings_even(operator) if self.early_parity else SolverResults()
        self.centers.solve(operator)
        return results

    def _keep_edges(self, operator: Operator) -> SolverResults:
        """Build the centres by commutators that leave edges and corners alone."""
        scheme = choose_colors(operator.cube).scheme
        with FacesTrackerHolder(operator, scheme=scheme) as holder:
            self.centers_between_edges.solve(operator, holder)
        return SolverResults()

    def _cost(self, cube: Cube) -> Callable[[BuildCenters], float]:
        """Return what tells the cost of a reduction whose centres are built in some way."""

        def cost(build: BuildCenters) -> float:
            operator = Operator(cube.copy())
            build(operator)
            self.edges.solve(operator)
            return reduction_cost(operator)

        return cost
