"""OKLab: a space in which distances are as people see them (Ottosson, 2020)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_TO_LMS = np.array([
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
])  # fmt: skip
_TO_LAB = np.array([
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
])  # fmt: skip


def to_linear(rgb: Floats) -> Floats:
    """Return linear light from 0 to 1 of sRGB readings from 0 to 255."""
    v = np.clip(rgb, 0, 255) / 255
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def to_oklab(linear: Floats) -> Floats:
    """Return OKLab in hundredths, of linear light."""
    lab: Floats = np.cbrt(np.maximum(linear, 0) @ _TO_LMS.T) @ _TO_LAB.T * 100
    return lab
