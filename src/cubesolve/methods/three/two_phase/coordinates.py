"""Coordinates: numbers that each say one thing about a state, in the literature's names."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cubesolve.methods.three.two_phase.cubie import Arrays, Cubies
from cubesolve.search.coordinates import Bytes, Values

N_TWIST = 2187  # 3^7
N_FLIP = 2048  # 2^11
N_SLICE = 495  # 12 over 4
N_PLACEMENT = 11880  # 12 * 11 * 10 * 9
N_PERM4 = 24  # 4!
N_PERM = 40320  # 8!
N_U_IN_UD = 1680  # 8 * 7 * 6 * 5: placements of four edges among eight
SLICE_SOLVED = 494  # the last set of four: the places of the slice come last


class Coordinate(IntEnum):
    """What can be asked of a state; the numbers are those of `cubesolve.kernels.cubies`."""

    TWIST = 0  #: how the corners are turned
    FLIP = 1  #: which edges are flipped
    SLICE_SORTED = 2  #: where the four edges of the middle layer are, in order
    U_EDGES = 3  #: where the four edges of U are, in order
    D_EDGES = 4  #: where the four edges of D are, in order
    CORNERS = 5  #: the permutation of the corners
    UD_EDGES = 6  #: that of the edges of U and D, where they are in their layers (phase 2)
    FLIP_SLICE = 7  #: the places of the middle edges, and which edges are flipped

    @property
    def size(self) -> int:
        """How many values there are."""
        return _SIZES[self]

    @property
    def is_of_corners(self) -> bool:
        """Whether it is about corners; else it is about edges."""
        return self in (Coordinate.TWIST, Coordinate.CORNERS)

    def of(self, state: Cubies) -> int:
        """Return the value for a state."""
        from cubesolve.kernels.cubies import get

        return int(get(int(self), self.part_of(state)))

    def state(self, value: int) -> Cubies:
        """Return a state that has a value, as near to solved as it can be."""
        if not 0 <= value < self.size:
            raise ValueError(f"expected {self.name} from 0 to {self.size - 1}, got {value}")
        stickers = self.states_of(np.array([value]))[0]
        home = Cubies.solved()
        if self.is_of_corners:
            return Cubies(stickers, home.edges)
        return Cubies(home.corners, stickers)

    def part_of(self, state: Cubies | Arrays) -> Bytes:
        """Return the stickers that the coordinate is about, of one state or of many."""
        return state.corners if self.is_of_corners else state.edges

    def values_of(self, states: Bytes) -> Values:
        """Return the value of each row of the stickers that the coordinate is about."""
        from cubesolve.kernels.cubies import get_all

        values: Values = get_all(int(self), states)
        return values

    def states_of(self, values: Values) -> Bytes:
        """Return for each value stickers that have it."""
        from cubesolve.kernels.cubies import put_all

        states: Bytes = put_all(int(self), values)
        return states


_SIZES = {
    Coordinate.TWIST: N_TWIST,
    Coordinate.FLIP: N_FLIP,
    Coordinate.SLICE_SORTED: N_PLACEMENT,
    Coordinate.U_EDGES: N_PLACEMENT,
    Coordinate.D_EDGES: N_PLACEMENT,
    Coordinate.CORNERS: N_PERM,
    Coordinate.UD_EDGES: N_PERM,
    Coordinate.FLIP_SLICE: N_SLICE * N_FLIP,
}
