"""Grids of stickers in a picture: candidates that stand in rows, under perspective."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np

from cubesolve.scan.cells import Cells, Image, find_cells
from cubesolve.scan.shades import Floats

SIZES = range(2, 11)
_SPACING = (0.95, 1.75)  # from one sticker to the next, in sides
_ALIKE = 1.5  # sides of neighbours
_NEAR = 0.28  # how far from where it should be a neighbour may stand
_FEWEST = 0.55  # share of its stickers that a grid must have been seen with
_LINE = 0.5  # share of a row that must have been seen

Place = tuple[int, int]


class Grid(NamedTuple):
    """A grid of N x N stickers, how many were seen, and how good it is.

    The homography takes (column, row) from 0 to N to the picture.
    """

    size: int
    homography: Floats
    seen: int
    score: float

    @property
    def corners(self) -> Floats:
        """The four corners in the picture: top left, top right, bottom right, bottom left."""
        n = float(self.size)
        return points_at(self.homography, np.array([[0, 0], [n, 0], [n, n], [0, n]]))


def find_grids(image: Image) -> list[Grid]:
    """Return the grids in a picture, the best first, none inside a better one."""
    cells = find_cells(image)
    used = np.zeros(len(cells.sides), dtype=bool)
    grids: list[Grid] = []
    for start in np.argsort(-cells.sides, kind="stable").tolist():
        if used[start]:
            continue
        places = _grow(cells, start, used)
        used[list(places.values())] = True
        grid = _fit(cells, places)
        if grid is not None:
            grids.append(grid)
    grids.sort(key=lambda grid: -grid.score)
    chosen: list[Grid] = []
    for grid in grids:
        center = grid.corners.mean(axis=0).tolist()
        outlines = [other.corners.astype(np.float32) for other in chosen]
        if all(cv2.pointPolygonTest(outline, center, False) < 0 for outline in outlines):
            chosen.append(grid)
    return chosen


def points_at(homography: Floats, points: Floats) -> Floats:
    """Return where a homography takes points (n, 2)."""
    moved = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    found: Floats = moved[:, :2] / moved[:, 2:]
    return found


def _grow(
    cells: Cells, start: int, used: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> dict[Place, int]:
    """Return the candidates that stand in rows and columns with this one, by column and row."""
    angle = cells.angles[start] * np.pi / 2
    step = cells.sides[start] * 1.15
    right = step * np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-right[1], right[0]])
    places: dict[Place, int] = {(0, 0): start}
    taken = {start}
    steps: dict[Place, tuple[Floats, Floats, bool]] = {(0, 0): (right, down, False)}
    queue = deque([(0, 0)])
    while queue:
        column, row = queue.popleft()
        here = places[column, row]
        right, down, known = steps[column, row]
        for across, along in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            place = (column + across, row + along)
            if place in places or max(map(abs, place)) > SIZES[-1]:
                continue
            there = _neighbour(cells, here, across * right + along * down, known)
            if there is None or used[there] or there in taken:
                continue
            moved = (cells.centers[there] - cells.centers[here]) * (across + along)
            new = (moved, down) if across else (right, moved)
            if not known:  # the first neighbour says how far all are
                turned = np.array([-moved[1], moved[0]])
                new = (moved, turned) if across else (-turned, moved)
                steps[column, row] = (*new, True)
                right, down = new
                known = True
            places[place] = there
            taken.add(there)
            steps[place] = (*new, True)
            queue.append(place)
    return places


def _neighbour(cells: Cells, here: int, step: Floats, known: bool) -> int | None:
    """Return the candidate one step from another, or none."""
    length = float(np.hypot(*step))
    away = np.hypot(*(cells.centers - cells.centers[here] - step).T)
    ratio = cells.sides / cells.sides[here]
    far = np.hypot(*(cells.centers - cells.centers[here]).T) / np.maximum(
        cells.sides, cells.sides[here]
    )
    fits = (ratio < _ALIKE) & (ratio > 1 / _ALIKE) & (far > _SPACING[0] * 0.9) & (far < _SPACING[1])
    fits &= away < (_NEAR if known else 1.6 * _NEAR) * length
    if not fits.any():
        return None
    return int(np.argmin(np.where(fits, away, np.inf)))


def _fit(cells: Cells, places: dict[Place, int]) -> Grid | None:
    """Return the grid that these candidates make, if they fill a square well enough."""
    window = _window(set(places))
    if window is None:
        return None
    left, top, size = window
    inside = {
        (c - left, r - top): i
        for (c, r), i in places.items()
        if 0 <= c - left < size and 0 <= r - top < size
    }
    if len(inside) < max(4, _FEWEST * size * size):
        return None
    at = np.array(list(inside), dtype=np.float64) + 0.5
    centers = cells.centers[list(inside.values())]
    found, kept = cv2.findHomography(at, centers, cv2.RANSAC, 0.15 * _step(centers, size))
    if found is None or kept.sum() < max(4, 0.9 * _FEWEST * size * size):
        return None
    homography = np.asarray(found, dtype=np.float64)
    area = _area(homography, size)
    if area is None:
        return None
    seen = int(kept.sum())
    return Grid(size, homography, seen, area * (seen / size**2) ** 2)


def _window(places: set[Place]) -> tuple[int, int, int] | None:
    """Return left, top and size of the square that the candidates fill, without emptier lines."""
    columns = sorted({c for c, _ in places})
    rows = sorted({r for _, r in places})
    while len(columns) > 1 and len(rows) > 1:
        by_column = {c: sum((c, r) in places for r in rows) / len(rows) for c in columns}
        by_row = {r: sum((c, r) in places for c in columns) / len(columns) for r in rows}
        ends = [(by_column[columns[0]], 0), (by_column[columns[-1]], 1)]
        ends += [(by_row[rows[0]], 2), (by_row[rows[-1]], 3)]
        # Where the square is too long one way, the emptier end goes.
        if len(columns) != len(rows):
            ends = ends[:2] if len(columns) > len(rows) else ends[2:]
        least, which = min(ends)
        if least >= _LINE and len(columns) == len(rows):
            break
        line = columns if which < 2 else rows
        line.pop(0 if which % 2 == 0 else -1)
    if len(columns) != len(rows) or len(columns) not in SIZES:
        return None
    if columns[-1] - columns[0] != len(columns) - 1 or rows[-1] - rows[0] != len(rows) - 1:
        return None
    return columns[0], rows[0], len(columns)


def _step(centers: Floats, size: int) -> float:
    spread = centers.max(axis=0) - centers.min(axis=0)
    return float(spread.max()) / max(size - 1, 1)


def _area(homography: Floats, size: int) -> float | None:
    """Return the area of the grid in the picture, or none if no face looks so from in front."""
    n = float(size)
    corners = points_at(homography, np.array([[0, 0], [n, 0], [n, n], [0, n]]))
    if not cv2.isContourConvex(corners.astype(np.float32)):
        return None
    sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T)
    if sides.max() > 2.0 * sides.min():
        return None
    return float(cv2.contourArea(corners.astype(np.float32)))
