"""Phases 3 to 5 of the 5x5, for cubes whose centres are on their axes."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import numpy as np
import numpy.typing as npt

from cubesolve.kernels import five_starts as kernel
from cubesolve.kernels import five_walk
from cubesolve.kernels.five import FiveTables
from cubesolve.methods.five.candidates import Candidates, joined, views
from cubesolve.methods.five.last_edges import EDGES
from cubesolve.methods.five.loading import OTHER_VIEW, tables_for, turn_in_other_view
from cubesolve.methods.five.pieces import N_TURNS, PHASE_TURNS
from cubesolve.methods.five.plans import ANY_TIME, Plan
from cubesolve.methods.five.streams import Listing, PhaseWalk, Starts, Ways, listed_by_streams
from cubesolve.protocols import ProgressListener
from cubesolve.search.orbits import Ints
from cubesolve.search.symmetry import AXIS_SYMMETRIES
from cubesolve.search.workers import N_STREAMS, Workers

_LEAST_3X3 = 14  # turns that the 3x3 at the end hardly ever takes less of
_MOST_4 = 40_000  # ways that are kept
_EACH_4 = 100  # ways of phase 4 from one start for one total
_ROOM_3, _ROOM_4 = 60_000, 150_000  # starts that a stream may list
_NODES_3, _NODES_4 = 200, 70  # what it costs to list the starts of one candidate, in nodes
_FEW = 40  # candidates whose choices of low wings are all looked at
_CLOSE_3 = 6  # turns that phase 3 may take at least, else
_FEWEST_5 = 4  # the part of what may be kept of phase 5 that is enough
_LONGER_3 = 3  # by how many turns the total of phase 3 may grow
_AT_ONCE = 4_000  # ways that are played between two pauses
_LISTED = 200  # candidates whose starts a stream lists between two, one where they are few

Steps = Generator[None, None, Candidates]


class LastPhases:
    """The phases that pair the edges.

    `step` is how many nodes are looked at between two pauses, `share` how much of the time is over.
    """

    def __init__(self, workers: Workers, on_progress: ProgressListener) -> None:
        self.tables: FiveTables = tables_for(on_progress)
        self.workers = workers
        self.bound = 1 << 30
        self.step = 0
        self.share = 0.0
        self._nodes = 0

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return self._nodes

    def last_phases(self, plan: Plan, split: Candidates) -> Steps:
        """Return reduced cubes, from candidates whose centres are on their axes."""
        starts_3 = yield from self._starts_3(plan, split)
        for longer in range(_LONGER_3, 10):
            wings = yield from self._phase_3(plan, split, starts_3, longer)
            starts_4 = yield from self._starts_4(wings)
            if len(starts_4):
                break
        else:
            return wings.pick(np.empty(0, np.int64))
        middle = yield from self._phase_4(plan, wings, starts_4)
        return (yield from self._phase_5(plan, middle))

    def _walk(
        self, walk: PhaseWalk, bound: int, most: int = 1 << 62, until: float = ANY_TIME
    ) -> Iterator[None]:
        """Find all ways that make a total.

        If there are any, stop after so many nodes, or when a share of the time is over.
        """
        walk.begin(bound)
        is_done = False
        while not (is_done or walk.is_full or (walk.found and self._is_enough(walk, most, until))):
            before = walk.nodes
            is_done = walk.advance(self.step, self.workers)
            self._nodes += walk.nodes - before
            yield

    def _is_enough(self, walk: PhaseWalk, most: int, until: float) -> bool:
        return walk.nodes >= most or self.share >= until

    def _starts_3(self, plan: Plan, split: Candidates) -> Generator[None, None, Starts]:
        """Return the best choices of low wings, with how many turns they need at least."""
        only_close = split.size > _FEW
        most = _CLOSE_3 if only_close else self.tables.phase_3.nearest + 1
        limits = [np.array([plan.slack_3, most, only_close, 1 << 30]) for _ in range(N_STREAMS)]
        axes = np.array(AXIS_SYMMETRIES)

        def list_starts(stream: int, numbers: Ints, out: Starts) -> int:
            return int(
                kernel.starts_3(
                    split.rows,
                    split.lengths,
                    numbers,
                    limits[stream],
                    out,
                    kernel.Axes(axes, views()),
                    self.tables.phase_3,
                )
            )

        outs = [np.empty((_ROOM_3, five_walk.START_SIZE), np.int64) for _ in range(N_STREAMS)]
        counts = [0] * N_STREAMS
        yield from self._list(list_starts, split.size, _NODES_3, outs, counts)
        found = np.concatenate([out[:count] for out, count in zip(outs, counts, strict=True)])
        if not len(found):
            return (yield from self._starts_3(plan, split.pick(np.arange(_FEW))))
        best = found[:, five_walk.SCORE].min()
        return _by_score(found[found[:, five_walk.SCORE] <= best + plan.slack_3])

    def _list(
        self, listing: Listing, count: int, nodes: int, outs: list[Starts], counts: list[int]
    ) -> Iterator[None]:
        """List the starts of all candidates; count their nodes where a step's are reached."""
        first, at_once = 0, N_STREAMS * (1 if count <= _FEW else _LISTED)
        while first < count:
            last = min(count, first + max(N_STREAMS, self.step // nodes))
            for some in range(first, last, at_once):
                if some > first:
                    yield
                numbers = np.arange(some, min(last, some + at_once))
                listed_by_streams(listing, numbers, outs, counts, self.workers)
            self._nodes += nodes * (last - first)
            yield
            first = last

    def _phase_3(self, plan: Plan, split: Candidates, starts: Starts, longer: int) -> Steps:
        """Make wings low or high; return what comes of it in both views of phase 4."""
        best = int(starts[0, five_walk.SCORE])
        walk = PhaseWalk(2, starts, 5 * plan.enough_3 // 2, self.tables)
        for bound in range(best, best + longer + 1):
            yield from self._walk(walk, bound)
            if walk.found >= plan.enough_3:
                break
        ways = walk.ways()
        chosen = starts[ways[:, five_walk.WAY_START]]
        axes = np.array(AXIS_SYMMETRIES)[chosen[:, five_walk.VIEW]]
        yield
        bases = split.pick(chosen[:, five_walk.SOURCE]).seen(axes)
        yield
        reached = bases.played(_renumbered(ways), 2).at_end_of(2)
        yield
        last = _last_turns(ways, 2)
        other = np.array([*(turn_in_other_view(turn) for turn in range(N_TURNS)), -1])[last]
        as_is = reached.pick(~np.isin(last, PHASE_TURNS[3]))
        turned = reached.pick(~np.isin(other, PHASE_TURNS[3]))
        turned = turned.seen(np.full(turned.size, OTHER_VIEW))
        yield
        return joined([as_is, turned]).each_once()

    def _starts_4(self, wings: Candidates) -> Generator[None, None, Starts]:
        """Return every choice of four edges, the most promising first."""

        def list_starts(stream: int, numbers: Ints, out: Starts) -> int:
            table = self.tables.phase_4
            return int(kernel.starts_4(wings.rows, wings.lengths, numbers, out, table))

        outs = [np.empty((_ROOM_4, five_walk.START_SIZE), np.int64) for _ in range(N_STREAMS)]
        counts = [0] * N_STREAMS
        yield from self._list(list_starts, wings.size, _NODES_4, outs, counts)
        found = np.concatenate([out[:count] for out, count in zip(outs, counts, strict=True)])
        return _by_score(found)

    def _phase_4(self, plan: Plan, wings: Candidates, starts: Starts) -> Steps:
        """Pair four edges."""
        starts = np.ascontiguousarray(starts[: plan.starts_4])
        walk = PhaseWalk(3, starts, _MOST_4, self.tables, _EACH_4)
        bound = int((starts[:, five_walk.COST] + starts[:, five_walk.LEAST]).min())
        while not walk.found or not (
            walk.is_full or self._is_enough(walk, plan.nodes_4, plan.until_4)
        ):
            yield from self._walk(walk, bound, plan.nodes_4, plan.until_4)
            bound += 1
        reached = yield from _reached(wings, starts, walk.ways(), 3)
        return reached.each_once()

    def _phase_5(self, plan: Plan, middle: Candidates) -> Steps:
        """Pair the other edges and finish the centres.

        Those that are one turn longer than the shortest are kept too, and where that is little,
        those of one more turn.
        """
        starts = np.empty((middle.size, five_walk.START_SIZE), np.int64)
        table = self.tables.phase_5
        count = kernel.starts_5(middle.rows, middle.lengths, EDGES, starts, table)
        if not count:
            return middle.pick(np.empty(0, np.int64))
        starts = _by_score(starts[:count])
        walk = PhaseWalk(4, starts, plan.most_5, self.tables)
        first = bound = int(starts[0, five_walk.SCORE])
        while bound <= self.bound - _LEAST_3X3:
            yield from self._walk(walk, bound, plan.nodes_5, plan.until_5)
            if not walk.found:
                first = bound + 1
            enough = bound > first and walk.found >= plan.most_5 // _FEWEST_5
            if walk.is_full or enough or bound > first + 1:
                break
            if walk.found and self._is_enough(walk, plan.nodes_5, plan.until_5):
                break
            bound += 1
        return (yield from _reached(middle, starts, walk.ways(), 4))


def _reached(bases: Candidates, starts: Starts, ways: Ways, phase: int) -> Steps:
    """Return what ways through a phase lead to; pause now and then, as there may be many."""
    parts = []
    for first in range(0, max(len(ways), 1), _AT_ONCE):
        yield
        some = ways[first : first + _AT_ONCE]
        begun = bases.pick(starts[some[:, five_walk.WAY_START], five_walk.SOURCE])
        parts.append(begun.played(_renumbered(some), phase).at_end_of(phase))
    yield
    return joined(parts)


def _by_score(starts: Starts) -> Starts:
    found: Starts = starts[np.argsort(starts[:, five_walk.SCORE], kind="stable")]
    return found


def _renumbered(ways: Ways) -> Ways:
    """Return ways that each begin with the candidate in the same row."""
    found = ways.copy()
    found[:, five_walk.WAY_START] = np.arange(len(ways))
    return found


def _last_turns(ways: Ways, phase: int) -> npt.NDArray[np.int64]:
    """Return the last turn of each way, -1 where there is none."""
    lengths = ways[:, five_walk.WAY_LENGTH].astype(np.int64)
    at = five_walk.WAY_TURNS + np.maximum(lengths, 1) - 1
    turns = PHASE_TURNS[phase][ways[np.arange(len(ways)), at] % len(PHASE_TURNS[phase])]
    return np.where(lengths > 0, turns, -1)
