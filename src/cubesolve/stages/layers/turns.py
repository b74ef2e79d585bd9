"""Turns as seen from any side: columns of a front, rows around the cube, and what steps gain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.notation import Alg, Move
from cubesolve.operator import Operator
from cubesolve.protocols import Parity, Phase
from cubesolve.stages.gains import slots_by_sticker
from cubesolve.trackers import FacesTrackerHolder
from cubesolve.words.grammar import Words
from cubesolve.words.reasons import most_layers, nothing_right_yet

FRONTS = "FLBR"  # as a clockwise turn of U carries each to the next
RIGHTS = "RFLB"  # the face to the right of each

Mask = npt.NDArray[np.bool_]


class Label(NamedTuple):
    """What is said of a step: words for people, and for programs where it belongs."""

    words: Words
    phase: Phase
    layer: int
    parity: Parity | None = None
    reason: str = ""  # where no more stickers come right than others leave


def face_names(operator: Operator) -> dict[str, str]:
    """Return what each face is called as the cube was held at the start, for explanations.

    Solutions are written without turns of the whole cube, so that is where a reader looks.
    """
    held = Cube(3)
    for move in operator.history.moves:
        if move.is_rotation:
            held.play(move)
    return {name: FACE_NAMES[held.sticker_at(9 * k + 4) // 9] for k, name in enumerate(FACE_NAMES)}


def shortest(turns: int) -> int:
    """Return turns as a move writes them: 1, 2 or -1."""
    return -1 if turns % 4 == 3 else turns % 4


def face_turn(face: str, turns: int) -> list[Move]:
    """Return the turn of a face, if it is one."""
    return [Move(face, ((1, 1),), shortest(turns))] if turns % 4 else []


def columns_turn(size: int, front: int, columns: Iterable[int], turns: int) -> Move:
    """Return the turn of columns, counted from the left; a quarter brings them from front to U."""
    layers = tuple((size - column, size - column) for column in columns)
    return Move(RIGHTS[front], layers, shortest(turns))


def rows_turn(size: int, rows: Iterable[int], turns: int) -> list[Move]:
    """Return the turn of rows, counted from the bottom, clockwise seen from U, if it is one."""
    layers = tuple((size - row, size - row) for row in rows)
    return [Move("U", layers, shortest(turns))] if turns % 4 else []


def play_step(
    operator: Operator,
    holder: FacesTrackerHolder,
    label: Label,
    alg: Alg,
    right: Mask,
    right_after: Mask,
    after: Cube,
) -> None:
    """Play a step that is known to lead to `after`, marked with the stickers that it makes right.

    The faces keep their colours by the trackers' word, also if the step carries marks away.
    """
    cube = operator.cube
    came_from = slots_by_sticker(cube)[after.stickers]
    targets = np.flatnonzero(right_after & ~right[came_from])
    with (
        holder.preserve_physical_faces(),
        operator.annotate(
            *label.words,
            phase=label.phase,
            parity=label.parity or "",
            moved=came_from[targets].tolist(),
            targets=targets.tolist(),
        ) as step,
    ):
        step.layer = label.layer
        step.trackers = tuple(FacesTrackerHolder.tracked_slots(cube).items())
        step.reason = label.reason or nothing_right_yet()
        gain = np.count_nonzero(right_after) - np.count_nonzero(right)
        if gain > 0:
            step.reason = most_layers(int(gain), len(alg.simplify(cube.size).moves))
        operator.play(alg)


def played(cube: Cube, alg: Alg) -> Cube:
    """Return a copy on which an algorithm was played."""
    after = cube.copy()
    after.play(alg)
    return after
