"""What a list of turns leaves wrong, put right by commutators where they cost least.

Orbits do not disturb each other, as a commutator moves pieces of its own orbit only. So in each
round all are looked at in the same list, on all cores, and the better commutators are put in at
once, except where two come so close that they might cancel with the same turns.

Which commutators are looked for is what inserters differ in: see `single_cycles` and `cycle_sets`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from cubesolve.methods.annealed.annealing import IsOver, Words, merged, never, play
from cubesolve.methods.annealed.cubies import Labels, cubies
from cubesolve.model.geometry import Ints
from cubesolve.notation import Metric
from cubesolve.protocols.clock import now
from cubesolve.search.workers import N_STREAMS, Workers

if TYPE_CHECKING:
    from cubesolve.kernels.points import Turns

PAID = 1.8  # turns that may be paid for one more piece in place
_NEAR = 12  # turns that lie between two commutators at least if they are put in at once
_AT_ONCE = 0.3  # the share of what was found that is put in at once, best first
_MANY = 3_000  # pieces; from there on, or in haste, more is put in at once
_MANY_AT_ONCE = 0.75
_FEWEST_GAPS = 100
_HASTE = 0.6  # the share of the time left that what is left may take
_EASE = 0.35  # the share below which more gaps are tried again: the last rounds take longer

Room = TypeVar("Room")  # what a thread works in, for one list


class Cycle(NamedTuple):
    """A gap, the words of a commutator for it, and three places of what comes out.

    What comes out at the first place comes out at the second instead, and so on.
    """

    gap: int
    words: Words
    places: Ints


class Repair(NamedTuple):
    """Commutators that put an orbit right, or part of it, in the order of their gaps.

    The score is what they cost less what the pieces are worth.
    """

    score: float
    orbit: int
    cycles: tuple[Cycle, ...]


class Inserter(ABC, Generic[Room]):
    """Puts commutators into lists of turns of a cube that has these labels before them."""

    enough_gaps: ClassVar[int]  # of a list that are tried for each orbit

    def __init__(
        self,
        start: Labels,
        size: int,
        metric: Metric,
        workers: Workers,
        most_gaps: int | None = None,
    ) -> None:
        self.start = start
        self.size = size
        self.metric = metric
        self.workers = workers
        there = cubies(size)
        self.goal = there.goal
        self.most_gaps = self.enough_gaps if most_gaps is None else most_gaps
        self.gaps = self.most_gaps
        self.random = np.random.default_rng(1)
        self.orbits = np.concatenate([_alike(there.centers, size), there.wings])

    @abstractmethod
    def new_room(self, words: Words) -> Room:
        """Return what a thread works in to repair a list."""

    @abstractmethod
    def repair(
        self, room: Room, labels: Labels, low: int, orbit: int, is_over: IsOver = never
    ) -> Repair | None:
        """Return the best repair of an orbit in the gaps from a low one on, if there is one.

        In a room, these gaps never become later ones. When it is over, nobody wants it.
        """

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
        words, wrong = self._insert(words, left, needed, late)
        return None if wrong else words

    def insert_some(self, words: Words, left: Callable[[], float], needed: float) -> Words:
        """Return the list with as much put right as there is time for."""
        return self._insert(words, left, needed, late=0.0)[0]

    def _insert(
        self, words: Words, left: Callable[[], float], needed: float, late: float
    ) -> tuple[Words, int]:
        """Return the list with what could be put right, and how many pieces it leaves wrong."""

        def is_late() -> bool:
            return left() < -late

        labels = self.start.copy()
        if play(words, 0, len(words), labels, self.size, is_late) < len(words):
            return words, len(labels)  # as if all were wrong: nobody knows
        began, before = now(), 0
        self._hurry(needed, left())
        while True:
            wrong = (labels != self.goal)[self.orbits]
            count = int(np.count_nonzero(wrong))
            if not count or is_late():
                return words, count
            if before:
                took = now() - began
                self._hurry(took * count / max(before - count, 1), left())
            began, before = now(), count
            found = self.repairs(words, labels, np.flatnonzero(wrong.any(axis=1)), is_late)
            if found:
                many = count > _MANY or self.gaps < self.most_gaps
                at_once = _MANY_AT_ONCE if many else _AT_ONCE
                chosen = apart(found[: max(1, int(at_once * len(found)))], len(words))
                words = put_in(words, chosen)
                cycle(labels, chosen)
            elif self.gaps < len(words):
                self.gaps *= 4  # a few gaps may have no commutator that helps
            elif not is_late():
                return words, count

    def repairs(self, words: Words, labels: Labels, orbits: Ints, is_over: IsOver) -> list[Repair]:
        """Return the best repair of each of some orbits, best first, of fewer when it is over."""
        lows = self.random.integers(0, max(1, len(words) - self.gaps), len(orbits))
        parts = [
            (self.new_room(words), lows[k::N_STREAMS], orbits[k::N_STREAMS])
            for k in range(N_STREAMS)
        ]

        def repair_part(part: tuple[Room, Ints, Ints]) -> list[Repair]:
            room, lows, orbits = part
            found = []
            for k in np.argsort(-lows, kind="stable"):
                if is_over():
                    break
                repair = self.repair(room, labels, int(lows[k]), int(orbits[k]), is_over)
                found += [repair] if repair else []
            return found

        found = self.workers.map(repair_part, parts)
        return sorted((one for some in found for one in some), key=lambda one: one[:2])

    def _hurry(self, needed: float, left: float) -> None:
        """Try fewer gaps from now on if as many would take longer than the time allows, or more."""
        most = self.most_gaps
        if left <= 0:
            self.gaps = _FEWEST_GAPS
        elif needed:
            fitting = self.gaps * left / needed
            if _HASTE * fitting < self.gaps:
                self.gaps = max(_FEWEST_GAPS, int(_HASTE * fitting))
            elif self.gaps < min(most, _EASE * fitting):
                self.gaps = int(min(most, _EASE * fitting, 2 * self.gaps))


def _alike(orbits: Ints, size: int) -> Ints:
    """Return orbits in as many layers one after the other: they have the same commutators."""
    from cubesolve.kernels.points import pitch

    layers = np.sort(
        np.stack(np.unravel_index(orbits, (pitch(size),) * 3), axis=1).reshape(len(orbits), -1)
    )
    return orbits[np.argsort(np.count_nonzero(np.diff(layers), axis=1), kind="stable")]


def words_of(turns: Turns) -> Words:
    """Return turns as a kernel writes them as words."""
    axes, layers, amounts = turns
    words: Words = ((layers + 1) << 5 | axes << 2 | amounts).astype(np.int32)
    return words


def cycle(labels: Labels, cycles: Sequence[Cycle]) -> None:
    """Change labels that come out as commutators do, which are in the order of their gaps."""
    for one in cycles:
        labels[np.roll(one.places, -1)] = labels[one.places]


def apart(found: Sequence[Repair], length: int) -> list[Cycle]:
    """Return commutators that are not near to each other, of the best repairs, in order."""
    taken = np.zeros(length + 2 * _NEAR + 1, np.bool_)
    chosen: list[Cycle] = []
    for repair in found:
        if not any(taken[one.gap + _NEAR] for one in repair.cycles):
            for one in repair.cycles:
                taken[one.gap : one.gap + 2 * _NEAR + 1] = True
            chosen += repair.cycles
    return sorted(chosen, key=lambda one: one.gap)


def put_in(words: Words, chosen: Sequence[Cycle]) -> Words:
    """Return a list with commutators put in."""
    parts, at = [], 0
    for one in chosen:
        parts += [words[at : one.gap], one.words]
        at = one.gap
    return merged(np.concatenate([*parts, words[at:]]))
