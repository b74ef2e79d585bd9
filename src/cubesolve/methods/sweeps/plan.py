"""How annealing goes on: the price of wrong pieces rises and the temperature falls, to a limit."""

from __future__ import annotations

from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cubesolve.notation import Metric
from cubesolve.protocols import Limit

if TYPE_CHECKING:
    from cubesolve.kernels.annealing import Heat

_PASSES = 90  # how often windows go along the whole list, at least
_FEWEST, _MOST = 12.0, 1200.0  # tries for each turn of a window
_FIRST = 40.0


class Point(NamedTuple):
    """The price of a wrong piece and the temperature at a share of the way."""

    share: float
    price: float
    temperature: float


# By what turns are counted in. Where a slice costs twice as much as a face, so do wrong pieces.
_POINTS = {
    Metric.SST: (
        Point(0.0, 1.2, 0.50),
        Point(0.10, 1.75, 0.38),
        Point(0.80, 2.9, 0.26),
        Point(0.95, 4.0, 0.22),
        Point(1.0, 6.0, 0.20),
    ),
    Metric.OBTM: (
        Point(0.0, 1.8, 0.75),
        Point(0.10, 2.6, 0.57),
        Point(0.80, 4.4, 0.39),
        Point(0.95, 6.0, 0.33),
        Point(1.0, 9.0, 0.30),
    ),
}
_METRICS = (Metric.SST, Metric.RBTM, Metric.OBTM)  # as kernels number them


class Plan:
    """Says how hot it is: by the time or the nodes that are over."""

    def __init__(self, limit: Limit, metric: Metric, began: float) -> None:
        self.limit = limit
        self.metric = metric
        self.began = began if limit.began is None else limit.began
        self.first = perf_counter()  # what came before annealing is no part of its way
        self.tries = _FIRST
        self._last = 0.0

    @property
    def kernel_metric(self) -> int:
        """The metric as kernels number it."""
        return _METRICS.index(self.metric)

    def share(self, nodes: int) -> float:
        """Return the share of the way that is over."""
        shares = [0.0]
        if self.limit.time is not None:
            left = max(self.limit.time - (self.first - self.began), 1e-6)
            shares.append((perf_counter() - self.first) / left)
        if self.limit.nodes is not None:
            shares.append(nodes / max(self.limit.nodes, 1))
        return max(shares)

    def heat(self, share: float) -> Heat:
        """Return how the next pass is done; passes that took long are followed by shorter ones."""
        from cubesolve.kernels.annealing import Heat

        took = max(share - self._last, 1e-4)
        self.tries = float(np.clip(self.tries * (1 / _PASSES / took) ** 0.5, _FEWEST, _MOST))
        self._last = share
        share = min(share, 1.0)
        price, temperature = _between(_POINTS[_like(self.metric)], share)
        return Heat(
            self.tries,
            price,
            temperature,
            0.2 + 0.3 * share,
            0.12 + 0.3 * share,
            0.03,
            self.kernel_metric,
        )


def _like(metric: Metric) -> Metric:
    return Metric.OBTM if metric == Metric.OBTM else Metric.SST


def _between(points: tuple[Point, ...], share: float) -> tuple[float, float]:
    for before, after in pairwise(points):
        if share <= after.share:
            far = (share - before.share) / (after.share - before.share)
            return (
                before.price * (after.price / before.price) ** far,
                before.temperature * (after.temperature / before.temperature) ** far,
            )
    return points[-1].price, points[-1].temperature
