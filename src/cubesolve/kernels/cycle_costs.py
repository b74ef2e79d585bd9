"""What every three-cycle of an orbit costs in a list of turns, at the gap where it costs least.

Anywhere in a list a commutator of eight turns can be put in. It cycles three pieces of one orbit in
what comes out, which pieces depends on where it stands, and some of its turns cancel with those
around it: all eight of them, and more than that, where the list has a commutator to spare. So for
an orbit all gaps are tried, and in each gap all commutators that meet a turn there. What is kept is
a table: the cheapest commutator of each three-cycle of the orbit's places at the end of the list.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.annealing_window import uniform
from cubesolve.kernels.drafts import draft_change
from cubesolve.kernels.orbit_ways import (
    MOST_WAYS,
    N_LAYERS,
    N_PLACES,
    WORD,
    Orbit,
    go_to_orbit,
    letter_of,
    new_orbit,
    unpack_words,
    write_way,
)
from cubesolve.kernels.points import SST, Turns, new_turns
from cubesolve.kernels.records import part, resumable

N_CYCLES = N_PLACES**3  # numbers of three-cycles, by their places, the lowest first
NOTHING = 100  # the cost of a three-cycle that is not there
_MOST_COST = 24  # in any metric
LENGTH, N_KNOWN = range(2)  # of the state


class CycleCosts(NamedTuple):
    """A list of turns, and the orbit that is looked at.

    `starts` and `ends` say where the group of a turn begins and ends, all about one axis. `codes`
    has the turns as letters of the orbit; -1 for layers that it does not lie in.

    `by_begin` and `by_end` list the orbit's commutators by the layer of the first and the last
    turn, from `first_begin` and `first_end` on. `here` says where the list carries each place from
    a gap.

    `cost`, `gap` and `way` are by the number of a three-cycle; `known` lists those with a cost.
    """

    moves: Turns
    orbit: Orbit
    starts: Any
    ends: Any
    codes: Any
    first_begin: Any
    by_begin: Any
    first_end: Any
    by_end: Any
    here: Any
    back: Any
    cost: Any
    gap: Any
    way: Any
    known: Any
    spare: Any
    state: Any
    random: Any


def new_costs(n: int, room: int, seed: int) -> CycleCosts:
    """Return room for lists of so many turns of size n."""
    return CycleCosts(
        new_turns(room),
        new_orbit(n),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int8),
        np.zeros(N_LAYERS + 2, np.int64),
        np.zeros(MOST_WAYS, np.int16),
        np.zeros(N_LAYERS + 2, np.int64),
        np.zeros(MOST_WAYS, np.int16),
        np.zeros(N_PLACES, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.full(N_CYCLES, NOTHING, np.int8),
        np.zeros(N_CYCLES, np.int32),
        np.zeros(N_CYCLES, np.int16),
        np.zeros(N_CYCLES, np.int16),
        np.zeros(N_CYCLES, np.int16),
        np.zeros(2, np.int64),
        np.array([seed * 2 + 1], np.uint64) * np.uint64(0x9E3779B97F4A7C15),
    )


@resumable
def load_words(costs, words):
    """Take a list of words."""
    length = len(words)
    moves = costs.moves
    unpack_words(moves, words)
    costs.state[LENGTH] = length
    for t in range(length):
        joins = t > 0 and moves.axis[t - 1] == moves.axis[t]
        costs.starts[t] = costs.starts[t - 1] if joins else t
    for t in range(length - 1, -1, -1):
        joins = t < length - 1 and moves.axis[t + 1] == moves.axis[t]
        costs.ends[t] = costs.ends[t + 1] if joins else t + 1


@part
def rank_ways(costs, first, ranked, at):
    """List the ways by the layer of one of their turns."""
    first[:] = 0
    count = costs.orbit.n_ways[0]
    for way in range(count):
        first[(np.int64(costs.orbit.words[way, at]) >> 2) + 2] += 1
    for k in range(N_LAYERS):
        first[k + 1] += first[k]
    for way in range(count):
        key = (np.int64(costs.orbit.words[way, at]) >> 2) + 1
        ranked[first[key]] = way
        first[key] += 1


@resumable
def load_orbit(costs, indices, labels, goal, n):
    """Go on to an orbit, whose labels are these, by index, after the whole list."""
    if go_to_orbit(costs.orbit, indices, labels, goal, n):
        rank_ways(costs, costs.first_begin, costs.by_begin, 0)
        rank_ways(costs, costs.first_end, costs.by_end, WORD - 1)
    moves = costs.moves
    for t in range(costs.state[LENGTH]):
        costs.codes[t] = letter_of(costs.orbit, moves.axis[t], moves.layer[t], moves.turns[t])


@part
def step_back(costs, t):
    """Go from the gap after a turn to the one before it."""
    code = np.int64(costs.codes[t])
    if code < 0:
        return
    here, back = costs.here, costs.back
    to = costs.orbit.carried[code >> 2, code & 3]
    for k in range(N_PLACES):
        back[k] = here[to[k]]
    for k in range(N_PLACES):
        here[k] = back[k]


@part
def saved_on_left(codes, starts, words, way, gap):
    """Return how many turns are saved where a commutator begins: what it cancels counts twice."""
    saved, at = 0, gap
    for k in range(WORD):
        if at == 0:
            return saved
        letter = np.int64(words[way, k])
        start = starts[at - 1]
        t = at - 1
        while t >= start and codes[t] >> 2 != letter >> 2:
            t -= 1
        if t < start:
            return saved
        if (codes[t] + letter) & 3:
            return saved + 1
        saved += 2
        if at - start > 1:
            return saved
        at = start
    return saved


@part
def saved_on_right(codes, ends, words, way, gap, length):
    """Return how many turns are saved where a commutator ends: what it cancels counts twice."""
    saved, at = 0, gap
    for k in range(WORD - 1, -1, -1):
        if at == length:
            return saved
        letter = np.int64(words[way, k])
        end = ends[at]
        t = at
        while t < end and codes[t] >> 2 != letter >> 2:
            t += 1
        if t == end:
            return saved
        if (codes[t] + letter) & 3:
            return saved + 1
        saved += 2
        if end - at > 1:
            return saved
        at = end
    return saved


@part
def cycle_number(a, b, c):
    """Return the number of the three-cycle that carries a to b, b to c and c to a."""
    if b < a and b < c:
        return (b * N_PLACES + c) * N_PLACES + a
    if c < a:
        return (c * N_PLACES + a) * N_PLACES + b
    return (a * N_PLACES + b) * N_PLACES + c


@part
def note_way(costs, way, gap, price):
    """Note a commutator in the table if it is cheaper than what is there, or as cheap."""
    here, cycles = costs.here, costs.orbit.cycles
    number = cycle_number(here[cycles[way, 0]], here[cycles[way, 1]], here[cycles[way, 2]])
    before = costs.cost[number]
    if price > before or (price == before and uniform(costs.random) < 0.5):
        return
    if before == NOTHING:
        costs.known[costs.state[N_KNOWN]] = number
        costs.state[N_KNOWN] += 1
    costs.cost[number] = price
    costs.gap[number] = gap
    costs.way[number] = way


@part
def slice_turns(costs, way, gap):
    """Return how many slice turns a commutator adds in a gap."""
    words, length = costs.orbit.words, costs.state[LENGTH]
    left = saved_on_left(costs.codes, costs.starts, words, way, gap)
    return WORD - left - saved_on_right(costs.codes, costs.ends, words, way, gap, length)


@part
def try_way(costs, way, gap, price, metric, m):
    """Note what a commutator costs in a gap that adds so many slice turns."""
    if metric != SST:
        write_way(costs.orbit, way)
        length = costs.state[LENGTH]
        price = draft_change(costs.moves, length, costs.orbit.desk, WORD, gap, 0, gap, metric, m)[3]
    note_way(costs, way, gap, price)


@part
def layers_of(costs, first, last):
    """Return a bit for each layer that turns first..last-1 turn, of those the orbit lies in."""
    bits = np.int64(0)
    for t in range(first, last):
        if costs.codes[t] >= 0:
            bits |= np.int64(1) << (np.int64(costs.codes[t]) >> 2)
    return bits


@part
def beyond_left(costs, left, gap):
    """Return a bit for each layer of the group before the one on the left, if that can go."""
    if left == 0 or gap - left != 1:
        return np.int64(0)
    return layers_of(costs, costs.starts[left - 1], left)


@part
def beyond_right(costs, right, gap):
    """Return a bit for each layer of the group after the one on the right, if that can go."""
    if right == costs.state[LENGTH] or right - gap != 1:
        return np.int64(0)
    return layers_of(costs, right, costs.ends[right])


@part
def scan_gap(costs, gap, limit, metric, m):
    """Note what the commutators cost that meet two turns beside a gap, on one side or on both."""
    words, length = costs.orbit.words, costs.state[LENGTH]
    left = costs.starts[gap - 1] if gap else gap
    right = costs.ends[gap] if gap < length else gap
    on_left, on_right = layers_of(costs, left, gap), layers_of(costs, gap, right)
    before, behind = beyond_left(costs, left, gap), beyond_right(costs, right, gap)
    for key in range(N_LAYERS):
        if not (on_left >> key) & 1 or not (on_right | before):
            continue
        for at in range(costs.first_begin[key], costs.first_begin[key + 1]):
            way = np.int64(costs.by_begin[at])
            bits = on_right >> (np.int64(words[way, WORD - 1]) >> 2)
            bits |= before >> (np.int64(words[way, 1]) >> 2)
            if bits & 1:
                price = slice_turns(costs, way, gap)
                if price <= limit:
                    try_way(costs, way, gap, price, metric, m)
    for key in range(N_LAYERS):
        if not (on_right >> key) & 1 or not behind:
            continue
        for at in range(costs.first_end[key], costs.first_end[key + 1]):
            way = np.int64(costs.by_end[at])
            if (behind >> (np.int64(words[way, WORD - 2]) >> 2)) & 1:
                price = slice_turns(costs, way, gap)
                if price <= limit:
                    try_way(costs, way, gap, price, metric, m)


@part
def sort_known(costs):
    """Bring the three-cycles with a cost into the order of it."""
    known, spare, count = costs.known, costs.spare, costs.state[N_KNOWN]
    at = 0
    for price in range(-_MOST_COST, _MOST_COST + 1):
        for k in range(count):
            if costs.cost[known[k]] == price:
                spare[at] = known[k]
                at += 1
    for k in range(count):
        known[k] = spare[k]


@resumable
def scan(costs, begin, most, gaps, limit, metric, n, anywhere):
    """Find out what each three-cycle of the orbit costs, of those that add few slice turns.

    Gaps are tried from the first to the last of two. Commutators meet two turns that are there; or
    they stand anywhere, which takes longer. It begins with the gap after all turns, goes through so
    many at most, and returns where it is to go on, or -1 when it is done.
    """
    moves, length = costs.moves, costs.state[LENGTH]
    if begin == length:
        for k in range(costs.state[N_KNOWN]):
            costs.cost[costs.known[k]] = NOTHING
        costs.state[N_KNOWN] = 0
        for k in range(N_PLACES):
            costs.here[k] = k
    end = max(begin - most, gaps[0] - 1)
    for gap in range(begin, end, -1):
        is_inside = 0 < gap < length and moves.axis[gap - 1] == moves.axis[gap]
        is_tried = gap <= gaps[1] and not is_inside
        if is_tried and anywhere:
            for way in range(costs.orbit.n_ways[0]):
                try_way(costs, way, gap, slice_turns(costs, way, gap), metric, n - 1)
        elif is_tried:
            scan_gap(costs, gap, limit, metric, n - 1)
        if gap:
            step_back(costs, gap - 1)
    if end >= gaps[0]:
        return np.int64(end)
    sort_known(costs)
    return np.int64(-1)


@resumable
def write_cycle(costs, number):
    """Write the commutator of a three-cycle of the table as the desk's word; return its gap."""
    write_way(costs.orbit, np.int64(costs.way[number]))
    return np.int64(costs.gap[number])
