"""Ctrl-C at every instruction of a lock: it is never left shut for the rest of the process."""

import contextlib
import itertools
import pathlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from cubesolve import file_lock
from cubesolve.file_lock import locked

FILES = {module.__file__ for module in (file_lock, contextlib, pathlib)}

pytestmark = pytest.mark.skipif(
    threading.current_thread() is not threading.main_thread(), reason="signals come to main threads"
)


class Shut(Exception):
    """The lock is held."""


def refuse() -> None:
    raise Shut


@pytest.fixture
def own_trace() -> Iterator[None]:
    """Let the tests trace, whoever else does."""
    before = sys.gettrace(), signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    sys.settrace(before[0])
    signal.signal(signal.SIGINT, before[1])


def interrupt(path: Path, place: int) -> KeyboardInterrupt | None:
    """Take a lock and let it go, with Ctrl-C at some instruction; keep all that is in use then."""
    passed = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal passed
        if frame.f_code.co_filename not in FILES:
            return None
        frame.f_trace_opcodes = True
        passed += event == "opcode"
        if passed == place and event == "opcode":
            signal.raise_signal(signal.SIGINT)
        return trace

    try:
        sys.settrace(trace)
        with locked(path, refuse):
            pass
        sys.settrace(None)
        if passed >= place:
            time.sleep(1)  # it was held back, and comes again
    except KeyboardInterrupt as error:
        return error
    finally:
        sys.settrace(None)
    return None


@pytest.mark.usefixtures("own_trace")
def test_a_lock_is_free_after_ctrl_c(tmp_path: Path) -> None:
    for place in itertools.count(1):
        path = tmp_path / f"{place}.lock"
        error = interrupt(path, place)
        if error is None:
            break
        with locked(path, refuse):  # raises `Shut` if what was interrupted still holds it
            pass
        assert not path.exists()
    assert place > 100
