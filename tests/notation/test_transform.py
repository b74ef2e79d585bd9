"""Mirrors, turned cubes, and algorithms without turns of the whole cube."""

from __future__ import annotations

from itertools import product

import pytest
from algs import any_algs, playable, repeatable, stickers, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Alg, Cube, Metric, Move, NotationError
from oracle import Oracle, all_tokens

SIZES = [2, 3, 4, 5, 6]
MIRRORS = {"M": (-1, 1, 1), "E": (1, -1, 1), "S": (1, 1, -1)}  # which coordinate changes its sign
HOLDS = [f"{a} {b}" for a, b in product(["", "x", "x2", "x'", "z", "z'"], ["", "y", "y2", "y'"])]


def mirrored_slots(size: int, across: str) -> list[int]:
    """Return where a mirror shows each slot, by the points of the oracle."""
    slot_at = Oracle(size).slot_at
    signs = MIRRORS[across]
    image = [0] * len(slot_at)
    for place, slot in slot_at.items():
        image[slot] = slot_at[tuple(s * c for s, c in zip(signs, place, strict=True))]
    return image


# Mirrors


@pytest.mark.parametrize("across", "MES")
@pytest.mark.parametrize("size", SIZES)
def test_a_mirrored_algorithm_does_what_the_mirror_shows(size: int, across: str) -> None:
    image = mirrored_slots(size, across)

    @settings(repeatable, max_examples=6)
    @given(playable(size), texts(size, most=4))
    def check(nested: Alg, text: str) -> None:
        for alg in (nested, Alg.parse(text)):
            state, seen = stickers(alg, size), stickers(alg.mirror(across), size)
            assert [seen[image[slot]] for slot in range(len(state))] == [image[s] for s in state]

    check()


@pytest.mark.parametrize("across", "MES")
@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_every_word_in_the_mirror(size: int, across: str) -> None:
    image = mirrored_slots(size, across)
    for token in all_tokens(size):
        move = Move.parse(token)
        state = stickers(move, size)
        seen = stickers(Alg([move]).mirror(across), size)
        assert [seen[image[slot]] for slot in range(len(state))] == [image[s] for s in state], token


@repeatable
@given(playable(5), st.sampled_from("MES"))
def test_the_mirror_of_the_mirror_acts_the_same(alg: Alg, across: str) -> None:
    twice = alg.mirror(across).mirror(across)
    assert stickers(twice, 5) == stickers(alg, 5)
    assert alg.mirror(across).inverse() == alg.inverse().mirror(across)
    assert twice.mirror(across) == alg.mirror(across)


@repeatable
@given(any_algs, st.sampled_from("MES"))
def test_the_mirror_of_the_mirror_is_the_algorithm(alg: Alg, across: str) -> None:
    # [2]M has no name from the other side, so it comes back as 3L: the same from then on.
    once = alg.mirror(across)
    assert once.mirror(across).mirror(across) == once
    assert Alg.parse(str(once)) == once
    assert len(once.nodes) == len(alg.nodes)


@pytest.mark.parametrize(
    ("text", "across", "seen"),
    [
        ("R U R' U'", "M", "L' U' L U"),
        ("R U 3Rw'", "M", "L' U' 3Lw"),
        ("M E S x y z", "M", "M E' S' x y' z'"),
        ("M E S x y z", "E", "M' E S' x' y z'"),
        ("F [2]M m", "S", "B' [2]M' m'"),
        ("[2]M", "M", "3R'"),
        ("U D2", "E", "D' U2'"),
        ("[R, U]", "M", "[L', U']"),
        ("(R U)2 .", "M", "(L' U')2 ."),
    ],
)
def test_mirror_examples(text: str, across: str, seen: str) -> None:
    assert Alg.parse(text).mirror(across) == Alg.parse(seen)


@pytest.mark.parametrize("across", ["", "R", "m", "ME", "MES", "x"])
def test_a_mirror_that_is_none(across: str) -> None:
    with pytest.raises(ValueError, match="expected a mirror M, E or S"):
        Alg.parse("R").mirror(across)


# Turned cubes


@pytest.mark.parametrize("hold", HOLDS)
def test_turned_first_or_turned_after(hold: str) -> None:
    rotation = Alg.parse(hold)

    @settings(repeatable, max_examples=4)
    @given(playable(3), texts(4, most=4), texts(5, most=4))
    def check(alg: Alg, even: str, odd: str) -> None:
        for a, size in ((alg, 3), (Alg.parse(even), 4), (Alg.parse(odd), 5)):
            assert stickers(rotation + a.rotate(rotation), size) == stickers(a + rotation, size)
            assert stickers(a.rotate(hold).rotate(rotation.inverse()), size) == stickers(a, size)

    check()


@pytest.mark.parametrize("rotation", ["x", "y", "z", "x2", "y'", "z y"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_every_word_on_a_turned_cube(size: int, rotation: str) -> None:
    turn, cube = Alg.parse(rotation), Cube(size)
    for token in all_tokens(size):
        alg = Alg.parse(token)
        cube.play(turn + alg.rotate(turn))
        cube.take_back(alg + turn)
        assert cube.stickers.tolist() == list(range(6 * size * size)), token


@pytest.mark.parametrize(
    ("text", "rotation", "turned"),
    [
        ("F", "y", "L"),
        ("R U", "y", "F U"),
        ("F", "x", "U"),
        ("R", "z", "D"),
        ("F [2]M", "y", "L 3B"),
        ("M", "y", "S'"),
        ("x", "y", "z"),
        ("R U F", "", "R U F"),
        ("(R U)2 [F: D]", "y2", "(L U)2 [B: D]"),
        ("R", "(y)2", "L"),
    ],
)
def test_rotate_examples(text: str, rotation: str, turned: str) -> None:
    assert Alg.parse(text).rotate(rotation) == Alg.parse(turned)


@pytest.mark.parametrize("rotation", ["R", "x R", "M", "3Rw", "Q"])
def test_a_rotation_that_is_none(rotation: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Alg.parse("R").rotate(rotation)


# Without turns of the whole cube


def is_whole(move: Move, size: int) -> bool:
    return any(block.last - block.first == size - 1 for block in move.blocks(size))


def check_without_rotations(alg: Alg, size: int) -> None:
    state = stickers(alg, size)
    kept = alg.without_rotations(size, keep_hold=True)
    assert stickers(kept, size) == state
    plain = alg.without_rotations(size)
    assert not any(is_whole(move, size) for move in plain)
    assert kept.moves[: len(plain)] == plain.moves
    hold = kept.moves[len(plain) :]
    assert len(hold) <= 2
    assert all(move.is_rotation for move in hold)
    if not any(is_whole(move, size) for move in alg):
        assert not hold
    assert any(stickers(plain + Alg.parse(turned), size) == state for turned in HOLDS)
    for metric in Metric:
        assert plain.count(metric, size) <= alg.count(metric, size), metric
        assert kept.count(metric, size) <= alg.count(metric, size), metric
    assert plain.without_rotations(size) == plain


@pytest.mark.parametrize("size", SIZES)
def test_without_rotations(size: int) -> None:
    wholes = st.sampled_from(["x", "y'", "z2", "x'", "y", f"{size}Rw", f"[:{size}]B'"])

    @settings(repeatable, max_examples=10)
    @given(st.lists(texts(size, most=2) | wholes, max_size=8).map(" ".join), playable(size))
    def check(text: str, nested: Alg) -> None:
        check_without_rotations(Alg.parse(text), size)
        check_without_rotations(nested, size)

    check()


def test_there_are_24_holds() -> None:
    assert len({tuple(stickers(hold, 3)) for hold in HOLDS}) == 24
    for hold in HOLDS:
        for size in (2, 3):
            check_without_rotations(Alg.parse(f"{hold} R U {hold} F x 2L' y"), size)


@pytest.mark.parametrize(
    ("text", "size", "plain", "kept"),
    [
        ("y R x U", 3, "B R", "B R y x"),
        ("x", 3, "", "x"),
        ("x x'", 3, "", ""),
        ("R x U", 3, "R F", "R F x"),
        ("x R", 2, "R", "R x"),
        ("Rw U", 2, "F", "F x"),
        ("4Rw U", 4, "F", "F x"),
        ("Rw U", 4, "Rw U", "Rw U"),
        ("R4 U", 3, "U", "U"),
        ("x4 U", 3, "U", "U"),
        ("y M", 3, "S", "S y"),
        ("y2 [2]M", 5, "3R", "3R y2"),
    ],
)
def test_without_rotations_examples(text: str, size: int, plain: str, kept: str) -> None:
    alg = Alg.parse(text)
    check_without_rotations(alg, size)
    assert alg.without_rotations(size) == Alg.parse(plain)
    assert len(alg.without_rotations(size, keep_hold=True)) <= len(Alg.parse(kept))
    assert stickers(kept, size) == stickers(alg, size)


@pytest.mark.parametrize("text", ["R M' L' y y' R", "R M' L' y y' R'", "x R M' L' x' R2"])
def test_not_longer_where_layers_make_a_whole_cube(text: str) -> None:
    check_without_rotations(Alg.parse(text), 3)


def test_moves_must_exist_to_be_absorbed() -> None:
    for text in ("M", "x 5R", "5R4"):
        with pytest.raises(NotationError):
            Alg.parse(text).without_rotations(4)
