"""Steps that build centres: the ways between faces, and the moves of exchanges and commutators."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.commutators import CellSet, commutator, natural_source
from cubesolve.model import FaceName
from cubesolve.model.face_translation import (
    cell_layer,
    connections,
    layers_are_columns,
    slice_move,
)
from cubesolve.notation import Alg, Move

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Connection:
    """A way from one face to another through the layers of an axis."""

    source: FaceName
    target: FaceName
    axis: int
    turns: int
    by_columns: bool


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


def _shortest(turns: int) -> int:
    return -1 if turns % 4 == 3 else turns % 4
