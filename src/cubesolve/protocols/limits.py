"""How far a search may go, and who hears how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """How long a search may go on.

    It stops after `time` seconds, when it has a solution of `moves` moves, or after `nodes` nodes,
    whichever is first; the best solution so far counts, and the first is always waited for. Only
    `nodes` and `moves` give the same answer on every machine.
    """

    time: float | None = None
    moves: int | None = None
    nodes: int | None = None

    def is_reached(self, time: float, moves: int, nodes: int) -> bool:
        """Tell whether a search that has a solution is over.

        >>> Limit(time=2.5, moves=19).is_reached(time=1.0, moves=20, nodes=10**9)
        False
        """
        return (
            (self.time is not None and time >= self.time)
            or (self.moves is not None and moves <= self.moves)
            or (self.nodes is not None and nodes >= self.nodes)
        )


ProgressListener = Callable[[str, float | None], None]
"""Hears what long work is doing, and which share of it is done where that is known."""


def no_progress(what: str, share: float | None) -> None:
    """Listen to nothing."""
