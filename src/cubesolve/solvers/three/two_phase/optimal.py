"""Solutions that are proven to be the shortest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter

import numpy as np
import numpy.typing as npt

from cubesolve.notation import Metric
from cubesolve.solvers.protocols import Limit, ProgressListener, no_progress
from cubesolve.solvers.three.two_phase.coordinates import N_PERM4, Coordinate
from cubesolve.solvers.three.two_phase.cubie import Cubies, turn_arrays
from cubesolve.solvers.three.two_phase.search import Found, seen_along_axes, solutions
from cubesolve.solvers.three.two_phase.symmetry import (
    AXIS_SYMMETRIES,
    conjugate_turns,
    symmetries_of,
)
from cubesolve.solvers.three.two_phase.tables import Tables, tables_for, turn_costs

#: What is looked for before the proof begins.
_QUICK = Limit(nodes=250_000)
_SHORT = 13  # depths from here on are searched in pieces, more of them the deeper they are
_MOST_SPLIT = 3  # turns at the beginning of a piece


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
    limit = limit or Limit()
    began = perf_counter()
    best: Found | None = None
    quick = Limit(time=limit.time, moves=limit.moves, nodes=limit.nodes or _QUICK.nodes)
    for best in solutions(state, metric, quick, on_progress):
        yield best
    assert best is not None
    if best.is_optimal or (limit.moves is not None and best.cost <= limit.moves):
        return
    proof = _Proof(state, metric, limit, on_progress, began)
    yield from proof.better_than(best)


def in_order(turns: list[int]) -> tuple[int, ...]:
    """Return turns with neighbours of opposite faces in the order in which they are searched."""
    for i in range(len(turns) - 1):
        if turns[i] // 3 == turns[i + 1] // 3 + 3:
            turns[i], turns[i + 1] = turns[i + 1], turns[i]
    return tuple(turns)


class _Proof:
    """Depth by depth, from a lower bound up to a known solution."""

    def __init__(
        self,
        state: Cubies,
        metric: Metric,
        limit: Limit,
        on_progress: ProgressListener,
        began: float,
    ) -> None:
        from cubesolve.kernels import optimal as kernel

        self.kernel = kernel
        self.state = state
        self.costs = turn_costs(metric)
        self.tables: Tables = tables_for(metric, on_progress)
        self.limit = limit
        self.on_progress = on_progress
        self.began = began
        self.nodes = 0
        # A quarter turn changes the parity of the corners: costs in quarter turns differ by two.
        self.step = 2 if metric == Metric.QTM else 1
        self.axis_turns = conjugate_turns()[np.array(AXIS_SYMMETRIES)]
        self.symmetries = conjugate_turns()[symmetries_of(state)]
        self.stop = np.zeros(1, np.uint8)

    def better_than(self, best: Found) -> Iterator[Found]:
        """Yield a shorter solution if there is one, or the same, now proven."""
        least = int(self.kernel.bound(self._coordinates(self.state), self.tables))
        first = best.cost - (best.cost - least) // self.step * self.step
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            try:
                for depth in range(first, best.cost, self.step):
                    turns, finished = self._search(depth, pool)
                    if turns is not None:
                        yield Found(turns, depth, self.nodes, self._seconds, is_optimal=True)
                        return
                    if not finished:
                        return
            finally:
                self.stop[0] = 1  # also for who closes the iterator, or presses Ctrl-C
        yield Found(best.turns, best.cost, self.nodes, self._seconds, is_optimal=True)

    @property
    def _seconds(self) -> float:
        return perf_counter() - self.began

    def _search(self, depth: int, pool: ThreadPoolExecutor) -> tuple[tuple[int, ...] | None, bool]:
        """Return a solution of this cost if there is one, and whether all of the depth was seen."""
        before, started = self.nodes, perf_counter()
        pieces = self._pieces(depth)
        jobs: list[Future[tuple[tuple[int, ...] | None, int]]] = []
        try:
            jobs = [pool.submit(self._piece, piece) for piece in pieces]
            for number, job in enumerate(jobs):  # in their order: the same answer every time
                try:
                    turns, nodes = job.result(self._time_left())
                except TimeoutError:
                    return None, False
                self.nodes += nodes
                if turns is not None:
                    return turns, True
                if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
                    return None, False
                speed = (self.nodes - before) / (perf_counter() - started) / 1e6
                share = (number + 1) / len(pieces)
                self.on_progress(f"depth {depth}, {speed:.1f} million nodes a second", share)
        finally:
            for job in jobs:
                job.cancel()
        return None, True

    def _time_left(self) -> float | None:
        return None if self.limit.time is None else max(0.0, self.limit.time - self._seconds)

    def _pieces(self, depth: int) -> list[_Piece]:
        """Return what is left to search after each beginning of a few turns."""
        pieces = [_Piece((), self.state, depth)]
        for _ in range(min(_MOST_SPLIT, max(0, depth - _SHORT))):
            pieces = [
                _Piece((*piece.turns, turn), piece.state.play([turn]), piece.left - cost)
                for piece in pieces
                for turn, cost in enumerate(self.costs)
                if not piece.turns or self.tables.after[piece.turns[-1]] >> turn & 1
            ]
            pieces = [piece for piece in pieces if self._may_fit(piece) and self._is_first(piece)]
        return pieces

    def _is_first(self, piece: _Piece) -> bool:
        """Tell whether no symmetry of the state makes an earlier piece of this one."""
        return all(
            piece.turns <= in_order([int(images[turn]) for turn in piece.turns])
            for images in self.symmetries
        )

    def _may_fit(self, piece: _Piece) -> bool:
        coordinates = self._coordinates(piece.state)
        return bool(self.kernel.bound(coordinates, self.tables) <= piece.left)

    def _piece(self, piece: _Piece) -> tuple[tuple[int, ...] | None, int]:
        out = np.empty(self.kernel.MAX_LEVEL, np.int64)
        length, nodes = self.kernel.search_below(
            self._coordinates(piece.state),
            piece.state.corners,
            piece.state.edges,
            piece.left,
            piece.turns[-1] if piece.turns else -1,
            self.axis_turns,
            turn_arrays(),
            self.stop,
            out,
            self.tables,
        )
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
