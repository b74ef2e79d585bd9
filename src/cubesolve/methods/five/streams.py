"""A phase searched by two streams at once, which share its starts one by one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from cubesolve.kernels import five_walk as kernel
from cubesolve.kernels.five import FiveTables
from cubesolve.methods.five.pieces import N_PHASES
from cubesolve.search.workers import N_STREAMS, Workers

Starts = npt.NDArray[np.int64]
Ways = npt.NDArray[np.int32]
#: Lists the starts of some candidates for a stream; returns how many there are.
Listing = Callable[[int, npt.NDArray[np.int64], Starts], int]

_ANY_NUMBER = 1 << 40


class PhaseWalk:
    """All ways from some starts through a phase, for one total after another.

    About `most` ways are kept, whichever stream finds them, and `each` from one start for one
    total.
    """

    def __init__(
        self,
        phase: int,
        starts: Starts,
        most: int,
        tables: FiveTables,
        each: int = _ANY_NUMBER,
    ) -> None:
        self.starts = starts
        self.rules = kernel.Rules(tables.after[phase], int(tables.last[phase]))
        self.phase = tables[phase - N_PHASES]
        self.most = most
        self.walks = [kernel.new_walk(most) for _ in range(N_STREAMS)]
        self.is_done = [True] * N_STREAMS
        for walk in self.walks:
            walk.job[kernel.STRIDE] = N_STREAMS
            walk.job[kernel.EACH] = each

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return sum(int(walk.job[kernel.NODES]) for walk in self.walks)

    @property
    def found(self) -> int:
        """How many ways were found so far."""
        return sum(int(walk.job[kernel.FOUND]) for walk in self.walks)

    @property
    def is_full(self) -> bool:
        """Whether there are as many ways as are kept."""
        return self.found >= self.most

    def begin(self, bound: int) -> None:
        """Go through the starts for ways that make this total."""
        for stream, walk in enumerate(self.walks):
            walk.job[kernel.START] = stream - N_STREAMS
            walk.job[kernel.LEVEL] = -1
            walk.job[kernel.BOUND] = bound
        self.is_done = [False] * N_STREAMS

    def advance(self, nodes: int, workers: Workers) -> bool:
        """Let each stream go on for its share of the nodes; tell whether both are done."""
        share = nodes // N_STREAMS

        def go_on(stream: int) -> bool:
            walk = self.walks[stream]
            status = kernel.advance(walk, self.starts, share, self.rules, self.phase)
            return bool(status != kernel.PAUSED)

        running = [stream for stream in range(N_STREAMS) if not self.is_done[stream]]
        for stream, is_done in zip(running, workers.map(go_on, running), strict=True):
            self.is_done[stream] = is_done
        return all(self.is_done)

    def ways(self) -> Ways:
        """Return what was found, the shortest in all first."""
        found = np.concatenate([walk.ways[: walk.job[kernel.FOUND]] for walk in self.walks])
        costs = self.starts[found[:, kernel.WAY_START], kernel.COST]
        return found[np.argsort(costs + found[:, kernel.WAY_LENGTH], kind="stable")]


def listed_by_streams(
    list_starts: Listing,
    numbers: npt.NDArray[np.int64],
    outs: list[Starts],
    counts: list[int],
    workers: Workers,
) -> None:
    """Let each stream list the starts of its part of some candidates, after those it has."""

    def go_on(stream: int) -> int:
        # In one piece however many there are, or a kernel would be compiled for one number alone.
        own = np.ascontiguousarray(numbers[stream::N_STREAMS])
        return list_starts(stream, own, outs[stream][counts[stream] :])

    for stream, more in enumerate(workers.map(go_on, range(N_STREAMS))):
        counts[stream] += int(more)
