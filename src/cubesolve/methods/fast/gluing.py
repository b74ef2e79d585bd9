"""A cube whose layers are in line with each other, as a smaller one.

Where no colours break off at a seam, on no face, the layers on both sides of it look alike. So one
of them stands for all: what solves the smaller cube solves the larger one if they turn together.
"""

from __future__ import annotations

import numpy as np

from cubesolve.model import Cube
from cubesolve.model.geometry import FACE_NAMES, N_FACES, Ints
from cubesolve.model.identify import Colors
from cubesolve.moves import Turns

_FEWEST = 3  # layers of a smaller cube: of two, its edges would be no pieces


def runs_in_line(colors: Colors, size: int) -> Ints:
    """Return how many layers each run of them has, the same from all faces.

    The middle of an even cube is a seam in any case: without it there might be parity that the
    smaller cube cannot have.
    """
    grids = colors.reshape(N_FACES, size, size)
    across = (grids[:, :, 1:] != grids[:, :, :-1]).any(axis=(0, 1))
    seams = across | (grids[:, 1:] != grids[:, :-1]).any(axis=(0, 2))
    seams |= seams[::-1]
    if size % 2 == 0:
        seams[size // 2 - 1] = True
    if np.count_nonzero(seams) < _FEWEST - 1:
        seams[[0, -1]] = True
    return np.diff(np.flatnonzero(seams), prepend=-1, append=size - 1)


def glued(cube: Cube, runs: Ints) -> Cube:
    """Return the smaller cube that has a layer for each run."""
    first = np.cumsum(runs) - runs
    colors = cube.colors().reshape(N_FACES, cube.size, cube.size)[:, first][:, :, first]
    facelets = "".join(FACE_NAMES[face] for face in colors.ravel())
    return Cube.from_facelets(facelets, cube.scheme, allow_invalid=True)


def spread(turns: Turns, runs: Ints) -> tuple[Turns, Ints]:
    """Return turns of the smaller cube with all layers of each run, and where each of them begins.

    The last number is where they end.
    """
    layers = (turns >> 5) - 1
    counts = runs[layers]
    starts = np.append(0, np.cumsum(counts))
    first = (np.cumsum(runs) - runs)[layers] - starts[:-1]
    beyond = np.repeat(first, counts) + np.arange(starts[-1])
    return ((beyond + 1) << 5 | np.repeat(turns & 31, counts)).astype(np.int32), starts
