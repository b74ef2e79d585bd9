"""How long this process has loaded what it needs only once: compiled code and tables.

What that takes of a limit of time is not held against a method: see `protocols.deadlines`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from time import perf_counter, process_time
from typing import NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Spent(NamedTuple):
    """Seconds on the clock, and of the processor."""

    seconds: float = 0.0
    cpu: float = 0.0


_lock = Lock()
_total = Spent()
_began: Spent | None = None  # when the loading began that goes on, in whatever threads
_n_loading = 0


def spent_loading() -> Spent:
    """Return how much time loading has taken in this process so far."""
    return _total


def _begin() -> None:
    global _began, _n_loading
    with _lock:
        if not _n_loading:
            _began = _now()
        _n_loading += 1


def _end() -> None:
    global _total, _n_loading
    with _lock:
        _n_loading -= 1
        if not _n_loading and _began is not None:
            ended = _now()
            _total = Spent(
                _total.seconds + ended.seconds - _began.seconds,
                _total.cpu + ended.cpu - _began.cpu,
            )


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
        _begin()
        try:
            return function(*args, **kwargs)
        finally:
            _end()

    return call
