"""Listeners hear each move as it was turned, in order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Cube, Move, Operator
from oracle import all_tokens


def test_each_move_is_heard_after_it_was_turned() -> None:
    op = Operator(Cube(3))
    heard: list[tuple[str, Cube]] = []
    op.add_listener(lambda move: heard.append((str(move), op.cube.copy())))
    op.play("[R, U]")
    op.undo(2)
    op.redo()
    expected = ["R", "U", "R'", "U'", "U", "R", "R'"]
    assert [name for name, _ in heard] == expected
    for count, (_, state) in enumerate(heard, 1):
        assert state == Cube.from_alg(" ".join(expected[:count]))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(2, 5), st.data())
def test_what_is_heard_is_what_happened(size: int, data: st.DataObject) -> None:
    """A second cube that plays what it hears stays equal; in queries only if it asked."""
    op = Operator(Cube(size))
    follower, witness = Cube(size), Cube(size)
    op.add_listener(follower.play)
    op.add_listener(witness.play, in_queries=True)
    token = st.sampled_from(all_tokens(size))
    for _ in range(data.draw(st.integers(1, 6))):
        action = data.draw(st.sampled_from(["play", "undo", "redo", "query", "nested"]))
        if action == "play":
            op.play(data.draw(token))
        elif action == "undo":
            op.undo(data.draw(st.integers(1, 3)))
        elif action == "redo":
            op.redo(data.draw(st.integers(1, 3)))
        else:
            with op.query():
                op.play(data.draw(token))
                op.undo()
                op.redo()
                assert witness.stickers.tolist() == op.cube.stickers.tolist()
                if action == "nested":
                    with op.query():
                        op.play(data.draw(token))
                    assert witness.stickers.tolist() == op.cube.stickers.tolist()
        assert follower.stickers.tolist() == op.cube.stickers.tolist()
        assert witness.stickers.tolist() == op.cube.stickers.tolist()


def test_several_listeners_in_the_order_of_joining() -> None:
    op = Operator(Cube(3))
    heard: list[str] = []
    for name in "abc":
        op.add_listener(lambda move, name=name: heard.append(f"{name}{move}"))  # type: ignore[misc]
    op.play("R U")
    assert heard == ["aR", "bR", "cR", "aU", "bU", "cU"]


def test_removal() -> None:
    op = Operator(Cube(3))
    heard: list[Move] = []
    op.add_listener(heard.append)
    op.play("R")
    op.remove_listener(heard.append)
    op.play("U")
    assert list(map(str, heard)) == ["R"]
    with pytest.raises(ValueError, match="not added"):
        op.remove_listener(heard.append)
    op.add_listener(heard.append, in_queries=True)
    op.remove_listener(heard.append)
    with op.query():
        op.play("F")
    assert list(map(str, heard)) == ["R"]


def test_a_listener_may_leave_while_it_is_told() -> None:
    op = Operator(Cube(3))
    heard: list[str] = []

    def once(move: Move) -> None:
        heard.append(f"once {move}")
        op.remove_listener(once)

    op.add_listener(once)
    op.add_listener(lambda move: heard.append(f"ever {move}"))
    op.play("R U")
    assert heard == ["once R", "ever R", "ever U"]


class DeafError(Exception):
    """What the listener below raises."""


class Grumbler:
    """A listener that raises when it hears one move."""

    def __init__(self, at: str) -> None:
        self.at = at

    def __call__(self, move: Move) -> None:
        if str(move) == self.at:
            raise DeafError


def is_consistent(op: Operator) -> bool:
    return op.cube == Cube.from_alg(op.history, op.cube.size)


def test_a_listener_that_raises_in_play() -> None:
    op = Operator(Cube(3))
    op.add_listener(Grumbler("U"))
    with pytest.raises(DeafError):
        op.play("R U F")
    assert str(op.history) == "R U"  # U was turned, F was not
    assert is_consistent(op)


def test_a_listener_that_raises_in_redo() -> None:
    op = Operator(Cube(3))
    op.play("R U F D")
    op.undo(3)
    op.add_listener(Grumbler("F"))
    with pytest.raises(DeafError):
        op.redo(3)
    assert is_consistent(op)
    op.redo(9)
    assert str(op.history) == "R U F D"
    assert is_consistent(op)


def test_a_listener_that_raises_in_undo() -> None:
    op = Operator(Cube(3))
    op.play("R U F D")
    op.undo()
    op.add_listener(Grumbler("U'"))
    with pytest.raises(DeafError):
        op.undo(3)
    assert is_consistent(op)
    op.redo(9)  # what was taken back before the listener raised is not lost
    assert str(op.history) == "R U F D"
    assert is_consistent(op)


@pytest.mark.parametrize("at", ["U", "F'", "U'"])
def test_a_listener_that_raises_in_a_query(at: str) -> None:
    op = Operator(Cube(3))
    op.play("R L")
    op.undo()
    op.add_listener(Grumbler(at), in_queries=True)
    with pytest.raises(DeafError), op.query():
        op.play("U F")
    assert str(op.history) == "R"
    assert is_consistent(op)
    assert not op.in_query
    op.redo()
    assert str(op.history) == "R L"
    assert is_consistent(op)


def test_plain_listeners_do_not_hear_queries() -> None:
    op = Operator(Cube(3))
    heard: list[str] = []
    told: list[str] = []
    op.add_listener(lambda move: heard.append(str(move)))
    op.add_listener(lambda move: told.append(str(move)), in_queries=True)
    op.play("R")
    with op.query():
        op.play("U F")
        op.undo()
    op.play("D")
    assert heard == ["R", "D"]
    assert told == ["R", "U", "F", "F'", "U'", "D"]


def test_step_listeners_hear_outermost_steps_with_moves() -> None:
    op = Operator(Cube(3))
    heard: list[str] = []
    op.add_step_listener(lambda step: heard.append(f"{step.title} {step.start}-{step.end}"))
    with op.annotate("outer"):
        op.play("R")
        with op.annotate("inner"):
            op.play("U")
    with op.annotate("empty"):
        pass
    with op.query(), op.annotate("tried"):
        op.play("F")
    assert heard == ["outer 0-2"]
