"""Tables of what each turn makes of each value of a coordinate."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.methods.three.two_phase.coordinates import Coordinate
from cubesolve.methods.three.two_phase.cubie import N_TURNS, turn_arrays

ALL_TURNS = tuple(range(N_TURNS))


def build_moves(
    coordinate: Coordinate, turns: tuple[int, ...] = ALL_TURNS
) -> npt.NDArray[np.uint16]:
    """Return `table[value, turn]`: the value after a turn, for turns that keep the coordinate."""
    from cubesolve.kernels import cubie_tables

    played = turn_arrays()
    chosen = np.array(turns)
    table: npt.NDArray[np.uint16] = cubie_tables.build_moves(
        coordinate, coordinate.size, played.corners[chosen], played.edges[chosen]
    )
    return table
