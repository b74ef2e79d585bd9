"""The fewest turns of outer blocks for a cube that is near to solved, of any size, in any hold."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
from cubesolve.model import Cube
from cubesolve.model.geometry import N_FACES
from cubesolve.search.orbits import turns_of
from cubesolve.search.read_only import read_only

if TYPE_CHECKING:
    from cubesolve.kernels.few_turns import Blocks

#: Up to here the search finds the fewest turns of every state.
MOST_TURNS = 5
_FEW_FOR_A_BREAK = 0.04  # turns
_AT_ONCE = 4_000_000  # stickers that are moved before the next look at the clock


def fewest_turns(cube: Cube, most: int = MOST_TURNS, nodes: int = 2**62) -> tuple[int, ...] | None:
    """Return the fewest turns of `turns_of(size)` that solve a cube, if that many are enough.

    Whoever asks for more than `MOST_TURNS` should say how many nodes are too many.

    >>> turns = fewest_turns(Cube.from_alg("x Rw U2 3Fw'", 5))
    >>> print(turns_of(5).to_alg(turns))
    Bw L2 Uw'
    """
    from cubesolve.kernels import few_turns as kernel

    if least_turns(cube) > most:
        return None
    walk = kernel.new_walk(cube.colors().astype(np.uint8), least_turns(cube), most)
    out, blocks = np.empty(most, np.int64), _blocks(cube.size)
    at_once = max(1, _AT_ONCE // cube.geometry.n_slots)
    length = kernel.PAUSED
    while length == kernel.PAUSED and nodes > 0:
        checkpoint()
        length = int(kernel.fewest_turns(walk, min(at_once, nodes), out, blocks))
        nodes -= at_once
    return tuple(map(int, out[:length])) if length >= 0 else None


def least_turns(cube: Cube) -> int:
    """Return how many turns a cube needs at least, by the neighbours on its faces that differ.

    >>> least_turns(Cube.from_alg("R U", 4)), least_turns(Cube.random_state(4, seed=1))
    (2, 8)
    """
    return -(-n_breaks(cube) // (4 * cube.size))


def n_breaks(cube: Cube) -> int:
    """Return how many neighbours on the faces of a cube differ."""
    cells = cube.colors().reshape(N_FACES, cube.size, cube.size)
    across = int(np.count_nonzero(cells[:, :, 1:] != cells[:, :, :-1]))
    return across + int(np.count_nonzero(cells[:, 1:] != cells[:, :-1]))


def is_short_for(cube: Cube, turns: int) -> bool:
    """Tell whether so few turns solve a cube that no search for random ones would find fewer.

    These need eight times as many, and more, for each neighbour that differs.
    """
    return turns <= _FEW_FOR_A_BREAK * n_breaks(cube)


def neighbors(size: int) -> npt.NDArray[np.int64]:
    """Return all pairs of slots that are neighbours on a face."""
    slots = np.arange(N_FACES * size**2).reshape(N_FACES, size, size)
    across = np.stack([slots[:, :, 1:].ravel(), slots[:, :, :-1].ravel()], axis=1)
    down = np.stack([slots[:, 1:].ravel(), slots[:, :-1].ravel()], axis=1)
    return np.concatenate([across, down])


@cache
def _blocks(size: int) -> Blocks:
    from cubesolve.kernels.few_turns import Blocks

    turns = turns_of(size)
    played = np.stack([Cube.from_alg(name, size).stickers for name in turns.names])
    return Blocks(
        read_only(played.astype(np.uint16)),
        read_only(turns.follows),
        read_only(neighbors(size).astype(np.uint16)),
        4 * size,
    )
