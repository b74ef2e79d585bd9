"""A cube seen as a 3x3: its shadow, and an operator that plays on both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from cubesolve.interrupts import restoring
from cubesolve.model import Color, Cube, FaceName, Marked, slots_of
from cubesolve.model.geometry import FACE_NAMES, part_name
from cubesolve.notation import Alg, Move, Playable, as_alg
from cubesolve.notation.layers import ALL_INNER, MIDDLE, SLICES
from cubesolve.operator import Operator, Step
from cubesolve.trackers import FacesTrackerHolder


class ShadowCubeHelper:
    """Makes the 3x3 that the corners, edges and face colours of a cube stand for.

    The colours of the faces are given (those of trackers, say), or what `Face.color` tells, which
    asks the cube's provider of colours first. So centres need not be built: a cage has a shadow.
    """

    def __init__(self, cube: Cube, face_colors: Mapping[FaceName, Color] | None = None) -> None:
        self.cube = cube
        self.face_colors = face_colors or {face.name: face.color for face in cube.faces}

    def create_shadow(self) -> Cube:
        """Return the shadow, which an even cube may make one that no 3x3 can be.

        It shows the corners and the representative slices of the edges. A 2x2 has no edges: its
        shadow's are solved.
        """
        scheme = self.cube.scheme
        faces = np.array([scheme.colors.index(self.face_colors[name]) for name in FaceName])
        picks = _shown(self.cube.size)
        colors = np.where(picks < 0, faces.repeat(9), self.cube.colors()[picks])
        text = "".join("URFDLB"[color] for color in colors.tolist())
        return Cube.from_facelets(text, scheme, allow_invalid=True)


@cache
def _shown(size: int) -> npt.NDArray[np.int64]:
    """Return for each slot of a shadow the slot that it shows, -1 where it shows the face's colour.

    Edges are shown by their representative slices.
    """
    cube, shadow = Cube(size), Cube(3)
    picks = np.full(54, -1, dtype=np.int64)
    for corner, small in zip(cube.corners, shadow.corners, strict=True):
        picks[list(small.slots)] = corner.slots
    if cube.n_slices:
        for edge, small_edge in zip(cube.edges, shadow.edges, strict=True):
            picks[list(small_edge.slots)] = edge.representative_slice.slots
    return picks


def for_size(alg: Alg, size: int) -> Alg:
    """Return what moves of a 3x3 are on a reduced cube: the middle layer is all inner layers.

    >>> print(for_size(Alg.parse("R r' M2 x"), 6))
    R [:-1]Rw' m2 x
    """
    if size == 3:
        return alg
    return Alg(_for_size(move) for move in alg.moves)


def _for_size(move: Move) -> Move:
    if move.letter in SLICES and move.layers == MIDDLE:
        return Move(move.letter, ALL_INNER, move.amount)
    if move.layers == ((1, 2),):
        return Move(move.letter, ((1, -1),), move.amount)
    return move


def name_at_start(history: Alg, name: str) -> str:
    """Return the name that a face or a part's place had before the whole cube was turned.

    Solutions are written without turns of the whole cube, so that is where a reader looks.

    >>> name_at_start(Alg.parse("R y U"), "FR"), name_at_start(Alg.parse("x"), "F")
    ('BR', 'D')
    """
    return _name_before(tuple(move for move in history.moves if move.is_rotation), name)


@lru_cache(maxsize=1024)
def _name_before(rotations: tuple[Move, ...], name: str) -> str:
    held = Cube.from_alg(Alg(rotations))
    if len(name) == 1:
        return FACE_NAMES[held.sticker_at(held.face(name).center.slots[0]) // 9]
    part = held.corner(name) if len(name) == 3 else held.edge(name)
    return part_name([held.sticker_at(slot) // 9 for slot in part.slots])


class DualOperator:
    """Plays on a cube and on its shadow at once: what is solved on the one is solved on the other.

    Algorithms are those of a 3x3; the cube plays what they are at its size. Annotations name parts
    of the shadow; on the cube they mark all stickers that these stand for.

    >>> operator = Operator(Cube.from_alg("R", 5))
    >>> dual = DualOperator(operator)
    >>> with dual.annotate("Turn the side back", targets=dual.shadow.edge("FR")):
    ...     dual.play("R'")
    >>> dual.shadow.solved, operator.cube.solved, len(operator.steps[0].targets)
    (True, True, 6)
    """

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self._shadow_operator = Operator(ShadowCubeHelper(operator.cube).create_shadow())

    @property
    def cube(self) -> Cube:
        """The cube itself."""
        return self.operator.cube

    @property
    def shadow(self) -> Cube:
        """The 3x3 that the cube is played as."""
        return self._shadow_operator.cube

    @property
    def size(self) -> int:
        """The size of the cube itself."""
        return self.cube.size

    @property
    def is_even(self) -> bool:
        """Whether the cube itself is even, and may show what no 3x3 can."""
        return self.cube.is_even

    def play(self, alg: Playable) -> None:
        """Play an algorithm of a 3x3 on the shadow and on the cube."""
        alg = as_alg(alg)
        self._shadow_operator.play(alg)
        self.operator.play(for_size(alg, self.size))

    @restoring
    def query(self) -> Iterator[None]:
        """Take back on both whatever is played inside, also after an error; it nests."""
        with self._shadow_operator.query(), self.operator.query():
            yield

    @restoring
    def annotate(
        self,
        title: str,
        explanation: str = "",
        *,
        moved: Marked | Iterable[Marked] = (),
        targets: Marked | Iterable[Marked] = (),
        phase: str = "",
        parity: str = "",
    ) -> Iterator[Step]:
        """Make one step of the moves played inside, with markers given on the shadow.

        The step shows the marks of trackers, too, where there are any.
        """
        with self.operator.annotate(
            title,
            explanation,
            moved=self.real_slots(moved),
            targets=self.real_slots(targets),
            phase=phase,
            parity=parity,
        ) as step:
            step.trackers = tuple(FacesTrackerHolder.tracked_slots(self.cube).items())
            yield step

    def real_slots(self, marked: Marked | Iterable[Marked]) -> tuple[int, ...]:
        """Return all slots of the cube that slots, or views, of the shadow stand for."""
        size = self.size
        ranges = (range(1), range(1, size - 1), range(size - 1, size))
        found = []
        for slot in slots_of(self.shadow, marked):
            face, place = divmod(slot, 9)
            rows, columns = (ranges[k] for k in divmod(place, 3))
            found += [(face * size + row) * size + column for row in rows for column in columns]
        return tuple(found)

    def parts(self, names: Iterable[str]) -> list[Marked]:
        """Return parts of the shadow by their names."""
        shadow = self.shadow
        return [shadow.corner(name) if len(name) == 3 else shadow.edge(name) for name in names]

    def place(self, name: str) -> str:
        """Return the name of a part's place as the cube was held at the start."""
        return name_at_start(self.operator.history, name)

    def color_name(self, face: FaceName | str) -> str:
        """Return the name of the colour in the middle of a face of the shadow."""
        return self.shadow.face(face).color.name.lower()
