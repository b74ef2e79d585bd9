"""Which piece is where, read from colours alone.

A colour is a number here: the face that has it on a solved cube. Nothing that is read is judged: an
impossible piece is `None`, a repeated one is found twice.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.model.geometry import (
    CORNER_FACES,
    EDGE_FACES,
    N_FACES,
    ROTATED_FACES,
    Geometry,
    Ints,
)

Colors = npt.NDArray[np.uint8]
Placed = tuple[int, int] | None  # piece and its twist or flip

_CORNERS = {
    tuple(faces[(j - twist) % 3] for j in range(3)): (piece, twist)
    for piece, faces in enumerate(CORNER_FACES)
    for twist in range(3)
}
_MIDGES = {
    key: (piece, flip)
    for piece, (a, b) in enumerate(EDGE_FACES)
    for flip, key in enumerate(((a, b), (b, a)))
}


def find_corners(colors: Colors, slots: Ints) -> list[Placed]:
    """Return the piece at each corner and by how many thirds it is twisted clockwise."""
    return [_CORNERS.get(tuple(row)) for row in colors[slots].tolist()]


def find_midges(colors: Colors, slots: Ints) -> list[Placed]:
    """Return the piece at each middle edge and whether it is flipped."""
    return [_MIDGES.get(tuple(row)) for row in colors[slots].tolist()]


def find_hold(geometry: Geometry, colors: Colors) -> tuple[int, bool]:
    """Return the rotation in which the cube is held, and whether the middle centres prove it.

    Without middle centres the hold is the one in which most corner stickers are at home.
    """
    middles = colors[list(geometry.middle_slots)].tolist()
    for rotation, faces in enumerate(ROTATED_FACES):
        if middles and all(middles[there] == face for face, there in enumerate(faces)):
            return rotation, True
    at_home = np.sum(colors[geometry.held_corner_slots] == np.array(CORNER_FACES), axis=(1, 2))
    return int(np.argmax(at_home)), not middles


def stickers_from_colors(geometry: Geometry, colors: Colors) -> npt.NDArray[np.int32]:
    """Return sticker numbers that show these colours, each piece with stickers of one home.

    Where no real piece has these colours, any stickers of the right colour stand in.
    """
    slots = np.arange(geometry.n_slots, dtype=np.int64)
    stickers = (colors.astype(np.int64) * geometry.area + slots % geometry.area).astype(np.int32)
    corners = np.array(geometry.corner_slots)
    _number_pieces(corners, find_corners(colors, corners), stickers)
    if geometry.midge_slots:
        midges = np.array(geometry.midge_slots)
        _number_pieces(midges, find_midges(colors, midges), stickers)
    if geometry.inner > 1:
        _number_wings(geometry, colors, stickers)
        _number_centers(geometry, colors, stickers)
    return stickers


def _number_pieces(slots: Ints, found: list[Placed], stickers: npt.NDArray[np.int32]) -> None:
    """Give the slots of each place the stickers of the piece that was found there."""
    places = [place for place, piece in enumerate(found) if piece is not None]
    pieces = np.array([piece for piece in found if piece is not None], np.int64).reshape(-1, 2)
    turned = (np.arange(slots.shape[1]) - pieces[:, 1:]) % slots.shape[1]
    stickers[slots[places]] = np.take_along_axis(slots[pieces[:, 0]], turned, axis=1)


def _number_wings(geometry: Geometry, colors: Colors, stickers: npt.NDArray[np.int32]) -> None:
    wings = geometry.wing_orbits()
    seen = colors[wings].astype(np.int64)
    home = _home_wing()[seen[..., 0] * N_FACES + seen[..., 1]]
    numbers = np.take_along_axis(wings, np.maximum(home, 0)[..., None], axis=1)
    possible = home >= 0
    stickers[wings[possible]] = numbers[possible]


@cache
def _home_wing() -> Ints:
    """Return for each ordered pair of colours which of the 24 wings of an orbit shows it."""
    home = np.full(N_FACES * N_FACES, -1, dtype=np.int64)
    first, second = EDGE_FACES[0]
    for wing, faces in enumerate(ROTATED_FACES):
        home[faces[first] * N_FACES + faces[second]] = wing
    return home


def _number_centers(geometry: Geometry, colors: Colors, stickers: npt.NDArray[np.int32]) -> None:
    orbits = geometry.center_orbits()
    seen = colors[orbits]
    even = np.all([np.sum(seen == color, axis=1) == 4 for color in range(N_FACES)], axis=0)
    # Sorted by colour, the cells meet the orbit's slots, which are listed face by face.
    order = np.argsort(seen[even], axis=1, kind="stable")
    cells = np.take_along_axis(orbits[even], order, axis=1)
    stickers[cells] = orbits[even]
