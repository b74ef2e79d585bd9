"""Centres of two opposite faces as coordinates: which of the eight places have the first's colour.

The first face's places are the lower four bits of a split, so the solved one is 15. X-centres and
t-centres together are one value, `70 * x + t`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.five import NOT_THERE
from cubesolve.methods.five.pieces import orbits
from cubesolve.search.coordinates import Bytes
from cubesolve.search.masks import (
    all_masks,
    mask_turns,
    masks_within,
    numbers_of,
    ranks_within,
    turned_masks,
)
from cubesolve.search.orbits import Ints, Orbit
from cubesolve.search.symmetry import FACE_MAPS

N_SPLITS = 70
SOLVED_SPLIT = 0  # 0b1111 is the first of all
SOLVED = SOLVED_SPLIT * N_SPLITS + SOLVED_SPLIT

Faces = tuple[int, int]


def places_of(faces: Faces) -> list[int]:
    """Return the places of the centres of faces."""
    return sorted(4 * face + i for face in faces for i in range(4))


def split_numbers() -> Bytes:
    """Return the number of each split by its eight bits."""
    found = np.full(256, 255, np.uint8)
    found[all_masks(8, 4)] = np.arange(N_SPLITS)
    return found


def pair_moves(faces: Faces, turns: Ints) -> Ints:
    """Return `table[value, turn]`: what turns make of both splits of two faces."""
    return _joined(
        [[_image(faces, faces, orbit.turns[turn]) for turn in turns] for orbit in _both()]
    )


def pair_images(faces: Faces, symmetries: Sequence[int]) -> Ints:
    """Return `table[value, symmetry]`: the value on the faces that a symmetry takes two to."""
    return _joined(
        [
            [_image(faces, to_faces(faces, s), np.argsort(orbit.images[s])) for s in symmetries]
            for orbit in _both()
        ]
    )


def to_faces(faces: Faces, symmetry: int) -> Faces:
    """Return the faces that a symmetry takes two faces to, in the order that it takes them."""
    first, second = faces
    return FACE_MAPS[symmetry][first], FACE_MAPS[symmetry][second]


def _both() -> tuple[Orbit, Orbit]:
    return orbits()[:2]


def _joined(columns: list[list[Ints]]) -> Ints:
    x, t = (np.stack(each, axis=1) for each in columns)
    return (x[:, None, :] * N_SPLITS + t[None, :, :]).reshape(N_SPLITS**2, -1)


def _image(faces: Faces, target: Faces, sources: npt.NDArray[np.integer]) -> Ints:
    """Return what a turn, told by from where it brings what, makes of each split.

    It is a split of the target's faces: of the colour of that which comes first in their order.
    """
    table = mask_turns(sources[None].astype(np.uint8))[0]
    places = places_of(target)
    masks = turned_masks(table, masks_within(places_of(faces), 4))
    if target[0] > target[1]:
        masks ^= np.uint32(sum(1 << place for place in places))
    return numbers_of(ranks_within(places, 4), masks).astype(np.int64)


def closure(moves: Ints, start: int, columns: Ints | slice = slice(None)) -> list[int]:
    """Return all that some turns make of a value, in order."""
    seen, front = {start}, [start]
    while front:
        for to in moves[front.pop(), columns].tolist():
            if to not in seen:
                seen.add(to)
                front.append(to)
    return sorted(seen)


def numbered(values: list[int], size: int = N_SPLITS**2) -> Ints:
    """Return the number that each value has among some; `NOT_THERE` for others."""
    found = np.full(size, NOT_THERE, np.int64)
    found[values] = np.arange(len(values))
    return found
