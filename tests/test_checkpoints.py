"""What is made once in a process: work ends in time on the way, and nothing of it is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from inspect import unwrap
from typing import Any

import pytest

from cubesolve.checkpoints import Pieces, made_once, watched
from cubesolve.methods.fast.program import program
from cubesolve.methods.two.holding import _first_layers
from cubesolve.stages.edge_tables import free_ways, insertions_and_flips, setups
from cubesolve.stages.layers.last_layer import cycles_of_up
from cubesolve.stages.layers.wings import Kind, table_of
from cubesolve.stages.three.cross import _table


class Counted:
    """Something of several pieces that notes each."""

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces
        self.made: list[int] = []

    def __call__(self, name: str) -> Pieces[str]:
        for number in range(self.pieces):
            self.made.append(number)
            yield
        return name


def giving_up_after(looks: int) -> Callable[[], None]:
    left = iter(range(looks))

    def look() -> None:
        if next(left, None) is None:
            raise TimeoutError

    return look


def test_who_comes_next_goes_on() -> None:
    counted = Counted(5)
    get = made_once(counted)
    for made in (2, 4):
        with pytest.raises(TimeoutError), watched(giving_up_after(2)):
            get("one")
        assert counted.made == list(range(made))
    assert get("one") == get("one") == "one"
    assert counted.made == list(range(5))
    assert get("other") == "other"
    assert counted.made == [*range(5), *range(5)]


def test_what_ended_in_an_error_is_made_anew() -> None:
    counted = Counted(3)
    errors = [KeyboardInterrupt, ValueError]

    @made_once
    def get() -> Pieces[str]:
        yield
        found = yield from counted("this")
        if errors:
            raise errors.pop()
        return found

    for error in tuple(reversed(errors)):
        with pytest.raises(error):
            get()
    assert get() == "this"
    assert counted.made == [0, 1, 2] * 3


def test_it_is_made_once_whichever_threads_need_it() -> None:
    counted = Counted(200)
    get = made_once(counted)
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(get("this"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["this"] * 4
    assert counted.made == list(range(200))


def test_one_may_need_another() -> None:
    @made_once
    def sums(count: int) -> Pieces[int]:
        yield
        return count + sums(count - 1) if count else 0

    with pytest.raises(TimeoutError), watched(giving_up_after(3)):
        sums(9)
    assert sums(9) == 45


@pytest.mark.parametrize(
    ("make", "args"),
    [
        (table_of, (Kind.LOWER,)),
        (table_of, (Kind.MIDDLE,)),
        (cycles_of_up, ()),
        (insertions_and_flips, ()),
        (free_ways, ()),
        (setups, (3,)),
        (_table, ()),
        (_first_layers, ()),
        (program, ()),
    ],
)
def test_what_takes_long_can_be_left(make: Callable[..., Any], args: tuple[Any, ...]) -> None:
    make(*args)  # what it needs is there
    get = made_once(unwrap(make))
    for _ in range(2):
        with pytest.raises(TimeoutError), watched(giving_up_after(10)):
            get(*args)
    assert type(get(*args)) is type(make(*args))
