"""From face to face: which slices carry a centre cell to another face, and where it lands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import index

from cubesolve.model.colors import FaceName
from cubesolve.model.geometry import (
    AXIS_FACES,
    DOWNS,
    NORMALS,
    RIGHTS,
    Vector,
    cross,
    dot,
    geometry,
    scaled_sum,
)
from cubesolve.notation import Move
from cubesolve.notation.move import move_of

Cell = tuple[int, int]  # row from the bottom, column from the left

SLICE_NAMES = "MES"  # by axis
_SLICE_FOLLOWS_AXIS = (False, False, True)  # M and E follow L and D, S follows F


@dataclass(frozen=True)
class FaceTranslation:
    """One way from a cell of one face to a cell of another.

    `turns` quarter turns of the layers about `axis` (0, 1, 2 for R, U, F), clockwise seen from that
    face, carry `source` to `target`; both lie in the inner layer `layer`, counted from that face,
    the face itself being 0.
    """

    axis: int
    turns: int
    layer: int
    source: Cell
    target: Cell

    def move(self, size: int) -> Move:
        """Return the slice move, such as `[2]M'`, that carries source to target."""
        return slice_move(size, self.axis, [self.layer], self.turns)


class Face2FaceTranslator:
    """Answers for one size how cells travel between faces, from the frames of the faces alone."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._geometry = geometry(size)

    def translate(
        self, source: FaceName | str, target: FaceName | str, cell: Cell
    ) -> tuple[FaceTranslation, ...]:
        """Return the ways of a cell from a face to another: one if they are adjacent, else two.

        >>> [str(way.move(5)) for way in Face2FaceTranslator(5).translate("U", "F", (0, 2))]
        ['[3]M']
        """
        inner = self.size - 2
        if not (0 <= cell[0] < inner and 0 <= cell[1] < inner):
            raise ValueError(f"expected a cell within {inner}x{inner}, got {cell}")
        ways = []
        for axis, turns in connections(FaceName(source), FaceName(target)):
            layer = cell_layer(self.size, FaceName(source), cell, axis)
            landed = self._carried(FaceName(source), FaceName(target), cell, axis, turns)
            ways.append(FaceTranslation(axis, turns, layer, cell, landed))
        return tuple(ways)

    def _carried(
        self, source: FaceName, target: FaceName, cell: Cell, axis: int, turns: int
    ) -> Cell:
        point = self._geometry.point(self._geometry.center_slot(source.number, *cell))
        normal = NORMALS[AXIS_FACES[axis]]
        for _ in range(turns):
            point = _quarter_turn(point, normal)
        _, row, column = self._geometry.place(self._geometry.slot_at(target.number, point))
        return self.size - 2 - row, column - 1


@cache
def connections(source: FaceName, target: FaceName) -> tuple[tuple[int, int], ...]:
    """Return the axes, with quarter turns, about which inner layers carry a face to another."""
    if source == target:
        raise ValueError(f"expected two faces, got {source} twice")
    start, end = NORMALS[source.number], NORMALS[target.number]
    found = []
    for axis, positive in enumerate(AXIS_FACES):
        normal = NORMALS[positive]
        if dot(normal, start) == 0 and dot(normal, end) == 0:
            turned, turns = start, 0
            while turned != end:
                turned, turns = cross(turned, normal), turns + 1
            found.append((axis, turns))
    return tuple(found)


def cell_layer(size: int, face: FaceName, cell: Cell, axis: int) -> int:
    """Return the layer about an axis, the positive face being 0, that a face's cell lies in."""
    along = NORMALS[AXIS_FACES[axis]]
    row, column = size - 2 - cell[0], cell[1] + 1
    reach = size - 1
    if dot(RIGHTS[face.number], along):
        coordinate = dot(RIGHTS[face.number], along) * (2 * column - reach)
    else:
        coordinate = dot(DOWNS[face.number], along) * (2 * row - reach)
    return (reach - coordinate) // 2


def layers_are_columns(face: FaceName, axis: int) -> bool:
    """Whether layers about an axis cut a face in columns, not in rows."""
    return dot(RIGHTS[face.number], NORMALS[AXIS_FACES[axis]]) != 0


def slice_move(size: int, axis: int, layers: list[int], turns: int) -> Move:
    """Return the move of M, E or S that turns these inner layers about an axis.

    Layers count from the positive face, which is 0; turns are clockwise seen from it.
    """
    if _SLICE_FOLLOWS_AXIS[axis]:
        indexes, amount = list(layers), turns
    else:
        indexes, amount = [size - 1 - layer for layer in layers], -turns
    amount %= 4
    ranges = tuple((i, i) for i in map(index, indexes))
    return move_of(SLICE_NAMES[axis], ranges, -1 if amount == 3 else index(amount))


def _quarter_turn(point: Vector, normal: Vector) -> Vector:
    """Return a point turned clockwise about an axis, seen from where it points to."""
    height = dot(point, normal)
    flat = scaled_sum((1, point), (-height, normal))
    return scaled_sum((1, cross(flat, normal)), (height, normal))
