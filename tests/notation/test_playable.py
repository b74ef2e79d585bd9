"""Everything that can be played becomes an `Alg`, in one place; all else is refused in words."""

from __future__ import annotations

import copy
import gc
import pickle
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Alg, Cube, Move, NotationError, Operator, UnsupportedSizeError, random_moves
from cubesolve.notation import Block, Commutator, Conjugate, Group, Pause, as_alg
from cubesolve.notation import alg as alg_module
from cubesolve.notation.alg import MAX_DEPTH, MAX_MOVES
from cubesolve.stages.shadow import DualOperator
from oracle import Oracle, all_tokens

laws = settings(derandomize=True, deadline=None, max_examples=60)
WANTED = Alg.parse("R U2 F'")


class WithAlg:
    """Stands for a solution, or one of its steps."""

    alg = WANTED


MOVES = (Move.parse("R"), Move.parse("U2"), Move.parse("F'"))
PLAYABLE: list[Any] = [
    "R U2 F'",
    "R U2 F' // with a comment",
    WANTED,
    WithAlg(),
    list(MOVES),
    MOVES,
    ["R", "U2 F'"],
    ["R U2", Move.parse("F'")],
    [Alg.parse("R"), ["U2", [Move.parse("F'")]], "", ()],
    [WithAlg(), Alg()],
    map(Move.parse, ["R", "U2", "F'"]),
    (word for word in ("R", "U2", "F'")),
    {"R": 1, "U2": 2, "F'": 3}.keys(),
]
REFUSED: list[Any] = [
    None,
    3,
    2.5,
    True,
    b"R U",
    bytearray(b"R"),
    {"R", "U"},
    frozenset({"R"}),
    {"R": "U"},
    Cube(3),
    object(),
    Move,
    ["R", 2],
    ["R", None],
    [b"R"],
    [["R"], {"U"}],
    Block("R", 1, 1, 1),
]


@pytest.mark.parametrize("what", PLAYABLE, ids=lambda what: type(what).__name__)
def test_an_alg_is_made_of_it(what: Any) -> None:
    if isinstance(what, Iterable):
        what = what if isinstance(what, (str, Alg)) else list(what)
    assert Alg(what) == as_alg(what) == WANTED
    players = Cube(3), Operator(Cube(3)), DualOperator(Operator(Cube(4)))
    for player in players:
        player.play(what)
    cube, operator, dual = players
    assert cube == operator.cube == dual.shadow == Cube.from_alg("R U2 F'")
    assert dual.cube == Cube.from_alg("R U2 F'", 4)
    assert str(operator.history) == "R U2 F'"
    assert Cube.from_alg(what) == cube
    cube.check(what)
    cube.take_back(what)
    assert cube.solved


def test_iterators_are_read_once() -> None:
    assert Alg(map(Move.parse, ["R", "U2", "F'"])) == WANTED
    operator = Operator(Cube(3))
    operator.play(word for word in ("R", "U2", "F'"))
    assert operator.history == WANTED


def test_an_alg_that_is_known_is_not_made_again() -> None:
    assert as_alg(WANTED) is WANTED
    assert as_alg(WithAlg()) is WANTED


@pytest.mark.parametrize("what", REFUSED, ids=lambda what: type(what).__name__)
def test_anything_else_is_refused_in_words(what: Any) -> None:
    cube, operator = Cube(3), Operator(Cube(3))
    dual = DualOperator(Operator(Cube(4)))
    words = "expected moves as text, a Move, an Alg, a Solution, or a list of these; got .+"
    for ask in (Alg, as_alg, cube.play, cube.take_back, cube.check, operator.play, dual.play):
        with pytest.raises(TypeError, match=words):
            ask(what)
    with pytest.raises(TypeError, match=words):
        Cube.from_alg(what)
    assert cube.solved
    assert operator.cube.solved
    assert not operator.history


def test_the_message_names_what_came() -> None:
    with pytest.raises(TypeError, match=r"got None \(NoneType\)$"):
        Cube(3).play(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"got 2 \(int\)$"):
        Cube(3).play(["R", 2])  # type: ignore[list-item]
    with pytest.raises(TypeError) as caught:
        Alg(bytes(10_000))  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200


def test_an_error_of_the_callers_own_is_not_hidden() -> None:
    def faulty() -> Iterable[str]:
        yield "R"
        raise TypeError("of my own")

    with pytest.raises(TypeError, match="of my own"):
        Cube(3).play(faulty())


def test_a_group_is_played_whole_and_not_by_its_alg() -> None:
    group = Group(Alg("R U"), 3)
    assert str(as_alg(group)) == "(R U)3"
    assert Alg([group, Pause(), Commutator(Alg("R"), Alg("U"))]) == Alg.parse("(R U)3 . [R, U]")
    cube = Cube(3)
    cube.play(group)
    assert cube == Cube.from_alg("R U R U R U")


def test_bad_text_in_an_alg_and_in_a_list() -> None:
    for bad in ("R Q", ["R", "Q"]):
        with pytest.raises(NotationError):
            Alg(bad)
    cube = Cube(4)
    for what in ("R M", ["R", "M"]):
        for ask in (cube.play, cube.take_back, cube.check, Operator(cube).play):
            with pytest.raises(NotationError, match="M is the middle layer"):
                ask(what)
    with pytest.raises(NotationError) as caught:
        cube.take_back("R M")
    assert (caught.value.text, caught.value.position) == ("R M", 3)
    assert cube.solved


# Moves from text


@pytest.mark.parametrize(
    "text", ["R", "R2", "r'", "3Rw2", "[2:3]R'", "M2", "m", "x'", "2-4l", "R\u2019"]
)
def test_a_move_reads_text(text: str) -> None:
    assert Move(text) == Move.parse(text)
    assert hash(Move(text)) == hash(Move.parse(text))
    assert Move(text).codes == Move.parse(text).codes
    assert eval(repr(Move(text))) == Move(text)
    assert pickle.loads(pickle.dumps(Move(text))) == Move(text)


@pytest.mark.parametrize("text", ["", "R U", "Q", "(R)", "R Q", ".", "[R, U]"])
def test_text_that_is_not_one_move(text: str) -> None:
    with pytest.raises(NotationError):
        Move(text)


def test_text_of_a_move_takes_no_layers_and_no_amount() -> None:
    for arguments in (("R2", ((1, 2),)), ("Rw", ((1, 1),), 1), ("R2", (), 2)):
        with pytest.raises(ValueError, match="expected one of U R F D L B"):
            Move(*arguments)
    with pytest.raises(ValueError, match="expected one of U R F D L B"):
        Move("R2", amount=2)
    for other in (3, None, Move("R"), b"R"):
        with pytest.raises(TypeError, match="expected the letter or the text of a move, got"):
            Move(other)  # type: ignore[arg-type]


# Algs as sequences of moves


def test_items_slices_and_membership() -> None:
    alg = Alg("F [R, U] . (D2)2")
    assert [str(move) for move in alg] == ["F", "R", "U", "R'", "U'", "D2", "D2"]
    assert len(alg) == 7
    assert alg[0] == Move("F")
    assert alg[-1] == Move("D2")
    assert alg[1:5] == Alg("R U R' U'")
    assert alg[::-2] == Alg("D2 U' U F")
    assert alg[9:] == Alg()
    assert [*reversed(alg)] == [*alg][::-1]
    assert Move("U'") in alg
    assert "U'" in alg
    assert "U2" not in alg
    with pytest.raises(IndexError):
        alg[7]
    with pytest.raises(NotationError, match="exactly one move"):
        assert "R U" in alg


@laws
@given(st.integers(0, 10**6), st.integers(-9, 9), st.integers(-9, 9))
def test_a_slice_is_a_slice_of_the_moves(seed: int, start: int, stop: int) -> None:
    alg = random_moves(4, 8, seed)
    assert alg[start:stop].moves == alg.moves[start:stop]
    assert alg[:start] + alg[start:] == alg or not -8 <= start <= 8


def test_sums_from_both_sides() -> None:
    alg = Alg("U")
    assert "R" + alg == Move("R") + alg == Alg("R U")
    assert alg + WithAlg() == Alg("U R U2 F'")
    assert alg + Group(Alg("R"), 2) == Alg("U (R)2")
    for other in (1, None, ["R"]):
        with pytest.raises(TypeError):
            other + alg  # type: ignore[operator]


# By effect


@laws
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_equivalent_is_what_the_oracle_calls_the_same(size: int, seed: int) -> None:
    random = Random(seed)
    tokens = all_tokens(size)
    first = " ".join(random.choice(tokens) for _ in range(random.randrange(3)))
    second = " ".join(random.choice(tokens) for _ in range(random.randrange(3)))
    states = []
    for text in (first, second):
        oracle = Oracle(size)
        oracle.play(text)
        states.append(oracle.stickers())
    assert Alg(first).equivalent(second, size) == (states[0] == states[1])
    assert Alg(first).equivalent(Alg(first).simplify(size), size)


def test_equivalent_or_not() -> None:
    assert Alg("(R U)105").equivalent("", size=3)
    assert not Alg("(R U)104").equivalent("", size=3)
    assert Alg("R L").equivalent(["L", "R"], size=7)
    assert Alg("Rw").equivalent("L x", size=3)
    assert not Alg("Rw").equivalent("L x", size=4)
    assert not Alg("R").equivalent("R x", size=3)  # the hold counts
    half = Alg("(U R L U2 R' L')2")  # turns the centre of U half round, and nothing else
    assert half.equivalent("", size=3)
    assert not half.equivalent("", size=4)
    assert Cube.from_alg(half, 4) == Cube(4)
    assert Alg("R U2 . F'").equivalent(WithAlg(), size=3)
    with pytest.raises(NotationError):
        Alg("M").equivalent("M", size=4)
    with pytest.raises(UnsupportedSizeError):
        Alg("R").equivalent("R", size=1)
    with pytest.raises(TypeError, match="expected moves"):
        Alg("R").equivalent(3, size=3)  # type: ignore[arg-type]


# Pickles


def test_a_pickle_has_the_nodes_only() -> None:
    alg = random_moves(7, 2000, seed=1)
    before = len(pickle.dumps(alg))
    assert alg.codes
    assert len(alg.moves) == 2000
    assert len(pickle.dumps(alg)) == before
    again = pickle.loads(pickle.dumps(alg))
    assert again == alg
    assert again.codes == alg.codes


# What is nested, and how deep


def nested(depth: int, kind: str) -> Alg:
    """Return brackets within brackets that no text has made."""
    into: dict[str, Callable[[Alg], Alg]] = {
        "group": lambda alg: Alg((Group(alg, 1),)),
        "twice": lambda alg: alg * 2,
        "commutator": lambda alg: Alg((Commutator(alg, Alg("U")),)),
        "conjugate": lambda alg: Alg((Conjugate(Alg("U"), alg),)),
    }
    alg = Alg("R")
    for _ in range(depth):
        alg = into[kind](alg)
    return alg


@pytest.mark.parametrize("kind", ["group", "twice", "commutator", "conjugate"])
def test_brackets_are_as_deep_as_can_be_written(kind: str) -> None:
    deepest = nested(MAX_DEPTH, kind)
    assert deepest.depth == MAX_DEPTH
    assert Alg(str(deepest)) == deepest == copy.deepcopy(deepest)
    assert pickle.loads(pickle.dumps(deepest)) == deepest
    assert hash(deepest.inverse().inverse()) == hash(deepest)
    with pytest.raises(NotationError, match=f"deeper than {MAX_DEPTH}"):
        nested(MAX_DEPTH + 1, kind)


def test_brackets_that_share_what_is_in_them_are_counted() -> None:
    """Forty lines of code would make a text of a million million moves."""
    alg = Alg("R")
    with pytest.raises(NotationError, match=f"moves in these brackets, more than {MAX_MOVES}"):
        for _ in range(40):
            alg = Alg((Group(alg), Group(alg)))
    assert alg.written_length <= 2 * MAX_MOVES


@pytest.mark.parametrize("play", [Alg, as_alg, Cube(3).play, Operator(Cube(3)).play])
def test_lists_within_lists(play: Callable[[Any], object]) -> None:
    deep: list[Any] = ["R"]
    for _ in range(100_000):
        deep = [deep]
    endless: list[Any] = ["R"]
    endless.append(endless)
    for what in (deep, endless):
        with pytest.raises(ValueError, match=f"nested deeper than {MAX_DEPTH}"):
            play(what)


def test_lists_that_share_what_is_in_them_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alg_module, "MAX_MOVES", 1000)
    wide: list[Any] = ["R"]
    for _ in range(60):
        wide = [wide, wide]
    with pytest.raises(ValueError, match="more than 1000 moves in these lists"):
        Alg(wide)


def test_moves_of_ones_own_kind() -> None:
    class Marked(Move):
        """A move with a name of its own."""

    assert str(Alg([Marked("R"), "U"])) == "R U"


# What is remembered


def test_long_sets_of_layers_are_not_kept() -> None:
    """Texts come from anywhere: each would keep megabytes for as long as the process lives."""

    def read(first: int) -> None:
        layers = ",".join(map(str, range(first, 8000, 2)))
        alg = Alg.parse(f"[{layers}]R")
        alg.simplify()
        alg.rotate("y").mirror()
        Cube(3).check("R")
        with suppress(NotationError):
            Cube(3).play(alg)
        with suppress(NotationError):
            Cube(3).play(alg[0])

    read(1)
    tracemalloc.start()
    try:
        for first in range(2, 8):
            read(first)
        gc.collect()  # a move and its inverse know each other
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 300_000
