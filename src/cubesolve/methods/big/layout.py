"""Centres of a big cube as orbits of 24 places, and what turns make of them.

Cell `(i, j)` is the one in row `i` and column `j` of U. Its orbit is where the 24 rotations of the
cube take it, and the rotations number the places: so cells of one row have the same places side by
side, and agree where they have the same colours in the same places. The places of two opposite
faces are one byte of a set: those of U and D the first, of F and B the second, of R and L the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import N_FACES, ROTATED_FACES, L, R, U
from cubesolve.search.coordinates import Bytes
from cubesolve.search.masks import mask_turns
from cubesolve.search.orbits import N_FACE_TURNS, Ints, block_turns
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import FACE_MAPS

Cell = tuple[int, int]
Word = tuple[int, ...]  # turns that count as one

N_PLACES = 24
N_AXES = 3
_ROTATIONS = [
    f"{tilt} {turn}".strip()
    for tilt in ("", "x", "x2", "x'", "z", "z'")
    for turn in ("", "y", "y2", "y'")
]
_BYTE_OF_AXIS = (0, 2, 1)  # by the number of its first face
SHIFTS = (0, 8, 16)  # of the faces U and D, F and B, R and L in a set of places
RL_SHIFT = SHIFTS[2]


def face(turn: int) -> int:
    """Return the face of a turn."""
    return turn % N_FACE_TURNS // 3


def is_half(turn: int) -> bool:
    """Tell whether a turn is by a half."""
    return turn % 3 == 1


class Layout:
    """The turns and centres of one size. `inner` is the last layer before the middle."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.is_odd = size % 2 == 1
        self.inner = size // 2 - 1
        self.turns = block_turns(size)
        self._perms: dict[bytes, int] = {}
        self._by_turn: dict[Cell, Bytes] = {}

    @cached_property
    def gathers(self) -> npt.NDArray[np.int16]:
        """By turn: from which slot it brings something to each slot."""
        played = [Cube.from_alg(name, self.size).stickers for name in self.turns.names]
        return read_only(np.stack(played).astype(np.int16))

    @cached_property
    def searched(self) -> list[int]:
        """The turns that are enough: of both halves of an even cube one is."""
        middle = N_FACE_TURNS * (self.size // 2 - 1) + N_FACE_TURNS // 2
        return [turn for turn in range(len(self.turns)) if self.is_odd or turn < middle]

    def width(self, turn: int) -> int:
        """Return how many layers a turn takes."""
        return turn // N_FACE_TURNS + 1

    def cut(self, turn: int) -> int:
        """Return the cut that a turn is made at, counted along its axis."""
        return self.width(turn) if face(turn) < N_AXES else self.size - self.width(turn)

    @cached_property
    def rotations(self) -> dict[int, npt.NDArray[np.int64]]:
        """By symmetry: from which slot a rotation of the cube brings something to each slot."""
        found = {}
        area = self.size**2
        for alg in _ROTATIONS:
            gather = Cube.from_alg(alg, self.size).stickers.astype(np.int64)
            middles = np.arange(N_FACES) * area + self.size + 1
            to = np.argsort(gather[middles] // area)
            found[FACE_MAPS.index(tuple(int(face) for face in to))] = gather
        assert len(found) == len(ROTATED_FACES)
        return found

    @cached_property
    def _in_order(self) -> list[npt.NDArray[np.int64]]:
        """The rotations, inverted, in the order of places: by axis, and by face."""

        def place(symmetry: int) -> tuple[int, int]:
            face = FACE_MAPS[symmetry][U]
            return _BYTE_OF_AXIS[face % N_AXES], face

        order = sorted(sorted(self.rotations), key=place)
        return [np.argsort(self.rotations[symmetry]) for symmetry in order]

    def slots(self, cell: Cell) -> Ints:
        """Return the slots of an orbit, by place."""
        slot = U * self.size**2 + cell[0] * self.size + cell[1]
        return np.array([to[slot] for to in self._in_order])

    def perms(self, cell: Cell, words: Sequence[Word]) -> npt.NDArray[np.int32]:
        """Return by word the number, in `tables`, of what its turns make of an orbit."""
        if cell not in self._by_turn:
            slots = self.slots(cell)
            place_of = np.zeros(N_FACES * self.size**2, np.uint8)
            place_of[slots] = np.arange(N_PLACES)
            self._by_turn[cell] = place_of[self.gathers[:, slots]]
        by_turn = self._by_turn[cell]
        numbers = []
        for first, *others in words:
            made = by_turn[first]
            for turn in others:
                made = made[by_turn[turn]]
            numbers.append(self._perms.setdefault(made.tobytes(), len(self._perms)))
        return np.array(numbers, np.int32)

    def tables(self, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.uint32]:
        """Return how what has these numbers moves sets of places."""
        rows = list(self._perms)
        return mask_turns(np.stack([np.frombuffer(rows[n], np.uint8) for n in numbers.tolist()]))


@cache
def layout(size: int) -> Layout:
    """Return the layout of a size."""
    return Layout(size)


def joining_turns(cube: Layout, first: int, *, later: bool) -> list[int]:
    """Return the turns that join a layer to those before it.

    Later, when R and L are done, its own cut is turned about their axis only.
    """
    return [
        turn
        for turn in cube.searched
        if cube.width(turn) == 1
        or (
            is_half(turn)
            and cube.width(turn) >= first
            and (not later or cube.width(turn) != first or face(turn) in (R, L))
        )
    ]


def sets_of(colors: Bytes, slots: Ints, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint32]:
    """Return by row of colours, as bits, the places of an orbit that have one of some colours."""
    bits = np.left_shift(np.uint32(1), np.arange(N_PLACES, dtype=np.uint32))
    found: npt.NDArray[np.uint32] = (chosen[colors[:, slots]] * bits).sum(axis=1, dtype=np.uint32)
    return found
