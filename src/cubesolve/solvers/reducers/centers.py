"""`NxNCenters`: builds all centres, each time by the step that gains most for its cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.commutators import CellSet, commutator, natural_source
from cubesolve.errors import InternalSWError
from cubesolve.model import Cube, FaceName
from cubesolve.model.face_translation import (
    cell_layer,
    connections,
    layers_are_columns,
    slice_move,
)
from cubesolve.notation import Alg, Move
from cubesolve.operator import Operator
from cubesolve.solvers.reducers.gains import Mask, gained
from cubesolve.trackers import FacesTrackerHolder

Ints = npt.NDArray[np.int64]

SEVERAL_FROM = 12  # sizes where to look again after each step would take more time than it saves


@dataclass(frozen=True)
class Connection:
    """A way from one face to another through the layers of an axis."""

    source: FaceName
    target: FaceName
    axis: int
    turns: int
    by_columns: bool


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
            cells_of(cube), np.array(goal, dtype=np.uint8), rows, ratios, steps, lines
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
        title = f"Exchange {_count(len(chosen), _line(way))} between {source} and {target}"
        more = "cell more is" if gain == 1 else "cells more are"
        about = (
            f"Turn {_count(len(chosen), 'inner layer')} from {source} into {target}, turn {target},"
            f" and turn back: {gain} {more} right."
        )
    else:
        color = cube.scheme.colors[goal[target.number]].name.lower()
        title = f"Bring {_count(len(chosen), f'{color} cell')} from {source} to {target}"
        about = "A commutator: three sets of cells change places, and nothing else moves."
    moved, targets = gained(cube, alg, lambda seen: _right_cells(seen, goal))
    with operator.annotate(title, about, moved=moved, targets=targets) as annotated:
        annotated.trackers = tuple(FacesTrackerHolder.tracked_slots(cube).items())
        operator.play(alg)


def step_alg(size: int, way: Connection, step: list[int], chosen: list[int]) -> Alg:
    """Return the moves of a step as the kernel names it."""
    from cubesolve.kernels import centers as kernel

    kind, source_turns, target_turns, same, one, _ = step
    face_turns = 1 if way.by_columns == bool(same) else 3
    if kind in (kernel.HALF, kernel.QUARTER):
        turns = 2 if kind == kernel.HALF else face_turns
        return _exchange(size, way, chosen, turns, source_turns, target_turns)
    by_lines = kind == kernel.COMMUTATOR_LINES
    return _commute(size, way, chosen, one, by_lines, source_turns, face_turns)


def _exchange(
    size: int, way: Connection, lines: list[int], turns: int, source_turns: int, target_turns: int
) -> Alg:
    layers = [_layer(size, way, line) for line in lines]
    out = slice_move(size, way.axis, layers, way.turns)
    first = [
        Move(face.value, ((1, 1),), _shortest(amount))
        for face, amount in ((way.source, source_turns), (way.target, target_turns))
        if amount
    ]
    return Alg((*first, out, Move(way.target.value, ((1, 1),), _shortest(turns)), out.inverse()))


def _commute(
    size: int,
    way: Connection,
    chosen: list[int],
    one: int,
    lines_chosen: bool,
    source_turns: int,
    face_turns: int,
) -> Alg:
    lines, places = (chosen, [one]) if lines_chosen else ([one], chosen)
    rows, columns = (places, lines) if way.by_columns else (lines, places)
    result = commutator(
        size,
        way.source,
        way.target,
        CellSet(tuple(rows), tuple(columns)),
        source_turns,
        False,
        (way.axis, way.turns, face_turns),
    )
    return result.algorithm


def _right_cells(cube: Cube, goal: list[int]) -> Mask:
    """Return for every slot whether it is a centre cell with the colour of its face."""
    grids = cube.colors().reshape(6, cube.size, cube.size)
    right: Mask = grids == np.array(goal)[:, None, None]
    right[:, [0, -1], :] = False
    right[:, :, [0, -1]] = False
    return right.ravel()


def cells_of(cube: Cube) -> npt.NDArray[np.uint8]:
    """Return the colours of all centre cells, row 0 at the bottom."""
    grids = cube.colors().reshape(6, cube.size, cube.size)
    return np.ascontiguousarray(grids[:, -2:0:-1, 1:-1])


@cache
def connection_table(size: int) -> tuple[list[Connection], Ints]:
    """Return all ways between faces, and as the kernel reads them."""
    ways, rows = [], []
    for source in FaceName:
        for target in FaceName:
            if source == target:
                continue
            for axis, turns in connections(source, target):
                by_columns = layers_are_columns(target, axis)
                start, by_row, by_column = natural_source(size, source, target, axis)
                ways.append(Connection(source, target, axis, turns, by_columns))
                numbers = source.number, target.number, by_columns
                rows.append([*numbers, *start, *by_row, *by_column])
    return ways, np.array(rows, dtype=np.int64)


def _layer(size: int, way: Connection, line: int) -> int:
    return cell_layer(size, way.target, (0, line) if way.by_columns else (line, 0), way.axis)


def _line(way: Connection) -> str:
    return "column" if way.by_columns else "row"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _shortest(turns: int) -> int:
    return -1 if turns % 4 == 3 else turns % 4
