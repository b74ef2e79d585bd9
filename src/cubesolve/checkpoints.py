"""Work that can be given up: it looks here now and then whether it is to go on.

Whoever lets work be done says by a function what a look does, which raises where the work is to
end. What is watched holds for the calls inside, in this thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Look = Callable[[], None]

_look: ContextVar[Look | None] = ContextVar("look", default=None)


def look_now() -> Look | None:
    """Return what a look does here, if anything."""
    return _look.get()


def checkpoint() -> None:
    """Raise what ends this work, if it is to end.

    Nothing may be half done here: whoever calls leaves everything as it is.
    """
    look = _look.get()
    if look is not None:
        look()


def settle() -> None:
    """Do to the end what is left of the work that is watched: there is an answer already.

    >>> def late():
    ...     raise TimeoutError
    >>> with watched(late):
    ...     settle()
    ...     checkpoint()
    """
    _look.set(None)


@contextmanager
def watched(look: Look | None) -> Iterator[None]:
    """Let checkpoints inside look so; with `None` they do nothing.

    >>> looks = []
    >>> with watched(lambda: looks.append("inside")):
    ...     with watched(None):
    ...         checkpoint()
    ...     checkpoint()
    >>> checkpoint(); looks
    ['inside']
    """
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)
