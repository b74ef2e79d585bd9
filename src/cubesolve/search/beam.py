"""Beam searches: from many starts at once through a stage, to many of its shortest ends."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.search.orbits import Ints
from cubesolve.search.workers import N_STREAMS, Workers

if TYPE_CHECKING:
    from cubesolve.kernels.beam import Front, Stage

_SPARE = 2  # children that are looked at for each one that is kept
_MOST_SEEN = 1 << 25
_N_RATINGS = 1 << 16
_SPREAD = 2_654_435_761  # makes marks of starts differ in all bits

States = npt.NDArray[np.uint32]


class Width(NamedTuple):
    """How much a beam keeps, and how long it goes on."""

    states: int  #: that are kept at each level
    ends: int  #: that are kept in all
    longer: int  #: by how many turns ends may be longer than the shortest
    deepest: int  #: levels after which it gives up


class Ends(NamedTuple):
    """Where a beam has ended: from which start, by which turns of the stage, the shortest first."""

    starts: Ints
    turns: npt.NDArray[np.int16]
    lengths: Ints


class _Level(NamedTuple):
    last: npt.NDArray[np.int16]
    parents: npt.NDArray[np.int32]  # -1 - start, for a start


def search(
    stage: Stage, starts: States, costs: Ints, width: Width, workers: Workers
) -> Generator[int, None, Ends]:
    """Yield how many nodes each level has looked at; return ends.

    A start that costs more than the cheapest one joins the level that is as long as it.
    """
    return (yield from _Beam(stage, starts, costs - costs.min(), width, workers).run())


class _Beam:
    def __init__(
        self, stage: Stage, starts: States, costs: Ints, width: Width, workers: Workers
    ) -> None:
        self.stage, self.costs = stage, costs
        self.starts = starts.copy()
        self.starts[:, -1] |= (np.arange(len(starts)) * 2_654_435_761 & 0xFFFFFF00).astype(
            np.uint32
        )
        self.width, self.workers = width, workers
        self.turns = np.arange(len(stage.turned))
        slots = 1 << 12
        while slots < min(2 * width.states * width.deepest, _MOST_SEEN):
            slots *= 2
        self.seen = np.zeros(slots, np.uint64)
        self.levels: list[_Level] = []
        self.parts: list[Ends] = []
        self.until = width.deepest  # the level at which the search ends

    def run(self) -> Generator[int, None, Ends]:
        front = self._with_starts(None, 0)
        for depth in range(1, self.width.deepest + 1):
            if depth > self.until or (not len(front.states) and depth > self.costs.max()):
                break
            yield len(front.states) * len(self.turns)
            front = self._with_starts(self._next(front, depth), depth)
        return self._ends()

    def _with_starts(self, front: Front | None, depth: int) -> Front:
        """Return a level with the starts that are as long; what is a goal already ends there."""
        from cubesolve.kernels import beam as kernel

        joining = np.flatnonzero(self.costs == depth)
        states = np.ascontiguousarray(self.starts[joining])
        ratings = np.empty(len(states), np.int64)
        kernel.rate_states(states, self.stage, ratings)
        done = joining[ratings == 0]
        if len(done):
            self._add(Ends(done, np.zeros((len(done), 0), np.int16), np.zeros_like(done)), depth)
        states, joining = states[ratings > 0], joining[ratings > 0]
        last = np.full(len(states), kernel.NO_TURN, np.int16)
        found = kernel.Front(states, last, (-1 - joining).astype(np.int32))
        if front is not None:
            found = kernel.Front(
                np.concatenate([front.states, found.states]),
                np.concatenate([front.last, found.last]),
                np.concatenate([front.parents, found.parents]),
            )
        self.levels.append(_Level(found.last, found.parents))
        return found

    def _next(self, front: Front, depth: int) -> Front:
        """Return the best of what turns make of a level; note the goals."""
        from cubesolve.kernels import beam as kernel

        ratings = np.empty((len(self.turns), len(front.states)), np.uint16)
        parts = [self.turns[stream::N_STREAMS] for stream in range(N_STREAMS)]
        self.workers.map(
            lambda turns: kernel.rate_turned(front.states, front.last, turns, self.stage, ratings),
            parts,
        )
        counts = np.zeros(_N_RATINGS, np.int64)
        kernel.count_ratings(ratings, counts)
        if counts[0]:
            self._add_goals(ratings, int(counts[0]), depth)
            counts[0] = 0
        if depth >= self.until:
            return _no_front(front)
        up_to = np.cumsum(counts[: kernel.NEVER])
        most = min(int(np.searchsorted(up_to, _SPARE * self.width.states)), kernel.WORST)
        ends = np.concatenate([[0], up_to[:most]])
        sure = int(ends[-1])
        order = np.empty(int(up_to[most]), np.int64)
        kernel.sort_children(ratings, most, ends, order)
        out = _new_front(self.width.states, front)
        count = int(kernel.keep_best(order, sure, ratings, front, self.seen, self.stage, out))
        return kernel.Front(out.states[:count], out.last[:count], out.parents[:count])

    def _add_goals(self, ratings: npt.NDArray[np.uint16], count: int, depth: int) -> None:
        from cubesolve.kernels import beam as kernel

        goals = np.empty((count, 2), np.int64)
        kernel.list_goals(ratings, goals)
        if count > self.width.ends:  # from all over
            goals = goals[np.linspace(0, count - 1, self.width.ends).astype(np.int64)]
        self._add(self._ways(goals[:, 1], goals[:, 0], depth), depth)

    def _ways(self, states: Ints, turns: Ints, depth: int) -> Ends:
        """Return how states of the last level were reached, and a turn after each."""
        found = np.full((len(states), depth), -1, np.int16)
        found[:, depth - 1] = turns
        starts = np.full(len(states), -1, np.int64)
        lengths = np.full(len(states), depth, np.int64)
        at, going = states.copy(), np.arange(len(states))
        for level in range(depth - 1, -1, -1):
            last, parents = self.levels[level]
            to = parents[at].astype(np.int64)
            is_start = to < 0
            starts[going[is_start]] = -1 - to[is_start]
            lengths[going[is_start]] = depth - level
            found[going[~is_start], level - 1] = last[at[~is_start]]
            at, going = to[~is_start], going[~is_start]
        for row, length in enumerate(lengths.tolist()):  # what began later begins at the left
            found[row, :length] = found[row, depth - length :].copy()
        return Ends(starts, found, lengths)

    def _add(self, ends: Ends, depth: int) -> None:
        if not self.parts:
            self.until = min(self.width.deepest, depth + self.width.longer)
        self.parts.append(ends)

    def _ends(self) -> Ends:
        longest = max((part.turns.shape[1] for part in self.parts), default=0)
        turns = [
            np.pad(part.turns, ((0, 0), (0, longest - part.turns.shape[1]))) for part in self.parts
        ]
        if not turns:
            return Ends(np.empty(0, np.int64), np.empty((0, 0), np.int16), np.empty(0, np.int64))
        most = self.width.ends
        return Ends(
            np.concatenate([part.starts for part in self.parts])[:most],
            np.concatenate(turns)[:most],
            np.concatenate([part.lengths for part in self.parts])[:most],
        )


def _new_front(size: int, like: Front) -> Front:
    from cubesolve.kernels import beam as kernel

    return kernel.Front(
        np.empty((size, like.states.shape[1]), np.uint32),
        np.empty(size, np.int16),
        np.empty(size, np.int32),
    )


def _no_front(like: Front) -> Front:
    return _new_front(0, like)
