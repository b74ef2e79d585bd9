"""A big cube as labels of its cubies: which colour a centre shows, which wing is where."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import FACE_NAMES, N_FACES, ROTATED_FACES, Ints, geometry
from cubesolve.model.identify import Colors, find_hold
from cubesolve.model.validity import is_odd

Labels = npt.NDArray[np.uint8]

_NO_LABEL = 255  # corners, middle edges and fixed centres: all lists of turns do the same to them
_WINGS_FROM = 6


class Cubies(NamedTuple):
    """Where the cubies of a size are: `surface` are all of them that have a label.

    `centers` and `wings` (orbit, 24) are indices of labels by orbit; wings in the order of
    `wing_orbits`, whose second column are stickers of the slots that `wing_slots` has.
    """

    surface: Ints
    centers: Ints
    wings: Ints
    goal: Labels


def index_of_slots(size: int, slots: Ints) -> Ints:
    """Return where the labels of the cubies at some slots lie: see `kernels/points.py`."""
    from cubesolve.kernels.points import index_at

    faces, rest = np.divmod(slots, size * size)
    rows, columns = np.divmod(rest, size)
    m = size - 1
    zeros = np.zeros_like(rows)
    # By face URFDLB: how deep below U, R and F.
    below_u = np.choose(faces, [zeros, rows, rows, zeros + m, rows, rows])
    below_r = np.choose(faces, [m - columns, zeros, m - columns, m - columns, zeros + m, columns])
    below_f = np.choose(faces, [m - rows, columns, zeros, rows, m - columns, zeros + m])
    found: Ints = index_at(below_u, below_r, below_f, size)
    return found


@cache
def cubies(size: int) -> Cubies:
    """Return where the cubies of a size are."""
    from cubesolve.kernels.points import pitch

    known = geometry(size)
    center_slots, wing_slots = known.center_orbits(), known.wing_orbits()
    centers = index_of_slots(size, center_slots)
    wings = index_of_slots(size, wing_slots[..., 0])
    goal = np.full(pitch(size) ** 3, _NO_LABEL, np.uint8)
    goal[centers] = center_slots // size**2
    goal[wings] = _WINGS_FROM + np.arange(24)
    surface = np.sort(np.concatenate([centers.ravel(), wings.ravel()])).astype(np.int64)
    return Cubies(surface, centers, wings, goal)


def read_labels(faces: Colors, size: int) -> Labels:
    """Return the labels of a cube whose stickers belong on these faces, by slot."""
    known, there = geometry(size), cubies(size)
    labels = np.full_like(there.goal, _NO_LABEL)
    labels[there.centers] = faces[known.center_orbits()]
    slots = known.wing_orbits()
    key = slots[0] // size**2 @ (N_FACES, 1) if len(slots) else np.empty(0, np.int64)
    home = np.zeros(N_FACES * N_FACES, np.uint8)
    home[key] = np.arange(len(key))
    labels[there.wings] = _WINGS_FROM + home[faces[slots].astype(np.int64) @ (N_FACES, 1)]
    return labels


def faces_as_held(cube: Cube) -> Colors:
    """Return for each slot the face that its colour belongs on, as the cube is held.

    Fixed centres tell how it is held, else most of all stickers do.
    """
    colors = cube.colors()
    if cube.size % 2:
        rotation = find_hold(cube.geometry, colors)[0]
    else:
        grids = colors.reshape(N_FACES, -1)
        seen = np.stack([np.count_nonzero(grids == color, axis=1) for color in range(N_FACES)])
        right = [sum(seen[c, face] for c, face in enumerate(faces)) for faces in ROTATED_FACES]
        rotation = int(np.argmax(right))
    return np.array(ROTATED_FACES[rotation], np.uint8)[colors]


def small_cube(faces: Colors, size: int) -> Cube:
    """Return a 3x3 with the corners and, on odd sizes, the middle edges of a cube.

    The edges of an even size are those of a solved cube, two of them swapped if corners need it.
    """
    here, there = geometry(3), geometry(size)
    small = np.repeat(np.arange(N_FACES), 9)
    small[np.ravel(here.corner_slots)] = faces[np.ravel(there.corner_slots)]
    if size % 2:
        small[np.ravel(here.midge_slots)] = faces[np.ravel(there.midge_slots)]
    cube = _cube(small)
    if size % 2 == 0 and cube.problems():
        first, second = here.midge_slots[:2]
        small[[*first, *second]] = small[[*second, *first]]
        cube = _cube(small)
    return cube


def _cube(small: Ints) -> Cube:
    return Cube.from_facelets("".join(FACE_NAMES[face] for face in small), allow_invalid=True)


def odd_wings(labels: Labels, size: int) -> Ints:
    """Return the layers, from 0, whose wings are an odd permutation away from home."""
    wings = labels[cubies(size).wings].astype(np.int64) - _WINGS_FROM
    return np.array([1 + k for k, orbit in enumerate(wings) if is_odd(orbit.tolist())], np.int64)
