"""When a method that has no answer yet is given up: a while after its limit of time.

An answer may come a little late, by `_LATE` of the limit: it also takes a while until the clock is
looked at. Each solve may have a moment of the processor, however short its limit and however busy
the machine; one that something much worse stands in for has half of its limit, up to `_SHARE`. What
a process loads only once, compiled code and tables, is not held against a method, nor is `_COLD`,
which is what else a first solve does only once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from cubesolve.checkpoints import look_now, watched
from cubesolve.errors import NoSolutionInTime
from cubesolve.loading import Spent, spent_loading
from cubesolve.protocols import clock
from cubesolve.protocols.limits import Limit

_LATE = 0.02
_MOMENT = 0.01  # seconds
_SHARE = 0.1  # seconds
_COLD = 0.5  # seconds, of the processor too


class Deadline:
    """Until when a method may look for its first answer.

    It begins with the limit's own time, or now. The error names the method, and as `instead` one
    that may be quicker. Where something stands in for the method, its answer is not to be late.
    """

    def __init__(
        self, limit: Limit | None, method: str, instead: str = "", has_stand_in: bool = False
    ) -> None:
        self.method = method
        self.instead = instead
        self.seconds = None if limit is None else limit.time
        began = clock.now() if limit is None or limit.began is None else limit.began
        limited = self.seconds or 0.0
        self.late = 0.0 if has_stand_in else _LATE * limited
        self.moment = min(limited / 2, _SHARE) if has_stand_in else _MOMENT
        self.began = Spent(began, clock.cpu())
        self.loaded = spent_loading()

    def watched(self) -> AbstractContextManager[None]:
        """Let checkpoints inside raise `NoSolutionInTime` once it is over."""
        return watched(None if self.seconds is None else self.check)

    @property
    def is_over(self) -> bool:
        """Whether there is no more time for a first answer."""
        if self.seconds is None:
            return False
        end = self.began.seconds + self.seconds + self.late
        if clock.now() <= end:
            return False
        loaded = spent_loading()
        seconds, cpu = loaded.seconds - self.loaded.seconds, loaded.cpu - self.loaded.cpu
        cold = _COLD if loaded != self.loaded else 0.0
        had = clock.cpu() - self.began.cpu - cpu
        return had > self.moment + cold and clock.now() > end + seconds + cold

    def check(self) -> None:
        """Raise `NoSolutionInTime` if it is over."""
        if self.is_over:
            assert self.seconds is not None
            raise NoSolutionInTime(self.method, self.seconds, self.instead)


class _GivenUp(Exception):
    """What was tried inside `until` is given up; its argument is the limit whose time is over."""


@contextmanager
def until(limit: Limit) -> Iterator[None]:
    """Give up what is tried inside when a limit's time is over: it was to be better, not first.

    >>> from cubesolve.checkpoints import checkpoint
    >>> with until(Limit(time=0.0)):
    ...     checkpoint()
    ...     print("this is not reached")
    """
    limit = limit if limit.began is not None else limit.since(clock.now())
    outer = look_now()

    def look() -> None:
        if limit.time_left() <= 0:
            raise _GivenUp(limit)
        if outer is not None:
            outer()

    try:
        with watched(look):
            yield
    except _GivenUp as error:
        if error.args[0] is not limit:  # that of an outer one, where all of this is given up
            raise
