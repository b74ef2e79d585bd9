"""The clock that limits are counted by: one for all searches, so that a test can set it."""

from time import perf_counter, process_time

source = perf_counter  #: returns seconds since some moment
cpu_source = process_time  #: returns how many seconds of the processor this process has had


def now() -> float:
    """Return the time in seconds; only differences mean something."""
    return source()


def cpu() -> float:
    """Return how many seconds of the processor this process has had."""
    return cpu_source()
