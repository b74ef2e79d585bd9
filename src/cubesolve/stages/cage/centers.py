"""`CageCenters`: fills a cage with its centres, by commutators that leave it as it is."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.commutators import CellSet, FaceCycle, Ring, face_cycle, natural_source, rings
from cubesolve.errors import InternalSWError
from cubesolve.model import Cube, FaceName
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.stages.gains import center_cells, gained, right_cells
from cubesolve.stages.shadow import name_at_start
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words import cage as words

Ints = npt.NDArray[np.int64]

SEVERAL_FROM = 16  # sizes where to look at all faces again after each step would take too long
_GOOD_ENOUGH = 0.6  # of the best step's gain for its cost, for another one of other faces


class CageCenters:
    """Makes every centre the colour of its cage, each time by what gains most for its cost.

    All steps are commutators that carry sets of cells round two or three faces: when one ends,
    edges and corners are where they were.
    """

    def solve(self, operator: Operator, holder: FacesTrackerHolder) -> None:
        """Fill all centres with the colours that the trackers tell."""
        cube = operator.cube
        if cube.size < 4:
            return
        colors = holder.face_colors
        goal = [cube.scheme.colors.index(colors[name]) for name in FaceName]
        names = {face: name_at_start(operator.history, face) for face in FaceName}
        search = _Search(cube, goal)
        while not search.is_done():
            found = search.next_cycle()
            with holder.preserve_physical_faces():
                _play(operator, found, goal, names)


class _Search:
    """The next commutator, and what the one before it leaves to merge with."""

    def __init__(self, cube: Cube, goal: list[int]) -> None:
        self.cube = cube
        self.goal = np.array(goal, dtype=np.uint8)
        self.free = np.ones(6, dtype=np.uint8)
        self.first_ratio = 0.0
        self.tail = (-1, 0)

    def is_done(self) -> bool:
        """Whether all cells are right."""
        return bool(np.all(center_cells(self.cube) == self.goal[:, None, None]))

    def next_cycle(self) -> FaceCycle:
        """Return the best commutator, on large cubes the best of faces not touched lately."""
        from cubesolve.kernels import face_cycles as kernel

        n = self.cube.n_slices
        step = np.zeros(7, dtype=np.int64)
        lines, places = np.zeros(n, dtype=np.uint8), np.zeros(n, dtype=np.uint8)
        table = _table(self.cube.size)
        while True:
            cells = center_cells(self.cube)
            ratio = kernel.best_cycle(
                cells, self.goal, table, self.free, 4, *self.tail, step, lines, places
            )
            if ratio > _GOOD_ENOUGH * self.first_ratio:
                break
            if self.free.all():
                raise InternalSWError("no commutator improves the centres")
            self.free[:] = 1
            self.first_ratio = 0.0
        found = self._cycle(step.tolist(), np.flatnonzero(lines), np.flatnonzero(places))
        if self.cube.size >= SEVERAL_FROM:
            self.first_ratio = max(ratio, self.first_ratio)
            for face in (found.source_face, found.target_face, found.second_face):
                self.free[face.number] = 0
        return found

    def _cycle(self, step: list[int], lines: Ints, places: Ints) -> FaceCycle:
        number, first, second, face_turns, target_turns, second_turns, _ = step
        ring = rings()[number]
        rows, columns = (places, lines) if ring.by_columns else (lines, places)
        cells = CellSet(tuple(rows.tolist()), tuple(columns.tolist()))
        found = face_cycle(
            self.cube.size,
            ring,
            cells,
            (first + 1, second + 1),
            face_turns,
            target_turns,
            second_turns,
        )
        if second_turns:
            self.tail = found.second_face.number, -second_turns % 4
        else:
            self.tail = ring.target.number, (-face_turns - target_turns) % 4
        return found


def _play(
    operator: Operator, found: FaceCycle, goal: list[int], names: dict[FaceName, str]
) -> None:
    cube = operator.cube
    source, target, second = (
        names[face] for face in (found.source_face, found.target_face, found.second_face)
    )
    moved, targets = gained(cube, found.algorithm, lambda seen: right_cells(seen, goal))
    with operator.annotate(
        *words.cycle(len(found.target), source, target, second),
        phase=Phase.CENTERS,
        moved=moved,
        targets=targets,
    ) as step:
        step.trackers = tuple(FacesTrackerHolder.tracked_slots(cube).items())
        operator.play(found.algorithm)


@cache
def _table(size: int) -> Ints:
    """Return all rings as the kernel reads them."""
    return np.array([_row(size, ring) for ring in rings()], dtype=np.int64)


def _row(size: int, ring: Ring) -> list[int]:
    row = [ring.target.number, int(ring.by_columns)]
    for source in ring.sources:
        start, by_row, by_column = natural_source(size, source, ring.target, ring.axis)
        row += [source.number, *start, *by_row, *by_column]
    return row
