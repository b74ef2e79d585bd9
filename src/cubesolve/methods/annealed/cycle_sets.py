"""Insertion of sets of commutators: for each orbit the set that solves it for the fewest turns.

An orbit that is solved may have such a set too: one commutator that cancels more turns than it has
left, and others that put its pieces back elsewhere for less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cubesolve.methods.annealed.annealing import METRICS, IsOver, Words, never
from cubesolve.methods.annealed.cubies import Labels
from cubesolve.methods.annealed.insertion import (
    PAID,
    Cycle,
    Inserter,
    Repair,
    apart,
    cycle,
    put_in,
    words_of,
)
from cubesolve.moves import LongAlg

if TYPE_CHECKING:
    from cubesolve.kernels.cycle_costs import CycleCosts
    from cubesolve.kernels.cycle_sets import Beam

_NODES = 20_000  # of annealing that take as long as insertion, for each wrong piece
_GAPS = 30_000  # that are tried for each orbit
_AT_ONCE, _ANYWHERE_AT_ONCE = 20, 4  # of them, between two looks at the clock
_WORTH = 1.6  # turns that a piece in place is worth while a set is looked for
_WIDE = 10  # sets that are made larger at once
_MOST_PAID = 5  # slice turns that a commutator may add,
_MOST_PAID_AGAIN = 4  # and where pieces are moved that are in place
_ANYWHERE = 8  # if there is no other way
_ROUND = 32  # orbits that are looked at before the list is changed


def nodes_for(wrong: int) -> float:
    """Return how many nodes of annealing take as long as insertion."""
    return float(_NODES * wrong)


class Search(NamedTuple):
    """What three-cycles of an orbit cost in a list, and sets of them."""

    costs: CycleCosts
    beam: Beam


class CycleSetInserter(Inserter[Search]):
    """Looks for the cheapest set of commutators that solves an orbit, also one that is solved."""

    enough_gaps = _GAPS

    def shortened(self, words: Words, is_over: IsOver = never) -> Words:
        """Return a list that solves the cube, after each orbit was looked at for a shorter one."""
        order = self.random.permutation(len(self.orbits))
        count = self.count(words)
        for at in range(0, len(order), _ROUND):
            if is_over():
                break
            found = self.repairs(words, self.goal, order[at : at + _ROUND], is_over)
            shorter = put_in(words, apart(found, len(words)))
            if self.count(shorter) <= count:
                words, count = shorter, self.count(shorter)
        return words

    def count(self, words: Words) -> int:
        """Return how long a list is."""
        return LongAlg(words, self.size).count(self.metric, self.size)

    def new_room(self, words: Words) -> Search:
        """Return what costs are looked up in, with chance of its own."""
        from cubesolve.kernels import cycle_costs, cycle_sets

        seed = int(self.random.integers(0, 1 << 40))
        costs = cycle_costs.new_costs(self.size, len(words) + 1, seed)
        cycle_costs.load_words(costs, words)
        return Search(costs, cycle_sets.new_beam(_WIDE))

    def repair(
        self, room: Search, labels: Labels, low: int, orbit: int, is_over: IsOver = never
    ) -> Repair | None:
        """Return the best repair of an orbit; of one that is solved, if it makes nothing longer."""
        from cubesolve.kernels import cycle_costs as kernel
        from cubesolve.kernels.cycle_sets import BEST, find_set

        costs, beam = room
        places = self.orbits[orbit]
        solved = bool((labels[places] == self.goal[places]).all())
        bound = 1 if solved else kernel.NOTHING
        kernel.load_orbit(costs, places, labels, self.goal, self.size)
        tried = [(_MOST_PAID_AGAIN if solved else _MOST_PAID, False), (_ANYWHERE, True)]
        for limit, anywhere in tried[: 1 if solved else 2]:
            if not self._scan(costs, low, limit, anywhere, is_over):
                return None
            find_set(costs, beam, _WORTH, bound)
            if beam.state[BEST]:
                break
        numbers = beam.best[: beam.state[BEST]]
        if not len(numbers):
            return None
        cycles = sorted((cycle_of(costs, int(one)) for one in numbers), key=lambda one: one.gap)
        after = labels.copy()
        cycle(after, cycles)
        gain = np.count_nonzero((after == self.goal)[places])
        gain -= np.count_nonzero((labels == self.goal)[places])
        price = sum(int(costs.cost[number]) for number in numbers)
        return Repair(price - PAID * gain, orbit, tuple(cycles))

    def _scan(
        self, costs: CycleCosts, low: int, limit: int, anywhere: bool, is_over: IsOver
    ) -> bool:
        """Find out what three-cycles cost from a gap on; return whether there was the time."""
        from cubesolve.kernels.cycle_costs import LENGTH, scan

        gaps, metric = (low, low + self.gaps), METRICS.index(self.metric)
        gap, at_once = int(costs.state[LENGTH]), _ANYWHERE_AT_ONCE if anywhere else _AT_ONCE
        most = at_once + max(0, gap - gaps[1])
        while gap >= 0:
            if is_over():
                return False
            gap = int(scan(costs, gap, most, gaps, limit, metric, self.size, anywhere))
            most = at_once
        return True


def cycle_of(costs: CycleCosts, number: int) -> Cycle:
    """Return the commutator of a three-cycle, by its number."""
    from cubesolve.kernels.cycle_costs import write_cycle
    from cubesolve.kernels.cycle_sets import places_of

    gap = write_cycle(costs, number)
    orbit = costs.orbit
    return Cycle(int(gap), words_of(orbit.desk.word), orbit.places[list(places_of(number))])
