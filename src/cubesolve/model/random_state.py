"""Uniform random states, the same for the same seed in every process and every version of NumPy."""

from __future__ import annotations

from operator import index

import numpy as np
import numpy.typing as npt

from cubesolve.model.geometry import Geometry, Ints
from cubesolve.model.validity import is_odd


def random_stickers(geometry: Geometry, seed: int | None) -> npt.NDArray[np.int32]:
    """Return the stickers of a state drawn uniformly from those that turns can reach.

    The middle centres of odd sizes stay at home: the hold is not drawn.
    """
    draw = Draw(seed)
    stickers = np.arange(geometry.n_slots, dtype=np.int32)
    corners = np.array(geometry.corner_slots)
    corner_pieces = draw.permutations(1, len(corners))[0]
    twists = draw.below(3, len(corners) - 1)
    twists = np.append(twists, -twists.sum() % 3)
    for place, (piece, twist) in enumerate(zip(corner_pieces, twists, strict=True)):
        stickers[corners[place]] = np.roll(corners[piece], twist)
    if geometry.midge_slots:
        midges = np.array(geometry.midge_slots)
        midge_pieces = draw.permutations(1, len(midges))[0]
        if is_odd(midge_pieces.tolist()) != is_odd(corner_pieces.tolist()):
            midge_pieces[[0, 1]] = midge_pieces[[1, 0]]
        flips = draw.below(2, len(midges) - 1)
        flips = np.append(flips, flips.sum() % 2)
        for place, (piece, flip) in enumerate(zip(midge_pieces, flips, strict=True)):
            stickers[midges[place]] = np.roll(midges[piece], flip)
    wings = geometry.wing_orbits()
    pieces = draw.permutations(len(wings), 24)
    stickers[wings] = np.take_along_axis(wings, pieces[..., None], axis=1)
    centers = geometry.center_orbits()
    stickers[centers] = np.take_along_axis(centers, draw.permutations(len(centers), 24), axis=1)
    return stickers


class Draw:
    """Draws from the raw stream of PCG64, which NumPy promises never to change."""

    def __init__(self, seed: int | None) -> None:
        try:
            is_negative = seed is not None and index(seed) < 0
        except TypeError:
            raise TypeError(f"expected a whole number as the seed, got {seed!r}") from None
        if is_negative:
            raise ValueError(f"expected a seed of at least 0, got {seed}")
        self.bits = np.random.PCG64(seed)

    def below(self, limit: int, count: int) -> Ints:
        """Return numbers from 0 up to a limit."""
        return (self.bits.random_raw(count) % np.uint64(limit)).astype(np.int64)

    def permutations(self, count: int, length: int) -> Ints:
        """Return so many permutations of 0..length-1."""
        keys = self.bits.random_raw(count * length).reshape(count, length)
        return np.argsort(keys, axis=1, kind="stable")
