"""A lock between processes: the operating system frees it when its owner ends, however it ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from cubesolve.interrupts import restoring

_BETWEEN = 0.1  # seconds from one try to the next

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def pause() -> None:
    """Let some time pass before the next try."""
    time.sleep(_BETWEEN)


@restoring
def locked(path: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the lock that a file stands for; the file goes with it.

    While another process, or another thread, holds it, `on_wait` is called again and again: it
    should `pause`, or raise. Raises `OSError` where there can be no such file. Ctrl-C never leaves
    the lock shut; it ends the waiting only if `on_wait` is `breakable`.
    """
    handle = _acquire(path, on_wait)
    try:
        yield
    finally:
        if sys.platform != "win32":
            path.unlink(missing_ok=True)
        os.close(handle)
        if sys.platform == "win32":  # which removes no file that is open
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _acquire(path: Path, on_wait: Callable[[], None]) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            while not _try_lock(handle):
                on_wait()
            # Its owner has removed it meanwhile: who comes now makes another file.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(handle), os.stat(path)):
                    return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
