"""`BeginnerReducer`: centres, then edges, and the two parities of even cubes."""

from __future__ import annotations

import numpy as np

from cubesolve.model import Cube
from cubesolve.model.face_translation import slice_move
from cubesolve.notation import Alg, Move
from cubesolve.operator import Operator
from cubesolve.solvers.parity import parity_of, wing_parities
from cubesolve.solvers.protocols import SolverResults
from cubesolve.solvers.reducers.centers import NxNCenters
from cubesolve.solvers.reducers.edges import NxNEdges
from cubesolve.trackers import FacesTrackerHolder


class BeginnerReducer:
    """Builds centres and pairs edges.

    With `early_parity`, wings whose parity is odd are mended by one turn of inner layers before the
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
        if cube.size < 4 or all(center.is3x3 for center in cube.centers):
            self.centers.solve(operator)
            return results
        if self.early_parity:
            results = parity_of(cube)
            odd = [k for k, parity in enumerate(wing_parities(cube)) if parity]
            if odd:
                with operator.annotate(
                    "Mend the parity of the wings",
                    "The wings of these layers are permuted oddly, which pairing alone could not"
                    " mend; one quarter turn of the layers makes them even.",
                ):
                    operator.play(_best_turn(cube, odd))
        self.centers.solve(operator)
        return results

    def solve_edges(self, operator: Operator, keep_centers: bool = True) -> SolverResults:
        """Make every edge one piece; unless centres are kept, parity is computed and mended."""
        if keep_centers:
            return SolverResults(was_partial_edge_parity=self.edges.solve(operator))
        results = parity_of(operator.cube)
        self.edges.solve(operator, keep_centers=False)
        return results

    def fix_edge_parity(self, operator: Operator) -> None:
        """Flip the edge UF of a reduced even cube."""
        self.edges.flip_edge(operator)

    def fix_corner_parity(self, operator: Operator) -> None:
        """Swap two corners of U diagonally, and two edges with them; centres and pairs stay."""
        half = operator.cube.size // 2
        inner = Move("R", ((2, half),), 2)
        upper = Move("U", ((1, half),), 2)
        with operator.annotate(
            "Swap two corners",
            "An even cube can have two corners swapped, which no 3x3 can: swap them, across.",
            moved=[operator.cube.corner("UFL"), operator.cube.corner("UBR")],
        ):
            operator.play(Alg((inner, Move("U", amount=2), inner, upper, inner, upper)))


def _best_turn(cube: Cube, orbits: list[int]) -> Move:
    """Return the turn of one layer of each orbit that leaves the most centre cells right."""
    with FacesTrackerHolder(cube) as holder:
        goal = np.array([cube.scheme.colors.index(c) for c in holder.face_colors.values()])

    def right(turn: Move) -> int:
        tried = cube.copy()
        tried.play(turn)
        grids = tried.colors().reshape(6, cube.size, cube.size)[:, 1:-1, 1:-1]
        return int(np.sum(grids == goal[:, None, None]))

    turns = [
        slice_move(cube.size, axis, layers, amount)
        for axis in range(3)
        for layers in ([k + 1 for k in orbits], [cube.size - 2 - k for k in orbits])
        for amount in (1, 3)
    ]
    return max(turns, key=right)
