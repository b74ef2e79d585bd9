"""Where every slot lies, for every size, from one source: the frame of each face in space.

A cube of size N stands around the origin, x to the right, y up, z towards the viewer. Distances are
doubled to stay whole: a layer's coordinate runs from -(N-1) to N-1 in steps of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from operator import index

import numpy as np
import numpy.typing as npt

from cubesolve.errors import UnsupportedSizeError
from cubesolve.notation import SMALLEST_SIZE

Ints = npt.NDArray[np.int64]
Vector = tuple[int, int, int]

_ORBITS_KEPT = 50_000
MAX_SIZE = 18_000  # the slots of a larger cube would not fit an int32

U, R, F, D, L, B = range(6)
FACE_NAMES = "URFDLB"
N_FACES = 6

# The frame of each face: where it looks, and where its columns and rows run, seen from outside.
NORMALS: tuple[Vector, ...] = (
    (0, 1, 0), (1, 0, 0), (0, 0, 1), (0, -1, 0), (-1, 0, 0), (0, 0, -1),
)  # fmt: skip
RIGHTS: tuple[Vector, ...] = (
    (1, 0, 0), (0, 0, -1), (1, 0, 0), (1, 0, 0), (0, 0, 1), (-1, 0, 0),
)  # fmt: skip
DOWNS: tuple[Vector, ...] = (
    (0, 0, 1), (0, -1, 0), (0, -1, 0), (0, 0, -1), (0, -1, 0), (0, -1, 0),
)  # fmt: skip

_NAMING_ORDER = (U, D, F, B, R, L)  # as cubers name pieces: UFR, DB, FL


def dot(a: Vector, b: Vector) -> int:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def scaled_sum(*terms: tuple[int, Vector]) -> Vector:
    """Return the sum of vectors, each multiplied by its number."""
    x, y, z = (sum(factor * vector[i] for factor, vector in terms) for i in range(3))
    return x, y, z


def negative(vector: Vector) -> Vector:
    """Return the vector that points the other way."""
    return -vector[0], -vector[1], -vector[2]


def face_towards(direction: Vector) -> int:
    """Return the face that looks in this direction."""
    return NORMALS.index(direction)


def opposite_face(face: int) -> int:
    """Return the face on the other side."""
    return face_towards(negative(NORMALS[face]))


AXIS_FACES = tuple(face_towards(v) for v in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))  # R, U, F
AXIS_OF_FACE = tuple(
    next(axis for axis, positive in enumerate(AXIS_FACES) if dot(NORMALS[positive], normal))
    for normal in NORMALS
)


def _rotations() -> list[tuple[Vector, Vector, Vector]]:
    """Return the 24 ways to turn a cube, each as where x, y and z go; the first turns nothing."""
    return [
        (x, y, cross(x, y))
        for x in sorted(NORMALS, reverse=True)
        for y in sorted(NORMALS, reverse=True)
        if dot(x, y) == 0
    ]


def _turned(vector: Vector, rotation: tuple[Vector, Vector, Vector]) -> Vector:
    x, y, z = rotation
    return scaled_sum((vector[0], x), (vector[1], y), (vector[2], z))


ROTATIONS = tuple(_rotations())
ROTATED_FACES = tuple(
    tuple(face_towards(_turned(normal, rotation)) for normal in NORMALS) for rotation in ROTATIONS
)  # ROTATED_FACES[rotation][face]: where the rotation takes the face


_NORMALS, _RIGHTS, _DOWNS = np.array(NORMALS), np.array(RIGHTS), np.array(DOWNS)
_ROTATIONS, _ROTATED_FACES = np.array(ROTATIONS), np.array(ROTATED_FACES)


def _corner_faces() -> tuple[tuple[int, int, int], ...]:
    """Return the faces of the 8 corners, clockwise seen from outside, U or D first."""
    corners = []
    for top in (U, D):
        for second in range(N_FACES):
            third = (
                NORMALS.index(cross(NORMALS[second], NORMALS[top])) if _meet(top, second) else -1
            )
            if third >= 0:
                corners.append((top, second, third))
    return tuple(corners)


def _meet(a: int, b: int) -> bool:
    return dot(NORMALS[a], NORMALS[b]) == 0


CORNER_FACES = _corner_faces()
EDGE_FACES = tuple(
    (a, b) for i, a in enumerate(_NAMING_ORDER) for b in _NAMING_ORDER[i + 1 :] if _meet(a, b)
)


def part_name(faces: Sequence[int]) -> str:
    """Return the usual name of the part on these faces, such as `UFR` or `DB`."""
    return "".join(FACE_NAMES[face] for face in sorted(faces, key=_NAMING_ORDER.index))


def up_or_right(face: int, across: int) -> Vector:
    """Return where the edge between two faces runs, as the first sees it: to the right, or up."""
    right, up = RIGHTS[face], negative(DOWNS[face])
    return right if dot(right, NORMALS[across]) == 0 else up


class Geometry:
    """The slots of one size; get it from `geometry(size)`, which makes each once."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.inner = size - 2
        self.area = size * size
        self.n_slots = N_FACES * self.area
        self._orbits: dict[int, tuple[int, ...]] = {}

    def slot(self, face: int, row: int, column: int) -> int:
        """Return the slot at a row (0 on top) and column (0 at the left) of a face."""
        return face * self.area + row * self.size + column

    def place(self, slot: int) -> tuple[int, int, int]:
        """Return face, row and column of a slot."""
        face, rest = divmod(slot, self.area)
        return face, *divmod(rest, self.size)

    def place_name(self, slot: int) -> str:
        """Return a slot's place for people: face, row and column from 1, such as `F2,3`."""
        face, row, column = self.place(slot)
        return f"{FACE_NAMES[face]}{row + 1},{column + 1}"

    def slot_at(self, face: int, point: Vector) -> int:
        """Return the slot on a face of the cubie at this point."""
        row = (dot(DOWNS[face], point) + self.size - 1) // 2
        column = (dot(RIGHTS[face], point) + self.size - 1) // 2
        return self.slot(face, row, column)

    def point(self, slot: int) -> Vector:
        """Return where the cubie of a slot stands."""
        face, row, column = self.place(slot)
        reach = self.size - 1
        return scaled_sum(
            (reach, NORMALS[face]),
            (2 * column - reach, RIGHTS[face]),
            (2 * row - reach, DOWNS[face]),
        )

    def piece(self, slot: int) -> tuple[int, ...]:
        """Return the slots of the cubie that this slot is on, faces in naming order."""
        point = self.point(slot)
        reach = self.size - 1
        faces = [face for face in _NAMING_ORDER if dot(NORMALS[face], point) == reach]
        return tuple(self.slot_at(face, point) for face in faces)

    def orbit(self, slot: int) -> tuple[int, ...]:
        """Return the slots, 24 or fewer, that turns can bring the sticker of this slot to."""
        if slot in self._orbits:
            return self._orbits[slot]
        face, point = slot // self.area, self.point(slot)
        images = (
            self.slot_at(faces[face], _turned(point, rotation))
            for rotation, faces in zip(ROTATIONS, ROTATED_FACES, strict=True)
        )
        if len(self._orbits) >= _ORBITS_KEPT:
            self._orbits.clear()
        orbit = self._orbits[slot] = tuple(dict.fromkeys(images))
        return orbit

    def center_slot(self, face: int, row: int, column: int) -> int:
        """Return the slot of a centre cell: row 0 at the bottom, column 0 at the left."""
        return self.slot(face, self.size - 2 - row, column + 1)

    def wing_slots(self, edge: int, index: int) -> tuple[int, int]:
        """Return both slots of a wing; its index runs as the edge's first face sees it."""
        first, second = EDGE_FACES[edge]
        reach = self.size - 1
        point = scaled_sum(
            (reach, NORMALS[first]),
            (reach, NORMALS[second]),
            (2 * (index + 1) - reach, up_or_right(first, second)),
        )
        return self.slot_at(first, point), self.slot_at(second, point)

    @cached_property
    def edge_slots(self) -> Ints:
        """The slots (edge, index, side) of all cubies of the edges, as `wing_slots` counts them."""
        reach, index = self.size - 1, np.arange(self.inner)
        found = np.zeros((len(EDGE_FACES), self.inner, 2), dtype=np.int64)
        for edge, (first, second) in enumerate(EDGE_FACES):
            ends = np.array(scaled_sum((reach, NORMALS[first]), (reach, NORMALS[second])))
            points = ends + (2 * (index[:, None] + 1) - reach) * up_or_right(first, second)
            for side, face in enumerate((first, second)):
                found[edge, :, side] = self._slots_at(np.full(self.inner, face), points)
        return found

    @cached_property
    def corner_slots(self) -> tuple[tuple[int, int, int], ...]:
        """The three slots of each corner, clockwise, U or D first."""
        reach = self.size - 1
        return tuple(
            (self.slot_at(a, point), self.slot_at(b, point), self.slot_at(c, point))
            for a, b, c in CORNER_FACES
            for point in [scaled_sum((reach, NORMALS[a]), (reach, NORMALS[b]), (reach, NORMALS[c]))]
        )

    @cached_property
    def midge_slots(self) -> tuple[tuple[int, int], ...]:
        """Both slots of each middle edge piece, U, D, F or B first; none on even sizes."""
        if self.size % 2 == 0:
            return ()
        return tuple(self.wing_slots(edge, self.inner // 2) for edge in range(len(EDGE_FACES)))

    @cached_property
    def telling_slots(self) -> tuple[int, ...]:
        """The cell of each face that tells its colour: the middle one, or the one past it."""
        middle = self.inner // 2
        return tuple(self.center_slot(face, middle, middle) for face in range(N_FACES))

    @cached_property
    def middle_slots(self) -> tuple[int, ...]:
        """The middle slot of each face; none on even sizes."""
        if self.size % 2 == 0:
            return ()
        return tuple(face * self.area + self.area // 2 for face in range(N_FACES))

    @cached_property
    def held_corner_slots(self) -> Ints:
        """The slots of `corner_slots` in each of the 24 holds: where a rotation takes them."""
        return self._held(self.corner_slots)

    @cached_property
    def held_midge_slots(self) -> Ints:
        """The slots of `midge_slots` in each of the 24 holds, on odd sizes."""
        return self._held(self.midge_slots)

    def _held(self, slots: tuple[tuple[int, ...], ...]) -> Ints:
        places = np.array(slots)
        return np.stack([self.rotated(places, number) for number in range(len(ROTATED_FACES))])

    def wing_orbits(self) -> Ints:
        """Return an array (orbit, 24, 2): both slots of each wing, by the distance to the corner.

        Turns carry a sticker in the first column to slots in the first column only: that is why a
        wing cannot be flipped in its place.
        """
        reach = self.size - 1
        first, second = EDGE_FACES[0]
        along = np.array(up_or_right(first, second))
        ends = np.array(NORMALS[first]) + np.array(NORMALS[second])
        index = np.arange(self.inner // 2)
        points = reach * ends + (2 * (index[:, None] + 1) - reach) * along
        return np.stack([self._images(first, points), self._images(second, points)], axis=2)

    def center_orbits(self) -> Ints:
        """Return an array (orbit, 24): the slots of each centre orbit, four by four by face."""
        n = self.inner
        rows, columns = np.divmod(np.arange((n + 1) // 2 * (n // 2)), max(n // 2, 1))
        cells = []
        for _ in range(4):
            cells.append((self.size - 2 - rows) * self.size + columns + 1)
            rows, columns = n - 1 - columns, rows
        faces = np.arange(N_FACES) * self.area
        orbits: Ints = faces[None, :, None] + np.stack(cells, axis=1)[:, None, :]
        return orbits.reshape(-1, 24)

    def rotated(self, slots: Ints, rotation: int) -> Ints:
        """Return for each slot where the rotation takes what is in it."""
        reach = self.size - 1
        faces, rest = np.divmod(slots, self.area)
        rows, columns = np.divmod(rest, self.size)
        points: Ints = (
            reach * _NORMALS[faces]
            + (2 * columns - reach)[..., None] * _RIGHTS[faces]
            + (2 * rows - reach)[..., None] * _DOWNS[faces]
        )
        return self._slots_at(_ROTATED_FACES[rotation][faces], points @ _ROTATIONS[rotation])

    def _images(self, face: int, points: Ints) -> Ints:
        """Return the slots (point, rotation) that the 24 rotations take a face's cubies to."""
        turned: Ints = np.einsum("pi,rij->prj", points, _ROTATIONS)
        return self._slots_at(_ROTATED_FACES[:, face], turned)

    def _slots_at(self, faces: Ints, points: Ints) -> Ints:
        rows: Ints = (np.sum(_DOWNS[faces] * points, axis=-1) + self.size - 1) // 2
        columns: Ints = (np.sum(_RIGHTS[faces] * points, axis=-1) + self.size - 1) // 2
        return faces * self.area + rows * self.size + columns

    @cached_property
    def turning_table(self) -> Ints:
        """What `kernels.turning.play` needs to know of this size; each cube counts in its own."""
        numbers = [self.size]
        for near in AXIS_FACES:
            numbers += self._strips(near)
            numbers += [near * self.area, opposite_face(near) * self.area]
        return np.array([*numbers, 0], dtype=np.int64)

    def _strips(self, near: int) -> list[int]:
        """Return start, step per layer and step along for the four strips around an axis."""
        normal = NORMALS[near]
        side = next(v for v in NORMALS if dot(v, normal) == 0)
        along = cross(side, normal)
        reach = self.size - 1
        numbers: list[int] = []
        for _ in range(4):
            start, deeper, further = (
                self.slot_at(
                    face_towards(side),
                    scaled_sum((reach, side), (reach - 2 * layer, normal), (2 * j - reach, along)),
                )
                for layer, j in ((0, 0), (1, 0), (0, 1))
            )
            numbers += [start, deeper - start, further - start]
            side, along = cross(side, normal), cross(along, normal)
        return numbers


def checked_size(size: int, largest: int) -> int:
    """Return a size, one of NumPy as Python's; raise for what is not one up to the largest."""
    try:
        number = index(size)
    except TypeError:
        raise TypeError(f"expected a whole number as the size, got {size!r}") from None
    if not SMALLEST_SIZE <= number <= largest:
        raise UnsupportedSizeError(f"expected a size from {SMALLEST_SIZE} to {largest}, got {size}")
    return number


def geometry(size: int) -> Geometry:
    """Return the geometry of a size, always the same object."""
    return _geometry(checked_size(size, MAX_SIZE))


@cache
def _geometry(size: int) -> Geometry:
    return Geometry(size)
