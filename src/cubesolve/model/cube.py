"""`Cube`: one flat array of sticker numbers, and everything that can be asked of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from cubesolve.errors import InvalidCubeError, NotationError, UnsupportedSizeError
from cubesolve.interrupts import restoring
from cubesolve.model.colors import DEFAULT_SCHEME, Color, ColorScheme, FaceName, check_scheme
from cubesolve.model.facelets import colors_from_text
from cubesolve.model.geometry import (
    CORNER_FACES,
    EDGE_FACES,
    FACE_NAMES,
    N_FACES,
    Ints,
    geometry,
    part_name,
)
from cubesolve.model.identify import Colors, stickers_from_colors
from cubesolve.model.parts import (
    Center,
    ColorsId,
    Corner,
    Edge,
    Face,
    Part,
    PartEdge,
    PartSlice,
)
from cubesolve.model.random_state import random_stickers
from cubesolve.model.validity import Problem, find_problems
from cubesolve.notation import Alg, Move, Playable, as_alg
from cubesolve.notation.move import FEW_RANGES

Attributes = dict[int, dict[str, Any]]  # by sticker or by slot

_NO_NOTES: Mapping[str, Any] = MappingProxyType({})
_FACE_LETTERS = np.frombuffer(FACE_NAMES.encode(), dtype=np.uint8)
_AT_ONCE = 262_144  # stickers whose colours are worked out together
_EDGE_NUMBERS = {frozenset(part_name(faces)): i for i, faces in enumerate(EDGE_FACES)}
_CORNER_NUMBERS = {frozenset(part_name(faces)): i for i, faces in enumerate(CORNER_FACES)}


@cache
def _turning_kernel() -> Callable[[npt.NDArray[np.int32], Ints, Ints, bool], int]:
    """Return the compiled function that turns; Numba is loaded only by who turns a cube."""
    from cubesolve.kernels.turning import play

    return play


def _move_codes(move: Move) -> Ints:
    make = _kept_codes if len(move.codes) <= FEW_RANGES else _kept_codes.__wrapped__
    return make(move)


@lru_cache(maxsize=10_000)
def _kept_codes(move: Move) -> Ints:
    return np.array(move.codes, dtype=np.int64)


def _public(attributes: Attributes) -> Attributes:
    """Return a copy of the attributes whose names do not begin with `_`."""
    found = {}
    for place, notes in attributes.items():
        kept = {name: value for name, value in notes.items() if not name.startswith("_")}
        if kept:
            found[place] = kept
    return found


class FacesColorsProvider(Protocol):
    """Says which colour belongs on a face, where the cube itself cannot: see `trackers`."""

    def get_face_color(self, name: FaceName) -> Color:
        """Return the colour that belongs on this face now."""
        ...


class Cube:
    """A cube of any size from 2 up.

    `stickers` maps each slot to the number of the sticker that is there; a sticker's number is its
    slot on the solved cube. Slots count faces in the order U R F D L B, each row by row.

    >>> cube = Cube(3)
    >>> cube.play("R U R' U'")
    >>> cube.facelets()
    'UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB'
    >>> Cube.from_facelets(cube.facelets()) == cube
    True
    """

    svg_drawer: ClassVar[Callable[[Cube], str] | None] = None
    """What draws a cube in a notebook; `render` puts itself here."""

    live_view: ClassVar[Callable[[Any], dict[str, Any] | None] | None] = None
    """What shows a cube in a notebook that can be turned; `notebook` puts itself here."""

    net_drawer: ClassVar[Callable[[Cube], str] | None] = None
    """What `str(cube)` shows; `render` puts itself here."""

    def __init__(self, size: int = 3, scheme: ColorScheme = DEFAULT_SCHEME) -> None:
        self.geometry = geometry(size)
        check_scheme(scheme)
        self.size = size = self.geometry.size
        self.n_slices = size - 2
        self.scheme = scheme
        self._stickers = np.arange(self.geometry.n_slots, dtype=np.int32)
        self._table = self.geometry.turning_table.copy()
        self._table[-1] = 0
        self._sticker_attributes: Attributes = {}
        self._slot_attributes: Attributes = {}
        self._provider: FacesColorsProvider | None = None
        self._part_edges: dict[int, PartEdge] = {}

    # Making cubes

    @classmethod
    def from_facelets(
        cls, text: str, scheme: ColorScheme = DEFAULT_SCHEME, *, allow_invalid: bool = False
    ) -> Cube:
        """Return the cube that shows these letters: faces in the order U R F D L B, row by row.

        Letters are face names, or colour letters of the scheme; white space is passed over. Raises
        `InvalidCubeError` for a state that no turns reach, unless told to allow it.
        """
        size, colors = colors_from_text(text, scheme)
        cube = cls(size, scheme)
        if not allow_invalid:
            problems = find_problems(cube.geometry, colors, scheme)
            if problems:
                raise InvalidCubeError(problems)
        cube._stickers = stickers_from_colors(cube.geometry, colors)
        return cube

    @classmethod
    def from_alg(cls, alg: Playable, size: int = 3, scheme: ColorScheme = DEFAULT_SCHEME) -> Cube:
        """Return a solved cube with an algorithm, a scramble for instance, played on it.

        `Cube.scrambled` is the same.

        >>> Cube.scrambled("R U2 F'", size=4) == Cube.from_alg("R U2 F'", size=4)
        True
        """
        cube = cls(size, scheme)
        cube.play(alg)
        return cube

    scrambled = from_alg

    @classmethod
    def random_state(
        cls, size: int = 3, seed: int | None = None, scheme: ColorScheme = DEFAULT_SCHEME
    ) -> Cube:
        """Return a state drawn uniformly from those that turns reach; the same for the same seed.

        The middle centres of odd sizes stay at home, since a hold is no part of a scramble.
        `Cube.random` is the same.
        """
        cube = cls(size, scheme)
        cube._stickers = random_stickers(cube.geometry, seed)
        return cube

    random = random_state

    def copy(self) -> Cube:
        """Return a cube in the same state, with the same attributes on stickers and slots.

        Attributes whose names begin with `_`, such as the marks of trackers, belong to someone who
        works on this very cube: they stay behind.
        """
        twin = Cube(self.size, self.scheme)
        twin._stickers = self._stickers.copy()
        twin._sticker_attributes = _public(self._sticker_attributes)
        twin._slot_attributes = _public(self._slot_attributes)
        return twin

    __copy__ = copy

    # Changing it

    def play(self, alg: Playable) -> None:
        """Turn the layers that the algorithm says; `Operator.play` also keeps a history.

        It takes text, a `Move`, an `Alg`, a `Solution`, or a list of these. Raises `NotationError`
        for a move that this size has not, before anything is turned, and `TypeError` for what is
        none of these.

        >>> cube = Cube(3)
        >>> cube.play(["R U2", Move("F")])
        >>> cube == Cube.from_alg("R U2 F")
        True
        """
        if isinstance(alg, str):
            try:
                self._turn(Alg.parse(alg), False)
            except NotationError:
                Alg.parse(alg, self.size)  # raises with the place in the text
                raise
        else:
            self._turn(alg, False)

    def take_back(self, alg: Playable) -> None:
        """Turn the layers that undo the algorithm."""
        self._turn(Alg.parse(alg, self.size) if isinstance(alg, str) else alg, True)

    def check(self, alg: Playable) -> None:
        """Raise `NotationError` if the algorithm has a move that this size has not."""
        for move in (alg,) if isinstance(alg, Move) else dict.fromkeys(as_alg(alg).moves):
            move.resolve(self.size)

    def _turn(self, alg: Playable, back: bool) -> None:
        if isinstance(alg, Move):
            codes = _move_codes(alg)
        else:
            if not isinstance(alg, Alg):
                alg = as_alg(alg)
            if not alg.codes:
                return
            codes = np.frombuffer(alg.codes, dtype=np.int64)
        play = _turning_kernel()
        if play(self._stickers, self._table, codes, back) >= 0:
            moves = (alg,) if isinstance(alg, Move) else alg.moves
            resolved = [turn.code for move in moves for turn in move.resolve(self.size)]
            play(self._stickers, self._table, np.array(resolved, dtype=np.int64), back)

    def set_stickers(self, stickers: npt.ArrayLike) -> None:
        """Put these sticker numbers into the slots, as they are."""
        new = np.asarray(stickers, dtype=np.int32)
        if new.shape != self._stickers.shape or new.min() < 0 or new.max() >= len(new):
            raise ValueError(f"expected {len(self._stickers)} sticker numbers, each a slot")
        self._stickers[:] = new
        self._table[-1] += 1

    def reset(self) -> None:
        """Solve the cube; attributes stay on their stickers and slots."""
        self._stickers[:] = np.arange(len(self._stickers), dtype=np.int32)
        self._table[-1] += 1

    # Reading it

    @property
    def modify_counter(self) -> int:
        """A number that grows with every change: what was found out before may be stale."""
        # The kernel counts, so that Ctrl-C cannot come between a turn and its count.
        return int(self._table[-1])

    @property
    def stickers(self) -> npt.NDArray[np.int32]:
        """Slot to sticker number, as a view that cannot be written to."""
        view = self._stickers.view()
        view.flags.writeable = False
        return view

    def colors(self) -> Colors:
        """Return for each slot the face (0 to 5) that has its colour on the solved cube."""
        found = np.empty(self.geometry.n_slots, dtype=np.uint8)
        # What is divided at once stays in the processor's cache.
        for start in range(0, len(found), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            found[part] = self._stickers[part] // self.geometry.area
        return found

    def sticker_at(self, slot: int) -> int:
        """Return the number of the sticker in a slot."""
        return int(self._stickers[slot])

    def color_at(self, slot: int) -> Color:
        """Return the colour of the sticker in a slot."""
        return self.scheme.colors[int(self._stickers[slot]) // self.geometry.area]

    def find_sticker(self, sticker: int) -> int:
        """Return the slot that a sticker is in now; it looks at the 24 slots it can reach."""
        if not 0 <= sticker < self.geometry.n_slots:
            raise ValueError(f"expected a sticker below {self.geometry.n_slots}, got {sticker}")
        for slot in self.geometry.orbit(sticker):
            if self._stickers[slot] == sticker:
                return slot
        raise ValueError(f"sticker {sticker} is not on this cube")

    def facelets(self) -> str:
        """Return the face letter of each slot's colour, in the order of the slots."""
        return _FACE_LETTERS[self.colors()].tobytes().decode()

    def color_letters(self) -> str:
        """Return the colour letter of each slot, in the order of the slots."""
        letters = np.frombuffer(self.scheme.letters.encode(), dtype=np.uint8)
        return letters[self.colors()].tobytes().decode()

    @property
    def solved(self) -> bool:
        """Whether every face has one colour, in any hold."""
        return all(map(self.is_uniform_face, range(N_FACES)))

    is_solved = solved  # the seeds' name

    @property
    def is_even(self) -> bool:
        """Whether the size is even."""
        return self.size % 2 == 0

    @property
    def is3x3(self) -> bool:
        """Whether it is reduced: every centre and edge acts as one piece, and the scheme fits."""
        if not self.n_slices:
            return True
        if not all(map(self.is_uniform_center, range(N_FACES))):
            return False
        held = tuple(center.color for center in self.centers)
        return all(edge.is3x3 for edge in self.edges) and any(
            held == scheme.colors for scheme in self.scheme.rotations()
        )

    def is_uniform_face(self, face: int) -> bool:
        """Whether all stickers of a face have one colour."""
        area = self.geometry.area
        stickers = self._stickers[face * area : (face + 1) * area]
        low = stickers[0] // area * area
        return bool(stickers.min() >= low and stickers.max() < low + area)

    def is_uniform_center(self, face: int) -> bool:
        """Whether all centre cells of a face have one colour."""
        area, size = self.geometry.area, self.size
        grid = self._stickers[face * area : (face + 1) * area].reshape(size, size)[1:-1, 1:-1]
        if not grid.size:
            return True
        low = grid[0, 0] // area * area
        return bool(grid.min() >= low and grid.max() < low + area)

    def problems(self) -> list[Problem]:
        """Return everything that makes this state unreachable by turns, with the places."""
        return find_problems(self.geometry, self.colors(), self.scheme)

    def is_solvable(self) -> bool:
        """Whether turns reach this state."""
        return not self.problems()

    def check_solvable(self) -> None:
        """Raise `InvalidCubeError`, with everything that is wrong, if no turns reach this state."""
        problems = self.problems()
        if problems:
            raise InvalidCubeError(problems)

    # Colours of faces

    def face_color(self, name: FaceName) -> Color:
        """Return the colour that belongs on a face now.

        A provider's word comes first; then the middle sticker; then, on even sizes, the cell past
        the middle; on a 2x2, what the corner DBL says of all faces.
        """
        if self._provider is not None:
            return self._provider.get_face_color(name)
        return self.own_face_color(name)

    def own_face_color(self, name: FaceName) -> Color:
        """Return the colour that belongs on a face by what the cube itself shows."""
        name = FaceName(name)
        number = name.number
        if self.n_slices:
            return self.color_at(self.geometry.telling_slots[number])
        slots = self.geometry.corner_slots[_CORNER_NUMBERS[frozenset("DBL")]]
        for slot in slots:
            if slot // self.geometry.area == number:
                return self.color_at(slot)
        return self.scheme.opposite_color(self.own_face_color(name.opposite))

    @restoring
    def with_faces_color_provider(self, provider: FacesColorsProvider) -> Iterator[None]:
        """Let a provider say what colour each face has, until the block ends; it nests."""
        before = self._provider
        self._provider = provider
        try:
            yield
        finally:
            self._provider = before

    def color_2_face(self, color: Color) -> Face | None:
        """Return the face on which this colour belongs now, or `None`."""
        return next((face for face in self.faces if face.color == color), None)

    # Attributes

    def sticker_attributes(self, sticker: int) -> dict[str, Any]:
        """Return what is noted on a sticker; it travels with it."""
        return self._sticker_attributes.setdefault(sticker, {})

    def notes_on(self, sticker: int) -> Mapping[str, Any]:
        """Return what is noted on a sticker, to read only."""
        return self._sticker_attributes.get(sticker, _NO_NOTES)

    def noted_stickers(self) -> dict[int, dict[str, Any]]:
        """Return the stickers that something is noted on, with the notes."""
        return {sticker: notes for sticker, notes in self._sticker_attributes.items() if notes}

    def slot_attributes(self, slot: int) -> dict[str, Any]:
        """Return what is noted on a slot; it stays there."""
        return self._slot_attributes.setdefault(slot, {})

    # Views

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The faces U R F D L B."""
        return tuple(Face(self, number) for number in range(N_FACES))

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """The eight corners."""
        return tuple(Corner(self, number) for number in range(len(CORNER_FACES)))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The twelve edges; none on a 2x2."""
        if not self.n_slices:
            return ()
        return tuple(Edge(self, number) for number in range(len(EDGE_FACES)))

    @cached_property
    def centers(self) -> tuple[Center, ...]:
        """The centres of U R F D L B; none on a 2x2."""
        if not self.n_slices:
            return ()
        return tuple(Center(self, face) for face in self.faces)

    @property
    def parts(self) -> tuple[Part[Any], ...]:
        """All corners, edges and centres."""
        return (*self.corners, *self.edges, *self.centers)

    @property
    def up(self) -> Face:
        """The face U."""
        return self.faces[0]

    @property
    def right(self) -> Face:
        """The face R."""
        return self.faces[1]

    @property
    def front(self) -> Face:
        """The face F."""
        return self.faces[2]

    @property
    def down(self) -> Face:
        """The face D."""
        return self.faces[3]

    @property
    def left(self) -> Face:
        """The face L."""
        return self.faces[4]

    @property
    def back(self) -> Face:
        """The face B."""
        return self.faces[5]

    def face(self, name: FaceName | str) -> Face:
        """Return the face with this name."""
        return self.faces[FaceName(name).number]

    def edge(self, name: str) -> Edge:
        """Return the edge between two faces, named in any order, such as `UF`."""
        return self.edges[self._part_number(name, _EDGE_NUMBERS, "an edge such as UF")]

    def corner(self, name: str) -> Corner:
        """Return the corner between three faces, named in any order, such as `UFR`."""
        return self.corners[self._part_number(name, _CORNER_NUMBERS, "a corner such as UFR")]

    def center(self, name: FaceName | str) -> Center:
        """Return the centre of a face."""
        if not self.n_slices:
            raise UnsupportedSizeError("a cube of size 2 has no centres")
        return self.centers[FaceName(name).number]

    def _part_number(self, name: str, numbers: dict[frozenset[str], int], what: str) -> int:
        number = numbers.get(frozenset(name)) if isinstance(name, str) else None
        if number is None or len(name) != len(set(name)):
            raise ValueError(f"expected {what}, got {name!r}")
        if len(name) == 2 and not self.n_slices:
            raise UnsupportedSizeError("a cube of size 2 has no edges")
        return number

    def part_edge(self, slot: int) -> PartEdge:
        """Return the view of a slot."""
        found = self._part_edges.get(slot)
        if found is None:
            if not 0 <= slot < self.geometry.n_slots:
                raise IndexError(f"expected a slot below {self.geometry.n_slots}, got {slot}")
            edges = self._slice_of(slot).edges
            found = next(edge for edge in edges if edge.slot == slot)
            self._part_edges[slot] = found
        return found

    def part_slice(self, slot: int) -> PartSlice:
        """Return the slice that a slot is on."""
        return self.part_edge(slot).parent

    def _slice_of(self, slot: int) -> PartSlice:
        geometry = self.geometry
        slots = geometry.piece(slot)
        names = "".join(FACE_NAMES[s // geometry.area] for s in slots)
        face, row, column = geometry.place(slot)
        if len(slots) == 3:
            return self.corner(names).representative_slice
        if len(slots) == 1:
            return self.centers[face].get_slice(self.size - 2 - row, column - 1)
        on_side = column in (0, self.size - 1)
        index = self.size - 2 - row if on_side else column - 1
        return self.edge(names).get_slice_by_ltr_index(self.faces[face], index)

    # Finding parts

    def find_part_by_colors(self, colors: Iterable[Color]) -> Part[Any] | None:
        """Return the part where the piece with these colours is, or `None`."""
        wanted = frozenset(colors)
        return next((p for p in self._parts_of(wanted) if p.colors_id == wanted), None)

    def find_part_by_pos_colors(self, colors: Iterable[Color]) -> Part[Any] | None:
        """Return the part where the piece with these colours belongs, or `None`."""
        wanted = frozenset(colors)
        return next((p for p in self._parts_of(wanted) if p.position_id == wanted), None)

    def find_edge_by_color(self, colors: Iterable[Color]) -> Edge | None:
        """Return the edge where the piece with these two colours is, or `None`."""
        found = self.find_part_by_colors(colors)
        return found if isinstance(found, Edge) else None

    def find_corner_by_colors(self, colors: Iterable[Color]) -> Corner | None:
        """Return the corner where the piece with these three colours is, or `None`."""
        found = self.find_part_by_colors(colors)
        return found if isinstance(found, Corner) else None

    def find_edge_by_pos_colors(self, colors: Iterable[Color]) -> Edge | None:
        """Return the edge where the piece with these two colours belongs, or `None`."""
        found = self.find_part_by_pos_colors(colors)
        return found if isinstance(found, Edge) else None

    def find_corner_by_pos_colors(self, colors: Iterable[Color]) -> Corner | None:
        """Return the corner where the piece with these three colours belongs, or `None`."""
        found = self.find_part_by_pos_colors(colors)
        return found if isinstance(found, Corner) else None

    def _parts_of(self, colors: ColorsId) -> tuple[Part[Any], ...]:
        kinds: dict[int, tuple[Part[Any], ...]] = {1: self.centers, 2: self.edges, 3: self.corners}
        return kinds.get(len(colors), ())

    def orbit(self, piece: PartSlice) -> tuple[PartSlice, ...]:
        """Return the slices, 24 or fewer, that turns can bring this one's cubie to."""
        slots = self.geometry.orbit(piece.edges[0].slot)
        return tuple(dict.fromkeys(map(self.part_slice, slots)))

    def find_slices(self, like: PartSlice, colors: Iterable[Color]) -> list[PartSlice]:
        """Return the slices in the orbit of `like` where pieces with these colours are."""
        wanted = frozenset(colors)
        return [piece for piece in self.orbit(like) if piece.colors_id == wanted]

    # As a value

    def __eq__(self, other: object) -> bool:
        """Whether both look the same: size, scheme and the colour of every slot."""
        if not isinstance(other, Cube):
            return NotImplemented
        return (
            self.size == other.size
            and self.scheme == other.scheme
            and np.array_equal(self.colors(), other.colors())
        )

    def __hash__(self) -> int:
        """Hash what the cube shows now, alike in every process; do not turn it while in a set."""
        digest = hashlib.blake2b(self.colors().tobytes(), digest_size=8)
        digest.update(self.scheme.letters.encode())
        return hash(int.from_bytes(digest.digest(), "big"))

    def __str__(self) -> str:
        return repr(self) if Cube.net_drawer is None else Cube.net_drawer(self)

    def __repr__(self) -> str:
        rest = "" if self.scheme == DEFAULT_SCHEME else f", {self.scheme!r}"
        if np.array_equal(self._stickers, np.arange(len(self._stickers))):
            return f"Cube({self.size}{rest})"
        rest += "" if self.is_solvable() else ", allow_invalid=True"
        return f"Cube.from_facelets({self.facelets()!r}{rest})"

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        return (Cube.live_view is not None and Cube.live_view(self)) or {}

    def _repr_svg_(self) -> str | None:
        return Cube.svg_drawer(self) if Cube.svg_drawer is not None else None

    # A pickle has the stickers in as few bytes as their numbers need, and the attributes that a
    # copy has; what can be made again, and a provider of colours, which belongs to whoever set it,
    # are left out.

    def __reduce__(self) -> tuple[Callable[..., Cube], tuple[object, ...]]:
        stickers = self._stickers.astype(narrowest(self.geometry.n_slots)).tobytes()
        notes = _public(self._sticker_attributes), _public(self._slot_attributes)
        state = (self.size, self.scheme.letters, stickers, *notes)
        return _unpickled, state if state[3] or state[4] else state[:3]


def narrowest(n_slots: int) -> np.dtype[Any]:
    """Return the smallest type, the same on every machine, that holds all sticker numbers."""
    return np.dtype("u1" if n_slots <= 1 << 8 else "<u2" if n_slots <= 1 << 16 else "<i4")


def _unpickled(
    size: int,
    scheme: str,
    stickers: bytes,
    on_stickers: Attributes | None = None,
    on_slots: Attributes | None = None,
) -> Cube:
    cube = Cube(size, ColorScheme.parse(scheme))
    cube._stickers[:] = np.frombuffer(stickers, narrowest(cube.geometry.n_slots))
    cube._sticker_attributes = on_stickers or {}
    cube._slot_attributes = on_slots or {}
    return cube


def _stickers_after(alg: Alg, size: int) -> bytes:
    return Cube.from_alg(alg, size)._stickers.tobytes()


Alg.stickers_after = _stickers_after
