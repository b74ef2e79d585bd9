"""How much the stages of a big cube look at: little for a first answer, then more and more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

#: By size: nodes of a round of all stages with the plan of scale 1, measured.
_NODES = {6: 22e6, 7: 40e6, 8: 70e6, 9: 130e6, 10: 200e6}
_SHARE = 0.4  # of a search's nodes for its main round: some are for smaller ones, and for the 3x3
_SMALLER = 0.3  # how much smaller the round before it is
_FIRST = {6: 0.12, 7: 0.12, 8: 0.4, 9: 0.5, 10: 0.6}  # the scale of the first round, by size
_LARGEST = 12.0
_OTHER_POWERS = (1.25, 2.0)
_SCALES_OF_EFFORT = (0.3, 2.5, 7.0)  # from where on the phases of smaller cubes try harder


class Plan(NamedTuple):
    """What a round of all stages may do."""

    width: int  #: states of a beam that brings centres to their axes
    joining: int  #: states of one that joins layers
    ends: int  #: of a beam that are handed on
    effort: int  #: of the phases of smaller cubes
    starts: int  #: of these phases
    power: float = 1.5  #: of distances, by which beams rate states


def plan(scale: float) -> Plan:
    """Return a plan that looks at so much.

    >>> plan(0.125).width, plan(1).width, plan(4).effort
    (1000, 8000, 2)
    """
    return Plan(
        width=round(8_000 * scale),
        joining=round(12_000 * scale),
        ends=min(1_000, round(300 * scale**0.5)),
        effort=sum(scale >= least for least in _SCALES_OF_EFFORT),
        starts=min(500, round(200 * scale**0.5)),
    )


def plans_for(size: int, nodes: float) -> Iterator[Plan]:
    """Yield plans, larger and larger ones, for a search of about so many nodes."""
    first = _FIRST[size]
    yield plan(first)
    main = max(2 * first, min(_LARGEST, _SHARE * nodes / _NODES[size]))
    if _SMALLER * main > 2 * first:
        yield plan(_SMALLER * main)
    for times in (1, 2, 4, 8):
        yield plan(times * main)
        for power in _OTHER_POWERS:  # what is left of the time may be enough for these
            yield plan(times * _SMALLER * main)._replace(power=power)
