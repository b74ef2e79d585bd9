"""How annealing goes on: the price of wrong pieces rises and the temperature falls, to a limit."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cubesolve.notation import Metric
from cubesolve.protocols import Limit
from cubesolve.protocols.clock import now

if TYPE_CHECKING:
    from cubesolve.kernels.annealing_window import Heat

_PASSES = 90  # how often windows go along the whole list, at least
_FEWEST, _MOST = 12.0, 1200.0  # tries for each turn of a window
_FIRST = 40.0
_BESIDE = 0.08
GAPS = 6_000  # of a list that are tried for each commutator: more would take long and save little


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
    Metric.SST: (Point(0.75, 2.4, 0.355), Point(1.0, 3.4, 0.29)),
    Metric.OBTM: (Point(0.75, 3.6, 0.44), Point(1.0, 5.1, 0.36)),
}
# What insertion takes, in nodes of annealing, for a piece and a turn of the list; and the share of
# the time that is kept for it.
_INSERTION = 2.0
_LEAST_KEPT, _MOST_KEPT = 0.04, 0.4
_LATE = 0.07  # the share of the time by which a solution may be late, rather than none be there

# By what turns are counted in. Where a slice costs twice as much as a face, so do wrong pieces.
_POINTS = {
    Metric.SST: (
        Point(0.0, 1.2, 0.60),
        Point(0.15, 1.75, 0.455),
        Point(1.0, 2.45, 0.355),
    ),
    Metric.OBTM: (
        Point(0.0, 1.8, 0.75),
        Point(0.15, 2.6, 0.57),
        Point(1.0, 3.6, 0.44),
    ),
}
_METRICS = (Metric.SST, Metric.RBTM, Metric.OBTM)  # as kernels number them


class Plan:
    """Says how hot it is: by the time or the nodes that are over."""

    def __init__(self, limit: Limit, metric: Metric, began: float, pieces: int) -> None:
        self.limit = limit
        self.metric = metric
        self.began = began if limit.began is None else limit.began
        self.first = now()  # what came before annealing is no part of its way
        self.pieces = pieces
        self.points = self._points((limit.time or 0) * _SPEED)
        self.tries = _FIRST
        self.kept = _MOST_KEPT
        self.insertion = 0.0  # the seconds that it will take
        self._last = 0.0

    @property
    def kernel_metric(self) -> int:
        """The metric as kernels number it."""
        return _METRICS.index(self.metric)

    def note(self, nodes: int, wrong: int, length: int) -> None:
        """Keep time for insertion: as long as it takes by the speed that was seen so far."""
        if self.limit.time is None or not nodes:
            return
        second = nodes / max(now() - self.first, 1e-6)
        self.insertion = _INSERTION * wrong * min(length, GAPS) / second
        self.kept = min(max(_LEAST_KEPT, self.insertion / self._time()), _MOST_KEPT)
        self.points = self._points(second * self._time())

    def _points(self, nodes: float) -> tuple[Point, ...]:
        """Return the way to go, by how many nodes the time is enough for."""
        like = Metric.OBTM if self.metric == Metric.OBTM else Metric.SST
        points = _POINTS[like]
        little = _LITTLE_TIME
        if self.limit.nodes is not None:
            nodes, little = self.limit.nodes, _LITTLE if self.limit.time is None else _LITTLE_TIME
        is_hurried = nodes < little * self.pieces
        return (*points[:-1], *_HURRIED[like]) if is_hurried else points

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
            shares.append(nodes / max(self.limit.nodes, 1))
        return max(shares)

    def left(self) -> float:
        """Return how many seconds are left."""
        if self.limit.time is None:
            return math.inf
        return self.limit.time - (now() - self.began)

    @property
    def late(self) -> float:
        """How many seconds a solution may be late."""
        return _LATE * (self.limit.time or 0)

    def _time(self) -> float:
        """Return the time for annealing and insertion."""
        assert self.limit.time is not None
        return max(self.limit.time - (self.first - self.began), 1e-6)

    def heat(self, share: float) -> Heat:
        """Return how the next pass is done; passes that took long are followed by shorter ones."""
        from cubesolve.kernels.annealing_window import Heat

        took = max(share - self._last, 1e-4)
        self.tries = float(np.clip(self.tries * (1 / _PASSES / took) ** 0.5, _FEWEST, _MOST))
        self._last = share
        share = min(share, 1.0)
        price, temperature = _between(self.points, share)
        return Heat(
            self.tries,
            price,
            temperature,
            0.2 + 0.3 * share,
            0.12 + 0.3 * share,
            _BESIDE,
            0.03,
            self.kernel_metric,
        )


def _between(points: tuple[Point, ...], share: float) -> tuple[float, float]:
    for before, after in pairwise(points):
        if share <= after.share:
            far = (share - before.share) / (after.share - before.share)
            return (
                before.price * (after.price / before.price) ** far,
                before.temperature * (after.temperature / before.temperature) ** far,
            )
    return points[-1].price, points[-1].temperature
