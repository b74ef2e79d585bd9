"""Ctrl-C while a search has a solution already: the search ends, and what follows it is still done.

So `solve` can give the best solution so far to whoever catches the interrupt. A second Ctrl-C, or
one where there is nothing to give yet, ends everything at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Stopped:
    """Whether Ctrl-C has ended a search early, and the interrupt if it has."""

    def __init__(self) -> None:
        self.error: KeyboardInterrupt | None = None


_current: ContextVar[Stopped | None] = ContextVar("stopped", default=None)


@contextmanager
def stoppable() -> Iterator[Stopped]:
    """Let Ctrl-C end the searches inside with the best they have, once."""
    stopped = Stopped()
    token = _current.set(stopped)
    try:
        yield stopped
    finally:
        _current.reset(token)


def end_search(error: KeyboardInterrupt) -> None:
    """Note that a search ends here with a solution; raise the interrupt if nobody waits for that.

    >>> with stoppable() as stopped:
    ...     end_search(KeyboardInterrupt())
    >>> stopped.error
    KeyboardInterrupt()
    """
    stopped = _current.get()
    if stopped is None or stopped.error is not None:
        raise error
    stopped.error = error
