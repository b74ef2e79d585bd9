"""A cube's net as an array of pixels, without an imaging library."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube

Pixels = npt.NDArray[np.uint8]

_PLASTIC = (22, 24, 29)
_PAPER = (255, 255, 255)
_NET_PLACES = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (3, 1))  # column and row of each face
_GAPS_UP_TO = 60  # sizes whose stickers are large enough to be seen apart


def net_pixels(cube: Cube, width: int = 384) -> Pixels:
    """Return the net as an array (height, width, 3) of red, green and blue.

    Each sticker is a square of whole pixels, so the picture may be a little narrower, and is wider
    where a sticker would have none.

    >>> net_pixels(Cube(3), 240).shape
    (180, 240, 3)
    """
    if width < 1:
        raise ValueError(f"expected a width of at least 1, got {width}")
    size = cube.size
    slots = _slots(size, max(1, width // (4 * size)))
    shades = [*(color.rgb for color in cube.scheme.colors), _PLASTIC, _PAPER]
    # After the slots come the plastic between stickers and the paper behind the net.
    numbers = np.concatenate([cube.colors(), np.array([6, 7], dtype=np.uint8)])
    pixels: Pixels = np.array(shades, dtype=np.uint8)[numbers[slots]]
    return pixels


@lru_cache(maxsize=8)
def _slots(size: int, cell: int) -> npt.NDArray[Any]:
    """Return for each pixel the slot that it shows, -2 for plastic, -1 for paper."""
    side = size * cell
    net = np.full((3 * side, 4 * side), -1, dtype=np.int64)
    inside = np.arange(side) % cell
    has_gaps = cell > 2 and size <= _GAPS_UP_TO
    gap = (inside < max(1, cell // 16)) | (inside >= cell - max(1, cell // 16))
    for face, (column, row) in enumerate(_NET_PLACES):
        grid = face * size * size + np.arange(size * size).reshape(size, size)
        pixels = grid.repeat(cell, axis=0).repeat(cell, axis=1)
        if has_gaps:
            pixels[gap, :] = -2
            pixels[:, gap] = -2
        net[row * side : (row + 1) * side, column * side : (column + 1) * side] = pixels
    return net
