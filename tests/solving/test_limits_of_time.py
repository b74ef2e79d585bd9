"""A limit of time covers all of a solve, by a clock that only goes when something is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cubesolve import Cube, Limit, Operator, Step, iter_solutions, solve
from cubesolve.kernels import optimal as optimal_kernel
from cubesolve.methods.five.search import FiveReductions
from cubesolve.protocols import clock
from cubesolve.stages.cage.centers import CageCenters
from cubesolve.stages.centers import NxNCenters

LOOK = 0.01  # seconds that each look at the clock takes
HARD = 1  # a random 3x3 that needs a long proof


class Clock:
    """Goes a little with each look, and as far as it is told by what takes long."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.look = LOOK

    def __call__(self) -> float:
        self.time += self.look
        return self.time

    def slow(self, function: Callable[..., Any], seconds: float) -> Callable[..., Any]:
        def slowly(*args: Any, **kwargs: Any) -> Any:
            self.time += seconds
            return function(*args, **kwargs)

        return slowly


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(clock, "source", found)
    return found


def is_kept(limit: float, took: float) -> bool:
    return took <= limit + max(0.1 * limit, 0.02)


def solved_by(cube: Cube, method: str, limit: float) -> bool:
    solution = solve(cube, method, limit=limit)
    twin = cube.copy()
    twin.play(solution.alg)
    return twin.solved


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("limit", [2.5, 6.0])
def test_the_centres_of_a_cage_count(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, size: int, limit: float
) -> None:
    monkeypatch.setattr(CageCenters, "solve", ticking.slow(CageCenters.solve, 1.0))
    cube = Cube.random_state(size, 3)
    began = ticking.time
    assert solved_by(cube, "cage-two-phase", limit)
    assert is_kept(limit, ticking.time - began)
    assert ticking.time - began > 0.9 * limit  # and the search has used its time


def test_a_cage_without_time_is_built_once(monkeypatch: pytest.MonkeyPatch, ticking: Clock) -> None:
    monkeypatch.setattr(CageCenters, "solve", ticking.slow(CageCenters.solve, 1.0))
    began = ticking.time
    assert solved_by(Cube.random_state(4, 3), "cage-two-phase", 0.5)
    assert ticking.time - began < 1.5


def test_cages_that_come_too_late_are_left_out(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    monkeypatch.setattr(CageCenters, "solve", ticking.slow(CageCenters.solve, 1.0))
    began = ticking.time
    found = list(iter_solutions(Cube.random_state(4, 3), "cage-two-phase", Limit(time=1.5)))
    assert found
    assert is_kept(1.5, ticking.time - began)


@pytest.mark.parametrize("method", ["two-phase", "cage-two-phase"])
def test_steps_are_told_once(ticking: Clock, method: str) -> None:
    """Also those of a cage that was built for a trial, where there was no time for another."""
    for limit in (0.001, 3.0):
        heard: list[Step] = []
        solution = solve(
            Cube.random_state(4, 3), method, limit=Limit(time=limit), on_step=heard.append
        )
        assert [step.end for step in heard] == sorted({step.end for step in heard})
        assert heard[-1].end == len(solution.human.moves)


@pytest.mark.parametrize("limit", [0.2, 0.5])
def test_the_pieces_of_a_proof_count(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, limit: float
) -> None:
    ticking.look = 0.0005
    monkeypatch.setattr(optimal_kernel, "bound", ticking.slow(optimal_kernel.bound, 0.015))
    began = ticking.time
    assert solved_by(Cube.random_state(3, HARD), "optimal", limit)
    assert is_kept(limit, ticking.time - began)


@pytest.mark.parametrize("method", ["two-phase", "cage-two-phase"])
def test_what_comes_before_the_search_counts(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, method: str
) -> None:
    for stage, name in ((NxNCenters, "solve"), (Cube, "check_solvable"), (Operator, "__init__")):
        monkeypatch.setattr(stage, name, ticking.slow(getattr(stage, name), 0.5))
    began = ticking.time
    assert solved_by(Cube.random_state(5, 3), method, 3.0)
    assert is_kept(3.0, ticking.time - began)


def test_a_first_answer_of_phases_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    """A method of people answers where the phases of a 5x5 take longer than there is time."""
    ticking.look = 0.0001
    monkeypatch.setattr(FiveReductions, "advance", ticking.slow(FiveReductions.advance, 0.02))
    began = ticking.time
    assert solved_by(Cube.random_state(5, 3), "short", 0.2)
    assert is_kept(0.2, ticking.time - began)
