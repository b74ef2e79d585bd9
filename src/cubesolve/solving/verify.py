"""Replays a solution, turn by turn, on colours alone: no solver has a part in it.

Of large cubes some layers are chosen, with those opposite to them, the outer ones and the middle
one. Turns of other layers do not touch the stickers where these cross, so these stickers are a
small cube, and the turns of its layers are turns of it: it is replayed whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cubesolve.model import BigCube, Cube, RandomState
from cubesolve.model.big_state import n_rows
from cubesolve.model.geometry import FACE_NAMES, N_FACES, geometry
from cubesolve.model.identify import Colors
from cubesolve.model.random_state import Draw
from cubesolve.moves import LongAlg, Turns
from cubesolve.notation import Alg
from cubesolve.words.grammar import counted

WHOLE_UP_TO = 2000  # layers; a larger cube would take minutes
SAMPLED = 16  # layers of a larger one
_CELLS_AT_ONCE = 20_000_000  # strips of so many cells are turned in one call
_PIECE = 1 << 22  # turns that are sifted at once


@dataclass(frozen=True)
class Verification:
    """What a replay has found: whether the cube is solved, and how much of it was looked at.

    `layers` are those that were chosen, each with the one opposite; `None` if all were.
    """

    solved: bool
    size: int
    turns: int
    layers: tuple[int, ...] | None = None

    def __bool__(self) -> bool:
        return self.solved

    @property
    def how(self) -> str:
        """What was replayed, in words.

        >>> Verification(True, 5000, 10**6, (2, 9)).how
        '4 orbits of centre pieces, 2 of wings and the corners where 2 of 2,499 layers cross'
        """
        if self.layers is None:
            return f"all {N_FACES * self.size**2:,} stickers"
        k = len(self.layers)
        centers, odd = k * (k + self.size % 2), " and middle edges" if self.size % 2 else ""
        return (
            f"{counted(centers, 'orbit')} of centre pieces, {k} of wings and the corners{odd} where"
            f" {k} of {n_rows(self.size):,} layers cross"
        )


class Replay:
    """The colours of a cube, or of some of its layers, while turns are played on them."""

    def __init__(self, start: Colors, size: int, layers: Sequence[int] | None = None) -> None:
        self.size = size
        self.turns = 0
        self.layers = None if layers is None else tuple(sorted(layers))
        self._colors = start.copy()
        self._table = geometry(math.isqrt(len(start) // N_FACES)).turning_table
        self._numbers = None if layers is None else _numbers(size, self.layers or ())
        self._room = np.empty(0 if layers is None else _PIECE, np.int32)

    def play(self, turns: Turns) -> None:
        """Play turns of single layers of the whole cube; raise `ValueError` for what is no turn."""
        self.turns += len(turns)
        if self._numbers is None:
            # Between some of them Ctrl-C can end it.
            step = max(1024, _CELLS_AT_ONCE // self.size)
            for start in range(0, len(turns), step):
                self._replay(turns[start : start + step], self.size)
            return
        for start in range(0, len(turns), _PIECE):
            self._play_sifted(turns[start : start + _PIECE], self._numbers)

    def _play_sifted(self, turns: Turns, numbers: Turns) -> None:
        from cubesolve.kernels.replay import sift

        count = sift(turns, numbers, self._room)
        if count < 0:
            raise self._no_turns()
        self._replay(self._room[:count], int(self._table[0]))

    def _replay(self, turns: Turns, size: int) -> None:
        from cubesolve.kernels.replay import replay
        from cubesolve.kernels.turn_words import first_wrong

        if first_wrong(turns, size) >= 0:
            raise self._no_turns()
        replay(self._colors, self._table, turns, np.zeros(14, np.int64))

    def _no_turns(self) -> ValueError:
        return ValueError(f"these are not all turns of a cube of size {self.size}")

    def result(self) -> Verification:
        """Return what is found now."""
        faces = self._colors.reshape(N_FACES, -1)
        solved = bool((faces == faces[:, :1]).all())
        return Verification(solved, self.size, self.turns, self.layers)


def sample_layers(size: int, count: int = SAMPLED, seed: int = 0) -> tuple[int, ...]:
    """Return some layers, from 2 to the middle, drawn at random; the same for the same seed."""
    drawn = Draw(seed).permutations(1, n_rows(size))[0]
    return tuple(sorted(int(row) + 2 for row in drawn[:count]))


def layers_of_colors(colors: Colors, size: int, layers: Sequence[int]) -> Colors:
    """Return the small cube where layers, those opposite, the outer and the middle ones cross."""
    near = [0, *(layer - 1 for layer in sorted(layers))]
    middle = [size // 2] if size % 2 else []
    kept = np.array([*near, *middle, *(size - 1 - k for k in reversed(near))])
    return colors.reshape(N_FACES, size, size)[:, kept][:, :, kept].reshape(-1)


def replay_of(
    start: Colors | BigCube | RandomState, size: int, layers: int | None, seed: int
) -> Replay:
    """Return the replay of a cube: whole up to 2,000 layers, unless told how many to choose."""
    if layers is not None and layers < 1:
        raise ValueError(f"expected at least 1 layer, got {layers}")
    if layers is None and size <= WHOLE_UP_TO and not isinstance(start, RandomState):
        return Replay(start.to_cube().colors() if isinstance(start, BigCube) else start, size)
    chosen = sample_layers(size, SAMPLED if layers is None else layers, seed)
    if isinstance(start, np.ndarray):
        return Replay(layers_of_colors(start, size, chosen), size, chosen)
    return Replay(start.layers(chosen).colors(), size, chosen)


def verify_moves(
    cube: Cube | BigCube | RandomState,
    moves: Alg | Iterable[Turns],
    *,
    layers: int | None = None,
    seed: int = 0,
) -> Verification:
    """Replay moves on a cube, which itself is not turned, and say whether they solve it.

    Up to size 2,000 every sticker is looked at; above, all orbits where some layers cross: `layers`
    of them (16 unless told) are drawn with a seed. So it is with a `RandomState`, of which no more
    is drawn than that. `moves` is an algorithm, or arrays of turns as `MoveFile.pieces` yields
    them. Raises `ValueError` for what is no turn of this size.

    >>> verify_moves(Cube.from_alg("R 2U", 4), Alg("2U' R'")).solved
    True
    """
    start = cube.colors() if isinstance(cube, Cube) else cube
    replay = replay_of(start, cube.size, layers, seed)
    for turns in (single_layers(moves, cube.size),) if isinstance(moves, Alg) else moves:
        if not isinstance(turns, np.ndarray) or turns.dtype != np.int32:
            raise TypeError(f"expected an Alg, or arrays of turns as int32, got {moves!r}")
        replay.play(turns)
    return replay.result()


def is_solved_by(cube: Cube, alg: Alg) -> bool:
    """Tell whether an algorithm solves a cube, which itself is not turned: see `verify_moves`.

    >>> is_solved_by(Cube.from_alg("R 2U", 4), Alg("2U' R'"))
    True
    """
    return verify_moves(cube, alg).solved


def single_layers(alg: Alg, size: int) -> Turns:
    """Return an algorithm as turns of single layers, one word each."""
    if isinstance(alg, LongAlg):
        return alg.turns
    words = [
        layer << 5 | FACE_NAMES.index(face) << 2 | turns
        for face, first, last, turns in alg.blocks(size)
        for layer in range(first, last + 1)
    ]
    return np.array(words, dtype=np.int32)


def _numbers(size: int, layers: Sequence[int]) -> Turns:
    """Return for each layer the number that it has in the small cube; 0 for none."""
    small = 2 * len(layers) + 2 + size % 2
    found = np.zeros(size + 1, np.int32)
    for number, layer in enumerate((1, *layers), 1):
        found[layer], found[size + 1 - layer] = number, small + 1 - number
    if size % 2:
        found[size // 2 + 1] = small // 2 + 1
    return found
