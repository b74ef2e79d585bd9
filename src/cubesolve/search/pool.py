"""What solves many reduced cubes at once as 3x3s: candidates that share one bound.

A reduction can end in many ways, and one that is a turn longer often leaves a 3x3 that is solved in
two turns less. So all of them are searched together, for what is shortest in all. Methods for big
cubes are given a pool as they are given a 3x3 solver.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from cubesolve.protocols import ProgressListener
from cubesolve.search.anytime import Status
from cubesolve.search.coordinates import Bytes
from cubesolve.search.workers import Workers


class ReducedCubes(NamedTuple):
    """Reduced cubes as 3x3s, one in each row: stickers of corners and edges, numbered as there.

    `costs` says how many turns each took to come to. The centres must be at home: see
    `cubesolve.search.orbits` for the numbers.
    """

    corners: Bytes
    edges: Bytes
    costs: npt.NDArray[np.int64]

    def chosen(self, rows: npt.NDArray[np.int64]) -> ReducedCubes:
        """Return some of the cubes, in this order."""
        return ReducedCubes(self.corners[rows], self.edges[rows], self.costs[rows])


class Joined(NamedTuple):
    """An answer: which of the cubes, how it is solved as a 3x3, and what all of it costs."""

    number: int
    turns: tuple[int, ...]  #: of faces: `3 * face + amount - 1`
    cost: int


class Pool(Protocol):
    """Searches of many reduced cubes that share one bound. They go on by nodes."""

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        ...

    def add(self, cubes: ReducedCubes) -> None:
        """Search these too; cubes are numbered from 0 in the order in which they were added."""
        ...

    def beat(self, cost: int) -> None:
        """Look from now on for answers that cost less in all."""
        ...

    def advance(self, nodes: int) -> Status:
        """Go on for about so many nodes, or until there is an answer that is better."""
        ...

    def answer(self) -> Joined:
        """Return the answer that was found last."""
        ...


#: Makes a pool that works with these threads; who listens hears of tables that must be built.
PoolMaker = Callable[[Workers, ProgressListener], Pool]
