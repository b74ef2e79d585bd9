"""How much more probable order is than chance: people also scan cubes that are hardly scrambled.

The colours of a face are draws from an urn that gets another ball of each colour drawn (Polya). How
many balls it begins with is learnt from the cube: on a scrambled one so many that draws change
nothing, on an ordered one few.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from cubesolve.model.geometry import N_FACES
from cubesolve.scan.laws import Ints
from cubesolve.scan.oklab import Floats

_BALLS = np.array([0.5, 1.0, 2.0, 4.0, 8.0, 16.0])  # in the urn at first, of all colours together
_CLEAR = 8.0  # nats by which order must be more probable than chance


class Order(NamedTuple):
    """How improbable the colours of faces are beside each other, in nats less than by chance.

    `costs` (slot, colour) says what a colour costs beside the others of its face.
    """

    total: float
    costs: Floats


def face_order(colors: Ints) -> Order | None:
    """Return the order of faces, the colours of each in a row; None if it may be chance."""
    area = colors.shape[1]
    counts = np.stack([np.bincount(face, minlength=N_FACES) for face in colors]).astype(np.float64)
    per_color = _BALLS[:, None, None] / N_FACES
    drawn = gammaln(counts[None] + per_color) - gammaln(per_color)
    whole = gammaln(_BALLS) - gammaln(_BALLS + area)
    likely = drawn.sum(axis=(1, 2)) + N_FACES * whole - colors.size * np.log(1 / N_FACES)
    if likely.max() < _CLEAR:
        return None
    balls = _BALLS[likely.argmax()]
    others = np.repeat(counts, area, axis=0)
    others[np.arange(colors.size), colors.ravel()] -= 1
    costs: Floats = -np.log((others + balls / N_FACES) / (area - 1 + balls))
    return Order(float(-likely.max()), costs)
