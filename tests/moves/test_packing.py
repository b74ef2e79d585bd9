"""Packed moves: words of four bytes that say what blocks say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Alg
from cubesolve.moves import LongAlg
from cubesolve.moves.packing import (
    are_single,
    check_words,
    pack_moves,
    unpack_moves,
    words_from_text,
    words_to_text,
)
from cubesolve.notation import Block

SIZE = 9
BLOCKS = st.builds(
    lambda face, first, more, turns: Block(face, first, min(SIZE, first + more), turns),
    st.sampled_from("URFDLB"),
    st.integers(1, SIZE),
    st.integers(0, SIZE),
    st.integers(1, 3),
)


@settings(deadline=None)
@given(st.lists(BLOCKS, max_size=20))
def test_blocks_come_back(blocks: list[Block]) -> None:
    words = words_from_text(words_to_text(pack_moves(Alg.from_blocks(blocks, SIZE), SIZE)))
    # A turn of the whole cube has two names, and so has that of a middle layer.
    expected = Alg.from_blocks(blocks, SIZE).blocks(SIZE)
    assert unpack_moves(words, SIZE).blocks(SIZE) == expected
    for word, (face, first, last, turns) in zip(words.tolist(), expected, strict=True):
        assert (word & 3, "URFDLB"[word >> 2 & 7]) == (turns, face)
        assert (word >> 5 & 0xFFFF, word >> 21) == (first, last - first)


def test_a_long_alg_is_packed_as_it_is() -> None:
    alg = LongAlg.pack("R 3U' F2", 5)
    words = pack_moves(alg, 5)
    assert words.tolist() == alg.turns.tolist()
    assert are_single(words)
    assert not are_single(pack_moves(Alg("Rw"), 5))


def test_a_block_of_more_layers_than_a_word_holds_is_several() -> None:
    blocks = [("R", 1, 2500, 1)]
    words = pack_moves(Alg.from_blocks(blocks, 3000), 3000)
    assert unpack_moves(words, 3000).blocks(3000) == [("R", 1, 2048, 1), ("R", 2049, 2500, 1)]


@pytest.mark.parametrize("word", [0, 32, 32 | 6 << 2 | 1, 1, 6 << 5 | 1, 1 << 21 | 5 << 5 | 1])
def test_what_is_no_turn_is_named(word: int) -> None:
    words = np.array([1 << 5 | 1, word], np.uint32)
    with pytest.raises(ValueError, match="move 2 is not a turn of a cube of size 5"):
        check_words(words, 5)
