"""The most probable possible cube of given costs, and how near the next ones come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cubesolve.model.geometry import N_FACES, Geometry
from cubesolve.scan.laws import (
    CORNER_COLORS,
    MIDGE_COLORS,
    NEVER,
    WING_COLORS,
    Ints,
    Placing,
    assign,
    best_placings,
    piece_costs,
)
from cubesolve.scan.oklab import Floats


class Possible(NamedTuple):
    """A cube that turns can reach: the colour of each slot, as a face, and what it costs."""

    cost: float
    faces: Ints


class PieceCosts(NamedTuple):
    """What every piece costs at every place."""

    corners: Floats
    midges: Floats | None
    wings: list[Floats]
    centers: list[Floats]


class Laws:
    """The places of one size, and the best possible cube for costs (slot, face)."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.corner_slots = np.array(geometry.corner_slots)
        self.midge_slots = np.array(geometry.midge_slots).reshape(-1, 2)
        self.middles = np.array(geometry.middle_slots, dtype=np.int64)
        big = geometry.inner > 1
        self.wing_slots = list(geometry.wing_orbits()) if big else []
        self.center_slots = list(geometry.center_orbits()) if big else []
        self.of_four = np.repeat(np.arange(N_FACES), 4)

    def piece_costs(self, costs: Floats) -> PieceCosts:
        """Return what the pieces cost where the stickers cost this."""
        midges = None
        if len(self.midge_slots):
            midges = piece_costs(costs, self.midge_slots, MIDGE_COLORS)
        return PieceCosts(
            piece_costs(costs, self.corner_slots, CORNER_COLORS),
            midges,
            [piece_costs(costs, slots, WING_COLORS) for slots in self.wing_slots],
            [costs[slots][:, self.of_four] for slots in self.center_slots],
        )

    def best(self, costs: Floats) -> Possible:
        """Return the most probable possible cube."""
        own = self.piece_costs(costs)
        faces = np.zeros(len(costs), dtype=np.int64)
        total = self._place_small(own.corners, own.midges, faces)
        for slots, wings in zip(self.wing_slots, own.wings, strict=True):
            cost, pieces = assign(wings)
            faces[slots] = WING_COLORS[pieces]
            total += cost
        for slots, centers in zip(self.center_slots, own.centers, strict=True):
            cost, columns = assign(centers)
            faces[slots] = self.of_four[columns]
            total += cost
        faces[self.middles] = np.arange(len(self.middles))
        total += float(costs[self.middles, np.arange(len(self.middles))].sum())
        return Possible(total, faces)

    def _place_small(self, corners: Floats, midges: Floats | None, faces: Ints) -> float:
        """Place corners and middle edges, whose parities must agree; return the cost."""
        found = best_small(corners, midges)
        if found is None:
            return NEVER
        corner, midge = found
        faces[self.corner_slots] = CORNER_COLORS[corner.pieces, corner.turned]
        if midge is None:
            return corner.cost
        faces[self.midge_slots] = MIDGE_COLORS[midge.pieces, midge.turned]
        return corner.cost + midge.cost

    def others(self, costs: Floats, best: Possible) -> Iterator[tuple[float, Ints, Ints]]:
        """Yield cubes near the best one: how much more each costs, and where it differs.

        For every piece there is the best cube in which something else is in its place.
        """
        own = self.piece_costs(costs)
        yield from self._other_small(own, best)
        for slots, wings in zip(self.wing_slots, own.wings, strict=True):
            yield from self._other_assignments(slots, wings, WING_COLORS, best)
        colors = self.of_four[:, None]
        for slots, centers in zip(self.center_slots, own.centers, strict=True):
            yield from self._other_assignments(slots[:, None], centers, colors, best)

    def _other_assignments(
        self, slots: Ints, costs: Floats, colors: Ints, best: Possible
    ) -> Iterator[tuple[float, Ints, Ints]]:
        here = best.faces[slots]  # (place, sticker)
        least, _ = assign(costs)
        for place in range(len(slots)):
            same = np.all(colors == here[place], axis=-1)
            barred = costs.copy()
            barred[place, same] = NEVER
            cost, columns = assign(barred)
            if cost < NEVER:
                there = colors[columns]
                moved = np.nonzero(there != here)
                yield cost - least, slots[moved], there[moved]

    def _other_small(self, own: PieceCosts, best: Possible) -> Iterator[tuple[float, Ints, Ints]]:
        least = best_small(own.corners, own.midges)
        if least is None:
            return
        least_cost = _small_cost(least)
        kinds: list[tuple[Floats | None, Placing | None]] = [
            (own.corners, least[0]),
            (own.midges, least[1]),
        ]
        for which, (costs, placing) in enumerate(kinds):
            if costs is None or placing is None:
                continue
            for place, (piece, turned) in enumerate(
                zip(placing.pieces, placing.turned, strict=True)
            ):
                barred = costs.copy()
                barred[place, piece, turned] = NEVER
                found = best_small(*((own.corners, barred) if which else (barred, own.midges)))
                if found is not None and _small_cost(found) < NEVER:
                    slots, faces = self._small_faces(found)
                    moved = faces != best.faces[slots]
                    yield _small_cost(found) - least_cost, slots[moved], faces[moved]

    def _small_faces(self, found: tuple[Placing, Placing | None]) -> tuple[Ints, Ints]:
        corner, midge = found
        slots = [self.corner_slots.ravel()]
        faces = [CORNER_COLORS[corner.pieces, corner.turned].ravel()]
        if midge is not None:
            slots.append(self.midge_slots.ravel())
            faces.append(MIDGE_COLORS[midge.pieces, midge.turned].ravel())
        return np.concatenate(slots), np.concatenate(faces)


def best_small(corners: Floats, midges: Floats | None) -> tuple[Placing, Placing | None] | None:
    """Return the best corners and middle edges together: their permutations agree in parity."""
    corner_placings = best_placings(corners, either=midges is None)
    if midges is None:
        alone = [placing for placing in corner_placings if placing is not None]
        return (min(alone), None) if alone else None
    both = [
        (corner, midge)
        for corner, midge in zip(corner_placings, best_placings(midges), strict=True)
        if corner is not None and midge is not None
    ]
    return min(both, key=_small_cost) if both else None


def _small_cost(found: tuple[Placing, Placing | None]) -> float:
    corner, midge = found
    return corner.cost + (midge.cost if midge is not None else 0.0)
