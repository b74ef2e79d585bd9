"""Searches that can be stopped at any time: solutions, each better than the last, under a limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from time import perf_counter
from typing import Protocol

from cubesolve.protocols import Limit


@dataclass(frozen=True)
class Found:
    """A solution: its turns, what they cost, and when it was found."""

    turns: tuple[int, ...]
    cost: int
    nodes: int
    seconds: float
    is_optimal: bool = False


class Status(Enum):
    """How a step of a search has ended."""

    PAUSED = auto()
    FOUND = auto()  #: there is an answer, better than what was to be beaten
    EXHAUSTED = auto()  #: there is none


class Engine(Protocol):
    """A search that goes on step by step, and is told what it has to beat."""

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        ...

    def advance(self, nodes: int) -> Status:
        """Go on for about so many nodes, or until there is an answer."""
        ...

    def answer(self) -> tuple[tuple[int, ...], int]:
        """Return the turns of the answer that was found, and what they cost."""
        ...

    def beat(self, cost: int) -> None:
        """Look from now on for answers that cost less."""
        ...


class Anytime:
    """Solutions of an engine, each better than the last, until a limit.

    A search that has come to its limit goes on from there with another one. The last solution is
    marked as optimal where the engine has seen that none is better.
    """

    _STEP = 2_000  # nodes between two looks at the clock
    _LONG_STEP = 20_000  # the same once a search has gone on for a while

    def __init__(self, engine: Engine, limit: Limit, began: float) -> None:
        self.engine = engine
        self.limit = limit
        self.began = began
        self.best: Found | None = None

    def __iter__(self) -> Iterator[Found]:
        while not self.is_over:
            far = self.nodes > 10 * self._LONG_STEP
            status = self.engine.advance(self._LONG_STEP if far else self._STEP)
            if status == Status.FOUND:
                turns, cost = self.engine.answer()
                self.engine.beat(cost)
                yield self._found(turns, cost)
            elif status == Status.EXHAUSTED:
                assert self.best is not None, "every state has a solution"
                yield self._found(self.best.turns, self.best.cost, is_optimal=True)
                return

    @property
    def is_over(self) -> bool:
        """Whether the limit is reached; the first solution is always waited for."""
        best = self.best
        return best is not None and self.limit.is_reached(self.seconds, best.cost, self.nodes)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return self.engine.nodes

    @property
    def seconds(self) -> float:
        """How long ago the search began."""
        return perf_counter() - self.began

    def _found(self, turns: tuple[int, ...], cost: int, is_optimal: bool = False) -> Found:
        self.best = Found(turns, cost, self.nodes, self.seconds, is_optimal)
        return self.best


def best_of(search: Iterator[Found]) -> Found:
    """Return the last solution of a search; Ctrl-C ends it with the best so far, if any."""
    best: Found | None = None
    try:
        for found in search:
            best = found
    except KeyboardInterrupt:
        if best is None:
            raise
    assert best is not None
    return best


def with_nodes(limit: Limit, nodes: int) -> Limit:
    """Return a limit that ends a search after so many nodes at the latest.

    >>> with_nodes(Limit(time=1.5, nodes=300), 1000)
    Limit(time=1.5, moves=None, nodes=300)
    """
    return replace(limit, nodes=nodes if limit.nodes is None else min(nodes, limit.nodes))
