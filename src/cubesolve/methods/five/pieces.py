"""A 5x5 as one row of 96 bytes: x-centres, t-centres, wings and midges, 24 places each.

A centre is told by the face of its colour, a wing by its number, a midge by its sticker. Corners
are left out: with the midges they see every turn as that of a 3x3. Turns are `turns_of(5)`, and
numbers of places those of `cubesolve.search.orbits`.

Half turns, and quarter turns of the faces U, D, R and L, carry wings between twelve places only:
the *low* ones, `2 * edge`, and the *high* ones, `2 * edge + 1`. Midges are flipped by quarter turns
of F and B alone.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from cubesolve.model import Cube
from cubesolve.model.geometry import N_FACES, B, D, F, L, R, U
from cubesolve.search.coordinates import Bytes
from cubesolve.search.orbits import (
    N_FACE_TURNS,
    Ints,
    Orbit,
    colors_in,
    faces_of,
    pieces,
    pieces_in,
    turn_images,
)
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import FACE_MAPS, N_SYMMETRIES

SIZE = 5
N_TURNS = 36
N_EDGES = 12
N_KINDS = 4
N_BYTES = 24 * N_KINDS
X, T, W, M = (slice(24 * kind, 24 * kind + 24) for kind in range(N_KINDS))

UD, RL, FB = (U, D), (R, L), (F, B)
OPPOSITE = (D, L, B, U, R, F)


def is_wide(turn: int) -> bool:
    """Tell whether a turn is one of two layers."""
    return turn >= N_FACE_TURNS


def is_half(turn: int) -> bool:
    """Tell whether a turn is by a half."""
    return turn % 3 == 1


def face_of(turn: int) -> int:
    """Return the face of a turn."""
    return turn % N_FACE_TURNS // 3


def _turns(quarters: tuple[int, ...], wide_quarters: tuple[int, ...], halves: str) -> Ints:
    """Return turns: by any amount of these faces and wide faces, and half turns of some kinds."""
    return np.array(
        [
            turn
            for turn in range(N_TURNS)
            if face_of(turn) in (wide_quarters if is_wide(turn) else quarters)
            or (is_half(turn) and ("w" if is_wide(turn) else "o") in halves)
        ]
    )


_EVERY = tuple(range(N_FACES))
#: The turns of each phase, and what may be turned after the last: see `cubesolve.methods.five`.
PHASE_TURNS = (
    _turns(_EVERY, _EVERY, ""),
    _turns((U, D, R, L), FB, "w"),
    _turns(_EVERY, (), "w"),
    _turns(UD, (), "ow"),
    np.array([t for t in _turns(RL, (), "ow") if not (is_wide(int(t)) and face_of(int(t)) in RL)]),
    _turns(_EVERY, (), ""),
)
N_PHASES = 5


class Symmetries(NamedTuple):
    """What the 48 symmetries make of rows, and of each other.

    One of them takes what is in `place` to `places[symmetry, place]`, where it is called
    `names[symmetry, kind, name]`; `product[a, b]` is `b` and then `a`.
    """

    places: Bytes
    names: Bytes
    product: Ints
    inverse: Ints
    turns: Bytes


@cache
def orbits() -> tuple[Orbit, Orbit, Orbit, Orbit]:
    """Return the orbits of a row, in their order."""
    found = pieces(SIZE)
    assert found.t_centers is not None
    assert found.midges is not None
    return found.x_centers, found.t_centers, found.wings, found.midges


@cache
def row_turns() -> Bytes:
    """Return `table[turn, place]`: from where a turn brings something to a place of a row."""
    return read_only(
        np.concatenate(
            [orbit.turns + np.uint8(24 * kind) for kind, orbit in enumerate(orbits())], axis=1
        )
    )


@cache
def symmetries() -> Symmetries:
    """Return the 48 symmetries of rows."""
    images = [orbit.images for orbit in orbits()]
    places = np.concatenate([to + np.uint8(24 * k) for k, to in enumerate(images)], axis=1)
    names = np.stack([to.copy() for to in images], axis=1)
    names[:, :2] = 0
    names[:, :2, :N_FACES] = np.array(FACE_MAPS, np.uint8)[:, None]
    number = {to: s for s, to in enumerate(FACE_MAPS)}
    product = np.array([[number[tuple(a[f] for f in b)] for b in FACE_MAPS] for a in FACE_MAPS])
    inverse = np.argmin(product, axis=1)  # the first symmetry does nothing
    assert np.all(product[np.arange(N_SYMMETRIES), inverse] == 0)
    return Symmetries(
        read_only(places),
        read_only(names),
        read_only(product),
        read_only(inverse),
        read_only(turn_images()),
    )


def row_of(cube: Cube) -> Bytes:
    """Return the row of a valid 5x5, however it is held."""
    faces = faces_of(cube)
    x, t, w, m = orbits()
    parts = (colors_in(x, faces), colors_in(t, faces), pieces_in(w, faces), pieces_in(m, faces))
    return np.concatenate(parts).astype(np.uint8)


def solved_row() -> Bytes:
    """Return the row of a solved cube."""
    return row_of(Cube(SIZE))


def corners_of(cube: Cube) -> Bytes:
    """Return the stickers of the corners, as on a 3x3."""
    return pieces_in(pieces(SIZE).corners, faces_of(cube)).astype(np.uint8)


def keeps_low(symmetry: int, edges: Ints) -> bool:
    """Tell whether a symmetry takes the low places of some edges to low places."""
    return not np.any(orbits()[2].images[symmetry][2 * edges] % 2)


def symmetries_keeping(*axes: tuple[int, int]) -> list[int]:
    """Return the symmetries that keep some axes, told by their faces."""
    return [s for s, to in enumerate(FACE_MAPS) if all({to[a], to[b]} == {a, b} for a, b in axes)]
