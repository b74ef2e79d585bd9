"""Turning against the oracle, on sizes small enough for plain Python."""

from random import Random

import numpy as np
import pytest

from cubesolve import Alg
from cubesolve.kernels.turning import play
from cubesolve.model.geometry import geometry
from oracle import Oracle, all_tokens


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_layers_turn_as_in_space(size: int) -> None:
    random = Random(size)
    tokens = random.choices(all_tokens(size), k=20)
    moves = [token + random.choice(("", "2", "'")) for token in tokens]
    oracle = Oracle(size)
    for move in moves:
        oracle.play(move)
    stickers = np.arange(6 * size * size, dtype=np.int32)
    table = geometry(size).turning_table
    codes = np.frombuffer(Alg.parse(" ".join(moves)).codes, dtype=np.int64)
    assert play(stickers, table, codes, False) == -1
    assert stickers.tolist() == oracle.stickers()
    assert play(stickers, table, codes, True) == -1
    assert stickers.tolist() == list(range(6 * size * size))


def test_what_is_not_there_is_named_before_anything_turns() -> None:
    stickers = np.arange(96, dtype=np.int32)
    codes = np.frombuffer(Alg.parse("R 5R").codes, dtype=np.int64)
    assert play(stickers, geometry(4).turning_table, codes, False) == 1
    assert stickers.tolist() == list(range(96))
