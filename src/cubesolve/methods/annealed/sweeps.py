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
            kernel.find_sweep(sweeper, _FIRST_PRICE, 0, size)
        self.wrong = int(np.count_nonzero(start != goal))
        self.tries = 0
        self.length = 0
        self._price = _FIRST_PRICE
        self._parts = [np.empty(0, np.int32)]
        self._words = np.zeros(2 * size * (size + 4), np.int32)

    def go_on(self, price: float, tries: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """Do sweeps down to a price of a turn, or until it is over; each the best of some tries."""
        while self._price > price and not is_over():
            find = partial(self._find, price=self._price, tries=tries)
            worths = self.workers.map(find, self.sweepers)
            self.tries += N_STREAMS * tries
            best = int(np.argmax(worths))
            if worths[best] > 0:
                self._do(best)
            else:
                self._price *= _FALL

    def turns(self) -> Words:
        """Return the turns of all sweeps."""
        return merged(np.concatenate(self._parts))

    def _find(self, sweeper: Sweeper, price: float, tries: int) -> float:
        return float(self.kernel.find_sweep(sweeper, price, tries, self.size))

    def _do(self, stream: int) -> None:
        """Do the best sweep of a stream."""
        chosen = self.sweepers[stream]
        for sweeper in self.sweepers:
            self.kernel.do_sweep(sweeper, chosen.best, self.size)
        count = self.kernel.write_sweep(self._words, chosen.best, chosen.kinds, self.size)
        self._parts.append(self._words[:count].copy())
        self.length += count
        self.wrong -= int(chosen.best.state[self.kernel.GAIN])
