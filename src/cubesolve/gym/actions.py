"""Sets of actions: which moves an agent can make, and which of them make sense now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from cubesolve import Alg, Move, UnsupportedSizeError

Mask = npt.NDArray[np.int8]

_POSITIVE, _NEGATIVE = "RUF", "LDB"
_QUARTER, _ALL_TURNS = (1, -1), (1, 2, -1)


def _faces(size: int) -> str:
    # On a 2x2, L is R and a turn of the whole cube.
    return _POSITIVE if size == 2 else _POSITIVE + _NEGATIVE


def _quarter(size: int) -> list[Move]:
    return [Move(face, ((1, 1),), turns) for face in _faces(size) for turns in _QUARTER]


def _half(size: int) -> list[Move]:
    return [Move(face, ((1, 1),), turns) for face in _faces(size) for turns in _ALL_TURNS]


def _wide(size: int) -> list[Move]:
    return [
        Move(face, ((1, width),), turns)
        for width in range(1, size // 2 + 1)
        for face in (_POSITIVE if 2 * width == size else _POSITIVE + _NEGATIVE)
        for turns in _ALL_TURNS
    ]


def _slices(size: int) -> list[Move]:
    layers = (1,) if size == 2 else range(1, size + 1)
    return [
        Move(face, ((layer, layer),), turns)
        for face in _POSITIVE
        for layer in layers
        for turns in _ALL_TURNS
    ]


ACTION_SETS: dict[str, Callable[[int], list[Move]]] = {
    "quarter": _quarter,
    "half": _half,
    "wide": _wide,
    "slices": _slices,
}
"""Faces in quarter turns; also in half turns; also wide blocks; or every layer alone."""


def action_moves(actions: str | Sequence[str | Move], size: int) -> tuple[Move, ...]:
    """Return the moves of a set, or those that are given one by one, for a size.

    >>> print(*action_moves("half", 2))
    R R2 R' U U2 U' F F2 F'
    >>> len(action_moves("wide", 5)), len(action_moves("slices", 5))
    (36, 45)
    >>> action_moves(["R", "M'"], 3)
    (Move("R"), Move("M'"))

    Raises `ValueError` for a set that is not there, and `NotationError` for a move that the size
    has not.
    """
    if size < 2:
        raise UnsupportedSizeError(f"expected a size of at least 2, got {size}")
    if isinstance(actions, str):
        if actions not in ACTION_SETS:
            names = ", ".join(ACTION_SETS)
            raise ValueError(f"expected actions of {names}, or a list of moves; got {actions!r}")
        return tuple(ACTION_SETS[actions](size))
    moves = tuple(move if isinstance(move, Move) else Move(move) for move in actions)
    if not moves:
        raise ValueError("expected at least one action")
    for move in moves:
        if not move.resolve(size):
            raise ValueError(f"expected actions that turn something, got {move}")
    return moves


def mask_table(moves: Sequence[Move], size: int) -> Mask:
    """Return an array (last move, move) of what makes sense after a move; its last row is all ones.

    A move of the same layers as the last one does not if both together are nothing, or one action.
    Of two moves about the same axis only one order is allowed.
    """
    table = np.ones((len(moves) + 1, len(moves)), dtype=np.int8)
    turned = [_turned(move, size) for move in moves]
    for before, (layers, turns) in enumerate(turned):
        for after, (others, more) in enumerate(turned):
            if others == layers:
                together = (turns + more) % 4
                table[before, after] = together and (layers, together) not in turned
            elif moves[before].axis == moves[after].axis:
                table[before, after] = layers < others
    # Where nothing would be left, such as with moves about one axis only, all are allowed.
    table[table.sum(axis=1) == 0] = 1
    return table


def _turned(move: Move, size: int) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return axis and layers of a move, and how far it turns them."""
    blocks = sorted(move.resolve(size))
    return tuple((turn.axis, turn.first, turn.last) for turn in blocks), blocks[0].turns


def as_algs(moves: Sequence[Move]) -> tuple[Alg, ...]:
    """Return the moves as a tuple of algorithms, which a batch knows again."""
    return tuple(Alg((move,)) for move in moves)
