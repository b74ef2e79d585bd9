"""`FourReductions`: ways to reduce a 4x4 in three phases, by streams that work side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import checkpoint
from cubesolve.methods.four.loading import FourTables, tables_for
from cubesolve.model import Cube
from cubesolve.search.anytime import Status
from cubesolve.search.coordinates import Bytes
from cubesolve.search.orbits import colors_in, faces_of, pieces, pieces_in
from cubesolve.search.pool import ReducedCubes
from cubesolve.search.reductions import Effort, Way
from cubesolve.search.workers import N_STREAMS

if TYPE_CHECKING:
    from cubesolve.kernels.four_phase_1 import Starts, State

_ENOUGH_STARTS = {0.0: 300, 8e6: 700, 4e7: 1_500}  # by the nodes that a search has
_MOST_STARTS = 20_000
_MOST_CANDIDATES = 1 << 17
_MOST_WAYS = 512  # between two looks at what was found
_FIRST_CANDIDATES = 30
_GENERATING = 0.5  # the share of a search that looks for candidates before any is tried
_AGAIN = 0.6  # the share of what is left then for more of them
_LEAST_AGAIN = 0.05
_LONGEST = 60
_NO_BEST = 99


def start_reductions(cube: Cube, effort: Effort) -> FourReductions:
    """Return the reductions of a 4x4; the tables are built first if they are not there."""
    return FourReductions(cube, tables_for(effort.on_progress), effort)


class FourReductions:
    """Ways to reduce a 4x4: see `cubesolve.search.reductions`.

    Phase 1 is done at once. Each stream has every second start: it finds candidates, the ends of
    phase 2, then tries them, the most promising first, and begins again with longer ones. The first
    time there are only a few of them, so that there is an answer soon.
    """

    def __init__(self, cube: Cube, tables: FourTables, effort: Effort) -> None:
        self.workers = effort.workers
        self.cube = _state(cube)
        self.starts, n_starts = _starts(self.cube, tables, effort.nodes)
        least = _least(self.starts, n_starts, tables)
        self.streams = [
            _Stream(self, tables, least, np.arange(number, len(least), N_STREAMS))
            for number in range(N_STREAMS)
        ]
        self.bound = _LONGEST
        self.best = _NO_BEST
        self._ways: list[Way] = []
        self._seen: dict[bytes, int] = {}  # reduced cubes with the least that they cost
        self._new: list[tuple[Bytes, Bytes, int]] = []

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return sum(stream.nodes for stream in self.streams)

    def advance(self, nodes: int, share: float, room: float) -> Status:
        """Let each stream go on for its share of the nodes."""
        going = [stream for stream in self.streams if not stream.is_over]
        if not going:
            return Status.ENDED
        for stream in going:
            stream.tell(self.best, self.bound)
        self.workers.map(lambda stream: stream.advance(nodes // N_STREAMS, share), going)
        for stream in going:
            self.best = min(self.best, stream.best)
            self._collect(stream)
        return Status.FOUND if self._new else Status.PAUSED

    def take(self) -> ReducedCubes:
        """Return the cubes of the ways that are new since it was asked last."""
        corners, edges, costs = zip(*self._new, strict=True)
        self._new.clear()
        return ReducedCubes(np.stack(corners), np.stack(edges), np.array(costs))

    def way(self, number: int) -> Way:
        """Return a way by its number."""
        return self._ways[number]

    def beat(self, cost: int) -> None:
        """Look for ways that cost less than solutions must."""
        self.bound = cost

    def _collect(self, stream: _Stream) -> None:
        """Take what a stream has found, but for cubes that are known already."""
        for turns, ends, corners, edges in stream.take():
            key = corners.tobytes() + edges.tobytes()
            if self._seen.get(key, _LONGEST) > len(turns):
                self._seen[key] = len(turns)
                first, second, _ = ends
                phases = (turns[:first], turns[first:second], turns[second:])
                self._ways.append(Way(phases))
                self._new.append((corners, edges, len(turns)))


class _Stream:
    """One of the parts that a search is split into."""

    def __init__(
        self,
        search: FourReductions,
        tables: FourTables,
        least: npt.NDArray[np.int64],
        entries: npt.NDArray[np.int64],
    ) -> None:
        from cubesolve.kernels import four_candidates, four_phase_2, four_phase_3

        self.cube, self.starts, self.tables = search.cube, search.starts, tables.phases
        self.kernel_2, self.kernel_3 = four_phase_2, four_phase_3
        self.longest = four_candidates.MAX_TOTAL - 1
        self.levels_2 = four_phase_2.new_levels()
        self.store = four_candidates.new_store(_MOST_CANDIDATES)
        self.levels_3 = four_phase_3.new_levels()
        self.ways = four_phase_3.new_ways(_MOST_WAYS)
        self.least, self.entries = least, entries
        self.total = int(least[entries].min()) if len(entries) else _LONGEST
        self.order = self._order()
        self.is_trying = False
        self.least_found = 0
        self.share = 0.0
        self.until = 0.0  # until then it generates; a few are tried at once, for a first answer
        self.tell(_NO_BEST, _LONGEST)
        self.clear()

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        in_2 = self.levels_2.job[self.kernel_2.NODES]
        return int(in_2 + self.levels_3.job[self.kernel_3.NODES])

    @property
    def best(self) -> int:
        """The shortest reduction that is known."""
        return int(self.levels_3.job[self.kernel_3.BEST])

    @property
    def n_candidates(self) -> int:
        """How many candidates wait to be tried."""
        return int(self.levels_2.job[self.kernel_2.COUNT])

    @property
    def is_over(self) -> bool:
        """Whether nothing is left that can be short enough."""
        return self._is_too_long and not self.is_trying and not self.n_candidates

    @property
    def _is_too_long(self) -> bool:
        """Whether phases 1 and 2 alone are longer now than reductions may be."""
        job, kernel = self.levels_3.job, self.kernel_3
        most = min(job[kernel.BOUND] - 1, job[kernel.BEST] + kernel.MORE, _LONGEST)
        return bool(self.total > most)

    def tell(self, best: int, bound: int) -> None:
        """Hear what others have found, and what solutions must cost less than."""
        job = self.levels_3.job
        job[self.kernel_3.BEST], job[self.kernel_3.BOUND] = best, bound
        most = best if best < _NO_BEST else _LONGEST
        self.levels_2.job[self.kernel_2.MOST] = min(most, bound - 1, self.longest)

    def advance(self, nodes: int, share: float) -> None:
        """Go on for about so many nodes."""
        if share < self.share:  # another round
            self.until = min(self.until, _GENERATING)
        self.share = share
        end = self.nodes + nodes
        while self.nodes < end and not self.is_over:
            if self.is_trying:
                if not self._try(end - self.nodes, share):
                    return
            else:
                self._generate(end - self.nodes, share)

    def take(self) -> list[tuple[tuple[int, ...], list[int], Bytes, Bytes]]:
        """Return what was found since it was asked last: turns, ends of phases, and the 3x3."""
        job, ways = self.levels_3.job, self.ways
        found = []
        for row in range(int(job[self.kernel_3.FOUND])):
            ends = ways.ends[row].tolist()
            turns = tuple(ways.turns[row, : ends[-1]].tolist())
            found.append((turns, ends, ways.corners[row].copy(), ways.edges[row].copy()))
        job[self.kernel_3.FOUND] = 0
        return found

    def clear(self) -> None:
        """Forget all candidates: what was tried is not tried again."""
        self.levels_2.job[self.kernel_2.COUNT] = 0
        self.store.heads[:] = self.store.tails[:] = -1

    def _generate(self, nodes: int, share: float) -> None:
        kernel = self.kernel_2
        status = kernel.FULL
        if not self._is_too_long:
            status = kernel.generate(
                self.order, self.total, nodes, self.levels_2, self.starts, self.store, self.tables
            )
        if status == kernel.DONE:
            self.total += 1
            self.order = self._order()
            self.levels_2.job[kernel.ENTRY] = 0
        has_enough = share >= self.until and self.n_candidates >= _FIRST_CANDIDATES
        if status == kernel.FULL or has_enough:
            self.least_found = self.kernel_3.begin(self.levels_3.job, self.store)
            self.is_trying = True

    def _try(self, nodes: int, share: float) -> bool:
        """Try candidates; tell whether there is room for more ways."""
        kernel = self.kernel_3
        status = kernel.attempt(
            self.least_found,
            nodes,
            self.cube,
            self.levels_3,
            self.starts,
            self.store,
            self.ways,
            self.tables,
        )
        if status == kernel.DONE:
            self.clear()
            self.is_trying = False
            again = share + max(_LEAST_AGAIN, _AGAIN * (1 - share))
            self.until = again if self.until else _GENERATING
        return bool(status != kernel.FULL)

    def _order(self) -> npt.NDArray[np.int64]:
        """Return the entries that can have the total length, those that are soon done first."""
        least = self.least[self.entries]
        able = np.flatnonzero(least <= self.total)
        return self.entries[able[np.argsort(-least[able], kind="stable")]]


def _state(cube: Cube) -> State:
    from cubesolve.kernels.four_phase_1 import State

    orbits, faces = pieces(4), faces_of(cube)
    return State(
        colors_in(orbits.x_centers, faces),
        pieces_in(orbits.wings, faces),
        pieces_in(orbits.corners, faces),
    )


def _starts(cube: State, tables: FourTables, nodes: float) -> tuple[Starts, int]:
    """Return the ends of phase 1, of all lengths until there are enough; and how many."""
    from cubesolve.kernels import four_phase_1 as kernel

    starts = kernel.new_starts(_MOST_STARTS)
    enough = max(count for least, count in _ENOUGH_STARTS.items() if nodes >= least)
    bits = 1 << np.arange(24)
    masks = [np.uint32(bits[cube.centers % 3 == pair].sum()) for pair in range(3)]
    room = np.empty(kernel.MAX_LENGTH + 1, np.uint32)
    count = 0
    for length in range(kernel.MAX_LENGTH + 1):
        for pair, mask in enumerate(masks):
            checkpoint()
            count = kernel.find_starts(mask, length, pair, count, room, starts, tables.pairs)
        if count >= enough:
            break
    kernel.end_starts(cube, count, starts, kernel.new_state(), tables)
    return starts, count


def _least(starts: Starts, count: int, tables: FourTables) -> npt.NDArray[np.int64]:
    """Return by start and variant the least that phases 1 and 2 come to.

    A goal of phase 2 is reached by no turns at all.
    """
    split, states = tables.phases.split, starts.splits[:count]
    distances = np.where(split.graph.goals[states] == 1, 0, split.distances[states])
    found: npt.NDArray[np.int64] = starts.lengths[:count, None] + distances
    return found.ravel()
