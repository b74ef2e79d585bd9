"""Steps that build centres: the ways between faces, and the moves of exchanges and commutators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cubesolve.commutators import CellSet, commutator, natural_source
from cubesolve.model import Cube, FaceName
from cubesolve.model.face_translation import (
    cell_layer,
    connections,
    layers_are_columns,
    slice_move,
)
from cubesolve.notation import Alg, Move
from cubesolve.stages.gains import center_cells

if TYPE_CHECKING:
    from cubesolve.kernels.centers import Connection as KernelConnection
    from cubesolve.kernels.centers import Step


NO_COLOR = 255  # of a face whose centre may have any


@dataclass(frozen=True)
class Connection:
    """A way from one face to another through the layers of an axis."""

    source: FaceName
    target: FaceName
    axis: int
    turns: int
    by_columns: bool


Way = tuple[Connection, "KernelConnection"]  # the same as the kernel reads it
Found = tuple[Connection, "Step", list[int]]  # a step, and the lines that take part


def best_center_steps(
    cube: Cube, goal: Sequence[int], ways: Sequence[Way], only_best: bool
) -> list[Found]:
    """Return the step of each way that gains most for its cost, the best first, with its lines.

    `goal` has the number of the colour that belongs on each face, `NO_COLOR` where any may be. With
    `only_best` it looks only for the best of all, which is quicker.
    """
    from cubesolve.kernels import centers as kernel

    cells, colors = center_cells(cube), np.array(goal, dtype=np.uint8)
    room, chosen = kernel.new_room(cube.n_slices), np.zeros(cube.n_slices, dtype=np.uint8)
    found: list[Found] = []
    least = 0.0
    for way, connection in ways:
        step = kernel.best_step(cells, colors, connection, least, room, chosen)
        if step.gain > 0:
            found.append((way, step, np.flatnonzero(chosen).tolist()))
            least = step.ratio if only_best else 0.0
    if only_best:
        return found[-1:]
    return sorted(found, key=lambda one: -one[1].ratio)


def step_alg(size: int, way: Connection, step: Step, chosen: list[int]) -> Alg:
    """Return the moves of a step as the kernel names it."""
    from cubesolve.kernels import centers as kernel

    face_turns = 1 if way.by_columns == bool(step.same) else 3
    if step.kind in (kernel.HALF, kernel.QUARTER):
        turns = 2 if step.kind == kernel.HALF else face_turns
        return _exchange(size, way, step, chosen, turns)
    by_lines = step.kind == kernel.COMMUTATOR_LINES
    lines, places = (chosen, [step.one]) if by_lines else ([step.one], chosen)
    rows, columns = (places, lines) if way.by_columns else (lines, places)
    cells = CellSet(tuple(rows), tuple(columns))
    turns_of = way.axis, way.turns, face_turns
    found = commutator(size, way.source, way.target, cells, step.source_turns, False, turns_of)
    return found.algorithm


def _exchange(size: int, way: Connection, step: Step, lines: list[int], turns: int) -> Alg:
    layers = [_layer(size, way, line) for line in lines]
    out = slice_move(size, way.axis, layers, way.turns)
    first = [
        Move(face.value, ((1, 1),), _shortest(amount))
        for face, amount in ((way.source, step.source_turns), (way.target, step.target_turns))
        if amount
    ]
    return Alg((*first, out, Move(way.target.value, ((1, 1),), _shortest(turns)), out.inverse()))


@cache
def connection_table(size: int) -> list[Way]:
    """Return all ways between faces, each also as the kernel reads it."""
    from cubesolve.kernels import centers as kernel

    ways = []
    for source in FaceName:
        for target in FaceName:
            if source == target:
                continue
            for axis, turns in connections(source, target):
                by_columns = layers_are_columns(target, axis)
                start, by_row, by_column = natural_source(size, source, target, axis)
                way = Connection(source, target, axis, turns, by_columns)
                numbers = source.number, target.number, int(by_columns), turns
                ways.append((way, kernel.Connection(*numbers, *start, *by_row, *by_column)))
    return ways


def _layer(size: int, way: Connection, line: int) -> int:
    return cell_layer(size, way.target, (0, line) if way.by_columns else (line, 0), way.axis)


def _shortest(turns: int) -> int:
    return -1 if turns % 4 == 3 else turns % 4
