"""`NxNCenters`: builds all centres, each time by the step that gains most for its cost."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cubesolve.errors import InternalSWError
from cubesolve.model import Cube, FaceName
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.stages.center_steps import (
    Connection,
    best_center_steps,
    connection_table,
    step_alg,
)
from cubesolve.stages.gains import gained, right_cells
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words import centers as words
from cubesolve.words.reasons import most_for_its_length

if TYPE_CHECKING:
    from cubesolve.kernels.centers import Step

SEVERAL_FROM = 12  # sizes where to look again after each step would take more time than it saves


class NxNCenters:
    """Makes every centre one colour, whatever it looks like before.

    Most cells travel by exchanges of lines between two faces (three turns), which leave all other
    centres alone; where these gain no more, commutators place single cells, or several in one line.
    """

    def solve(self, operator: Operator) -> None:
        """Build all centres; edges and corners are not looked after."""
        cube = operator.cube
        if cube.size < 4:
            return
        with FacesTrackerHolder(operator) as holder:
            while not _are_built(cube, holder):
                with holder.preserve_physical_faces():
                    self._play_best(operator, holder)

    def _play_best(self, operator: Operator, holder: FacesTrackerHolder) -> None:
        """Play the best step, on large cubes also the best ones of faces that it does not touch."""
        cube = operator.cube
        colors = holder.face_colors
        goal = [cube.scheme.colors.index(colors[name]) for name in FaceName]
        numbers = range(len(connection_table(cube.size)[0]))
        found = best_center_steps(cube, goal, numbers, only_best=cube.size < SEVERAL_FROM)
        if not found:
            raise InternalSWError("no step improves the centres")
        touched: set[FaceName] = set()
        for way, step, chosen in found:
            if touched.isdisjoint((way.source, way.target)):
                touched |= {way.source, way.target}
                _play(operator, way, step, chosen, goal)


def _are_built(cube: Cube, holder: FacesTrackerHolder) -> bool:
    return all(
        center.is3x3 and center.color == holder.get_face_color(center.face.name)
        for center in cube.centers
    )


def _play(
    operator: Operator, way: Connection, step: Step, chosen: list[int], goal: list[int]
) -> None:
    from cubesolve.kernels import centers as kernel

    kind, gain = step.kind, step.gain
    cube = operator.cube
    alg = step_alg(cube.size, way, step, chosen)
    source, target = way.source, way.target
    moved, targets = gained(cube, alg, lambda seen: right_cells(seen, goal))
    if kind in (kernel.HALF, kernel.QUARTER):
        line = "column" if way.by_columns else "row"
        before = (source, step.source_turns), (target, step.target_turns)
        turned = [face for face, turns in before if turns]
        said = words.exchange(len(chosen), line, source, target, gain, turned)
    else:
        brought = _brought(cube, moved, targets)
        said = words.bring(brought, len(chosen), source if step.source_turns else "")
    with operator.annotate(*said, phase=Phase.CENTERS, moved=moved, targets=targets) as annotated:
        annotated.trackers = tuple(FacesTrackerHolder.tracked_slots(cube).items())
        annotated.reason = most_for_its_length(gain, "centre piece", len(alg.moves))
        operator.play(alg)


def _brought(cube: Cube, moved: list[int], targets: list[int]) -> list[tuple[int, str, str, str]]:
    """Return how many pieces of which colour go from which face to which, the most first."""
    area, names = cube.size**2, list(FaceName)
    ways = Counter(
        (cube.color_at(slot).name.lower(), names[slot // area], names[target // area])
        for slot, target in zip(moved, targets, strict=True)
    )
    return [(count, *way) for way, count in ways.most_common()]
