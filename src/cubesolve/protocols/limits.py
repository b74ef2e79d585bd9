"""How far a search may go, and who hears how far it is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from numbers import Integral, Real

from cubesolve.protocols.clock import now

# What was played must be written down in the end. In relation to the time that it took to find,
# that takes:
_WRITING = 0.15


@dataclass(frozen=True)
class Limit:
    """How long a search may go on. Where one is expected, a number means seconds.

    It stops after `time` seconds, when it has a solution of `moves` moves, or after `nodes` nodes,
    whichever is first; the best solution so far counts. Only `nodes` and `moves` give the same
    answer on every machine, and they always wait for a first solution.

    `time` holds for every method, also for those that do not search. It is counted from the call of
    `solve`: all that it does before and beside the search counts too. Without a solution by then
    `short` answers as `fast` does, and others raise `NoSolutionInTime`, at most a tenth of the
    limit or 20 ms late. What a process loads only once, compiled code and tables, delays that by as
    long as it takes.

    With `interrupt`, Ctrl-C is a limit as well: `solve` returns the best solution so far instead of
    raising `Interrupted`.
    """

    time: float | None = None
    moves: int | None = None
    nodes: int | None = None
    interrupt: bool = field(default=False, kw_only=True, repr=False)
    #: When its time began, by `clock.now`; `None` for when the search does.
    began: float | None = field(default=None, kw_only=True, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.time is not None:
            _check_seconds(self.time)
        for name, value in (("moves", self.moves), ("nodes", self.nodes)):
            if value is not None and (not _is_number(value, Integral) or value < 0):
                raise ValueError(
                    f"expected {name} to be a whole number of at least 0, got {value!r}"
                )

    @classmethod
    def of(cls, limit: Limit | float | None) -> Limit | None:
        """Return a limit as it is, and a number as so many seconds; `None` leaves it to the method.

        >>> Limit.of(0.5)
        Limit(time=0.5, moves=None, nodes=None)
        """
        if limit is None or isinstance(limit, Limit):
            return limit
        _check_seconds(limit)
        return cls(time=float(limit))

    def since(self, began: float) -> Limit:
        """Return the limit with its time counted from a moment of `clock.now`."""
        return replace(self, began=began)

    def leaving(self, seconds: float) -> Limit:
        """Return the limit with so much of its time left to what comes after the search.

        >>> Limit(time=2.0, moves=19).leaving(0.5)
        Limit(time=1.5, moves=19, nodes=None)
        """
        return self if self.time is None else replace(self, time=max(0.0, self.time - seconds))

    def before_writing(self) -> Limit:
        """Return the limit without the time that it takes to write down what was played so far.

        That is known by how long ago it began.
        """
        return self if self.began is None else self.leaving(_WRITING * (now() - self.began))

    def time_left(self) -> float:
        """Return how many seconds are left of its time, counted from when it began.

        >>> Limit(nodes=1000).time_left()
        inf
        """
        if self.time is None:
            return math.inf
        return self.time if self.began is None else self.time - (now() - self.began)

    def is_reached(self, time: float, moves: int, nodes: int) -> bool:
        """Tell whether a search that has a solution is over.

        >>> Limit(time=2.5, moves=19).is_reached(time=1.0, moves=20, nodes=10**9)
        False
        """
        return (
            (self.time is not None and time >= self.time)
            or (self.moves is not None and moves <= self.moves)
            or (self.nodes is not None and nodes >= self.nodes)
        )


def _check_seconds(value: float) -> None:
    if not _is_number(value, Real):
        raise TypeError(f"expected a Limit or a number of seconds, got {value!r}")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf if value > 0 else -math.inf
    if not seconds >= 0:  # which no number is that is none
        raise ValueError(f"expected at least 0 seconds, got {seconds:g}")
    if seconds == math.inf:
        raise ValueError("expected a finite number of seconds, got inf; None means no limit")


def _is_number(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


ProgressListener = Callable[[str, float | None], None]
"""Hears what long work is doing, and which share of it is done where that is known."""


def no_progress(what: str, share: float | None) -> None:
    """Listen to nothing."""
