"""The 48 symmetries of the cube, the 16 that keep the axis of U and D, and their classes."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.methods.three.two_phase.coordinates import Coordinate
from cubesolve.methods.three.two_phase.cubie import N_TURNS, Arrays, Cubies, turn_arrays
from cubesolve.model.geometry import (
    CORNER_FACES,
    EDGE_FACES,
    N_FACES,
    ROTATED_FACES,
    D,
    F,
    L,
    R,
    U,
)
from cubesolve.search.pruning import Classes

N_SYMMETRIES = 48
N_AXIAL = 16  # symmetries that keep the axis of U and D: the first of all
N_AXES = 3

_LEFT_RIGHT = tuple(L if face == R else R if face == L else face for face in range(N_FACES))


def _face_maps() -> tuple[tuple[int, ...], ...]:
    """Return where each symmetry takes the faces; the first does nothing."""
    mirrored = (tuple(map(rotated.__getitem__, _LEFT_RIGHT)) for rotated in ROTATED_FACES)
    maps = (*ROTATED_FACES, *mirrored)
    return tuple(sorted(maps, key=lambda to: to[U] not in (U, D)))


FACE_MAPS = _face_maps()
#: Symmetries that turn the axes about the corner URF: none, once, twice.
AXIS_SYMMETRIES = tuple(
    next(s for s, to in enumerate(FACE_MAPS) if (to[U], to[R], to[F]) == faces)
    for faces in ((U, R, F), (R, F, U), (F, U, R))
)


def _slot_map(parts: tuple[tuple[int, ...], ...], to: tuple[int, ...]) -> list[int]:
    """Return where a symmetry takes the slots of parts."""
    slots = {
        (frozenset(faces), face): len(faces) * part + k
        for part, faces in enumerate(parts)
        for k, face in enumerate(faces)
    }
    return [
        slots[frozenset(to[other] for other in faces), to[face]]
        for faces in parts
        for face in faces
    ]


@cache
def symmetry_arrays() -> Arrays:
    """Return where each symmetry takes each slot of the corners and of the edges."""
    return Arrays(
        np.array([_slot_map(CORNER_FACES, to) for to in FACE_MAPS], np.uint8),
        np.array([_slot_map(EDGE_FACES, to) for to in FACE_MAPS], np.uint8),
    )


@cache
def conjugate_turns() -> npt.NDArray[np.uint8]:
    """Return `table[symmetry, turn]`: the turn that a symmetry makes of a turn."""
    table = np.empty((N_SYMMETRIES, N_TURNS), np.uint8)
    for s, to in enumerate(FACE_MAPS):
        mirrors = _is_mirror(to)
        for turn in range(N_TURNS):
            amount = 2 - turn % 3 if mirrors else turn % 3
            table[s, turn] = 3 * to[turn // 3] + amount
    return table


def _is_mirror(to: tuple[int, ...]) -> bool:
    return to not in ROTATED_FACES


def conjugate(state: Cubies, symmetry: int) -> Cubies:
    """Return a state as a symmetry shows it."""
    maps = symmetry_arrays()
    corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    to_corners, to_edges = maps.corners[symmetry], maps.edges[symmetry]
    corners[to_corners] = to_corners[state.corners]
    edges[to_edges] = to_edges[state.edges]
    return Cubies(corners, edges)


def symmetries_of(state: Cubies) -> list[int]:
    """Return the symmetries that leave a state as it is."""
    return [s for s in range(N_SYMMETRIES) if conjugate(state, s) == state]


def build_classes(coordinate: Coordinate, turns: tuple[int, ...]) -> Classes:
    """Return the classes of a coordinate, and what turns make of them."""
    from cubesolve.kernels import cubie_tables

    maps = symmetry_arrays()
    played = turn_arrays()
    number, smallest, keeps = cubie_tables.build_classes(
        coordinate, coordinate.size, maps.corners[:N_AXIAL], maps.edges[:N_AXIAL]
    )
    chosen = np.array(turns)
    moves = cubie_tables.build_class_moves(
        coordinate, number, smallest, played.corners[chosen], played.edges[chosen]
    )
    return Classes(number, smallest, keeps, moves)


def build_conjugates(coordinate: Coordinate) -> npt.NDArray[np.uint16]:
    """Return `table[value, symmetry]`: what an axial symmetry makes of a value."""
    from cubesolve.kernels import cubie_tables

    maps = symmetry_arrays()
    table: npt.NDArray[np.uint16] = cubie_tables.build_conjugates(
        coordinate, coordinate.size, maps.corners[:N_AXIAL], maps.edges[:N_AXIAL]
    )
    return table
