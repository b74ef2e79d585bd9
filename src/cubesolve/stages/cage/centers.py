"""`CageCenters`: fills a cage with its centres, by commutators that leave it as it is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
from cubesolve.commutators import CellSet, FaceCycle, Ring, face_cycle, natural_source, rings
from cubesolve.errors import InternalSWError
from cubesolve.model import Cube, FaceName
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.stages.gains import center_cells, gained, right_cells
from cubesolve.stages.shadow import name_at_start
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words import cage as words
from cubesolve.words.reasons import most_for_its_length

if TYPE_CHECKING:
    from cubesolve.kernels.face_cycles import Cycle, Room, Task

Ints = npt.NDArray[np.int64]

SEVERAL_FROM = 16  # sizes where to look at all faces again after each step would take too long
_SETUPS = 4  # turns of the second face to begin with that are tried, none among them
_AT_ONCE = 10_000  # cells of rings that are looked at before the next look at the clock
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

        room = kernel.new_room(self.cube.n_slices)
        table = _table(self.cube.size)
        while True:
            cells = center_cells(self.cube)
            task = kernel.Task(cells, self.goal, *table, self.free, _SETUPS, *self.tail)
            cycle = _best_cycle(task, room)
            if cycle.ratio > _GOOD_ENOUGH * self.first_ratio:
                break
            if self.free.all():
                raise InternalSWError("no commutator improves the centres")
            self.free[:] = 1
            self.first_ratio = 0.0
        found = self._cycle(cycle, *(np.flatnonzero(chosen) for chosen in room.found))
        if self.cube.size >= SEVERAL_FROM:
            self.first_ratio = max(cycle.ratio, self.first_ratio)
            for face in (found.source_face, found.target_face, found.second_face):
                self.free[face.number] = 0
        return found

    def _cycle(self, cycle: Cycle, lines: Ints, places: Ints) -> FaceCycle:
        ring = rings()[cycle.ring]
        rows, columns = (places, lines) if ring.by_columns else (lines, places)
        cells = CellSet(tuple(rows.tolist()), tuple(columns.tolist()))
        found = face_cycle(
            self.cube.size,
            ring,
            cells,
            (cycle.first + 1, cycle.second + 1),
            cycle.face_turns,
            cycle.target_turns,
            cycle.second_turns,
        )
        if cycle.second_turns:
            self.tail = found.second_face.number, -cycle.second_turns % 4
        else:
            self.tail = ring.target.number, (-cycle.face_turns - cycle.target_turns) % 4
        return found


def _best_cycle(task: Task, room: Room) -> Cycle:
    """Return the commutator that gains most for its cost, and look at the clock on the way."""
    from cubesolve.kernels import face_cycles as kernel

    n_rings, count = len(task.rings), max(1, _AT_ONCE // task.colors.shape[1] ** 2)
    best = kernel.NO_CYCLE
    for start in range(0, n_rings, count):
        checkpoint()
        best = kernel.best_cycle(task, start, min(start + count, n_rings), best, room)
    return best


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
        before = np.count_nonzero(right_cells(cube, goal))
        operator.play(found.algorithm)
        gain = np.count_nonzero(right_cells(cube, goal)) - before
        step.reason = most_for_its_length(int(gain), "centre piece", len(found.algorithm.moves))


@cache
def _table(size: int) -> tuple[Ints, Ints]:
    """Return all rings, and their sources, as the kernel reads them."""
    from cubesolve.kernels import face_cycles as kernel

    def source(ring: Ring, face: FaceName) -> kernel.Source:
        start, by_row, by_column = natural_source(size, face, ring.target, ring.axis)
        return kernel.Source(face.number, *start, *by_row, *by_column)

    targets = [kernel.Ring(ring.target.number, int(ring.by_columns)) for ring in rings()]
    sources = [[source(ring, face) for face in ring.sources] for ring in rings()]
    return np.array(targets, dtype=np.int64), np.array(sources, dtype=np.int64)
