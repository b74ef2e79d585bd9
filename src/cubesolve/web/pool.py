"""Worker processes: a bounded queue in front of them, a time limit, and cancellation.

A worker is asked to give up a job that nobody waits for any more, and does the next one. If it does
not answer soon, it ends with its job; another one takes its place. A job that a worker has not
begun, since it was dead or stopped already, is given to another one.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from typing import Any, NamedTuple

from cubesolve.telling import tell
from cubesolve.web.errors import ApiError, encode
from cubesolve.web.frames import (
    BEGUN,
    CANCEL,
    ERROR,
    HEAD,
    JOB,
    PROGRESS,
    RESULT,
    frame,
    read_head,
)

_BUFFER = 2**20  # bytes of an answer that wait to be read
_WARM_UP_SECONDS = 600.0  # a new machine compiles everything
_RETRY_AFTER = "5"  # seconds
_ROOM_SECONDS = 1.0  # for those who left to be noticed
_BETWEEN = 0.02  # seconds from one look for room to the next
_TO_GIVE_UP = 2.0  # seconds that a worker has to give up a job
_LOOK = 0.5  # seconds from one look whether a worker has been stopped to the next
_TRIES = 5  # workers that may be dead before one begins a job, or before it is warm
_PAUSE = 0.2  # seconds before a worker takes the place of one that died idle


class Event(NamedTuple):
    """What happens to a job: `queued` (the payload is the position), `progress`, `result`."""

    kind: str
    payload: bytes


class WorkerDied(Exception):
    """A worker ended in the middle of a job."""


class NotBegun(WorkerDied):
    """A worker had ended, or was stopped, before it began a job."""


class Ticket:
    """A job that waits for a worker, or has one."""

    def __init__(self, job: str, arguments: dict[str, Any], seconds: float) -> None:
        self.job = job
        self.arguments = arguments
        self.seconds = seconds
        self.position = 0
        self.tries = 0
        self.worker: Worker | None = None
        self.refusal: ApiError | None = None
        self.news = asyncio.Event()

    def move(self, position: int) -> None:
        """Tell it how many are before it."""
        if position != self.position:
            self.position = position
            self.news.set()


class Worker:
    """One process, with a job or without."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._ended = False
        self._killed = False
        self._n_jobs = 0
        self._busy = False  # the last frame of its job has not come yet
        self._head: tuple[bytes, int] | None = None  # of a frame that has not come whole

    @classmethod
    async def start(cls, niceness: int) -> Worker:
        """Start a process; it is not interrupted by the keys that interrupt the server."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "cubesolve.web.worker", str(niceness)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_BUFFER,
            start_new_session=True,
        )
        return cls(process)

    async def frames(self, ticket: Ticket) -> AsyncGenerator[tuple[bytes, bytes]]:
        """Do a job; raise `TimeoutError` when its seconds are over."""
        end = asyncio.get_running_loop().time() + ticket.seconds
        self._n_jobs += 1
        self._busy = True
        job = {"job": ticket.job, "arguments": ticket.arguments, "seconds": ticket.seconds}
        try:
            async with asyncio.timeout_at(end):
                await self._send(JOB, encode({"number": self._n_jobs, **job}))
                await self._receive_running()
        except WorkerDied:
            raise NotBegun from None
        while self._busy:
            async with asyncio.timeout_at(end):
                received = await self._receive_running()
            yield received

    async def give_up(self) -> bool:
        """Ask it to leave the job that it may have; return whether it did, soon enough."""
        try:
            async with asyncio.timeout(_TO_GIVE_UP):
                if self._busy:
                    await self._send(CANCEL, encode(self._n_jobs))
                while self._busy:
                    await self._receive()
        except (WorkerDied, TimeoutError):
            return False
        return self.process.returncode is None

    async def _send(self, kind: bytes, payload: bytes) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(frame(kind, payload))
            await self.process.stdin.drain()
        except ConnectionError:
            self._ended = True
            raise WorkerDied from None

    async def _receive_running(self) -> tuple[bytes, bytes]:
        """Return the next frame; a process that someone has stopped is as good as dead."""
        while True:
            try:
                async with asyncio.timeout(_LOOK):
                    return await self._receive()
            except TimeoutError:
                if self.is_stopped:
                    raise WorkerDied from None

    async def _receive(self) -> tuple[bytes, bytes]:
        """Return the next frame; one that is left half read is read on the next time."""
        assert self.process.stdout is not None
        try:
            if self._head is None:
                self._head = read_head(await self.process.stdout.readexactly(HEAD))
            kind, length = self._head
            payload = await self.process.stdout.readexactly(length)
        except asyncio.IncompleteReadError:
            self._ended = True
            raise WorkerDied from None
        self._head = None
        self._busy = kind in (BEGUN, PROGRESS)
        return kind, payload

    @property
    def is_stopped(self) -> bool:
        """Whether someone has stopped the process: it would keep its next job waiting."""
        if not hasattr(os, "waitid"):
            return False
        try:
            how = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.process.pid, how) is not None
        except ChildProcessError:  # it has ended
            return False

    def kill(self) -> None:
        """End the process, whatever it does."""
        # A second signal could fetch the exit code before the one that waits for it does.
        if not self._ended and self.process.returncode is None:
            self._ended = self._killed = True
            self.process.kill()

    async def wait(self) -> None:
        """Wait until the process has ended; tell if that was by a signal of someone else."""
        code = await self.process.wait()
        if code < 0 and not self._killed:
            tell(f"cubesolve web: a worker process was ended: {signal.strsignal(-code) or -code}")


class Pool:
    """Some workers and the jobs that wait for them.

    Workers are started when they are needed, and solve `warm_up_sizes` before anything else.
    """

    def __init__(
        self, workers: int, queue: int, warm_up_sizes: tuple[int, ...], niceness: int = 0
    ) -> None:
        self._most_workers = workers
        self._most_waiting = queue
        self._warm_up = Ticket("warm up", {"sizes": warm_up_sizes}, _WARM_UP_SECONDS)
        self._niceness = niceness
        self._workers: list[Worker] = []  # all that live and are warm
        self._idle: list[Worker] = []
        self._starting = 0
        self._waiting: list[Ticket] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._failures = 0  # of workers to start, one after the other
        self._logged = ""  # why no worker starts

    def start(self) -> None:
        """Start the first worker, so that the first job need not wait for it."""
        if not self._workers and not self._starting:
            self._start_worker()

    def check_room(self) -> None:
        """Raise `ApiError` if a job would be refused now."""
        if self._closed:
            raise _stopping()
        busy = len(self._workers) - len(self._idle)
        if busy + len(self._waiting) >= self._most_workers + self._most_waiting:
            raise _busy(len(self._waiting))

    async def room(self) -> None:
        """Wait a moment for room, since those who wait may have left; raise `ApiError` if none."""
        clock = asyncio.get_running_loop().time
        end = clock() + _ROOM_SECONDS
        while True:
            try:
                self.check_room()
                return
            except ApiError:
                if self._closed or clock() > end:
                    raise
            await asyncio.sleep(_BETWEEN)

    def submit(self, job: str, arguments: dict[str, Any], seconds: float) -> Ticket:
        """Put a job into the queue; raise `ApiError` if there is no room."""
        self.check_room()
        ticket = Ticket(job, arguments, seconds)
        self._waiting.append(ticket)
        self._dispatch()
        return ticket

    async def events(self, ticket: Ticket) -> AsyncGenerator[Event]:
        """Follow a job to its result; raise `ApiError` for any other end.

        Whoever stops following cancels the job.
        """
        try:
            while True:
                while ticket.worker is None and ticket.refusal is None:
                    ticket.news.clear()
                    yield Event("queued", str(ticket.position).encode())
                    await ticket.news.wait()
                if ticket.refusal is not None:
                    raise ticket.refusal
                assert ticket.worker is not None
                try:
                    async with aclosing(ticket.worker.frames(ticket)) as frames:
                        async for kind, payload in frames:
                            if kind == PROGRESS:
                                yield Event("progress", payload)
                    break
                except NotBegun:
                    self._try_another(ticket)
            self._release(ticket)
            if kind == ERROR:
                raise _told(payload)
            yield Event("result", payload)
        except TimeoutError:
            message = f"not finished after {ticket.seconds:g} seconds, which is the time limit"
            raise ApiError(422, "time limit", message) from None
        except WorkerDied:
            raise (
                _stopping() if self._closed else _fault("a worker process ended unexpectedly")
            ) from None
        finally:
            self.cancel(ticket)

    async def result(self, ticket: Ticket) -> bytes:
        """Return the result of a job; raise `ApiError` for any other end."""
        async with aclosing(self.events(ticket)) as events:
            async for event in events:
                if event.kind == "result":
                    return event.payload
        raise AssertionError("a job ends with a result or an error")

    async def quick_result(self, job: str, arguments: dict[str, Any], seconds: float) -> bytes:
        """Have a job done as soon as there is room for it; whoever stops waiting cancels it."""
        await self.room()
        return await self.result(self.submit(job, arguments, seconds))

    def cancel(self, ticket: Ticket) -> None:
        """Forget a job, and take back the worker that it still has."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            self._dispatch()
        if ticket.worker is not None:
            worker, ticket.worker = ticket.worker, None
            self._spawn(self._take_back(worker))

    async def close(self) -> None:
        """Refuse all that wait, end every process, and wait until they are gone."""
        self._closed = True
        self._refuse_all(_stopping())
        self._idle.clear()
        for worker in self._workers:
            worker.kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.process.wait() for worker in self._workers))

    # ---------------------------------------------------------------- who works on what

    def _dispatch(self) -> None:
        """Give waiting jobs to idle workers, and start workers for the others."""
        while self._waiting and self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None and not worker.is_stopped:
                ticket = self._waiting.pop(0)
                ticket.worker = worker
                ticket.news.set()
            else:
                worker.kill()
                self._spawn(self._bury(worker))
        for position, ticket in enumerate(self._waiting):
            ticket.move(position)
        while self._starting < len(self._waiting) and self._start_worker():
            pass

    def _release(self, ticket: Ticket) -> None:
        """Take the worker back from a job that is done."""
        if ticket.worker is not None and not self._closed:
            self._idle.append(ticket.worker)
        ticket.worker = None
        self._dispatch()

    def _try_another(self, ticket: Ticket) -> None:
        """Give a job to another worker: its own had ended before; raise `WorkerDied` if all do."""
        if ticket.worker is not None:
            ticket.worker.kill()
            self._spawn(self._bury(ticket.worker))
            ticket.worker = None
        ticket.tries += 1
        if self._closed or ticket.tries >= _TRIES:
            raise WorkerDied
        self._waiting.insert(0, ticket)
        self._dispatch()

    async def _take_back(self, worker: Worker) -> None:
        """Let a worker give up its job; end it if it does not."""
        if await worker.give_up():
            self._idle.append(worker)
            self._dispatch()
        else:
            worker.kill()
            await self._bury(worker)

    async def _bury(self, worker: Worker) -> None:
        await worker.process.wait()
        if worker in self._workers:
            self._workers.remove(worker)
        if self._waiting or not (self._idle or self._starting):
            self._start_worker()

    async def _watch(self, worker: Worker) -> None:
        """Replace a worker that dies while it has nothing to do."""
        await worker.wait()
        if worker in self._idle:
            self._idle.remove(worker)
            self._workers.remove(worker)
            await asyncio.sleep(_PAUSE)  # where none lives for long, this is not to be quick
            if not (self._idle or self._starting):
                self._start_worker()

    def _start_worker(self) -> bool:
        """Start a worker in the background, unless there are enough; return whether it did."""
        if self._closed or len(self._workers) + self._starting >= self._most_workers:
            return False
        self._starting += 1
        self._spawn(self._start_and_warm_up())
        return True

    async def _start_and_warm_up(self) -> None:
        worker = None
        try:
            worker = await Worker.start(self._niceness)
            async with aclosing(worker.frames(self._warm_up)) as frames:
                async for kind, _ in frames:
                    if kind != RESULT:
                        raise WorkerDied
            self._failures = 0
            self._workers.append(worker)
            self._idle.append(worker)
            self._spawn(self._watch(worker))
        except (WorkerDied, OSError) as error:  # a timeout is one, too
            self._failures += 1
            if not isinstance(error, WorkerDied) or self._failures >= _TRIES:
                self._refuse_all(_fault("no worker starts"))
            self._log(error)
        finally:
            self._starting -= 1
            if worker is not None and worker not in self._workers:
                worker.kill()
                await worker.wait()
        self._dispatch()

    def _log(self, error: Exception) -> None:
        """Write why no worker starts, if it is news; one that has started says so by itself."""
        reason = str(error) or f"it is not ready after {_WARM_UP_SECONDS:.0f} seconds"
        if not isinstance(error, WorkerDied) and reason != self._logged:
            self._logged = reason
            tell(f"cubesolve web: no worker starts: {reason}")

    def _refuse_all(self, error: ApiError) -> None:
        for ticket in self._waiting:
            ticket.refusal = error
            ticket.news.set()
        self._waiting.clear()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _busy(waiting: int) -> ApiError:
    message = f"{waiting} requests are already waiting; try again in {_RETRY_AFTER} seconds"
    return ApiError(503, "busy", message, headers={"Retry-After": _RETRY_AFTER})


def _stopping() -> ApiError:
    return ApiError(
        503, "stopping", "the server is shutting down", headers={"Retry-After": _RETRY_AFTER}
    )


def _fault(what: str) -> ApiError:
    return ApiError(500, "internal", f"{what}; see the server's log")


def _told(payload: bytes) -> ApiError:
    """Return the error that a worker has written."""
    told = json.loads(payload)
    error = told["error"]
    details = {name: value for name, value in error.items() if name not in ("kind", "message")}
    return ApiError(told["status"], error["kind"], error["message"], details)
