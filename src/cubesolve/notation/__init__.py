"""Moves and algorithms as values and text: nothing here knows a cube."""

from cubesolve.notation.alg import (
    Alg,
    Commutator,
    Conjugate,
    Group,
    HasAlg,
    Node,
    Pause,
    Playable,
    as_alg,
)
from cubesolve.notation.metrics import Metric, metric_for
from cubesolve.notation.move import SMALLEST_SIZE, Block, Move, Turn
from cubesolve.notation.scramble import outer_blocks, random_moves, scramble_length

__all__ = [
    "SMALLEST_SIZE",
    "Alg",
    "Block",
    "Commutator",
    "Conjugate",
    "Group",
    "HasAlg",
    "Metric",
    "Move",
    "Node",
    "Pause",
    "Playable",
    "Turn",
    "as_alg",
    "metric_for",
    "outer_blocks",
    "random_moves",
    "scramble_length",
]
