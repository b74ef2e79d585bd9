"""The engine that joins reductions with searches of 3x3s: what takes long ends with its limit."""

from __future__ import annotations

import pytest

from cubesolve.checkpoints import checkpoint, look_now
from cubesolve.protocols import Limit, clock, now
from cubesolve.search.anytime import Status
from cubesolve.search.pool import Joined, ReducedCubes
from cubesolve.search.reductions import Way
from cubesolve.search.short import Horizon, ShortSearch

PIECES = 20  # that a table is made in


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


class Tables:
    """Reductions that must make a table first: a second for each piece of it."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.nodes = 0

    def advance(self, nodes: int, share: float, room: float) -> Status:
        for _ in range(PIECES):
            self.clock.time += 1.0
            checkpoint()
        return Status.PAUSED

    def take(self) -> ReducedCubes:
        raise AssertionError

    def way(self, number: int) -> Way:
        raise AssertionError

    def beat(self, cost: int) -> None:
        pass


class NoCubes:
    """A pool that is never given a cube."""

    nodes = 0

    def add(self, cubes: ReducedCubes) -> None:
        raise AssertionError

    def beat(self, cost: int) -> None:
        pass

    def advance(self, nodes: int) -> Status:
        raise AssertionError

    def answer(self) -> Joined:
        raise AssertionError


@pytest.mark.parametrize("answer", [None, "its own", "a rival's"])
def test_tables_are_left_half_made_once_there_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, answer: str | None
) -> None:
    ticking = Clock()
    monkeypatch.setattr(clock, "source", ticking)
    limit = Limit(time=5.0).since(now())
    engine = ShortSearch(
        size=6,
        reductions=Tables(ticking),
        pool=NoCubes(),
        horizon=Horizon(limit, now()),
        limit=limit,
        has_rival=answer == "a rival's",
    )
    if answer == "its own":
        engine.beat(70)
    assert engine.advance(2_000) == Status.PAUSED
    assert look_now() is None
    if answer is None:
        assert ticking.time == PIECES
    else:
        assert ticking.time == 5.0
        assert engine.advance(2_000) == Status.ENDED
