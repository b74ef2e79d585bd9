"""What is said while a cube of very many layers is drawn and solved."""

from __future__ import annotations

from cubesolve.machine import storage


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


DRAWING = "drawing a random state"
CENTERS = "solving the centres"
WRITING = "solving the centres and writing the turns"
VERIFYING = "replaying the turns"
