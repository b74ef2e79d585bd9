"""Work on several cores that gives the same answer on every machine.

Kernels release the lock of the interpreter, so threads are enough. A search is split into a fixed
number of streams, whatever the machine has; in each round every stream goes on for a given number
of nodes, and what they found is looked at in their order. So only the time depends on the cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Into how many parts a search is split.
N_STREAMS = 2


class Workers:
    """Threads for the streams of one search; they end with it."""

    def __init__(self, threads: int | None = None) -> None:
        count = min(N_STREAMS, threads or os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """Return what comes of each item, in their order; Ctrl-C does not wait for them."""
        if self._pool is None:
            return [work(item) for item in items]
        return list(self._pool.map(work, items))
