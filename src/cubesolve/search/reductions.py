"""What a size brings to be solved shortly: phases that reduce its cubes in many ways.

`cubesolve.search.short` joins the ways with a pool of 3x3 searches (`cubesolve.search.pool`), and
`cubesolve.stages.short` plays what comes of it. So a size needs its tables and phases only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from cubesolve.protocols import Limit, ProgressListener, no_progress
from cubesolve.search.anytime import Status
from cubesolve.search.pool import ReducedCubes
from cubesolve.search.workers import Workers

NODES_A_SECOND = 36_000_000  # about, on two cores: only to guess how far a search will come


class Way(NamedTuple):
    """A way to a reduced cube.

    `phases` are the turns of each phase, as `cubesolve.search.orbits.block_turns` numbers them and
    as the cube is held at the start. `hold` is the symmetry, a rotation, that takes each face of
    the reduced cube as the pool sees it, with its centres at home, to where it is.
    """

    phases: tuple[tuple[int, ...], ...]
    hold: int = 0


@dataclass(frozen=True)
class Effort:
    """What a search may use: threads, about so many nodes in all, and who hears of tables."""

    nodes: float
    workers: Workers = field(default_factory=Workers)
    on_progress: ProgressListener = no_progress

    @classmethod
    def of(
        cls, limit: Limit, on_progress: ProgressListener, nodes_a_second: int = NODES_A_SECOND
    ) -> Effort:
        """Return what a limit leaves room for."""
        by_time = float("inf") if limit.time is None else limit.time * nodes_a_second
        by_nodes = float("inf") if limit.nodes is None else limit.nodes
        return cls(min(by_time, by_nodes), on_progress=on_progress)


class Reductions(Protocol):
    """The phases of one size: they find ways to reduce one cube, short ones first.

    An empty phase must be possible, so that a cube that is reduced already is the first way. All
    that is found must depend on nodes only, not on time or on the number of cores.
    """

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        ...

    def advance(self, nodes: int, share: float, room: float) -> Status:
        """Go on for about so many nodes: at most some hundredths of a second.

        `share` is how much of the time that reductions have in this round is over, from 0 to 1, and
        `room` about how many nodes they have in all of it, to choose what to do next. Returns FOUND
        if there are new ways, EXHAUSTED if what is left of that time is not enough for more, or
        ENDED if there will be no more. After EXHAUSTED, a share of 0 asks for more all the same.
        """
        ...

    def take(self) -> ReducedCubes:
        """Return the cubes of the ways that are new since it was asked last.

        Ways are numbered from 0 in that order.
        """
        ...

    def way(self, number: int) -> Way:
        """Return a way by its number."""
        ...

    def beat(self, cost: int) -> None:
        """Look from now on for ways that may be part of solutions which cost less."""
        ...
