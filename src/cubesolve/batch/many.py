"""`solve_many`: cubes in, solutions out in the same order, worked out by many processes."""

from __future__ import annotations

import os
import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, Unpack

from cubesolve.cache import know_told, told_of
from cubesolve.errors import CubeSolveError, SolveFailed
from cubesolve.interrupts import unbroken
from cubesolve.model import Cube
from cubesolve.notation import Metric
from cubesolve.protocols import Limit, Options
from cubesolve.solving.solution import Solution
from cubesolve.solving.solve import solve

Answer = Solution | CubeSolveError
Told = tuple[list[Answer], list[Warning]]  # what one of the processes gives back
_AHEAD = 3  # pieces of work that wait for each process, so that none is ever idle


@dataclass(frozen=True)
class Work:
    """How cubes are to be solved, the same for all; it travels to the processes that solve."""

    method: str = "auto"
    limit: Limit | None = None
    metric: Metric | str | None = None
    options: Options = field(default_factory=Options)

    def chunk(self, size: int) -> int:
        """Return how many cubes are solved at a time: about a second's work."""
        if self.limit is not None and self.limit.time:
            return max(1, int(min(64, 1 / self.limit.time)))
        return 16 if size <= 3 else 4 if size <= 5 else 1


class Runner(Protocol):
    """Where work is done: it takes pieces of work, and says how many it has room for."""

    def submit(self, work: Work, cubes: list[Cube]) -> Callable[[], list[Answer]]:
        """Begin to solve cubes; return what waits for the answers."""
        ...

    def room(self) -> int:
        """Return how many processes there are now."""
        ...


def solve_many(
    cubes: Iterable[Cube],
    method: str = "auto",
    limit: Limit | float | None = None,
    *,
    processes: int | None = None,
    scheduler: object = None,
    errors: Literal["raise", "return"] = "raise",
    metric: Metric | str | None = None,
    **options: Unpack[Options],
) -> Generator[Answer, None, None]:
    """Return an iterator of the solutions of many cubes, in their order.

    `processes` of this machine solve them, one for each core unless given; with a `scheduler`, the
    address or the `Client` of a Dask cluster, the workers of the cluster do (extra `cluster`). The
    other arguments are those of `solve`. Cubes are read as they are needed, a little ahead. The
    processes end with the last solution, or when the iterator is closed.

    A cube that cannot be solved raises its error when its turn comes; with `errors="return"` the
    error takes the place of the solution, and the others go on.

    >>> cubes = [Cube.from_alg(alg) for alg in ("R U", "F2", "")]
    >>> [str(solution) for solution in solve_many(cubes, processes=1)]
    ["U' R'", 'F2', '']
    """
    if errors not in ("raise", "return"):
        raise ValueError(f"expected errors to be raise or return, got {errors!r}")
    if processes is not None and processes < 1:
        raise ValueError(f"expected at least one process, got {processes}")
    work = Work(method, Limit.of(limit), metric, options)
    return _solutions(cubes, work, _runner(processes, scheduler), errors)


def _solutions(
    cubes: Iterable[Cube], work: Work, runner: AbstractContextManager[Runner], errors: str
) -> Generator[Answer, None, None]:
    with runner as running:
        for answer in _answers(iter(cubes), work, running):
            if errors == "raise" and isinstance(answer, CubeSolveError):
                raise answer
            yield answer


def _answers(cubes: Iterator[Cube], work: Work, runner: Runner) -> Iterator[Answer]:
    """Keep every process busy, and hand the answers on in order."""
    waiting: deque[Callable[[], list[Answer]]] = deque()
    for first in cubes:
        chunk = [first, *islice(cubes, work.chunk(getattr(first, "size", 3)) - 1)]
        waiting.append(runner.submit(work, chunk))
        while len(waiting) >= max(1, _AHEAD * runner.room()):
            yield from waiting.popleft()()
    while waiting:
        yield from waiting.popleft()()


def solve_chunk(work: Work, cubes: list[Cube]) -> list[Answer]:
    """Solve cubes one after the other; what cannot be solved gives its error."""
    return [_solve_one(work, cube) for cube in cubes]


def _solve_and_tell(work: Work, cubes: list[Cube]) -> Told:
    """Solve cubes; what that warns of is for the process that asked."""
    with warnings.catch_warnings(record=True) as warned:
        answers = solve_chunk(work, cubes)
    return answers, [each.message for each in warned if isinstance(each.message, Warning)]


def _solve_one(work: Work, cube: Cube) -> Answer:
    try:
        return solve(cube, work.method, limit=work.limit, metric=work.metric, **work.options)
    except CubeSolveError as error:
        return error
    except (TypeError, ValueError) as error:  # what this method does not offer this cube
        return SolveFailed(str(error))


def _runner(processes: int | None, scheduler: object) -> AbstractContextManager[Runner]:
    if scheduler is not None:
        from cubesolve.batch.cluster import Cluster

        return Cluster(scheduler)
    count = processes or _cores()
    return nullcontext(_Here()) if count == 1 else _Processes(count)


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class _Here:
    """Solves in this very process."""

    def submit(self, work: Work, cubes: list[Cube]) -> Callable[[], list[Answer]]:
        answers = solve_chunk(work, cubes)
        return lambda: answers

    def room(self) -> int:
        return 0


class _Processes(AbstractContextManager[Runner]):
    """Solves in processes of this machine, which end with this one, however it ends."""

    def __init__(self, count: int) -> None:
        self._count = count
        # Not forked: this process may have threads, and a copy of their locks would stay shut.
        context = get_context("spawn")
        self._theirs, self._ours = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(count, context, _begin, (self._theirs, told_of()))
        self._told: set[str] = set()

    @unbroken
    def submit(self, work: Work, cubes: list[Cube]) -> Callable[[], list[Answer]]:
        with _signals_wait():
            future: Future[Told] = self._pool.submit(_solve_and_tell, work, cubes)
        return lambda: self._heard(future)

    def _heard(self, future: Future[Told]) -> list[Answer]:
        """Return answers; warn here of what a process has warned of, once for all of them."""
        answers, warned = _result(future)
        for warning in warned:
            if str(warning) not in self._told:
                self._told.add(str(warning))
                warnings.warn(warning, stacklevel=5)
        return answers

    def room(self) -> int:
        return self._count

    @unbroken
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # A second Ctrl-C waits: processes that are still loading would miss what is gone by then.
        if kind is not None:  # nobody waits for what they are doing, which may take long
            self._ours.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._ours.close()
        self._theirs.close()


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Let Ctrl-C wait for this thread and, for good, for the processes that are started here.

    It reaches every process of a terminal, but the one that asked decides what becomes of it: else
    those that are still loading would write of it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(pipe: Connection, told: frozenset[Path]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    know_told(told)
    threading.Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> None:
    """End this process, in the middle of a solve too, when the other end of a pipe is closed."""
    with suppress(EOFError):
        pipe.recv_bytes()
    os._exit(1)


def _result(future: Future[Told]) -> Told:
    try:
        return future.result()
    except BrokenProcessPool:
        raise SolveFailed("a solving process was killed, perhaps because memory ran out") from None
