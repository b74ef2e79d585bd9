"""`LayerByLayerNxNSolver`: the first layer, the middle layers from the bottom up, the last."""

from __future__ import annotations

from cubesolve.errors import InternalSWError
from cubesolve.operator import Operator
from cubesolve.protocols import Phase, Solver3x3Protocol, SolverResults, SolveStep
from cubesolve.stages.layers.first_layer import FirstLayer
from cubesolve.stages.layers.holding import (
    best_hold,
    grids_of,
    has_cross,
    hold_down,
    layers_done,
)
from cubesolve.stages.layers.last_layer import LastLayer
from cubesolve.stages.layers.rows import Row
from cubesolve.stages.layers.wings import solve_wings
from cubesolve.stages.parity import parity_of
from cubesolve.trackers import FacesTrackerHolder


class LayerByLayerNxNSolver:
    """Solves any size layer by layer; what is below the current layer stays.

    It keeps nothing between calls: a cube that is partly solved is held so that its complete layers
    are at the bottom, and the solve goes on above them.

    The cross of the last layer and its corners are left to solvers for a 3x3.
    """

    steps = (
        SolveStep.FIRST_CENTERS,
        SolveStep.FIRST_EDGES,
        SolveStep.FIRST_CROSS,
        SolveStep.FIRST_LAYER,
        SolveStep.MIDDLE,
        SolveStep.LAST_CENTERS,
        SolveStep.LAST_EDGES,
        SolveStep.LAST_CROSS,
    )
    phases = (
        Phase.CROSS,
        Phase.FIRST_LAYER,
        Phase.MIDDLE_LAYERS,
        Phase.PARITY,
        Phase.LAST_LAYER,
        Phase.OLL,
        Phase.PLL,
    )

    def __init__(self, cross: Solver3x3Protocol, corners: Solver3x3Protocol) -> None:
        self.cross = cross
        self.corners = corners

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; return which parities were met."""
        size = operator.cube.size
        layers = what.layers
        if layers is not None and layers > size - 2:
            raise ValueError(f"expected a middle layer from 1 to {size - 2}, got {layers}")
        wings = parity_of(operator.cube)
        hold = best_hold(operator.cube)
        hold_down(operator, hold)
        with FacesTrackerHolder(operator, scheme=hold.colors) as holder:
            self._first_layer(operator, holder, what)
            if what in self.steps[:4]:
                return SolverResults()
            self._middle(operator, holder, layers or size - 2)
            if what.kind in (SolveStep.MIDDLE, SolveStep.LAST_CENTERS):
                return wings
            results = wings | LastLayer(operator, holder).solve_edges()
        if what == SolveStep.LAST_EDGES:
            return results
        self.cross.solve_3x3(operator, SolveStep.L3X)
        if what != SolveStep.LAST_CROSS:
            self.corners.solve_3x3(operator, SolveStep.ALL)
        return results

    def _done(self, operator: Operator, holder: FacesTrackerHolder) -> int:
        cube = operator.cube
        colors = [cube.scheme.colors.index(color) for color in holder.face_colors.values()]
        return layers_done(grids_of(cube), colors)

    def _first_layer(self, operator: Operator, holder: FacesTrackerHolder, what: SolveStep) -> None:
        if self._done(operator, holder):
            return
        first = FirstLayer(operator, holder)
        if not has_cross(grids_of(operator.cube), first.colors):
            first.solve_center()
            if what == SolveStep.FIRST_CENTERS:
                return
            first.solve_edges()
            if what == SolveStep.FIRST_EDGES:
                return
            first.solve_cross()
        if what == SolveStep.FIRST_LAYER or what not in self.steps[:4]:
            first.solve_corners()

    def _middle(self, operator: Operator, holder: FacesTrackerHolder, layers: int) -> None:
        """Fill the middle layers up to this one, counted from the bottom."""
        while (k := self._done(operator, holder)) <= layers:
            row = Row(operator, holder, k)
            row.solve_centers()
            solve_wings(row)
            row.turn_home()
            if self._done(operator, holder) <= k:
                raise InternalSWError(f"layer {k + 1} is not complete")
