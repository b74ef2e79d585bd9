"""Ctrl-C only between what belongs together.

Python lets Ctrl-C interrupt between almost any two of its instructions, also on the way into a
`finally` that was to restore something. Functions and contexts that are marked here are not
interrupted: a signal that comes while one of them runs waits until it ends. All that this costs is
a handler, which is in place from the beginning of the outermost marked call or block to its end.

Only the main thread is ever interrupted; elsewhere all of this does nothing.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what `signal` wraps, at a tenth of its cost
import _thread
import signal
import sys
import threading
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from types import CodeType, FrameType, TracebackType
from typing import ParamSpec, Self, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Handler = Callable[[int, FrameType | None], object]

_SIGINT = int(signal.SIGINT)
_AGAIN = 0.001  # seconds until a signal comes again that nobody has taken
_unbroken: set[CodeType] = set()  # whatever they call is not interrupted
_breakable: set[CodeType] = set()  # but for what these call
_waiting: list[int] = []  # the signal that came at a bad moment, if there is one


class _Held:
    """The handler while something is not to be interrupted, and the one it stands before."""

    def __init__(self, before: Handler) -> None:
        self.before = before

    def __call__(self, number: int, frame: FrameType | None) -> object:
        """Let a signal through, or let it wait."""
        if not _is_unbroken(frame):
            return self.before(number, frame)
        if not _waiting:
            _waiting.append(number)
            # It may have come too late to be seen at the end of what runs.
            _thread.start_new_thread(_send_again, ())
        return None


def _is_unbroken(frame: FrameType | None) -> bool:
    """Tell whether the innermost marked function that runs is one not to be interrupted."""
    while frame is not None:
        if frame.f_code in _breakable:
            return False
        if frame.f_code in _unbroken:
            return True
        frame = frame.f_back
    return False


def _deliver(caller: FrameType | None) -> None:
    """Let a signal that waits interrupt who called, unless that is not to be interrupted either."""
    if threading.current_thread() is not threading.main_thread() or _is_unbroken(caller):
        return
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        return
    try:
        number = _waiting.pop()
    except IndexError:  # the thread that sends it again was first
        return
    handler(number, caller)


def _send_again() -> None:
    time.sleep(_AGAIN)
    try:
        number = _waiting.pop()
    except IndexError:  # it was delivered
        return
    signal_main(number)


def signal_main(number: int = _SIGINT) -> None:
    """Send a signal to the main thread, which also ends a call that waits."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def signal_main_after(code: CodeType) -> None:
    """Send Ctrl-C to the main thread once a function has returned there; this returns at once."""
    _thread.start_new_thread(_send_after, (code,))


def _send_after(code: CodeType) -> None:
    while True:
        time.sleep(_AGAIN)
        frame = sys._current_frames().get(threading.main_thread().ident or 0)
        while frame is not None and frame.f_code is not code:
            frame = frame.f_back
        if frame is None:
            break
    signal_main()


def _hold() -> _Held | None:
    """Put the handler in place; return it, or `None` where there is nothing to do."""
    if _thread.get_ident() != threading.main_thread().ident:
        return None
    before = _signal.getsignal(_SIGINT)
    # What is no function of Python's ends the process, or does nothing.
    if isinstance(before, _Held) or not callable(before):
        return None
    held = _Held(before)
    _signal.signal(_SIGINT, held)
    return held


def _let_go(held: _Held | None) -> None:
    # Whoever has put another handler in place meanwhile keeps it. What is lost may end in another
    # thread, where nobody can put one in place: this one lets through what comes.
    if held is None or _thread.get_ident() != threading.main_thread().ident:
        return
    if _signal.getsignal(_SIGINT) is held:
        _signal.signal(_SIGINT, held.before)


def unbroken(function: Callable[P, T]) -> Callable[P, T]:
    """Let Ctrl-C wait until a function has returned."""

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        held = _hold()
        try:
            return function(*args, **kwargs)
        finally:
            _let_go(held)
            if _waiting:
                _deliver(sys._getframe(1))

    _unbroken.add(call.__code__)
    return wraps(function)(call)


def breakable(function: Callable[P, T]) -> Callable[P, T]:
    """Let Ctrl-C interrupt what a function calls, whoever calls it: others' code, listeners."""
    _breakable.add(function.__code__)
    return function


class _Context(AbstractContextManager[T]):
    """A context whose beginning and end are not interrupted; what is done inside can be."""

    def __init__(self, inner: AbstractContextManager[T]) -> None:
        self._inner = inner
        self._handler: _Held | None = None

    def __enter__(self) -> T:
        self._handler = _hold()
        try:
            value = self._inner.__enter__()
        except BaseException:
            _let_go(self._handler)
            raise
        if _waiting:
            try:
                _deliver(sys._getframe(1))
            except BaseException as error:  # as if it came inside, which is never reached
                self.__exit__(type(error), error, error.__traceback__)
                raise
        return value

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        try:
            return self._inner.__exit__(kind, error, trace)
        finally:
            _let_go(self._handler)
            if _waiting:
                _deliver(sys._getframe(1))


class Restoring(ABC):
    """A thing that is its own context, and restores something when its block ends."""

    _handler: _Held | None = None
    _loss: weakref.finalize[..., Restoring] | None = None

    @abstractmethod
    def restore(self) -> None:
        """Do what is to be done when the block ends; it is not interrupted."""

    def begin_early(self, begin: Callable[[], Callable[[], object]]) -> None:
        """Do what is to be restored before the block begins, if there will be one.

        Ctrl-C may come before that, and again while the thing is lost: then what `begin` returned
        restores, and is not interrupted either. It must not know the thing itself.
        """
        self._handler = self._handler or _hold()
        try:
            self._loss = weakref.finalize(self, _restore_lost, begin(), self._handler)
        except BaseException:
            self.end_early()
            raise
        if _waiting:
            _deliver(sys._getframe(1))

    def end_early(self) -> None:
        """Say that all is restored, without a block or before its end."""
        handler, self._handler = self._handler, None
        if self._loss is not None:
            self._loss.detach()
        _let_go(handler)

    def __enter__(self) -> Self:
        self._handler = self._handler or _hold()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.restore()
        finally:
            self.end_early()
            if _waiting:
                _deliver(sys._getframe(1))


def _restore_lost(restore: Callable[[], object], handler: _Held | None) -> None:
    try:
        restore()
    finally:
        _let_go(handler)


_unbroken |= {
    method.__code__ for kind in (_Context, Restoring) for method in (kind.__enter__, kind.__exit__)
}
_unbroken |= {Restoring.begin_early.__code__, Restoring.end_early.__code__}
# Python drops what is raised while it ends a thing that was lost, Ctrl-C too.
_unbroken.add(weakref.finalize.__call__.__code__)


def restoring(
    function: Callable[P, Iterator[T]],
) -> Callable[P, AbstractContextManager[T]]:
    """Make a context of a generator, as `contextmanager` does: its two halves are unbroken.

    >>> found = []
    >>> @restoring
    ... def noted(name):
    ...     found.append(name)
    ...     try:
    ...         yield
    ...     finally:
    ...         found.remove(name)
    >>> with noted("this"):
    ...     found
    ['this']
    >>> found
    []
    """
    make = contextmanager(function)

    @wraps(function)
    def context(*args: P.args, **kwargs: P.kwargs) -> AbstractContextManager[T]:
        return _Context(make(*args, **kwargs))

    return context
