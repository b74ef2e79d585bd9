"""The few turns, if there are any, after which a cube is whole again, or nearly so.

Layers that are out of line show where colours break off at a seam. About each axis, what turns of
layers would close is seen at once for all of them; the axis that closes most is turned first. Where
that does not solve a small cube, the fewest turns are searched for, as far as that is quick.
"""

from __future__ import annotations

import numpy as np

from cubesolve.model import Cube
from cubesolve.model.geometry import AXIS_FACES, Ints, geometry
from cubesolve.model.identify import Colors
from cubesolve.moves import LongAlg, Turns
from cubesolve.search.few_turns import fewest_turns
from cubesolve.search.orbits import turns_of

_FEW_BREAKS = 0.75  # of all neighbours: 0.83 differ in a random state
_ROUNDS = 8
_SEARCHED = 20  # layers up to which the fewest turns are searched for
_MOST_BLOCKS = 6  # turns of outer blocks that are searched for
_MOST_STICKERS = 8_000_000  # that are moved in this search: some milliseconds
_STRIPS, _NUMBERS_OF_AXIS = 4, 14  # of the table of a geometry


def looks_near(colors: Colors, size: int) -> bool:
    """Tell whether fewer neighbours along the rows of faces differ than in a random state."""
    grids = colors.reshape(6, size, size)
    broken = np.count_nonzero(grids[:, :, 1:] != grids[:, :, :-1])
    return bool(broken <= _FEW_BREAKS * 6 * size * (size - 1))


def turns_back(cube: Cube) -> Turns:
    """Return turns that solve a cube or close half of what is broken; none if there are none."""
    turns, solves = _closing_turns(cube)
    if not solves and cube.size <= _SEARCHED:
        nodes = _MOST_STICKERS // cube.geometry.n_slots
        blocks = fewest_turns(cube, _MOST_BLOCKS, nodes)
        if blocks is not None:
            return LongAlg.of_layers(turns_of(cube.size).to_alg(blocks), cube.size).turns
    return turns


def _closing_turns(cube: Cube) -> tuple[Turns, bool]:
    """Return turns that close at least half of what is broken, if any, and whether they solve."""
    now, turns = cube.copy(), []
    size = cube.size
    first = left = -1
    for _ in range(_ROUNDS):
        colors = now.colors()
        seams = [_breaks(colors, size, axis) for axis in range(3)]
        left = sum(int(each[:, 0].sum()) for each in seams)
        first = left if first < 0 else first
        gains = [int((each[:, 0] - each.min(axis=1)).sum()) for each in seams]
        axis = int(np.argmax(gains))
        if not gains[axis]:
            break
        words = _words(np.argmin(seams[axis], axis=1), size, axis)
        now.play(LongAlg(words, size))
        turns.append(words)
    found = np.concatenate(turns) if turns and 2 * left <= first else np.empty(0, np.int32)
    return found, now.solved


def _breaks(colors: Colors, size: int, axis: int) -> Ints:
    """Return (seam, turns): how many neighbours differ with all beyond the seam turned so far."""
    table = geometry(size).turning_table
    begin = 1 + _NUMBERS_OF_AXIS * axis
    strips = table[begin : begin + 3 * _STRIPS].reshape(_STRIPS, 3)
    rings = np.concatenate(
        [
            np.lib.stride_tricks.as_strided(colors[start:], (size, size), (deeper, further))
            for start, deeper, further in strips
        ],
        axis=1,
    )
    return np.stack(
        [
            np.count_nonzero(rings[:-1] != np.roll(rings[1:], turns * size, axis=1), axis=1)
            for turns in range(4)
        ],
        axis=1,
    )


def _words(beyond: Ints, size: int, axis: int) -> Turns:
    """Return the turns of layers that turn what is beyond each seam so far; most layers rest."""
    turns = np.cumsum([0, *beyond]) % 4
    turns = (turns - np.bincount(turns, minlength=4).argmax()) % 4
    layers = np.flatnonzero(turns)
    face = AXIS_FACES[axis]
    return ((layers + 1) << 5 | face << 2 | turns[layers]).astype(np.int32)
