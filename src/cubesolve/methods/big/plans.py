"""How much the stages of a big cube look at: little for a first answer, then more and more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

#: By size: nodes of a round of all stages with the plan of scale 1, measured.
_NODES = {
    6: 22e6, 7: 40e6, 8: 62e6, 9: 125e6, 10: 245e6, 11: 460e6, 12: 750e6, 13: 1_400e6, 14: 2_900e6,
    15: 4_000e6, 16: 5_500e6, 17: 7_500e6, 18: 9_500e6, 19: 12_000e6, 20: 15_500e6,
}  # fmt: skip
_SMALLER = 0.3  # how much smaller the round before the main one is
#: By size: the scale of the first round.
_FIRST = {
    6: 0.12, 7: 0.12, 8: 0.4, 9: 0.3, 10: 0.3, 11: 0.3, 12: 0.3, 13: 0.2, 14: 0.15, 15: 0.12,
    16: 0.1, 17: 0.08, 18: 0.08, 19: 0.08, 20: 0.08,
}  # fmt: skip
#: By size, up to where it stays the same: how much wider beams are that bring centres to their
#: axes; they have more to do.
_WIDER = {6: 1.0, 7: 1.0, 8: 1.0, 9: 1.5, 10: 2.0}
_PLACING = 12_000  # states at least, from size 11 on, of a beam that has two orbits to place
_LARGEST = 12.0
_OTHER_POWERS = (1.25, 2.0)
_SCALES_OF_EFFORT = (0.3, 2.5, 7.0)  # from where on the phases of smaller cubes try harder


class Plan(NamedTuple):
    """What a round of all stages may do."""

    placing: int  #: states of a beam that brings centres to their axes
    width: int  #: states of one that makes rows of them agree
    joining: int  #: states of one that joins layers
    ends: int  #: of a beam that are handed on
    effort: int  #: of the phases of smaller cubes
    starts: int  #: of these phases
    power: float = 1.5  #: of distances, by which beams rate states


def plan(size: int, scale: float) -> Plan:
    """Return a plan that looks at so much.

    >>> plan(6, 0.125).placing, plan(6, 1).placing, plan(10, 1).placing, plan(6, 4).effort
    (1000, 8000, 16000, 2)
    """
    placing = round(8_000 * _WIDER[min(size, max(_WIDER))] * scale)
    return Plan(
        placing=placing if size <= max(_WIDER) else max(placing, _PLACING),
        width=2 * placing,
        joining=round(12_000 * scale),
        ends=min(1_000, round(300 * scale**0.5)),
        effort=sum(scale >= least for least in _SCALES_OF_EFFORT),
        starts=min(500, round(200 * scale**0.5)),
    )


def _share(size: int) -> float:
    """Return which share of a search its main round has: some is for smaller ones and the 3x3."""
    return 0.4 if size <= 8 else 0.5


def nodes_at_first(size: int) -> float:
    """Return how many nodes the first round looks at, about."""
    return _FIRST[size] * _NODES[size]


def plans_for(size: int, nodes: float) -> Iterator[Plan]:
    """Yield plans, larger and larger ones, for a search of about so many nodes."""
    first = _FIRST[size]
    yield plan(size, first)
    main = max(2 * first, min(_LARGEST, _share(size) * nodes / _NODES[size]))
    if _SMALLER * main > 2 * first:
        yield plan(size, _SMALLER * main)
    for times in (1, 2, 4, 8):
        yield plan(size, times * main)
        for power in _OTHER_POWERS:  # what is left of the time may be enough for these
            yield plan(size, times * _SMALLER * main)._replace(power=power)
