"""Several tables loaded at once: on as many cores as there are, with one word of progress."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Event

from cubesolve.interrupts import unbroken
from cubesolve.protocols import ProgressListener
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_store import Table

_PATIENCE = 0.1  # seconds between two words of progress


class _Stopped(Exception):
    """Whoever wanted the tables does not wait for them any more."""


class _Heard:
    """What one table's listener has heard last; it ends the work when it is told to."""

    def __init__(self, stop: Event) -> None:
        self.stop = stop
        self.what: str | None = None
        self.share: float | None = None

    def __call__(self, what: str, share: float | None) -> None:
        if self.stop.is_set():
            raise _Stopped
        self.what, self.share = what, share


def load_together(tables: Sequence[Table], on_progress: ProgressListener) -> list[Arrays]:
    """Return the arrays of tables, in their order; those that are not there are built side by side.

    The first is loaded before the others, which need it. The listener is called by this thread
    only; it hears of one table at a time, and how much of all is done.
    """
    first = tables[0].load(on_progress)
    stop = Event()
    heard = [_Heard(stop) for _ in tables[1:]]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        futures = _started(pool, tables[1:], heard)
        try:
            while not wait(futures, _PATIENCE, FIRST_EXCEPTION).done >= set(futures):
                _tell(on_progress, heard, futures)
                _raise_first(futures)
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return [first, *(future.result() for future in futures)]


@unbroken
def _started(
    pool: ThreadPoolExecutor, tables: Sequence[Table], heard: list[_Heard]
) -> list[Future[Arrays]]:
    """Let the pool load tables; Ctrl-C would leave it without a thread that has just begun."""
    return [
        pool.submit(table.load, listener) for table, listener in zip(tables, heard, strict=True)
    ]


def _raise_first(futures: list[Future[Arrays]]) -> None:
    for future in futures:
        if future.done():
            future.result()


def _tell(
    on_progress: ProgressListener, heard: list[_Heard], futures: list[Future[Arrays]]
) -> None:
    """Say what is being done, if anything is built, and how much of it."""
    busy = [h for h, future in zip(heard, futures, strict=True) if h.what and not future.done()]
    if not busy:
        return
    done = sum(1.0 if f.done() else h.share or 0.0 for h, f in zip(heard, futures, strict=True))
    on_progress(busy[0].what or "", done / len(heard))
