"""The shortest way to a cross: a table of how far every arrangement of four edges is from it."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.solvers.three.beginner.macros import carried

FACE_TURNS = tuple(face + amount for face in "URFDLB" for amount in ("", "2", "'"))
_CROSS = ("DF", "DR", "DB", "DL")
_PLACES = 24  # of one sticker of an edge


def cross_turns(cube: Cube) -> list[str]:
    """Return the fewest face turns that put the four edges of D to their centres, on a 3x3."""
    distance, numbers, turned = _table()
    state = [numbers[slot] for slot in _edge_slots(cube)]
    turns = []
    while (left := int(distance[_code(state)])) > 0:
        for turn in FACE_TURNS:
            further = [int(turned[turn][place]) for place in state]
            if distance[_code(further)] < left:
                turns.append(turn)
                state = further
                break
    return turns


def _edge_slots(cube: Cube) -> list[int]:
    """Return where the stickers of D's colour are that belong on the four edges of D."""
    found = []
    for name in _CROSS:
        part = cube.edge(name)
        piece = cube.find_edge_by_color(part.position_id)
        assert piece is not None
        found.append(next(e.slot for e in piece.edges if e.color == cube.down.color))
    return found


def _code(places: list[int]) -> int:
    code = 0
    for place in places:
        code = code * _PLACES + place
    return code


@cache
def _table() -> tuple[npt.NDArray[np.int8], dict[int, int], dict[str, npt.NDArray[np.int64]]]:
    """Return distances by code, the number of each edge slot, and what turns do to numbers."""
    solved = Cube(3)
    slots = sorted(slot for edge in solved.edges for slot in edge.slots)
    numbers = {slot: number for number, slot in enumerate(slots)}
    turned = {
        turn: np.array([numbers[carried(turn)[slot]] for slot in slots]) for turn in FACE_TURNS
    }
    distance = np.full(_PLACES**4, -1, dtype=np.int8)
    home = [numbers[slot] for slot in _edge_slots(solved)]
    front = np.array([_code(home)])
    distance[front] = 0
    depth = 0
    while front.size:
        depth += 1
        places = [front // _PLACES**k % _PLACES for k in (3, 2, 1, 0)]
        reached = []
        for turn in FACE_TURNS:
            further = np.zeros_like(front)
            for place in places:
                further = further * _PLACES + turned[turn][place]
            reached.append(further[distance[further] < 0])
            distance[reached[-1]] = depth
        front = np.unique(np.concatenate(reached))
    return distance, numbers, turned
