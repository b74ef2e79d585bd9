"""Rounds of a search: shares that begin again, and rounds that grow."""

import itertools

import pytest

from cubesolve import Limit
from cubesolve.methods.five.plans import MOST_NODES, plan_for
from cubesolve.search.short import Horizon, Round


def rounds(horizon: Horizon, nodes: range) -> list[list[Round]]:
    """Return what a search sees after some nodes, a list for each round."""
    found: list[list[Round]] = []
    for here in map(horizon.round_after, nodes):
        if not found or here.share < found[-1][-1].share:
            found.append([])
        found[-1].append(here)
    return found


@pytest.mark.parametrize(("least", "sizes"), [(1e9, [3600]), (200, [600, 3000]), (0.5, None)])
def test_rounds_fill_a_limit(least: float, sizes: list[int] | None) -> None:
    found = rounds(Horizon(Limit(nodes=3600), began=0.0, least=least), range(3601))
    assert len({here.nodes for each in found for here in each}) == len(found)
    assert sum(each[0].nodes for each in found) == pytest.approx(3600)
    assert found[-1][-1].share == 1.0
    for before, after in itertools.pairwise(found):
        assert after[0].nodes >= 5 * before[0].nodes * 0.999
    if sizes:
        assert [each[0].nodes for each in found] == pytest.approx(sizes)


def test_what_goes_on_beyond_a_limit_has_twice_as_far() -> None:
    found = rounds(Horizon(Limit(nodes=100), began=0.0), range(1, 1500))
    assert [each[0].nodes for each in found] == pytest.approx([100, 200, 400, 800])


def test_plans_grow_with_the_nodes_that_are_left() -> None:
    assert plan_for(1_000_000) is None
    plans = [plan_for(nodes) for nodes in (3e6, 1e7, 3e7, 1e8, MOST_NODES, 10 * MOST_NODES)]
    nodes = [plan.nodes_4 + plan.nodes_5 for plan in plans if plan]
    assert nodes == sorted(nodes)
    assert len(set(nodes)) == len(plans) - 1  # the last is not larger than the largest
