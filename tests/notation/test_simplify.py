"""`simplify`: the same effect, fewer moves, never longer in any metric on any size."""

from __future__ import annotations

import pytest
from algs import playable, repeatable, stickers, texts
from hypothesis import given, settings

from cubesolve import Alg, Metric, Move, NotationError

SIZES = [2, 3, 4, 5, 6, 7]


def is_legal(alg: Alg, size: int) -> bool:
    try:
        Alg.parse(str(alg), size)
    except NotationError:
        return False
    return True


def check_simpler(alg: Alg, simple: Alg, size: int) -> None:
    """It acts exactly the same and no metric sees it longer."""
    assert all(isinstance(node, Move) for node in simple.nodes)
    assert stickers(simple, size) == stickers(alg, size)
    for metric in Metric:
        before, after = alg.count(metric, size), simple.count(metric, size)
        assert after <= before, f"{metric} on {size}: {alg} {before}, {simple} {after}"


@pytest.mark.parametrize("size", SIZES)
def test_on_a_known_size(size: int) -> None:
    @settings(repeatable, max_examples=25)
    @given(texts(size, most=8))
    def check(text: str) -> None:
        alg = Alg.parse(text)
        simple = alg.simplify(size)
        check_simpler(alg, simple, size)
        assert len(simple.simplify(size)) == len(simple)
        assert (alg + alg.inverse()).simplify(size) == Alg()
        assert all(move.resolve(size) for move in simple)

    check()


@pytest.mark.parametrize("size", [3, 5, 6])
def test_on_any_size(size: int) -> None:
    @settings(repeatable, max_examples=25)
    @given(texts(size, most=8))
    def check(text: str) -> None:
        alg = Alg.parse(text)
        simple = alg.simplify()
        for other in range(2, 9):
            if is_legal(alg, other):
                check_simpler(alg, simple, other)
        assert len(simple.simplify()) == len(simple)
        assert (alg + alg.inverse()).simplify() == Alg()
        assert all(move.turns for move in simple)

    check()


@pytest.mark.parametrize("size", [3, 4])
def test_nested(size: int) -> None:
    @settings(repeatable, max_examples=15)
    @given(playable(size))
    def check(alg: Alg) -> None:
        check_simpler(alg, alg.simplify(), size)
        check_simpler(alg, alg.simplify(size), size)

    check()


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("", ""),
        (".", ""),
        ("R R", "R2"),
        ("R R'", ""),
        ("R3", "R'"),
        ("R4", ""),
        ("R5'", "R'"),
        ("R2 R2", ""),
        ("R L R'", "L"),
        ("R 2R", "Rw"),
        ("Rw R'", "2R"),
        ("R U U' R'", ""),
        ("R U F F' U' R", "R2"),
        ("x x", "x2"),
        ("x R x'", "R"),
        ("M M", "M2"),
        ("m R m'", "R"),
        ("[1,3]R [1,3]R", "[1,3]R2"),
        ("[1,3]R 2R", "3Rw"),
        ("[2:]R [2:]R'", ""),
        ("(R U)2 (U' R')2", ""),
        ("[R, L]", ""),
        ("3Rw Rw'", "3R"),
        ("R U R", "R U R"),
        ("R L", "R L"),
    ],
)
def test_examples_on_any_size(text: str, simple: str) -> None:
    assert Alg.parse(text).simplify() == Alg.parse(simple)


@pytest.mark.parametrize(
    ("text", "size", "length"),
    [
        ("R M' L'", 3, 1),  # x
        ("R M' L' x'", 3, 0),
        ("U R M' L' x' U'", 3, 0),
        ("R 5L", 5, 1),
        ("Rw 3-5Rw", 5, 1),
        ("M m'", 3, 0),
        ("m M'", 5, 2),
        ("R L' [2]M [1]M'", 4, 4),
        ("[1,3]R [1,3]L", 3, 0),
        ("L 3R", 3, 0),
        ("Rw Lw", 2, 0),
        ("[1,3,5]R [1,3,5]R", 6, 1),
        ("[1,3,5]R 7R", 7, 1),
    ],
)
def test_lengths_on_a_size(text: str, size: int, length: int) -> None:
    alg = Alg.parse(text)
    assert len(alg.simplify(size)) <= length
    check_simpler(alg, alg.simplify(size), size)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        # A turn of the whole cube in disguise, then its run becomes one with the next.
        ("R M' L' U U' R'", 3),
        ("R M' L' U U' R", 3),
        ("Rw Lw' U U' R", 4),
        ("3Rw R'", 3),
        ("3Rw R R", 3),
        ("4Rw L'", 4),
        ("R L", 2),
        ("Rw R", 2),
        ("[1,3]R M'", 3),
    ],
)
def test_never_longer_where_layers_make_a_whole_cube(text: str, size: int) -> None:
    alg = Alg.parse(text)
    check_simpler(alg, alg.simplify(), size)
    check_simpler(alg, alg.simplify(size), size)


def test_a_move_that_the_size_has_not() -> None:
    for text in ("M", "5R", "5R4", "R U 5R 5R'"):
        with pytest.raises(NotationError):
            Alg.parse(text).simplify(4)
        Alg.parse(text).simplify()


def test_long_runs() -> None:
    assert Alg.parse("(R L U2 U2)2000").simplify() == Alg()
    assert Alg.parse("(R L M' U2 U2)2001").simplify(5) == Alg.parse("R L M'").simplify(5)


@pytest.mark.parametrize(
    ("text", "size"), [("2R [1,3]R x' M [1,3]R", 3), ("Lw' m' 3L 2-3Rw R", None), ("3Rw R'", None)]
)
def test_whole_turns_hidden_in_a_run_make_nothing_longer(text: str, size: int | None) -> None:
    alg = Alg.parse(text)
    for metric in Metric:
        assert alg.simplify(size).count(metric, 3) <= alg.count(metric, 3)


def test_a_run_of_hundreds_of_wide_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """On each of as many sizes one of them is free: to compare all would take minutes."""
    counted: list[int] = []

    def counts(self: Alg, metric: Metric | str, size: int) -> int:
        counted.append(len(self))
        return 1

    wide = " ".join(f"{layers}Rw" for layers in range(2, 402))
    with monkeypatch.context() as patch:
        patch.setattr(Alg, "count", counts)
        alg = Alg(f"{wide} U U' L L")
        simple = alg.simplify()
    assert sum(counted) <= 100_000
    assert stickers(simple, 402) == stickers(alg, 402)
