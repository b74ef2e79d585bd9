"""The choice of runs against every choice that there is."""

from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
import pytest

from cubesolve.kernels.runs import (
    FORBIDDEN,
    Choice,
    Lines,
    Price,
    best_runs,
    inner_price,
    new_lines,
    outer_price,
)

RNG = np.random.default_rng(1)


def cost_of(picks: Sequence[int], price: Price) -> float:
    """Return what a choice costs, counted one by one."""
    boundaries = sum(a != b for a, b in pairwise(picks))
    return price.base + price.boundary * boundaries + price.edge * (picks[0] + picks[-1])


def best_by_trying(gains: Sequence[int], price: Price, one_of_two: bool) -> float:
    """Return the best ratio of all choices, 0 if none gains."""
    n = len(gains)
    best = 0.0
    for picks in product((0, 1), repeat=n):
        if one_of_two and any(picks[k] and picks[n - 1 - k] for k in range(n // 2)):
            continue
        gain = sum(g for g, pick in zip(gains, picks, strict=True) if pick)
        best = max(best, gain / cost_of(picks, price))
    return best


def some_lines(n: int) -> Lines:
    lines = new_lines(n)
    lines.gains[:] = RNG.integers(-3, 5, n)
    if RNG.random() < 0.5:
        lines.gains[RNG.integers(n)] = FORBIDDEN
    return lines


def some_price() -> Price:
    make = inner_price if RNG.random() < 0.5 else outer_price
    price: Price = make(int(RNG.integers(1, 20)), int(RNG.integers(1, 5)))
    return price


def check(lines: Lines, price: Price, one_of_two: bool, found: Choice) -> None:
    """The chosen lines are allowed, and gain and cost what the answer says."""
    picks = lines.chosen.tolist()
    gain = sum(g for g, pick in zip(lines.gains.tolist(), picks, strict=True) if pick)
    assert found.gain == gain > 0
    assert found.ratio == pytest.approx(gain / cost_of(picks, price))
    pairs = [(picks[k], picks[-1 - k]) for k in range(len(picks) // 2)]
    assert not (one_of_two and any(a and b for a, b in pairs))


@pytest.mark.parametrize("one_of_two", [False, True])
@pytest.mark.parametrize("n", range(1, 9))
def test_no_choice_is_better(n: int, one_of_two: bool) -> None:
    for _ in range(20):
        lines, price = some_lines(n), some_price()
        best = best_by_trying(lines.gains.tolist(), price, one_of_two)
        found = best_runs(lines, price, one_of_two, 0.0)
        assert found.ratio == pytest.approx(best)
        if best:
            check(lines, price, one_of_two, found)


@pytest.mark.parametrize("one_of_two", [False, True])
def test_only_what_is_better_than_the_least(one_of_two: bool) -> None:
    for _ in range(40):
        lines, price = some_lines(6), some_price()
        best = best_runs(lines, price, one_of_two, 0.0).ratio
        lines.chosen[:] = 7
        assert best_runs(lines, price, one_of_two, best) == Choice(0.0, 0)
        assert (lines.chosen == 7).all()  # not touched
        if best:
            assert best_runs(lines, price, one_of_two, 0.9 * best).ratio == pytest.approx(best)


def test_a_line_that_gains_nothing_joins_two_runs() -> None:
    lines = new_lines(3)
    lines.gains[:] = 2, 0, 2
    assert best_runs(lines, inner_price(2, 1), False, 0.0) == Choice(1.0, 4)
    assert lines.chosen.tolist() == [1, 1, 1]


def test_outer_layers_end_a_run_for_nothing() -> None:
    lines = new_lines(3)
    lines.gains[:] = 0, 1, FORBIDDEN
    assert best_runs(lines, outer_price(1, 1), False, 0.0) == Choice(0.5, 1)
    assert lines.chosen.tolist() == [1, 1, 0]


def test_of_two_images_not_always_the_better_one() -> None:
    """To lie beside another line that gains may be worth more."""
    lines = new_lines(4)
    lines.gains[:] = 3, 2, 3, 0
    assert best_runs(lines, inner_price(1, 2), True, 0.0) == Choice(1.0, 5)
    assert lines.chosen.tolist() == [1, 1, 0, 0]
