"""A first list of turns made of sweeps: rows of commutators that share the turns of their columns.

Many sweeps are tried, on all cores, for what they bring less a price for each of their turns. The
best is done; where none is worth its turns, the price falls. So first come those that bring much
for each turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from cubesolve.methods.annealed.annealing import Words, merged
from cubesolve.methods.annealed.cubies import Labels, cubies
from cubesolve.methods.annealed.sweep_kinds import sweep_kinds
from cubesolve.search.workers import N_STREAMS, Workers

if TYPE_CHECKING:
    from cubesolve.kernels.sweeps import Sweeper

_FIRST_PRICE = 4.0  # of a turn, in pieces
_FALL = 0.96


class Sweeps:
    """Makes lists of turns by sweeps, for a cube that has these labels before them."""

    def __init__(self, start: Labels, size: int, workers: Workers, seed: int) -> None:
        from cubesolve.kernels import sweeps as kernel

        self.kernel = kernel
        self.size = size
        self.workers = workers
        known, goal = sweep_kinds(size), cubies(size).goal
        self.sweepers = [
            kernel.new_sweeper(size, known.kinds, known.places, known.twin, 2 * seed + stream)
            for stream in range(N_STREAMS)
        ]
        for sweeper in self.sweepers:
            kernel.load_labels(sweeper, start, goal, known.cubies, size)
        self._words = np.zeros(2 * size * (size + 4), np.int32)

    def until(
        self, last_price: float, tries: int, is_over: Callable[[], bool] = lambda: False
    ) -> Words:
        """Return sweeps until a turn would cost less than the last price, or until it is over.

        Each of them is the best of so many tries.
        """
        parts = [np.empty(0, np.int32)]
        price = _FIRST_PRICE
        while price > last_price and not is_over():
            find = partial(self._find, price=price, tries=tries)
            worths = self.workers.map(find, self.sweepers)
            best = int(np.argmax(worths))
            if worths[best] > 0:
                parts.append(self._do(best))
            else:
                price *= _FALL
        return merged(np.concatenate(parts))

    def _find(self, sweeper: Sweeper, price: float, tries: int) -> float:
        return float(self.kernel.find_sweep(sweeper, price, tries, self.size))

    def _do(self, stream: int) -> Words:
        """Do the best sweep of a stream; return its turns."""
        chosen = self.sweepers[stream]
        for sweeper in self.sweepers:
            self.kernel.do_sweep(sweeper, chosen.best, self.size)
        count = self.kernel.write_sweep(self._words, chosen.best, chosen.kinds, self.size)
        return self._words[:count].copy()
