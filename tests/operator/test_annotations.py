"""Steps: stretches of history with titles, which nest and follow undo and redo."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Cube, Operator, Step
from oracle import all_tokens


def shape(op: Operator) -> list[tuple[str, int, str]]:
    return [(step.title, step.depth, str(op.step_alg(step))) for step in op.steps]


def test_steps_nest() -> None:
    op = Operator(Cube(3))
    op.play("x")
    with op.annotate("all", "Everything."):
        op.play("R")
        with op.annotate("inner"):
            op.play("U")
            with op.annotate("innermost"):
                op.play("F D")
        op.play("L")
    op.play("B")
    with op.annotate("last"):
        op.play("B'")
    assert shape(op) == [
        ("all", 0, "R U F D L"),
        ("inner", 1, "U F D"),
        ("innermost", 2, "F D"),
        ("last", 0, "B'"),
    ]
    assert op.steps[0].explanation == "Everything."


def test_steps_are_clipped_by_undo_and_come_back_by_redo() -> None:
    op = Operator(Cube(3))
    with op.annotate("a"):
        op.play("R")
        with op.annotate("b"):
            op.play("U F")
        op.play("D")
    seen = []
    for _ in range(5):
        seen.append(shape(op))
        op.undo()
    assert seen == [
        [("a", 0, "R U F D"), ("b", 1, "U F")],
        [("a", 0, "R U F"), ("b", 1, "U F")],
        [("a", 0, "R U"), ("b", 1, "U")],
        [("a", 0, "R")],
        [],
    ]
    again = []
    for _ in range(5):
        again.append(shape(op))
        op.redo()
    assert again == seen[::-1]


def test_playing_after_undo_cuts_for_good() -> None:
    op = Operator(Cube(3))
    with op.annotate("a"):
        op.play("R U F")
    op.undo(2)
    op.play("D")
    assert shape(op) == [("a", 0, "R")]
    op.play("L")
    op.redo(5)
    assert shape(op) == [("a", 0, "R")]
    op.undo(3)
    op.play("B")
    assert shape(op) == []


def test_undo_inside_a_step() -> None:
    op = Operator(Cube(3))
    op.play("R U")
    with op.annotate("a"):
        op.play("F")
        op.undo(2)  # one move more than the step has
        assert shape(op) == []
        op.play("D")
        assert shape(op) == [("a", 0, "D")]
    assert str(op.history) == "R D"
    assert shape(op) == [("a", 0, "D")]


def test_an_open_step_grows() -> None:
    op = Operator(Cube(3))
    with op.annotate("a") as step:
        assert op.steps == []
        op.play("R")
        assert shape(op) == [("a", 0, "R")]
        op.play("U")
        assert shape(op) == [("a", 0, "R U")]
    assert isinstance(step, Step)
    assert (step.start, step.end) == (0, 2)
    assert shape(op) == [("a", 0, "R U")]


def test_an_empty_step_is_no_step() -> None:
    op = Operator(Cube(3))
    with op.annotate("a"):
        pass
    op.play("R")
    with op.annotate("b"), op.annotate("c"):
        pass
    assert op.steps == []


def test_an_empty_step_stays_empty_beside_one_of_the_same_title() -> None:
    op = Operator(Cube(3))
    with op.annotate("Pair edges"):
        pass
    with op.annotate("Pair edges"):
        op.play("R")
        assert shape(op) == [("Pair edges", 0, "R")]
    assert shape(op) == [("Pair edges", 0, "R")]


def test_an_error_ends_the_step() -> None:
    op = Operator(Cube(3))
    with pytest.raises(RuntimeError), op.annotate("a"):
        op.play("R")
        raise RuntimeError
    op.play("U")
    assert shape(op) == [("a", 0, "R")]
    with op.annotate("b"):
        op.play("F")
    assert shape(op) == [("a", 0, "R"), ("b", 0, "F")]


def test_steps_are_copies() -> None:
    op = Operator(Cube(3))
    with op.annotate("a"):
        op.play("R")
    op.steps[0].title = "changed"
    op.steps[0].end = 99
    assert shape(op) == [("a", 0, "R")]


def test_markers_can_be_slots_and_views() -> None:
    op = Operator(Cube(4))
    cube = op.cube
    op.play("R U")
    corner, edge, center = cube.corner("UFR"), cube.edge("UF"), cube.center("F")
    wing, sticker = edge.get_slice(1), cube.part_edge(17)
    with op.annotate("a", moved=[corner, 5, sticker, wing], targets=center):
        op.play("F")
    (step,) = op.steps
    assert step.moved == (*corner.slots, 5, 17, *wing.slots)
    assert step.targets == center.slots
    before = Cube.from_alg("R U", 4)
    assert step.stickers == tuple(before.sticker_at(slot) for slot in step.moved)
    with op.annotate("b", moved=edge, targets=iter([1, 2])):
        op.play("D")
    assert op.steps[1].moved == edge.slots
    assert op.steps[1].targets == (1, 2)


@pytest.mark.parametrize("slot", [-1, 54, 10**9])
def test_slots_that_the_cube_has_not(slot: int) -> None:
    op = Operator(Cube(3))
    with pytest.raises(ValueError, match="expected a slot below 54"), op.annotate("a", moved=slot):
        pass
    with pytest.raises(ValueError, match="slot"), op.annotate("a", targets=[0, slot]):
        pass
    op.play("R")
    assert op.steps == []


def test_a_title_is_one_line() -> None:
    op = Operator(Cube(3))
    with pytest.raises(ValueError, match="one line"), op.annotate("a\nb"):
        pass


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_steps_are_the_moves_that_were_played_in_them(size: int, seed: int) -> None:
    """Each move carries the steps around it; undo, redo and queries come between steps."""
    random = Random(seed)
    tokens = all_tokens(size)
    op = Operator(Cube(size))
    done: list[tuple[int, ...]] = []
    undone: list[tuple[int, ...]] = []
    depths: dict[int, int] = {}

    def play(around: tuple[int, ...]) -> None:
        for _ in range(random.randrange(3)):
            op.play(random.choice(tokens))
            done.append(around)
            undone.clear()

    def annotate(around: tuple[int, ...]) -> None:
        number = len(depths)
        depths[number] = len(around)
        with op.annotate(f"{number}"):
            inside = (*around, number)
            play(inside)
            while random.randrange(3) == 0:
                annotate(inside)
                play(inside)

    for _ in range(8):
        match random.randrange(5):
            case 0 | 1:
                annotate(())
            case 2:
                for _ in range(random.randrange(1, 5)):
                    op.undo()
                    if done:
                        undone.append(done.pop())
            case 3:
                for _ in range(random.randrange(1, 5)):
                    op.redo()
                    if undone:
                        done.append(undone.pop())
            case _:
                with op.query(), op.annotate("query"):
                    op.play(random.choice(tokens))
        expected = []
        for number, depth in depths.items():
            at = [i for i, around in enumerate(done) if number in around]
            if at:
                assert at == list(range(at[0], at[-1] + 1))
                expected.append((str(number), depth, at[0], at[-1] + 1))
        assert [(s.title, s.depth, s.start, s.end) for s in op.steps] == expected


def test_a_step_without_moves_does_not_forget_what_was_undone() -> None:
    op = Operator(Cube(3))
    op.play("R U")
    op.undo()
    with op.annotate("look"):
        op.play("")
    op.redo()
    assert str(op.history) == "R U"
    assert op.steps == []
