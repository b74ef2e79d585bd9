"""The 48 symmetries of a cube, the 16 that keep the axis of U and D, and classes of coordinates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model.geometry import N_FACES, ROTATED_FACES, D, F, L, R, U
from cubesolve.search.coordinates import Bytes, Coordinate, conjugates

N_SYMMETRIES = 48
N_AXIAL = 16  # symmetries that keep the axis of U and D: the first of all
N_AXES = 3

_CHUNK = 4096  # values that are sorted into classes together
_LEFT_RIGHT = tuple(L if face == R else R if face == L else face for face in range(N_FACES))


def _face_maps() -> tuple[tuple[int, ...], ...]:
    """Return where each symmetry takes the faces; the first does nothing."""
    mirrored = (tuple(map(rotated.__getitem__, _LEFT_RIGHT)) for rotated in ROTATED_FACES)
    maps = (*ROTATED_FACES, *mirrored)
    return tuple(sorted(maps, key=lambda to: to[U] not in (U, D)))


FACE_MAPS = _face_maps()
#: Symmetries that turn the axes about the corner URF: none, once, twice.
AXIS_SYMMETRIES = tuple(
    next(s for s, to in enumerate(FACE_MAPS) if (to[U], to[R], to[F]) == faces)
    for faces in ((U, R, F), (R, F, U), (F, U, R))
)


def slot_maps(parts: tuple[tuple[int, ...], ...]) -> Bytes:
    """Return where each symmetry takes the slots of parts, which are told by their faces."""
    slots = {
        (frozenset(faces), face): len(faces) * part + k
        for part, faces in enumerate(parts)
        for k, face in enumerate(faces)
    }
    return np.array(
        [
            [
                slots[frozenset(to[other] for other in faces), to[face]]
                for faces in parts
                for face in faces
            ]
            for to in FACE_MAPS
        ],
        np.uint8,
    )


def face_turn_images() -> npt.NDArray[np.uint8]:
    """Return `table[symmetry, turn]`: the turn that a symmetry makes of a turn of a face.

    Turn `3 * face + amount - 1`, with faces in the order URFDLB.
    """
    table = np.empty((N_SYMMETRIES, 3 * N_FACES), np.uint8)
    for s, to in enumerate(FACE_MAPS):
        mirrors = to not in ROTATED_FACES
        for turn in range(3 * N_FACES):
            amount = 2 - turn % 3 if mirrors else turn % 3
            table[s, turn] = 3 * to[turn // 3] + amount
    return table


class Classes(NamedTuple):
    """The values of a coordinate sorted into classes of what symmetries make of each other.

    `number[value]` is `class * 16 + symmetry`, where the symmetry takes the value to `smallest` of
    its class; `keeps[class]` are, as bits, the symmetries that leave the smallest as it is;
    `moves[class, turn]` is the number of what a turn makes of the smallest.
    """

    number: npt.NDArray[np.uint32]
    smallest: npt.NDArray[np.uint32]
    keeps: npt.NDArray[np.uint16]
    moves: npt.NDArray[np.uint32]


def build_classes(coordinate: Coordinate, maps: Bytes, turns: Bytes) -> Classes:
    """Return the classes of a coordinate by up to 16 symmetries, and what turns make of them.

    `maps[symmetry, slot]` is where a symmetry takes a slot.
    """
    unknown = np.uint32(0xFFFFFFFF)
    number = np.full(coordinate.size, unknown, np.uint32)
    inverses = np.argsort(maps, axis=1).astype(np.uint8)
    smallest, keeps = [], []
    count = 0
    for first in range(0, coordinate.size, _CHUNK):
        values = first + np.flatnonzero(number[first : first + _CHUNK] == unknown)
        states = coordinate.states_of(values)
        # The inverse of symmetry s makes `images[s]` of a value, so s takes that back to it.
        images = np.stack([coordinate.values_of(conjugates(states, to)) for to in inverses])
        is_smallest = images.min(axis=0) == values
        values, images = values[is_smallest], images[:, is_smallest]
        classes = (count + np.arange(len(values), dtype=np.uint32)) * np.uint32(16)
        for s in range(len(maps) - 1, -1, -1):  # where several lead there, the first is kept
            number[images[s]] = classes + np.uint32(s)
        smallest.append(values)
        bits = np.left_shift(1, np.arange(len(maps)))
        keeps.append(((images == values) * bits[:, None]).sum(axis=0))
        count += len(values)
    least = np.concatenate(smallest)
    states = coordinate.states_of(least)
    moves = np.stack([number[coordinate.values_of(states[:, turn])] for turn in turns], axis=1)
    return Classes(number, least.astype(np.uint32), np.concatenate(keeps).astype(np.uint16), moves)


def without_symmetry(moves: npt.NDArray[np.integer]) -> Classes:
    """Return a coordinate as classes of one value each."""
    n = len(moves)
    numbers = np.arange(n, dtype=np.uint32)
    keeps = np.ones(n, np.uint16)
    return Classes(numbers * 16, numbers, keeps, moves.astype(np.uint32) * 16)


def without_conjugates(size: int) -> npt.NDArray[np.uint16]:
    """Return `table[value, symmetry]` of a coordinate that no symmetry is asked for."""
    return np.arange(size, dtype=np.uint16).reshape(size, 1)
