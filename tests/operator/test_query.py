"""A query leaves no trace."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Cube, Operator
from oracle import all_tokens

Trace = tuple[list[int], str, str, list[object], bool]


def trace(op: Operator) -> Trace:
    """Return everything that can be seen of an operator, with what it could redo."""
    state = op.cube.stickers.tolist()
    history = str(op.history)
    steps: list[object] = list(op.steps)
    in_query = op.in_query
    length = len(op.history)
    op.redo(10**6)
    everything = str(op.history)
    op.undo(len(op.history) - length)
    assert op.cube.stickers.tolist() == state
    return state, history, everything, steps, in_query


def busy_operator(size: int, random: Random) -> Operator:
    """Return an operator with history, steps, and something to redo."""
    op = Operator(Cube.random_state(size, random.randrange(99)))
    tokens = all_tokens(size)
    for title in "ab":
        with op.annotate(title, moved=[1], targets=[2]):
            op.play(random.choice(tokens))
            op.play(random.choice(tokens))
    op.undo(random.randrange(4))
    return op


def mess_about(op: Operator, random: Random, depth: int) -> None:
    tokens = all_tokens(op.cube.size)
    for _ in range(6):
        match random.randrange(7):
            case 0 | 1:
                op.play(random.choice(tokens))
            case 2:
                op.undo(random.randrange(1, 9))
            case 3:
                op.redo(random.randrange(1, 9))
            case 4:
                with op.annotate("in a query", moved=[0], targets=[1]):
                    op.play(random.choice(tokens))
            case 5 if depth:
                before = trace(op)
                with op.query():
                    mess_about(op, random, depth - 1)
                assert trace(op) == before
            case 6 if depth:
                before = trace(op)
                with pytest.raises(ZeroDivisionError), op.query():
                    mess_about(op, random, depth - 1)
                    raise ZeroDivisionError
                assert trace(op) == before


@settings(derandomize=True, deadline=None, max_examples=80)
@given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from(["none", "plain", "queries"]))
def test_no_trace(size: int, seed: int, listener: str) -> None:
    random = Random(seed)
    op = busy_operator(size, random)
    if listener != "none":
        op.add_listener(lambda move: None, in_queries=listener == "queries")
    before = trace(op)
    with op.query():
        mess_about(op, random, depth=2)
    assert trace(op) == before
    with pytest.raises(KeyError), op.query():
        mess_about(op, random, depth=1)
        raise KeyError
    assert trace(op) == before


def test_undo_stops_at_the_beginning_of_the_query() -> None:
    op = Operator(Cube(3))
    op.play("R U")
    inside = Cube.from_alg("R U")
    with op.query():
        op.play("F D")
        with op.query():
            op.undo(9)
            assert str(op.history) == "R U F D"
            op.play("L")
            op.undo(9)
            assert str(op.history) == "R U F D"
        op.undo(9)
        assert str(op.history) == "R U"
        assert op.cube == inside
        op.redo(9)
        assert str(op.history) == "R U F D"
    assert str(op.history) == "R U"
    assert op.cube == inside


def test_what_was_undone_before_is_not_redone_inside() -> None:
    op = Operator(Cube(3))
    op.play("R U")
    op.undo()
    with op.query():
        op.redo()
        assert str(op.history) == "R"
        op.play("F")
    op.redo()
    assert str(op.history) == "R U"


def test_in_query() -> None:
    op = Operator(Cube(3))
    assert not op.in_query
    with op.query():
        assert op.in_query
        with op.query():
            assert op.in_query
        assert op.in_query
    assert not op.in_query


def test_a_query_inside_a_step() -> None:
    op = Operator(Cube(3))
    with op.annotate("outer"):
        op.play("R")
        with op.query():
            op.play("U F")
            with op.annotate("inner"):
                op.play("D")
                assert [step.title for step in op.steps] == ["inner"]
        op.play("L")
    (step,) = op.steps
    assert (step.title, step.start, step.end) == ("outer", 0, 2)
    assert str(op.step_alg(step)) == "R L"


def test_a_query_answers_what_if() -> None:
    op = Operator(Cube(3))
    op.play("R U R' U'")
    with op.query():
        op.play("U R U' R'")
        assert op.cube.solved
    assert not op.cube.solved
