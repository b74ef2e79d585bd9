"""Sets of moves as the arrays that `kernels.batch` reads, made once for each set and size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cubesolve.model.geometry import Ints
from cubesolve.notation import Alg, Playable, Turn, as_alg


@dataclass(frozen=True)
class MoveSet:
    """Moves that a cube of a batch can choose from; `kernels.batch` says what the arrays hold."""

    turns: Ints
    starts: Ints
    kinds: Ints

    @property
    def count(self) -> int:
        """How many moves there are."""
        return len(self.kinds)


def move_set(moves: Iterable[Playable], size: int) -> MoveSet:
    """Return moves, or algorithms, for a size; raise `NotationError` for one that it has not."""
    return _move_set(tuple(map(as_alg, moves)), size)


@lru_cache(maxsize=256)
def _move_set(algs: tuple[Alg, ...], size: int) -> MoveSet:
    resolved = [[turn for move in alg.moves for turn in move.resolve(size)] for alg in algs]
    lengths = [len(turns) for turns in resolved]
    kinds = [_kind(alg, turns) for alg, turns in zip(algs, resolved, strict=True)]
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
    axes = {axis: number for number, axis in enumerate(dict.fromkeys(k[0] for k in kinds))}
    found = MoveSet(
        np.array([turn for turns in resolved for turn in turns], dtype=np.int64).reshape(-1, 4),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.array([(axes[k[0]], numbers[k]) for k in kinds], dtype=np.int64).reshape(-1, 2),
    )
    for array in (found.turns, found.starts, found.kinds):
        array.flags.writeable = False
    return found


def _kind(alg: Alg, turns: list[Turn]) -> tuple[object, ...]:
    """Return axis and layers, alike for all amounts; an algorithm of several moves is its own."""
    if len(alg.moves) != 1:
        return (alg,)
    return (alg.moves[0].axis, *((turn.first, turn.last) for turn in turns))
