"""Which colour belongs on which face of an even cube, where no middle centre says so."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.model import Color, ColorScheme, Cube, FaceName

N_FACES = 6


def center_counts(cube: Cube) -> npt.NDArray[np.int64]:
    """Return for each face how many of its centre cells have each colour of the scheme."""
    grids = cube.colors().reshape(N_FACES, cube.size, cube.size)[:, 1:-1, 1:-1]
    return np.stack([np.bincount(g.ravel(), minlength=N_FACES) for g in grids])


def best_scheme(cube: Cube) -> ColorScheme:
    """Return the hold of the cube's scheme that agrees with the most centre cells.

    Among equals, the one whose best face, and then whose best face of the others, agrees most: that
    is the order in which trackers are made. Among those, the first of the 24 holds in their fixed
    order. So it is always a hold of the scheme, and always the same for the same colours.
    """
    counts = center_counts(cube)
    numbers = {color: number for number, color in enumerate(cube.scheme.colors)}

    def merit(scheme: ColorScheme) -> tuple[int, int, int]:
        agree = [int(counts[face, numbers[color]]) for face, color in enumerate(scheme.colors)]
        first, third, _ = steps(agree)
        return sum(agree), agree[first], agree[third]

    return max(cube.scheme.rotations(), key=merit)  # max keeps the first of equals


def steps(agree: list[int]) -> tuple[int, int, int]:
    """Return the faces in the order in which they are tracked: one of each opposite pair.

    First the face that agrees most, then the one that agrees most of those beside it and its
    opposite, then the better of the two that are left; the lower number among equals.
    """
    left = list(range(N_FACES))
    order = []
    while left:
        face = max(left, key=lambda f: (agree[f], -f))
        order.append(face)
        left = [f for f in left if f % 3 != face % 3]
    return order[0], order[1], order[2]


def tracking_order(cube: Cube, scheme: ColorScheme) -> list[tuple[FaceName, Color]]:
    """Return the three faces to mark, each with the colour that belongs on it by this scheme."""
    counts = center_counts(cube)
    numbers = {color: number for number, color in enumerate(cube.scheme.colors)}
    agree = [int(counts[face, numbers[color]]) for face, color in enumerate(scheme.colors)]
    return [(cube.faces[face].name, scheme.colors[face]) for face in steps(agree)]
