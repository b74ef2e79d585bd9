"""Replays a solution, turn by turn, on colours alone: no solver has a part in it."""

from __future__ import annotations

import numpy as np

from cubesolve.model import Cube
from cubesolve.model.geometry import FACE_NAMES, N_FACES
from cubesolve.moves import LongAlg, Turns
from cubesolve.notation import Alg


def is_solved_by(cube: Cube, alg: Alg) -> bool:
    """Tell whether an algorithm solves a cube, which itself is not turned.

    >>> is_solved_by(Cube.from_alg("R 2U", 4), Alg("2U' R'"))
    True
    """
    from cubesolve.kernels.replay import replay

    colors = cube.colors()
    replay(colors, cube.geometry.turning_table, single_layers(alg, cube.size), np.zeros(14, int))
    faces = colors.reshape(N_FACES, -1)
    return bool((faces == faces[:, :1]).all())


def single_layers(alg: Alg, size: int) -> Turns:
    """Return an algorithm as turns of single layers, one word each."""
    if isinstance(alg, LongAlg):
        return alg.turns
    words = [
        layer << 5 | FACE_NAMES.index(face) << 2 | turns
        for face, first, last, turns in alg.blocks(size)
        for layer in range(first, last + 1)
    ]
    return np.array(words, dtype=np.int32)
