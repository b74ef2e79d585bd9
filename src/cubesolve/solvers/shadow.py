"""A reduced cube seen as a 3x3, and moves of a 3x3 on a cube of any size."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cubesolve.model import Cube, FaceName
from cubesolve.model.geometry import part_name
from cubesolve.notation import Alg, Move
from cubesolve.notation.layers import ALL_INNER, MIDDLE, SLICES
from cubesolve.operator import Operator


def shadow_of(cube: Cube) -> Cube:
    """Return the 3x3 that a reduced cube turns like, which an even cube may make impossible.

    It shows the corners, and the representative slices of edges and centres. A 2x2 has corners
    only: its edges and centres are those of a solved cube with the same corner at DBL.
    """
    if cube.size == 3:
        return cube.copy()
    size = cube.size
    if size == 2:
        return _of_corners(cube)
    middle = size // 2
    picks = np.array([0, middle, size - 1])
    grids = cube.colors().reshape(6, size, size)
    letters = np.frombuffer(b"URFDLB", dtype=np.uint8)[grids[:, picks][:, :, picks]]
    text = letters.tobytes().decode()
    return Cube.from_facelets(text, cube.scheme, allow_invalid=True)


def _of_corners(cube: Cube) -> Cube:
    solid = Cube(3, cube.scheme)
    for rotation in ("", "x", "x2", "x'", "z", "z'"):
        for more in ("", "y", "y2", "y'"):
            solid = Cube(3, cube.scheme)
            solid.play(f"{rotation} {more}")
            if all(solid.face(name).color == cube.own_face_color(name) for name in FaceName):
                letters = list(solid.facelets())
                for small, big in zip(cube.corners, solid.corners, strict=True):
                    for a, b in zip(small.slots, big.slots, strict=True):
                        letters[b] = cube.facelets()[a]
                return Cube.from_facelets("".join(letters), cube.scheme, allow_invalid=True)
    raise AssertionError("the corner DBL fits no hold")


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


class Bench:
    """A reduced cube and its shadow: each algorithm of a 3x3 is played on both."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.shadow = shadow_of(operator.cube)
        self._held = Cube(3)  # turned as a whole only, as the cube has been
        self._hold(operator.history)

    @property
    def size(self) -> int:
        """The size of the cube itself."""
        return self.operator.cube.size

    @property
    def is_even(self) -> bool:
        """Whether the cube itself is even, and may show what no 3x3 can."""
        return self.operator.cube.is_even

    def play(self, text: str) -> None:
        """Play an algorithm of a 3x3 on the shadow and on the cube."""
        alg = Alg.parse(text)
        self.shadow.play(alg)
        self.operator.play(for_size(alg, self.size))
        self._hold(alg)

    def place(self, name: str) -> str:
        """Return the name of a part's place as the cube was held at the start, for explanations.

        Solutions are written without turns of the whole cube, so that is where a reader looks.
        """
        part = self._held.corner(name) if len(name) == 3 else self._held.edge(name)
        return part_name([self._held.sticker_at(slot) // 9 for slot in part.slots])

    def _hold(self, alg: Alg) -> None:
        for move in alg.moves:
            if move.is_rotation:
                self._held.play(move)

    def color_name(self, face: FaceName | str) -> str:
        """Return the name of the colour in the middle of a face of the shadow."""
        return self.shadow.face(face).color.name.lower()

    def slots(self, parts: Iterable[str]) -> tuple[int, ...]:
        """Return the slots of parts of the cube, by their names."""
        cube = self.operator.cube
        found: list[int] = []
        for name in parts:
            if len(name) == 3:
                found += cube.corner(name).slots
            elif cube.n_slices:
                found += cube.edge(name).slots
        return tuple(found)
