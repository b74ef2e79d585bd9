"""Cubes solved by the workers of a Dask cluster; Dask schedules, and does again what is lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from cubesolve.batch.many import Answer, Runner, Work, solve_chunk
from cubesolve.errors import MissingExtraError, SolveFailed
from cubesolve.model import Cube


class Cluster(AbstractContextManager[Runner]):
    """A connection to a scheduler, by its address or an open `Client`, which then stays open."""

    def __init__(self, scheduler: object) -> None:
        try:
            import distributed
        except ModuleNotFoundError as error:
            if error.name not in ("distributed", "dask"):
                raise
            raise MissingExtraError("clusters", "cluster") from error
        self._own = not isinstance(scheduler, distributed.Client)
        try:
            connect: Any = distributed.Client
            self._client: Any = connect(scheduler) if self._own else scheduler
        except (OSError, ValueError) as error:
            raise SolveFailed(f"no scheduler answers at {scheduler}: {error}") from None

    def submit(self, work: Work, cubes: list[Cube]) -> Callable[[], list[Answer]]:
        """Begin to solve cubes on some worker."""
        client = self._client
        # Not pure: two equal cubes are two tasks, and a search by time may differ.
        future = client.submit(solve_chunk, work, cubes, pure=False)

        def result() -> list[Answer]:
            try:
                answers: list[Answer] = future.result()
            except Exception as error:
                if type(error).__name__ not in ("KilledWorker", "FutureCancelledError"):
                    raise
                raise SolveFailed(f"the cluster gave up on some cubes: {error}") from None
            future.release()
            return answers

        return result

    def room(self) -> int:
        """Return how many cubes the workers, as many as there are now, solve at once."""
        return max(1, sum(map(int, self._client.nthreads().values())))

    def __exit__(self, *_: object) -> None:
        if self._own:
            self._client.close()
