"""Steps that build centres: the ways between faces, and the moves of exchanges and commutators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
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
    from cubesolve.kernels.centers import Step


Ints = npt.NDArray[np.int64]

NO_COLOR = 255  # of a face whose centre may have any
_AT_ONCE = 20_000  # cells of connections that are looked at before the next look at the clock


@dataclass(frozen=True)
class Connection:
    """A way from one face to another through the layers of an axis."""

    source: FaceName
    target: FaceName
    axis: int
    turns: int
    by_columns: bool


Found = tuple[Connection, "Step", list[int]]  # a step, and the lines that take part


def best_center_steps(
    cube: Cube, goal: Sequence[int], numbers: Sequence[int], only_best: bool
) -> list[Found]:
    """Return the steps of connections that gain most for their cost, the best first.

    `goal` has the number of the colour that belongs on each face, `NO_COLOR` where any may be;
    `numbers` tells which connections to look at. With `only_best` it returns one step at the most.
    """
    from cubesolve.kernels import centers as kernel

    ways, table = connection_table(cube.size)
    n = cube.n_slices
    found = kernel.new_found(len(numbers), n)
    known = center_cells(cube), np.array(goal, dtype=np.uint8)
    rows, room = table[list(numbers)], kernel.new_room(n)
    count = max(1, _AT_ONCE // n**2)
    best, least = -1, 0.0
    for first in range(0, len(numbers), count):
        checkpoint()
        part = slice(first, first + count)
        here = kernel.Found(*(array[part] for array in found))
        number = kernel.best_steps(*known, rows[part], only_best, least, room, here)
        if number >= 0:
            best, least = first + number, float(here.ratios[number])
    by_ratio = np.argsort(-found.ratios, kind="stable").tolist()
    return [
        (ways[numbers[k]], found.step(k), np.flatnonzero(found.lines[k]).tolist())
        for k in ([best] if only_best else by_ratio)
        if best >= 0 and found.ratios[k] > 0
    ]


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
        _face_turn(face, amount)
        for face, amount in ((way.source, step.source_turns), (way.target, step.target_turns))
        if amount
    ]
    return Alg((*first, out, _face_turn(way.target, turns), out.inverse()))


@cache
def connection_table(size: int) -> tuple[list[Connection], Ints]:
    """Return all ways between faces, and as the kernel reads them."""
    from cubesolve.kernels import centers as kernel

    ways, rows = [], []
    for source in FaceName:
        for target in FaceName:
            if source == target:
                continue
            for axis, turns in connections(source, target):
                by_columns = layers_are_columns(target, axis)
                start, by_row, by_column = natural_source(size, source, target, axis)
                ways.append(Connection(source, target, axis, turns, by_columns))
                numbers = source.number, target.number, int(by_columns), turns
                rows.append(kernel.Connection(*numbers, *start, *by_row, *by_column))
    return ways, np.array(rows, dtype=np.int64)


def _layer(size: int, way: Connection, line: int) -> int:
    return cell_layer(size, way.target, (0, line) if way.by_columns else (line, 0), way.axis)


@cache
def _face_turn(face: FaceName, turns: int) -> Move:
    return Move(face.value, ((1, 1),), -1 if turns % 4 == 3 else turns % 4)
