"""How six pictures go around the cube: which shows which face, and how each was turned.

For every arrangement the cheapest piece at each place, each by itself, is a bound from below; the
bounds of all 4096 ways to turn six faces are sums over 6 axes of length 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.special import beta

from cubesolve.model.geometry import CORNER_FACES, EDGE_FACES, N_FACES, Geometry
from cubesolve.scan.laws import CORNER_COLORS, MIDGE_COLORS, Ints
from cubesolve.scan.oklab import Floats

WAYS = 4  # to turn a picture
_TURNED = np.arange(N_FACES + 1)
# How probable so many turned pictures are, each in one of three ways, for someone who holds them
# upright but for slips; how often these happen is not known.
_SLIPS = beta(_TURNED + 0.5, N_FACES + 1.0 - _TURNED) / beta(0.5, 1.0) / (WAYS - 1.0) ** _TURNED
# Others take pictures as it comes. So who turned one picture may have turned any.
_TURNED_COSTS = -np.log((_SLIPS + WAYS**-6.0) / (_SLIPS[0] + WAYS**-6.0))


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
    return np.stack([np.rot90(cells, -turns).ravel() for turns in range(WAYS)])


def slots_of(arrangement: Arrangement, size: int) -> Ints:
    """Return for each slot of the cube the reading that shows it."""
    cells = turned_cells(size)
    return np.concatenate([
        picture * size * size + cells[turns]
        for picture, turns in zip(arrangement.pictures, arrangement.turns, strict=True)
    ])  # fmt: skip


def turned_cost(turns: Sequence[int]) -> float:
    """Return what it costs that pictures are turned so."""
    return float(_TURNED_COSTS[sum(turn > 0 for turn in turns)])


class Bounds:
    """Bounds from below for every arrangement of readings with these costs (reading, colour)."""

    def __init__(self, geometry: Geometry, costs: Floats) -> None:
        self.geometry = geometry
        self.cells = turned_cells(geometry.size)
        self.costs = costs.reshape(N_FACES, geometry.area, N_FACES)
        seen = self.costs.argmin(axis=-1)[:, self.cells]  # (picture, turns, cell)
        # (picture, turns): the first way to turn a picture that looks the same
        self.looks = np.all(seen[:, :, None] == seen[:, None], axis=-1).argmax(axis=-1)
        self.look_alike = bool(np.any(self.looks != np.arange(WAYS)))

    def ranked(self, coloring: Coloring, within: float, count: int) -> list[Ranked]:
        """Return a few arrangements not far above the lowest bound, the lowest first.

        Of those that make the same cube, because faces look the same when turned, only one counts.
        """
        bounds = self._of(coloring.pictures, coloring.colors) + coloring.cost
        flat = bounds.ravel()
        near = np.flatnonzero(flat <= flat.min() + within)
        if not self.look_alike and len(near) > count:
            near = near[np.argpartition(flat[near], count)[:count]]
        near = near[np.argsort(flat[near], kind="stable")]
        all_turns = np.stack(np.unravel_index(near, bounds.shape), axis=1)
        looks = self.looks[list(coloring.pictures)][np.arange(N_FACES), all_turns]
        numbers = looks @ WAYS ** np.arange(N_FACES)
        first = np.sort(np.unique(numbers, return_index=True)[1])[:count]
        return [
            Ranked(float(flat[i]), coloring.cost + turned_cost(turns), arrangement)
            for i, at in zip(near[first].tolist(), first.tolist(), strict=True)
            for turns in [tuple(all_turns[at].tolist())]
            for arrangement in [Arrangement(coloring.pictures, turns, coloring.colors)]
        ]

    def _of(self, order: tuple[int, ...], scheme: tuple[int, ...]) -> Floats:
        """Return the bounds for all ways to turn the faces, an axis of 4 for each."""
        costs = self.costs[list(order)][:, :, list(scheme)]  # (face, cell, colour as a face)
        turned = costs[:, self.cells]  # (face, turns, cell, colour)
        total = np.zeros((WAYS,) * N_FACES)
        for faces, slots in zip(CORNER_FACES, self.geometry.corner_slots, strict=True):
            total += _on_axes(self._least(turned, slots, CORNER_COLORS.reshape(-1, 3)), faces)
        if self.geometry.inner:
            for edge, both in enumerate(EDGE_FACES):
                total += _on_axes(self._least_edge(turned, edge), both)
        total += _TURNED_COSTS[_turned_pictures()]
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


@cache
def _turned_pictures() -> Ints:
    """Return how many pictures are turned, for all ways to turn them, an axis of 4 for each."""
    turned: Ints = np.sum(np.indices((WAYS,) * N_FACES) > 0, axis=0)
    return turned


def _on_axes(values: Floats, faces: Sequence[int]) -> Floats:
    """Return the values, an axis for each of these faces, spread over axes for all six."""
    order = np.argsort(faces)
    shape = [WAYS if face in faces else 1 for face in range(N_FACES)]
    return values.transpose(order).reshape(shape)
