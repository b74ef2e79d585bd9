"""Readings of cubes that were never photographed."""

import numpy as np
import numpy.typing as npt

from cubesolve import Cube

Floats = npt.NDArray[np.float64]

USUAL = (
    (235, 240, 238),
    (160, 25, 40),
    (10, 130, 70),
    (230, 205, 30),
    (220, 90, 20),
    (10, 70, 165),
)
ODD_ONES = (
    (120, 60, 160),
    (250, 150, 190),
    (30, 30, 30),
    (120, 75, 40),
    (0, 190, 210),
    (160, 220, 40),
)


def readings(
    cube: Cube, seed: int = 0, colors: tuple[tuple[int, int, int], ...] = USUAL, noise: float = 4.0
) -> Floats:
    """Return readings (6, N, N, 3) of a cube in these colours."""
    faces = np.array(["URFDLB".index(letter) for letter in cube.facelets()])
    rng = np.random.default_rng(seed)
    rgb = np.array(colors, dtype=np.float64)[faces] + rng.normal(0, noise, (len(faces), 3))
    found: Floats = np.clip(rgb, 0, 255).reshape(6, cube.size, cube.size, 3)
    return found


def same_but_for_names(a: str, b: str) -> bool:
    """Whether two facelet texts differ only in what the six colours are called."""
    pairs = set(zip(a, b, strict=True))
    return len(pairs) == 6 and len({x for x, _ in pairs}) == 6 and len({y for _, y in pairs}) == 6
