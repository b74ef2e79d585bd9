"""Symmetries of a 3x3's corners and edges: states and coordinates as they show them."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.methods.three.two_phase.coordinates import Coordinate
from cubesolve.methods.three.two_phase.cubie import ALL_TURNS, Arrays, Cubies, turn_arrays
from cubesolve.model.geometry import CORNER_FACES, EDGE_FACES
from cubesolve.search import coordinates, symmetry
from cubesolve.search.symmetry import (
    AXIS_SYMMETRIES,
    N_AXES,
    N_AXIAL,
    N_SYMMETRIES,
    Classes,
    face_turn_images,
    slot_maps,
)

_AXES = np.arange(N_AXES)[:, None]


@cache
def symmetry_arrays() -> Arrays:
    """Return where each symmetry takes each slot of the corners and of the edges."""
    return Arrays(slot_maps(CORNER_FACES), slot_maps(EDGE_FACES))


@cache
def conjugate_turns() -> npt.NDArray[np.uint8]:
    """Return `table[symmetry, turn]`: the turn that a symmetry makes of a turn."""
    return face_turn_images()


def conjugate(state: Cubies, number: int) -> Cubies:
    """Return a state as a symmetry shows it."""
    maps = symmetry_arrays()
    corners = coordinates.conjugates(state.corners[None], maps.corners[number])
    edges = coordinates.conjugates(state.edges[None], maps.edges[number])
    return Cubies(corners[0], edges[0])


def symmetries_of(state: Cubies) -> list[int]:
    """Return the symmetries that leave a state as it is."""
    return [s for s in range(N_SYMMETRIES) if conjugate(state, s) == state]


def seen_along_axes(state: Cubies) -> tuple[Cubies, ...]:
    """Return a state as it looks along each of the three axes."""
    return tuple(map(Cubies, *all_seen_along_axes(state)))


def all_seen_along_axes(state: Cubies | Arrays) -> Arrays:
    """Return a state, or each of many, as it looks along the axes, which come before the slots."""
    to, (back_corners, back_edges) = _axis_maps()
    corners = to.corners[_AXES, state.corners[..., back_corners]]
    edges = to.edges[_AXES, state.edges[..., back_edges]]
    return Arrays(corners, edges)


@cache
def _axis_maps() -> tuple[Arrays, tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """Return where the symmetries of the axes take each slot, and what they bring there."""
    chosen = np.array(AXIS_SYMMETRIES)
    corners, edges = (maps[chosen] for maps in symmetry_arrays())
    return Arrays(corners, edges), (np.argsort(corners, axis=1), np.argsort(edges, axis=1))


def build_classes(coordinate: Coordinate, turns: tuple[int, ...]) -> Classes:
    """Return the classes of a coordinate by axial symmetries, and what turns make of them."""
    maps = coordinate.part_of(symmetry_arrays())[:N_AXIAL]
    return symmetry.build_classes(coordinate, maps, _played(coordinate, turns))


def build_conjugates(coordinate: Coordinate) -> npt.NDArray[np.uint16]:
    """Return `table[value, symmetry]`: what an axial symmetry makes of a value."""
    maps = coordinate.part_of(symmetry_arrays())[:N_AXIAL]
    return coordinates.build_conjugates(coordinate, maps)


def build_moves(
    coordinate: Coordinate, turns: tuple[int, ...] = ALL_TURNS
) -> npt.NDArray[np.uint16]:
    """Return `table[value, turn]`: the value after a turn, for turns that keep the coordinate."""
    return coordinates.build_moves(coordinate, _played(coordinate, turns))


def _played(coordinate: Coordinate, turns: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    played: npt.NDArray[np.uint8] = coordinate.part_of(turn_arrays())[np.array(turns)]
    return played
