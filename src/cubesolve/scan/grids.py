"""Grids of stickers in a picture: candidates that stand in rows, under perspective."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from cubesolve.scan.cells import Cells, Image, brightened, find_cells
from cubesolve.scan.lattice import Lattice, Place, fit_lattice, points_at
from cubesolve.scan.merged import with_merged
from cubesolve.scan.oklab import Floats

SIZES = range(2, 11)
_SPACING = (0.86, 1.75)  # from one sticker to the next, in sides
_ALIKE = 1.35  # sides of neighbours
_NEAR = 0.2  # how far from where it should be a neighbour may stand, in steps
_FEWEST = 0.5  # share of its stickers that a grid must have been seen with
_FEW = 0.3  # the same where the size is known, and what is not seen looks like the plastic
_MISSED = 0.45  # what a sticker counts that looks like the plastic, and so cannot be seen
_HIDDEN = 1.0  # what any other sticker counts that is not seen
_BESIDE = 0.7  # what a sticker counts that is seen beside the grid
_STRAY, _STRAYS = 2, 0.2  # how many may stand beside it by chance: so many, and a share of it
_UNLIKE_SIZE = 0.2  # of a sticker's: what differs more beside a face is no sticker
_MOST = 130  # places of a lattice that may be a face, with what stands beside it
_PLASTIC = 40.0  # how far from the plastic's colour a sticker on it is still unseen
# One step, and two over a sticker that is not seen.
_WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1), (2, 0), (0, 2), (-2, 0), (0, -2))


class Grid(NamedTuple):
    """A grid of N x N stickers, which candidates are in it, and how good it is.

    The homography takes (column, row) from 0 to N to the picture. `seen` (row, column) tells which
    stickers have a candidate.
    """

    size: int
    homography: Floats
    cells: tuple[int, ...]
    score: float
    seen: npt.NDArray[np.bool_]

    @property
    def corners(self) -> Floats:
        """The four corners in the picture: top left, top right, bottom right, bottom left."""
        n = float(self.size)
        return points_at(self.homography, np.array([[0, 0], [n, 0], [n, n], [0, n]]))


class Window(NamedTuple):
    """A square of a lattice: its first column and row, its size, and how well it is filled."""

    worth: float
    left: int
    top: int
    size: int
    seen: int


def find_grids(image: Image, sizes: Sequence[int] = SIZES) -> list[Grid]:
    """Return the grids of these sizes in a picture, the best first, none inside a better one."""
    image = brightened(image)  # so that what differs differs as much in the dark
    cells, regions = find_cells(image)
    settled: set[int] = set()
    tried: set[frozenset[int]] = set()
    grids: list[Grid] = []
    for start in np.argsort(-cells.sides, kind="stable").tolist():
        if start in settled:
            continue
        places = _grow(cells, start)
        if (
            len(places) < (3 if len(sizes) > 1 else 2)
            or (key := frozenset(places.values())) in tried
        ):
            continue
        tried.add(key)
        lattice = fit_lattice(cells, places)
        if lattice is not None and len(lattice.places) > _MOST:  # a chequered cloth, tiles
            settled.update(lattice.places.values())
            continue
        grid = None
        if lattice is not None:
            grid = _fill(image, *with_merged(cells, lattice, regions), sizes)
        if grid is not None:
            grids.append(grid)
            settled.update(grid.cells)
    grids.sort(key=lambda grid: -grid.score)
    chosen: list[Grid] = []
    for grid in grids:
        center = grid.corners.mean(axis=0).tolist()
        outlines = [other.corners.astype(np.float32) for other in chosen]
        if all(cv2.pointPolygonTest(outline, center, False) < 0 for outline in outlines):
            chosen.append(grid)
    return chosen


def _grow(cells: Cells, start: int) -> dict[Place, int]:
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
        for across, along in _WAYS:
            place = (column + across, row + along)
            between = (column + across // 2, row + along // 2)
            is_far = abs(across + along) > 1
            if place in places or max(map(abs, place)) > SIZES[-1]:
                continue
            if is_far and (not known or between in places):
                continue
            there = _neighbour(
                cells, here, across * right + along * down, known, abs(across + along)
            )
            if there is None or there in taken:
                continue
            moved = (cells.centers[there] - cells.centers[here]) / (across + along)
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


def _neighbour(cells: Cells, here: int, step: Floats, known: bool, far_by: int = 1) -> int | None:
    """Return the candidate one step from another, or so many steps, or none."""
    length = float(np.hypot(*step)) / far_by
    away = np.hypot(*(cells.centers - cells.centers[here] - step).T)
    ratio = cells.sides / cells.sides[here]
    far = np.hypot(*(cells.centers - cells.centers[here]).T) / far_by
    far = far / np.maximum(cells.sides, cells.sides[here])
    fits = (ratio < _ALIKE) & (ratio > 1 / _ALIKE) & (far > _SPACING[0]) & (far < _SPACING[1])
    fits &= away < (_NEAR if known else 2 * _NEAR) * length
    if not fits.any():
        return None
    return int(np.argmin(np.where(fits, away, np.inf)))


def _fill(image: Image, cells: Cells, lattice: Lattice, sizes: Sequence[int]) -> Grid | None:
    """Return the square of the lattice that its candidates fill best, if well enough."""
    plastic = lattice.plastic(image)
    windows = [window for size in sizes for window in _windows(image, lattice, size, plastic)]
    if not windows:
        return None
    shares = _shares(cells, lattice)
    most = max(windows).worth
    # Of two as good, the one whose stickers leave gaps as wide: what lies beside a face does not.
    best = min(
        (window for window in sorted(windows, reverse=True) if window.worth == most),
        key=lambda window: _unevenness(shares, window),
    )
    moved = np.array([[1, 0, best.left], [0, 1, best.top], [0, 0, 1]], dtype=np.float64)
    homography = lattice.homography @ moved
    inside = [i for place, i in lattice.places.items() if _is_in(place, best)]
    few = len(sizes) == 1 and _hidden(image, lattice, best, plastic) <= 0.1 * best.size**2
    least = max(2, _FEW * best.size**2) if few else max(3, _FEWEST * best.size**2)
    wider = best._replace(left=best.left - 1, top=best.top - 1, size=best.size + 2)
    beside = _as_large(shares, best, wider) - _as_large(shares, best, best)
    if beside > _STRAY + _STRAYS * best.seen:  # a larger grid
        return None
    if best.seen < least or not _is_face(homography, best.size):
        return None
    area = float((cells.sides[inside] ** 2).sum())
    seen = np.zeros((best.size, best.size), dtype=bool)
    for column, row in filter(lambda place: _is_in(place, best), lattice.places):
        seen[row - best.top, column - best.left] = True
    return Grid(best.size, homography, tuple(inside), area * best.seen / best.size**2, seen)


def _shares(cells: Cells, lattice: Lattice) -> dict[Place, float]:
    """Return for each place how much of a step its candidate is."""
    at = np.array(list(lattice.places)) + 0.5
    here = points_at(lattice.homography, at)
    right = points_at(lattice.homography, at + np.array([1.0, 0.0])) - here
    down = points_at(lattice.homography, at + np.array([0.0, 1.0])) - here
    steps = np.sqrt(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]))
    shares = cells.sides[list(lattice.places.values())] / np.maximum(steps, 1e-9)
    return dict(zip(lattice.places, shares.tolist(), strict=True))


def _own_shares(shares: dict[Place, float], window: Window) -> Floats:
    return np.array([share for place, share in shares.items() if _is_in(place, window)])


def _unevenness(shares: dict[Place, float], window: Window) -> float:
    """Return how far candidates of a window are from one size, as a share of it."""
    own = _own_shares(shares, window)
    return float(np.abs(own / np.median(own) - 1).mean()) if len(own) else np.inf


def _as_large(shares: dict[Place, float], best: Window, window: Window) -> int:
    """Return how many candidates of a window are about as large as those of the best one."""
    usual = float(np.median(_own_shares(shares, best)))
    return int(np.sum(np.abs(_own_shares(shares, window) / usual - 1) < _UNLIKE_SIZE))


def _is_in(place: Place, window: Window) -> bool:
    column, row = place[0] - window.left, place[1] - window.top
    return 0 <= column < window.size and 0 <= row < window.size


def _windows(image: Image, lattice: Lattice, size: int, plastic: Floats) -> list[Window]:
    """Return the squares of a size that hold the most candidates."""
    at = np.array(list(lattice.places))
    low = at.min(axis=0)
    taken = np.zeros(np.ptp(at, axis=0) + 2 * size + 2, dtype=np.int64)
    taken[tuple((at - low + size + 1).T)] = 1
    sums = taken.cumsum(axis=0).cumsum(axis=1)
    inside = sums[size:, size:] - sums[size:, :-size] - sums[:-size, size:] + sums[:-size, :-size]
    # A window at (0, 0) of these begins `size` before the first column and row.
    inside = inside[size - 1 : -1, size - 1 : -1]
    left, top = (axis.ravel() for axis in np.indices(inside.shape))
    seen = inside.ravel()
    worth = seen - _BESIDE * (len(at) - seen)
    found = [
        Window(
            float(worth[i]), int(left[i] + low[0]) - 1, int(top[i] + low[1]) - 1, size, int(seen[i])
        )
        for i in np.lexsort((top, left, worth))[:-13:-1]
    ]
    # Only the best are worth a look at what they miss.
    most = found[0].worth
    near = [window for window in found if window.worth > most - size]
    return [w._replace(worth=w.worth - _missing(image, lattice, w, plastic)) for w in near]


def _hidden(image: Image, lattice: Lattice, window: Window, plastic: Floats) -> float:
    """Return how many stickers of a window are not seen though they differ from the plastic."""
    missing = window.size**2 - window.seen
    against = _missing(image, lattice, window, plastic)
    return (against - _MISSED * missing) / (_HIDDEN - _MISSED)


def _missing(image: Image, lattice: Lattice, window: Window, plastic: Floats) -> float:
    """Return how much speaks against a window: its stickers that were not seen."""
    places = [
        (window.left + column, window.top + row)
        for column in range(window.size)
        for row in range(window.size)
        if (window.left + column, window.top + row) not in lattice.places
    ]
    if not places:
        return 0.0
    middles = points_at(lattice.homography, np.array(places, dtype=np.float64) + 0.5)
    height, width = image.shape[:2]
    outside = np.any((middles < 1) | (middles >= [width - 1, height - 1]), axis=1)
    x, y = np.clip(middles, 0, [width - 1, height - 1]).astype(int).T
    unlike = np.abs(image[y, x].astype(np.float64) - plastic).max(axis=1) > _PLASTIC
    against = np.where(unlike, _HIDDEN, _MISSED)
    return float(np.where(outside, window.size, against).sum())


def _is_face(homography: Floats, size: int) -> bool:
    """Whether a face seen from in front can look so."""
    n = float(size)
    corners = points_at(homography, np.array([[0, 0], [n, 0], [n, n], [0, n]]))
    if not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T)
    return bool(sides.max() <= 2.0 * sides.min())
