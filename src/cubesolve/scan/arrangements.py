"""How six pictures go around the cube: which shows which face, and how each was turned.

For every arrangement the cheapest piece at each place, each by itself, is a bound from below; the
bounds of all 4096 ways to turn six faces are sums over 6 axes of length 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from cubesolve.model.geometry import CORNER_FACES, EDGE_FACES, N_FACES, Geometry
from cubesolve.scan.laws import CORNER_COLORS, MIDGE_COLORS, Ints
from cubesolve.scan.shades import Floats

_WAYS = 4
_TURNED_COST = 2.5  # a picture held upright is more probable


class Arrangement(NamedTuple):
    """For each face which picture shows it, by how many quarters it is turned, and its colour."""

    pictures: tuple[int, ...]
    turns: tuple[int, ...]
    colors: tuple[int, ...]


class Coloring(NamedTuple):
    """Which pictures and colours the faces have, and what that costs by itself."""

    pictures: tuple[int, ...]
    colors: tuple[int, ...]
    cost: float


class Ranked(NamedTuple):
    """An arrangement with a bound from below, and what it costs before any sticker is read."""

    bound: float
    cost: float
    arrangement: Arrangement


@cache
def turned_cells(size: int) -> Ints:
    """Return (turns, cell): the cell of a picture that a cell of the face shows."""
    cells = np.arange(size * size).reshape(size, size)
    return np.stack([np.rot90(cells, -turns).ravel() for turns in range(_WAYS)])


def slots_of(arrangement: Arrangement, size: int) -> Ints:
    """Return for each slot of the cube the reading that shows it."""
    cells = turned_cells(size)
    return np.concatenate([
        picture * size * size + cells[turns]
        for picture, turns in zip(arrangement.pictures, arrangement.turns, strict=True)
    ])  # fmt: skip


class Bounds:
    """Bounds from below for every arrangement of readings with these costs (reading, colour)."""

    def __init__(self, geometry: Geometry, costs: Floats) -> None:
        self.geometry = geometry
        self.cells = turned_cells(geometry.size)
        self.costs = costs.reshape(N_FACES, geometry.area, N_FACES)

    def ranked(self, coloring: Coloring, within: float, count: int) -> list[Ranked]:
        """Return a few arrangements not far above the lowest bound, the lowest first."""
        bounds = self._of(coloring.pictures, coloring.colors) + coloring.cost
        flat = bounds.ravel()
        least = np.argpartition(flat, count)[:count]
        chosen = least[flat[least] <= flat[least].min() + within]
        return sorted(
            Ranked(float(flat[i]), coloring.cost + self._turned_cost(turns), arrangement)
            for i in chosen.tolist()
            for turns in [tuple(int(t) for t in np.unravel_index(i, bounds.shape))]
            for arrangement in [Arrangement(coloring.pictures, turns, coloring.colors)]
        )

    @staticmethod
    def _turned_cost(turns: tuple[int, ...]) -> float:
        return _TURNED_COST * sum(turn > 0 for turn in turns)

    def _of(self, order: tuple[int, ...], scheme: tuple[int, ...]) -> Floats:
        """Return the bounds for all ways to turn the faces, an axis of 4 for each."""
        costs = self.costs[list(order)][:, :, list(scheme)]  # (face, cell, colour as a face)
        turned = costs[:, self.cells]  # (face, turns, cell, colour)
        total = np.zeros((_WAYS,) * N_FACES)
        for faces, slots in zip(CORNER_FACES, self.geometry.corner_slots, strict=True):
            total += _on_axes(self._least(turned, slots, CORNER_COLORS.reshape(-1, 3)), faces)
        if self.geometry.inner:
            for edge, both in enumerate(EDGE_FACES):
                total += _on_axes(self._least_edge(turned, edge), both)
        upright = np.arange(_WAYS) > 0
        for face in range(N_FACES):
            total += _TURNED_COST * _on_axes(upright.astype(np.float64), (face,))
        return total

    def _least(self, turned: Floats, slots: Sequence[int], pieces: Ints) -> Floats:
        a, b, c = (turned[s // self.geometry.area, :, s % self.geometry.area] for s in slots)
        all_ways = (
            a[:, pieces[:, 0]][:, None, None]
            + b[:, pieces[:, 1]][None, :, None]
            + c[:, pieces[:, 2]][None, None]
        )
        least: Floats = all_ways.min(axis=-1)
        return least

    def _least_edge(self, turned: Floats, edge: int) -> Floats:
        """Return the cheapest pieces for all ways to turn the edge's two faces."""
        pairs = MIDGE_COLORS.reshape(-1, 2)
        slots = self.geometry.edge_slots[edge]  # (index, side)
        first, second = (
            turned[slots[0, side] // self.geometry.area][:, slots[:, side] % self.geometry.area]
            for side in range(2)
        )
        all_ways = first[:, None][..., pairs[:, 0]] + second[None][..., pairs[:, 1]]
        least: Floats = all_ways.min(axis=-1).sum(axis=-1)
        return least


def _on_axes(values: Floats, faces: Sequence[int]) -> Floats:
    """Return the values, an axis for each of these faces, spread over axes for all six."""
    order = np.argsort(faces)
    shape = [_WAYS if face in faces else 1 for face in range(N_FACES)]
    return values.transpose(order).reshape(shape)
