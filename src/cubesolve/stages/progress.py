"""`Progress`: how far a cube is solved, read from the cube alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube, FaceName
from cubesolve.model.geometry import CORNER_FACES, EDGE_FACES, N_FACES, D, U, opposite_face
from cubesolve.protocols import SolveStep
from cubesolve.stages.layers.holding import (
    best_hold,
    grids_of,
    has_center,
    has_cross,
    has_pairs,
    layers_done,
    numbers_of,
)
from cubesolve.words.progress import NOT_REDUCED, status_text

Mask = npt.NDArray[np.bool_]

# Which corners and edges are on each face.
_CORNERS_ON = np.array([[f in faces for faces in CORNER_FACES] for f in range(N_FACES)])
_EDGES_ON = np.array([[f in faces for faces in EDGE_FACES] for f in range(N_FACES)])
_SOLVED = (SolveStep.ALL, SolveStep.L3, SolveStep.PLL)
_OF_3X3 = (SolveStep.L1X, SolveStep.L1, SolveStep.L2, SolveStep.F2L, SolveStep.L3X, SolveStep.OLL)
# The smallest size on which a step has something to do, if it is not 2.
_FROM_SIZE = {
    **dict.fromkeys((SolveStep.L1X, SolveStep.L2, SolveStep.L3X, SolveStep.FIRST_CROSS), 3),
    **dict.fromkeys((SolveStep.CENTERS, SolveStep.EDGES), 4),
    **dict.fromkeys((SolveStep.FIRST_CENTERS, SolveStep.FIRST_EDGES, SolveStep.LAST_EDGES), 4),
}


def status_of(cube: Cube, steps: Iterable[SolveStep]) -> str:
    """Return in words how far a cube is solved on a way of these steps.

    >>> way = (SolveStep.CENTERS, SolveStep.EDGES)
    >>> status_of(Cube(4), way), status_of(Cube.from_alg("Rw U Fw", 4), way)
    ('solved', 'not solved yet')
    """
    furthest = SolveStep.ALL if cube.solved else Progress(cube).furthest(steps)
    return status_text(furthest, cube.n_slices)


def status_3x3(cube: Cube, steps: Iterable[SolveStep]) -> str:
    """Return in words how far a cube is solved by a method for what turns like a 3x3."""
    return status_of(cube, steps) if cube.is3x3 else NOT_REDUCED


class Progress:
    """What of a cube is solved as it is now; make another one after a turn."""

    def __init__(self, cube: Cube) -> None:
        self.cube = cube

    def furthest(self, steps: Iterable[SolveStep]) -> SolveStep | None:
        """Return the last step that is reached with all before it.

        Steps that have nothing to do at this size, such as the centres of a 3x3, are passed over.
        """
        found = None
        for step in steps:
            if not self.has_reached(step):
                break
            if self.cube.size >= _FROM_SIZE.get(step, 2):
                found = step
        return found

    def has_reached(self, step: SolveStep) -> bool:
        """Tell whether the goal of a step is there, whichever face is the first layer."""
        cube = self.cube
        if step in _SOLVED:
            return cube.solved
        if step == SolveStep.CENTERS:
            return self._are_centers_built
        if step == SolveStep.EDGES:
            return self._are_edges_whole
        if step == SolveStep.CAGE:
            return any(all(map(np.all, self._fitting(goal))) for goal in self._holds)
        if step in _OF_3X3:
            return (not cube.n_slices or cube.is3x3) and any(
                self._has_layers(goal, face, step)
                for goal in (self._holds if not cube.n_slices else [self._own_colors])
                for face in range(N_FACES)
            )
        return self._has_reached_layer(step)

    @cached_property
    def _are_centers_built(self) -> bool:
        cube = self.cube
        return all(map(cube.is_uniform_center, range(N_FACES))) and (
            cube.n_slices == 0 or self._own_colors in self._all_holds
        )

    @cached_property
    def _are_edges_whole(self) -> bool:
        edges = self.cube.colors()[self.cube.geometry.edge_slots]
        return bool((edges == edges[:, :1]).all())

    @cached_property
    def _own_colors(self) -> list[int]:
        """The colours of the faces by their middle cells, as numbers of the scheme."""
        colors = [self.cube.own_face_color(name) for name in FaceName]
        return [self.cube.scheme.colors.index(color) for color in colors]

    @cached_property
    def _all_holds(self) -> list[list[int]]:
        return [numbers_of(self.cube, scheme) for scheme in self.cube.scheme.rotations()]

    @property
    def _holds(self) -> list[list[int]]:
        """What the colours of the faces may be where centres do not count."""
        return self._all_holds if self.cube.is_even else [self._own_colors]

    def _right(self, goal: list[int]) -> Mask:
        """Return for every slot whether it has the colour of its face."""
        right: Mask = self.cube.colors().reshape(N_FACES, -1) == np.array(goal)[:, None]
        return right.ravel()

    def _fitting(self, goal: list[int]) -> tuple[Mask, Mask]:
        """Return which edges and which corners have the colours of their faces."""
        right, geometry = self._right(goal), self.cube.geometry
        edges = right[geometry.edge_slots].all(axis=(1, 2))
        return np.asarray(edges), right[np.array(geometry.corner_slots)].all(axis=1)

    def _has_layers(self, goal: list[int], face: int, step: SolveStep) -> bool:
        """Tell whether a reduced cube has reached a step with its first layer on this face."""
        edges, corners = self._fitting(goal)
        last = opposite_face(face)
        if not edges[_EDGES_ON[face]].all():
            return False
        if step == SolveStep.L1X:
            return True
        if not corners[_CORNERS_ON[face]].all():
            return False
        if step == SolveStep.L1:
            return True
        if not edges[~_EDGES_ON[last]].all():
            return False
        if step == SolveStep.L3X:
            return bool(edges.all())
        return step != SolveStep.OLL or bool(self._right(goal).reshape(N_FACES, -1)[last].all())

    @cached_property
    def _held(self) -> tuple[Cube, list[int]]:
        """The cube with its most complete layers at the bottom, and the colours of its faces."""
        hold = best_hold(self.cube)
        held = self.cube.copy()
        held.play(hold.turn)
        return held, numbers_of(held, hold.colors)

    def _has_reached_layer(self, step: SolveStep) -> bool:
        """Tell whether a step of layer by layer is reached, from the bottom up."""
        held, goal = self._held
        grids = grids_of(held)
        done = layers_done(grids, goal)
        if done > self.cube.n_slices:
            if step == SolveStep.LAST_EDGES:
                return self._are_edges_whole
            edges, _ = Progress(held)._fitting(goal)
            return step != SolveStep.LAST_CROSS or bool(edges[_EDGES_ON[U]].all())
        if step.kind == SolveStep.MIDDLE:
            return done > (step.layers or self.cube.n_slices)
        centers = has_center(grids, goal)
        if step == SolveStep.FIRST_CENTERS:
            return centers
        if step == SolveStep.FIRST_EDGES:
            return centers and has_pairs(held, goal[D])
        if step == SolveStep.FIRST_CROSS:
            return has_cross(grids, goal)
        return step == SolveStep.FIRST_LAYER and done > 0
