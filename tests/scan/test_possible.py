"""Assignments under laws: what they find is possible, and nothing cheaper is."""

from itertools import permutations

import numpy as np
import pytest

from cubesolve import DEFAULT_SCHEME
from cubesolve.model.geometry import geometry
from cubesolve.model.validity import find_problems
from cubesolve.scan.laws import balanced_turns, ranked, schemes
from cubesolve.scan.possible import Laws


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_costs_make_a_possible_cube(size: int, seed: int) -> None:
    costs = np.random.default_rng(seed).uniform(0, 10, (6 * size * size, 6))
    shape = geometry(size)
    possible = Laws(shape).best(costs)
    assert find_problems(shape, possible.faces.astype(np.uint8), DEFAULT_SCHEME) == []
    picked = costs[np.arange(len(costs)), possible.faces].sum()
    assert possible.cost == pytest.approx(picked)


def test_assignments_come_in_order() -> None:
    costs = np.random.default_rng(3).uniform(0, 1, (5, 5))
    found = [cost for cost, _ in ranked(costs)]
    every = sorted(
        sum(costs[i, p] for i, p in enumerate(order)) for order in permutations(range(5))
    )
    assert found == pytest.approx(every)


def test_turns_are_the_cheapest_that_balance() -> None:
    costs = np.random.default_rng(4).uniform(0, 1, (5, 3))
    cost, turned = balanced_turns(costs)
    every = [
        sum(costs[place, turn] for place, turn in enumerate(turns))
        for turns in np.ndindex(*(3,) * 5)
        if sum(turns) % 3 == 0
    ]
    assert cost == pytest.approx(min(every))
    assert sum(turned) % 3 == 0


def test_others_cost_more_and_are_possible() -> None:
    costs = np.random.default_rng(5).uniform(0, 10, (54, 6))
    shape = geometry(3)
    laws = Laws(shape)
    best = laws.best(costs)
    others = list(laws.others(costs, best))
    assert len(others) == 20
    for more, slots, faces in others:
        changed = best.faces.copy()
        changed[slots] = faces
        assert more >= 0
        assert find_problems(shape, changed.astype(np.uint8), DEFAULT_SCHEME) == []
        cost = costs[np.arange(54), changed].sum()
        assert cost == pytest.approx(best.cost + more)


def test_six_colours_go_on_a_cube_in_thirty_ways() -> None:
    assert len(schemes()) == 30
