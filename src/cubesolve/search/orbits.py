"""Pieces of big cubes as arrays: orbits of 24 places, and what turns and symmetries make of them.

A state of one orbit is a row of 24 bytes: what is in each place. A turn is such a row too: playing
it gives `state[turn]`. Corners and midges are told by their stickers, numbered as on a 3x3. So are
wings, since none can be flipped: place `2 * edge + k` is the wing of an edge whose sticker on the
edge's k-th face comes first in a fixed sense of rotation. The wings of a reduced cube are thus the
edges of a 3x3, number by number.

Turns are numbered as in `turns_of(size)`: `18 * (width - 1) + 3 * face + amount - 1`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import (
    CORNER_FACES,
    EDGE_FACES,
    FACE_NAMES,
    N_FACES,
    NORMALS,
    F,
    R,
    U,
    Vector,
    cross,
    geometry,
    negative,
    scaled_sum,
)
from cubesolve.search.coordinates import Bytes
from cubesolve.search.symmetry import FACE_MAPS, N_SYMMETRIES, face_turn_images
from cubesolve.search.turns import TurnSet

Ints = npt.NDArray[np.int64]

N_PLACES = 24
N_FACE_TURNS = 18
_QUARTERS = 3  # amounts of a turn: once, twice, three times


class Orbit(NamedTuple):
    """24 places that turns carry pieces between.

    `slots[place]` are the model's slots of the piece there, its own sticker first; `turns[turn]`
    is what a turn brings to each place from where, `images[symmetry]` where one of the 48
    symmetries of `cubesolve.search.symmetry` takes each place.
    """

    slots: Ints
    turns: Bytes
    images: Bytes


class Pieces(NamedTuple):
    """The orbits of a 4x4 or a 5x5; a 4x4 has neither t-centres nor midges."""

    corners: Orbit
    wings: Orbit
    x_centers: Orbit
    t_centers: Orbit | None
    midges: Orbit | None


@cache
def turns_of(size: int) -> TurnSet:
    """Return the turns of outer blocks, up to half of the cube, each state needs one of.

    What turns more than half is the turn of the other side and one of the whole cube. Of the two
    halves of an even size one is enough for each axis.

    >>> len(turns_of(4)), turns_of(4).names[18:21], len(turns_of(5))
    (27, ('Uw', 'Uw2', "Uw'"), 36)
    """
    half = FACE_NAMES[: N_FACES // 2]
    return TurnSet(
        [
            name
            for width in range(1, size // 2 + 1)
            for name in _blocks(half if 2 * width == size else FACE_NAMES, width)
        ]
    )


def _blocks(faces: str, width: int) -> list[str]:
    before, after = ("" if width <= 2 else str(width)), ("" if width == 1 else "w")
    return [f"{before}{face}{after}" for face in faces]


@cache
def block_turns(size: int) -> TurnSet:
    """Return the turns of up to half of the layers on every face, as orbits number them.

    >>> block_turns(4).names[27:30], len(block_turns(7))
    (('Dw', 'Dw2', "Dw'"), 54)
    """
    return TurnSet(
        [name for width in range(1, size // 2 + 1) for name in _blocks(FACE_NAMES, width)]
    )


@cache
def turn_images() -> Bytes:
    """Return `table[symmetry, turn]`: what a symmetry makes of each turn of one or two layers."""
    faces = face_turn_images()
    return np.concatenate([faces, faces + np.uint8(N_FACE_TURNS)], axis=1)


@cache
def pieces(size: int) -> Pieces:
    """Return the orbits of a 4x4 or a 5x5, with turns of one and of two layers of each face."""
    inner = size - 3  # how far the layer beside a face is from the middle
    odd = size % 2 == 1
    return Pieces(
        corners=_orbit(size, _corner_places(size)),
        wings=_orbit(size, _edge_places(size, inner), are_pieces=True),
        x_centers=_orbit(size, _center_places(size, inner, inner)),
        t_centers=_orbit(size, _center_places(size, inner, 0)) if odd else None,
        midges=_orbit(size, _edge_places(size, 0)) if odd else None,
    )


def faces_of(cube: Cube) -> npt.NDArray[np.uint8]:
    """Return for each slot the face that its colour belongs to.

    On odd sizes that is the face whose middle has the colour now, however the cube is held. An even
    cube has no such faces, so its colours stand for the faces where they are at home.
    """
    colors = cube.colors().astype(np.uint8)
    if cube.is_even:
        return colors
    face_of = np.empty(N_FACES, np.uint8)
    face_of[colors[np.array(cube.geometry.middle_slots)]] = np.arange(N_FACES)
    return face_of[colors]


def colors_in(orbit: Orbit, faces: npt.NDArray[np.uint8]) -> Bytes:
    """Return the face, 0 to 5, that the colour in each place of an orbit belongs to."""
    return faces[orbit.slots[:, 0]]


def pieces_in(orbit: Orbit, faces: npt.NDArray[np.uint8]) -> Bytes:
    """Return which piece, or sticker of a piece, is in each place: the number of its home."""
    area = len(faces) // N_FACES
    numbers = np.empty(N_FACES ** orbit.slots.shape[1], np.uint8)
    numbers[_codes(orbit.slots // area)] = np.arange(N_PLACES)
    return numbers[_codes(faces[orbit.slots].astype(np.int64))]


def _codes(faces: Ints) -> Ints:
    """Return the colours of each piece as one number."""
    powers: Ints = N_FACES ** np.arange(faces.shape[1])
    return faces @ powers


class _Place(NamedTuple):
    """Where a piece stands, and its faces, that of the sticker which has the number first."""

    point: Vector
    faces: tuple[int, ...]


def _corner_places(size: int) -> list[_Place]:
    reach = size - 1
    return [
        _Place(scaled_sum(*((reach, NORMALS[face]) for face in faces)), (*faces[k:], *faces[:k]))
        for faces in CORNER_FACES
        for k in range(3)
    ]


def _edge_places(size: int, along: int) -> list[_Place]:
    """Return the places of pieces of edges, so far from the middle of their edge."""
    reach = size - 1
    return [
        _Place(
            scaled_sum((reach, NORMALS[a]), (reach, NORMALS[b]), (along, _along(a, b))),
            (a, b),
        )
        for first, second in EDGE_FACES
        for a, b in ((first, second), (second, first))
    ]


def _along(a: int, b: int) -> Vector:
    return cross(NORMALS[a], NORMALS[b])


def _center_places(size: int, ahead: int, aside: int) -> list[_Place]:
    """Return the places of centre pieces, so far from the middle of their face, clockwise."""
    places = []
    for face, normal in enumerate(NORMALS):
        there = next(
            v for v in NORMALS if v[0] + v[1] + v[2] > 0 and v not in (normal, negative(normal))
        )
        for _ in range(4):
            right = cross(there, normal)
            point = scaled_sum((size - 1, normal), (ahead, there), (aside, right))
            places.append(_Place(point, (face,)))
            there = right
    return places


def _orbit(size: int, places: list[_Place], *, are_pieces: bool = False) -> Orbit:
    """Return an orbit of stickers; or of pieces that have one place for all their stickers."""
    cells = geometry(size)
    points = np.array([place.point for place in places])
    firsts = np.array([-1 if are_pieces else place.faces[0] for place in places])
    number = {
        (*point, first): i
        for i, (point, first) in enumerate(zip(points.tolist(), firsts.tolist(), strict=True))
    }
    slots = np.array([[cells.slot_at(face, p.point) for face in p.faces] for p in places])

    def images(symmetry: int) -> list[int]:
        to = FACE_MAPS[symmetry]
        taken = points @ np.array([NORMALS[to[face]] for face in (R, U, F)])
        return [
            number[(*point, -1 if first < 0 else to[first])]
            for point, first in zip(taken.tolist(), firsts.tolist(), strict=True)
        ]

    there = np.array([images(symmetry) for symmetry in range(N_SYMMETRIES)], np.uint8)
    heights = points @ np.array(NORMALS).T
    turns = [
        _turn(heights[:, face] >= size + 1 - 2 * width, there[_turning(face, amount)])
        for width in (1, 2)
        for face in range(N_FACES)
        for amount in range(1, _QUARTERS + 1)
    ]
    return Orbit(slots, np.array(turns, np.uint8), there)


def _turn(moves: npt.NDArray[np.bool_], there: Bytes) -> Bytes:
    """Return what comes to each place, if what moves goes where a rotation takes it."""
    turn = np.arange(N_PLACES, dtype=np.uint8)
    turn[there[moves]] = np.flatnonzero(moves)
    return turn


@cache
def _turning(face: int, amount: int) -> int:
    """Return the rotation about a face by so many quarters, clockwise."""
    to = list(range(N_FACES))
    for _ in range(amount):
        to = [NORMALS.index(_quarter(NORMALS[each], NORMALS[face])) for each in to]
    return FACE_MAPS.index(tuple(to))


def _quarter(vector: Vector, normal: Vector) -> Vector:
    turned = cross(vector, normal)
    return vector if turned == (0, 0, 0) else turned
