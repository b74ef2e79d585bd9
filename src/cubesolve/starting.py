"""What Ctrl-C does while CubeSolve is loaded as a command: one line, and its exit code.

It is the first that the package loads, since all the rest takes a moment, and Ctrl-C in that moment
would end in a traceback through the modules of others. In a program that imports CubeSolve nothing
is changed.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what `signal` wraps, at once
import os
import sys

COMMAND = "cubesolve"
INTERRUPTED = 130  #: the exit code, as shells have it


def _is_the_command() -> bool:
    """Tell whether the process is the command line, and not a program that uses the library."""
    if not sys.argv:
        return False
    # What Python was started with, without the arguments: a program may have put others there.
    started = sys.orig_argv[: len(sys.orig_argv) - len(sys.argv) + 1]
    name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
    return started[-2:] == ["-m", COMMAND] or (started[-1:] == sys.argv[:1] and name == COMMAND)


def _leave(number: int, frame: object) -> None:
    # Not by an exception: it could be lost in code that clears all errors.
    try:
        if sys.stderr is not None:  # closed by who called us
            sys.stderr.write(f"{COMMAND}: interrupted\n")
    finally:
        os._exit(INTERRUPTED)


def is_loaded() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` again."""
    if _signal.getsignal(_signal.SIGINT) is _leave:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


if _is_the_command() and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _leave)
