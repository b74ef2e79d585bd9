"""Searches that can be stopped at any time: solutions, each better than the last, under a limit."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple, Protocol, TypeVar

from cubesolve.checkpoints import checkpoint
from cubesolve.protocols import Limit, end_search, now

Solved = TypeVar("Solved")  # what a search finds


class Answer(NamedTuple):
    """Turns that solve a state, and what they cost; `ends` is where each phase of them ends."""

    turns: tuple[int, ...]
    cost: int
    ends: tuple[int, ...] = ()


@dataclass(frozen=True)
class Found:
    """A solution: its turns, what they cost, when it was found, and where its phases end."""

    turns: tuple[int, ...]
    cost: int
    nodes: int
    seconds: float
    is_optimal: bool = False
    ends: tuple[int, ...] = ()


class Status(Enum):
    """How a step of a search has ended."""

    PAUSED = auto()
    FOUND = auto()  #: there is an answer, better than what was to be beaten
    EXHAUSTED = auto()  #: there is none
    ENDED = auto()  #: nothing is left to look at; what was never looked at may be better


class Engine(Protocol):
    """A search that goes on step by step, and is told what it has to beat."""

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        ...

    def advance(self, nodes: int) -> Status:
        """Go on for about so many nodes, or until there is an answer."""
        ...

    def answer(self) -> Answer:
        """Return the answer that was found."""
        ...

    def beat(self, cost: int) -> None:
        """Look from now on for answers that cost less."""
        ...


class Anytime:
    """Solutions of an engine, each better than the last, until a limit.

    A search that has come to its limit goes on from there with another one. The last solution is
    marked as optimal where the engine has seen that none is better.

    Who has a solution already says what it costs, as `rival`: only better ones are given then. The
    engine still finds its first answer as if there was none, and nodes are not counted until then:
    an answer that is worse than the rival is often the beginning of one that is better. A limit by
    time does not wait for it.
    """

    _STEP = 2_000  # nodes between two looks at the clock
    _LONG_STEP = 20_000  # the same once a search has gone on for a while

    def __init__(
        self, engine: Engine, limit: Limit, began: float, rival: int | None = None
    ) -> None:
        self.engine = engine
        self.limit = limit
        self.began = began if limit.began is None else limit.began
        self.rival = rival
        self.best: Found | None = None

    def __iter__(self) -> Iterator[Found]:
        while not self.is_over:
            if self.best is None and self.rival is None:
                checkpoint()
            far = self.nodes > 10 * self._LONG_STEP
            status = self.engine.advance(self._LONG_STEP if far else self._STEP)
            if status == Status.FOUND:
                answer = self.engine.answer()
                self.best = Found(*answer[:2], self.nodes, self.seconds, ends=answer.ends)
                self.engine.beat(self._least)
                if answer.cost == self._least != self.rival:
                    yield self.best
            elif status == Status.EXHAUSTED:
                assert self.best is not None, "every state has a solution"
                if self.best.cost == self._least:
                    self.best = replace(
                        self.best, nodes=self.nodes, seconds=self.seconds, is_optimal=True
                    )
                    yield self.best
                return
            elif status == Status.ENDED:
                return

    @property
    def is_over(self) -> bool:
        """Whether the limit is reached; the first solution, or a rival, is always waited for."""
        if self.best is None:
            if self.rival is None:
                return False
            is_late = self.limit.time is not None and self.seconds >= self.limit.time
            return is_late or self.rival <= (self.limit.moves or 0)
        return self.limit.is_reached(self.seconds, self._least, self.nodes)

    @property
    def _least(self) -> int:
        """What the best solution costs, the rival's too."""
        assert self.best is not None
        return self.best.cost if self.rival is None else min(self.best.cost, self.rival)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return self.engine.nodes

    @property
    def seconds(self) -> float:
        """How long ago the search began."""
        return now() - self.began


def best_of(search: Iterator[Solved]) -> Solved:
    """Return the last solution of a search.

    Ctrl-C ends it with the best so far where `solve` waits to give it on; see `stopping`.
    """
    best: Solved | None = None
    try:
        for found in search:
            best = found
    except KeyboardInterrupt as error:
        if best is None:
            raise
        end_search(error)
    finally:
        if isinstance(search, Generator):
            search.close()  # Ctrl-C may have come between two of its steps
    assert best is not None
    return best


def with_nodes(limit: Limit, nodes: int) -> Limit:
    """Return a limit that ends a search after so many nodes at the latest.

    >>> with_nodes(Limit(time=1.5, nodes=300), 1000)
    Limit(time=1.5, moves=None, nodes=300)
    """
    return replace(limit, nodes=nodes if limit.nodes is None else min(nodes, limit.nodes))
