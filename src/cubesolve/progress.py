"""How far long work is: the memory in use and the time left, beside what is being done."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from cubesolve.machine import memory_in_use, storage


class Timed:
    """Tells a listener what is done, with the memory in use and the time left.

    >>> heard = []
    >>> Timed(lambda what, share: heard.append(share))("drawing", 0.5)
    >>> heard
    [0.5]
    """

    def __init__(self, listener: Callable[[str, float | None], None]) -> None:
        self._listener = listener
        self._began = perf_counter()

    def __call__(self, what: str, share: float | None) -> None:
        """Tell the listener; time is counted from when this was made."""
        left = None
        if share:
            left = (perf_counter() - self._began) * (1 - share) / share
        self._listener(work(what, memory_in_use(), left), share)


def work(what: str, in_use: int | None, seconds_left: float | None) -> str:
    """Return what is being done, with the memory in use and the time that is left.

    >>> work("solving the centres", 3 << 30, 75.0)
    'solving the centres, 3.0 GiB in use, 1:15 left'
    """
    memory = "" if in_use is None else f", {storage(in_use)} in use"
    left = "" if seconds_left is None else f", {clock(seconds_left)} left"
    return f"{what}{memory}{left}"


def clock(seconds: float) -> str:
    """Return a time in minutes and seconds.

    >>> clock(0.4), clock(3725)
    ('0:00', '62:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
