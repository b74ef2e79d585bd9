"""Uniform random states of any size, whose rows can be drawn alone and in any order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.model.big_state import (
    BigState,
    cube_of,
    layers_of,
    n_chunks,
    n_columns,
    n_rows,
    small_slots,
)
from cubesolve.model.colors import DEFAULT_SCHEME, ColorScheme
from cubesolve.model.cube import Cube
from cubesolve.model.geometry import Ints, geometry
from cubesolve.model.orbit_places import N_PLACES
from cubesolve.model.random_state import Draw, random_stickers

if TYPE_CHECKING:
    from cubesolve.kernels.big_random import Choices

Words = npt.NDArray[np.uint64]

_CHOSEN = 4  # cells of a colour in an orbit
_SHIFTS = (4, 2, 1)


class RandomState:
    """What `BigCube.random_state` makes of a size and a seed, before it is drawn.

    Edges and corners are there, rows of centres are drawn on demand: `verify_moves` needs a few.

    A seed stands for another state than in `Cube.random_state`: there each sticker is drawn, here
    each orbit of centres as one.
    """

    def __init__(self, size: int, seed: int | None, scheme: ColorScheme = DEFAULT_SCHEME) -> None:
        draw = Draw(seed)
        self.size = size
        self.scheme = scheme
        self.key = draw.bits.random_raw()
        self.small = _random_small(size, draw)
        self.wings: Ints = draw.permutations(n_rows(size), N_PLACES)

    def draw_rows(self, planes: Words, first: int, last: int, to: int | None = None) -> None:
        """Fill rows first..last-1 of planes, or, from row `to` on, planes that are for them."""
        from cubesolve.kernels import big_random as kernel

        rows = kernel.Rows(
            first, last, first if to is None else to, n_columns(self.size), n_chunks(self.size)
        )
        room = np.empty((2, 64), np.uint64)
        kernel.draw_rows(planes, rows, np.uint64(self.key), choices(), room)

    def layers(self, chosen: Sequence[int]) -> Cube:
        """Return what `BigCube.layers` does."""
        words = n_chunks(self.size) * N_PLACES * 3 * 8
        planes = np.empty(words * len(chosen), np.uint64)
        for k, layer in enumerate(sorted(chosen)):
            self.draw_rows(planes, layer - 2, layer - 1, k)
        colors = layers_of(self.with_planes(planes), chosen, only_these=True)
        return cube_of(colors, self.scheme)

    def with_planes(self, planes: Words) -> BigState:
        """Return the state with these planes."""
        return BigState(self.size, planes, self.wings, self.small)


def _random_small(size: int, draw: Draw) -> Ints:
    """Return the 3x3 of a state: the corners, and on odd sizes middle edges that fit them.

    On even sizes corners are as they like: wings take up what is odd.
    """
    source = 3 if size % 2 else 2
    stickers = random_stickers(geometry(source), int(draw.bits.random_raw() >> np.uint64(1)))
    small = np.repeat(np.arange(6), 9)
    places, slots = small_slots(source)
    small[places] = stickers[slots] // source**2
    return small


@cache
def choices() -> Choices:
    """Return the tables of all choices of cells."""
    from cubesolve.kernels.big_random import Choices

    return Choices(_choices(24), _choices(20), _choices(16), _last_arrangements())


def _choices(cells: int) -> npt.NDArray[np.uint32]:
    """Return for each choice of four cells the set, and which of the others move up by how many.

    The others are numbered without the four at first; each has to go up by as many of the four as
    are below it then. It goes by 4, then by 2, then by 1, as those are parts of that number.
    """
    chosen = np.array(list(combinations(range(cells), _CHOSEN)))
    found = np.zeros((len(chosen), 1 + len(_SHIFTS)), np.uint64)
    found[:, 0] = _set(chosen)
    others = np.arange(cells - _CHOSEN)
    # The k-th of the four has k of its kind below, so that others from chosen - k on are above it.
    ups = (others[None, :, None] >= (chosen - np.arange(_CHOSEN))[:, None, :]).sum(axis=2)
    for column, shift in enumerate(_SHIFTS, 1):
        done = ups & ~(2 * shift - 1)
        bits = np.uint64(1) << (others + done).astype(np.uint64)
        found[:, column] = np.where(ups & shift, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    return found.astype(np.uint32)


def _last_arrangements() -> Words:
    """Return the ways in which colours 3, 4 and 5 lie on 12 cells, as three words of 24 bits."""
    found = []
    for three in combinations(range(12), _CHOSEN):
        left = [cell for cell in range(12) if cell not in three]
        for four in combinations(left, _CHOSEN):
            five = [cell for cell in left if cell not in four]
            low = sum(1 << cell for cell in (*three, *five))
            mid = sum(1 << cell for cell in three)
            high = sum(1 << cell for cell in (*four, *five))
            found.append(low | mid << 24 | high << 48)
    return np.array(found, dtype=np.uint64)


def _set(cells: Ints) -> Words:
    bits: Words = (np.uint64(1) << cells.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return bits
