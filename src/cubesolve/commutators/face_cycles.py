"""Commutators that carry centre cells round two or three faces, as data.

The pattern is that of `cycles`, `m F m2 F' m' F m2' F'`, but `m` and `m2` may be turned by
different amounts: then the cells that come to the target face and those to which its own cells go
are on different faces, and three faces gain by eight turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cubesolve.commutators.cycles import (
    Cells,
    CellSet,
    disjoint,
    natural_source,
    rotate_cell,
    rows_meet_same_columns,
)
from cubesolve.errors import UnsupportedSizeError
from cubesolve.model import Cell, FaceName
from cubesolve.model.face_translation import cell_layer, connections, layers_are_columns, slice_move
from cubesolve.notation import Alg, Move


@dataclass(frozen=True)
class Ring:
    """A target face, an axis whose layers cut it, and the faces that they carry to it.

    `sources` are those that one, two and three quarter turns about the axis carry there.
    """

    target: FaceName
    axis: int
    sources: tuple[FaceName, FaceName, FaceName]

    @property
    def by_columns(self) -> bool:
        """Whether the layers are columns of the target, not rows."""
        return layers_are_columns(self.target, self.axis)


@dataclass(frozen=True)
class FaceCycle:
    """A commutator: its algorithm, and the three sets of cells that it carries round.

    What is at `source[i]` of the source face comes to `target[i]` of the target face, that to
    `second[i]` of the second face, and that to `source[i]`. All else is as before.
    """

    algorithm: Alg
    source_face: FaceName
    target_face: FaceName
    second_face: FaceName
    source: Cells
    target: Cells
    second: Cells


@cache
def rings() -> tuple[Ring, ...]:
    """Return all twelve rings."""
    found = []
    for target in FaceName:
        for axis in range(3):
            sources = {
                turns: source
                for source in FaceName
                if source != target
                for about, turns in connections(source, target)
                if about == axis
            }
            if sources:
                found.append(Ring(target, axis, (sources[1], sources[2], sources[3])))
    return tuple(found)


def face_cycle(
    size: int,
    ring: Ring,
    cells: CellSet,
    slice_turns: tuple[int, int],
    face_turns: int,
    target_turns: int = 0,
    second_turns: int = 0,
) -> FaceCycle:
    """Return the commutator of a ring's layers around the target cells.

    `slice_turns` are quarter turns of the layers, first those with the target cells, then those in
    which `face_turns` (1 or 3) of the target face puts them. The target and the second face are
    first turned by `target_turns` and `second_turns`, and back at the end; `cells` are those of the
    target face after that. Raises `ValueError` where both need the same layer.

    >>> flat = next(ring for ring in rings() if ring.target == "F" and ring.axis == 0)
    >>> found = face_cycle(4, flat, CellSet((0,), (1,)), (1, 3), 1)
    >>> print(found.algorithm, found.source_face, found.second_face)
    [2]M' F [1]M F' [2]M F [1]M' F' D U
    """
    if size < 4:
        raise UnsupportedSizeError(f"expected a size of at least 4, got {size}")
    target, axis, inner = ring.target, ring.axis, size - 2
    if not disjoint(cells, inner, rows_meet_same_columns(target, axis, face_turns)):
        raise ValueError(f"the layers of rows {cells.rows} and columns {cells.columns} meet")
    source_face, second_face = (ring.sources[turns - 1] for turns in slice_turns)
    turned = tuple(rotate_cell(cell, face_turns, inner) for cell in cells.cells)

    def layers(of: Cells) -> list[int]:
        return sorted({cell_layer(size, target, cell, axis) for cell in of})

    m = slice_move(size, axis, layers(cells.cells), slice_turns[0])
    m2 = slice_move(size, axis, layers(turned), slice_turns[1])
    f = Alg(_turn(target, face_turns))
    core = f + m2 + f.inverse() + m.inverse() + f + m2.inverse()
    alg = (
        Alg((*_turn(second_face, second_turns), *_turn(target, target_turns), m))
        + core
        + Alg((*_turn(target, -face_turns - target_turns), *_turn(second_face, -second_turns)))
    )
    # Turns of the faces first are taken back in the places of the cells.
    second = [_on_source(size, second_face, target, axis, cell) for cell in turned]
    source = [_on_source(size, source_face, target, axis, cell) for cell in cells.cells]
    if source_face == second_face:
        source = [rotate_cell(cell, -second_turns, inner) for cell in source]
    return FaceCycle(
        alg,
        source_face,
        target,
        second_face,
        tuple(source),
        tuple(rotate_cell(cell, -target_turns, inner) for cell in cells.cells),
        tuple(rotate_cell(cell, -second_turns, inner) for cell in second),
    )


def _on_source(size: int, source: FaceName, target: FaceName, axis: int, cell: Cell) -> Cell:
    (r0, c0), (r1, c1), (r2, c2) = natural_source(size, source, target, axis)
    row, column = cell
    return r0 + row * r1 + column * r2, c0 + row * c1 + column * c2


def _turn(face: FaceName, turns: int) -> tuple[Move, ...]:
    turns %= 4
    return (Move(face.value, ((1, 1),), -1 if turns == 3 else turns),) if turns else ()
