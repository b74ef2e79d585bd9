"""Sets of places as bits, for coordinates: how turns move them, and which number each has.

Bit `place` is set if the place belongs to the set. `cubesolve.kernels.masks` reads these tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.search.coordinates import Bytes
from cubesolve.search.read_only import read_only

_HALF = 12  # bits that are numbered by one table
_COUNTS = np.array([number.bit_count() for number in range(1 << _HALF)])


class MaskRanks(NamedTuple):
    """The number of a set of `size` of 24 places is `high[mask >> 12] + low[mask & 4095]`.

    Numbers are in the order of the masks. Only masks with that many bits have one.
    """

    high: npt.NDArray[np.uint32]
    low: npt.NDArray[np.uint32]


def mask_ranks(size: int) -> MaskRanks:
    """Return how sets of so many places are numbered.

    >>> ranks = mask_ranks(8)
    >>> int(ranks.high[0xFF0] + ranks.low[0]) + 1 == comb(24, 8)  # the last: 0xFF0000
    True
    """
    return ranks_within(range(2 * _HALF), size)


def ranks_within(places: Sequence[int], size: int) -> MaskRanks:
    """Return how sets of so many of some places are numbered: only those sets have numbers."""
    inside = sum(1 << place for place in places)
    low = np.zeros(1 << _HALF, np.uint32)
    halves = np.arange(1 << _HALF)
    fits = halves & ~(inside & 0xFFF) == 0
    for count in range(_HALF + 1):
        those = np.flatnonzero(fits & (count == _COUNTS))
        low[those] = np.arange(len(those))
    below = (inside & 0xFFF).bit_count()
    follow = np.array([comb(below, size - int(n)) if n <= size else 0 for n in _COUNTS])
    follow[halves & ~(inside >> _HALF) != 0] = 0
    high = np.concatenate([[0], np.cumsum(follow)[:-1]]).astype(np.uint32)
    return MaskRanks(read_only(high), read_only(low))


def masks_within(places: Sequence[int], size: int) -> npt.NDArray[np.uint32]:
    """Return all sets of so many of some places, given in order, by their numbers.

    >>> [f"{mask:05b}" for mask in masks_within([0, 1, 4], 2)]
    ['00011', '10001', '10010']
    """
    found = np.zeros(comb(len(places), size), np.uint32)
    chosen = all_masks(len(places), size)
    for bit, place in enumerate(places):
        found |= ((chosen >> np.uint32(bit)) & np.uint32(1)) << np.uint32(place)
    return found


def numbers_of(ranks: MaskRanks, masks: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Return the numbers of sets."""
    found: npt.NDArray[np.uint32] = ranks.high[masks >> 12] + ranks.low[masks & 4095]
    return found


def turned_masks(
    table: npt.NDArray[np.uint32], masks: npt.NDArray[np.uint32]
) -> npt.NDArray[np.uint32]:
    """Return what one turn of a `mask_turns` makes of sets."""
    found: npt.NDArray[np.uint32] = (
        table[0, masks & 255] | table[1, (masks >> 8) & 255] | table[2, masks >> 16]
    )
    return found


def all_masks(places: int, size: int) -> npt.NDArray[np.uint32]:
    """Return all sets of so many of some places, in order: that is, by their numbers.

    >>> [f"{mask:04b}" for mask in all_masks(4, 2)]
    ['0011', '0101', '0110', '1001', '1010', '1100']
    """
    masks = np.arange(1 << places, dtype=np.uint32)
    found: npt.NDArray[np.uint32] = masks[np.bitwise_count(masks) == size]
    return found


def mask_turns(turns: Bytes) -> npt.NDArray[np.uint32]:
    """Return `table[turn, byte, value]`: where turns take the places of one byte of a mask.

    `turns[turn, place]` says from where a turn brings something to a place, as in an orbit.
    """
    there = np.argsort(turns, axis=1).astype(np.uint32)
    values = np.arange(256, dtype=np.uint32)
    table = np.zeros((len(turns), 3, 256), np.uint32)
    for place in range(turns.shape[1]):
        is_set = (values >> np.uint32(place % 8)) & np.uint32(1)
        table[:, place // 8] |= is_set << there[:, place, None]
    return read_only(table)
