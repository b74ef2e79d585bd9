"""How long this process has loaded what it needs only once: compiled code and tables.

What that takes of a limit of time is not held against a method: see `protocols.deadlines`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock, local
from time import perf_counter, process_time
from typing import NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Spent(NamedTuple):
    """Seconds on the clock, and of the processor."""

    seconds: float = 0.0
    cpu: float = 0.0


class _Here(local):
    """Whether this thread loads something now: what is loaded for that is part of it."""

    is_loading = False


_here = _Here()
_lock = Lock()
_total = Spent()


def spent_loading() -> Spent:
    """Return how much time loading has taken in this process so far, in all threads together."""
    return _total


def _add(began: Spent) -> None:
    global _total
    ended = _now()
    with _lock:
        seconds = _total.seconds + ended.seconds - began.seconds
        _total = Spent(seconds, _total.cpu + ended.cpu - began.cpu)


def _now() -> Spent:
    return Spent(perf_counter(), process_time())


def loads(function: Callable[P, T]) -> Callable[P, T]:
    """Count the time that a function takes as loading.

    >>> before = spent_loading()
    >>> loads(sum)(range(1000))
    499500
    >>> spent_loading() > before
    True
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        is_part, began = _here.is_loading, _now()
        try:
            _here.is_loading = True
            return function(*args, **kwargs)
        finally:
            _here.is_loading = is_part
            if not is_part:
                _add(began)

    return call
