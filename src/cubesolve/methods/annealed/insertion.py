"""What a list of turns leaves wrong, put right by commutators where they cost least.

In each round the best commutator of every orbit is looked for in the same list, on all cores. They
do not disturb each other, as each moves pieces of its own orbit only. So the better ones of them
are put in at once, except where two come so close that they might cancel with the same turns.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.annealed.annealing import Words, merged
from cubesolve.methods.annealed.cubies import Labels, cubies
from cubesolve.methods.annealed.plan import GAPS
from cubesolve.model.geometry import Ints
from cubesolve.protocols.clock import now
from cubesolve.search.workers import N_STREAMS, Workers

_WORTH = 2.2  # turns that may be paid for one more piece in place
_NEAR = 12  # turns that lie between two commutators at least if they are put in at once
_AT_ONCE = 0.75  # the share of them, best first
_FEWEST_GAPS = 100
_HASTE = 0.7  # the share of the time left that what is left may take


class Insertion(NamedTuple):
    """What a commutator costs less what it is worth, the gap that it is for, and its words."""

    score: float
    gap: int
    words: Words


class Inserter:
    """Puts commutators into lists of turns of a cube that has these labels before them."""

    def __init__(self, start: Labels, size: int, metric: int, workers: Workers) -> None:
        self.start = start
        self.size = size
        self.metric = metric
        self.workers = workers
        there = cubies(size)
        self.goal = there.goal
        self.gaps = GAPS
        self.random = np.random.default_rng(1)
        self.orbits = np.concatenate([there.centers, there.wings])

    def insert_all(
        self,
        words: Words,
        left: Callable[[], float] = lambda: math.inf,
        needed: float = 0.0,
        late: float = 0.0,
    ) -> Words | None:
        """Return the list with all that it leaves wrong put right; `None` if that cannot be.

        `left` says how many seconds are left, `needed` how many it may take: where they are few,
        fewer gaps are tried. If it would be late by more than so many seconds, there is no list.
        """
        began, before = now(), 0
        self._hurry(needed, left())
        while True:
            wrong = self._wrong(words)
            count = int(np.count_nonzero(wrong))
            if not count:
                return words
            if before:
                took = now() - began
                self._hurry(took * count / max(before - count, 1), left())
            began, before = now(), count
            found = [] if left() < -late else self._best(words, self.orbits[wrong.any(axis=1)])
            if not found:
                return None
            words = _with_some(words, found[: max(1, int(_AT_ONCE * len(found)))])

    def _labels(self, words: Words) -> Labels:
        from cubesolve.kernels.points import play_labels

        labels = self.start.copy()
        play_labels(words, 0, len(words), labels, self.size)
        return labels

    def _wrong(self, words: Words) -> npt.NDArray[np.bool_]:
        """Tell of each orbit's places whether the list leaves them wrong."""
        wrong: npt.NDArray[np.bool_] = (self._labels(words) != self.goal)[self.orbits]
        return wrong

    def _hurry(self, needed: float, left: float) -> None:
        """Try fewer gaps from now on if as many would take longer than the time allows."""
        if needed > _HASTE * left:
            self.gaps = max(_FEWEST_GAPS, int(self.gaps * max(_HASTE * left, 0) / needed))

    def _best(self, words: Words, orbits: Ints) -> list[Insertion]:
        """Return the best commutator for each of some orbits, best first."""
        labels = self._labels(words)
        lows = self.random.integers(0, max(1, len(words) - self.gaps), len(orbits))
        parts = [(lows[k::N_STREAMS], orbits[k::N_STREAMS]) for k in range(N_STREAMS)]
        found = self.workers.map(lambda part: self._best_of_part(words, labels, *part), parts)
        return sorted((one for some in found for one in some), key=lambda one: one[:2])

    def _best_of_part(
        self, words: Words, labels: Labels, lows: Ints, orbits: Ints
    ) -> list[Insertion]:
        from cubesolve.kernels import insertion as kernel

        room = kernel.new_inserter(self.size, len(words) + 1)
        kernel.load_words(room, words)
        found = []
        for low, orbit in zip(lows, orbits, strict=True):
            kernel.load_orbit(room, orbit, labels, self.goal, self.size)
            score = kernel.NOTHING
            for anywhere in (False, True):
                if score == kernel.NOTHING:
                    score = kernel.find_best(
                        room, low, low + self.gaps, _WORTH, self.metric, self.size, anywhere
                    )
            if score < kernel.NOTHING:
                axes, layers, turns = room.desk.word
                word = ((layers + 1) << 5 | axes << 2 | turns).astype(np.int32)
                found.append(Insertion(score, int(room.state[kernel.GAP]), word))
        return found


def _with_some(words: Words, found: list[Insertion]) -> Words:
    """Return a list with commutators put in; of those that are near to each other, the best."""
    taken = np.zeros(len(words) + 2 * _NEAR + 1, np.bool_)
    chosen = []
    for one in found:
        if not taken[one.gap + _NEAR]:
            taken[one.gap : one.gap + 2 * _NEAR + 1] = True
            chosen.append(one)
    chosen.sort(key=lambda one: one.gap)
    parts, at = [], 0
    for one in chosen:
        parts += [words[at : one.gap], one.words]
        at = one.gap
    return merged(np.concatenate([*parts, words[at:]]))
