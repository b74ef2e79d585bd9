"""How often a cube is annealed anew: with luck, one of several lists is far shorter than others.

Lists of a 20x20 that were annealed alike differ by a few per cent. Where there is time for more
than a thorough round, another one gains more than a longer one would.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cubesolve.methods.annealed.plan import enough_nodes
from cubesolve.protocols import Limit

_THOROUGH = 90_000  # nodes for each piece
_MOST = 8


@dataclass(frozen=True)
class Round:
    """One of so many rounds, with what it may take of a limit."""

    number: int
    of: int
    limit: Limit

    def progress(self, share: float) -> float:
        """Return the share of all rounds that is over, by the share of this one."""
        return (self.number + min(share, 1.0)) / self.of


def rounds(limit: Limit, pieces: int) -> Iterator[Round]:
    """Yield rounds for so many pieces, each with its share of what is left of a limit by then.

    >>> [each.limit.nodes for each in rounds(Limit(nodes=500_000_000), 2168)]
    [250000000, 250000000]
    """
    of = max(1, min(_MOST, int(enough_nodes(limit) / (_THOROUGH * pieces))))
    for number in range(of):
        rest = of - number
        time = None if limit.time is None else limit.time - limit.time_left() * (rest - 1) / rest
        nodes = None if limit.nodes is None else limit.nodes // of
        yield Round(number, of, replace(limit, time=time, nodes=nodes))
