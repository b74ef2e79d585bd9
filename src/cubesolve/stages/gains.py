"""What a step makes right: which stickers, from where, to where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.notation import Alg

Mask = npt.NDArray[np.bool_]


def gained(cube: Cube, alg: Alg, is_right: Callable[[Cube], Mask]) -> tuple[list[int], list[int]]:
    """Return the slots, before and after an algorithm, of the stickers that it makes right.

    `is_right` says for every slot whether what is there counts as right.
    """
    after = cube.copy()
    after.play(alg)
    came_from = slots_by_sticker(cube)[after.stickers]
    targets = np.flatnonzero(is_right(after) & ~is_right(cube)[came_from])
    return came_from[targets].tolist(), targets.tolist()


def carried(cube: Cube, alg: Alg, slots: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return those of some slots whose stickers an algorithm carries away, and where they go."""
    after = cube.copy()
    after.play(alg)
    start = np.fromiter(slots, dtype=np.int64)
    end = slots_by_sticker(after)[cube.stickers[start]]
    moves = start != end
    return start[moves].tolist(), end[moves].tolist()


def slots_by_sticker(cube: Cube) -> npt.NDArray[np.int64]:
    """Return the slot that each sticker is in."""
    slots = np.empty(cube.geometry.n_slots, dtype=np.int64)
    slots[cube.stickers] = np.arange(cube.geometry.n_slots)
    return slots


def right_cells(cube: Cube, goal: Sequence[int]) -> Mask:
    """Return for every slot whether it is a centre cell with the colour of its face.

    `goal` has the number of the colour that belongs on each face.
    """
    belongs = np.repeat(np.array(goal, np.uint8), cube.size**2)
    right: Mask = (cube.colors() == belongs) & _is_center(cube.size)
    return right


@cache
def _is_center(size: int) -> Mask:
    """Return for every slot whether it is a centre cell."""
    found = np.zeros((6, size, size), np.bool_)
    found[:, 1:-1, 1:-1] = True
    return found.ravel()


def center_cells(cube: Cube) -> npt.NDArray[np.uint8]:
    """Return the colours of all centre cells by face, row and column, row 0 at the bottom."""
    grids = cube.colors().reshape(6, cube.size, cube.size)
    return np.ascontiguousarray(grids[:, -2:0:-1, 1:-1])
