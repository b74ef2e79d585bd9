"""A cube as the fast solver sees it: centres on planes, wings by orbits, and a 3x3 for the rest."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.fast.places import N_PLACES, wing_of_colors
from cubesolve.model import Color, Cube
from cubesolve.model.geometry import N_FACES, ROTATED_FACES, Geometry, Ints, geometry
from cubesolve.model.identify import Colors, find_hold

Words = npt.NDArray[np.uint64]

_LOOKED_AT = 64  # rows and columns of a face that tell how a cube is held


class BigState(NamedTuple):
    """The pieces of a cube of any size; every colour is the number of the face it belongs on.

    `planes` are as `kernels/planes.py` says, `wings` has a row for each orbit: which wing is in
    each of its places. `small` has the colours of a 3x3 with the corners and, on odd sizes, the
    middle edges of the cube; those of an even size are left as on a solved one.
    """

    size: int
    planes: Words
    wings: Ints
    small: Ints

    @property
    def rows(self) -> int:
        """How many wing orbits there are, and rows of centre orbits."""
        return n_rows(self.size)


def n_rows(size: int) -> int:
    """Return how many wing orbits a size has, and rows of centre orbits."""
    return (size - 2) // 2


def n_columns(size: int) -> int:
    """Return how many columns of centre orbits a size has."""
    return (size - 1) // 2


def n_chunks(size: int) -> int:
    """Return how many chunks of 512 columns a row has."""
    return -(-n_columns(size) // 512)


def n_words(size: int) -> int:
    """Return how many words the planes of a size take."""
    return n_rows(size) * n_chunks(size) * N_PLACES * 3 * 8


class Held(NamedTuple):
    """A cube as it is held: for each slot the face that its colour belongs on, and the colours."""

    faces: Colors
    colors: tuple[Color, ...]


def held(cube: Cube) -> Held:
    """Return where colours belong as a cube is held: by its fixed centres, else by most cells."""
    colors = cube.colors()
    rotation = find_hold(cube.geometry, colors)[0] if cube.size % 2 else _best_hold(cube, colors)
    if not rotation:
        return Held(colors, cube.scheme.colors)
    there = np.array(ROTATED_FACES[rotation], dtype=np.uint8)
    of_face = tuple(cube.scheme.colors[k] for k in np.argsort(there))
    return Held(there[colors], of_face)


def _best_hold(cube: Cube, colors: Colors) -> int:
    """Return the rotation in which most cells, of some on each face, are where they belong."""
    step = -(-cube.size // _LOOKED_AT)
    cells = colors.reshape(N_FACES, cube.size, cube.size)[:, ::step, ::step].reshape(N_FACES, -1)
    seen = np.stack([np.count_nonzero(cells == color, axis=1) for color in range(N_FACES)])
    right = [sum(seen[color, face] for color, face in enumerate(faces)) for faces in ROTATED_FACES]
    return int(np.argmax(right))


def read_state(colors: Colors, size: int) -> BigState:
    """Return the state of a cube that shows these faces' colours."""
    from cubesolve.kernels.planes import pack

    planes = np.empty(n_words(size), dtype=np.uint64)
    if n_rows(size):
        pack(colors, size, planes, np.empty((4, 64), dtype=np.uint64))
    return BigState(size, planes, read_wings(colors, size), read_small(colors, size))


def read_wings(colors: Colors, size: int) -> Ints:
    """Return which wing is in each place of each orbit; -1 where there is no such wing."""
    seen = colors[wing_slots(size)].astype(np.int64)
    wings: Ints = wing_of_colors()[seen[..., 0] * N_FACES + seen[..., 1]]
    return wings


def read_small(colors: Colors, size: int) -> Ints:
    """Return the colours of the 3x3."""
    places, slots = small_slots(size)
    small = np.repeat(np.arange(N_FACES), 9)
    small[places] = colors[slots]
    return small


@cache
def wing_slots(size: int) -> Ints:
    """Return (orbit, place, sticker) slots of all wings."""
    return _geometry(size).wing_orbits()


@cache
def small_slots(size: int) -> tuple[Ints, Ints]:
    """Return slots of a 3x3, and those of the cube that they stand for."""
    here, there = geometry(3), _geometry(size)
    places = [np.ravel(here.corner_slots)]
    slots = [np.ravel(there.corner_slots)]
    if size % 2:
        places.append(np.ravel(here.midge_slots))
        slots.append(np.ravel(there.midge_slots))
    return np.concatenate(places), np.concatenate(slots)


def _geometry(size: int) -> Geometry:
    """Return the geometry of any size: sizes too large for the array of a cube, too."""
    return Geometry(size)
