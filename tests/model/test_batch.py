"""`CubeBatch` does to each cube what `Cube` does to one."""

import pickle

import numpy as np
import pytest

from cubesolve import BOY, Alg, Cube, CubeBatch, Move, NotationError, UnsupportedSizeError
from cubesolve.notation import outer_blocks, random_moves

SIZES = [2, 3, 4, 5, 7, 20, 110]


@pytest.mark.parametrize("size", SIZES)
def test_each_cube_is_turned_as_one_alone(size: int) -> None:
    algs = [random_moves(size, length, seed=length) for length in range(6)]
    cubes = [Cube.from_alg(alg, size) for alg in algs]
    batch = CubeBatch(6, size)
    batch.play_each(algs)
    assert list(batch) == cubes
    batch.play("Rw' x [U2, F]")
    for cube in cubes:
        cube.play("Rw' x [U2, F]")
    assert batch == CubeBatch.from_cubes(cubes)
    assert np.array_equal(batch.colors(), [cube.colors() for cube in cubes])
    assert batch.solved.tolist() == [cube.solved for cube in cubes]
    assert np.array_equal(batch.one_hot().argmax(axis=2), batch.colors())
    faces = batch.colors().reshape(6, 6, -1)
    most = np.stack([(faces == color).sum(axis=2) for color in range(6)]).max(axis=0)
    assert np.array_equal(batch.strangers(), (size * size - most).sum(axis=1))
    assert [cube.stickers.tolist() for cube in batch] == [c.stickers.tolist() for c in cubes]


def test_choices_pick_moves_and_minus_one_turns_nothing() -> None:
    batch = CubeBatch(4)
    batch.play_each(["R", Move("U2"), Alg("F D")], [2, -1, 0, 1])
    assert list(batch) == [Cube.from_alg(alg) for alg in ("F D", "", "R", "U2")]
    batch.play_each(("R", "F'"), np.array([[0, 1], [1, -1], [-1, -1], [-1, 0]], dtype=np.int8))
    assert list(batch) == [Cube.from_alg(alg) for alg in ("F D R F'", "F'", "R", "U2 R")]


def test_layer_sets_that_need_the_size_are_turned() -> None:
    batch = CubeBatch(2, 7)
    batch.play_each(["[1,3:-1]R", "[2:]M'"])
    assert list(batch) == [Cube.from_alg("[1,3:-1]R", 7), Cube.from_alg("[2:]M'", 7)]


def test_solved_in_any_hold_and_at_home_only_as_held() -> None:
    batch = CubeBatch(4, 4)
    batch.play_each(["", "x y'", "R", "Rw Lw'"])
    assert batch.solved.tolist() == [True, True, False, True]
    assert batch.home.tolist() == [True, False, False, False]
    assert (batch.strangers() == 0).tolist() == batch.solved.tolist()


def test_a_scramble_is_the_moves_it_says() -> None:
    batch = CubeBatch(50, 4)
    choices = batch.scramble(12, seed=3)
    twin = CubeBatch(50, 4)
    twin.play_each(outer_blocks(4), choices)
    assert batch == twin
    assert not batch.solved.any()
    again = CubeBatch(50, 4)
    assert np.array_equal(again.scramble(12, seed=3), choices)
    assert not np.array_equal(CubeBatch(50, 4).scramble(12, seed=4), choices)


def test_a_seed_draws_the_same_moves_everywhere() -> None:
    names = [str(move) for move in outer_blocks(3)]
    choices = CubeBatch(2).scramble(6, seed=1)
    assert [" ".join(names[c] for c in row) for row in choices] == SEED_1


SEED_1 = ["B R B L' B' U'", "U F' B U2 D L"]


def test_a_bit_generator_goes_on() -> None:
    bits = np.random.PCG64(5)
    first, second = CubeBatch(9).scramble(4, bits), CubeBatch(9).scramble(4, bits)
    assert not np.array_equal(first, second)
    assert np.array_equal(first, CubeBatch(9).scramble(4, 5))


def test_lengths_and_where() -> None:
    batch = CubeBatch(6)
    batch.scramble([0, 1, 2, 3, 4, 5], seed=1)
    assert batch.solved.tolist() == [True, False, False, False, False, False]
    batch.reset(where=[1, 2])
    assert batch.solved.tolist() == [True, True, True, False, False, False]
    before = batch.copy()
    batch.scramble([3, 3], seed=2, moves=["R", "U"], where=np.arange(6) < 2)
    assert not batch[:2].solved.any()
    assert batch[2:] == before[2:]
    batch.reset()
    assert batch.home.all()


def test_random_states_are_those_of_one_cube() -> None:
    batch = CubeBatch.random(3, 5, seed=7)
    assert list(batch) == [Cube.random(5, seed=seed) for seed in (7, 8, 9)]


def test_copies_and_pickles_are_apart() -> None:
    batch = CubeBatch(3, 2, BOY)
    batch.scramble(5, seed=1)
    twins = [batch.copy(), pickle.loads(pickle.dumps(batch)), batch[[0, 1, 2]]]
    assert all(twin == batch for twin in twins)
    assert CubeBatch.from_stickers(batch.stickers, BOY) == batch
    batch.play("U")
    assert all(twin != batch for twin in twins)
    cube = batch[0]
    cube.play("U")
    assert cube != batch[0]
    batch[0] = cube
    assert cube == batch[0]
    with pytest.raises(ValueError, match="read-only"):
        batch.stickers[0, 0] = 1


def test_numbers_are_as_narrow_as_the_size_allows() -> None:
    types = {2: "uint8", 6: "uint8", 7: "uint16", 104: "uint16", 105: "int32"}
    assert {size: str(CubeBatch(1, size).stickers.dtype) for size in types} == types


def test_an_empty_batch_does_nothing() -> None:
    batch = CubeBatch(0, 4)
    batch.play("R")
    batch.play_each(["R"], [])
    assert batch.scramble(3, seed=1).size == 0
    assert (len(batch), list(batch), batch.solved.tolist()) == (0, [], [])


def test_mistakes_say_what_was_expected() -> None:
    batch = CubeBatch(3)
    with pytest.raises(ValueError, match="choices from -1 to 1"):
        batch.play_each(["R", "U"], [0, 1, 2])
    with pytest.raises(ValueError, match="choices for 3 cubes"):
        batch.play_each(["R", "U"])
    with pytest.raises(TypeError, match="whole numbers"):
        batch.play_each(["R", "U"], [0.0, 1.0, 1.0])
    with pytest.raises(NotationError):
        batch.play("3Rw 4R")
    with pytest.raises(ValueError, match="size 3"):
        batch[0] = Cube(4)
    with pytest.raises(ValueError, match="at least one cube"):
        CubeBatch.from_cubes([])
    with pytest.raises(ValueError, match="6xNxN"):
        CubeBatch.from_stickers(np.zeros((2, 55)))
    with pytest.raises(ValueError, match="below 54"):
        CubeBatch.from_stickers(np.full((2, 54), 54))
    with pytest.raises(ValueError, match="length"):
        batch.scramble(-1)
    with pytest.raises(ValueError, match="at least one move"):
        batch.scramble(1, moves=[])
    with pytest.raises(UnsupportedSizeError):
        CubeBatch(1, 1)
    with pytest.raises(ValueError, match="count"):
        CubeBatch(-1)
    assert batch.home.all()
