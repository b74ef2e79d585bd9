"""Ctrl-C at any moment: a cube, its history and its marks always agree."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from cubesolve import Alg, Color, Cube, FaceName, FacesTrackerHolder, Operator
from cubesolve.interrupts import breakable, restoring, unbroken
from signals import Attack

if TYPE_CHECKING:
    from _typeshed import TraceFunction

SIZES = {3: 400e-6, 30: 600e-6, 200: 2e-3}  # and the longest time before a signal

pytestmark = pytest.mark.skipif(
    threading.current_thread() is not threading.main_thread(), reason="signals come to main threads"
)


def tries(few: int, many: int) -> list[object]:
    return [few, pytest.param(many, marks=pytest.mark.slow)]


def agrees(op: Operator, start: Cube) -> bool:
    expected = start.copy()
    expected.play(op.history)
    return bool((expected.stickers == op.cube.stickers).all())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", tries(20, 200))
@pytest.mark.parametrize("signals", [1, 3])
def test_a_query_that_is_interrupted_leaves_no_trace(size: int, count: int, signals: int) -> None:
    attack = Attack(size, SIZES[size])
    start = Cube.random_state(size, 1)
    op = Operator(start.copy())
    op.play("R U")
    op.undo()
    alg = Alg("R U2 Rw' [F, D2]")

    def work() -> None:
        with op.query():
            op.play(alg)
            op.undo(2)
            op.redo()
            op.play("L")

    for _ in range(count):
        attack.interrupt(work, signals)
        assert str(op.history) == "R"
        assert agrees(op, start)
        assert not op.in_query
    op.redo()
    assert str(op.history) == "R U"
    assert attack.hits >= count


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", tries(20, 200))
@pytest.mark.parametrize("listens", [False, True])
def test_history_is_what_was_turned(size: int, count: int, listens: bool) -> None:
    attack = Attack(size, SIZES[size])
    start = Cube.random_state(size, 1)
    for _ in range(count):
        op = Operator(start.copy())
        if listens:
            op.add_listener(lambda move: None)

        def work(op: Operator = op) -> None:
            with op.annotate("A step"):
                op.play("R U2 Rw'")
                op.play("F")
            op.undo(3)
            op.redo(2)

        attack.interrupt(work, 2)
        assert agrees(op, start)
        assert all(step.end <= len(op.history) for step in op.steps)
        op.play("D")
        op.undo(10**6)
        assert agrees(op, start)
        assert (op.cube.stickers == start.stickers).all()
    assert attack.hits >= count


class Upside:
    """Says of each face that it has one colour."""

    def get_face_color(self, name: FaceName) -> Color:
        return Color.RED


@pytest.mark.parametrize("size", [4, 30])
@pytest.mark.parametrize("count", tries(50, 300))
def test_marks_and_providers_go_with_their_block(size: int, count: int) -> None:
    attack = Attack(size, 400e-6)
    cube = Cube.random_state(size, 1)
    shown = [cube.face_color(name) for name in FaceName]

    def work() -> None:
        with (
            FacesTrackerHolder(cube) as holder,
            cube.with_faces_color_provider(Upside()),
            holder.frozen_face_colors(),
        ):
            cube.face_color(FaceName.U)

    for _ in range(count):
        attack.interrupt(work, 2)
        assert [cube.face_color(name) for name in FaceName] == shown
        assert FacesTrackerHolder.tracked_slots(cube) == {}
    assert attack.hits >= count


def interrupt_at(number: int, work: Callable[[], object]) -> bool:
    """Do work with Ctrl-C at one of its instructions; tell whether it had as many."""
    came = 0

    def trace(frame: FrameType, event: str, argument: object) -> TraceFunction:
        nonlocal came
        frame.f_trace_opcodes = True
        came += 1
        if came == number:
            sys.settrace(None)
            signal.raise_signal(signal.SIGINT)
        return trace

    with suppress(KeyboardInterrupt):
        sys.settrace(trace)
        try:
            work()
        finally:
            sys.settrace(None)
        time.sleep(0.1)  # until what was held back comes again
    return came >= number


def test_a_lost_holder_takes_its_marks_along_whatever_interrupts_that(
    recwarn: pytest.WarningsRecorder,
) -> None:
    cube = Cube.random_state(4, 1)
    number = 1
    came = True
    while came:
        kept = [FacesTrackerHolder(cube)]  # as Ctrl-C before its block leaves it behind
        assert FacesTrackerHolder.tracked_slots(cube)
        came = interrupt_at(number, kept.clear)
        assert FacesTrackerHolder.tracked_slots(cube) == {}, number
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        number += 1
    assert number > 100
    assert not recwarn.list  # of a Ctrl-C that was lost


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of generators
@pytest.mark.parametrize("in_query", [True, False])
def test_cube_and_history_agree_whatever_instruction_is_interrupted(in_query: bool) -> None:
    start = Cube.random_state(4, 1)

    def work(op: Operator) -> None:
        with op.query() if in_query else op.annotate("A step"):
            op.play("R U2 Rw'")
            op.undo(2)
            op.redo()
            op.play("L")

    came, number = True, 1
    while came:
        op = Operator(start.copy())
        op.play("R U")
        op.undo()
        came = interrupt_at(number, partial(work, op))
        assert agrees(op, start), number
        if in_query:
            assert str(op.history) == "R", number
        assert not op.in_query
        assert all(step.end <= len(op.history) for step in op.steps)
        number += 1
    assert number > 1000


@pytest.mark.parametrize("count", tries(50, 300))
def test_frozen_colors_thaw(count: int) -> None:
    attack = Attack(1, 300e-6)
    cube = Cube.random_state(4, 1)
    with FacesTrackerHolder(cube) as holder:
        before = holder.face_colors

        def work() -> None:
            with holder.frozen_face_colors():
                cube.play("Rw")
                with holder.preserve_physical_faces():
                    cube.play("Rw2")
                cube.play("Rw")

        for _ in range(count):
            twin = cube.stickers.copy()
            attack.interrupt(work, 2)
            cube.set_stickers(twin)
            assert holder.face_colors == before


def interrupt_now() -> None:
    signal.raise_signal(signal.SIGINT)


@pytest.fixture
def ctrl_c() -> Iterator[Callable[[], None]]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield interrupt_now
    signal.signal(signal.SIGINT, before)


def test_a_signal_waits_for_the_end_and_is_not_lost(ctrl_c: Callable[[], None]) -> None:
    seen = []

    @unbroken
    def work() -> None:
        ctrl_c()
        seen.append("all of it")

    try:
        work()
        threading.Event().wait(5)
    except KeyboardInterrupt:
        seen.append("then Ctrl-C")
    assert seen == ["all of it", "then Ctrl-C"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_inside_a_block_can_be_interrupted(ctrl_c: Callable[[], None]) -> None:
    seen = []

    @restoring
    def block() -> Iterator[None]:
        try:
            yield
        finally:
            seen.append("restored")

    with pytest.raises(KeyboardInterrupt), block():
        ctrl_c()
    assert seen == ["restored"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_listeners_can_be_interrupted(ctrl_c: Callable[[], None]) -> None:
    @breakable
    def tell() -> None:
        ctrl_c()

    with pytest.raises(KeyboardInterrupt):
        unbroken(tell)()
    op = Operator(Cube(3))
    op.add_step_listener(lambda step: ctrl_c())
    with pytest.raises(KeyboardInterrupt), op.annotate("A step"):
        op.play("R")
    assert str(op.history) == "R"


def test_another_handler_is_kept(ctrl_c: Callable[[], None]) -> None:
    heard = []

    with Operator(Cube(3)).query():
        signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    ctrl_c()
    assert heard == [signal.SIGINT]


def test_other_threads_are_left_alone() -> None:
    found: list[str] = []

    def work() -> None:
        op = Operator(Cube(3))
        with op.query():
            op.play("R")
        found.append(str(op.history))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [""]
