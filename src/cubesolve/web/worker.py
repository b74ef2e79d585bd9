"""A worker process: takes jobs from standard input, gives frames on standard output.

Asked to give up a job, it breaks it off wherever it is, says so, and waits for the next. It ends
when its input does, which is also when the server has died. Its argument says by how much it leaves
the processor to others.
"""

from __future__ import annotations

import faulthandler
import json
import os
import queue
import signal
import sys
import threading
import traceback
import warnings
from types import FrameType
from typing import Any, BinaryIO

from cubesolve import CubeSolveError
from cubesolve.interrupts import signal_main, signal_main_after
from cubesolve.telling import tell
from cubesolve.web.errors import ApiError, encode
from cubesolve.web.frames import BEGUN, CANCEL, ERROR, HEAD, PROGRESS, RESULT, frame, read_head
from cubesolve.web.jobs import JOBS, SCANS, Progress, api_error

_GRACE = 5.0  # seconds that the server has to end a job that is over its time
_STDERR = 2  # the number of its file
_GIVEN_UP = ApiError(503, "given up", "nobody waits for this any more")


class _GivenUp(BaseException):
    """Nobody waits for the job any more; no method takes this for Ctrl-C, or for an error."""


class _Desk:
    """What is being worked on, and how it is given up at once: by a signal to this process."""

    def __init__(self, output: BinaryIO) -> None:
        self.jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.output = output
        self.number: int | None = None  # of the job
        self.unwanted: int | None = None  # the number of the job that is to be given up
        self.writing = False

    def read(self, source: BinaryIO) -> None:
        """Take what the server sends, in a thread, as long as it lives."""
        while True:
            kind, length = read_head(source.read(HEAD))
            payload = source.read(length)
            if not payload:
                os._exit(0)  # in the middle of a solve, too
            if kind == CANCEL:
                self.unwanted = json.loads(payload)
                signal_main()
            else:
                self.jobs.put(json.loads(payload))

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Give up the job, but neither in the middle of a frame nor of an import."""
        if not self.writing and not _imports(frame):
            self.check()

    def check(self) -> None:
        """Raise `_GivenUp` if nobody wants the job."""
        if self.number is not None and self.number == self.unwanted:
            self.number = None  # once is enough: a second would break off what the first cleans up
            raise _GivenUp

    def on_lost(self, lost: sys.UnraisableHookArgs) -> None:
        """Send a signal again that came where exceptions go nowhere, as when garbage is removed."""
        if not issubclass(lost.exc_type, _GivenUp):
            sys.__unraisablehook__(lost)
            return
        self.number = self.unwanted
        signal_main_after(_Desk.on_lost.__code__)

    def write(self, data: bytes) -> None:
        """Write a frame, all of it."""
        self.writing = True
        view = memoryview(data)
        while view:
            view = view[self.output.write(view) :]
        self.writing = False

    def progress(self, data: dict[str, Any]) -> None:
        """Tell how the job goes."""
        self.write(frame(PROGRESS, encode(data)))
        self.check()

    def answer(self, job: dict[str, Any]) -> bytes:
        """Do a job; return the last frame about it."""
        try:
            self.number = job["number"]
            self.check()
            answer = _answer(job, self.progress)
            self.number = None
            return answer
        except _GivenUp:
            return frame(ERROR, encode({"status": 503, **_GIVEN_UP.body}))


def main() -> None:
    """Do jobs, one after the other, until the input ends."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a stray print must not break the frames
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    for told in ("nothing can be written in", "you have no home folder"):  # by the server
        warnings.filterwarnings("ignore", told)
    warnings.showwarning = tell_warning
    desk = _Desk(output)
    signal.signal(signal.SIGINT, desk.on_signal)
    sys.unraisablehook = desk.on_lost
    threading.Thread(target=desk.read, args=(sys.stdin.buffer,), daemon=True).start()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        while True:
            job = desk.jobs.get()
            desk.write(frame(BEGUN, b""))
            if job["job"] in SCANS:
                leave_log_to_python()
            # Code that never comes back to Python cannot see the end of the input.
            faulthandler.dump_traceback_later(job["seconds"] + _GRACE, exit=True, file=nowhere)
            answer = desk.answer(job)
            faulthandler.cancel_dump_traceback_later()
            desk.write(answer)


def leave_log_to_python() -> None:
    """Let only Python write to the log: decoders would fill it with words on damaged pictures."""
    own = sys.stderr.fileno()
    if own == _STDERR:
        sys.stderr = os.fdopen(os.dup(own), "w", 1, "utf-8", "backslashreplace")
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number in (sys.stdout.fileno(), _STDERR):
            os.dup2(nowhere, number)
        os.close(nowhere)


def tell_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Write a warning as the server writes its own: in one line, without its place in the code."""
    tell(f"cubesolve web: {message}")


def _imports(frame: FrameType | None) -> bool:
    """Tell whether a module is being loaded: one that is left half way may not load again."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False


def _answer(job: dict[str, Any], progress: Progress) -> bytes:
    try:
        try:
            return frame(RESULT, encode(JOBS[job["job"]](job["arguments"], progress)))
        except CubeSolveError as error:
            raise api_error(error) from error
    except ApiError as error:
        return frame(ERROR, encode({"status": error.status, **error.body}))
    except Exception:
        # Whatever it is, it goes to the log of the server and not to its clients.
        tell(traceback.format_exc().rstrip())
        body = ApiError(500, "internal", "something went wrong on the server; see its log").body
        return frame(ERROR, encode({"status": 500, **body}))


if __name__ == "__main__":
    main()
