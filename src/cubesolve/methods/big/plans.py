"""How much the stages of a big cube look at: little for a first answer, then more and more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Plan(NamedTuple):
    """What a round of all stages may do."""

    width: int  #: states of a beam that brings centres to their axes
    joining: int  #: states of one that joins layers
    ends: int  #: of a beam that are handed on
    effort: int  #: of the phases of smaller cubes
    starts: int  #: of these phases


FIRST = Plan(1_000, 2_000, 100, 0, 60)
SECOND = Plan(8_000, 12_000, 300, 1, 200)


def plans() -> Iterator[Plan]:
    """Yield plans, each larger than the one before."""
    yield FIRST
    yield SECOND
    for times in range(1, 6):
        yield Plan(
            SECOND.width << 1 + times,
            SECOND.joining << times,
            min(SECOND.ends << times, 2_000),
            1 + times,
            min(SECOND.starts << times, 1_000),
        )
