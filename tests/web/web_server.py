"""A real server in a process of its own, started as a user starts it, and its child processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

PATIENCE = 300.0  # seconds; on a new machine everything is compiled first


class RunningServer:
    """The process, its address, and what it writes to standard error."""

    def __init__(self, *arguments: str, prefix: Sequence[str] = ()) -> None:
        self.errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        command = [*prefix, sys.executable, "-m", "cubesolve", "web", "--no-open", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.errors, text=True, encoding="utf-8"
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+(?=/)", self.process.stdout.readline())
        assert found is not None, self.written()
        self.url = found.group()

    def written(self) -> str:
        """Return what the server has written to standard error."""
        self.errors.seek(0)
        return self.errors.read()

    def client(self) -> httpx.Client:
        """Return a client that waits patiently."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE)

    def children(self) -> set[int]:
        """Return the processes that the server has started."""
        return {pid for pid, parent in processes() if parent == self.process.pid}

    def warm(self) -> None:
        """Wait until a worker of each kind is there."""
        with self.client() as client:
            solved = client.post("/api/solve", json={"scramble": "R", "method": "beginner"})
            read = client.post("/api/alg", json={"alg": "R", "size": 3})
        assert (solved.status_code, read.status_code) == (200, 200)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """End the process, whatever happened before."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()


@contextmanager
def running_server(*arguments: str, prefix: Sequence[str] = ()) -> Iterator[RunningServer]:
    """Start a server on a free port; it must not have written any fault when it ends.

    `prefix` is a command that starts it.
    """
    server = RunningServer("--port", "0", *arguments, prefix=prefix)
    try:
        yield server
        assert "Traceback" not in server.written(), server.written()
    finally:
        server.close()


def processes() -> Iterator[tuple[int, int]]:
    """Yield every living process with its parent."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue  # it has just ended
            state, parent = stat.rpartition(")")[2].split()[:2]
            if state != "Z":
                yield int(entry.name), int(parent)


def processor_seconds(pid: int) -> float:
    """Return how long a process has worked, 0 if it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0.0
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def alive(pids: set[int]) -> set[int]:
    """Return those of the processes that live."""
    return pids & {pid for pid, _ in processes()}


def wait_until(condition: Callable[[], bool]) -> bool:
    """Return whether a condition comes true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return condition()
