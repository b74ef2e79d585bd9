"""Channels that were cut off at their end: what they may have been, for each colour.

Where light burns a channel out, all that is known is that it is no less than its end. If all whites
are there and yellows come near it, a reading just below the end is a yellow: so for each colour the
readings that are cut off are filled with what is to be expected above the end (Tobin, 1958), and a
reading below it is compared with that. A reading that is cut off itself has all that lies above, so
how far up its colour goes counts nothing for it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import log_ndtr

from cubesolve.model.geometry import N_FACES
from cubesolve.scan.oklab import Floats, to_oklab

N_KINDS = 8  # which of the three channels of a reading are cut off
_ROUNDS = 12
_LEAST_SPREAD = 0.01  # of logarithms of one colour in one channel
_FAR = 3.0  # spreads from its colour at which a reading counts no further
_BRIGHT = 0.05  # linear light below which noise makes more of a logarithm than light


class CutOff(NamedTuple):
    """Readings (linear light without the light of faces) with channels that were cut off."""

    wanted: Floats  # (reading, colour, RGB): a channel that was cut off is what the colour wants
    kinds: npt.NDArray[np.intp]  # (reading,): which channels are cut off, as bits
    open: Floats  # (colour, channel, OKLab, OKLab): how far beyond its end a colour may reach


def fill_in(linear: Floats, ended: npt.NDArray[np.bool_], labels: npt.NDArray[np.intp]) -> CutOff:
    """Return what channels that have ended may be, given the colours of all readings."""
    logs = np.log(np.maximum(linear, 1e-4))
    middles = np.stack([np.median(logs[labels == color], axis=0) for color in range(N_FACES)])
    away = np.abs(logs - middles[labels])[~ended & (np.exp(middles) > _BRIGHT)[labels]]
    spread = max(_LEAST_SPREAD, 1.48 * float(np.median(away)) if len(away) else 0.0)
    middles = _above(logs, ended, labels, middles, spread)
    filled, strays = _expected(logs, ended, middles[labels], spread)
    opened = np.zeros((N_FACES, 3, 3, 3))
    for channel in range(3):
        up, down = filled.copy(), filled.copy()
        up[:, channel] += strays[:, channel]
        down[:, channel] -= strays[:, channel]
        half = (to_oklab(np.exp(up)) - to_oklab(np.exp(down))) / 2
        for color in range(N_FACES):
            own = half[labels == color]
            opened[color, channel] = own.T @ own / len(own)
    means = np.exp(middles)
    wanted = np.where(ended[:, None], np.maximum(linear[:, None], means), linear[:, None])
    return CutOff(wanted, ended @ (1 << np.arange(3)), opened)


def _above(
    logs: Floats,
    ended: npt.NDArray[np.bool_],
    labels: npt.NDArray[np.intp],
    middles: Floats,
    spread: float,
) -> Floats:
    """Return the middle of each colour and channel, some of whose readings have ended.

    One more reading right at the end keeps it near there if all of them have.
    """
    is_color = (labels == np.arange(N_FACES)[:, None]).astype(np.float64)
    cut = is_color @ ended
    ends = is_color @ np.where(ended, logs, 0.0) / np.maximum(cut, 1)
    more = (cut > 0).astype(np.float64)
    for _ in range(_ROUNDS):
        here = middles[labels]
        filled, _ = _expected(logs, ended, here, spread)
        filled = np.clip(filled, here - _FAR * spread, here + _FAR * spread)
        found = (is_color @ filled + more * ends) / (is_color.sum(axis=1)[:, None] + more)
        middles = np.where(cut > 0, found, middles)
    return middles


def _expected(
    logs: Floats, ended: npt.NDArray[np.bool_], middles: Floats, spread: float
) -> tuple[Floats, Floats]:
    """Return readings, with what is to be expected of those that ended, and how that strays."""
    at = (logs - middles) / spread
    tail = np.exp(-(at**2) / 2 - 0.5 * np.log(2 * np.pi) - log_ndtr(-at))
    strays = spread * np.sqrt(np.clip(1 - tail * (tail - at), 0, 1))
    return np.where(ended, middles + spread * tail, logs), np.where(ended, strays, 0.0)
