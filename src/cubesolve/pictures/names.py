"""Stickers by name: `UFR` and `UF` are pieces, `U` is a centre, `U1,3` a row and a column of U."""

from __future__ import annotations

import re

from cubesolve.model import Cube
from cubesolve.model.geometry import FACE_NAMES, N_FACES

_PLACE = re.compile(r"([URFDLB])(\d+),(\d+)")


def slots_named(cube: Cube, name: str) -> tuple[int, ...]:
    """Return the slots that a name stands for; raise `ValueError` if it stands for none."""
    if place := _PLACE.fullmatch(name):
        row, column = int(place[2]), int(place[3])
        if not (1 <= row <= cube.size and 1 <= column <= cube.size):
            raise ValueError(f"expected a row and a column from 1 to {cube.size}, got {name!r}")
        return (cube.geometry.slot(FACE_NAMES.index(place[1]), row - 1, column - 1),)
    named = {part.name: part for part in cube.parts}
    for part in named.values():
        if sorted(part.name) == sorted(name):
            return tuple(part.slots)
    raise ValueError(
        f"expected a piece such as UFR, UF or U of this {cube.size}x{cube.size},"
        f" or a place such as U1,3, got {name!r}"
    )


def point_named(cube: Cube, name: str) -> tuple[int, float, float]:
    """Return face, column and row of the middle of what is named, on the face named first."""
    face = FACE_NAMES.index(name[0]) if name[:1] in tuple(FACE_NAMES) else N_FACES
    places = [cube.geometry.place(slot) for slot in slots_named(cube, name)]
    cells = [(column, row) for on, row, column in places if on == face]
    x = sum(column for column, _ in cells) / len(cells) + 0.5
    y = sum(row for _, row in cells) / len(cells) + 0.5
    return face, x, y
