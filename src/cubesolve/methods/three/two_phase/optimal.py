"""Solutions that are proven to be the shortest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.methods.three.two_phase.coordinates import N_PERM4, Coordinate
from cubesolve.methods.three.two_phase.cubie import N_TURNS, TURNS, Cubies, turn_arrays
from cubesolve.methods.three.two_phase.search import DEFAULT_NODES, start_search
from cubesolve.methods.three.two_phase.symmetry import (
    conjugate_turns,
    seen_along_axes,
    symmetries_of,
)
from cubesolve.methods.three.two_phase.tables import Tables, tables_for
from cubesolve.notation import Metric
from cubesolve.protocols import Limit, ProgressListener, no_progress, now
from cubesolve.search.anytime import Anytime, Found, with_nodes
from cubesolve.search.symmetry import AXIS_SYMMETRIES
from cubesolve.words import searching as words

if TYPE_CHECKING:
    from cubesolve.kernels.optimal import Ways

_SHORT = 13  # depths from here on are searched in pieces, more of them the deeper they are
_MOST_SPLIT = 3  # turns at the beginning of a piece
#: From this depth on, a search in two phases looks for a shorter solution before a proof goes on.
_DEEP = 16
_PARTS = 20  # of such a search, for progress


@cache
def _ways() -> Ways:
    from cubesolve.kernels.optimal import Ways

    allowed = [*TURNS.after, TURNS.every]
    turns = np.zeros((len(allowed), N_TURNS), np.int32)
    counts = np.zeros(len(allowed), np.int64)
    for row, bits in enumerate(allowed):
        chosen = [turn for turn in range(N_TURNS) if bits >> turn & 1]
        turns[row, : len(chosen)] = chosen
        counts[row] = len(chosen)
    seen = conjugate_turns()[np.array(AXIS_SYMMETRIES)]
    return Ways(turns, counts, seen, *turn_arrays())


@dataclass(frozen=True)
class _Piece:
    """A part of one depth: the turns played so far, the state they lead to, and what is left."""

    turns: tuple[int, ...]
    state: Cubies
    left: int


def optimal_solutions(
    state: Cubies,
    metric: Metric = Metric.OBTM,
    limit: Limit | None = None,
    on_progress: ProgressListener = no_progress,
) -> Iterator[Found]:
    """Yield shorter and shorter solutions; the last is marked as optimal unless a limit came first.

    Each depth is searched in pieces, on all cores, which all end when the iterator is closed.
    """
    if state.is_solved:
        yield Found((), 0, 0, 0.0, is_optimal=True)
        return
    limit = limit or Limit()
    search = start_search(state, metric, with_nodes(limit, DEFAULT_NODES), on_progress)
    yield from search
    best = search.best
    assert best is not None
    if not best.is_optimal and not limit.is_reached(search.seconds, best.cost, search.nodes):
        yield from _Proof(state, metric, limit, on_progress, search).better_than(best)


def duration(seconds: float) -> str:
    """Return a time in words, as exact as an estimate can be.

    >>> duration(8.4), duration(250), duration(9000)
    ('8 s', '4 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


class _Proof:
    """Depth by depth, from a lower bound up to a known solution."""

    def __init__(
        self,
        state: Cubies,
        metric: Metric,
        limit: Limit,
        on_progress: ProgressListener,
        search: Anytime,
    ) -> None:
        from cubesolve.kernels import optimal as kernel

        self.kernel = kernel
        self.state = state
        self.costs = TURNS.costs(metric)
        self.tables: Tables = tables_for(metric, on_progress)
        self.limit = limit
        self.on_progress = on_progress
        self.search = search
        self.proof_nodes = 0
        # A quarter turn changes the parity of the corners: costs in quarter turns differ by two.
        self.step = 2 if metric == Metric.QTM else 1
        self.symmetries = conjugate_turns()[symmetries_of(state)]
        self.stop = np.zeros(1, np.uint8)

    def better_than(self, best: Found) -> Iterator[Found]:
        """Yield shorter solutions if there are any; the last, or the one given, as proven."""
        least = int(self.kernel.bound(self._coordinates(self.state), self.tables))
        depth = best.cost - (best.cost - least) // self.step * self.step
        last_depth = 0  # nodes that it took
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            try:
                while depth < best.cost:
                    if depth >= _DEEP:
                        for best in self._shorter_first(depth, last_depth // 4):
                            yield best
                        if best.is_optimal or self._is_over(best):
                            return
                        if best.cost <= depth:
                            break
                    before = self.nodes
                    turns, finished = self._depth(depth, pool)
                    last_depth = self.nodes - before
                    if turns is not None:
                        yield Found(turns, depth, self.nodes, self.search.seconds, is_optimal=True)
                        return
                    if not finished:
                        return
                    depth += self.step
            finally:
                self.stop[0] = 1  # also for who closes the iterator, or presses Ctrl-C
        yield Found(best.turns, best.cost, self.nodes, self.search.seconds, is_optimal=True)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at, by the search before and by the proof."""
        return self.search.nodes + self.proof_nodes

    def _is_over(self, best: Found) -> bool:
        return self.limit.is_reached(self.search.seconds, best.cost, self.nodes)

    def _shorter_first(self, depth: int, nodes: int) -> Iterator[Found]:
        """Let the search in two phases go on: each turn that it saves spares the last depth."""
        before = self.search.nodes
        limit = replace(self.limit, moves=max(depth, self.limit.moves or 0))
        for part in range(_PARTS):
            self.on_progress(words.LOOKING_FOR_SHORTER, part / _PARTS)
            self.search.limit = with_nodes(limit, before + nodes * (part + 1) // _PARTS)
            for found in self.search:
                yield found
                if found.is_optimal:
                    return

    def _depth(self, depth: int, pool: ThreadPoolExecutor) -> tuple[tuple[int, ...] | None, bool]:
        """Return a solution of this cost if there is one, and whether all of the depth was seen."""
        before, started = self.proof_nodes, now()
        jobs: list[Future[tuple[tuple[int, ...] | None, int]]] = []
        try:
            for piece in self._pieces(depth):
                jobs.append(pool.submit(self._piece, piece))
                self._check_time()
            for number, job in enumerate(jobs):  # in their order: the same answer every time
                turns, nodes = job.result(self._time_left())
                self._check_time()
                self.proof_nodes += nodes
                if turns is not None:
                    return turns, True
                if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
                    return None, False
                took = now() - started
                speed = (self.proof_nodes - before) / took / 1e6
                share = (number + 1) / len(jobs)
                left = duration(took * (1 - share) / share)
                news = words.depth(depth, speed, left)
                self.on_progress(news, share)
        except TimeoutError:
            return None, False
        finally:
            for job in jobs:
                job.cancel()
        return None, True

    def _time_left(self) -> float | None:
        return None if self.limit.time is None else max(0.0, self.limit.time - self.search.seconds)

    def _check_time(self) -> None:
        """Raise `TimeoutError` when the limit's time is over."""
        if self._time_left() == 0.0:
            raise TimeoutError

    def _pieces(self, depth: int) -> list[_Piece]:
        """Return what is left to search after each beginning of a few turns."""
        pieces = [_Piece((), self.state, depth)]
        for _ in range(min(_MOST_SPLIT, max(0, depth - _SHORT))):
            pieces = [longer for piece in pieces for longer in self._longer(piece)]
        return pieces

    def _longer(self, piece: _Piece) -> Iterator[_Piece]:
        """Yield a piece with each turn after it, where that can lead to a solution."""
        for turn, cost in enumerate(self.costs):
            self._check_time()
            if not piece.turns or self.tables.after[piece.turns[-1]] >> turn & 1:
                state = piece.state.play([turn])
                longer = _Piece((*piece.turns, turn), state, piece.left - cost)
                if self._may_fit(longer) and self._is_first(longer):
                    yield longer

    def _is_first(self, piece: _Piece) -> bool:
        """Tell whether no symmetry of the state makes an earlier piece of this one."""
        return all(
            piece.turns <= TURNS.in_order(int(images[turn]) for turn in piece.turns)
            for images in self.symmetries
        )

    def _may_fit(self, piece: _Piece) -> bool:
        coordinates = self._coordinates(piece.state)
        return bool(self.kernel.bound(coordinates, self.tables) <= piece.left)

    def _piece(self, piece: _Piece) -> tuple[tuple[int, ...] | None, int]:
        out = np.empty(self.kernel.MAX_LEVEL, np.int64)
        below = self.kernel.Piece(
            self._coordinates(piece.state),
            piece.state.corners,
            piece.state.edges,
            piece.left,
            piece.turns[-1] if piece.turns else -1,
        )
        length, nodes = self.kernel.search_below(below, _ways(), self.stop, out, self.tables)
        if length < 0:
            return None, nodes
        return (*piece.turns, *map(int, out[:length])), nodes

    @staticmethod
    def _coordinates(state: Cubies) -> npt.NDArray[np.int64]:
        """Return twist, flip and slice of a state along each axis."""
        return np.array(
            [
                (
                    Coordinate.TWIST.of(seen),
                    Coordinate.FLIP.of(seen),
                    Coordinate.SLICE_SORTED.of(seen) // N_PERM4,
                )
                for seen in seen_along_axes(state)
            ],
            np.int64,
        )
