"""A worker process: takes jobs from standard input, gives frames on standard output.

It ends when its input does, which is also when the server has died. Its argument says by how much
it leaves the processor to others.
"""

from __future__ import annotations

import faulthandler
import json
import os
import queue
import sys
import threading
import traceback
import warnings
from typing import Any, BinaryIO

from cubesolve import CubeSolveError
from cubesolve.web.errors import ApiError, encode
from cubesolve.web.frames import ERROR, HEAD, PROGRESS, RESULT, frame, read_head
from cubesolve.web.jobs import JOBS, api_error

_GRACE = 5.0  # seconds that the server has to end a job that is over its time


def main() -> None:
    """Do jobs, one after the other, until the input ends."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a stray print must not break the frames
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    warnings.filterwarnings("ignore", "nothing can be written in")  # the server has told it
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read_jobs, args=(sys.stdin.buffer, jobs), daemon=True).start()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        while True:
            job = json.loads(jobs.get())
            # Code that never comes back to Python cannot see the end of the input.
            faulthandler.dump_traceback_later(job["seconds"] + _GRACE, exit=True, file=nowhere)
            answer = _answer(job, output)
            faulthandler.cancel_dump_traceback_later()
            _write(output, answer)


def _read_jobs(source: BinaryIO, jobs: queue.SimpleQueue[bytes]) -> None:
    while True:
        head = source.read(HEAD)
        payload = source.read(read_head(head)[1])
        if not payload:
            os._exit(0)  # in the middle of a solve, too
        jobs.put(payload)


def _answer(job: dict[str, Any], output: BinaryIO) -> bytes:
    def progress(data: dict[str, Any]) -> None:
        _write(output, frame(PROGRESS, encode(data)))

    try:
        try:
            return frame(RESULT, encode(JOBS[job["job"]](job["arguments"], progress)))
        except CubeSolveError as error:
            raise api_error(error) from error
    except ApiError as error:
        return frame(ERROR, encode({"status": error.status, **error.body}))
    except Exception:
        # Whatever it is, it goes to the log of the server and not to its clients.
        traceback.print_exc()
        body = ApiError(500, "internal", "something went wrong on the server; see its log").body
        return frame(ERROR, encode({"status": 500, **body}))


def _write(output: BinaryIO, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[output.write(view) :]


if __name__ == "__main__":
    main()
