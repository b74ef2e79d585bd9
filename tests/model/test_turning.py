"""Turning: the kernels against the oracle, and against numbers that other programs found."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_reference import AMOUNTS, permutation, random_tokens

from cubesolve import Alg, Cube, Move, NotationError
from cubesolve.kernels import turning
from cubesolve.kernels.turning import play
from cubesolve.model.geometry import geometry
from oracle import FACES, Oracle, all_tokens


@pytest.mark.parametrize("size", range(2, 10))
def test_every_kind_of_move_turns_as_in_space(size: int) -> None:
    cube, oracle = Cube(size), Oracle(size)
    random = Random(size)
    tokens = all_tokens(size)
    random.shuffle(tokens)
    for token in tokens:
        move = token + random.choice(AMOUNTS)
        cube.play(move)
        oracle.play(move)
        assert cube.stickers.tolist() == oracle.stickers(), move
    assert cube.facelets() == oracle.facelets()
    assert cube.solved == oracle.is_solved()


@pytest.mark.parametrize("size", range(2, 10))
def test_each_single_turn_from_solved(size: int) -> None:
    for face in FACES:
        for layer in range(1, size + 1):
            for amount in ("", "2", "'"):
                text = f"[{layer}]{face}{amount}"
                cube = Cube.from_alg(text, size)
                assert cube.stickers.tolist() == list(permutation(size, text)), text


@pytest.mark.parametrize(("size", "length"), [(17, 60), (40, 40), (65, 12), (130, 12)])
def test_big_cubes_turn_as_in_space(size: int, length: int) -> None:
    # 65 and 130 layers take the kernels over one and two of their tiles.
    tokens = random_tokens(size, length, seed=size)
    tokens += ["x", f"[2:{size}]U", f"[:{size - 1}]B2", f"{size - 1}Lw'", "m'", "R3"]
    cube, oracle = Cube(size), Oracle(size)
    cube.play(" ".join(tokens))
    oracle.play(" ".join(tokens))
    assert cube.stickers.tolist() == oracle.stickers()
    cube.take_back(Alg.parse(" ".join(tokens)))
    assert cube.stickers.tolist() == list(range(6 * size**2))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(2, 9), st.integers(0, 10**6), st.integers(0, 30))
def test_random_sequences(size: int, seed: int, length: int) -> None:
    text = " ".join(random_tokens(size, length, seed))
    oracle = Oracle(size)
    oracle.play(text)
    assert Cube.from_alg(text, size).stickers.tolist() == oracle.stickers()


@pytest.mark.parametrize("size", range(2, 8))
def test_amounts_are_repeated_quarter_turns(size: int) -> None:
    start = Cube.random_state(size, seed=size).stickers
    for token in all_tokens(size):
        cube = Cube(size)
        quarters = []
        cube.set_stickers(start)
        for _ in range(4):
            cube.play(token)
            quarters.append(cube.stickers.tolist())
        assert quarters[3] == start.tolist(), token
        for amount, times in (("2", 2), ("2'", 2), ("3", 3), ("'", 3), ("3'", 1), ("4", 4)):
            cube.play(token + amount)
            assert cube.stickers.tolist() == quarters[times - 1], token + amount
            cube.take_back(Move.parse(token + amount))
            assert cube.stickers.tolist() == start.tolist(), token + amount


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(2, 9), st.integers(0, 10**6), st.integers(0, 30))
def test_take_back_undoes_play(size: int, seed: int, length: int) -> None:
    alg = Alg.parse(" ".join(random_tokens(size, length, seed)))
    cube = Cube.random_state(size, seed)
    before = cube.stickers.tolist()
    cube.play(alg)
    played = cube.stickers.tolist()
    cube.take_back(alg)
    assert cube.stickers.tolist() == before
    cube.play(alg)
    cube.play(alg.inverse())
    assert cube.stickers.tolist() == before
    for move in alg.moves:  # one by one does the same as all at once
        cube.play(move)
    assert cube.stickers.tolist() == played


def test_a_set_that_overlaps_on_some_sizes_only() -> None:
    # [1:3,2:-1] is layers 1 to N-1 for N >= 4 and must not turn a layer twice.
    for size in range(4, 8):
        cube, same = Cube(size), Cube(size)
        cube.play("[1:3,2:-1]R U")
        same.play(f"[1:{size - 1}]R U")
        assert cube.stickers.tolist() == same.stickers.tolist()
        cube.take_back(Alg.parse("[1:3,2:-1]R U"))
        assert cube.solved


def new_positions(size: int, generators: list[str], depth: int) -> list[int]:
    """Count the positions that are new at each depth; each turn is also taken back."""
    moves = [Move.parse(text) for text in generators]
    cube = Cube(size)
    seen = {cube.stickers.tobytes()}
    frontier = list(seen)
    counts = [1]
    for _ in range(depth):
        new = []
        for position in frontier:
            cube.set_stickers(np.frombuffer(position, dtype=np.int32))
            for move in moves:
                cube.play(move)
                reached = cube.stickers.tobytes()
                if reached not in seen:
                    seen.add(reached)
                    new.append(reached)
                cube.take_back(move)
            assert cube.stickers.tobytes() == position
        counts.append(len(new))
        frontier = new
    return counts


def turns_of(faces: str, amounts: tuple[str, ...] = ("", "2", "'")) -> list[str]:
    return [face + amount for face in faces for amount in amounts]


def test_positions_by_depth_3x3() -> None:
    assert new_positions(3, turns_of("URFDLB"), 4) == [1, 18, 243, 3240, 43239]


def test_positions_by_depth_3x3_quarter_turns() -> None:
    assert new_positions(3, turns_of("URFDLB", ("", "'")), 4) == [1, 12, 114, 1068, 10011]


def test_positions_by_depth_2x2() -> None:
    assert new_positions(2, turns_of("URF"), 6) == [1, 9, 54, 321, 1847, 9992, 50136]


def test_positions_by_depth_2x2_quarter_turns() -> None:
    counts = [1, 6, 27, 120, 534, 2256, 8969]
    assert new_positions(2, turns_of("URF", ("", "'")), 6) == counts


def test_the_slice_group_and_the_rotations() -> None:
    assert sum(new_positions(3, ["M", "E", "S"], 12)) == 768
    assert sum(new_positions(5, ["x", "y"], 6)) == 24
    assert sum(new_positions(3, ["R2", "U2"], 8)) == 12


@pytest.mark.parametrize(
    ("text", "order"),
    [("R U", 105), ("R U R' U'", 6), ("R U2 D' B D'", 1260), ("R U'", 63), ("R2 U2", 6)],
)
@pytest.mark.parametrize("size", [3, 5])
def test_orders(text: str, order: int, size: int) -> None:
    # Outer turns of a 5x5 show what those of a 3x3 do: its centres keep their colours.
    cube = Cube(size)
    alg = Alg.parse(text)
    times = 0
    while True:
        cube.play(alg)
        times += 1
        if cube == Cube(size):
            break
    assert times == order


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.integers(2, 7), st.integers(0, 10**6), st.sampled_from(["[9]R", "[2:8]U2", "12Fw", "M"]))
def test_a_bad_move_turns_nothing(size: int, seed: int, bad: str) -> None:
    if bad == "M" and size % 2:
        bad = "[6]M"
    tokens = random_tokens(size, 5, seed)
    cube = Cube.random_state(size, seed)
    before = cube.stickers.tolist()
    counter = cube.modify_counter
    text = " ".join([*tokens, bad, *tokens])
    with pytest.raises(NotationError) as caught:
        cube.play(text)
    assert caught.value.position == len(" ".join(tokens)) + 2
    with pytest.raises(NotationError):
        cube.play(Alg.parse(text))
    with pytest.raises(NotationError):
        cube.take_back(Alg.parse(text))
    with pytest.raises(NotationError):
        cube.check(Move.parse(bad))
    assert cube.stickers.tolist() == before
    assert cube.modify_counter == counter


def resolve_code(code: int, size: int) -> tuple[int, int, int, int]:
    axis, first, last, turns = turning.resolve(code, size)
    return axis, first, last, turns


@pytest.mark.parametrize("size", range(2, 10))
def test_codes_resolve_as_moves_do(size: int) -> None:
    """The kernel and `Move.resolve` read the layers of a move in two ways that must agree."""
    for token in all_tokens(12):
        move = Move.parse(token + "'")
        if any(code < 0 for code in move.codes):
            continue
        found = {resolve_code(code, size) for code in move.codes}
        try:
            expected = {(t.axis, t.first, t.last, t.turns) for t in move.resolve(size)}
        except NotationError:
            assert any(axis == -1 for axis, *_ in found), token
        else:
            assert found == expected, token


def test_the_kernel_names_the_first_code_that_is_not_there() -> None:
    alg = Alg.parse("R U [4]R F")
    stickers = np.arange(54, dtype=np.int32)
    codes = np.array([code for move in alg.moves for code in move.codes], dtype=np.int64)
    assert play(stickers, geometry(3).turning_table, codes, False) == 2
    assert stickers.tolist() == list(range(54))


def test_modify_counter_grows_with_every_change() -> None:
    cube = Cube(3)
    seen = [cube.modify_counter]
    changes: list[Callable[[], None]] = [
        lambda: cube.play("R"),
        lambda: cube.play(Move.parse("U2")),
        lambda: cube.take_back(Alg.parse("R U")),
        lambda: cube.set_stickers(np.arange(54)),
        cube.reset,
    ]
    for change in changes:
        change()
        seen.append(cube.modify_counter)
    assert seen == sorted(set(seen))
    assert cube.solved
