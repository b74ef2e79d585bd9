"""How much each phase of a 5x5 search looks at: little for a first answer, then more and more."""

from __future__ import annotations

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
REDUCING = 0.8
FIRST = Plan(10, 40, 150, 300, 1, 300, 200, 400_000, 600_000, 60, ANY_TIME, ANY_TIME)
QUICK = Plan(10, 20_000, 1_500, 1_500, 2, 1_500, 600, 4_000_000, 3_000_000, 300)
STANDARD = Plan(11, 20_000, 1_500, 4_000, 2, 12_000, 1_500, 16_000_000, 12_000_000, 1_000)
_QUICK_NODES, _STANDARD_NODES = 9_000_000, 26_000_000  # that these take in all, about
_LEAST = 0.25  # of the quick plan: less is not worth a round
_LEAST_STANDARD = 0.8  # of the standard plan: a smaller one is worse than a larger quick one
#: Nodes of the largest round; what it finds takes a gigabyte of memory on the way.
MOST_NODES = 16 * _STANDARD_NODES


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


def after(plan: Plan, share: float) -> Plan:
    """Return a plan that begins when a share of the time is over."""
    left = 1 - share
    return plan._replace(until_4=share + left * plan.until_4, until_5=share + left * plan.until_5)


def plan_for(nodes: float) -> Plan | None:
    """Return a plan that takes about so many nodes; `None` where that is too little for any."""
    if nodes < _LEAST * _QUICK_NODES:
        return None
    if nodes < _LEAST_STANDARD * _STANDARD_NODES:
        return larger(QUICK, nodes / _QUICK_NODES)
    return larger(STANDARD, min(nodes, MOST_NODES) / _STANDARD_NODES)
