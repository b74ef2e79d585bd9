"""Beam searches: from many starts at once through a stage, to many of its shortest ends."""

from __future__ import annotations

from collections.abc import Generator, Iterator
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
    deepest: int  #: turns after which it gives up
    patience: int = 0  #: levels without a better state after which it gives up, if any


class Ends(NamedTuple):
    """Where a beam has ended: from which start, by which turns of the stage, the shortest first.

    `lengths` is how many turns of the stage there are, `costs` what they cost. A beam that has lost
    its patience has reached no goal, and gives the states that were nearest.
    """

    starts: Ints
    turns: npt.NDArray[np.int16]
    lengths: Ints
    costs: Ints
    are_goals: bool = True

    def pick(self, numbers: Ints) -> Ends:
        """Return some of them."""
        starts, turns, lengths, costs, are_goals = self
        return Ends(starts[numbers], turns[numbers], lengths[numbers], costs[numbers], are_goals)


class _Level(NamedTuple):
    last: npt.NDArray[np.int16]
    parents: npt.NDArray[np.int32]  # -1 - start, for a start
    before: npt.NDArray[np.int16]  # the level that the parent is on


def search(
    stage: Stage, starts: States, costs: Ints, width: Width, workers: Workers
) -> Generator[int, None, Ends]:
    """Yield how many nodes each level looks at, and 0 on the way through it; return ends.

    A start that costs more than the cheapest one joins the level that is as long as it.
    """
    return (yield from _Beam(stage, starts, costs - costs.min(), width, workers).run())


class _Children(NamedTuple):
    front: Front
    before: int  # the level of their parents


class _Beam:
    def __init__(
        self, stage: Stage, starts: States, costs: Ints, width: Width, workers: Workers
    ) -> None:
        self.stage, self.costs = stage, costs
        self.starts = starts.copy()
        self.starts[:, -1] |= (np.arange(len(starts)) * _SPREAD & 0xFFFFFF00).astype(np.uint32)
        self.width, self.workers = width, workers
        self.turns = np.arange(len(stage.turned))
        starts_of_classes = np.flatnonzero(np.diff(stage.costs, prepend=-1))
        self.classes = np.split(self.turns, starts_of_classes[1:])  # turns that cost as much
        slots = 1 << 12
        while slots < min(2 * len(self.classes) * width.states * width.deepest, _MOST_SEEN):
            slots *= 2
        self.seen = np.zeros(slots, np.uint64)
        self.levels: list[_Level] = []
        self.waiting: dict[int, list[_Children]] = {}  # by the level that they belong to
        self.parts: list[Ends] = []
        self.until = width.deepest  # the level at which the search ends
        self.nearest = (_N_RATINGS, 0)  # the best rating, and the first level with it

    def run(self) -> Generator[int, None, Ends]:
        front = self._level(0)
        for depth in range(1, self.width.deepest + 1):
            is_over = not (len(front.states) or self.waiting or depth <= self.costs.max())
            if is_over or depth > self.until:
                break
            yield len(front.states) * len(self.turns)
            if len(front.states):
                for _ in self._turn(front, depth - 1):
                    yield 0
            front = self._level(depth)
            if self.width.patience and depth >= self.nearest[1] + self.width.patience:
                break
        return self._ends()

    def _level(self, depth: int) -> Front:
        """Return the states of a level: what has waited for it, and the starts that are as long.

        A start that is a goal already ends there.
        """
        from cubesolve.kernels import balls
        from cubesolve.kernels import beam as kernel

        joining = np.flatnonzero(self.costs == depth)
        states = np.ascontiguousarray(self.starts[joining])
        ratings = np.empty(len(states), np.int64)
        kernel.rate_states(states, self.stage, ratings)
        done = joining[ratings == 0]
        if len(done):
            none = np.zeros_like(done)
            self._add(Ends(done, np.zeros((len(done), 0), np.int16), none, none), depth)
        states, joining = states[ratings > 0], joining[ratings > 0]
        last = np.full(len(states), balls.NO_TURN, np.int16)
        begun = kernel.Front(states, last, (-1 - joining).astype(np.int32))
        parts = [*self.waiting.pop(depth, []), _Children(begun, depth)]
        found = kernel.Front(
            *map(np.concatenate, zip(*(part.front for part in parts), strict=True))
        )
        counts = [len(part.front.states) for part in parts]
        before = np.repeat(np.array([part.before for part in parts], np.int16), counts)
        self.levels.append(_Level(found.last, found.parents, before))
        return found

    def _turn(self, front: Front, depth: int) -> Iterator[None]:
        """Let the best of what turns make of a level wait for theirs; note the goals."""
        from cubesolve.kernels import beam as kernel
        from cubesolve.kernels.balls import rate_placed

        ratings = np.empty((len(self.turns), len(front.states)), np.uint16)
        parts = [self.turns[stream::N_STREAMS] for stream in range(N_STREAMS)]
        rate = rate_placed if self.stage.ball.radius else kernel.rate_turned
        self.workers.map(
            lambda turns: rate(front.states, front.last, turns, self.stage, ratings), parts
        )
        for turns in self.classes:
            yield
            to = depth + int(self.stage.costs[turns[0]])
            counts = np.zeros(_N_RATINGS, np.int64)
            kernel.count_ratings(ratings[turns[0] : turns[-1] + 1], counts)
            if counts[0]:
                self._add_goals(ratings, turns, int(counts[0]), depth)
                counts[0] = 0
            self.nearest = min(self.nearest, (int(np.argmax(counts > 0)), to))
            if to < self.until:
                children = self._best(front, ratings, turns, counts)
                self.waiting.setdefault(to, []).append(_Children(children, depth))

    def _best(
        self, front: Front, ratings: npt.NDArray[np.uint16], turns: Ints, counts: Ints
    ) -> Front:
        """Return the best states that some turns lead to; `counts` is how often each rating is."""
        from cubesolve.kernels import balls
        from cubesolve.kernels import beam as kernel

        up_to = np.cumsum(counts[: balls.NEVER])
        most = min(int(np.searchsorted(up_to, _SPARE * self.width.states)), kernel.WORST)
        ends = np.concatenate([[0], up_to[:most]])
        sure = int(ends[-1])
        order = np.empty(int(up_to[most]), np.int64)
        kernel.sort_children(ratings[turns[0] : turns[-1] + 1], most, ends, order)
        order += turns[0] * len(front.states)
        out = _new_front(self.width.states, front)
        count = int(kernel.keep_best(order, sure, ratings, front, self.seen, self.stage, out))
        return kernel.Front(out.states[:count], out.last[:count], out.parents[:count])

    def _add_goals(
        self, ratings: npt.NDArray[np.uint16], turns: Ints, count: int, depth: int
    ) -> None:
        from cubesolve.kernels import beam as kernel

        goals = np.empty((count, 2), np.int64)
        kernel.list_goals(ratings[turns[0] : turns[-1] + 1], goals)
        if count > self.width.ends:  # from all over
            goals = goals[np.linspace(0, count - 1, self.width.ends).astype(np.int64)]
        cost = int(self.stage.costs[turns[0]])
        ways = self._ways(goals[:, 1], depth)
        last = (goals[:, 0] + turns[0]).astype(np.int16)
        ways.turns[np.arange(len(last)), ways.lengths] = last
        longer = ways._replace(lengths=ways.lengths + 1, costs=ways.costs + cost)
        self._add(longer, depth + cost)

    def _ways(self, states: Ints, depth: int) -> Ends:
        """Return how states of a level were reached, with room for one more turn."""
        found = np.full((len(states), depth + 1), -1, np.int16)  # the last turn first
        starts = np.full(len(states), -1, np.int64)
        lengths = np.zeros(len(states), np.int64)
        costs = np.zeros(len(states), np.int64)
        at, on = states.copy(), np.full(len(states), depth)
        for level in range(depth, -1, -1):
            here = np.flatnonzero(on == level)
            last, parents, before = (each[at[here]] for each in self.levels[level])
            is_start = parents < 0
            starts[here[is_start]] = -1 - parents[is_start]
            on[here[is_start]] = -1
            here, last = here[~is_start], last[~is_start]
            found[here, lengths[here]] = last
            lengths[here] += 1
            costs[here] += self.stage.costs[last]
            at[here], on[here] = parents[~is_start], before[~is_start]
        for row, length in zip(found, lengths.tolist(), strict=True):
            row[:length] = row[:length][::-1].copy()
        return Ends(starts, found, lengths, costs)

    def _add(self, ends: Ends, depth: int) -> None:
        self.until = min(self.until, depth + self.width.longer)
        self.parts.append(ends)

    def _ends(self) -> Ends:
        if not self.parts:
            level = self.nearest[1] if self.width.patience else 0
            count = min(self.width.ends, len(self.levels[level].last))
            return self._ways(np.arange(count), level)._replace(are_goals=False)
        longest = max(part.turns.shape[1] for part in self.parts)
        turns = [
            np.pad(part.turns, ((0, 0), (0, longest - part.turns.shape[1]))) for part in self.parts
        ]
        found = Ends(
            np.concatenate([part.starts for part in self.parts]),
            np.concatenate(turns),
            np.concatenate([part.lengths for part in self.parts]),
            np.concatenate([part.costs for part in self.parts]),
        )
        totals = self.costs[found.starts] + found.costs
        order = np.argsort(totals, kind="stable")
        order = order[totals[order] <= self.until]
        return found.pick(order[: self.width.ends])


def _new_front(size: int, like: Front) -> Front:
    from cubesolve.kernels import beam as kernel

    return kernel.Front(
        np.empty((size, like.states.shape[1]), np.uint32),
        np.empty(size, np.int16),
        np.empty(size, np.int32),
    )
