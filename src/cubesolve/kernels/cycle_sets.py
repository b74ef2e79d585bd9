"""Which three-cycles solve an orbit for the fewest turns, by a table of what each of them costs.

Three-cycles that are put into different gaps do not disturb each other's cost. What they do
together is what they do one after the other, in the order of their gaps. So the cheapest set of
them is looked for in a beam: sets that leave less wrong for fewer turns are made larger, one
three-cycle at a time.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.cycle_costs import N_KNOWN
from cubesolve.kernels.orbit_ways import N_PLACES
from cubesolve.kernels.records import part, resumable

MOST_CYCLES = 12  # of a set
NEAR = 12  # turns that lie between two three-cycles at least
_NOTHING = 1.0e9
_LEAST_WORTH = 0.5  # what a piece costs at least: sets that cost too much are dropped
COUNT, BEST = range(2)  # of the state of a beam: how many sets, and how many cycles in the best


class Sets(NamedTuple):
    """Sets of three-cycles: their numbers in the order of gaps, and the labels that they leave."""

    numbers: Any
    labels: Any
    size: Any
    cost: Any
    wrong: Any
    score: Any


class Beam(NamedTuple):
    """Sets that are made larger, those that come of them, and the best one that solves.

    `wide` is how many sets there are at most, `worth` what a piece that is wrong counts, in turns.
    """

    now: Sets
    next: Sets
    best: Any
    state: Any


def new_sets(wide: int) -> Sets:
    """Return room for so many sets."""
    return Sets(
        np.zeros((wide, MOST_CYCLES), np.int64),
        np.zeros((wide, N_PLACES), np.int64),
        np.zeros(wide, np.int64),
        np.zeros(wide, np.int64),
        np.zeros(wide, np.int64),
        np.zeros(wide, np.float64),
    )


def new_beam(wide: int) -> Beam:
    """Return room for a beam of so many sets."""
    return Beam(
        new_sets(wide), new_sets(wide), np.zeros(MOST_CYCLES, np.int64), np.zeros(2, np.int64)
    )


@part
def places_of(number):
    """Return the three places of a three-cycle: what is at each goes to the next."""
    return number // (N_PLACES * N_PLACES), number // N_PLACES % N_PLACES, number % N_PLACES


@part
def moved(place, number):
    """Return where a three-cycle carries a place."""
    a, b, c = places_of(number)
    if place == a:
        return b
    if place == b:
        return c
    return a if place == c else place


@part
def places_in(costs, sets, k, number):
    """Return what a three-cycle does if it is added to a set; -1 if it comes too near."""
    gap = costs.gap[number]
    a, b, c = places_of(number)
    for at in range(sets.size[k]):
        other = sets.numbers[k, at]
        ahead = costs.gap[other] - gap
        if -NEAR < ahead < NEAR:
            return np.int64(-1), b, c
        if ahead > 0:
            a, b, c = moved(a, other), moved(b, other), moved(c, other)
    return a, b, c


@part
def gain_of(labels, goal, a, b, c):
    """Return how many more places are right after a three-cycle."""
    x, y, z = labels[a], labels[b], labels[c]
    more = np.int64(x == goal[b]) + np.int64(y == goal[c]) + np.int64(z == goal[a])
    return more - np.int64(x == goal[a]) - np.int64(y == goal[b]) - np.int64(z == goal[c])


@part
def copy_set(sets, to, others, k):
    """Copy a set."""
    for at in range(others.size[k]):
        sets.numbers[to, at] = others.numbers[k, at]
    for place in range(N_PLACES):
        sets.labels[to, place] = others.labels[k, place]
    sets.size[to], sets.cost[to] = others.size[k], others.cost[k]
    sets.wrong[to], sets.score[to] = others.wrong[k], others.score[k]


@part
def add_number(costs, sets, k, number):
    """Add a three-cycle to a set, in the order of gaps."""
    at = sets.size[k]
    while at and costs.gap[sets.numbers[k, at - 1]] > costs.gap[number]:
        sets.numbers[k, at] = sets.numbers[k, at - 1]
        at -= 1
    sets.numbers[k, at] = number
    sets.size[k] += 1


@part
def is_there(beam, score, labels, a, b, c):
    """Tell whether a set with these labels, cycled, is among the next ones, as cheap."""
    for k in range(beam.state[COUNT]):
        other = beam.next.labels[k]
        if beam.next.score[k] != score:
            continue
        same = other[b] == labels[a] and other[c] == labels[b] and other[a] == labels[c]
        for place in range(N_PLACES):
            if place != a and place != b and place != c:
                same = same and other[place] == labels[place]
        if same:
            return True
    return False


@part
def worst_of(beam):
    """Return the number of the next set with the highest score."""
    worst = 0
    for k in range(1, beam.state[COUNT]):
        if beam.next.score[k] > beam.next.score[worst]:
            worst = k
    return worst


@part
def keep_set(costs, beam, k, number, places, wrong, score):
    """Put a set with one three-cycle more among the next ones, in place of the worst if need be."""
    now, after = beam.now, beam.next
    a, b, c = places
    if is_there(beam, score, now.labels[k], a, b, c):
        return
    if beam.state[COUNT] < len(after.size):
        to = beam.state[COUNT]
        beam.state[COUNT] += 1
    else:
        to = worst_of(beam)
    copy_set(after, to, now, k)
    after.labels[to, b], after.labels[to, c], after.labels[to, a] = (
        now.labels[k, a],
        now.labels[k, b],
        now.labels[k, c],
    )
    add_number(costs, after, to, number)
    after.cost[to] += costs.cost[number]
    after.wrong[to] = wrong
    after.score[to] = score


@part
def extend_set(costs, beam, k, worth, best):
    """Add each three-cycle to a set; return the cost of the cheapest set so far that solves."""
    now = beam.now
    limit = _NOTHING
    for at in range(costs.state[N_KNOWN]):
        number = np.int64(costs.known[at])
        cost = now.cost[k] + costs.cost[number]
        if cost >= best and cost + worth * (now.wrong[k] - 3) >= limit:
            break  # they are in the order of their cost
        a, b, c = places_in(costs, now, k, number)
        if a < 0:
            continue
        wrong = now.wrong[k] - gain_of(now.labels[k], costs.orbit.goal, a, b, c)
        if not wrong:
            if cost < best:
                best = cost
                note_best(costs, beam, k, number)
            continue
        score = cost + worth * wrong
        if beam.state[COUNT] == len(now.size):
            limit = beam.next.score[worst_of(beam)]
        if score < limit:
            keep_set(costs, beam, k, number, (a, b, c), wrong, score)
    return best


@part
def note_best(costs, beam, k, number):
    """Note a set, with one three-cycle more, as the best one."""
    count = beam.now.size[k]
    for at in range(count):
        beam.best[at] = beam.now.numbers[k, at]
    beam.best[count] = number
    beam.state[BEST] = count + 1


@part
def note_first(costs, beam, worth):
    """Note the three-cycle alone that puts pieces right for the fewest turns, if any does."""
    lowest = _NOTHING
    for at in range(costs.state[N_KNOWN]):
        number = np.int64(costs.known[at])
        a, b, c = places_of(number)
        gain = gain_of(costs.orbit.labels, costs.orbit.goal, a, b, c)
        score = costs.cost[number] - worth * gain
        if gain > 0 and score < lowest:
            lowest = score
            beam.best[0] = number
            beam.state[BEST] = 1


@resumable
def find_set(costs, beam, worth, bound):
    """Find the cheapest set of three-cycles that solves the orbit, below a cost.

    The beam's best are its numbers, or that of one three-cycle that puts some pieces right. Returns
    the cost of a set, or the bound if there is none.
    """
    now = beam.now
    now.size[0], now.cost[0], now.wrong[0] = 0, 0, 0
    for place in range(N_PLACES):
        now.labels[0, place] = costs.orbit.labels[place]
        now.wrong[0] += costs.orbit.labels[place] != costs.orbit.goal[place]
    beam.state[BEST] = 0
    note_first(costs, beam, worth)
    best, count = bound, 1
    for _ in range(MOST_CYCLES):
        beam.state[COUNT] = 0
        for k in range(count):
            best = extend_set(costs, beam, k, worth, best)
        count = 0
        for k in range(beam.state[COUNT]):
            if beam.next.cost[k] + _LEAST_WORTH * beam.next.wrong[k] < best:
                copy_set(now, count, beam.next, k)
                count += 1
        if not count:
            break
    return best
