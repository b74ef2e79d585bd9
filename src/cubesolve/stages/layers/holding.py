"""Which face to hold down, and which colour belongs on which face: what is built already decides.

Nothing is remembered from one call to the next: the lowest layers of the best hold say how far a
solve has come, and the faces' colours follow from them, not from cells that are still to be moved.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
from cubesolve.model import ColorScheme, Cube
from cubesolve.model.geometry import B, D, F, L, R, U
from cubesolve.notation import Alg
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.stages.edge_tables import wing_slots
from cubesolve.words import three as words

Grids = npt.NDArray[np.uint8]

SIDES = (F, L, B, R)  # as a clockwise turn of U carries each to the next
_TO_DOWN = {D: "", U: "x2", F: "x'", B: "x", L: "z'", R: "z"}


@dataclass(frozen=True)
class Hold:
    """A face to hold down, and the colour of every face when it is down."""

    turn: Alg
    colors: ColorScheme


def grids_of(cube: Cube) -> Grids:
    """Return the colours of all slots by face, row from the bottom, and column from the left."""
    grids = cube.colors().reshape(6, cube.size, cube.size)
    return np.ascontiguousarray(grids[:, ::-1].astype(np.uint8))


def numbers_of(cube: Cube, colors: ColorScheme) -> list[int]:
    """Return the colours of faces as the numbers that `Cube.colors` has for them."""
    return [cube.scheme.colors.index(color) for color in colors.colors]


def layers_done(grids: Grids, colors: list[int]) -> int:
    """Return how many layers, counted from D, are complete."""
    if not (grids[D] == colors[D]).all():
        return 0
    wrong = np.zeros(grids.shape[1], dtype=np.bool_)
    for side in SIDES:
        wrong |= (grids[side] != colors[side]).any(axis=1)
    return int(np.argmax(wrong)) if wrong.any() else grids.shape[1]


def has_center(grids: Grids, colors: list[int]) -> bool:
    """Whether the centre of D is one colour, the one that belongs there."""
    return bool((grids[D, 1:-1, 1:-1] == colors[D]).all())


def has_cross(grids: Grids, colors: list[int]) -> bool:
    """Whether centre and edges of D are where they belong."""
    face = grids[D] == colors[D]
    edges = face[[0, -1], 1:-1].all() and face[1:-1, [0, -1]].all()
    sides = all((grids[side, 0, 1:-1] == colors[side]).all() for side in SIDES)
    return has_center(grids, colors) and bool(edges) and sides


def has_pairs(cube: Cube, color: int) -> bool:
    """Whether the four edges of a colour are whole, wherever they are."""
    shown = cube.colors()[wing_slots(cube.size)]
    whole = (shown == shown[:, :1]).all(axis=(1, 2))
    return int(np.count_nonzero(whole & (shown[:, 0] == color).any(axis=1))) == 4


def best_hold(cube: Cube) -> Hold:
    """Return the hold with the most complete layers, or else with the most of a first layer."""
    best: tuple[tuple[int, ...], Hold] | None = None
    for face in (D, U, F, B, L, R):
        held = cube.copy()
        held.play(_TO_DOWN[face])
        grids = grids_of(held)
        for colors in held.scheme.rotations():
            checkpoint()
            numbers = numbers_of(held, colors)
            if held.size % 2 and not _fits_middles(grids, numbers):
                continue
            merit = _merit(held, grids, numbers)
            if best is None or merit > best[0]:
                best = merit, Hold(Alg.parse(_TO_DOWN[face]), colors)
    assert best is not None, "some hold has the middle centres of D and U"
    return best[1]


def hold_down(operator: Operator, hold: Hold) -> None:
    """Turn the whole cube so that the first layer is at the bottom."""
    color = hold.colors.colors[D].name.lower()
    with operator.annotate(*words.hold_down(color), phase=Phase.FIRST_LAYER) as step:
        step.layer = 1
        operator.play(hold.turn)


def bottom_corners(cube: Cube) -> list[tuple[int, int, int]]:
    """Return the slots of the four corners of D."""
    return [slots for slots in cube.geometry.corner_slots if slots[0] // cube.geometry.area == D]


def fits(cube: Cube, slots: tuple[int, ...], colors: list[int]) -> bool:
    """Whether all of these slots have the colours of their faces."""
    area = cube.geometry.area
    return all(cube.sticker_at(slot) // area == colors[slot // area] for slot in slots)


def _fits_middles(grids: Grids, colors: list[int]) -> bool:
    middle = grids.shape[1] // 2
    return all(int(grids[face, middle, middle]) == colors[face] for face in (U, D))


def _merit(cube: Cube, grids: Grids, colors: list[int]) -> tuple[int, ...]:
    """Return what is built, the later stages first; then how many cells are right already."""
    done = layers_done(grids, colors)
    center = has_center(grids, colors)
    pairs = center and has_pairs(cube, colors[D])
    cross = pairs and has_cross(grids, colors)
    corners = sum(fits(cube, slots, colors) for slots in bottom_corners(cube)) if cross else 0
    inner = grids[:, 1:-1, 1:-1]
    on_down = int(np.sum(inner[D] == colors[D]))
    everywhere = int(np.sum(inner == np.array(colors)[:, None, None]))
    return done, cross, corners, pairs, center, on_down, everywhere
