"""Commutators of centre cells as data: which moves, and which cells change places.

The pattern is `m F m2 F' m' F m2' F'`, the commutator of `m` and `F m2 F'`. `m` turns the layers
that hold the target cells and carries the source face to the target face; `F` is a turn of the
target face; `m2` turns, like `m`, the layers in which `F` puts the target cells. Where both sets of
layers have none in common, the two meet only in the target cells, and three sets of cells change
places: the source cells come to the target, the target cells to the second set on the source face,
and the second set to where the source cells were.

Nothing here asks for rectangles: the target may be any rows and any columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from cubesolve.errors import UnsupportedSizeError
from cubesolve.model import Cell, Face2FaceTranslator, FaceName
from cubesolve.model.face_translation import (
    cell_layer,
    connections,
    layers_are_columns,
    slice_move,
)
from cubesolve.notation import Alg, Move

Block = tuple[Cell, Cell]  # two opposite corners, both included
Cells = tuple[Cell, ...]
Way = tuple[int, int, int]  # axis, turns of the slice about it, turns of the target face


@dataclass(frozen=True)
class CellSet:
    """The cells where some rows meet some columns of a face's centre.

    >>> CellSet((0,), (1, 3)).cells
    ((0, 1), (0, 3))
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.rows or not self.columns:
            raise ValueError("expected at least one row and one column")
        object.__setattr__(self, "rows", tuple(sorted(set(self.rows))))
        object.__setattr__(self, "columns", tuple(sorted(set(self.columns))))

    @classmethod
    def of_block(cls, block: Block) -> CellSet:
        """Return the cells of a rectangle, given by two opposite corners."""
        (r1, c1), (r2, c2) = block
        rows = range(min(r1, r2), max(r1, r2) + 1)
        return cls(tuple(rows), tuple(range(min(c1, c2), max(c1, c2) + 1)))

    @property
    def cells(self) -> Cells:
        """The cells row by row."""
        return tuple((row, column) for row in self.rows for column in self.columns)

    def __len__(self) -> int:
        return len(self.rows) * len(self.columns)


@dataclass(frozen=True)
class CommunicatorResult:
    """A commutator: its algorithm, and the three sets of cells that it carries round.

    Cells correspond by their place in the tuples: what is at `source[i]` of the source face comes
    to `target[i]` of the target face, that to `second[i]` of the source face, and that to where the
    source cell was. If the source face was turned first and not turned back (`preserve_state` was
    false), that face as a whole stays turned by `source_turns`, and `second` is where the cells are
    then.
    """

    source_face: FaceName
    target_face: FaceName
    slice_name: str
    algorithm: Alg
    source: Cells
    target: Cells
    second: Cells
    natural_source: Cells
    source_turns: int

    @property
    def source_block(self) -> Block:
        """The corners of the source cells."""
        return bounds(self.source)

    @property
    def target_block(self) -> Block:
        """The corners of the target cells."""
        return bounds(self.target)

    @property
    def second_block(self) -> Block:
        """The corners of the second cells."""
        return bounds(self.second)


def bounds(cells: Iterable[Cell]) -> Block:
    """Return the bottom left and the top right corner of cells."""
    rows, columns = zip(*cells, strict=True)
    return (min(rows), min(columns)), (max(rows), max(columns))


def rotate_cell(cell: Cell, turns: int, inner: int) -> Cell:
    """Return where clockwise quarter turns of its face bring a cell."""
    row, column = cell
    for _ in range(turns % 4):
        row, column = inner - 1 - column, row
    return row, column


def valid_ways(size: int, source: FaceName, target: FaceName, cells: CellSet) -> list[Way]:
    """Return the ways in which a commutator moves these cells, slices in the order of their names.

    A way is valid if the layers of the cells, and those of the cells after the target face has
    turned, have none in common.
    """
    inner = size - 2
    if not (cells.rows[0] >= 0 and cells.rows[-1] < inner):
        raise ValueError(f"expected rows from 0 to {inner - 1}, got {cells.rows}")
    if not (cells.columns[0] >= 0 and cells.columns[-1] < inner):
        raise ValueError(f"expected columns from 0 to {inner - 1}, got {cells.columns}")
    found = []
    for axis, slice_turns in sorted(connections(source, target), key=lambda way: _name(way[0])):
        for face_turns in (1, 3):
            if disjoint(cells, inner, rows_meet_same_columns(target, axis, face_turns)):
                found.append((axis, slice_turns, face_turns))
    return found


def rows_meet_same_columns(target: FaceName, axis: int, face_turns: int) -> bool:
    """Whether turning the target face brings rows into the columns of the same numbers.

    Otherwise it brings row r into column n-1-r. A clockwise turn sends (r, c) to (n-1-c, r): where
    layers are columns, row r gets into column r; where they are rows, column c into row n-1-c.
    """
    return layers_are_columns(target, axis) == (face_turns == 1)


def disjoint(cells: CellSet, inner: int, same: bool) -> bool:
    """Whether no row number, mirrored unless `same`, is a column number."""
    rows = cells.rows if same else (inner - 1 - row for row in cells.rows)
    return set(cells.columns).isdisjoint(rows)


@lru_cache(maxsize=4096)
def natural_source(size: int, source: FaceName, target: FaceName, axis: int) -> Cells:
    """Return the source cell that a slice leads to the target's (0, 0), and the steps from it.

    The second and third entry are what one more row and one more column of the target add.
    """
    translate = Face2FaceTranslator(size).translate
    images = [
        next(way.target for way in translate(target, source, cell) if way.axis == axis)
        for cell in ((0, 0), (1, 0), (0, 1))
    ]
    (row, column), by_row, by_column = images
    return (
        (row, column),
        (by_row[0] - row, by_row[1] - column),
        (by_column[0] - row, by_column[1] - column),
    )


@lru_cache(maxsize=4096)
def commutator(
    size: int,
    source: FaceName,
    target: FaceName,
    cells: CellSet,
    source_turns: int = 0,
    preserve_state: bool = True,
    way: Way | None = None,
) -> CommunicatorResult:
    """Return the commutator that brings cells of the source face to cells of the target face.

    The source cells are the natural ones, from which the slice leads straight to the target, if
    `source_turns` is 0; else the source face is first turned clockwise by that many quarter turns
    to bring them there, and turned back at the end if the state is to be preserved.

    Raises `ValueError` if these cells cannot be moved so. The same question gets the same object.
    """
    if size < 4:
        raise UnsupportedSizeError(f"expected a size of at least 4, got {size}")
    ways = valid_ways(size, source, target, cells)
    if not ways or (way is not None and way not in ways):
        raise ValueError(f"the layers of rows {cells.rows} and columns {cells.columns} meet")
    axis, slice_turns, face_turns = ways[0] if way is None else way
    inner = size - 2
    (r0, c0), (r1, c1), (r2, c2) = natural_source(size, source, target, axis)

    def on_source(cell: Cell) -> Cell:
        row, column = cell
        return r0 + row * r1 + column * r2, c0 + row * c1 + column * c2

    target_cells = cells.cells
    turned = tuple(rotate_cell(cell, face_turns, inner) for cell in target_cells)
    natural = tuple(map(on_source, target_cells))
    second = tuple(map(on_source, turned))
    start = tuple(rotate_cell(cell, -source_turns, inner) for cell in natural)
    alg = _algorithm(size, target, axis, slice_turns, face_turns, target_cells, turned)
    if source_turns % 4:
        setup = Move(source.value, ((1, 1),), _shortest(source_turns))
        alg = Alg((setup,)) + alg
        if preserve_state:
            alg = alg + setup.inverse()
            second = tuple(rotate_cell(cell, -source_turns, inner) for cell in second)
    return CommunicatorResult(
        source_face=source,
        target_face=target,
        slice_name=_name(axis),
        algorithm=alg,
        source=start,
        target=target_cells,
        second=second,
        natural_source=natural,
        source_turns=source_turns % 4,
    )


def _algorithm(
    size: int,
    target: FaceName,
    axis: int,
    slice_turns: int,
    face_turns: int,
    cells: Cells,
    turned: Cells,
) -> Alg:
    m = slice_move(size, axis, _layers(size, target, cells, axis), slice_turns)
    m2 = slice_move(size, axis, _layers(size, target, turned, axis), slice_turns)
    f = Move(target.value, ((1, 1),), _shortest(face_turns))
    return Alg((m, f, m2, f.inverse(), m.inverse(), f, m2.inverse(), f.inverse()))


def _layers(size: int, face: FaceName, cells: Iterable[Cell], axis: int) -> list[int]:
    return sorted({cell_layer(size, face, cell, axis) for cell in cells})


def _name(axis: int) -> str:
    return "MES"[axis]


def _shortest(turns: int) -> int:
    return -1 if turns % 4 == 3 else turns % 4
