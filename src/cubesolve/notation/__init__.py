"""Moves and algorithms as values and text: nothing here knows a cube."""

from cubesolve.notation.alg import Alg, Commutator, Conjugate, Group, Node, Pause
from cubesolve.notation.metrics import Metric
from cubesolve.notation.move import SMALLEST_SIZE, Block, Move, Turn
from cubesolve.notation.scramble import random_moves, scramble_length

__all__ = [
    "SMALLEST_SIZE",
    "Alg",
    "Block",
    "Commutator",
    "Conjugate",
    "Group",
    "Metric",
    "Move",
    "Node",
    "Pause",
    "Turn",
    "random_moves",
    "scramble_length",
]
