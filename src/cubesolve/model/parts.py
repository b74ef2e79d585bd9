"""Views of a cube: faces, parts, their slices and stickers.

A view holds slots, never colours, so it is never stale. Each is made once, when it is first asked
for; the parts are shared by the faces that they are on.

The three ids: `fixed_id` says which slot this is and never changes; `position_id` says which piece
belongs here, by the colours of the faces now; `colors_id` says which piece is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cubesolve.model.colors import Color, FaceName
from cubesolve.model.geometry import (
    AXIS_OF_FACE,
    EDGE_FACES,
    FACE_NAMES,
    dot,
    face_towards,
    negative,
    opposite_face,
    part_name,
    up_or_right,
)
from cubesolve.model.geometry import DOWNS as _DOWNS
from cubesolve.model.geometry import RIGHTS as _RIGHTS

if TYPE_CHECKING:
    from cubesolve.model.cube import Cube

Index = int | tuple[int, int]
ColorsId = frozenset[Color]


class PartEdge:
    """One sticker's slot: a side of a part slice on a face."""

    __slots__ = ("face", "parent", "slot")

    def __init__(self, parent: PartSlice, face: Face, slot: int) -> None:
        self.parent = parent
        self.face = face
        self.slot = slot

    @property
    def color(self) -> Color:
        """The colour of the sticker that is here now."""
        return self.face.cube.color_at(self.slot)

    @property
    def sticker(self) -> int:
        """The number of the sticker that is here now: its slot on the solved cube."""
        return self.face.cube.sticker_at(self.slot)

    @property
    def moveable_attributes(self) -> dict[str, Any]:
        """What is noted on the sticker that is here now; it moves along."""
        return self.face.cube.sticker_attributes(self.sticker)

    c_attributes = moveable_attributes

    @property
    def fixed_attributes(self) -> dict[str, Any]:
        """What is noted on this slot; turns do not move it."""
        return self.face.cube.slot_attributes(self.slot)

    def __repr__(self) -> str:
        return f"<PartEdge {self.face.cube.geometry.place_name(self.slot)} {self.color.name}>"


class PartSlice:
    """One cubie's place: a corner, one wing of an edge, or one cell of a centre."""

    __slots__ = ("edges", "index", "parent", "slots")

    def __init__(self, parent: Part[Any], index: Index, slots: Iterable[int]) -> None:
        self.parent = parent
        self.index = index
        self.slots = tuple(slots)  # of its stickers
        cube = parent.cube
        area = cube.geometry.area
        self.edges = tuple(PartEdge(self, cube.faces[slot // area], slot) for slot in self.slots)

    @property
    def fixed_id(self) -> frozenset[Index | FaceName]:
        """Which place this is: its index in the part and the names of its faces."""
        return frozenset((self.index, *(edge.face.name for edge in self.edges)))

    @property
    def position_id(self) -> ColorsId:
        """Which piece belongs here: the colours of the faces it is on."""
        return frozenset(edge.face.color for edge in self.edges)

    @property
    def colors_id(self) -> ColorsId:
        """Which piece is here: the colours of its stickers."""
        return frozenset(edge.color for edge in self.edges)

    @property
    def colors(self) -> tuple[Color, ...]:
        """The colours of its stickers, in the order of `edges`."""
        return tuple(edge.color for edge in self.edges)

    @property
    def unique_id(self) -> int:
        """The number of the cubie that is here now: the least of its stickers' numbers."""
        return min(edge.sticker for edge in self.edges)

    @property
    def in_position(self) -> bool:
        """Whether the piece that is here belongs here, perhaps turned."""
        return self.position_id == self.colors_id

    @property
    def match_faces(self) -> bool:
        """Whether every sticker has the colour of its face."""
        return all(edge.color == edge.face.color for edge in self.edges)

    def get_face_edge(self, face: Face) -> PartEdge:
        """Return its side on a face; raise `ValueError` if it is not on it."""
        for edge in self.edges:
            if edge.face is face:
                return edge
        raise ValueError(f"{self!r} is not on face {face.name}")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.parent.name} {self.index} {self.colors}>"


class CornerSlice(PartSlice):
    """The one slice of a corner."""

    __slots__ = ()


class EdgeWing(PartSlice):
    """One of the N-2 slices of an edge; on odd sizes the middle one is the midge."""

    __slots__ = ()
    index: int


class CenterSlice(PartSlice):
    """One cell of a centre; its index is `(row, column)`, row 0 at the bottom, column 0 left."""

    __slots__ = ()
    index: tuple[int, int]

    @property
    def edge(self) -> PartEdge:
        """Its one side."""
        return self.edges[0]

    @property
    def color(self) -> Color:
        """The colour of its sticker now."""
        return self.edges[0].color


Slice = TypeVar("Slice", bound=PartSlice, covariant=True)


class Part(Generic[Slice]):
    """A corner, an edge or a centre: one or more slices that act as one on a reduced cube.

    Its ids and questions go by the representative slice, the middle one; before reduction ask the
    slices, whose answers are always true.
    """

    def __init__(self, cube: Cube, faces: tuple[Face, ...]) -> None:
        self.cube = cube
        self.faces = faces
        self.name = part_name([face.number for face in faces])

    @property
    def n_slices(self) -> int:
        """How many slices it has."""
        raise NotImplementedError

    @property
    def all_slices(self) -> Iterator[Slice]:
        """All its slices in the order of their indexes."""
        raise NotImplementedError

    @property
    def representative_slice(self) -> Slice:
        """The slice that stands for the part on a reduced cube."""
        raise NotImplementedError

    @property
    def edges(self) -> tuple[PartEdge, ...]:
        """The sides of the representative slice."""
        return self.representative_slice.edges

    @property
    def slots(self) -> tuple[int, ...]:
        """The slots of all its stickers."""
        return tuple(slot for piece in self.all_slices for slot in piece.slots)

    @property
    def fixed_id(self) -> frozenset[frozenset[Index | FaceName]]:
        """Which place this is: the fixed ids of all its slices."""
        return frozenset(piece.fixed_id for piece in self.all_slices)

    @property
    def position_id(self) -> ColorsId:
        """Which piece belongs here: the colours of the faces it is on."""
        return self.representative_slice.position_id

    @property
    def colors_id(self) -> ColorsId:
        """Which piece is here, by the representative slice; true of all of it if `is3x3`."""
        return self.representative_slice.colors_id

    @property
    def in_position(self) -> bool:
        """Whether the piece that is here belongs here, perhaps turned."""
        return self.position_id == self.colors_id

    @property
    def match_faces(self) -> bool:
        """Whether every sticker of the representative slice has the colour of its face."""
        return self.representative_slice.match_faces

    @property
    def colors(self) -> tuple[Color, ...]:
        """The colours that the representative slice shows, in the order of `faces`."""
        return self.representative_slice.colors

    @property
    def is3x3(self) -> bool:
        """Whether all slices show the same, so that the part acts as one piece."""
        pieces = self.all_slices
        first = next(pieces).colors
        return all(piece.colors == first for piece in pieces)

    @property
    def required_position(self) -> Part[Any] | None:
        """The part where the piece that is here belongs; `None` if no faces have its colours."""
        return self.cube.find_part_by_pos_colors(self.colors_id)

    def match_face(self, face: Face) -> bool:
        """Whether its sticker on this face has the face's colour."""
        return self.face_color(face) == face.color

    def on_face(self, face: Face) -> bool:
        """Whether it is on this face."""
        return face in self.faces

    def get_face_edge(self, face: Face) -> PartEdge:
        """Return the representative side on a face; raise `ValueError` if it is not on it."""
        return self.representative_slice.get_face_edge(face)

    def face_color(self, face: Face) -> Color:
        """Return the colour that it shows on a face."""
        return self.get_face_edge(face).color

    def face_of_actual_color(self, color: Color) -> Face | None:
        """Return the face on which it shows this colour now, or `None`."""
        return next((edge.face for edge in self.edges if edge.color == color), None)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} {self.representative_slice.colors}>"


def parts_id_by_pos(parts: Iterable[Part[Any]]) -> list[ColorsId]:
    """Return which pieces belong at these parts."""
    return [part.position_id for part in parts]


def all_match_faces(parts: Iterable[Part[Any]]) -> bool:
    """Whether every one of these parts has the colours of its faces."""
    return all(part.match_faces for part in parts)


def all_in_position(parts: Iterable[Part[Any]]) -> bool:
    """Whether every one of these parts holds the piece that belongs there."""
    return all(part.in_position for part in parts)


class Corner(Part[CornerSlice]):
    """A corner; its faces run clockwise, U or D first."""

    def __init__(self, cube: Cube, number: int) -> None:
        slots = cube.geometry.corner_slots[number]
        super().__init__(cube, tuple(cube.faces[slot // cube.geometry.area] for slot in slots))
        self.number = number
        self._slice = CornerSlice(self, 0, slots)

    @property
    def n_slices(self) -> int:
        """One."""
        return 1

    @property
    def all_slices(self) -> Iterator[CornerSlice]:
        """Its one slice."""
        yield self._slice

    @property
    def representative_slice(self) -> CornerSlice:
        """Its one slice."""
        return self._slice


class Edge(Part[EdgeWing]):
    """An edge of N-2 wings; indexes run to the right or up, as its first face sees it."""

    def __init__(self, cube: Cube, number: int) -> None:
        first, second = EDGE_FACES[number]
        super().__init__(cube, (cube.faces[first], cube.faces[second]))
        self.number = number
        self._wings: dict[int, EdgeWing] = {}

    @property
    def n_slices(self) -> int:
        """N-2."""
        return self.cube.n_slices

    @property
    def all_slices(self) -> Iterator[EdgeWing]:
        """Its wings, index 0 first."""
        return map(self.get_slice, range(self.n_slices))

    @property
    def representative_slice(self) -> EdgeWing:
        """The middle wing; on even sizes the first past the middle."""
        return self.get_slice(self.n_slices // 2)

    def get_slice(self, index: int) -> EdgeWing:
        """Return the wing with this index; raise `IndexError` if there is none."""
        wing = self._wings.get(index)
        if wing is None:
            if not 0 <= index < self.n_slices:
                raise IndexError(f"expected a wing from 0 to {self.n_slices - 1}, got {index}")
            slots = self.cube.geometry.wing_slots(self.number, index)
            wing = self._wings[index] = EdgeWing(self, index, slots)
        return wing

    def get_slice_by_ltr_index(self, face: Face, index: int) -> EdgeWing:
        """Return a wing by its index as this face sees it, from the left or from the bottom."""
        return self.get_slice(self.get_edge_slice_index_from_face_ltr_index(face, index))

    def get_edge_slice_index_from_face_ltr_index(self, face: Face, index: int) -> int:
        """Return the wing's own index for its index as this face sees it."""
        return index if self._runs_as_seen_from(face) else self.n_slices - 1 - index

    def get_face_ltr_index_from_edge_slice_index(self, face: Face, index: int) -> int:
        """Return how this face counts the wing with this index."""
        return self.get_edge_slice_index_from_face_ltr_index(face, index)

    def get_other_face(self, face: Face) -> Face:
        """Return its other face; raise `ValueError` if it is not on this one."""
        if face not in self.faces:
            raise ValueError(f"edge {self.name} is not on face {face.name}")
        return self.faces[1] if face is self.faces[0] else self.faces[0]

    def _runs_as_seen_from(self, face: Face) -> bool:
        first, second = EDGE_FACES[self.number]
        across = self.get_other_face(face).number
        return dot(up_or_right(first, second), up_or_right(face.number, across)) > 0


class Center(Part[CenterSlice]):
    """The (N-2)x(N-2) cells of a face that lie on no edge."""

    def __init__(self, cube: Cube, face: Face) -> None:
        super().__init__(cube, (face,))
        self._cells: dict[tuple[int, int], CenterSlice] = {}

    @property
    def n_slices(self) -> int:
        """The number of its cells."""
        return self.cube.n_slices**2

    @property
    def face(self) -> Face:
        """Its face."""
        return self.faces[0]

    @property
    def all_slices(self) -> Iterator[CenterSlice]:
        """Its cells row by row, from the bottom left."""
        n = self.cube.n_slices
        return (self.get_slice(row, column) for row in range(n) for column in range(n))

    @property
    def representative_slice(self) -> CenterSlice:
        """The middle cell; on even sizes the first past the middle, up and to the right."""
        middle = self.cube.n_slices // 2
        return self.get_slice(middle, middle)

    @property
    def color(self) -> Color:
        """The colour of the middle cell."""
        return self.representative_slice.color

    @property
    def is3x3(self) -> bool:
        """Whether all cells have one colour."""
        return self.cube.is_uniform_center(self.face.number)

    def get_slice(self, row: int, column: int) -> CenterSlice:
        """Return the cell at a row from the bottom and a column from the left."""
        cell = self._cells.get((row, column))
        if cell is None:
            n = self.cube.n_slices
            if not (0 <= row < n and 0 <= column < n):
                raise IndexError(f"expected a cell within {n}x{n}, got ({row}, {column})")
            slot = self.cube.geometry.center_slot(self.face.number, row, column)
            cell = self._cells[row, column] = CenterSlice(self, (row, column), (slot,))
        return cell


class Face:
    """A side of the cube, which stays in its place; its colour is what its middle shows."""

    def __init__(self, cube: Cube, number: int) -> None:
        self.cube = cube
        self.number = number
        self.name = FaceName(FACE_NAMES[number])

    @property
    def color(self) -> Color:
        """The colour that belongs on this face now."""
        return self.cube.face_color(self.name)

    @property
    def colors(self) -> tuple[tuple[Color, ...], ...]:
        """The colours of its stickers, row by row from the top left, seen from outside."""
        size, color_at = self.cube.size, self.cube.color_at
        rows = range(self.slots.start, self.slots.stop, size)
        return tuple(tuple(map(color_at, range(row, row + size))) for row in rows)

    @property
    def original_color(self) -> Color:
        """The colour of this face in the colour scheme."""
        return self.cube.scheme.colors[self.number]

    @property
    def slots(self) -> range:
        """All its slots."""
        area = self.cube.geometry.area
        return range(self.number * area, (self.number + 1) * area)

    @property
    def opposite(self) -> Face:
        """The face on the other side."""
        return self.cube.faces[opposite_face(self.number)]

    def adjusted_faces(self) -> tuple[Face, ...]:
        """Return the four faces around it: above, right, below, left."""
        up, right = negative(_DOWNS[self.number]), _RIGHTS[self.number]
        directions = (up, right, negative(up), negative(right))
        return tuple(self.cube.faces[face_towards(direction)] for direction in directions)

    @property
    def axis(self) -> int:
        """0 for R and L, 1 for U and D, 2 for F and B."""
        return AXIS_OF_FACE[self.number]

    @property
    def center(self) -> Center:
        """Its centre; `UnsupportedSizeError` on a 2x2."""
        return self.cube.center(self.name)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Its edges: top, right, bottom, left; none on a 2x2."""
        if not self.cube.n_slices:
            return ()
        return tuple(self.get_edge(other) for other in self.adjusted_faces())

    @property
    def corners(self) -> tuple[Corner, ...]:
        """Its corners: top right, bottom right, bottom left, top left."""
        around = self.adjusted_faces()
        return tuple(
            self.cube.corner(self.name + around[i].name + around[(i + 1) % 4].name)
            for i in range(4)
        )

    def get_edge(self, other: Face) -> Edge:
        """Return the edge that it shares with another face."""
        return self.cube.edge(self.name + other.name)

    @property
    def edge_top(self) -> Edge:
        """The edge above."""
        return self.get_edge(self.adjusted_faces()[0])

    @property
    def edge_right(self) -> Edge:
        """The edge to the right."""
        return self.get_edge(self.adjusted_faces()[1])

    @property
    def edge_bottom(self) -> Edge:
        """The edge below."""
        return self.get_edge(self.adjusted_faces()[2])

    @property
    def edge_left(self) -> Edge:
        """The edge to the left."""
        return self.get_edge(self.adjusted_faces()[3])

    @property
    def parts(self) -> tuple[Part[Any], ...]:
        """Its corners, edges and centre."""
        center = (self.center,) if self.cube.n_slices else ()
        return (*self.corners, *self.edges, *center)

    @property
    def solved(self) -> bool:
        """Whether all its stickers have one colour."""
        return self.cube.is_uniform_face(self.number)

    is_solved = solved

    @property
    def is3x3(self) -> bool:
        """Whether its centre and edges act as one piece each."""
        return all(part.is3x3 for part in self.parts)

    def part_edge(self, row: int, column: int) -> PartEdge:
        """Return the sticker's slot at a row (0 on top) and column (0 at the left) of the grid."""
        size = self.cube.size
        if not (0 <= row < size and 0 <= column < size):
            raise IndexError(f"expected a sticker within {size}x{size}, got ({row}, {column})")
        return self.cube.part_edge(self.cube.geometry.slot(self.number, row, column))

    def __repr__(self) -> str:
        return f"<Face {self.name} {self.color.name}>"


Marked = int | PartEdge | PartSlice | Part[Any] | Face


def slots_of(cube: Cube, marked: Marked | Iterable[Marked]) -> tuple[int, ...]:
    """Return the slots that slots, stickers' sides, slices and parts stand for.

    Raises `ValueError` for a slot that the cube has not.
    """
    if isinstance(marked, PartEdge):
        return slots_of(cube, marked.parent) and (marked.slot,)
    if isinstance(marked, PartSlice | Part | Face):
        owner = marked.parent.cube if isinstance(marked, PartSlice) else marked.cube
        if owner.size != cube.size:
            raise ValueError(f"{marked!r} is of a cube of size {owner.size}, not {cube.size}")
        return tuple(marked.slots)
    if isinstance(marked, str):
        raise ValueError(f"expected slots or views such as cube.edge({marked!r}), got {marked!r}")
    if isinstance(marked, Iterable):
        return tuple(slot for one in marked for slot in slots_of(cube, one))
    slot = int(marked)
    if not 0 <= slot < cube.geometry.n_slots:
        raise ValueError(f"expected a slot below {cube.geometry.n_slots}, got {slot}")
    return (slot,)
