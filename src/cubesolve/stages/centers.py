"""`NxNCenters`: builds all centres, each time by the step that gains most for its cost."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.errors import InternalSWError
from cubesolve.model import Cube, FaceName
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.stages.center_steps import Connection, connection_table, step_alg
from cubesolve.stages.gains import center_cells, gained, right_cells
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words import centers as words

Ints = npt.NDArray[np.int64]

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
        from cubesolve.kernels import centers as kernel

        cube = operator.cube
        ways, rows = connection_table(cube.size)
        colors = holder.face_colors
        goal = [cube.scheme.colors.index(colors[name]) for name in FaceName]
        ratios = np.zeros(len(ways))
        steps = np.zeros((len(ways), 6), dtype=np.int64)
        lines = np.zeros((len(ways), cube.n_slices), dtype=np.uint8)
        kernel.best_steps(
            center_cells(cube), np.array(goal, dtype=np.uint8), rows, ratios, steps, lines
        )
        if not ratios.any():
            raise InternalSWError("no step improves the centres")
        touched: set[FaceName] = set()
        for number in np.argsort(-ratios, kind="stable"):
            way = ways[number]
            if ratios[number] > 0 and touched.isdisjoint((way.source, way.target)):
                if touched and cube.size < SEVERAL_FROM:
                    return
                touched |= {way.source, way.target}
                chosen = np.flatnonzero(lines[number]).tolist()
                _play(operator, way, steps[number].tolist(), chosen, goal)


def _are_built(cube: Cube, holder: FacesTrackerHolder) -> bool:
    return all(
        center.is3x3 and center.color == holder.get_face_color(center.face.name)
        for center in cube.centers
    )


def _play(
    operator: Operator, way: Connection, step: list[int], chosen: list[int], goal: list[int]
) -> None:
    from cubesolve.kernels import centers as kernel

    kind, *_, gain = step
    cube = operator.cube
    alg = step_alg(cube.size, way, step, chosen)
    source, target = way.source, way.target
    if kind in (kernel.HALF, kernel.QUARTER):
        line = "column" if way.by_columns else "row"
        said = words.exchange(len(chosen), line, source, target, gain)
    else:
        color = cube.scheme.colors[goal[target.number]].name.lower()
        said = words.bring(len(chosen), color, source, target)
    moved, targets = gained(cube, alg, lambda seen: right_cells(seen, goal))
    with operator.annotate(*said, phase=Phase.CENTERS, moved=moved, targets=targets) as annotated:
        annotated.trackers = tuple(FacesTrackerHolder.tracked_slots(cube).items())
        operator.play(alg)
