"""Regions of a picture that may be stickers: even, squarish, and bounded by edges."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from cubesolve.scan.oklab import Floats

Image = npt.NDArray[np.uint8]

# Blur, and both thresholds of Canny: clear lines, faint ones (white on white), and noise.
_EDGES = ((0.8, 20, 60), (1.2, 50, 120), (1.0, 7, 16), (2.0, 12, 30), (3.0, 10, 24))
_SMALLEST = 9  # pixels: the side of a sticker
_LARGEST = 0.45  # of the picture's shorter side
_SQUARISH = 1.7  # longer side over shorter
_FILLED = 0.72  # of its rectangle


class Cells(NamedTuple):
    """Candidates: centres (n, 2), sides (n,) and angles (n,) in quarter turns from -0.5 to 0.5."""

    centers: Floats
    sides: Floats
    angles: Floats


class Regions(NamedTuple):
    """The regions of a picture between its edges: a number for each pixel, which is 0 on edges.

    `stats` (region, 5) has left, top, width, height and area of each.
    """

    labels: npt.NDArray[np.int32]
    stats: npt.NDArray[np.int32]


def find_cells(image: Image) -> tuple[Cells, list[Regions]]:
    """Return the candidates of a picture, each place and size once, and regions of all kinds."""
    found: list[tuple[float, float, float, float]] = []
    regions: list[Regions] = []
    for blur, low, high in _EDGES:
        smooth = cv2.GaussianBlur(image, (0, 0), blur)
        edges = np.zeros(image.shape[:2], dtype=np.uint8)
        for channel in range(3):
            lines = cv2.Canny(np.ascontiguousarray(smooth[..., channel]), low, high)
            edges |= np.asarray(lines, dtype=np.uint8)
        wide = cv2.dilate(edges, np.ones((3, 3), dtype=np.uint8))
        of_cells, of_all = _regions(np.asarray(wide, dtype=np.uint8))
        found += of_cells
        regions.append(of_all)
    return _once(np.array(found, dtype=np.float64).reshape(-1, 4)), regions


def brightened(image: Image) -> Image:
    """Return a dark picture with its light parts at full brightness."""
    light = float(np.percentile(image[::4, ::4], 98))
    return cv2.convertScaleAbs(image, alpha=max(1.0, 240 / max(light, 20.0))).astype(np.uint8)


def _regions(edges: Image) -> tuple[list[tuple[float, float, float, float]], Regions]:
    """Return centre, side and angle of each squarish region between the edges, and all regions."""
    largest = _LARGEST * min(edges.shape)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(255 - edges, connectivity=4)
    width, height, area = stats[:, 2], stats[:, 3], stats[:, 4]
    fits = (width >= _SMALLEST) & (height >= _SMALLEST)
    fits &= (width <= largest * 1.4) & (height <= largest * 1.4)
    fits &= (width <= 2.2 * height) & (height <= 2.2 * width) & (area >= 0.42 * width * height)
    found = []
    for label in np.flatnonzero(fits[1:]) + 1:
        x, y, w, h, _ = stats[label]
        mask = (labels[y : y + h, x : x + w] == label).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(outlines, key=len)
        (cx, cy), (a, b), angle = cv2.minAreaRect(outline)
        a, b = a + 1, b + 1
        if max(a, b) > _SQUARISH * min(a, b) or cv2.contourArea(outline) < _FILLED * (a - 1) * (
            b - 1
        ):
            continue
        # The dilated edges took two pixels from each side.
        side = float(np.sqrt(a * b)) + 4
        found.append((x + cx, y + cy, side, (angle / 90 + 0.5) % 1 - 0.5))
    return found, Regions(np.asarray(labels, dtype=np.int32), np.asarray(stats, dtype=np.int32))


def _once(found: Floats) -> Cells:
    """Return candidates without those that another, larger one of about the same size covers."""
    found = found[np.argsort(-found[:, 2], kind="stable")]
    chosen = np.empty_like(found)
    n = 0
    for cell in found:
        known, side = chosen[:n], cell[2]
        away = np.abs(known[:, 0] - cell[0]) + np.abs(known[:, 1] - cell[1])
        if not np.any((away < 0.4 * side) & (known[:, 2] < 1.6 * side)):
            chosen[n] = cell
            n += 1
    return Cells(chosen[:n, :2], chosen[:n, 2], chosen[:n, 3])
