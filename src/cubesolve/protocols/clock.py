"""The clock that limits are counted by: one for all searches, so that a test can set it."""

from time import perf_counter

source = perf_counter  #: returns seconds since some moment


def now() -> float:
    """Return the time in seconds; only differences mean something."""
    return source()
