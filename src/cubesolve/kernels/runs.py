"""Which lines to turn together: those that gain most for what their turns cost.

Lines lie side by side, as layers do. To turn some of them costs `base`, and `boundary` for every
place where a line that turns lies beside one that rests: what matters is how many runs they form.
Beyond both ends lies a layer that rests (`edge` is what a boundary there costs), or nothing, where
the lines include outer layers (`edge` is 0).

The ratio of gain to cost is made best exactly. For a given ratio r (a price of r for each unit of
cost), the best set is found by going once along the lines; the ratio of that set is a better r, and
when no set is worth its price any more, r is the best there is (Dinkelbach's method).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.costs import BOUNDARY
from cubesolve.kernels.records import boolean, float64, inlined, int64, kernel, record, uint8

FORBIDDEN = -1_000_000  # what a line gains that must not turn
_CLOSE = 1e-9  # two prices as near as this are one price


class Lines(NamedTuple):
    """What each line gains, the lines that were chosen, and room to choose them."""

    gains: Any
    chosen: Any
    draft: Any
    trace: Any


class Price(NamedTuple):
    """What a choice costs: in any case, for each boundary, for each end that turns."""

    base: float
    boundary: float
    edge: float


class Choice(NamedTuple):
    """What the chosen lines gain for their cost, and in all; both 0 if nothing was chosen."""

    ratio: float
    gain: int


LINES = record(Lines, int64[::1], uint8[::1], uint8[::1], uint8[:, ::1])
PRICE = record(Price, float64, float64, float64)
CHOICE = record(Choice, float64, int64)


def new_lines(n: int) -> Lines:
    """Return room for a choice of n lines."""
    return Lines(
        np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.uint8),
        np.zeros(n, dtype=np.uint8),
        np.zeros((n, 3), dtype=np.uint8),
    )


@inlined
def copy(source, target):
    """Copy an array; `target[:] = source` would take seconds to compile."""
    for i in range(len(source)):
        target[i] = source[i]


@inlined
def inner_price(base: float, times: int) -> Price:
    """Return the price of inner layers that are turned so many times."""
    return Price(float(base), float(BOUNDARY * times), float(BOUNDARY * times))


@inlined
def outer_price(base: float, times: int) -> Price:
    """Return the price of layers, the outer ones among them, that are turned so many times."""
    return Price(float(base), float(BOUNDARY * times), 0.0)


@inlined
def choose(lines, step, end):
    """Draft the lines whose gains, less the price of their boundaries, are most; return that.

    The best choices whose last line rests, and whose last line turns, are carried along.
    """
    gains, draft, trace = lines.gains, lines.draft, lines.trace
    n = len(gains)
    rests, turns = 0.0, gains[0] - end
    for line in range(1, n):
        trace[line, 0] = turns - step > rests
        trace[line, 1] = turns > rests - step
        rests, turns = max(rests, turns - step), max(turns, rests - step) + gains[line]
    turns -= end
    state = np.uint8(turns > rests)
    for line in range(n - 1, -1, -1):
        draft[line] = state
        state = trace[line, state]
    return max(rests, turns)


@inlined
def best_of(rests, lower, upper):
    """Return the greatest of three values, and which it is; the first of equals."""
    if rests >= lower and rests >= upper:
        return rests, 0
    return (lower, 1) if lower >= upper else (upper, 2)


@inlined
def choose_one_of_two(lines, step, end):
    """Draft lines as `choose` does, but of a line and its mirror image at most one.

    Pairs of images are taken from the outside in. The best choices where of the last pair neither,
    the lower or the upper line turns are carried along. There are at least two lines.
    """
    gains, draft, trace = lines.gains, lines.draft, lines.trace
    n = len(gains)
    half = n // 2
    rests, lower, upper = 0.0, gains[0] - end, gains[n - 1] - end
    for k in range(1, half):
        to_rest, trace[k, 0] = best_of(rests, lower - step, upper - step)
        to_lower, trace[k, 1] = best_of(rests - step, lower, upper - 2 * step)
        to_upper, trace[k, 2] = best_of(rests - step, lower - 2 * step, upper)
        rests, lower, upper = to_rest, to_lower + gains[k], to_upper + gains[n - 1 - k]
    # In the middle the last pair meets, or lies on both sides of a line that rests.
    best, state = best_of(rests, lower - step, upper - step)
    if n % 2:
        middle, beside = best_of(rests - 2 * step, lower - step, upper - step)
        draft[half] = middle + gains[half] > best
        if draft[half]:
            best, state = middle + gains[half], beside
    for k in range(half - 1, -1, -1):
        draft[k], draft[n - 1 - k] = state == 1, state == 2
        state = trace[k, state]
    return best


@kernel(CHOICE(LINES, PRICE, boolean, float64))
def raise_ratio(lines, price, one_of_two, least):
    """Raise a ratio from `least` on as long as a set of lines beats it, which is then chosen."""
    gains, draft = lines.gains, lines.draft
    n = len(gains)
    found = Choice(0.0, 0)
    ratio = least
    while True:
        step, end = ratio * price.boundary, ratio * price.edge
        if one_of_two and n > 1:
            worth = choose_one_of_two(lines, step, end)
        else:
            worth = choose(lines, step, end)
        if worth - ratio * price.base <= _CLOSE:
            return found
        gain = 0
        cost = price.base + price.edge * (draft[0] + draft[n - 1])
        for line in range(n):
            if draft[line]:
                gain += gains[line]
            if line and draft[line] != draft[line - 1]:
                cost += price.boundary
        ratio = gain / cost
        found = Choice(ratio, gain)
        copy(draft, lines.chosen)


@inlined
def most_gain(gains: Any, one_of_two: bool) -> int:
    """Return what lines would gain if their boundaries cost nothing."""
    n = len(gains)
    most = 0
    for line in range((n + 1) // 2 if one_of_two else n):
        gain = max(gains[line], gains[n - 1 - line]) if one_of_two else gains[line]
        most += max(gain, 0)
    return most


@inlined
def best_runs(lines: Lines, price: Price, one_of_two: bool, least: float) -> Choice:
    """Choose the lines with the best ratio of gain to cost, if that is more than `least`.

    With `one_of_two` no line is chosen together with its mirror image. `lines.chosen` is filled
    where there is something to choose; otherwise it stays, and the answer is 0.
    """
    # Most candidates end here, before anything is called: any lines have two boundaries, or ends.
    if most_gain(lines.gains, one_of_two) <= least * (price.base + 2 * price.edge):
        return Choice(0.0, 0)
    return raise_ratio(lines, price, one_of_two, least)  # type: ignore[no-any-return]
