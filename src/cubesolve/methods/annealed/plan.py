"""How far sweeps go, how annealing goes on from there, and what is left to do then, to a limit.

While it anneals, the price of wrong pieces rises and the temperature falls.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cubesolve.methods.annealed import cycle_sets, single_cycles
from cubesolve.methods.annealed.annealing import METRICS
from cubesolve.notation import Metric
from cubesolve.protocols import Limit
from cubesolve.protocols.clock import now

if TYPE_CHECKING:
    from cubesolve.kernels.annealing_window import Heat

_PASSES = 90  # how often windows go along the whole list
_FEWEST, _MOST = 12.0, 1200.0  # tries for each turn of a window
_OVERLAP = 2  # windows that a turn lies in
_BESIDE = 0.08


class Point(NamedTuple):
    """The price of a wrong piece and the temperature at a share of the way."""

    share: float
    price: float
    temperature: float


# Insertion takes longer than such annealing where there is little time for each piece: less is left
# to it then.
_LITTLE = 1_000  # nodes for each piece
_LITTLE_TIME = 3_000  # the same where the time is limited, and insertion must end in time
_SPEED = 3_000_000  # nodes a second, about, on two cores
_HURRIED = {
    Metric.SST: (
        Point(0.0, 1.2, 0.60),
        Point(0.15, 1.75, 0.455),
        Point(0.75, 2.4, 0.355),
        Point(1.0, 3.4, 0.29),
    ),
    Metric.OBTM: (
        Point(0.0, 1.8, 0.75),
        Point(0.15, 2.6, 0.57),
        Point(0.75, 3.6, 0.44),
        Point(1.0, 5.1, 0.36),
    ),
}
# Sets of commutators are inserted into lists that are not too long, if there is time for it.
_SETS_TO = 14_500  # pieces: size 50
_SETS_FROM = 3_000  # nodes for each piece
_MOST_KEPT_FOR_SETS = 0.45  # the share of the time that is kept for them, and for what comes then
# What comes then makes the solution shorter.
_AGAIN = 0.12  # the share of the time or nodes that is kept for it
_LOOKS = 3  # how often all orbits of a solution are looked at before it is annealed again
_NODES_AGAIN = 1_700  # nodes for each piece when it is annealed again
_TRIES_AGAIN = 60.0
_WARM = {Metric.SST: (2.1, 0.28), Metric.OBTM: (3.1, 0.35)}  # the price and the temperature then

# The share of the time that is kept for single commutators.
_LEAST_KEPT, _MOST_KEPT = 0.04, 0.4
_FEW_GAPS = 2_000  # of a list for each commutator, if time is short
_FEWEST_GAPS = 500
_INSERTING = 0.25  # where nodes are limited: how many of them insertion may take as long as
_KEPT_FOR_MORE = 0.2  # the share that is kept for more than a few gaps
_LATE = 0.07  # the share of the time by which a solution may be late, rather than none be there

# By what turns are counted in. Where a slice costs twice as much as a face, so do wrong pieces.
_POINTS = {
    Metric.SST: (
        Point(0.0, 1.2, 0.60),
        Point(0.08, 1.5, 0.44),
        Point(1.0, 2.2, 0.25),
    ),
    Metric.OBTM: (
        Point(0.0, 1.8, 0.75),
        Point(0.15, 2.6, 0.57),
        Point(1.0, 3.6, 0.44),
    ),
}


class Start(NamedTuple):
    """How far sweeps go if there are fewer than so many nodes for each piece.

    They end at a price; annealing goes on from a point, and leaves so much of the time at most to
    insertion.
    """

    nodes: float
    price: float
    point: Point
    most_kept: float


# The less time there is, the further sweeps go. With much of it, annealing alone begins better.
_STARTS = (
    Start(1_000, 0.56, Point(0.0, 2.1, 0.40), 0.95),
    Start(15_000, 0.95, Point(0.0, 1.8, 0.44), 0.5),
)
_AFTER_SWEEPS = Point(1.0, 2.45, 0.355)  # where annealing ends then
_SWEPT_FROM = 2_000  # pieces: size 20; smaller cubes have too few columns that could share turns
_SWEEP_NODES = 8.0  # nodes for a piece that allow one more try for each sweep
_FEWEST_SWEEPS, _MOST_SWEEPS = 20, 200
_SWEPT = 0.7  # the share of the time that sweeps may take
_FURTHER = 0.8  # of the price, where sweeps go on as insertion would take too long
_TRY = 1 / 400  # nodes that a try of a sweep takes, for each piece of the cube


def enough_nodes(limit: Limit) -> float:
    """Return how many nodes a limit is enough for, about."""
    most = math.inf if limit.nodes is None else float(limit.nodes)
    return most if limit.time is None else min(most, _SPEED * limit.time_left())


class Plan:
    """Says how hot it is: by the time or the nodes that are over."""

    def __init__(
        self,
        limit: Limit,
        metric: Metric,
        began: float,
        pieces: int,
        may_be_late: bool = True,
    ) -> None:
        self.limit = limit
        self.metric = metric
        self.began = began if limit.began is None else limit.began
        self.first = now()  # what came before annealing is no part of its way
        self.pieces = pieces
        self.may_be_late = may_be_late
        self.nodes = self._enough_for(_SPEED)
        self.start = self._start()
        self.points = self._points()
        self.length = 1
        self.kept = self.most_kept
        self.insertion = 0.0  # the seconds that it will take,
        self.by_singles = 0.0  # and that single commutators would take
        self.nodes_again = _NODES_AGAIN * pieces

    @property
    def _like(self) -> Metric:
        """The metric whose prices are used."""
        return Metric.OBTM if self.metric == Metric.OBTM else Metric.SST

    @property
    def by_sets(self) -> bool:
        """Whether sets of commutators are inserted, which takes longer than single ones."""
        return self.start is None and self._has_time_for_sets()

    def _has_time_for_sets(self) -> bool:
        return self.pieces <= _SETS_TO and self.nodes >= _SETS_FROM * self.pieces

    def _enough_for(self, second: float) -> float:
        """Return how many nodes the limit is enough for, at so many a second."""
        most = math.inf if self.limit.nodes is None else float(self.limit.nodes)
        return most if self.limit.time is None else min(most, second * self._time())

    def _start(self) -> Start | None:
        """Return how far sweeps go; they count slice turns, so they are no start for others."""
        if self.metric != Metric.SST or self.pieces < _SWEPT_FROM or self._has_time_for_sets():
            return None
        return next((one for one in _STARTS if self.nodes < one.nodes * self.pieces), None)

    @property
    def most_kept(self) -> float:
        """The share of the time that is kept for insertion at most."""
        return _MOST_KEPT if self.start is None else self.start.most_kept

    @property
    def sweep_tries(self) -> int:
        """How many sweeps each core tries before the best is done."""
        tries = self.nodes / self.pieces / _SWEEP_NODES
        return int(np.clip(tries, _FEWEST_SWEEPS, _MOST_SWEEPS))

    def is_swept(self) -> bool:
        """Tell whether the time for sweeps is over."""
        return self.limit.time is not None and now() - self.first >= _SWEPT * self._time()

    def next_price(self, price: float, tries: int, wrong: int, length: int) -> float | None:
        """Return how far sweeps go on from a price, after so many tries; `None` if far enough.

        That is known by how quick they were, as other work may be done on the same machine.
        """
        assert self.start is not None
        if self.limit.time is None or self.is_swept():
            return None
        self.note(int(tries * _TRY * self.pieces), wrong, length)
        self.start = self._start() or self.start
        if self.start.price < price:
            return self.start.price
        needed = self.insertion * _FEWEST_GAPS / _gaps(length)
        return None if needed < self.most_kept * self.left() else price * _FURTHER

    def begin(self, length: int) -> None:
        """Begin to anneal a list that is so long."""
        self.length = length
        self.first = now()

    def note(self, nodes: int, wrong: int, length: int) -> None:
        """Keep time for insertion: as long as it takes by the speed that was seen so far."""
        self.length = length
        if self.limit.time is None or not nodes:
            return
        second = nodes / max(now() - self.first, 1e-6)
        self.nodes = self._enough_for(second)
        self.points = self._points()
        self.by_singles = single_cycles.nodes_for(wrong, length) / second
        if self.by_sets:
            self.insertion = cycle_sets.nodes_for(wrong) / second
            self.kept = min(_AGAIN + self.insertion / self._time(), _MOST_KEPT_FOR_SETS)
            return
        self.insertion = self.by_singles
        share = self.insertion / self._time()
        few = share * min(1.0, _FEW_GAPS / _gaps(length))
        kept = max(min(share, _KEPT_FOR_MORE), min(few, self.most_kept))
        self.kept = max(_LEAST_KEPT, kept)

    def _points(self) -> tuple[Point, ...]:
        """Return the way to go, by how many nodes the limit is enough for."""
        if self.start is not None:
            return self.start.point, _AFTER_SWEEPS
        little = _LITTLE if self.limit.time is None else _LITTLE_TIME
        is_hurried = self.nodes < little * self.pieces
        return (_HURRIED if is_hurried else _POINTS)[self._like]

    def is_annealed(self) -> bool:
        """Tell whether the time for annealing is over."""
        if self.limit.time is None:
            return False
        return now() - self.first >= (1 - self.kept) * self._time()

    def share(self, nodes: int) -> float:
        """Return the share of the way that is over."""
        shares = [0.0]
        if self.limit.time is not None:
            gone = now() - self.first
            shares.append(gone / ((1 - self.kept) * self._time()))
        if self.limit.nodes is not None:
            again = _AGAIN * self._has_nodes_again()
            shares.append(nodes / max((1 - again) * self.limit.nodes, 1))
        return max(shares)

    def _has_nodes_again(self) -> bool:
        """Tell whether the share that is kept for it is enough to anneal a solution again."""
        assert self.limit.nodes is not None
        return self.by_sets and _AGAIN * self.limit.nodes >= self.nodes_again

    def anneals_again(self, looks: int, nodes: int, took: float) -> bool:
        """Tell whether a solution is annealed again, after so many looks at all its orbits.

        So many nodes are over, and it took so many seconds the last time.
        """
        if not self.by_sets or looks < _LOOKS:
            return False
        if self.limit.nodes is not None and nodes + self.nodes_again > self.limit.nodes:
            return False
        return self.left() > took

    def looks_again(self, looks: int) -> bool:
        """Tell whether all orbits of a solution are looked at again, after so many times."""
        return self.limit.nodes is None or (self.by_sets and looks < _LOOKS)

    def gaps_for(self, wrong: int) -> int:
        """Return how many gaps are tried for each commutator that puts so many pieces right."""
        if self.limit.nodes is None or not wrong:
            return single_cycles.GAPS
        gaps = _INSERTING * self.limit.nodes / single_cycles.nodes_for(wrong, 1)
        return int(np.clip(gaps, _FEWEST_GAPS, single_cycles.GAPS))

    def left(self) -> float:
        """Return how many seconds are left."""
        if self.limit.time is None:
            return math.inf
        return self.limit.time - (now() - self.began)

    def left_for_sets(self) -> float:
        """Return how many seconds are left for sets, so that single commutators can do the rest."""
        return self.left() - self.by_singles * min(1.0, _FEW_GAPS / _gaps(self.length))

    @property
    def late(self) -> float:
        """How many seconds a solution may be late."""
        return _LATE * (self.limit.time or 0) if self.may_be_late else 0.0

    @property
    def latest(self) -> Limit:
        """Until when a solution is of use."""
        time = self.limit.time
        return Limit(None if time is None else time + self.late, began=self.began)

    def is_late(self) -> bool:
        """Tell whether a solution that is still to come would be too late."""
        return self.left() < -self.late

    def _time(self) -> float:
        """Return the time for annealing and insertion."""
        assert self.limit.time is not None
        return max(self.limit.time - (self.first - self.began), 1e-6)

    def heat(self, share: float) -> Heat:
        """Return how the next pass is done: all passes take as long."""
        tries = self.nodes / (_PASSES * _OVERLAP * max(self.length, 1))
        share = min(share, 1.0)
        tries = float(np.clip(tries, _FEWEST, _MOST))
        return self._heat(tries, *_between(self.points, share), share)

    def heat_again(self) -> Heat:
        """Return how a solution is annealed again."""
        return self._heat(_TRIES_AGAIN, *_WARM[self._like], 1.0)

    def _heat(self, tries: float, price: float, temperature: float, share: float) -> Heat:
        from cubesolve.kernels.annealing_window import Heat

        guided, junctions = 0.2 + 0.3 * share, 0.12 + 0.3 * share
        metric = METRICS.index(self.metric)
        return Heat(tries, price, temperature, guided, junctions, _BESIDE, 0.03, metric)


def _gaps(length: int) -> int:
    """Return how many gaps of a list insertion would try; one that is empty has one, too."""
    return max(1, min(length, single_cycles.GAPS))


def _between(points: tuple[Point, ...], share: float) -> tuple[float, float]:
    for before, after in pairwise(points):
        if share <= after.share:
            far = (share - before.share) / (after.share - before.share)
            return (
                before.price * (after.price / before.price) ** far,
                before.temperature * (after.temperature / before.temperature) ** far,
            )
    return points[-1].price, points[-1].temperature
