"""A lattice of stickers: candidates at whole columns and rows of one homography."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from cubesolve.scan.cells import Cells, Image
from cubesolve.scan.oklab import Floats

Place = tuple[int, int]

_STRAYED = 0.15  # steps from its place at which a candidate does not belong to the lattice
_JOINS = 0.2  # steps from a place within which another candidate joins
_SIDES = (0.5, 1.12)  # of a step
_ASKEW = 0.25  # quarter turns by which candidates are turned against the lattice
_AROUND = 2  # places around those that are known where others are looked for
_ROUNDS = 3


class Lattice(NamedTuple):
    """Candidates by column and row, and the homography that takes these to the picture."""

    homography: Floats
    places: dict[Place, int]

    def plastic(self, image: Image) -> Floats:
        """Return the colour between the stickers."""
        height, width = image.shape[:2]
        known = self.places
        between = [
            (column, row)
            for column, row in known
            if {(column - 1, row), (column, row - 1), (column - 1, row - 1)} <= known.keys()
        ]
        crossings = points_at(self.homography, np.array(between or list(known), dtype=np.float64))
        x, y = np.clip(crossings, 0, [width - 1, height - 1]).astype(int).T
        color: Floats = np.median(image[y, x].astype(np.float64), axis=0)
        return color


def points_at(homography: Floats, points: Floats) -> Floats:
    """Return where a homography takes points (n, 2)."""
    moved = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    found: Floats = moved[:, :2] / moved[:, 2:]
    return found


def fit_lattice(cells: Cells, places: dict[Place, int]) -> Lattice | None:
    """Return the lattice on which candidates stand, with all others that stand on it too."""
    homography = _fit(cells, places)
    at = np.array(list(places))
    low, high = at.min(axis=0) - _AROUND, at.max(axis=0) + _AROUND
    for _ in range(_ROUNDS):
        if homography is None:
            return None
        found = {
            place: i
            for place, i in _on(cells, homography).items()
            if np.all(low <= place) and np.all(place <= high)
        }
        if len(found) < 2:
            return None
        is_settled = found == places
        places = found
        if is_settled:
            break
        homography = _fit(cells, places)
    return None if homography is None else Lattice(homography, places)


def _fit(cells: Cells, places: dict[Place, int]) -> Floats | None:
    at = np.array(list(places), dtype=np.float64) + 0.5
    centers = cells.centers[list(places.values())]
    if len(at) == 2:
        return _from_two(at, centers)
    if np.linalg.matrix_rank(at - at[0]) < 2:
        return None
    step = float(np.median(cells.sides[list(places.values())]))
    if len(at) == 3:
        affine = cv2.getAffineTransform(at.astype(np.float32), centers.astype(np.float32))
        return np.vstack([affine, [0, 0, 1]])
    # Few candidates cannot tell perspective from their own errors.
    if len(at) < 6:
        affine, kept = cv2.estimateAffine2D(at, centers, ransacReprojThreshold=0.25 * step)
        found = None if affine is None else np.vstack([affine, [0, 0, 1]])
        if len(at) == 4 and _around(at):
            found, kept = cv2.findHomography(at, centers, 0)
    else:
        found, kept = cv2.findHomography(at, centers, cv2.RANSAC, _STRAYED * step)
    if found is None or kept.sum() < 0.5 * len(at):
        return None
    return np.asarray(found, dtype=np.float64)


def _from_two(at: Floats, centers: Floats) -> Floats:
    """Return the lattice of two candidates side by side, seen straight from in front."""
    across, moved = at[1] - at[0], centers[1] - centers[0]
    # Complex numbers turn and stretch.
    turn = complex(*moved) / complex(*across)
    start = complex(*centers[0]) - turn * complex(*at[0])
    return np.array(
        [[turn.real, -turn.imag, start.real], [turn.imag, turn.real, start.imag], [0, 0, 1]]
    )


def _around(at: Floats) -> bool:
    """Whether four places are the corners of a square."""
    spread = at.max(axis=0) - at.min(axis=0)
    return bool(spread[0] == spread[1] and len(np.unique(at, axis=0)) == 4 and spread[0] == 1)


def _on(cells: Cells, homography: Floats) -> dict[Place, int]:
    """Return the candidates that stand on a lattice, by column and row."""
    inverse = np.asarray(np.linalg.pinv(homography), dtype=np.float64)
    at = points_at(inverse, cells.centers)
    places = np.floor(at).astype(int)
    strayed = np.abs(at - places - 0.5).max(axis=1)
    middles = places + 0.5
    here = points_at(homography, middles)
    right = points_at(homography, middles + np.array([1.0, 0.0])) - here
    down = points_at(homography, middles + np.array([0.0, 1.0])) - here
    steps = np.sqrt(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]))
    angles = np.arctan2(right[:, 1], right[:, 0]) / (np.pi / 2)
    askew = np.abs((cells.angles - angles + 0.5) % 1 - 0.5)
    ratios = cells.sides / np.maximum(steps, 1e-9)
    fits = (strayed < _JOINS) & (ratios > _SIDES[0]) & (ratios < _SIDES[1]) & (askew < _ASKEW)
    found: dict[Place, int] = {}
    for i in np.flatnonzero(fits)[np.argsort(strayed[fits], kind="stable")].tolist():
        found.setdefault((int(places[i, 0]), int(places[i, 1])), i)
    return found
