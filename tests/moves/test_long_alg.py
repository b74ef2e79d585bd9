"""`LongAlg` answers as an `Alg` of the same moves does."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Alg, Cube, Metric, Move
from cubesolve.moves import LongAlg

SIZE = 5
WORDS = st.builds(
    lambda layer, face, turns: layer << 5 | face << 2 | turns,
    st.integers(1, SIZE),
    st.integers(0, 5),
    st.integers(1, 3),
)


def long_alg(words: list[int]) -> LongAlg:
    return LongAlg(np.array(words, np.int32), SIZE)


@settings(deadline=None)
@given(st.lists(WORDS, max_size=30))
def test_it_is_an_alg(words: list[int]) -> None:
    long = long_alg(words)
    alg = Alg(list(long))
    assert long == alg
    assert alg == long
    assert hash(long) == hash(alg)
    assert str(long) == str(alg)
    assert long.moves == alg.moves == tuple(long.packed)
    assert len(long) == len(alg)
    assert bool(long) == bool(alg)
    assert list(long.codes) == list(alg.codes)
    # What takes a half turn back is written R2 here, and there R2'.
    assert long.inverse().blocks(SIZE) == alg.inverse().blocks(SIZE)
    assert long.blocks(SIZE) == alg.blocks(SIZE)
    assert long[1:4] == alg[1:4]
    assert pickle.loads(pickle.dumps(long)) == alg


@settings(deadline=None)
@given(st.lists(WORDS, max_size=40))
def test_it_counts_as_an_alg_does(words: list[int]) -> None:
    long = long_alg(words)
    alg = Alg(list(long))
    for metric in Metric:
        assert long.count(metric, SIZE) == alg.count(metric, SIZE), metric


@settings(deadline=None)
@given(st.lists(WORDS, max_size=40))
def test_merging_keeps_the_effect(words: list[int]) -> None:
    long = long_alg(words)
    shorter = long.simplify(SIZE)
    assert Cube.from_alg(shorter, SIZE) == Cube.from_alg(Alg(list(long)), SIZE)
    assert len(shorter) == long.count("SST", SIZE) or len(shorter) < len(long)
    assert shorter.simplify() == shorter
    for metric in Metric:
        assert shorter.count(metric, SIZE) <= long.count(metric, SIZE)


def test_moves_are_a_sequence() -> None:
    long = LongAlg.pack("R 2U' 3F2 L", SIZE)
    moves = long.packed
    assert moves[-1] == Move("L")
    assert Move("3F2") in moves
    assert Move("Rw") not in moves
    assert next(reversed(moves)) == Move("L")
    assert moves.index(Move("2U'")) == 1
    assert moves[1:3] == [Move("2U'"), Move("3F2")]
    with pytest.raises(IndexError):
        moves[4]
    with pytest.raises(ValueError, match="one layer"):
        LongAlg.pack("Rw", SIZE)


def test_playing_and_taking_back() -> None:
    long = LongAlg.pack("R 2U' 3F2 L", SIZE)
    cube = Cube.from_alg(long, SIZE)
    assert cube == Cube.from_alg("R 2U' 3F2 L", SIZE)
    cube.take_back(long)
    assert cube.solved


def test_what_is_no_turn_of_the_size_is_not_counted() -> None:
    for alg in (LongAlg.pack(Alg("R 9U"), 5), LongAlg(np.array([33, 63], np.int32), 5)):
        for ask in (alg.counts, alg.simplify):
            with pytest.raises(ValueError, match="move 2 is no turn of a cube of size 5"):
                ask()
