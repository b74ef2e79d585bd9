"""Playing, undoing and redoing, against a plain list of moves."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Alg, Cube, Move, NotationError, Operator
from oracle import Oracle, all_tokens

laws = settings(derandomize=True, deadline=None, max_examples=80)
AMOUNTS = ("", "2", "'")


def random_tokens(size: int, length: int, random: Random) -> list[str]:
    tokens = all_tokens(size)
    return [random.choice(tokens) + random.choice(AMOUNTS) for _ in range(length)]


def moves_of(tokens: list[str]) -> list[Move]:
    return [Move.parse(token) for token in tokens]


def state_after(size: int, moves: list[str]) -> list[int]:
    oracle = Oracle(size)
    oracle.play(" ".join(moves))
    return oracle.stickers()


@laws
@given(st.integers(2, 6), st.integers(0, 10**6), st.booleans())
def test_any_session(size: int, seed: int, listening: bool) -> None:
    """Play, undo, redo and query at random; a list and the oracle say what must be there."""
    random = Random(seed)
    op = Operator(Cube(size))
    if listening:
        op.add_listener(lambda move: None)
    done: list[str] = []
    undone: list[str] = []
    for _ in range(12):
        match random.randrange(5):
            case 0 | 1:
                tokens = random_tokens(size, random.randrange(1, 4), random)
                form = random.randrange(3)
                if form == 0:
                    op.play(" ".join(tokens))
                elif form == 1:
                    op.play(Alg(moves_of(tokens)))
                else:
                    for token in tokens:
                        op.play(Move.parse(token))
                done += tokens
                undone.clear()
            case 2:
                count = random.randrange(4)
                op.undo(count)
                for _ in range(min(count, len(done))):
                    undone.append(done.pop())
            case 3:
                count = random.randrange(4)
                op.redo(count)
                for _ in range(min(count, len(undone))):
                    done.append(undone.pop())
            case _:
                with op.query():
                    op.undo(3)
                    op.redo(3)
                    op.play(" ".join(random_tokens(size, 3, random)))
                    op.undo()
        assert list(op.history.moves) == moves_of(done)
        assert op.cube.stickers.tolist() == state_after(size, done)
    op.undo(len(done))
    assert op.cube.stickers.tolist() == list(range(6 * size**2))
    op.redo(10**6)
    everything = done + undone[::-1]
    assert list(op.history.moves) == moves_of(everything)
    assert op.cube.stickers.tolist() == state_after(size, everything)


def test_history_writes_groups_out() -> None:
    op = Operator(Cube(3))
    op.play("[R, U] . (F D)2 // some moves")
    assert str(op.history) == "R U R' U' F D F D"
    op.undo(2)
    assert str(op.history) == "R U R' U' F D"


def test_undo_and_redo_one_by_one() -> None:
    op = Operator(Cube(3))
    op.play("R U F")
    op.undo()
    op.undo()
    op.redo()
    assert str(op.history) == "R U"
    op.play("D")
    op.redo()
    assert str(op.history) == "R U D"
    op.undo(99)
    assert op.cube.solved
    assert str(op.history) == ""
    op.undo()
    op.undo(0)
    op.redo(0)
    op.undo(-1)
    assert str(op.history) == ""
    op.redo(99)
    assert str(op.history) == "R U D"


@pytest.mark.parametrize("listening", [False, True])
@pytest.mark.parametrize(
    ("text", "place"),
    [("R U [4]F D", 5), ("R\nQ", 3), ("R U (F", 5), ("U2 [0]R", 5), ("[5]M R", 1), ("R 4Rw", 3)],
)
def test_a_bad_move_changes_nothing(text: str, place: int, listening: bool) -> None:
    op = Operator(Cube(3))
    heard: list[Move] = []
    if listening:
        op.add_listener(heard.append)
    op.play("R U F")
    op.undo()
    heard.clear()
    before = op.cube.stickers.tolist()
    with pytest.raises(NotationError) as caught:
        op.play(text)
    assert caught.value.text == text
    assert place <= caught.value.position <= place + 1  # the move, or the layer in its bracket
    assert op.cube.stickers.tolist() == before
    assert str(op.history) == "R U"
    assert heard == []
    op.redo()  # what was undone can still be redone
    assert str(op.history) == "R U F"


@pytest.mark.parametrize("listening", [False, True])
def test_a_bad_move_in_an_alg(listening: bool) -> None:
    op = Operator(Cube(4))
    if listening:
        op.add_listener(lambda move: None)
    for bad in (Alg.parse("R U M F"), Move.parse("M"), Alg.parse("(R [5]U)9")):
        with pytest.raises(NotationError):
            op.play(bad)
    assert op.cube.solved
    assert str(op.history) == ""


def test_an_operator_plays_on_the_cube_it_is_given() -> None:
    cube = Cube.random_state(4, 2)
    before = cube.stickers.tolist()
    op = Operator(cube)
    assert op.cube is cube
    op.play("Rw U")
    assert cube.stickers.tolist() != before
    op.undo(2)
    assert cube.stickers.tolist() == before


def test_moves_that_do_nothing_are_history_too() -> None:
    op = Operator(Cube(3))
    op.play("R4 U")
    assert str(op.history) == "R4 U"
    op.undo(2)
    assert op.cube.solved
    op.redo(2)
    assert str(op.history) == "R4 U"
