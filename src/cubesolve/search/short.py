"""`ShortSearch`: reductions of a big cube, joined with 3x3 searches of all that they lead to."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.protocols import Limit, now, until
from cubesolve.search.anytime import Answer, Status
from cubesolve.search.orbits import block_turns, turn_images
from cubesolve.search.pool import Joined, Pool, ReducedCubes
from cubesolve.search.reductions import NODES_A_SECOND, Reductions

_MOST = 400  # cubes that are added to the pool at once: the shortest
_ROUND, _LONG_ROUND = 40_000, 320_000  # nodes: from one to about five milliseconds
_OF_WHAT_WAS_DONE = 24  # a round is at most such a part of it, so that a short limit is kept too
_FIRST_HORIZON = 4_000_000  # nodes, where no limit says how far a search goes
_LONGER = 6  # how many times as long as all before it a round is


class Round(NamedTuple):
    """Where a search is in one of its rounds."""

    share: float  #: of the round that is over
    nodes: float  #: that the round has in all, about


class Horizon:
    """How far a search is on its way to a limit.

    A long way is gone in rounds, each several times as long as all before it, so that there are
    better answers on the way. Rounds have `least` nodes. What goes on beyond the limit has twice as
    far in each round.
    """

    def __init__(
        self,
        limit: Limit,
        began: float,
        nodes_a_second: float = NODES_A_SECOND,
        least: float = math.inf,
    ) -> None:
        self.began = began
        self.time = limit.time
        self.nodes = limit.nodes
        if limit.time is None and limit.nodes is None:
            self.nodes = _FIRST_HORIZON
        by_time = math.inf if self.time is None else self.time * nodes_a_second
        by_nodes = math.inf if self.nodes is None else self.nodes
        self.in_all = max(1.0, min(by_time, by_nodes))
        self.ends = [1.0]  # of rounds, as shares of the limit
        while self.ends[0] * self.in_all >= _LONGER * least:
            self.ends.insert(0, self.ends[0] / _LONGER)

    def round_after(self, nodes: int) -> Round:
        """Return where a search is after so many nodes.

        >>> horizon = Horizon(Limit(nodes=600), began=0.0, least=100)
        >>> horizon.round_after(50), horizon.round_after(750)
        (Round(share=0.5, nodes=100.0), Round(share=0.125, nodes=1200.0))
        """
        by_time = 0.0
        if self.time is not None:
            by_time = (now() - self.began) / max(self.time, 1e-6)
        by_nodes = 0.0 if self.nodes is None else nodes / max(self.nodes, 1)
        here = max(by_time, by_nodes)
        begin, end = 0.0, 0.0
        for end in self.ends:
            if here <= end:
                break
            begin = end
        while here > end:
            begin, end = end, 2 * end + 1
        return Round((here - begin) / (end - begin), (end - begin) * self.in_all)


class ShortSearch:
    """The engine of `cubesolve.search.anytime` for a size that has reductions.

    Until there is an answer, each reduced cube is searched at once. After that a share of each
    round, `reducing`, looks for reductions, and what is left searches the best of them together.

    Once there is an answer, or with a rival's, what takes long is given up when the limit's time is
    over, and nothing more is found.
    """

    def __init__(
        self,
        size: int,
        reductions: Reductions,
        pool: Pool,
        horizon: Horizon,
        reducing: float = 0.7,
        limit: Limit | None = None,
        has_rival: bool = False,
    ) -> None:
        self.turns = block_turns(size)
        self.limit = limit or Limit()
        self.has_rival = has_rival
        self.reducing = reducing
        self.reductions = reductions
        self.pool = pool
        self.horizon = horizon
        self._bound: int | None = None
        self._ways: npt.NDArray[np.int64] = np.empty(0, np.int64)  # by number in the pool
        self._waiting: list[tuple[int, ReducedCubes]] = []  # with the number of the first
        self._n_ways = 0
        self._joined: Joined | None = None
        self._has_ended = False  # no more reductions
        self._rests = False  # no more of them in this round
        self._share = 0.0
        self._pool_is_idle = True

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return self.reductions.nodes + self.pool.nodes

    def advance(self, nodes: int) -> Status:
        """Look for reductions, or search those that were found."""
        nodes = max(nodes, _ROUND, min(_LONG_ROUND, self.nodes // _OF_WHAT_WAS_DONE))
        share, room = self.horizon.round_after(self.nodes)
        self._rests = self._rests and share >= self._share
        self._share = share
        if self._is_time_to_join(share):
            self._fill_pool()
            if not self._pool_is_idle:
                return self._join(nodes)
        if self._has_ended:
            return Status.ENDED
        share = 0.0 if self._rests else min(1.0, share / self.reducing)
        status = self._reduce(nodes, share, self.reducing * room)
        if status == Status.FOUND:
            cubes = self.reductions.take()
            self._waiting.append((self._n_ways, cubes))
            self._n_ways += len(cubes.costs)
        self._has_ended = status == Status.ENDED
        self._rests = status == Status.EXHAUSTED
        return Status.PAUSED

    def answer(self) -> Answer:
        """Return the turns of all phases, those of the 3x3 last."""
        assert self._joined is not None
        way = self.reductions.way(int(self._ways[self._joined.number]))
        to = turn_images()[way.hold]
        phases = [*way.phases, tuple(int(to[turn]) for turn in self._joined.turns)]
        turns = tuple(turn for phase in phases for turn in phase)
        ends = tuple(accumulate(len(phase) for phase in phases))
        return Answer(turns, len(self.turns.merged(turns)), ends)

    def beat(self, cost: int) -> None:
        """Look from now on for answers that cost less."""
        self._bound = cost
        self.pool.beat(cost)
        self.reductions.beat(cost)

    def _is_time_to_join(self, share: float) -> bool:
        if self._bound is None:
            return bool(self._waiting) or not self._pool_is_idle
        return share >= self.reducing or self._rests or self._has_ended

    def _fill_pool(self) -> None:
        """Let the pool search the shortest of what was found."""
        if not self._waiting:
            return
        numbers = np.concatenate(
            [first + np.arange(len(cubes.costs)) for first, cubes in self._waiting]
        )
        parts = zip(*(cubes for _, cubes in self._waiting), strict=True)
        found = ReducedCubes(*map(np.concatenate, parts))
        best = np.argsort(found.costs, kind="stable")[:_MOST]
        self.pool.add(found.chosen(best))
        self._ways = np.concatenate([self._ways, numbers[best]])
        self._waiting.clear()
        self._pool_is_idle = False

    def _reduce(self, nodes: int, share: float, room: float) -> Status:
        """Look for reductions."""
        if self._bound is None and not self.has_rival:
            return self.reductions.advance(nodes, share, room)
        with until(self.limit):
            return self.reductions.advance(nodes, share, room)
        return Status.ENDED

    def _join(self, nodes: int) -> Status:
        status = self.pool.advance(nodes)
        if status == Status.FOUND:
            self._joined = self.pool.answer()
            return status
        self._pool_is_idle = status in (Status.EXHAUSTED, Status.ENDED)
        return Status.PAUSED
