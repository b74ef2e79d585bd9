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
_TRIES_AGAIN = 60.0
_BESIDE = 0.08
GAPS = 30_000  # of a list that are tried for each orbit at most


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
# What insertion takes, in nodes of annealing, for a piece; and the share of the time that is kept
# for what makes the solution shorter.
_INSERTION = 20_000
_AGAIN = 0.12
_MOST_KEPT = 0.45
_LATE = 0.07  # the share of the time by which a solution may be late, rather than none be there

_SWEEPS = 3  # how often all orbits of a solution are looked at before it is annealed again
_ROUND = 1_700  # nodes for each piece when a solution is annealed again
_WARM = {Metric.SST: (2.1, 0.28), Metric.OBTM: (3.1, 0.35)}  # the price and the temperature then

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
METRICS = (Metric.SST, Metric.RBTM, Metric.OBTM)  # as kernels number them


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
        self.sweeps = _SWEEPS
        self.round = _ROUND * pieces
        self._last = 0.0

    @property
    def _like(self) -> Metric:
        """The metric whose prices are used."""
        return Metric.OBTM if self.metric == Metric.OBTM else Metric.SST

    def note(self, nodes: int, wrong: int) -> None:
        """Keep time for insertion: as long as it takes by the speed that was seen so far."""
        if self.limit.time is None or not nodes:
            return
        second = nodes / max(now() - self.first, 1e-6)
        self.insertion = _INSERTION * wrong / second
        self.kept = min(_AGAIN + self.insertion / self._time(), _MOST_KEPT)
        self.points = self._points(second * self._time())

    def _points(self, nodes: float) -> tuple[Point, ...]:
        """Return the way to go, by how many nodes the time is enough for."""
        points = _POINTS[self._like]
        little = _LITTLE_TIME
        if self.limit.nodes is not None:
            nodes, little = self.limit.nodes, _LITTLE if self.limit.time is None else _LITTLE_TIME
        is_hurried = nodes < little * self.pieces
        return (*points[:-1], *_HURRIED[self._like]) if is_hurried else points

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
            has_rounds = _AGAIN * self.limit.nodes >= self.round
            shares.append(nodes / max((1 - _AGAIN * has_rounds) * self.limit.nodes, 1))
        return max(shares)

    def has_round(self, nodes: int, took: float) -> bool:
        """Tell whether a solution can be annealed again, if that took so long the last time."""
        if self.limit.nodes is not None and nodes + self.round > self.limit.nodes:
            return False
        return self.left() > took

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
        took = max(share - self._last, 1e-4)
        self.tries = float(np.clip(self.tries * (1 / _PASSES / took) ** 0.5, _FEWEST, _MOST))
        self._last = share
        share = min(share, 1.0)
        return self._heat(self.tries, *_between(self.points, share), share)

    def heat_again(self) -> Heat:
        """Return how a solution is annealed again."""
        return self._heat(_TRIES_AGAIN, *_WARM[self._like], 1.0)

    def _heat(self, tries: float, price: float, temperature: float, share: float) -> Heat:
        from cubesolve.kernels.annealing_window import Heat

        guided, junctions = 0.2 + 0.3 * share, 0.12 + 0.3 * share
        metric = METRICS.index(self.metric)
        return Heat(tries, price, temperature, guided, junctions, _BESIDE, 0.03, metric)


def _between(points: tuple[Point, ...], share: float) -> tuple[float, float]:
    for before, after in pairwise(points):
        if share <= after.share:
            far = (share - before.share) / (after.share - before.share)
            return (
                before.price * (after.price / before.price) ** far,
                before.temperature * (after.temperature / before.temperature) ** far,
            )
    return points[-1].price, points[-1].temperature
