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
from cubesolve.kernels.cycles import (
    Desk,
    crossing_behind,
    crossing_on_face,
    is_movable,
    new_desk,
    set_cycle,
    write_commutator,
)
from cubesolve.kernels.drafts import draft_change
from cubesolve.kernels.points import (
    SST,
    Turns,
    index_of,
    new_turns,
    point_of,
    turn_point,
    unpack,
)
from cubesolve.kernels.records import part, resumable

N_PLACES = 24
N_CYCLES = N_PLACES**3  # numbers of three-cycles, by their places, the lowest first
_MOST = 6912  # commutators of an orbit
_LAYERS = 6  # along an axis in which an orbit lies, at most
_N_LAYERS = 3 * _LAYERS
_WORD = 8
NOTHING = 100  # the cost of a three-cycle that is not there
_MOST_COST = 24  # in any metric
LENGTH, N_WAYS, N_KNOWN = range(3)  # of the state


class CycleCosts(NamedTuple):
    """A list of turns, and the orbit that is looked at.

    `starts` and `ends` say where the group of a turn begins and ends, all about one axis. `codes`
    has the turns as letters: four times the number of the layer, of those that the orbit lies in,
    plus quarter turns; -1 for layers that it does not lie in.

    `places` are the indices of the orbit's labels, `number` says which of them an index is. `words`
    are its commutators as letters, `cycles` the three places that each carries to the next.
    `by_begin` and `by_end` list them by the layer of the first and the last turn, from
    `first_begin` and `first_end` on. `here` says where the list carries each place from a gap.
    `touches` numbers the layers that the orbit lies in, from 1, `layers` has them by number,
    `carried` says where a turn of such a layer carries each place.

    `cost`, `gap` and `way` are by the number of a three-cycle; `known` lists those with a cost.
    """

    moves: Turns
    starts: Any
    ends: Any
    codes: Any
    places: Any
    number: Any
    words: Any
    cycles: Any
    first_begin: Any
    by_begin: Any
    first_end: Any
    by_end: Any
    here: Any
    back: Any
    touches: Any
    layers: Any
    carried: Any
    labels: Any
    goal: Any
    cost: Any
    gap: Any
    way: Any
    known: Any
    spare: Any
    state: Any
    random: Any
    desk: Desk


def new_costs(n: int, room: int, seed: int) -> CycleCosts:
    """Return room for lists of so many turns of size n."""
    return CycleCosts(
        new_turns(room),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int8),
        np.zeros(N_PLACES, np.int64),
        np.full(n**3, -1, np.int32),
        np.zeros((_MOST, _WORD), np.int8),
        np.zeros((_MOST, 3), np.int8),
        np.zeros(_N_LAYERS + 2, np.int64),
        np.zeros(_MOST, np.int16),
        np.zeros(_N_LAYERS + 2, np.int64),
        np.zeros(_MOST, np.int16),
        np.zeros(N_PLACES, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros((3, n), np.uint8),
        np.zeros(_N_LAYERS, np.int64),
        np.zeros((_N_LAYERS, 4, N_PLACES), np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.full(N_CYCLES, NOTHING, np.int8),
        np.zeros(N_CYCLES, np.int32),
        np.zeros(N_CYCLES, np.int16),
        np.zeros(N_CYCLES, np.int16),
        np.zeros(N_CYCLES, np.int16),
        np.zeros(3, np.int64),
        np.array([seed * 2 + 1], np.uint64) * np.uint64(0x9E3779B97F4A7C15),
        new_desk(8 * n + 400),
    )


@resumable
def load_words(costs, words):
    """Take a list of words."""
    length = len(words)
    moves = costs.moves
    for t in range(length):
        axis, layer, turns = unpack(words[t])
        moves.axis[t] = axis
        moves.layer[t] = layer
        moves.turns[t] = turns
    costs.state[LENGTH] = length
    for t in range(length):
        joins = t > 0 and moves.axis[t - 1] == moves.axis[t]
        costs.starts[t] = costs.starts[t - 1] if joins else t
    for t in range(length - 1, -1, -1):
        joins = t < length - 1 and moves.axis[t + 1] == moves.axis[t]
        costs.ends[t] = costs.ends[t + 1] if joins else t + 1


@part
def letter_of(costs, axis, layer, turns):
    """Return the letter of a turn; -1 if the orbit does not lie in its layer."""
    role = np.int64(costs.touches[axis, layer])
    return 4 * (axis * _LAYERS + role - 1) + turns if role else np.int64(-1)


@part
def add_way(costs, n, x, f, y):
    """Note both orders of a commutator whose crossing is set, if it is one of three pieces."""
    points, state, word = costs.desk.points, costs.state, costs.desk.word
    if not is_movable(points, n - 1):
        return
    set_cycle(points, n - 1, x, f, y)
    for x_first in range(2):
        way = state[N_WAYS]
        write_commutator(word, x, f, y, x_first == 1)
        for k in range(_WORD):
            letter = letter_of(costs, word.axis[k], word.layer[k], word.turns[k])
            costs.words[way, k] = letter
        for k in range(3):
            to = (3 - k) % 3 if x_first else k
            costs.cycles[way, to] = costs.number[index_of(points, 3 * k, n)]
        state[N_WAYS] += 1


@part
def add_ways_at(costs, n, index, x_axis, f_axis):
    """Note all commutators that cross at a place, with x and f about these axes."""
    points = costs.desk.points
    m = n - 1
    third = 3 - x_axis - f_axis
    for amounts in range(18):
        point_of(points, index, n)
        x = (np.int64(x_axis), points[x_axis], np.int64(1 + amounts % 3))
        f = (np.int64(f_axis), points[f_axis], np.int64(1 + amounts // 9 * 2))
        turns = np.int64(1 + amounts // 3 % 3)
        behind = (np.int64(third), points[third], turns)
        turn_point(points, 0, m, f[0], f[2])
        y = (x[0], points[x_axis], turns)
        if crossing_on_face(points, m, x, f, y) and index_of(points, 0, n) == index:
            add_way(costs, n, x, f, y)
        is_inside = 0 < x[1] < m and 0 < behind[1] < m
        opposite = (f[0], m - f[1], f[2])
        if is_inside and crossing_behind(points, m, x, opposite, behind):
            add_way(costs, n, x, opposite, behind)


@part
def rank_ways(costs, first, ranked, at):
    """List the ways by the layer of one of their turns."""
    first[:] = 0
    count = costs.state[N_WAYS]
    for way in range(count):
        first[(np.int64(costs.words[way, at]) >> 2) + 2] += 1
    for k in range(_N_LAYERS):
        first[k + 1] += first[k]
    for way in range(count):
        key = (np.int64(costs.words[way, at]) >> 2) + 1
        ranked[first[key]] = way
        first[key] += 1


@part
def note_layer(costs, axis, layer):
    """Give a layer that an orbit lies in the next number along its axis."""
    touches = costs.touches
    if touches[axis, layer]:
        return
    count = 0
    for other in range(touches.shape[1]):
        count += touches[axis, other] != 0
    touches[axis, layer] = count + 1
    costs.layers[axis * _LAYERS + count] = layer


@part
def note_turns(costs, axis, layer, n):
    """Note where turns of a layer that the orbit lies in carry its places."""
    points = costs.desk.points
    role = np.int64(costs.touches[axis, layer])
    for turns in range(1, 4):
        for k in range(N_PLACES):
            point_of(points, costs.places[k], n)
            if points[axis] == layer:
                turn_point(points, 0, n - 1, axis, turns)
            to = costs.number[index_of(points, 0, n)]
            costs.carried[axis * _LAYERS + role - 1, turns, k] = to


@resumable
def load_orbit(costs, indices, labels, goal, n):
    """Go on to an orbit, whose labels are these, by index, after the whole list."""
    for k in range(N_PLACES):
        if costs.places[k]:
            costs.number[costs.places[k]] = -1
    costs.touches[:] = 0
    for k in range(N_PLACES):
        index = indices[k]
        costs.places[k] = index
        costs.number[index] = k
        costs.labels[k] = labels[index]
        costs.goal[k] = goal[index]
        point_of(costs.desk.points, index, n)
        for axis in range(3):
            note_layer(costs, axis, costs.desk.points[axis])
    for axis in range(3):
        for layer in range(n):
            if costs.touches[axis, layer]:
                note_turns(costs, axis, layer, n)
    costs.state[N_WAYS] = 0
    for k in range(N_PLACES):
        for x_axis in range(3):
            for f_axis in range(3):
                if x_axis != f_axis:
                    add_ways_at(costs, n, indices[k], x_axis, f_axis)
    rank_ways(costs, costs.first_begin, costs.by_begin, 0)
    rank_ways(costs, costs.first_end, costs.by_end, _WORD - 1)
    moves = costs.moves
    for t in range(costs.state[LENGTH]):
        costs.codes[t] = letter_of(costs, moves.axis[t], moves.layer[t], moves.turns[t])


@part
def step_back(costs, t):
    """Go from the gap after a turn to the one before it."""
    code = np.int64(costs.codes[t])
    if code < 0:
        return
    here, back = costs.here, costs.back
    to = costs.carried[code >> 2, code & 3]
    for k in range(N_PLACES):
        back[k] = here[to[k]]
    for k in range(N_PLACES):
        here[k] = back[k]


@part
def saved_on_left(codes, starts, words, way, gap):
    """Return how many turns are saved where a commutator begins: what it cancels counts twice."""
    saved, at = 0, gap
    for k in range(_WORD):
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
    for k in range(_WORD - 1, -1, -1):
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
    here, cycles = costs.here, costs.cycles
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
def write_way(costs, way):
    """Write the turns of a commutator as the desk's word."""
    word = costs.desk.word
    for k in range(_WORD):
        letter = np.int64(costs.words[way, k])
        word.axis[k] = (letter >> 2) // _LAYERS
        word.layer[k] = costs.layers[letter >> 2]
        word.turns[k] = letter & 3


@part
def slice_turns(costs, way, gap):
    """Return how many slice turns a commutator adds in a gap."""
    left = saved_on_left(costs.codes, costs.starts, costs.words, way, gap)
    length = costs.state[LENGTH]
    return _WORD - left - saved_on_right(costs.codes, costs.ends, costs.words, way, gap, length)


@part
def try_way(costs, way, gap, price, metric, m):
    """Note what a commutator costs in a gap that adds so many slice turns."""
    if metric != SST:
        write_way(costs, way)
        length = costs.state[LENGTH]
        price = draft_change(costs.moves, length, costs.desk, _WORD, gap, 0, gap, metric, m)[3]
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
    words, length = costs.words, costs.state[LENGTH]
    left = costs.starts[gap - 1] if gap else gap
    right = costs.ends[gap] if gap < length else gap
    on_left, on_right = layers_of(costs, left, gap), layers_of(costs, gap, right)
    before, behind = beyond_left(costs, left, gap), beyond_right(costs, right, gap)
    for key in range(_N_LAYERS):
        if not (on_left >> key) & 1 or not (on_right | before):
            continue
        for at in range(costs.first_begin[key], costs.first_begin[key + 1]):
            way = np.int64(costs.by_begin[at])
            bits = on_right >> (np.int64(words[way, _WORD - 1]) >> 2)
            bits |= before >> (np.int64(words[way, 1]) >> 2)
            if bits & 1:
                price = slice_turns(costs, way, gap)
                if price <= limit:
                    try_way(costs, way, gap, price, metric, m)
    for key in range(_N_LAYERS):
        if not (on_right >> key) & 1 or not behind:
            continue
        for at in range(costs.first_end[key], costs.first_end[key + 1]):
            way = np.int64(costs.by_end[at])
            if (behind >> (np.int64(words[way, _WORD - 2]) >> 2)) & 1:
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
def scan(costs, gaps, limit, metric, n, anywhere):
    """Find out what each three-cycle of the orbit costs, of those that add few slice turns.

    Gaps are tried from the first to the last of two. Commutators
    meet two turns that are there; or they stand anywhere, which takes longer.
    """
    for k in range(costs.state[N_KNOWN]):
        costs.cost[costs.known[k]] = NOTHING
    costs.state[N_KNOWN] = 0
    for k in range(N_PLACES):
        costs.here[k] = k
    moves, length = costs.moves, costs.state[LENGTH]
    for gap in range(length, gaps[0] - 1, -1):
        is_inside = 0 < gap < length and moves.axis[gap - 1] == moves.axis[gap]
        is_tried = gap <= gaps[1] and not is_inside
        if is_tried and anywhere:
            for way in range(costs.state[N_WAYS]):
                try_way(costs, way, gap, slice_turns(costs, way, gap), metric, n - 1)
        elif is_tried:
            scan_gap(costs, gap, limit, metric, n - 1)
        if gap:
            step_back(costs, gap - 1)
    sort_known(costs)


@resumable
def write_cycle(costs, number):
    """Write the commutator of a three-cycle of the table as the desk's word; return its gap."""
    write_way(costs, np.int64(costs.way[number]))
    return np.int64(costs.gap[number])
