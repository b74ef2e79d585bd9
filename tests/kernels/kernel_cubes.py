"""What tests of kernels read off a cube, by itself and not as the stages do."""

import os
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from cubesolve import Cube
from cubesolve.stages.edge_tables import wing_slots

COMPILER_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"  # then tests try less


def right_cells(cube: Cube) -> int:
    """Return how many centre cells have the colour of their face."""
    grids = cube.colors().reshape(6, cube.size, cube.size)[:, 1:-1, 1:-1]
    return int(sum((grids[face] == face).sum() for face in range(6)))


def wings_of(cube: Cube) -> npt.NDArray[np.int64]:
    """Return what each wing shows, six times the first face's colour plus the second's."""
    slots = wing_slots(cube.size)
    colors = cube.colors().astype(np.int64)
    return np.ascontiguousarray(colors[slots[..., 0]] * 6 + colors[slots[..., 1]])


def subsets(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield every set of at least one of the numbers."""
    for count in range(1, len(numbers) + 1):
        yield from map(list, combinations(numbers, count))
