"""Long work of `short` looks at the clock on its way, and comes to the same wherever it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cubesolve import Cube, solve
from cubesolve.kernels import beam as beam_kernel
from cubesolve.kernels import few_breaks as few_breaks_kernel
from cubesolve.kernels import four_glued as glued_kernel
from cubesolve.kernels import four_phase_1 as starts_kernel
from cubesolve.loading import Spent, spent_loading
from cubesolve.methods.big.states import States
from cubesolve.methods.five import last_phases
from cubesolve.methods.five.candidates import Candidates
from cubesolve.protocols import clock, deadlines
from cubesolve.search.anytime import Status
from cubesolve.search.reductions import Effort, Way
from cubesolve.solving.registry import _SIZE_SEARCHES

LOOK = 2e-4  # seconds that each look at the clock takes
#: Wings of one orbit in cycles: stages of centres have nothing to do, and those of wings much.
WINGS = " ".join(
    f"[{setup}: U' L' U 2R U' L U 2R']"
    for setup in ("F R2 D", "B L U'", "D2 F' L", "R D B2", "L' B D'", "F2 U R")
)


class Clock:
    """Goes on with what is done, not with how long that takes here."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        self.time += LOOK
        return self.time

    def slow(
        self, function: Callable[..., Any], seconds: Callable[[Any], float]
    ) -> Callable[..., Any]:
        """Return a function that takes some seconds, by its first argument."""

        def slowly(*args: Any, **kwargs: Any) -> Any:
            self.time += seconds(args[0])
            return function(*args, **kwargs)

        return slowly


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(clock, "source", found)
    monkeypatch.setattr(clock, "cpu_source", lambda: found.time)
    monkeypatch.setattr(deadlines, "spent_loading", Spent)
    return found


def took(ticking: Clock, cube: Cube, limit: float) -> float:
    began = ticking.time
    assert solve(cube, "short", limit=limit, metric="OBTM").verify()
    return ticking.time - began


def is_kept(limit: float, seconds: float) -> bool:
    return seconds <= limit + max(0.1 * limit, 0.02)


def first_ways(cube: Cube) -> list[Way]:
    """Return the ways to reduce a cube that are found first."""
    reductions = _SIZE_SEARCHES[cube.size].start(cube, Effort(1e6))
    while reductions.advance(40_000, 0.0, 1e6) != Status.FOUND:
        pass
    return [reductions.way(number) for number in range(len(reductions.take().costs))]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_what_was_loaded_is_not_loaded_again(size: int) -> None:
    """Loading is not held against a method, so it must be that."""
    for _ in range(2):
        before = spent_loading()
        first_ways(Cube.from_alg(WINGS, size))
    assert spent_loading() == before


@pytest.mark.parametrize("limit", [0.05, 0.1, 0.15])
def test_stages_look_at_the_clock(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, limit: float
) -> None:
    """What took 20 to 90 ms on one core without a look, for cubes with nothing but odd wings."""
    for owner, name in (
        (States, "shortest_first"),
        (States, "played"),
        (glued_kernel, "find_sorted"),
        (glued_kernel, "rate_sorted"),
    ):
        monkeypatch.setattr(owner, name, ticking.slow(getattr(owner, name), lambda _: 0.006))
    for size in (6, 7, 8):
        assert is_kept(limit, took(ticking, Cube.from_alg(WINGS, size), limit))


def test_a_level_of_a_beam_looks_at_the_clock(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    for name in ("count_ratings", "sort_children", "keep_best", "rate_turned"):
        slow = ticking.slow(getattr(beam_kernel, name), lambda _: 0.005)
        monkeypatch.setattr(beam_kernel, name, slow)
    reductions = _SIZE_SEARCHES[8].start(Cube.random_state(8, 3), Effort(1e6))
    for _ in range(40):
        began = ticking.time
        reductions.advance(40_000, 0.0, 1e6)
        assert ticking.time - began < 0.02
    assert ticking.time > 1000.2


def test_many_ways_are_not_played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_phases, "_AT_ONCE", 10)
    rows = [0]
    play = Candidates.played

    def played(self: Candidates, ways: Any, phase: int) -> Candidates:
        rows[-1] += self.size if phase >= 3 else 0
        return play(self, ways, phase)

    monkeypatch.setattr(Candidates, "played", played)
    reductions = _SIZE_SEARCHES[5].start(Cube.random_state(5, 3), Effort(1e6))
    while reductions.advance(40_000, 0.0, 1e6) != Status.FOUND:
        rows.append(0)
    assert sum(rows) > 50
    assert max(rows) == 10


@pytest.mark.parametrize("size", [4, 8, 12])
def test_what_stands_in_does_not_search_for_a_few_turns(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, size: int
) -> None:
    """It is there because the time is over."""
    step = ticking.slow(few_breaks_kernel.step, lambda count: 0.004)
    monkeypatch.setattr(few_breaks_kernel, "step", step)
    find_starts = ticking.slow(starts_kernel.find_starts, lambda mask: 0.004)
    monkeypatch.setattr(starts_kernel, "find_starts", find_starts)
    for metric in ("OBTM", None):
        began = ticking.time
        assert solve(Cube.from_alg(WINGS, size), "short", limit=0.02, metric=metric).verify()
        assert is_kept(0.02, ticking.time - began)


@pytest.mark.parametrize("size", [5, 7])
def test_ways_are_the_same_wherever_the_clock_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    for cube in (Cube.from_alg(WINGS, size), Cube.random_state(size, 3)):
        wanted = first_ways(cube)
        with monkeypatch.context() as patched:
            patched.setattr(last_phases, "_AT_ONCE", 100)
            patched.setattr(last_phases, "_LISTED", 5)
            assert first_ways(cube) == wanted
