"""What turns do to the 24 places of a wing orbit and to the 24 planes of the centres.

All wing orbits of all sizes have the same 24 places, and turns do the same to them; so do all
centre orbits. A 7x7 has an orbit of each kind, so what is seen there holds everywhere.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from cubesolve.model.cube import Cube
from cubesolve.model.geometry import FACE_NAMES, N_FACES, Ints, geometry

N_PLACES = 24
_SIZE = 7  # it has wing orbits, and centre orbits off the diagonals and the middle lines


def _carried(move: str, slots: Ints) -> Ints:
    """Return which of these slots the sticker in each of them is carried to."""
    stickers = Cube.from_alg(move, _SIZE).stickers
    after = np.empty(len(stickers), np.int64)
    after[stickers] = np.arange(len(stickers))
    number = np.full(len(stickers), -1)
    number[slots] = np.arange(len(slots))
    return number[after[slots]]


def _cycle(carried: Ints) -> list[int]:
    """Return the four places that a turn moves, in the order in which it carries them."""
    places = [int(np.flatnonzero(carried != np.arange(len(carried)))[0])]
    while len(places) < 4:
        places.append(int(carried[places[-1]]))
    return places


@cache
def wing_turns() -> Ints:
    """Return (face, turns 0 to 3, place): the place that a turn of a face carries each wing to."""
    slots = geometry(_SIZE).wing_orbits()[0][:, 0]
    once = np.stack([_carried(face, slots) for face in FACE_NAMES])
    powers = [np.broadcast_to(np.arange(N_PLACES), once.shape)]
    for _ in range(3):
        powers.append(np.take_along_axis(once, powers[-1], axis=1))
    return np.stack(powers, axis=1)


@cache
def wing_slices() -> Ints:
    """Return (face, 4): the places that a slice of the orbit's own depth carries round."""
    slots = geometry(_SIZE).wing_orbits()[0][:, 0]
    return np.array([_cycle(_carried(f"2{face}", slots)) for face in FACE_NAMES])


@cache
def wing_colors() -> Ints:
    """Return (place, 2): the faces that the two stickers of the wing of each place belong on."""
    faces: Ints = geometry(_SIZE).wing_orbits()[0] // _SIZE**2
    return faces


@cache
def wing_of_colors() -> Ints:
    """Return for `6 * first + second` colour the place at which the wing with these is at home."""
    found = np.full(N_FACES * N_FACES, -1)
    found[wing_colors() @ (N_FACES, 1)] = np.arange(N_PLACES)
    return found


@cache
def mates() -> Ints:
    """Return for each place the other place of the orbit on the same edge."""
    pairs = np.sort(wing_colors(), axis=1) @ (N_FACES, 1)
    return np.array(
        [next(q for q in np.flatnonzero(pairs == pair) if q != p) for p, pair in enumerate(pairs)]
    )


def plane_slots(row: int, column: int, size: int = _SIZE) -> Ints:
    """Return the slots of the 24 planes: a cell of each face, and where turns of the face take it.

    Plane `4 * face + turns` shows, at row i and column j, what turns so many clockwise would carry
    the cell (1 + i, 1 + j) of the face to.
    """
    found = []
    for face in range(N_FACES):
        r, c = 1 + row, 1 + column
        for _ in range(4):
            found.append((face * size + r) * size + c)
            r, c = c, size - 1 - r
    return np.array(found)


def planes_carried(alg: str, row: int = 0, column: int = 1) -> Ints:
    """Return the plane that an algorithm on a 7x7 carries a cell of each plane to."""
    return _carried(alg, plane_slots(row, column))


@cache
def row_cycles() -> Ints:
    """Return (face, 4): the planes that a slice at the depth of a row carries round."""
    return np.array([_cycle(planes_carried(f"2{face}")) for face in FACE_NAMES])


@cache
def column_cycles() -> Ints:
    """Return (face, 4): the planes that a slice at the depth of a column carries round."""
    return np.array([_cycle(planes_carried(f"3{face}")) for face in FACE_NAMES])
