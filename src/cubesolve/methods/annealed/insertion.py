"""What a list of turns leaves wrong, put right by commutators where they cost least.

For each orbit, the set of commutators is looked for that solves it for the fewest turns. Orbits do
not disturb each other, as a commutator moves pieces of its own orbit only. So in each round all are
looked at in the same list, on all cores, and the better sets are put in at once, except where two
come so close that they might cancel with the same turns.

An orbit that is solved may have such a set too: one commutator that cancels more turns than it has
left, and others that put its pieces back elsewhere for less.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cubesolve.methods.annealed.annealing import Words, merged
from cubesolve.methods.annealed.cubies import Labels, cubies
from cubesolve.methods.annealed.plan import GAPS, METRICS
from cubesolve.model.geometry import Ints
from cubesolve.moves import LongAlg
from cubesolve.notation import Metric
from cubesolve.protocols.clock import now
from cubesolve.search.workers import N_STREAMS, Workers

if TYPE_CHECKING:
    from cubesolve.kernels.cycle_costs import CycleCosts
    from cubesolve.kernels.cycle_sets import Beam

_WORTH = 1.6  # turns that a piece in place is worth while a set is looked for
_PAID = 1.8  # the same where sets of different orbits are compared
_WIDE = 10  # sets that are made larger at once
_NEAR = 12  # turns that lie between two commutators at least if they are put in at once
_AT_ONCE = 0.3  # the share of the sets that are put in at once, best first
_MANY = 3_000  # pieces; from there on, or in haste, more are put in at once
_MANY_AT_ONCE = 0.75
_FEWEST_GAPS = 100
_HASTE = 0.7  # the share of the time left that what is left may take
_MOST_PAID = 5  # slice turns that a commutator may add,
_MOST_PAID_AGAIN = 4  # and where pieces are moved that are in place
_ANYWHERE = 8  # if there is no other way
_ROUND = 32  # orbits that are looked at before the list is changed


class Cycle(NamedTuple):
    """A gap, the words of a commutator for it, and three places of what comes out.

    What comes out at the first place comes out at the second instead, and so on.
    """

    gap: int
    words: Words
    places: Ints


class Repair(NamedTuple):
    """Commutators that put an orbit right, or part of it, in the order of their gaps."""

    score: float
    orbit: int
    cycles: tuple[Cycle, ...]


class Room(NamedTuple):
    """What a thread works in."""

    costs: CycleCosts
    beam: Beam


class Inserter:
    """Puts commutators into lists of turns of a cube that has these labels before them."""

    def __init__(self, start: Labels, size: int, metric: Metric, workers: Workers) -> None:
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
            found = self._repairs(words, labels, np.flatnonzero(wrong.any(axis=1)), is_late)
            if is_late():
                return None
            if found:
                many = count > _MANY or self.gaps < GAPS
                at_once = _MANY_AT_ONCE if many else _AT_ONCE
                chosen = _apart(found[: max(1, int(at_once * len(found)))], len(words))
                words = _with(words, chosen)
                for one in chosen:
                    labels[np.roll(one.places, -1)] = labels[one.places]
            elif self.gaps < len(words):
                self.gaps *= 4  # a few gaps may have no commutator that helps
            else:
                return None

    def shortened(self, words: Words, is_over: Callable[[], bool] = lambda: False) -> Words:
        """Return a list that solves the cube, after each orbit was looked at for a shorter one."""
        order = self.random.permutation(len(self.orbits))
        count = self.count(words)
        for at in range(0, len(order), _ROUND):
            if is_over():
                break
            found = self._repairs(words, self.goal, order[at : at + _ROUND], is_over)
            shorter = _with(words, _apart(found, len(words)))
            if self.count(shorter) <= count:
                words, count = shorter, self.count(shorter)
        return words

    def count(self, words: Words) -> int:
        """Return how long a list is."""
        return LongAlg(words, self.size).count(self.metric, self.size)

    def _labels(self, words: Words) -> Labels:
        from cubesolve.kernels.points import play_labels

        labels = self.start.copy()
        play_labels(words, 0, len(words), labels, self.size)
        return labels

    def _hurry(self, needed: float, left: float) -> None:
        """Try fewer gaps from now on if as many would take longer than the time allows."""
        allowed = _HASTE * max(left, 0)
        if needed > allowed:
            self.gaps = max(_FEWEST_GAPS, int(self.gaps * allowed / needed))

    def _repairs(
        self, words: Words, labels: Labels, orbits: Ints, is_over: Callable[[], bool]
    ) -> list[Repair]:
        """Return the best repair of each of some orbits, best first, of fewer when it is over."""
        lows = self.random.integers(0, max(1, len(words) - self.gaps), len(orbits))
        seeds = self.random.integers(0, 1 << 40, N_STREAMS)
        parts = [(seeds[k], lows[k::N_STREAMS], orbits[k::N_STREAMS]) for k in range(N_STREAMS)]

        def repair_part(part: tuple[int, Ints, Ints]) -> list[Repair]:
            seed, lows, orbits = part
            room = self._new_room(words, int(seed))
            found = []
            for low, orbit in zip(lows, orbits, strict=True):
                if is_over():
                    break
                repair = self._repair(room, labels, int(low), int(orbit))
                found += [repair] if repair else []
            return found

        found = self.workers.map(repair_part, parts)
        return sorted((one for some in found for one in some), key=lambda one: one[:2])

    def _new_room(self, words: Words, seed: int) -> Room:
        from cubesolve.kernels import cycle_costs, cycle_sets

        costs = cycle_costs.new_costs(self.size, len(words) + 1, seed)
        cycle_costs.load_words(costs, words)
        return Room(costs, cycle_sets.new_beam(_WIDE))

    def _repair(self, room: Room, labels: Labels, low: int, orbit: int) -> Repair | None:
        """Return the best repair of an orbit; of one that is solved, if it makes nothing longer."""
        from cubesolve.kernels import cycle_costs as kernel
        from cubesolve.kernels.cycle_sets import BEST, find_set

        costs, beam = room
        places = self.orbits[orbit]
        metric = METRICS.index(self.metric)
        solved = bool((labels[places] == self.goal[places]).all())
        bound = 1 if solved else kernel.NOTHING
        kernel.load_orbit(costs, places, labels, self.goal, self.size)
        tried = [(_MOST_PAID_AGAIN if solved else _MOST_PAID, False), (_ANYWHERE, True)]
        for limit, anywhere in tried[: 1 if solved else 2]:
            kernel.scan(costs, (low, low + self.gaps), limit, metric, self.size, anywhere)
            find_set(costs, beam, _WORTH, bound)
            if beam.state[BEST]:
                break
        numbers = beam.best[: beam.state[BEST]]
        if not len(numbers):
            return None
        cycles = sorted((_cycle(costs, int(number)) for number in numbers), key=lambda one: one.gap)
        after = labels.copy()
        for one in cycles:
            after[np.roll(one.places, -1)] = after[one.places]
        gain = np.count_nonzero((after == self.goal)[places])
        gain -= np.count_nonzero((labels == self.goal)[places])
        price = sum(int(costs.cost[number]) for number in numbers)
        return Repair(price - _PAID * gain, orbit, tuple(cycles))


def _cycle(costs: CycleCosts, number: int) -> Cycle:
    from cubesolve.kernels.cycle_costs import write_cycle
    from cubesolve.kernels.cycle_sets import places_of

    gap = write_cycle(costs, number)
    axes, layers, turns = costs.desk.word
    words = ((layers + 1) << 5 | axes << 2 | turns).astype(np.int32)
    return Cycle(int(gap), words, costs.places[list(places_of(number))])


def _apart(found: list[Repair], length: int) -> list[Cycle]:
    """Return commutators that are not near to each other, of the best repairs, in order."""
    taken = np.zeros(length + 2 * _NEAR + 1, np.bool_)
    chosen: list[Cycle] = []
    for repair in found:
        if not any(taken[one.gap + _NEAR] for one in repair.cycles):
            for one in repair.cycles:
                taken[one.gap : one.gap + 2 * _NEAR + 1] = True
            chosen += repair.cycles
    return sorted(chosen, key=lambda one: one.gap)


def _with(words: Words, chosen: Sequence[Cycle]) -> Words:
    """Return a list with commutators put in."""
    parts, at = [], 0
    for one in chosen:
        parts += [words[at : one.gap], one.words]
        at = one.gap
    return merged(np.concatenate([*parts, words[at:]]))
