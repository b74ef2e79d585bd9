"""Lines for people on standard error, which may be closed, full, or a pipe that nobody reads."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

_STDERR = 2  # the number of its file, in every process


def tell(text: str) -> None:
    """Write a line to standard error; where nobody can read that, it is lost."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{text}\n")


def open_closed_stderr() -> None:
    """Let standard error go nowhere if it is closed: here, and in the processes we start."""
    if sys.stderr is not None:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    if nowhere != _STDERR:
        os.dup2(nowhere, _STDERR)
        os.close(nowhere)
    os.set_inheritable(_STDERR, True)
    sys.stderr = open(_STDERR, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
