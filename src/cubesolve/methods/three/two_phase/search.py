"""The search: shorter and shorter solutions of a state, the first at once.

A state is searched from six sides: along three axes, it and its inverse. Each is also searched with
one or two turns played before it, which come out at a solution's other end: that gives many more
starts for phase 1, some of them near its goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.three.two_phase.cubie import N_TURNS, PHASE_2_TURNS, TURNS, Bytes, Cubies
from cubesolve.methods.three.two_phase.symmetry import conjugate_turns, seen_along_axes
from cubesolve.methods.three.two_phase.tables import Tables, tables_for
from cubesolve.notation import Metric
from cubesolve.protocols import Limit, ProgressListener, no_progress, now
from cubesolve.search.anytime import Answer, Anytime, Found, Status
from cubesolve.search.symmetry import AXIS_SYMMETRIES

if TYPE_CHECKING:
    from cubesolve.kernels.two_phase import States

#: How far a search goes unless told otherwise: some hundredths of a second.
DEFAULT_NODES = 250_000

_LONGEST_BEFORE = 2  # turns before a view
_BEFORE_FROM = 9  # turns of phase 1 from which on one turn is played before views, then two
_NODES_BEFORE = (0, 4_000)  # nodes from which on one turn is played before views, and two
_ANY_LENGTH = 40
# What phase 2 may cost: much while nothing is found, then what is found in no time.
_FIRST_PHASE_2 = {Metric.OBTM: 12, Metric.QTM: 18}
_PHASE_2 = {Metric.OBTM: 11, Metric.QTM: 14}


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
    yield from start_search(state, metric, limit or Limit(nodes=DEFAULT_NODES), on_progress)


def start_search(
    state: Cubies, metric: Metric, limit: Limit, on_progress: ProgressListener
) -> Anytime:
    """Return a search of a state that is not solved; the time of its tables does not count."""
    tables = tables_for(metric, on_progress)
    began = now()
    return Anytime(TwoPhase(state, metric, tables), limit, began)


class TwoPhase:
    """The engine: the arrays that the kernel keeps its place in."""

    def __init__(self, state: Cubies, metric: Metric, tables: Tables) -> None:
        from cubesolve.kernels import two_phase as kernel
        from cubesolve.kernels import two_phase_work as place

        self.kernel, self.place = kernel, place
        self.metric = metric
        self.costs = TURNS.costs(metric)
        self.tables = tables
        self.sides = _sides(state)
        rows = _rows([side.state for side in self.sides])
        self.bases = kernel.Bases(*rows, np.zeros(len(self.sides), np.int64))
        self.work = place.new_work(len(self.sides) * len(_all_sequences()))
        self.job = self.work.job
        self.job[place.LONGEST] = _ANY_LENGTH
        self.job[place.PHASE_2] = _FIRST_PHASE_2[metric]
        self.length_before = 0
        self._add_views(0)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return int(self.job[self.place.NODES])

    def advance(self, nodes: int) -> Status:
        """Go on for about so many nodes; with turns before views when it is time for them."""
        kernel = self.kernel
        status = kernel.advance(self.work, nodes, self.tables)
        if status == kernel.FOUND:
            return Status.FOUND
        if status == kernel.EXHAUSTED:
            return Status.EXHAUSTED
        if self._is_time_for_more_views():
            self._add_views(self.length_before + 1)
        return Status.PAUSED

    def answer(self) -> Answer:
        """Return the kernel's answer as turns of the state itself."""
        place = self.place
        view = int(self.job[place.ANSWER])
        sequence, number = divmod(view, len(self.sides))
        side = self.sides[number]
        seen = [*map(int, self.work.out[: self.job[place.LENGTH]]), *_all_sequences()[sequence]]
        back = turns_from(side.axis)
        turns = [back[turn] for turn in seen]
        if side.is_inverse:
            turns = [TURNS.inverse(turn) for turn in reversed(turns)]
        # Turns of one face can meet where the phases do, and where turns before a view begin.
        merged = TURNS.merged(turns)
        return Answer(merged, sum(self.costs[turn] for turn in merged))

    def beat(self, cost: int) -> None:
        """Look from now on for answers that cost less, with a phase 2 that is quickly searched."""
        self.job[self.place.LONGEST] = cost - 1
        self.job[self.place.PHASE_2] = _PHASE_2[self.metric]

    def _is_time_for_more_views(self) -> bool:
        has_answer = self.job[self.place.LONGEST] < _ANY_LENGTH
        length = self.length_before
        return bool(
            has_answer
            and length < _LONGEST_BEFORE
            and self.job[self.place.TOTAL] >= _BEFORE_FROM + length
            and self.nodes >= _NODES_BEFORE[length]
        )

    def _add_views(self, length: int) -> None:
        before = before_views(length, self.metric)
        self.kernel.add_views(self.work, self.bases, before, self.tables)
        self.length_before = length


def _rows(states: list[Cubies]) -> States:
    from cubesolve.kernels.two_phase import States

    return States(np.stack([s.corners for s in states]), np.stack([s.edges for s in states]))


def _sides(state: Cubies) -> list[_Side]:
    """Return the state and its inverse as seen along each axis, where they differ."""
    found: dict[bytes, _Side] = {}
    for is_inverse, base in ((False, state), (True, state.inverse())):
        for axis, seen in enumerate(seen_along_axes(base)):
            key = seen.corners.tobytes() + seen.edges.tobytes()
            found.setdefault(key, _Side(seen, axis, is_inverse))
    return list(found.values())


@cache
def turns_from(axis: int) -> tuple[int, ...]:
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
    after = TURNS.after
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
def before_views(length: int, metric: Metric) -> _Before:
    """Return what the turns of a length that are played before views make of a solved cube."""
    costs = TURNS.costs(metric)
    sequences = sequences_before(length)
    return _Before(
        *_rows([Cubies.solved().play(sequence) for sequence in sequences]),
        np.array([sum(costs[turn] for turn in sequence) for sequence in sequences], np.int64),
    )
