"""Stickers that have run together: without stickers no line need go between two of a colour.

A region between edges that is no sticker may be several: it covers places of the lattice whole, and
is about as large as these together. What lies behind the cube, or over it, is larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.scan.cells import Cells, Regions
from cubesolve.scan.lattice import Lattice, points_at
from cubesolve.scan.oklab import Floats

_AROUND = 2  # places around those that are known where others are looked for
_AREA = (0.5, 1.1)  # of its places that a region fills; its edges are not part of it
_LEAST = 0.45  # of each of them
_OUTSIDE = 0.03  # of a region that may lie in other places
_PIXELS = 800  # of a region that are looked at
# The middle of a place, and four points around it that belong to the same region.
_POINTS = np.array([[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]])


class _Places(NamedTuple):
    """Places of a lattice in the picture."""

    at: npt.NDArray[np.int64]  # (place, 2)
    points: Floats  # (place, point, 2)
    steps: Floats  # (place,): how far the next ones are, in pixels


def with_merged(
    cells: Cells, lattice: Lattice, regions: Sequence[Regions]
) -> tuple[Cells, Lattice]:
    """Return candidates and lattice with a candidate at each place that is part of a region."""
    around = _places_around(lattice)
    seen = np.array([tuple(place) in lattice.places for place in around.at.tolist()])
    known = seen.copy()
    waiting = [own for one in regions for own in _several(around, lattice, one)]
    while joining := [own for own in waiting if (own & _beside(around.at, known)).any()]:
        known |= np.any(joining, axis=0)
        waiting = [own for own in waiting if (own & ~known).any()]
    new = np.flatnonzero(known & ~seen)
    sides = np.concatenate([cells.sides, around.steps[new]])
    angles = np.concatenate([cells.angles, np.zeros(len(new))])
    places = dict(lattice.places)
    for number, (column, row) in enumerate(around.at[new].tolist(), len(cells.sides)):
        places[column, row] = number
    centers = np.vstack([cells.centers, around.points[new, 0]])
    return Cells(centers, sides, angles), lattice._replace(places=places)


def _places_around(lattice: Lattice) -> _Places:
    known = np.array(list(lattice.places))
    low, high = known.min(axis=0) - _AROUND, known.max(axis=0) + _AROUND
    columns, rows = np.meshgrid(*(np.arange(a, b + 1) for a, b in zip(low, high, strict=True)))
    at = np.stack([columns.ravel(), rows.ravel()], axis=1)
    points = points_at(lattice.homography, (at[:, None] + _POINTS).reshape(-1, 2))
    points = points.reshape(-1, len(_POINTS), 2)
    across, down = points[:, 2] - points[:, 1], points[:, 3] - points[:, 1]  # half a step each
    areas = 4 * np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
    return _Places(at, points, np.sqrt(areas))


def _several(
    around: _Places, lattice: Lattice, regions: Regions
) -> Iterator[npt.NDArray[np.bool_]]:
    """Yield for each region that is several stickers which places it covers."""
    height, width = regions.labels.shape
    inside = np.all((around.points >= 0) & (around.points < [width, height]), axis=(1, 2))
    x, y = np.clip(around.points, 0, [width - 1, height - 1]).astype(int).transpose(2, 0, 1)
    labels = regions.labels[y, x]  # (place, point)
    whole = inside & np.all(labels == labels[:, :1], axis=1) & (labels[:, 0] > 0)
    inverse = np.asarray(np.linalg.pinv(lattice.homography), dtype=np.float64)
    for label in np.unique(labels[whole, 0]).tolist():
        own = whole & (labels[:, 0] == label)
        area = float(regions.stats[label, 4])
        filled = area / float((around.steps[own] ** 2).sum())
        if own.sum() < 2 or not _AREA[0] < filled < _AREA[1]:
            continue
        numbers = _places_of(regions, label, inverse, around)
        shares = np.bincount(numbers + 1, minlength=len(own) + 1)[1:] / len(numbers)
        least = _LEAST / filled / own.sum()
        if shares[own].sum() >= 1 - _OUTSIDE and shares[own].min() >= least:
            yield own


def _places_of(
    regions: Regions, label: int, inverse: Floats, around: _Places
) -> npt.NDArray[np.int64]:
    """Return for pixels of a region in which place they lie, by its number, or -1."""
    left, top, width, height, area = regions.stats[label].tolist()
    y, x = np.nonzero(regions.labels[top : top + height, left : left + width] == label)
    some = slice(None, None, max(1, area // _PIXELS))
    points = np.stack([x[some] + left, y[some] + top], axis=1).astype(np.float64)
    places = np.floor(points_at(inverse, points)).astype(np.int64)
    low, high = around.at[0], around.at[-1]
    numbers = (places - low) @ np.array([1, high[0] - low[0] + 1])
    return np.where(np.all((places >= low) & (places <= high), axis=1), numbers, -1)


def _beside(at: npt.NDArray[np.int64], known: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Tell which places are known, or stand beside one that is."""
    away = np.abs(at[:, None] - at[known][None]).sum(axis=2)
    beside: npt.NDArray[np.bool_] = away.min(axis=1) <= 1
    return beside
