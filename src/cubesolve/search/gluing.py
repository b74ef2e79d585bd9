"""What smaller cubes do for big ones: phases of a 4x4 or a 5x5 for cubes whose layers are glued.

Where some layers of a big cube turn together only, it is a smaller cube. Methods for big cubes are
given its phases as they are given a 3x3 solver.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.protocols import ProgressListener
from cubesolve.search.coordinates import Bytes
from cubesolve.search.orbits import Ints
from cubesolve.search.workers import Workers


class Glued(NamedTuple):
    """Cubes of the smaller size: colours by slot, named by faces, and what each has cost so far.

    The centres of each colour are on its axis, and the permutation of the wings is even.
    """

    colors: Bytes
    costs: Ints


class Finished(NamedTuple):
    """Ways to reduce such cubes, the shortest in all first: the number of the cube, and turns."""

    starts: Ints
    turns: npt.NDArray[np.integer]
    lengths: Ints


class Means(NamedTuple):
    """What phases may use: how hard they try, from 0, threads, and who hears of tables."""

    effort: int
    workers: Workers
    on_progress: ProgressListener


#: Finds ways; yields how many nodes were looked at since it was asked last.
Finish = Callable[[Glued, Means], Generator[int, None, Finished]]
