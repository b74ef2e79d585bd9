"""`FiveReductions`: ways to reduce a 5x5, by five phases in rounds that look at more and more.

Each phase is begun from many candidates and ends in many; the next takes the best of them. Two
streams share the work of a phase, and what they find is put together in their order, so that only
nodes decide what is found.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cubesolve.kernels import five_walk
from cubesolve.methods.five.candidates import Candidates, joined
from cubesolve.methods.five.centers import GOAL_1, starts_2
from cubesolve.methods.five.last_phases import LastPhases, Steps
from cubesolve.methods.five.pieces import FB, N_TURNS, row_of
from cubesolve.methods.five.plans import FIRST, MOST_NODES, Plan, after, plan_for
from cubesolve.methods.five.reduced import Reduced
from cubesolve.methods.five.streams import PhaseWalk, Starts
from cubesolve.model import Cube
from cubesolve.search.anytime import Status
from cubesolve.search.pool import ReducedCubes
from cubesolve.search.reductions import Effort, Way
from cubesolve.search.symmetry import AXIS_SYMMETRIES

_MOST_1, _MOST_2 = 40_000, 4_000  # ways that are kept
_LARGER = 1.25  # how many times as large as any before it a round has to be


class FiveReductions(LastPhases):
    """The phases of one 5x5: see `cubesolve.search.reductions`."""

    def __init__(self, cube: Cube, effort: Effort) -> None:
        super().__init__(effort.workers, effort.on_progress)
        self.reduced = Reduced(cube)
        self.start = Candidates.start(row_of(cube))
        self.room = 0.0
        self._by_length: list[Candidates] = []  # what ways of phase 1 lead to
        self._rounds = self._all_rounds()

    def advance(self, nodes: int, share: float, room: float) -> Status:
        """Go on for about so many nodes."""
        self.step, self.share, self.room = nodes, share, room
        status = next(self._rounds, Status.ENDED)
        return Status.FOUND if self.reduced.has_new else status

    def take(self) -> ReducedCubes:
        """Return the cubes of the ways that are new."""
        return self.reduced.take()

    def way(self, number: int) -> Way:
        """Return a way by its number."""
        return self.reduced.way(number)

    def beat(self, cost: int) -> None:
        """Look from now on for ways that may be part of solutions which cost less."""
        self.bound = cost

    def _all_rounds(self) -> Iterator[Status]:
        """Go through all phases for a first answer, then whenever there is time for more."""
        self.reduced.add(self.start)
        yield Status.PAUSED
        yield from self._round(FIRST)
        largest = 0.0
        while largest < MOST_NODES:
            nodes = (1 - self.share) * self.room
            if not self.share:  # it is asked for, whatever the time
                nodes = max(nodes, 2 * largest)
            plan = plan_for(nodes)
            if plan is None or nodes < _LARGER * largest:
                yield Status.EXHAUSTED
                continue
            largest = nodes
            yield from self._round(after(plan, self.share))

    def _round(self, plan: Plan) -> Iterator[Status]:
        """Go through all phases once."""
        for _ in self._phases(plan):
            yield Status.PAUSED

    def _phases(self, plan: Plan) -> Iterator[None]:
        centers = yield from self._phase_1(plan)
        split = yield from self._phase_2(plan, centers)
        self.reduced.add((yield from self.last_phases(plan, split)))
        yield

    def _phase_1(self, plan: Plan) -> Steps:
        """Bring the centres of F and B to their axis, which may be any; ways by their lengths."""
        found = sum(each.size for each in self._by_length)
        while not found or (found < plan.enough_1 and len(self._by_length) <= plan.longest_1):
            length = len(self._by_length)
            bases, starts = self._starts_1(length)
            walk = PhaseWalk(0, starts, _MOST_1, self.tables)
            yield from self._walk(walk, length)
            reached = bases.played(walk.ways(), 0).at_end_of(0)
            self._by_length.append(reached.each_once())
            found += self._by_length[-1].size
        return joined(self._by_length)

    def _starts_1(self, length: int) -> tuple[Candidates, Starts]:
        """Return the cube along three axes, and, where there are turns, after any first one."""
        axes = self.start.pick(np.zeros(3, np.int64)).seen(np.array(AXIS_SYMMETRIES))
        turns = np.full(3, five_walk.NO_TURN)
        if length:
            ways = np.zeros((3 * N_TURNS, five_walk.WAY_SIZE), np.int32)
            ways[:, five_walk.WAY_START], turns = np.divmod(np.arange(3 * N_TURNS), N_TURNS)
            ways[:, five_walk.WAY_LENGTH], ways[:, five_walk.WAY_TURNS] = 1, turns
            axes = axes.played(ways, 0)
        bits = np.left_shift(1, np.arange(24))
        is_fb = np.isin(axes.rows[:, :48], FB)
        x, t = is_fb[:, :24] @ bits, is_fb[:, 24:] @ bits
        starts = np.zeros((axes.size, five_walk.START_SIZE), np.int64)
        starts[:, five_walk.COST] = axes.lengths
        starts[:, five_walk.LEAST] = (x != GOAL_1) | (t != GOAL_1)
        starts[:, five_walk.BEFORE] = turns
        starts[:, five_walk.FIELDS], starts[:, five_walk.FIELDS + 1] = x, t
        return axes, starts

    def _phase_2(self, plan: Plan, centers: Candidates) -> Steps:
        """Bring all centres to their axes, and make the wings' parity even."""
        starts = starts_2(centers, self.reduced.is_odd, self.tables.phase_2)
        totals = starts[:, five_walk.COST] + starts[:, five_walk.LEAST]
        best = int(totals.min())
        walk = PhaseWalk(1, starts, max(_MOST_2, 2 * plan.enough_2), self.tables)
        for bound in range(best, best + 4):
            yield from self._walk(walk, bound)
            if walk.found >= plan.enough_2:
                break
        found = centers.played(walk.ways(), 1).at_end_of(1).each_once()
        return found.pick(np.arange(min(found.size, plan.most_2)))
