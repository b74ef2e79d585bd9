"""Readings to the most probable cube: colours, light, laws and arrangement, in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model.colors import Color
from cubesolve.model.geometry import N_FACES, Geometry
from cubesolve.scan.arrangements import (
    Arrangement,
    Bounds,
    Coloring,
    Ranked,
    slots_of,
    turned_cost,
)
from cubesolve.scan.guesses import Guesses, partition
from cubesolve.scan.laws import Ints, assign, schemes
from cubesolve.scan.names import is_usual_scheme, name_colors
from cubesolve.scan.oklab import Floats
from cubesolve.scan.order import face_order
from cubesolve.scan.possible import Laws, Possible
from cubesolve.scan.shades import Ends, Seen, Shades, fit_shades, may_be_cut
from cubesolve.scan.turnings import possible_turns

_IN_ORDER = tuple(range(N_FACES))
_ROUNDS = 8
_WITHIN = 25.0  # nats above the best cube that the bound of another arrangement may be
_LOOKED_AT = 24  # arrangements
_MOST_WAYS, _WAYS_ASKED = 1000, 48  # to hold the pictures: looked at, and asked about
_ORDERS = 30  # ordered cubes that are compared
_NEAR, _TRIED = 15.0, 8  # nats above the best cube that others are looked at, and how many
_NEAR_SMALL, _TRIED_SMALL = 40.0, 30  # on a 2x2: few stickers make a wrong cube's colours fit it
_RELIT, _RELIT_ROUNDS = 5, 3  # cubes whose colours are looked for under other light, and how often
_UNUSUAL_COST = 5.0
_SHUFFLED_COST = 10.0  # pictures in another order than U R F D L B


class Resolved(NamedTuple):
    """The best cube of one start, with all that led to it."""

    cost: float
    possible: Possible
    arrangement: Arrangement
    costs: Floats  # (reading, colour)
    shades: Shades
    rivals: list[tuple[float, Arrangement, Possible]]  # other cubes, and their costs
    looked_at: list[Ranked]
    ends: Ends


class Resolver:
    """Finds the cube that readings show; `ordered` says that they are U R F D L B."""

    def __init__(self, geometry: Geometry, seen: Seen, ordered: bool) -> None:
        self.geometry = geometry
        self.laws = Laws(geometry)
        self.seen = seen
        self.orders = [_IN_ORDER] if ordered else list(schemes())
        is_small = geometry.size == 2
        self.near = _NEAR_SMALL if is_small else _NEAR
        self.tried = _TRIED_SMALL if is_small else _TRIED

    def resolve(self) -> Resolved:
        """Return the best cube over all first guesses; what the others led to are its rivals."""
        ends = (Ends.SOFT, Ends.HARD) if may_be_cut(self.seen.rgb) else (Ends.SOFT,)
        guesses = Guesses(self.laws, self.seen)
        found = [self._improve(labels, end) for labels in guesses.all() for end in ends]
        likely = self._labels(min(found, key=_cost))
        found += [
            self._improve(labels, end, lit=True)
            for labels in guesses.within_faces(likely)
            for end in ends
        ]
        found += self._near(min(found, key=_cost))
        found += self._relit(found, guesses)
        found.sort(key=_cost)
        best = found[0]
        rivals = [(other.cost, other.arrangement, other.possible) for other in found[1:]]
        renamed = [self._renamed(best, *rival) for rival in rivals]
        ordered = self._in_order(best)
        if ordered is not None:
            renamed.append((best.cost, best.arrangement, best.possible))
            best = best._replace(possible=ordered)
        best = best._replace(rivals=best.rivals + renamed)
        best = self._most_usual(best)
        return best._replace(rivals=sorted(best.rivals, key=lambda rival: rival[0]))

    def _most_usual(self, best: Resolved) -> Resolved:
        """Return the cube of the best one's colours whose pictures are held in the most usual way.

        Other ways that are possible are its rivals.
        """
        labels, size = self._labels(best), self.geometry.size
        ways = sorted(
            (coloring.cost + turned_cost(turns), coloring, turns)
            for coloring in self._colorings(best.shades, best.costs)
            for turns in map(tuple, possible_turns(self.laws, labels, coloring).tolist())
        )
        own = labels[slots_of(best.arrangement, size)].tobytes()
        known: dict[bytes, float] = {}
        rivals: list[tuple[float, Arrangement, Possible]] = []
        for cost, coloring, turns in ways[:_MOST_WAYS]:
            arrangement = Arrangement(coloring.pictures, turns, coloring.colors)
            colors = labels[slots_of(arrangement, size)]
            if colors.tobytes() not in known:
                known[colors.tobytes()] = cost
                cube = best.possible._replace(faces=np.argsort(coloring.colors)[colors])
                rivals.append((best.cost + cost, arrangement, cube))
        if not rivals:
            return best
        usual = known.get(own, ways[0][0])
        rivals = [(cost - usual, way, cube) for cost, way, cube in rivals[:_WAYS_ASKED]]
        cost, arrangement, cube = rivals[0]
        rivals = best.rivals + rivals[1:]
        return best._replace(cost=cost, arrangement=arrangement, possible=cube, rivals=rivals)

    def _relit(self, found: Sequence[Resolved], guesses: Guesses) -> list[Resolved]:
        """Return what the colours of the best cubes lead to under the light of each face.

        Where each face has a light of its own, the first guesses are far off. But even a wrong cube
        knows its colours fairly well, and by these the light of each face is found anew.
        """
        known, best = list(found), min(found, key=_cost)
        for _ in range(_RELIT_ROUNDS):
            cubes: dict[bytes, Resolved] = {}
            for other in sorted(known, key=_cost):
                cubes.setdefault(partition(self._labels(other)), other)
            new = [
                self._improve(labels, other.ends)
                for other in islice(cubes.values(), _RELIT)
                for labels in guesses.under(self._labels(other))
            ]
            if not new:
                break
            known += new
        better = min(known, key=_cost)
        return known[len(found) :] + (self._near(better) if better is not best else [])

    def _near(self, best: Resolved) -> list[Resolved]:
        """Return what cubes near the best one lead to: colours learnt from them may fit better."""
        found: list[Resolved] = []
        for _ in range(_ROUNDS):
            near = [self._refitted(best, labels) for labels in self._others(best)]
            near += [self._refitted(other, self._labels(other)) for other in self._held(best)]
            near.sort(key=_cost)
            if not near or near[0].cost > best.cost - 1e-6:
                return found + near
            found += near[1:]
            best = self._most_probable(near[0].shades, None, best.ends)
            found.append(best)
        return found

    def _others(self, best: Resolved) -> Iterator[npt.NDArray[np.intp]]:
        """Yield the colours of readings in the cubes next to the best one, the nearest first."""
        costs = costs_at(best.costs, best.arrangement, self.geometry.size)
        others = sorted(
            (margin, slots.tolist(), faces.tolist())
            for margin, slots, faces in self.laws.others(costs, best.possible)
            if margin < self.near
        )
        for _, slots, faces in others[: self.tried]:
            changed = best.possible.faces.copy()
            changed[slots] = faces
            yield self._labels(best._replace(possible=best.possible._replace(faces=changed)))

    def _held(self, best: Resolved) -> list[Resolved]:
        """Return the cubes that other arrangements make, the nearest first."""
        return [
            best._replace(cost=cost, arrangement=arrangement, possible=possible)
            for cost, arrangement, possible in best.rivals[: self.tried]
            if cost < best.cost + _WITHIN
        ]

    def _refitted(self, best: Resolved, labels: npt.NDArray[np.intp]) -> Resolved:
        """Return the cube that other colours of readings lead to, the pictures held as before."""
        held = best.cost - best.possible.cost - best.shades.strange
        for _ in range(_ROUNDS):
            shades = fit_shades(self.seen, labels, best.ends)
            costs = shades.costs()
            possible = self.laws.best(costs_at(costs, best.arrangement, self.geometry.size))
            cost = held + possible.cost + shades.strange
            found = best._replace(cost=cost, possible=possible, costs=costs, shades=shades)
            new = self._labels(found)
            if np.array_equal(new, labels):
                break
            labels = new
        return found

    def _in_order(self, best: Resolved) -> Possible | None:
        """Return a cube whose faces are more of one colour, if the others are and readings allow.

        What it changes stays doubtful: doubts go by the readings alone.
        """
        costs = costs_at(best.costs, best.arrangement, self.geometry.size)
        order = face_order(best.possible.faces.reshape(N_FACES, -1))
        if order is None:
            return None
        found, least = best.possible, best.possible.cost + order.total
        known = {found.faces.tobytes()}
        for start in self._swapped(found.faces):
            order = face_order(start.reshape(N_FACES, -1))
            while order is not None and len(known) < _ORDERS:
                faces = self.laws.best(costs + order.costs).faces
                if faces.tobytes() in known:
                    break
                known.add(faces.tobytes())
                order = face_order(faces.reshape(N_FACES, -1))
                cost = float(costs[np.arange(len(faces)), faces].sum())
                if order is not None and cost + order.total < least:
                    found, least = Possible(cost, faces), cost + order.total
        return None if found is best.possible else found

    def _swapped(self, faces: Ints) -> Iterator[Ints]:
        """Yield the colours of a cube, and those with two swapped, but not on corners.

        Which way round colours go tells corners apart even where two colours look the same.
        """
        yield faces
        is_corner = np.isin(np.arange(len(faces)), self.laws.corner_slots)
        for one, two in combinations(range(N_FACES), 2):
            other = np.arange(N_FACES)
            other[[one, two]] = two, one
            yield np.where(is_corner, faces, other[faces])

    def _renamed(
        self, best: Resolved, cost: float, arrangement: Arrangement, possible: Possible
    ) -> tuple[float, Arrangement, Possible]:
        """Return a rival with its colours numbered as the best cube's."""
        here = self._labels(best)
        there = self._labels(best._replace(arrangement=arrangement, possible=possible))
        shared = np.zeros((N_FACES, N_FACES))
        np.add.at(shared, (there, here), -1.0)
        numbers = assign(shared)[1]
        colors = tuple(int(numbers[color]) for color in arrangement.colors)
        return cost, arrangement._replace(colors=colors), possible

    def _improve(self, labels: npt.NDArray[np.intp], ends: Ends, lit: bool = False) -> Resolved:
        """Fit colours and find the cube, in turn, until nothing changes.

        The first time light is left in, unless the labels are good enough to tell it.
        """
        arrangements: list[Ranked] | None = None
        for round_ in range(_ROUNDS):
            shades = fit_shades(self.seen, labels, ends if lit or round_ > 0 else None)
            # Between the first and the last round the arrangements that came near are enough.
            found = self._most_probable(shades, arrangements, ends)
            new = self._labels(found)
            settled = round_ > 1 and np.array_equal(new, labels)
            labels = new
            if settled and arrangements is None:
                break
            arrangements = None if settled or round_ == 0 else found.looked_at
        return found

    def _labels(self, found: Resolved) -> npt.NDArray[np.intp]:
        """Return the colour of each reading that the found cube says."""
        labels = np.zeros(self.geometry.n_slots, dtype=np.intp)
        colors = np.array(found.arrangement.colors)[found.possible.faces]
        labels[slots_of(found.arrangement, self.geometry.size)] = colors
        return labels

    def _most_probable(
        self, shades: Shades, arrangements: list[Ranked] | None, ends: Ends
    ) -> Resolved:
        costs = shades.costs()
        is_new = arrangements is None
        if arrangements is None:
            bounds = Bounds(self.geometry, costs)
            arrangements = sorted(
                ranked
                for coloring in self._colorings(shades, costs)
                for ranked in bounds.ranked(coloring, _WITHIN, _LOOKED_AT)
            )
        results: list[tuple[float, Arrangement, Possible]] = []
        looked_at: list[Ranked] = []
        least = np.inf
        for ranked in arrangements[:_LOOKED_AT]:
            if is_new and ranked.bound > least + _WITHIN:
                break
            possible = self.laws.best(costs_at(costs, ranked.arrangement, self.geometry.size))
            least = min(least, possible.cost + ranked.cost)
            cost = possible.cost + ranked.cost + shades.strange
            results.append((cost, ranked.arrangement, possible))
            looked_at.append(ranked)
        results.sort(key=lambda result: result[0])
        total, arrangement, possible = results[0]
        return Resolved(total, possible, arrangement, costs, shades, results[1:], looked_at, ends)

    def _colorings(self, shades: Shades, costs: Floats) -> list[Coloring]:
        """Return which pictures and colours the faces may have."""
        names = name_colors(shades.means)
        middles = self.laws.middles
        if len(middles):
            of_picture = assign(costs[middles])[1].tolist()
        return [
            Coloring(order, colors, _scheme_cost(names, colors) + shuffled)
            for order in self.orders
            for shuffled in [_SHUFFLED_COST if order != _IN_ORDER else 0.0]
            for colors in (
                [tuple(of_picture[picture] for picture in order)]
                if len(middles)
                else self._schemes(names, order)
            )
        ]

    def _schemes(
        self, names: tuple[Color, ...], order: tuple[int, ...]
    ) -> Sequence[tuple[int, ...]]:
        """Return the places that colours may have without middles to tell.

        In another order than U R F D L B the usual colours have their usual places: else there
        would be 900 ways.
        """
        usual = [c for c in schemes() if _scheme_cost(names, c) == 0]
        return usual if usual and order != _IN_ORDER else schemes()


def _cost(resolved: Resolved) -> float:
    return resolved.cost


def costs_at(costs: Floats, arrangement: Arrangement, size: int) -> Floats:
    """Return the costs (slot, face) of the cube that an arrangement makes."""
    return costs[slots_of(arrangement, size)][:, list(arrangement.colors)]


def _scheme_cost(names: Sequence[Color], colors: tuple[int, ...]) -> float:
    return 0.0 if is_usual_scheme(tuple(names[c] for c in colors)) else _UNUSUAL_COST
