"""Random moves: the same for a seed everywhere, legal, and none in vain."""

from __future__ import annotations

import pytest
from algs import stickers

from cubesolve import Alg, UnsupportedSizeError, random_moves
from cubesolve.notation import scramble_length

SIZES = range(2, 11)
FACES_OF_AXIS = ("RL", "UD", "FB")


@pytest.mark.parametrize("size", SIZES)
def test_as_long_as_asked(size: int) -> None:
    for length in (0, 1, 2, 17, 200):
        assert len(random_moves(size, length, seed=length)) == length
    assert len(random_moves(size, seed=1)) == scramble_length(size)
    assert len(random_moves(size)) == scramble_length(size)


@pytest.mark.parametrize("size", SIZES)
def test_the_seed_decides(size: int) -> None:
    assert random_moves(size, 20, seed=5) == random_moves(size, 20, seed=5)
    assert len({random_moves(size, 20, seed=seed) for seed in range(50)}) == 50
    assert random_moves(size, 10, seed=3).nodes == random_moves(size, 20, seed=3).nodes[:10]
    assert len({random_moves(size, 20) for _ in range(20)}) > 1


def test_promised_moves() -> None:
    assert str(random_moves(4, 6, seed=1)) == "Uw' R2 D' U' L B"


@pytest.mark.parametrize("size", SIZES)
def test_legal_and_outer(size: int) -> None:
    alg = random_moves(size, 300, seed=11)
    assert Alg.parse(str(alg), size) == alg
    stickers(alg, size)
    for move in alg:
        (block,) = move.blocks(size)
        assert block.first == 1
        assert 2 * block.last <= size
    widths = {move.blocks(size)[0].last for move in alg}
    assert widths == set(range(1, size // 2 + 1))
    faces = {move.letter for move in alg}
    assert faces == set("URF" if size == 2 else "URFDLB")
    assert {move.amount for move in alg} == {1, 2, -1}


@pytest.mark.parametrize("size", SIZES)
def test_no_move_is_in_vain(size: int) -> None:
    for seed in range(10):
        alg = random_moves(size, 150, seed=seed)
        # Moves of one axis in a row are of different blocks, so nothing merges or cancels.
        assert alg.count("OBTM", size) == len(alg)
        run: list[tuple[str, int]] = []
        axis = ""
        for move in alg:
            here = next(faces for faces in FACES_OF_AXIS if move.letter in faces)
            if here != axis:
                run, axis = [], here
            block = (move.letter, move.blocks(size)[0].last)
            assert block not in run
            run.append(block)


@pytest.mark.parametrize("size", [1, 0, -2])
def test_sizes_that_are_none(size: int) -> None:
    with pytest.raises(UnsupportedSizeError, match="at least 2"):
        random_moves(size)


def test_lengths_that_are_none() -> None:
    with pytest.raises(ValueError, match="from 0 to 10000000"):
        random_moves(3, -1)


def test_usual_lengths() -> None:
    lengths = [scramble_length(size) for size in range(2, 12)]
    assert lengths == [11, 25, 45, 60, 80, 100, 120, 140, 160, 180]
