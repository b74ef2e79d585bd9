"""Moves that do not fit in lists: millions of turns of single layers in one array."""

from cubesolve.moves.growing import GrowingTurns
from cubesolve.moves.long_alg import LongAlg, PackedMoves, Turns
from cubesolve.moves.move_file import (
    MoveFile,
    MoveWriter,
    check_writable,
    is_move_file,
    packed,
    read_moves,
    write_moves,
)

__all__ = [
    "GrowingTurns",
    "LongAlg",
    "MoveFile",
    "MoveWriter",
    "PackedMoves",
    "Turns",
    "check_writable",
    "is_move_file",
    "packed",
    "read_moves",
    "write_moves",
]
