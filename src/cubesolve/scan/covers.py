"""Stickers that something lies over: a hand, a thumb.

A sticker has edges. Where some that stand side by side were not seen as stickers, are not of the
plastic's colour, and no line goes between them, something covers them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt

from cubesolve.scan.cells import Image
from cubesolve.scan.oklab import Floats

Place = tuple[int, int]  # row and column

_AROUND = 6  # pixels on each side of the line between two stickers where it is looked for
_MIDDLE = slice(5, -5)  # of the line: its ends belong to other stickers too
UNLIKE, _VERY_UNLIKE = 40.0, 90.0  # how far from the plastic's colour something is that is none
_FAINT, _LINE = 7.0, 14.0  # how far the line between two stickers is from both, by that
_FEWEST = 2  # stickers


def find_covered(whole: Image, seen: npt.NDArray[np.bool_]) -> list[Place]:
    """Return the stickers of a face (row, column, pixels) that something covers, in order.

    `seen` says which of them were seen as stickers.
    """
    size = len(seen)
    unlike = np.abs(_middles(whole) - plastic_of(whole[seen])).max(axis=-1)
    hidden = ~seen & (unlike > UNLIKE)
    found: set[Place] = set()
    for one, two in _neighbors(size):
        least = _LINE if min(unlike[one], unlike[two]) > _VERY_UNLIKE else _FAINT
        if hidden[one] and hidden[two] and _line(whole, one, two) < least:
            found |= {one, two}
    return sorted(found) if len(found) >= _FEWEST else []


def said_of(covered: list[Place], size: int) -> str:
    """Return in words where covered stickers are.

    Where they are all at one edge, the grid may have been found one line too far: then it could be
    the opposite edge as well.

    >>> said_of([(0, 0), (1, 0), (2, 0)], 3), said_of([(1, 1), (1, 2)], 4)
    ('at the left or right edge', 'in row 2, columns 2 and 3')
    """
    rows = sorted({row for row, _ in covered})
    columns = sorted({column for _, column in covered})
    if len(rows) > len(columns) and _is_edge(columns, size):
        return "at the left or right edge"
    if len(columns) > len(rows) and _is_edge(rows, size):
        return "at the top or bottom edge"
    return f"in {_listed('row', rows)}, {_listed('column', columns)}"


def _is_edge(lines: list[int], size: int) -> bool:
    """Whether lines lie at the edges of a face: the outermost, or those beside them."""
    return all(min(line, size - 1 - line) < max(1, size // 3) for line in lines)


def _listed(kind: str, numbers: list[int]) -> str:
    names = [str(number + 1) for number in numbers]
    if len(names) == 1:
        return f"{kind} {names[0]}"
    if len(names) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{kind}s {names[0]} to {names[-1]}"
    return f"{kind}s {', '.join(names[:-1])} and {names[-1]}"


def _neighbors(size: int) -> Iterator[tuple[Place, Place]]:
    for row, column in product(range(size), range(size)):
        if column + 1 < size:
            yield (row, column), (row, column + 1)
        if row + 1 < size:
            yield (row, column), (row + 1, column)


def _middles(whole: Image) -> Floats:
    """Return the colour of each sticker's middle."""
    inner = whole[:, :, 8:-8, 8:-8].astype(np.float64)
    middles: Floats = np.median(inner.reshape(*whole.shape[:2], -1, 3), axis=2)
    return middles


def plastic_of(stickers: Image) -> Floats:
    """Return the colour at the edges of stickers (sticker, height, width, channel)."""
    cells = stickers.astype(np.float64)
    edges = np.concatenate([cells[:, 0], cells[:, -1], cells[:, :, 0], cells[:, :, -1]], axis=1)
    plastic: Floats = np.median(edges.reshape(-1, 3), axis=0)
    return plastic


def _line(whole: Image, one: Place, two: Place) -> float:
    """Return how clear the line between two stickers is, one right of the other or below it."""
    first, second = (whole[place].astype(np.float64) for place in (one, two))
    if one[0] == two[0]:  # side by side: turn them, so that the line goes across
        first, second = first.swapaxes(0, 1), second.swapaxes(0, 1)
    profile = np.concatenate([first[-_AROUND:, _MIDDLE], second[:_AROUND, _MIDDLE]])
    across = np.median(profile, axis=1)  # (pixel, channel)
    steps = np.linspace(0, 1, len(across))[:, None]
    straight = across[0] * (1 - steps) + across[-1] * steps
    return float(np.abs(across - straight).max())
