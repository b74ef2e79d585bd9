"""Breadth-first search over the stickers of a 3x3, turned by the oracle, and states for the tests.

A state is a row of 54 numbers: which sticker is in each slot. Only `corners_and_edges`, which
writes such rows as the package does, and the random states share code with the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve import Cube
from cubesolve.methods.three.two_phase.coordinates import Coordinate
from cubesolve.methods.three.two_phase.cubie import Cubies
from oracle import FACES, Oracle

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

NAMES = [face + amount for face in FACES for amount in ("", "2", "'")]
HALF_TURN_COSTS = [1] * 18
QUARTER_TURN_COSTS = [1, 2, 1] * 6
#: U and D by any amount, the other faces by half turns.
PHASE_2_NAMES = ["U", "U2", "U'", "R2", "F2", "D", "D2", "D'", "L2", "B2"]
HOLDS = [f"{a} {b}" for a in ("", "x", "x2", "x'", "z", "z'") for b in ("", "y", "y2", "y'")]
SOLVED: Bytes = np.arange(54, dtype=np.uint8)


def played(text: str) -> Bytes:
    """Return the stickers of the oracle after moves."""
    oracle = Oracle(3)
    oracle.play(text)
    return np.array(oracle.stickers(), np.uint8)


@cache
def turns() -> Bytes:
    """Return what each turn makes of a solved cube, one in each row."""
    return np.stack([played(name) for name in NAMES])


def replayed(stickers: npt.NDArray[np.integer], names: Iterable[str]) -> Bytes:
    """Return stickers after turns of the oracle."""
    state = stickers.astype(np.uint8)
    for name in names:
        state = state[turns()[NAMES.index(name)]]
    return state


def marks(text: str) -> Bytes:
    """Return a mark for each sticker, from six lines of nine characters; a dot is no mark."""
    letters = "".join(text.split())
    assert len(letters) == 54
    return np.array([0 if letter == "." else ord(letter) for letter in letters], np.uint8)


def levels(
    chosen: Sequence[str],
    costs: Sequence[int],
    deepest: int,
    marked: Bytes = SOLVED,
    start: Bytes = SOLVED,
) -> list[Bytes]:
    """Return for each cost up to the deepest one state of each pattern first seen there.

    States with the same marks in the same slots count as one.
    """
    found = [start[np.newaxis]]
    seen = {marked[start].tobytes()}
    steps = [(turns()[NAMES.index(name)], cost) for name, cost in zip(chosen, costs, strict=True)]
    for depth in range(1, deepest + 1):
        new = []
        for turn, cost in steps:
            if cost <= depth:
                for state in found[depth - cost][:, turn]:
                    key = marked[state].tobytes()
                    if key not in seen:
                        seen.add(key)
                        new.append(state)
        found.append(np.array(new, np.uint8).reshape(-1, 54))
    return found


@cache
def _slots() -> tuple[Ints, Ints]:
    cube = Cube(3)
    corners = [slot for corner in cube.corners for slot in corner.slots]
    edges = [slot for edge in cube.edges for slot in edge.slots]
    return np.array(corners), np.array(edges)


def corners_and_edges(states: Bytes) -> tuple[Bytes, Bytes]:
    """Return states in rows as the stickers of corners and of edges, numbered by the package."""
    found = []
    for slots in _slots():
        number = np.zeros(54, np.uint8)
        number[slots] = np.arange(24)
        found.append(np.ascontiguousarray(number[states[..., slots]]))
    return found[0], found[1]


def cubies(state: Bytes) -> Cubies:
    return Cubies(*corners_and_edges(state))


def random_states(count: int, seed: int) -> list[Cubies]:
    return [Cubies.from_cube(Cube.random_state(3, 1000 * seed + i)) for i in range(count)]


def random_phase_2_states(count: int, seed: int) -> list[Cubies]:
    """Return states of phase 2's group, each after 30 of its turns."""
    rng = np.random.default_rng(seed)
    return [cubies(replayed(SOLVED, rng.choice(PHASE_2_NAMES, 30))) for _ in range(count)]


def states_of(coordinate: Coordinate, values: Sequence[int]) -> tuple[Bytes, Bytes]:
    """Return the kernel's state for each value, one in each row."""
    states = coordinate.states_of(np.array(values, np.int64))
    home = np.tile(np.arange(24, dtype=np.uint8), (len(values), 1))
    return (states, home) if coordinate.is_of_corners else (home, states)


def values_of(coordinate: Coordinate, corners: Bytes, edges: Bytes) -> Ints:
    """Return the kernel's value of each state."""
    return coordinate.values_of(corners if coordinate.is_of_corners else edges)


def conjugated(states: Bytes, symmetry: Bytes) -> Bytes:
    """Return S P S^-1 for each permutation P in the rows, where S takes slot i to `symmetry[i]`."""
    back = np.argsort(symmetry)
    return symmetry[states[..., back]]
