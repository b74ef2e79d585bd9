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

from cubesolve.methods.annealed.annealing import Words, merged
from cubesolve.methods.annealed.cubies import Labels, cubies
from cubesolve.methods.annealed.plan import GAPS
from cubesolve.model.geometry import Ints
from cubesolve.protocols.clock import now
from cubesolve.search.workers import N_STREAMS, Workers

_WORTH = 1.8  # turns that may be paid for one more piece in place
_NEAR = 12  # turns that lie between two commutators at least if they are put in at once
_AT_ONCE = 0.3  # the share of them, best first
_MANY = 3_000  # pieces; from there on, or in haste, more commutators are put in at once
_MANY_AT_ONCE = 0.75
_FEWEST_GAPS = 100
_HASTE = 0.6  # the share of the time left that what is left may take
_EASE = 0.35  # the share below which more gaps are tried again: the last rounds take longer


class Insertion(NamedTuple):
    """What a commutator costs less what it is worth, the gap that it is for, and its words.

    What comes out at the first place of its cycle comes out at the second instead, and so on.
    """

    score: float
    gap: int
    words: Words
    cycle: Ints


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
        self.orbits = np.concatenate([_alike(there.centers, size), there.wings])

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

        def is_late() -> bool:
            return left() < -late

        labels = self._labels(words)
        began, before = now(), 0
        self._hurry(needed, left())
        while True:
            wrong = (labels != self.goal)[self.orbits]
            count = int(np.count_nonzero(wrong))
            if not count:
                return words
            if before:
                took = now() - began
                self._hurry(took * count / max(before - count, 1), left())
            began, before = now(), count
            found = self._best(words, labels, self.orbits[wrong.any(axis=1)], is_late)
            if is_late():
                return None
            if found:
                many = count > _MANY or self.gaps < GAPS
                at_once = _MANY_AT_ONCE if many else _AT_ONCE
                chosen = _apart(found[: max(1, int(at_once * len(found)))], len(words))
                words = _with(words, chosen)
                for one in chosen:
                    labels[np.roll(one.cycle, -1)] = labels[one.cycle]
            elif self.gaps < len(words):
                self.gaps *= 4  # a few gaps may have no commutator that helps
            else:
                return None

    def _labels(self, words: Words) -> Labels:
        from cubesolve.kernels.points import play_labels

        labels = self.start.copy()
        play_labels(words, 0, len(words), labels, self.size)
        return labels

    def _hurry(self, needed: float, left: float) -> None:
        """Try fewer gaps from now on if as many would take longer than the time allows, or more."""
        if left <= 0:
            self.gaps = _FEWEST_GAPS
        elif needed:
            fitting = self.gaps * left / needed
            if _HASTE * fitting < self.gaps:
                self.gaps = max(_FEWEST_GAPS, int(_HASTE * fitting))
            elif self.gaps < min(GAPS, _EASE * fitting):
                self.gaps = int(min(GAPS, _EASE * fitting, 2 * self.gaps))

    def _best(
        self, words: Words, labels: Labels, orbits: Ints, is_late: Callable[[], bool]
    ) -> list[Insertion]:
        """Return the best commutator for each of some orbits, best first, of fewer when late."""
        lows = self.random.integers(0, max(1, len(words) - self.gaps), len(orbits))
        parts = [(lows[k::N_STREAMS], orbits[k::N_STREAMS]) for k in range(N_STREAMS)]
        found = self.workers.map(
            lambda part: self._best_of_part(words, labels, *part, is_late), parts
        )
        return sorted((one for some in found for one in some), key=lambda one: one[:2])

    def _best_of_part(
        self,
        words: Words,
        labels: Labels,
        lows: Ints,
        orbits: Ints,
        is_late: Callable[[], bool],
    ) -> list[Insertion]:
        from cubesolve.kernels import insertion as kernel
        from cubesolve.kernels.points import play_labels

        room = kernel.new_inserter(self.size, len(words) + 1)
        kernel.load_words(room, words)
        where = np.arange(self.size**3, dtype=np.int32)
        reached = len(words)
        found = []
        for k in np.argsort(-lows, kind="stable"):
            if is_late():
                break
            low, high = lows[k], min(lows[k] + self.gaps, len(words))
            play_labels(words, reached, high, where, self.size)
            reached = high
            kernel.load_orbit(room, orbits[k], labels, self.goal, self.size)
            score = kernel.NOTHING
            for anywhere in (False, True):
                if score == kernel.NOTHING:
                    score = kernel.find_best(
                        room, where, low, high, _WORTH, self.metric, self.size, anywhere
                    )
            if score < kernel.NOTHING:
                axes, layers, turns = room.desk.word
                word = ((layers + 1) << 5 | axes << 2 | turns).astype(np.int32)
                cycle = room.desk.cycles[:3].copy()
                found.append(Insertion(score, int(room.state[kernel.GAP]), word, cycle))
        return found


def _alike(orbits: Ints, size: int) -> Ints:
    """Return orbits in as many layers one after the other: they have the same commutators."""
    layers = np.sort(
        np.stack(np.unravel_index(orbits, (size,) * 3), axis=1).reshape(len(orbits), -1)
    )
    return orbits[np.argsort(np.count_nonzero(np.diff(layers), axis=1), kind="stable")]


def _apart(found: list[Insertion], length: int) -> list[Insertion]:
    """Return insertions that are not near to each other, the best of those that are, in order."""
    taken = np.zeros(length + 2 * _NEAR + 1, np.bool_)
    chosen = []
    for one in found:
        if not taken[one.gap + _NEAR]:
            taken[one.gap : one.gap + 2 * _NEAR + 1] = True
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.gap)


def _with(words: Words, chosen: list[Insertion]) -> Words:
    """Return a list with commutators put in."""
    parts, at = [], 0
    for one in chosen:
        parts += [words[at : one.gap], one.words]
        at = one.gap
    return merged(np.concatenate([*parts, words[at:]]))
