"""Seams: where neighbouring layers of a cube meet, and how well their colours go on there.

About each axis a cube of size N has N-1 seams. Two neighbouring stickers of a face lie on the same
layer about one axis, and on both sides of one seam about another. A turn of everything beyond a
seam changes what meets at this seam and nowhere else, so seams can be looked at one by one: what a
turn of any set of layers would gain is known without turning.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import AXIS_FACES, FACE_NAMES, geometry
from cubesolve.notation import Alg, Move

Ints = npt.NDArray[np.int64]

N_AXES = 3
_STRIPS = 4  # of a layer, one on each of four faces
_NUMBERS_OF_AXIS = 14  # in the table of a geometry: three for each strip, and two more
SeamTurns = tuple[int, ...]  # for each seam the quarter turns of all that is beyond it


def breaks(cube: Cube, turns: int = 0) -> Ints:
    """Return for each axis and seam how many neighbours differ, with all beyond it turned."""
    colors = cube.colors()[_rings(cube.size)]
    beyond = np.roll(colors[:, 1:], turns * cube.size, axis=2)
    differ: Ints = np.count_nonzero(colors[:, :-1] != beyond, axis=2)
    return differ


def all_breaks(cube: Cube) -> Ints:
    """Return `breaks` for no turn and for one, two and three quarter turns, as the last index."""
    return np.stack([breaks(cube, turns) for turns in range(4)], axis=2)


@lru_cache(maxsize=4096)
def turn_alg(size: int, axis: int, turns: SeamTurns) -> Alg:
    """Return the moves that turn what is beyond each seam, seen from the positive face.

    Most layers stay where they are: only the others turn.

    >>> print(turn_alg(5, 0, (0, 1, 3, 0)))
    3R
    """
    by_layer = np.cumsum((0, *turns)) % 4
    by_layer = (by_layer - np.bincount(by_layer).argmax()) % 4
    moves = []
    for amount in (1, 2, 3):
        layers = (np.flatnonzero(by_layer == amount) + 1).tolist()
        if layers:
            letter = FACE_NAMES[AXIS_FACES[axis]]
            moves.append(Move(letter, tuple((k, k) for k in layers), -1 if amount == 3 else amount))
    return Alg(moves)


@cache
def _rings(size: int) -> Ints:
    """Return the slots round each layer of each axis, in the order in which it carries them."""
    table = geometry(size).turning_table
    layers, along = np.arange(size)[:, None], np.arange(size)[None, :]
    rings = []
    for axis in range(N_AXES):
        first = 1 + _NUMBERS_OF_AXIS * axis
        strips = table[first : first + 3 * _STRIPS].reshape(_STRIPS, 3)
        ring = [start + layers * deeper + along * further for start, deeper, further in strips]
        rings.append(np.concatenate(ring, axis=1))
    return np.stack(rings)
