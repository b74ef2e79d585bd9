"""Insertion of single commutators: for each orbit the best one. It is quick, if a bit longer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cubesolve.methods.annealed.annealing import METRICS, IsOver, Words, never, play
from cubesolve.methods.annealed.cubies import Labels
from cubesolve.methods.annealed.insertion import (
    PAID,
    Cycle,
    Inserter,
    Repair,
    words_of,
)
from cubesolve.model.geometry import Ints

if TYPE_CHECKING:
    from cubesolve.kernels.single_cycles import SingleCycles

GAPS = 6_000  # that are tried for each commutator: more would take long and save little
_AT_ONCE = 100  # of these, before the next look whether the time is over,
_ANYWHERE_AT_ONCE = 5  # and where commutators may stand anywhere: a gap takes up to a millisecond
_NODE = 1.2  # nodes of annealing that take as long, for a wrong piece and a turn of the list


def nodes_for(wrong: int, length: int) -> float:
    """Return how many nodes of annealing take as long as insertion."""
    return _NODE * wrong * min(length, GAPS)


@dataclass
class Walk:
    """A list, and where it carries each index from a gap that is reached from its end."""

    single: SingleCycles
    words: Words
    where: Ints
    reached: int


class SingleCycleInserter(Inserter[Walk]):
    """Looks for the one commutator of an orbit that puts most right for the fewest turns."""

    enough_gaps = GAPS

    def new_room(self, words: Words) -> Walk:
        """Return a walk that begins at the end of a list."""
        from cubesolve.kernels import single_cycles as kernel

        single = kernel.new_cycles(self.size, len(words) + 1)
        kernel.load_words(single, words)
        return Walk(single, words, np.arange(len(self.goal), dtype=np.int32), len(words))

    def repair(
        self, room: Walk, labels: Labels, low: int, orbit: int, is_over: IsOver = never
    ) -> Repair | None:
        """Return the best commutator for an orbit; anywhere if there is none beside its turns."""
        from cubesolve.kernels import single_cycles as kernel

        single = room.single
        high = min(low + self.gaps, len(room.words))
        room.reached = play(room.words, room.reached, high, room.where, self.size, is_over)
        if room.reached != high:
            return None
        kernel.load_orbit(single, self.orbits[orbit], labels, self.goal, self.size)
        score = kernel.NOTHING
        for anywhere in (False, True):
            if score == kernel.NOTHING:
                score = self._find_best(room, low, anywhere, is_over)
        if score == kernel.NOTHING:
            return None
        desk, gap = single.orbit.desk, int(single.state[kernel.GAP])
        return Repair(score, orbit, (Cycle(gap, words_of(desk.word), desk.cycles[:3].copy()),))

    def _find_best(self, room: Walk, low: int, anywhere: bool, is_over: IsOver) -> float:
        """Find the best commutator from a gap on to the one reached; return its score."""
        from cubesolve.kernels import single_cycles as kernel

        metric, best = METRICS.index(self.metric), kernel.NOTHING
        at_once = _ANYWHERE_AT_ONCE if anywhere else _AT_ONCE
        kernel.begin_at(room.single, room.where)
        for high in range(room.reached, low - 1, -at_once):
            if is_over():
                break
            first = max(low, high - at_once + 1)
            best = kernel.find_better(
                room.single, first, high, PAID, metric, self.size, anywhere, best
            )
        return best
