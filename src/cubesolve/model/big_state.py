"""A cube without an array of stickers: centres on planes, wings by orbits, a 3x3 for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model.colors import DEFAULT_SCHEME, Color, ColorScheme
from cubesolve.model.cube import Cube
from cubesolve.model.geometry import FACE_NAMES, N_FACES, ROTATED_FACES, Geometry, Ints, geometry
from cubesolve.model.identify import Colors, find_hold
from cubesolve.model.orbit_places import N_PLACES, plane_slots, wing_colors, wing_of_colors

Words = npt.NDArray[np.uint64]

_LOOKED_AT = 64  # rows and columns of a face that tell how a cube is held
_MUCH = 0.02  # of all cells: what chance makes a rotation better by


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


def held(cube: Cube, colors: Colors) -> Held:
    """Return where colours belong as a cube is held: by its fixed centres, else by most cells."""
    rotation = find_hold(cube.geometry, colors)[0] if cube.size % 2 else _best_hold(cube, colors)
    if not rotation:
        return Held(colors, cube.scheme.colors)
    there = np.array(ROTATED_FACES[rotation], dtype=np.uint8)
    of_face = tuple(cube.scheme.colors[k] for k in np.argsort(there))
    return Held(there[colors], of_face)


def _best_hold(cube: Cube, colors: Colors) -> int:
    """Return the rotation in which most cells, of some on each face, are where they belong.

    Where none is much better than no rotation, as in a random state, it is that.
    """
    step = -(-cube.size // _LOOKED_AT)
    cells = colors.reshape(N_FACES, cube.size, cube.size)[:, ::step, ::step].reshape(N_FACES, -1)
    seen = np.stack([np.count_nonzero(cells == color, axis=1) for color in range(N_FACES)])
    right = [sum(seen[color, face] for color, face in enumerate(faces)) for faces in ROTATED_FACES]
    best = int(np.argmax(right))
    return best if right[best] - right[0] > _MUCH * cells.size else 0


def read_state(colors: Colors, size: int, vectors: bool | None = None) -> BigState:
    """Return the state of a cube that shows these faces' colours."""
    from cubesolve.kernels import vectors as vector_kernels
    from cubesolve.kernels.planes import pack

    if vectors is None:
        vectors = vector_kernels.are_there()
    planes = np.empty(n_words(size), dtype=np.uint64)
    if n_rows(size):
        pack(colors, size, planes, np.empty((4, 64), dtype=np.uint64), vectors)
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


def edge_colors(state: BigState) -> Iterator[tuple[Ints, Ints]]:
    """Yield slots of wings, then of corners and middle edges, with the faces of their colours."""
    if state.rows:
        yield wing_slots(state.size).reshape(-1), wing_colors()[state.wings].reshape(-1)
    places, slots = small_slots(state.size)
    yield slots, state.small[places]


def all_colors(state: BigState) -> Colors:
    """Return the face that the colour of each slot belongs on."""
    from cubesolve.kernels.planes import unpack

    colors = np.repeat(np.arange(N_FACES, dtype=np.uint8), state.size**2)
    if state.rows:
        unpack(state.planes, state.size, colors)
    for slots, faces in edge_colors(state):
        colors[slots] = faces
    return colors


def region_colors(state: BigState, face: int, rows: range, columns: range) -> Colors:
    """Return what some rows and columns of a face show, both with one step."""
    from cubesolve.kernels.big_planes import Region, read_region

    size = state.size
    found = np.full((len(rows), len(columns)), face, dtype=np.uint8)
    if state.rows:
        region = Region(size, face, rows.start, columns.start, len(rows), len(columns), rows.step)
        read_region(state.planes, region, found)
    for slots, faces in edge_colors(state):
        there, place = np.divmod(slots, size**2)
        row, column = np.divmod(place, size)
        i, off_row = np.divmod(row - rows.start, rows.step)
        j, off_column = np.divmod(column - columns.start, columns.step)
        inside = (there == face) & (off_row == 0) & (off_column == 0) & (i >= 0) & (j >= 0)
        inside &= (i < len(rows)) & (j < len(columns))
        found[i[inside], j[inside]] = faces[inside]
    return found


def layers_of(state: BigState, chosen: Sequence[int], *, only_these: bool = False) -> Colors:
    """Return the colours of the small cube of the outer layers, the chosen and the middle one.

    Layers count from 2 at a face on, up to the middle. With `only_these`, the planes hold the rows
    of the chosen layers and no others.
    """
    layers = np.array(sorted(chosen), dtype=np.int64)
    if len(set(chosen)) != len(chosen) or not all(2 <= k < 2 + state.rows for k in chosen):
        raise ValueError(f"expected layers from 2 to {state.rows + 1}, each once, got {chosen}")
    rows = layers - 2
    columns = np.append(rows, state.size // 2 - 1) if state.size % 2 else rows
    n = 2 * len(rows) + 2 + state.size % 2
    words = state.planes.reshape(-1, max(n_chunks(state.size), 1), N_PLACES, 3, 8)
    small = np.repeat(np.arange(N_FACES, dtype=np.uint8), n * n)
    for i, row in enumerate(rows):
        planes = words[i if only_these else row]
        for j, column in enumerate(columns):
            bits = planes[column >> 9, :, :, (column >> 6) & 7] >> np.uint64(column & 63)
            cells = (bits & np.uint64(1)) @ np.array([1, 2, 4], np.uint64)
            small[plane_slots(i, j, n)] = cells
    picked = BigState(n, np.empty(0, np.uint64), state.wings[rows], state.small)
    for slots, faces in edge_colors(picked):
        small[slots] = faces
    return small


def small_cube(state: BigState) -> Cube:
    """Return the 3x3; where its edges are made up, two change places if the corners need it."""
    cube = cube_of(state.small)
    if state.size % 2 == 0 and cube.problems():
        first, second = geometry(3).midge_slots[:2]
        swapped = state.small.copy()
        swapped[[*first, *second]] = state.small[[*second, *first]]
        cube = cube_of(swapped)
    return cube


def cube_of(colors: npt.NDArray[Any], scheme: ColorScheme = DEFAULT_SCHEME) -> Cube:
    """Return the cube that shows these colours of a scheme, whether it can be or not."""
    letters = np.frombuffer(FACE_NAMES.encode(), dtype=np.uint8)
    return Cube.from_facelets(letters[colors].tobytes().decode(), scheme, allow_invalid=True)


def has_all_pieces(state: BigState) -> bool:
    """Tell whether each wing is there once, and corners and middle edges are those of a 3x3."""
    wings = np.sort(state.wings, axis=1) == np.arange(N_PLACES)
    return bool(wings.all()) and not small_cube(state).problems()


def has_all_centers(state: BigState) -> bool:
    """Tell whether each centre orbit has four cells of each colour."""
    from cubesolve.kernels.big_planes import wrong_orbits

    return not wrong_orbits(state.planes, 0, state.rows, n_columns(state.size))
