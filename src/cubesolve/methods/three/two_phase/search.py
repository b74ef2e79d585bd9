"""The search: shorter and shorter solutions of a state, the first at once.

A state is searched from six sides: along three axes, it and its inverse. Each is also searched with
one or two turns played before it, which come out at a solution's other end: that gives many more
starts for phase 1, some of them near its goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.three.two_phase.cubie import (
    N_TURNS,
    PHASE_2_TURNS,
    Arrays,
    Bytes,
    Cubies,
    inverse_turn,
)
from cubesolve.methods.three.two_phase.symmetry import (
    AXIS_SYMMETRIES,
    N_AXES,
    conjugate_turns,
    symmetry_arrays,
)
from cubesolve.methods.three.two_phase.tables import tables_for, turn_costs, turns_after
from cubesolve.notation import Metric
from cubesolve.protocols import Limit, ProgressListener, no_progress

#: How far a search goes unless told otherwise: some hundredths of a second.
DEFAULT_NODES = 250_000

_LONGEST_BEFORE = 2  # turns before a view
_BEFORE_FROM = 9  # turns of phase 1 from which on one turn is played before views, then two
_NODES_BEFORE = (0, 4_000)  # nodes from which on one turn is played before views, and two
_STEP = 2_000  # nodes between two looks at the clock
_LONG_STEP = 20_000  # the same once a search has gone on for a while
_ANY_LENGTH = 40
_AXES = np.arange(N_AXES)[:, None]
# What phase 2 may cost: much while nothing is found, then what is found in no time.
_FIRST_PHASE_2 = {Metric.OBTM: 12, Metric.QTM: 18}
_PHASE_2 = {Metric.OBTM: 11, Metric.QTM: 14}


@dataclass(frozen=True)
class Found:
    """A solution: its turns, what they cost, and when it was found."""

    turns: tuple[int, ...]
    cost: int
    nodes: int
    seconds: float
    is_optimal: bool = False


class _Side(NamedTuple):
    """A state, or its inverse, as it looks along an axis."""

    state: Cubies
    axis: int
    is_inverse: bool


class _Before(NamedTuple):
    """Sequences of turns to be played before a state, all of one length."""

    corners: Bytes
    edges: Bytes
    costs: npt.NDArray[np.int64]


def solutions(
    state: Cubies,
    metric: Metric = Metric.OBTM,
    limit: Limit | None = None,
    on_progress: ProgressListener = no_progress,
) -> Iterator[Found]:
    """Yield solutions of a state, each shorter than the one before, until a limit.

    The last one is marked as optimal where the search has seen that none is shorter. Without a
    limit it is `DEFAULT_NODES`.
    """
    if state.is_solved:
        yield Found((), 0, 0, 0.0, is_optimal=True)
        return
    yield from Search(state, metric, limit or Limit(nodes=DEFAULT_NODES), on_progress)


class Search:
    """One search: the arrays that the kernel keeps its place in, and the best that it found.

    A search that has come to its limit goes on from there with another one.
    """

    def __init__(
        self, state: Cubies, metric: Metric, limit: Limit, on_progress: ProgressListener
    ) -> None:
        from cubesolve.kernels import two_phase as kernel

        self.kernel = kernel
        self.metric = metric
        self.limit = limit
        self.tables = tables_for(metric, on_progress)
        self.best: Found | None = None
        self.began = perf_counter()
        self.sides = _sides(state)
        self.corners = np.stack([side.state.corners for side in self.sides])
        self.edges = np.stack([side.state.edges for side in self.sides])
        self.job = np.zeros(kernel.JOB_SIZE, np.int64)
        self.job[kernel.VIEW] = self.job[kernel.LEVEL] = -1
        self.job[kernel.LONGEST] = _ANY_LENGTH
        self.job[kernel.PHASE_2] = _FIRST_PHASE_2[metric]
        self.views = np.empty((len(self.sides) * len(_all_sequences()), kernel.N_FIELDS), np.int64)
        self.levels = np.empty((kernel.N_FIELDS, kernel.MAX_LEVEL), np.int64)
        self.nearer = np.empty((kernel.MAX_LEVEL, N_TURNS), np.int64)
        self.places = np.empty((kernel.MAX_LEVEL, 4), np.int64)
        self.out = np.empty(2 * kernel.MAX_LEVEL, np.int64)
        self.length_before = 0
        self._add_views(0)

    def __iter__(self) -> Iterator[Found]:
        kernel, job = self.kernel, self.job
        while self.best is None or not self.limit.is_reached(
            self.seconds, self.best.cost, self.nodes
        ):
            status = kernel.advance(
                job,
                _LONG_STEP if job[kernel.NODES] > 10 * _LONG_STEP else _STEP,
                self.views,
                self.levels,
                self.nearer,
                self.places,
                self.out,
                self.tables,
            )
            if status == kernel.EXHAUSTED:
                assert self.best is not None  # every state is solved in fewer turns than allowed
                self.best = self._found(self.best.turns, self.best.cost, is_optimal=True)
                yield self.best
                return
            if status == kernel.FOUND:
                turns = self._turns()
                cost = sum(turn_costs(self.metric)[turn] for turn in turns)
                self.best = self._found(turns, cost)
                job[kernel.LONGEST] = cost - 1
                job[kernel.PHASE_2] = _PHASE_2[self.metric]
                yield self.best
            elif (
                self.best is not None
                and self.length_before < _LONGEST_BEFORE
                and job[kernel.TOTAL] >= _BEFORE_FROM + self.length_before
                and self.nodes >= _NODES_BEFORE[self.length_before]
            ):
                self._add_views(self.length_before + 1)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return int(self.job[self.kernel.NODES])

    @property
    def seconds(self) -> float:
        """How long ago the search began."""
        return perf_counter() - self.began

    def _found(self, turns: tuple[int, ...], cost: int, is_optimal: bool = False) -> Found:
        return Found(turns, cost, self.nodes, self.seconds, is_optimal)

    def _add_views(self, length: int) -> None:
        before = _before(length, self.metric)
        self.kernel.add_views(self.job, self.views, self.corners, self.edges, before, self.tables)
        self.length_before = length

    def _turns(self) -> tuple[int, ...]:
        """Return the kernel's answer as turns of the state itself."""
        kernel = self.kernel
        view = int(self.job[kernel.VIEW])
        sequence, number = divmod(view, len(self.sides))
        side = self.sides[number]
        turns = [*map(int, self.out[: self.job[kernel.LENGTH]]), *_all_sequences()[sequence]]
        back = _turns_from(side.axis)
        turns = [back[turn] for turn in turns]
        if side.is_inverse:
            turns = [inverse_turn(turn) for turn in reversed(turns)]
        return merged(turns)


def merged(turns: Iterable[int]) -> tuple[int, ...]:
    """Return turns with those of one face as one, where only the opposite face turns between them.

    They can meet where the phases do, and where turns before a view follow phase 2.

    >>> merged([3, 13, 4])  # R L2 R2
    (5, 13)
    """
    found: list[int] = []
    for turn in turns:
        at = len(found)
        while at and found[at - 1] // 3 % 3 == turn // 3 % 3:
            at -= 1
        same = next((i for i in range(at, len(found)) if found[i] // 3 == turn // 3), None)
        if same is None:
            found.append(turn)
            continue
        amount = (found[same] % 3 + 1 + turn % 3 + 1) % 4
        if amount:
            found[same] = turn - turn % 3 + amount - 1
        else:
            del found[same]
    return tuple(found)


def seen_along_axes(state: Cubies) -> tuple[Cubies, ...]:
    """Return a state as it looks along each of the three axes."""
    to, (back_corners, back_edges) = _axis_maps()
    corners = to.corners[_AXES, state.corners[back_corners]]
    edges = to.edges[_AXES, state.edges[back_edges]]
    return tuple(map(Cubies, corners, edges))


@cache
def _axis_maps() -> tuple[Arrays, tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """Return where the symmetries of the axes take each slot, and what they bring there."""
    chosen = np.array(AXIS_SYMMETRIES)
    corners, edges = (maps[chosen] for maps in symmetry_arrays())
    return Arrays(corners, edges), (np.argsort(corners, axis=1), np.argsort(edges, axis=1))


def _sides(state: Cubies) -> list[_Side]:
    """Return the state and its inverse as seen along each axis, where they differ."""
    found: dict[bytes, _Side] = {}
    for is_inverse, base in ((False, state), (True, state.inverse())):
        for axis, seen in enumerate(seen_along_axes(base)):
            key = seen.corners.tobytes() + seen.edges.tobytes()
            found.setdefault(key, _Side(seen, axis, is_inverse))
    return list(found.values())


@cache
def _turns_from(axis: int) -> tuple[int, ...]:
    """Return which turn of the state each turn is that is seen along an axis."""
    seen = conjugate_turns()[AXIS_SYMMETRIES[axis]]
    return tuple(map(int, np.argsort(seen)))


@cache
def sequences_before(length: int) -> tuple[tuple[int, ...], ...]:
    """Return the sequences of a length whose first turn phase 2 could not have made itself."""
    if length == 0:
        return ((),)
    if length == 1:
        return tuple((turn,) for turn in range(N_TURNS) if turn not in PHASE_2_TURNS)
    after = turns_after()
    return tuple(
        (*sequence, turn)
        for sequence in sequences_before(length - 1)
        for turn in range(N_TURNS)
        if after[sequence[-1]] >> turn & 1 and not _swaps_into_phase_2(sequence[-1], turn)
    )


def _swaps_into_phase_2(turn: int, following: int) -> bool:
    """Tell whether two turns can change places so that the first is one of phase 2."""
    return abs(turn // 3 - following // 3) == 3 and following in PHASE_2_TURNS


@cache
def _all_sequences() -> tuple[tuple[int, ...], ...]:
    lengths = range(_LONGEST_BEFORE + 1)
    return tuple(sequence for length in lengths for sequence in sequences_before(length))


@cache
def _before(length: int, metric: Metric) -> _Before:
    costs = turn_costs(metric)
    sequences = sequences_before(length)
    states = [Cubies.solved().play(sequence) for sequence in sequences]
    return _Before(
        np.stack([state.corners for state in states]),
        np.stack([state.edges for state in states]),
        np.array([sum(costs[turn] for turn in sequence) for sequence in sequences], np.int64),
    )
