"""What six measured colours are called."""

from __future__ import annotations

from functools import cache

import numpy as np

from cubesolve.model.colors import DEFAULT_SCHEME, Color
from cubesolve.scan.laws import assign
from cubesolve.scan.oklab import Floats, to_linear, to_oklab

_UNUSUAL = 4.0  # how many times better other colours than the usual six must fit
_NEAR = 200.0  # a match that good is taken as it is
_LIGHTNESS = 0.5  # of how much weight lightness is, beside hue


def name_colors(means: Floats) -> tuple[Color, ...]:
    """Return names for six colours in OKLab: the usual ones unless others fit far better."""
    usual_cost, usual = _match(means, DEFAULT_SCHEME.colors)
    cost, any_colors = _match(means, tuple(Color))
    return usual if usual_cost <= _UNUSUAL * cost + _NEAR else any_colors


def _match(means: Floats, palette: tuple[Color, ...]) -> tuple[float, tuple[Color, ...]]:
    shades = to_oklab(to_linear(np.array([color.rgb for color in palette], dtype=np.float64)))
    # Exposure is unknown: the brightest of the six is as bright as white.
    scale = 100 / max(float(means[:, 0].max()), 1.0)
    away = (means[:, :3] * scale)[:, None] - shades[None]
    away[..., 0] *= _LIGHTNESS
    cost, columns = assign(np.sum(away**2, axis=2))
    return cost, tuple(palette[column] for column in columns)


def is_usual_scheme(colors: tuple[Color, ...]) -> bool:
    """Whether these colours of U R F D L B are those of most cubes, in some hold."""
    return colors in _usual_schemes()


@cache
def _usual_schemes() -> frozenset[tuple[Color, ...]]:
    held = {scheme.colors for scheme in DEFAULT_SCHEME.rotations()}
    return frozenset(held | {DEFAULT_SCHEME.colors})
