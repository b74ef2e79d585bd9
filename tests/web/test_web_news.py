"""How often a solve tells of better solutions: each time, unless telling takes long."""

from __future__ import annotations

from typing import Any

import pytest

from cubesolve import Cube, Solution, solve
from cubesolve.web import jobs


class Time:
    """A clock that goes on by some seconds with each look; so does the processor's."""

    def __init__(self, seconds: float, cpu: float) -> None:
        self.seconds, self.cpu = seconds, cpu
        self.now = self.spent = 1000.0

    def monotonic(self) -> float:
        self.now += self.seconds
        return self.now

    def thread_time(self) -> float:
        self.spent += self.cpu
        return self.spent


def told(clock: Time, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    monkeypatch.setattr(jobs, "time", clock)
    heard: list[dict[str, Any]] = []
    news = jobs._News({}, heard.append)
    solutions: list[Solution] = [solve(Cube.from_alg(alg)) for alg in ("R U F", "R U", "R")]
    for solution in solutions:
        news.on_better(solution)
    return heard


def test_what_others_do_meanwhile_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine so busy that seconds pass between two looks is no reason to tell of less."""
    assert len(told(Time(seconds=1.0, cpu=0.0), monkeypatch)) == 3


def test_what_takes_long_to_tell_is_not_told_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(told(Time(seconds=1.0, cpu=1.0), monkeypatch)) == 1
    assert len(told(Time(seconds=30.0, cpu=1.0), monkeypatch)) == 3
