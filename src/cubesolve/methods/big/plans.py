"""How much the stages of a big cube look at: little for a first answer, then more and more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

#: By size: nodes of a round of all stages with the plan of scale 1, measured.
_NODES = {
    6: 34e6, 7: 64e6, 8: 71e6, 9: 135e6, 10: 300e6, 11: 460e6, 12: 750e6, 13: 1_400e6, 14: 2_900e6,
    15: 4_000e6, 16: 5_500e6, 17: 7_500e6, 18: 9_500e6, 19: 12_000e6, 20: 15_500e6,
}  # fmt: skip
#: By size: the scale of the first round.
_FIRST = {
    6: 0.12, 7: 0.12, 8: 0.29, 9: 0.2, 10: 0.2, 11: 0.3, 12: 0.3, 13: 0.2, 14: 0.15, 15: 0.12,
    16: 0.1, 17: 0.08, 18: 0.08, 19: 0.08, 20: 0.08,
}  # fmt: skip
#: The same where there is no room for that, from size 11 on, and nodes of such a round, measured.
_NARROW = {
    11: 0.075, 12: 0.05, 13: 0.03, 14: 0.03, 15: 0.02, 16: 0.012, 17: 0.01, 18: 0.01, 19: 0.01,
    20: 0.01,
}  # fmt: skip
_NARROW_NODES = {
    11: 48e6, 12: 65e6, 13: 72e6, 14: 130e6, 15: 165e6, 16: 180e6, 17: 200e6, 18: 235e6, 19: 260e6,
    20: 290e6,
}  # fmt: skip
#: By size, up to where it stays the same: how much wider beams are that bring centres to their
#: axes; they have more to do.
_WIDER = {6: 2.0, 7: 2.0, 8: 1.0, 9: 1.5, 10: 2.0}
_PLACING = 12_000  # states at least, from size 11 on, of a beam that has two orbits to place,
_PLACING_NARROWLY = 3_000  # and of one in a narrow first round
_LARGEST = 12.0
_USUAL_POWER = 1.5
_SMALLER = 0.18  # of what is left: a round for a better answer before the main one
_ALL = 0.85  # of what is left: a round that nothing comes after
#: Rounds one after the other: shares of what is left then, and powers of distances.
_ROUNDS = ((0.6, _USUAL_POWER), (_ALL, 2.0), (_ALL, 1.25))
_LARGER = 2.0  # how many times as much as the first round one looks at that others come after
_LARGER_AT_LAST = 1.5  # the same of the last one
_SCALES_OF_EFFORT = (0.3, 2.5, 7.0)  # from where on the phases of smaller cubes try harder


class Plan(NamedTuple):
    """What a round of all stages may do."""

    placing: int  #: states of a beam that brings centres to their axes
    width: int  #: states of one that makes rows of them agree
    joining: int  #: states of one that joins layers
    ends: int  #: of a beam that are handed on
    effort: int  #: of the phases of smaller cubes
    starts: int  #: of these phases
    longer: int  #: by how many turns the ends of a beam may be longer than the shortest
    power: float = _USUAL_POWER  #: of distances, by which beams rate states


def plan(size: int, scale: float) -> Plan:
    """Return a plan that looks at so much.

    >>> plan(6, 0.125).placing, plan(6, 1).placing, plan(10, 1).placing, plan(6, 4).effort
    (2000, 16000, 16000, 2)
    """
    is_large = size > max(_WIDER)
    placing = round(8_000 * _WIDER[min(size, max(_WIDER))] * scale)
    is_narrow = scale <= _NARROW.get(size, 0)
    least = (_PLACING_NARROWLY if is_narrow else _PLACING) if is_large else 0
    return Plan(
        placing=max(placing, least),
        width=2 * placing,
        joining=round(12_000 * scale),
        ends=min(1_000, round(300 * scale**0.5))
        if is_large
        else min(3_000, round(2_000 * scale**0.5)),
        effort=sum(scale >= least for least in _SCALES_OF_EFFORT),
        starts=min(500, round(200 * scale**0.5)),
        longer=1 if is_large else 3,
    )


def nodes_at_first(size: int) -> float:
    """Return how many nodes the first round looks at, about."""
    return _FIRST[size] * _NODES[size]


def nodes_at_least(size: int) -> float:
    """Return how many nodes the first round looks at where there is no room for more, about."""
    return _NARROW_NODES.get(size, nodes_at_first(size))


def plans_for(size: int, left: Callable[[], float]) -> Iterator[Plan | None]:
    """Yield plans of rounds; `left` tells about how many nodes are left for them.

    None is yielded where that is too little for one more. Who asks again gets another one.
    """
    has_room = left() >= nodes_at_first(size)
    least = _FIRST[size] if has_room else _NARROW.get(size, _FIRST[size])
    yield plan(size, least)
    small = _SMALLER * left() / _NODES[size]
    if small >= _LARGER * least:
        yield plan(size, min(small, _LARGEST))
    most = _LARGEST
    while True:
        for share, power in _ROUNDS:
            room = left() / _NODES[size]
            scale = share * room
            if scale < _LARGER * least:
                scale = _ALL * room
            if scale < _LARGER_AT_LAST * least:
                yield None
                least *= 2
                scale = least
            yield plan(size, min(most, scale))._replace(power=power)
        most *= 2
