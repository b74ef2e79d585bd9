"""Laws of algorithms as values: backwards, times, written out, copied, carried to a process."""

from __future__ import annotations

import copy
import pickle

import pytest
from algs import any_algs, any_moves, playable, repeatable, run_with_hash_seed, stickers
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cubesolve import Alg, Cube, Move, NotationError
from cubesolve.notation import Commutator, Conjugate, Group, Pause
from cubesolve.notation.alg import MAX_MOVES

SIZES = [2, 3, 4, 5, 6, 9]


@pytest.mark.parametrize("size", SIZES)
def test_an_algorithm_and_its_inverse_do_nothing(size: int) -> None:
    solved = list(range(6 * size * size))

    @settings(repeatable, max_examples=12)
    @given(playable(size))
    def check(alg: Alg) -> None:
        assert stickers(alg + alg.inverse(), size) == solved
        assert stickers(alg.inverse() + alg, size) == solved
        assert alg.inverse().moves == tuple(move.inverse() for move in reversed(alg.moves))
        cube = Cube(size)
        cube.play(alg)
        cube.take_back(alg)
        assert cube.stickers.tolist() == solved

    check()


@repeatable
@given(any_algs)
def test_the_inverse_of_the_inverse(alg: Alg) -> None:
    assert alg.inverse().inverse() == alg


@repeatable
@given(any_moves)
def test_the_inverse_of_a_move(move: Move) -> None:
    back = move.inverse()
    assert back.inverse() == move
    assert back.amount == -move.amount
    assert (back.letter, back.layers) == (move.letter, move.layers)


@pytest.mark.parametrize("size", SIZES)
def test_written_out_it_acts_the_same(size: int) -> None:
    @settings(repeatable, max_examples=12)
    @given(playable(size))
    def check(alg: Alg) -> None:
        expanded = alg.expand()
        assert all(isinstance(node, Move | Pause) for node in expanded.nodes)
        assert expanded.moves == alg.moves
        assert expanded.expand() == expanded
        assert stickers(expanded, size) == stickers(alg, size)
        one_by_one = Cube(size)
        for move in alg:
            one_by_one.play(move)
        assert one_by_one.stickers.tolist() == stickers(alg, size)

    check()


@repeatable
@given(playable(3), playable(3), st.integers(-3, 3))
def test_sums_and_products(a: Alg, b: Alg, times: int) -> None:
    cube = Cube(3)
    cube.play(a)
    cube.play(b)
    assert stickers(a + b, 3) == cube.stickers.tolist()
    assert (a + b).moves == a.moves + b.moves
    assert a + str(b) == a + b
    assert a + Alg() == a == Alg() + a
    forwards = a if times > 0 else a.inverse()
    assert (a * times).moves == forwards.moves * abs(times)
    assert times * a == a * times


@repeatable
@given(playable(4), playable(4))
def test_commutators_and_conjugates(a: Alg, b: Alg) -> None:
    if not a or not b:
        with pytest.raises(ValueError, match="needs moves"):
            Commutator(a, b)
        return
    commutator = Alg([Commutator(a, b)])
    assert commutator.moves == (a + b + a.inverse() + b.inverse()).moves
    conjugate = Alg([Conjugate(a, b)])
    assert conjugate.moves == (a + b + a.inverse()).moves
    assert Alg([Commutator(a, b, -2)]).moves == (Alg([Commutator(b, a)]) * 2).moves
    assert Alg([Conjugate(a, b, -2)]).moves == (Alg([Conjugate(a, b.inverse())]) * 2).moves
    assert Alg([Group(a, -2)]).moves == (a.inverse() + a.inverse()).moves


def test_orders_known_from_outside() -> None:
    for text, order in [("R U", 105), ("R U R' U'", 6), ("R U2 D' B D'", 1260), ("R", 4)]:
        cube, solved = Cube(3), Cube(3).facelets()
        cube.play(text)
        times = 1
        while cube.facelets() != solved:
            cube.play(text)
            times += 1
        assert times == order
        assert Cube.from_alg(Alg.parse(text) * order).facelets() == solved


# Values


def test_values_cannot_be_changed() -> None:
    alg, move = Alg.parse("(R)2"), Move.parse("R")
    with pytest.raises(AttributeError):
        alg.nodes = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        move.amount = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        alg.nodes[0].amount = 3  # type: ignore[misc, union-attr]


@repeatable
@given(any_algs)
def test_copies_are_equal(alg: Alg) -> None:
    for twin in (pickle.loads(pickle.dumps(alg)), copy.copy(alg), copy.deepcopy(alg)):
        assert twin == alg
        assert hash(twin) == hash(alg)
        assert {alg: 1}[twin] == 1


TEXT = "R Uw2' [1,3]F m x (2R)3 [M, [2:]D'] [y: .] [:-1]Bw"
PICKLE = """
import pickle, sys
from cubesolve import Alg
alg = Alg.parse(sys.argv[1])
hash(alg), hash(alg.nodes[0]), alg.nodes[0].inverse(), alg.moves, alg.codes
print(pickle.dumps([alg, *alg.moves]).hex())
"""
UNPICKLE = """
import pickle, sys
from cubesolve import Alg, Move
alg, *moves = pickle.loads(bytes.fromhex(sys.argv[1]))
other = Alg.parse(sys.argv[2])
assert alg == other and hash(alg) == hash(other) and alg in {other}
assert tuple(moves) == other.moves and set(moves) == set(other.moves)
assert all(hash(a) == hash(b) and a in {b} for a, b in zip(moves, other.moves, strict=True))
assert alg.codes == other.codes
print(alg)
"""


def test_pickles_travel_between_processes() -> None:
    pickled = run_with_hash_seed(PICKLE, 1, TEXT).strip()
    assert pickle.loads(bytes.fromhex(pickled))[0] == Alg.parse(TEXT)
    assert run_with_hash_seed(UNPICKLE, 2, pickled, TEXT).strip() == str(Alg.parse(TEXT))


def test_booleans_and_lengths() -> None:
    assert not Alg()
    assert Alg() == Alg.parse("") == Alg([])
    assert Alg.parse("R")
    assert len(Alg.parse("(R U)3 .")) == 6
    assert Alg.parse("R") != Alg.parse("(R)")
    assert Alg.parse("R") * 0 == Alg()
    assert Alg.parse("R") + Move.parse("U") == Alg.parse("R U")


@pytest.mark.parametrize("other", [1, None, 2.5, ["R"]])
def test_sums_with_other_things(other: object) -> None:
    with pytest.raises(TypeError):
        Alg.parse("R") + other  # type: ignore[operator]


@pytest.mark.parametrize("other", ["2", None, 2.0, Alg()])
def test_products_with_other_things(other: object) -> None:
    with pytest.raises(TypeError):
        Alg.parse("R") * other  # type: ignore[operator]


# What would be too long


@pytest.mark.parametrize(
    "text",
    [
        "(R)10000001",
        "(R)99999999",
        "(R)99999999'",
        "((R)99999999)99999999",
        "(" * 100 + "R" + ")99999999" * 100,
        "(.)99999999",
        "[R, U]2500001",
        "[R: U]3333334",
        "[" * 30 + "R" + ", U]" * 30,
        "[R: " * 20 + "U" + "]9" * 20,
        "U (R)9999999 F",
    ],
    ids=lambda text: text[:14],
)
def test_too_long_to_be_written_out(text: str) -> None:
    alg = Alg.parse(text)
    assert Alg.parse(str(alg)) == alg
    for ask in (alg.expand, lambda: alg.moves, lambda: len(alg), lambda: Alg.parse(text, 3)):
        with pytest.raises(NotationError, match=f"more than {MAX_MOVES}") as caught:
            ask()
        assert 1 <= caught.value.position <= len(caught.value.text) + 1
    cube = Cube(3)
    for player in (alg, text):
        with pytest.raises(NotationError, match="this expands to"):
            cube.play(player)
    assert cube.stickers.tolist() == list(range(54))


def test_the_longest_that_is_allowed() -> None:
    assert MAX_MOVES == 10_000_000
    alg = Alg.parse("([R, U]5)50")
    assert len(alg) == 1_000
    assert len(Alg.parse("(R)100000 [U: F]'2")) == 100_006


def test_lengths_are_counted_without_expanding() -> None:
    alg = Alg("R")
    for _ in range(20):  # of which no more than the notes of one fit into any memory
        alg = Alg([Commutator(alg, alg, 99_999_999), Move("U")])
    assert alg.expanded_length > 10**100
    assert alg.distinct_moves == (Move("R"), Move("U"))
    with pytest.raises(NotationError, match="more than 10000000"):
        alg.expand()


@repeatable
@given(any_algs)
def test_counted_and_expanded_agree(alg: Alg) -> None:
    assume(alg.expanded_length <= 10_000)
    assert alg.expanded_length == len(alg.expand().nodes)
    turned = {move.letter for move in alg.moves}
    assert {move.letter for move in alg.distinct_moves} == turned
