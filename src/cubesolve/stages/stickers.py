"""From the colours of a 3x3's slots to the stickers of its corners and edges, and back.

However the cube is held, a colour stands for the face whose centre has it: turns that solve the
answer solve the cube as it is held.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import CORNER_FACES, EDGE_FACES, N_FACES

Bytes = npt.NDArray[np.uint8]

_SOLVED = Cube(3)
_CENTERS = np.array([9 * face + 4 for face in range(N_FACES)])
_CORNER_SLOTS = np.array([corner.slots for corner in _SOLVED.corners])
_EDGE_SLOTS = np.array([edge.slots for edge in _SOLVED.edges])


def _sticker_numbers(faces: tuple[tuple[int, ...], ...]) -> Bytes:
    """Return the number of the sticker with these colours, its own first, then clockwise."""
    width = len(faces[0])
    table = np.zeros((N_FACES,) * width, np.uint8)
    for part, names in enumerate(faces):
        for k in range(width):
            table[names[k:] + names[:k]] = width * part + k
    return table


_CORNER_NUMBERS = _sticker_numbers(CORNER_FACES)
_EDGE_NUMBERS = _sticker_numbers(EDGE_FACES)


def stickers_of(cube: Cube) -> tuple[Bytes, Bytes]:
    """Return which sticker is in each slot of the corners and of the edges of a valid 3x3."""
    colors = cube.colors()
    face_of = np.empty(N_FACES, np.uint8)
    face_of[colors[_CENTERS]] = np.arange(N_FACES)
    faces = face_of[colors]
    a = faces[_CORNER_SLOTS]
    corners = _CORNER_NUMBERS[a, np.roll(a, -1, 1), np.roll(a, -2, 1)]
    b = faces[_EDGE_SLOTS]
    return corners.ravel(), _EDGE_NUMBERS[b, np.roll(b, -1, 1)].ravel()


def cube_of(corners: Bytes, edges: Bytes) -> Cube:
    """Return the 3x3, centres at home, that has these stickers in its slots."""
    faces = np.repeat(np.arange(N_FACES), 9)
    faces[_CORNER_SLOTS.ravel()] = np.array(CORNER_FACES).ravel()[corners]
    faces[_EDGE_SLOTS.ravel()] = np.array(EDGE_FACES).ravel()[edges]
    return Cube.from_facelets("".join("URFDLB"[face] for face in faces), allow_invalid=True)
