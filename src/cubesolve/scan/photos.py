"""Photographs of six faces to a cube."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from cubesolve.errors import ScanError
from cubesolve.model.geometry import N_FACES
from cubesolve.scan.cells import Image
from cubesolve.scan.covers import UNLIKE, find_covered, plastic_of, said_of
from cubesolve.scan.grids import SIZES, Grid, find_grids
from cubesolve.scan.lattice import points_at
from cubesolve.scan.oklab import Floats
from cubesolve.scan.pictures import Picture, read_picture, scaled
from cubesolve.scan.readings import resolve_readings
from cubesolve.scan.result import Scan, ScannedFace

_SCALES = (960, 480, 1600)  # longer sides at which grids are looked for, until one is found
_CELL = 24  # pixels of a sticker where colours are read
_PART = 0.4  # of a grid's area that another one in its place must have
_RIVAL = 0.4  # of the best grid's score: as good as another cube
_RIVAL_SEEN = 0.75  # share of its stickers that more must be seen of: three squares are no cube
_SMALL_RIVAL = 0.15  # the same where so many squares stand in rows that chance does not do it
_OVERLAP = 0.1  # of a grid that has some of the best one's stickers
_IN_FRONT = 1.4  # longest side over shortest of a face that is not another side of the same cube
_MARGIN = 5  # pixels of a sticker's edge that are not read, but for the rim
_RIM = (0.27, 0.88)  # brightness of a sticker's rim, of its middle's
_FEWEST = 8  # such pixels that make a rim
_EVEN = 12.0  # how far from a sticker's colour its pixels may be
_UNEVEN = 30.0  # how much more colours differ inside a hidden sticker than inside others
_DULL = 0.1  # share of a sticker's pixels, the darkest, that glare leaves
_STRAYING = 0.05  # share of pixels that may stray, by noise


class NothingFound(ScanError):
    """A picture without a grid."""


class Covered(ScanError):
    """A picture of a face that something lies over."""


def resolve_photos(pictures: Sequence[Picture], names: Sequence[str], *, ordered: bool) -> Scan:
    """Return the cube that six photographs show; see `scan_photos`."""
    if len(pictures) != N_FACES:
        raise ScanError(f"expected six pictures, one for each face, got {len(pictures)}")
    if len(names) != N_FACES:
        raise ScanError(f"expected a name for each picture, got {len(names)}")
    images = [read_picture(picture, name) for picture, name in zip(pictures, names, strict=True)]
    found = [_face_or_error(image, name) for image, name in zip(images, names, strict=True)]
    sizes = [face.size for face in found if isinstance(face, ScannedFace)]
    usual = max(sorted(set(sizes)), key=sizes.count) if sizes else None
    faces = [
        _face_of_size(face, usual, image, name)
        for face, image, name in zip(found, images, names, strict=True)
    ]
    return resolve_readings([face.readings for face in faces], ordered=ordered, names=names)


def _face_or_error(image: Image, name: str) -> ScannedFace | NothingFound | Covered:
    try:
        return find_face(image, name)
    except (NothingFound, Covered) as error:
        return error


def _face_of_size(
    found: ScannedFace | NothingFound | Covered, size: int | None, image: Image, name: str
) -> ScannedFace:
    """Return a face that is as large as the others, looked for once more if it was not."""
    if isinstance(found, ScannedFace) and found.size == size:
        return found
    try:
        if size is None:
            raise NothingFound("no picture shows a cube")
        again = find_face(image, name, size)
        if isinstance(found, ScannedFace) and not _may_replace(again, found):
            raise NothingFound("something else in the picture has this size")
        return again
    except NothingFound:
        if isinstance(found, ScanError):
            raise found from None
        raise ScanError(
            f"{name} shows a grid of {found.size} x {found.size}, the others {size} x {size}: is a"
            " part of the face hidden, or is this another cube?"
        ) from None


def _may_replace(again: ScannedFace, found: ScannedFace) -> bool:
    """Whether a grid may take the place of another: it lies there, or it is larger."""
    outline, other = (face.corners.astype(np.float32) for face in (again, found))
    center = found.corners.mean(axis=0).tolist()
    least = _PART if cv2.pointPolygonTest(outline, center, False) >= 0 else 1.0
    return cv2.contourArea(outline) > least * cv2.contourArea(other)


def find_face(image: Image, name: str, size: int | None = None) -> ScannedFace:
    """Return the one face in a picture, of a size if that is known.

    Raises `ScanError` if there is none, or more than one.
    """
    if size is not None:
        _check_size(size)
    for longer in _SCALES:
        small = scaled(image, longer)
        grids = find_grids(small, SIZES if size is None else (size,))
        if grids:
            break
    else:
        raise NothingFound(
            f"{name} shows no cube: hold one face towards the camera, all of it in sight"
        )
    best = grids[0]
    if any(_is_rival(grid, best) for grid in grids[1:]):
        raise ScanError(f"{name} shows more than one cube: photograph one face at a time")
    _check_covered(small, best, name)
    return read_face(small, best.homography, best.size, name)


def _is_rival(grid: Grid, best: Grid) -> bool:
    """Whether a grid beside the best one is another cube."""
    outline, other = (g.corners.astype(np.float32) for g in (grid, best))
    shared, _ = cv2.intersectConvexConvex(outline, other)
    if shared > _OVERLAP * cv2.contourArea(outline) or grid.seen.mean() <= _RIVAL_SEEN:
        return False
    sides = np.hypot(*(grid.corners - np.roll(grid.corners, 1, axis=0)).T)
    is_clear = grid.size > 2 and sides.max() < _IN_FRONT * sides.min()
    return bool(grid.score > (_SMALL_RIVAL if is_clear else _RIVAL) * best.score)


def _check_size(size: int) -> None:
    if size not in SIZES:
        raise ScanError(f"expected a size from {SIZES[0]} to {SIZES[-1]}, got {size!r}")


def _check_covered(image: Image, grid: Grid, name: str) -> None:
    """Raise `ScanError` if something lies over stickers of a face."""
    covered = find_covered(_cells_of(image, grid.homography, grid.size), grid.seen)
    if covered:
        where = said_of(covered, grid.size)
        raise Covered(
            f"{name}: something covers stickers {where}: take this picture again, with no hand over"
            " the face"
        )


def read_face(image: Image, homography: Floats, size: int, hidden_in: str | None) -> ScannedFace:
    """Return the colours of a grid whose place is known; raise `ScanError` for hidden stickers.

    Where `hidden_in` is None, the place is the user's own word, and nothing counts as hidden.
    """
    whole = _cells_of(image, homography, size)
    inner = slice(_MARGIN, _CELL - _MARGIN)
    cells = whole[:, :, inner, inner].reshape(size, size, -1, 3).astype(np.float64)
    away = np.abs(cells - np.median(cells, axis=2)[:, :, None]).max(axis=-1)
    uneven = np.median(away, axis=-1)
    # Glare and scratches stand out; of the rest the mean says more than the median near white.
    even = (away <= 3 * uneven[..., None] + _EVEN)[..., None]
    rgb = (cells * even).sum(axis=2) / even.sum(axis=2)
    hidden = uneven > 2.5 * np.median(uneven) + _UNEVEN
    plastic = plastic_of(whole.reshape(-1, *whole.shape[2:]))
    for row, column in np.argwhere(hidden).tolist():
        below = _below_glare(cells[row, column], plastic)
        if below is not None:
            rgb[row, column], hidden[row, column] = below, False
    if hidden_in is not None and hidden.any():
        raise Covered(_said_hidden(hidden, hidden_in))
    corners = _corners(homography, size) / [image.shape[1], image.shape[0]]
    readings = np.concatenate([rgb[..., ::-1], _rims(whole, rgb)[..., ::-1]], axis=-1)
    return ScannedFace(size, readings, corners)


def _rims(whole: Image, rgb: Floats) -> Floats:
    """Return the colour of each sticker where it is not burnt out: at its rim, if nowhere else."""
    size = len(whole)
    cells = whole[:, :, 1:-1, 1:-1].reshape(size, size, -1, 3).astype(np.float64)
    bright = cells.max(axis=-1) / np.maximum(rgb.max(axis=-1), 1.0)[..., None]  # black is 0
    taken = (bright > _RIM[0]) & (bright < _RIM[1])
    count = taken.sum(axis=-1)[..., None]
    rims = (cells * taken[..., None]).sum(axis=2) / np.maximum(count, 1)
    return np.where(count >= _FEWEST, rims, rgb)


def _below_glare(pixels: Floats, plastic: Floats) -> Floats | None:
    """Return the colour of a sticker that light glares on, or None if something else lies over it.

    Glare only adds: there a pixel has at least what the sticker has in each channel. What has the
    plastic's colour where it is darkest is no sticker.
    """
    light = pixels.sum(axis=1)
    below: Floats = pixels[light <= np.quantile(light, _DULL)].mean(axis=0)
    added = np.quantile(pixels - below, _STRAYING, axis=0)
    is_sticker = np.abs(below - plastic).max() > UNLIKE
    return below if is_sticker and np.all(added > -_EVEN) else None


def _said_hidden(hidden: npt.NDArray[np.bool_], name: str) -> str:
    stickers = np.argwhere(hidden) + 1
    row, column = stickers[0]
    more = f", and {len(stickers) - 1} more" if len(stickers) > 1 else ""
    return f"{name}: the sticker in row {row}, column {column} is hidden{more}"


def face_from_corners(image: Image, corners: Any, size: int) -> ScannedFace:
    """Return the colours inside four corners, given as fractions of the picture."""
    _check_size(size)
    try:
        corners = np.asarray(corners, dtype=np.float64)
    except (TypeError, ValueError):
        corners = np.empty(0)
    if corners.shape != (4, 2) or not np.all((corners >= 0) & (corners <= 1)):
        raise ScanError("expected four corners, each two fractions from 0 to 1")
    if not cv2.isContourConvex(corners.astype(np.float32)):
        raise ScanError("expected the corners of a face, in order around it")
    small = scaled(image, _SCALES[0])
    n = float(size)
    square = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float32)
    points = (corners * [small.shape[1], small.shape[0]]).astype(np.float32)
    homography = np.asarray(cv2.getPerspectiveTransform(square, points), dtype=np.float64)
    return read_face(small, homography, size, None)


def _corners(homography: Floats, size: int) -> Floats:
    n = float(size)
    return points_at(homography, np.array([[0, 0], [n, 0], [n, n], [0, n]]))


def _cells_of(image: Image, homography: Floats, size: int) -> Image:
    """Return the pixels of each sticker (row, column, height, width, channel)."""
    flat = _flattened(image, homography, size)
    return flat.reshape(size, _CELL, size, _CELL, 3).swapaxes(1, 2)


def _flattened(image: Image, homography: Floats, size: int) -> Image:
    """Return the face as if seen from in front, a few pixels for each sticker."""
    pixels = np.diag([1 / _CELL, 1 / _CELL, 1.0])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    side = size * _CELL
    flat = cv2.warpPerspective(image, homography @ pixels, (side, side), flags=how)
    return np.asarray(flat, dtype=np.uint8)
