"""How much each phase of a 5x5 search looks at: little for a first answer, then more and more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Plan(NamedTuple):
    """What a round of all phases may do. Numbers of states are over both streams."""

    longest_1: int  #: turns of phase 1, once there is a way
    enough_1: int  #: ways of phase 1 after which no longer ones are looked for
    enough_2: int  #: the same for phase 2
    slack_3: int  #: by how much starts of phase 3 may be longer than the best
    enough_3: int
    starts_4: int  #: how many starts of phase 4 are searched: those that seem best
    nodes_4: int
    nodes_5: int
    most_5: int  #: ways that are kept


FIRST = Plan(10, 40, 150, 1, 300, 200, 400_000, 600_000, 60)
QUICK = Plan(10, 20_000, 1_500, 1, 1_500, 600, 4_000_000, 3_000_000, 300)
STANDARD = Plan(11, 20_000, 1_500, 2, 12_000, 1_500, 16_000_000, 12_000_000, 1_000)


def larger(plan: Plan, times: int) -> Plan:
    """Return a plan that looks at so many times as much."""
    return plan._replace(
        enough_2=plan.enough_2 * times,
        enough_3=plan.enough_3 * times,
        starts_4=plan.starts_4 * times,
        nodes_4=plan.nodes_4 * times,
        nodes_5=plan.nodes_5 * times,
        most_5=plan.most_5 * times,
    )


def plans_for(nodes: float) -> Iterator[Plan]:
    """Yield plans, each larger than the one before, for a search of about so many nodes."""
    if nodes < 24_000_000:
        yield QUICK
    yield STANDARD
    for times in (2, 4, 8, 16):
        yield larger(STANDARD, times)
