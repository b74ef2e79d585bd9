"""`CageNxNSolver`: all edges and corners first, then the centres inside their cage."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from cubesolve.checkpoints import settle
from cubesolve.errors import InternalSWError
from cubesolve.interrupts import restoring
from cubesolve.model import ColorScheme, Cube
from cubesolve.model.validity import ProblemKind
from cubesolve.operator import Operator
from cubesolve.protocols import (
    Limit,
    LimitedSolver3x3,
    SearchingSolver3x3,
    Solver3x3Protocol,
    SolverResults,
    SolveStep,
    now,
)
from cubesolve.stages.cage.centers import CageCenters
from cubesolve.stages.cage.colors import CageColors, choose_colors, has_problem
from cubesolve.stages.edges import NxNEdges
from cubesolve.stages.parity import flip_edge, parity_of, swap_corners
from cubesolve.stages.progress import status_of
from cubesolve.trackers import FacesTrackerHolder


class CageNxNSolver:
    """Pairs the edges, solves them and the corners as a 3x3, and fills the centres last.

    While the cage is built, centres are not looked after, so pairing may turn inner layers as it
    likes; centres that are built already are kept. What solves the cage as a 3x3 comes in as an
    argument.

    Parity does not show: that of wings is fixed by quarter turns of layers while they are paired,
    and that of corners by the choice of the colours that the faces get, where it is cheaper than to
    swap two corners.
    """

    steps = (SolveStep.EDGES, SolveStep.CAGE, SolveStep.CENTERS)

    def __init__(self, solver: Solver3x3Protocol, advanced_edge_parity: bool = True) -> None:
        self.solver = solver
        self.edges = NxNEdges(advanced_edge_parity)
        self.centers = CageCenters()

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; return which parities were met."""
        limit = self._limit_of_time()
        results = self._pair_edges(operator)
        if what == SolveStep.EDGES:
            return results
        chosen = self._choose_colors(operator, results)
        if what == SolveStep.CAGE or limit is None or is_cage(operator.cube):
            self._finish(operator, chosen, self.solver, what)
        else:
            self._finish_in_time(operator, chosen, limit)
        return results

    def iter_solve(self, operator: Operator, what: SolveStep) -> Iterator[SolverResults]:
        """Pair the edges once, then play each cage that is found with its centres.

        A shorter cage may need longer centres: not every solution is shorter than the one before.
        """
        if what == SolveStep.EDGES or not isinstance(self.solver, SearchingSolver3x3):
            yield self.solve(operator, what)
            return
        limit = self._limit_of_time()
        took = -math.inf  # the first is not left out: there would be none
        results = self._pair_edges(operator)
        chosen = self._choose_colors(operator, results)
        cages = self._build_cage(operator, chosen, self.solver.iter_solve_3x3)
        scheme = chosen.scheme
        while True:
            # Solving the centres moves the marks of trackers for good, so each cage has its own.
            with _trackers(operator, scheme) as holder:
                if not next(cages, False) or (limit and limit.time_left() < took):
                    return
                scheme = ColorScheme(tuple(face.color for face in operator.cube.faces))
                before, began = len(operator.history), now()
                if what != SolveStep.CAGE:
                    self.centers.solve(operator, holder)
                took = now() - began
            yield results
            operator.undo(len(operator.history) - before)

    def _choose_colors(self, operator: Operator, results: SolverResults) -> CageColors:
        chosen = choose_colors(operator.cube)
        results.was_corner_swap = chosen.was_corner_swap
        return chosen

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_of(cube, self.steps)

    def _pair_edges(self, operator: Operator) -> SolverResults:
        cube = operator.cube
        if not all(center.is3x3 for center in cube.centers):
            results = parity_of(cube)
            self.edges.solve(operator, keep_centers=False)
            return results
        results = SolverResults(was_partial_edge_parity=self.edges.solve(operator))
        if cube.is_even and cube.size >= 4 and has_problem(cube, ProblemKind.EDGE_FLIP):
            results.was_even_edge_parity = True
            flip_edge(operator)
        return results

    def _limit_of_time(self) -> Limit | None:
        """Return the limit of a solver that searches for some time, which runs from now on."""
        if not isinstance(self.solver, LimitedSolver3x3):
            return None
        limit = Limit.of(self.solver.limit)
        if limit is None or limit.time is None:
            return None
        return limit if limit.began is not None else limit.since(now())

    def _finish_in_time(self, operator: Operator, chosen: CageColors, limit: Limit) -> None:
        """Finish once at once; if there is time, do it again with a cage that is searched longer.

        The first time shows how much of the limit the centres need.
        """
        assert isinstance(self.solver, LimitedSolver3x3)
        before, began = len(operator.history), now()
        with operator.steps_on_trial():
            self._finish(operator, chosen, self.solver.limited(Limit(nodes=1)))
            limit = limit.leaving(now() - began)
            has_time = limit.time_left() > 0
            if has_time:
                operator.undo(len(operator.history) - before)
        if has_time:
            settle()  # this takes about as long as before, which was in time
            self._finish(operator, chosen, self.solver.limited(limit))

    def _finish(
        self,
        operator: Operator,
        chosen: CageColors,
        solver: Solver3x3Protocol,
        what: SolveStep = SolveStep.ALL,
    ) -> None:
        """Build the cage, and fill the centres unless only the cage is asked for."""

        def once(operator: Operator, what: SolveStep) -> Iterator[None]:
            solver.solve_3x3(operator, what)
            yield

        with _trackers(operator, chosen.scheme) as holder:
            for _ in self._build_cage(operator, chosen, once):
                if what != SolveStep.CAGE:
                    self.centers.solve(operator, holder)

    def _build_cage(
        self,
        operator: Operator,
        chosen: CageColors,
        ways: Callable[[Operator, SolveStep], Iterator[None]],
    ) -> Iterator[bool]:
        """Yield true when the cage is built, once for each way to solve it as a 3x3."""
        if is_cage(operator.cube):
            yield True
            return
        if chosen.swaps_corners:
            swap_corners(operator)
        for _ in ways(operator, SolveStep.ALL):
            if not is_cage(operator.cube):
                raise InternalSWError("the 3x3 solver did not finish the cage")
            yield True


@restoring
def _trackers(operator: Operator, scheme: ColorScheme | None) -> Iterator[FacesTrackerHolder]:
    """Let trackers hold the colours of the faces until the block ends."""
    with (
        FacesTrackerHolder(operator, scheme=scheme) as holder,
        operator.cube.with_faces_color_provider(holder),
    ):
        yield holder


def is_cage(cube: Cube) -> bool:
    """Whether all edges and corners match the colours of the faces."""
    grids = cube.colors().reshape(6, cube.size, cube.size)
    goal = np.array([cube.scheme.colors.index(face.color) for face in cube.faces])
    right = grids == goal[:, None, None]
    right[:, 1:-1, 1:-1] = True
    return bool(right.all())
