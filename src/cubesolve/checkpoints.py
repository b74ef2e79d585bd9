"""Work that can be given up: it looks here now and then whether it is to go on.

Whoever lets work be done says by a function what a look does, which raises where the work is to
end. What is watched holds for the calls inside, in this thread.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Look = Callable[[], None]
Pieces = Generator[None, None, T]

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


def made_once(make: Callable[P, Pieces[T]]) -> Callable[P, T]:
    """Keep for some arguments what a function makes of them, and let work end on the way.

    The function yields where it may be left. What there is then is kept: who needs it next goes on
    from there, so that it is made even if nobody ever has the time for all of it.

    >>> @made_once
    ... def squares(count):
    ...     found = []
    ...     for number in range(count):
    ...         found.append(number**2)
    ...         yield
    ...     return found
    >>> squares(4)
    [0, 1, 4, 9]
    """
    found: dict[object, T] = {}
    begun: dict[object, Generator[None]] = {}
    lock = RLock()  # one that is made may need another

    def pieces(key: object, making: Pieces[T]) -> Generator[None]:
        found[key] = yield from making

    @wraps(make)
    def get(*args: P.args, **kwargs: P.kwargs) -> T:
        key = args, *kwargs.items()
        while key not in found:
            checkpoint()
            with lock:
                if key not in begun:
                    begun[key] = pieces(key, make(*args, **kwargs))
                # One that has ended in an error is made anew.
                if next(begun[key], "ended") == "ended":
                    del begun[key]
        return found[key]

    return get


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
