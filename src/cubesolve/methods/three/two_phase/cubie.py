"""`Cubies`: the corners and edges of a 3x3 as two permutations of 24 stickers, and their turns.

The kernels of `cubesolve.kernels.cubies` read the same arrays and say what their numbers mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.search.turns import TurnSet
from cubesolve.stages.stickers import cube_of, stickers_of

Bytes = npt.NDArray[np.uint8]

TURNS = TurnSet(FACE_NAMES)
N_TURNS = len(TURNS)
ALL_TURNS = tuple(range(N_TURNS))
#: The turns of phase 2: U and D by any amount, the others by half.
PHASE_2_TURNS = (0, 1, 2, 4, 7, 9, 10, 11, 13, 16)


@dataclass(frozen=True, eq=False)
class Cubies:
    """A state of corners and edges: which sticker is in each of their slots."""

    corners: Bytes
    edges: Bytes

    @classmethod
    def solved(cls) -> Cubies:
        """Return the state of a solved cube."""
        return cls(np.arange(24, dtype=np.uint8), np.arange(24, dtype=np.uint8))

    @classmethod
    def from_cube(cls, cube: Cube) -> Cubies:
        """Return the state of a valid 3x3, however it is held."""
        return cls(*stickers_of(cube))

    def to_cube(self) -> Cube:
        """Return the 3x3 in this state, its centres at home."""
        return cube_of(self.corners, self.edges)

    def then(self, other: Cubies) -> Cubies:
        """Return this state with the turns of another played after it."""
        return Cubies(self.corners[other.corners], self.edges[other.edges])

    def inverse(self) -> Cubies:
        """Return the state that undoes this one."""
        corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
        corners[self.corners] = edges[self.edges] = np.arange(24, dtype=np.uint8)
        return Cubies(corners, edges)

    def play(self, turns: Iterable[int]) -> Cubies:
        """Return the state after turns."""
        corners, edges = turn_arrays()
        state = self
        for turn in turns:
            state = state.then(Cubies(corners[turn], edges[turn]))
        return state

    @property
    def is_solved(self) -> bool:
        """Whether each sticker is at home."""
        home = np.arange(24)
        return np.array_equal(self.corners, home) and np.array_equal(self.edges, home)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cubies):
            return NotImplemented
        same_corners = np.array_equal(self.corners, other.corners)
        return same_corners and np.array_equal(self.edges, other.edges)

    __hash__ = None  # type: ignore[assignment]


class Arrays(NamedTuple):
    """Several permutations of corners and of edges, one in each row."""

    corners: Bytes
    edges: Bytes


@cache
def turn_arrays() -> Arrays:
    """Return what each of the 18 turns makes of a solved cube."""
    states = [Cubies.from_cube(Cube.from_alg(name)) for name in TURNS.names]
    return Arrays(np.stack([s.corners for s in states]), np.stack([s.edges for s in states]))
