"""How much each phase of a 5x5 search looks at: little for a first answer, then more and more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

ANY_TIME = 2.0  # the share of a search that is never over


class Plan(NamedTuple):
    """What a round of all phases may do. Numbers of states are over both streams."""

    longest_1: int  #: turns of phase 1, once there is a way
    enough_1: int  #: ways of phase 1 after which no longer ones are looked for
    enough_2: int  #: the same for phase 2
    most_2: int  #: and how many of these go on
    slack_3: int  #: by how much starts of phase 3 may be longer than the best
    enough_3: int
    starts_4: int  #: how many starts of phase 4 are searched: those that seem best
    nodes_4: int
    nodes_5: int
    most_5: int  #: ways that are kept
    until_4: float = 0.75  #: the share of the time for reductions that is over after phase 4
    until_5: float = 0.97


#: The share of a search that looks for reductions; the rest is for 3x3s.
REDUCING = 0.6
_MOST_NODES = 60_000_000  # of one round, where no limit says how far a search goes
FIRST = Plan(10, 40, 150, 300, 1, 300, 200, 400_000, 600_000, 60, ANY_TIME, ANY_TIME)
QUICK = Plan(10, 20_000, 1_500, 1_500, 1, 1_500, 600, 4_000_000, 3_000_000, 300)
STANDARD = Plan(11, 20_000, 1_500, 4_000, 2, 12_000, 1_500, 16_000_000, 12_000_000, 1_000)
_LEAST = 0.8  # of the standard plan: a smaller one is worse than a larger quick one
_QUICK_NODES, _STANDARD_NODES = 9_000_000, 26_000_000  # that these take in all, about


def larger(plan: Plan, times: float) -> Plan:
    """Return a plan that looks at so many times as much."""
    return plan._replace(
        enough_2=int(plan.enough_2 * times),
        most_2=int(plan.most_2 * times),
        enough_3=int(plan.enough_3 * times),
        starts_4=int(plan.starts_4 * times),
        nodes_4=int(plan.nodes_4 * times),
        nodes_5=int(plan.nodes_5 * times),
        most_5=int(plan.most_5 * times),
    )


class Sized(NamedTuple):
    """A plan, and how many nodes it takes, about."""

    plan: Plan
    nodes: float


def plans_for(nodes: float) -> Iterator[Sized]:
    """Yield plans for a search of about so many nodes: one that fills it, then larger ones."""
    here = REDUCING * min(nodes, _MOST_NODES)
    if here < _LEAST * _STANDARD_NODES:
        times = max(0.3, here / _QUICK_NODES)
        yield Sized(larger(QUICK, times), times * _QUICK_NODES)
    times = max(_LEAST, here / _STANDARD_NODES)
    for more in (1, 2, 4, 8, 16):
        yield Sized(larger(STANDARD, times * more), times * more * _STANDARD_NODES)
