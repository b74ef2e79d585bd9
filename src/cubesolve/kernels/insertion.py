"""Three-cycles put into a long list of turns where they cost least, orbit by orbit.

Anywhere in a list a commutator of eight turns can be put in. It cycles three pieces of one orbit in
what comes out, which pieces depends on where it stands, and some of its turns cancel with those
around it. So for an orbit with pieces that are wrong, all gaps are tried, and in each gap all
commutators that bring home a wrong piece.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.cycles import (
    Desk,
    crossing_behind,
    crossing_on_face,
    is_movable,
    new_desk,
    set_cycle,
    write_commutator,
)
from cubesolve.kernels.drafts import draft_change, group_end, group_start
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
_MOST = 6912  # commutators of an orbit
_FIELDS = 12  # axis, role and turns of x, f and y; the order; bits of its first and last turn
_BEGINS, _ENDS = 10, 11
_LAYERS = 6  # along an axis in which an orbit lies, at most
_WORD = 8
NOTHING = 1.0e9  # the score where nothing helps
LENGTH, N_WAYS, GAP, WAY, N_PAIRS = range(5)  # of the state


class Inserter(NamedTuple):
    """A list of turns, and the orbit that is put right.

    `places` are the indices of the orbit's labels, `number` says which of them an index is. `ways`
    are its commutators, by three of its places; `first` and `ranked` list them by the place that
    they carry from and to. `here` says where the list carries each place from a gap, `back` the
    other way round. `touches` numbers the layers that it lies in: their roles, from 1 on; `names`
    are how many there are, and the layers by role. `carried` says where a turn of such a layer
    carries each place. By `roles`, those of its places, orbits are alike: they have the same ways.
    """

    moves: Turns
    places: Any
    number: Any
    ways: Any
    cycles: Any
    first: Any
    ranked: Any
    here: Any
    back: Any
    touches: Any
    names: Any
    roles: Any
    carried: Any
    labels: Any
    goal: Any
    pairs: Any
    state: Any
    desk: Desk


def new_inserter(n: int, room: int) -> Inserter:
    """Return room for lists of so many turns of size n."""
    return Inserter(
        new_turns(room),
        np.zeros(N_PLACES, np.int64),
        np.full(n**3, -1, np.int32),
        np.zeros((_MOST, _FIELDS), np.int64),
        np.zeros((_MOST, 3), np.int64),
        np.zeros(N_PLACES * N_PLACES + 2, np.int64),
        np.zeros(3 * _MOST, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros((3, n), np.uint8),
        np.zeros((3, _LAYERS + 1), np.int64),
        np.zeros((N_PLACES, 3), np.int64),
        np.zeros((3 * _LAYERS, 4, N_PLACES), np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros(2 * N_PLACES * N_PLACES, np.int64),
        np.zeros(5, np.int64),
        new_desk(8 * n + 400),
    )


@resumable
def load_words(inserter, words):
    """Take a list of words."""
    for t in range(len(words)):
        axis, layer, turns = unpack(words[t])
        inserter.moves.axis[t] = axis
        inserter.moves.layer[t] = layer
        inserter.moves.turns[t] = turns
    inserter.state[LENGTH] = len(words)


@part
def bit_of(inserter, axis, layer):
    """Return a bit for a layer that the orbit lies in; 0 for others."""
    role = np.int64(inserter.touches[axis, layer])
    return np.int64(1) << (axis * _LAYERS + role - 1) if role else np.int64(0)


@part
def bits_of(inserter, first, last):
    """Return the bits of the layers that a group turns."""
    bits = np.int64(0)
    for t in range(first, last):
        bits |= bit_of(inserter, inserter.moves.axis[t], inserter.moves.layer[t])
    return bits


@part
def add_way(inserter, n, x, f, y):
    """Note both orders of a commutator whose crossing is set, if it is one of three pieces."""
    points, state = inserter.desk.points, inserter.state
    if not is_movable(points, n - 1):
        return
    set_cycle(points, n - 1, x, f, y)
    for x_first in range(2):
        way = inserter.ways[state[N_WAYS]]
        for k in range(3):
            way[k], way[3 + k], way[6 + k] = x[k], f[k], y[k]
        for k in range(3):
            way[3 * k + 1] = inserter.touches[way[3 * k], way[3 * k + 1]]
        way[9] = x_first
        x_bit, f_bit = bit_of(inserter, x[0], x[1]), bit_of(inserter, f[0], f[1])
        way[_BEGINS] = x_bit if x_first else f_bit
        way[_ENDS] = f_bit if x_first else x_bit
        for k in range(3):
            to = (3 - k) % 3 if x_first else k
            inserter.cycles[state[N_WAYS], to] = inserter.number[index_of(points, 3 * k, n)]
        state[N_WAYS] += 1


@part
def add_ways_at(inserter, n, index, x_axis, f_axis):
    """Note all commutators that cross at a place, with x and f about these axes."""
    points = inserter.desk.points
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
            add_way(inserter, n, x, f, y)
        is_inside = 0 < x[1] < m and 0 < behind[1] < m
        opposite = (f[0], m - f[1], f[2])
        if is_inside and crossing_behind(points, m, x, opposite, behind):
            add_way(inserter, n, x, opposite, behind)


@part
def rank_ways(inserter):
    """List the ways by the pair of places that they carry from and to."""
    first, ranked, cycles = inserter.first, inserter.ranked, inserter.cycles
    first[:] = 0
    count = inserter.state[N_WAYS]
    for way in range(count):
        for k in range(3):
            first[cycles[way, k] * N_PLACES + cycles[way, (k + 1) % 3] + 2] += 1
    for key in range(N_PLACES * N_PLACES):
        first[key + 1] += first[key]
    for way in range(count):
        for k in range(3):
            key = cycles[way, k] * N_PLACES + cycles[way, (k + 1) % 3] + 1
            ranked[first[key]] = way
            first[key] += 1


@part
def note_role(inserter, place, axis, layer):
    """Note the role of a layer in which a place lies; tell whether that is another than before."""
    role = np.int64(inserter.touches[axis, layer])
    if not role:
        names = inserter.names[axis]
        names[0] += 1
        role = names[0]
        names[role] = layer
        inserter.touches[axis, layer] = role
    before = inserter.roles[place, axis]
    inserter.roles[place, axis] = role
    return role != before


@part
def note_turns(inserter, axis, layer, n):
    """Note where turns of a layer that the orbit lies in carry its places."""
    points = inserter.desk.points
    role = np.int64(inserter.touches[axis, layer])
    for turns in range(1, 4):
        for k in range(N_PLACES):
            point_of(points, inserter.places[k], n)
            if points[axis] == layer:
                turn_point(points, 0, n - 1, axis, turns)
            to = inserter.number[index_of(points, 0, n)]
            inserter.carried[axis * _LAYERS + role - 1, turns, k] = to


@resumable
def load_orbit(inserter, indices, labels, goal, n):
    """Go on to an orbit, whose labels are these, by index, after the whole list."""
    for k in range(N_PLACES):
        if inserter.places[k]:
            inserter.number[inserter.places[k]] = -1
    inserter.touches[:] = 0
    for axis in range(3):  # the faces always come first, as wings would else look like centres
        inserter.touches[axis, 0], inserter.touches[axis, n - 1] = 1, 2
        inserter.names[axis, 0], inserter.names[axis, 1], inserter.names[axis, 2] = 2, 0, n - 1
    is_other = False
    for k in range(N_PLACES):
        index = indices[k]
        inserter.places[k] = index
        inserter.number[index] = k
        inserter.labels[k] = labels[index]
        inserter.goal[k] = goal[index]
        point_of(inserter.desk.points, index, n)
        for axis in range(3):
            is_other |= note_role(inserter, k, axis, inserter.desk.points[axis])
    if is_other:
        find_ways(inserter, indices, n)


@part
def find_ways(inserter, indices, n):
    """Find where turns carry the places of an orbit, and all its commutators."""
    for axis in range(3):
        for role in range(inserter.names[axis, 0]):
            note_turns(inserter, axis, inserter.names[axis, role + 1], n)
    inserter.state[N_WAYS] = 0
    for k in range(N_PLACES):
        for x_axis in range(3):
            for f_axis in range(3):
                if x_axis != f_axis:
                    add_ways_at(inserter, n, indices[k], x_axis, f_axis)
    rank_ways(inserter)


@part
def step_back(inserter, t):
    """Go from the gap after a turn to the one before it."""
    moves, here, back = inserter.moves, inserter.here, inserter.back
    role = np.int64(inserter.touches[moves.axis[t], moves.layer[t]])
    if not role:
        return
    to = inserter.carried[moves.axis[t] * _LAYERS + role - 1, moves.turns[t]]
    for k in range(N_PLACES):
        back[here[to[k]]] = k
    for place in range(N_PLACES):
        here[back[place]] = place


@part
def saved_at_end(moves, first, last, axis, layer, turns):
    """Return how many turns are saved where a turn meets a group: two if it cancels one there."""
    for t in range(first, last):
        if moves.axis[t] != axis:
            return 0
        if moves.layer[t] == layer:
            return 2 if (moves.turns[t] + turns) & 3 == 0 else 1
    return 0


@part
def turn_of(inserter, way, at):
    """Return a turn of a commutator, with its layer."""
    return way[at], inserter.names[way[at], way[at + 1]], way[at + 2]


@part
def guess(inserter, way, gap, left, right):
    """Return what a commutator costs in slice turns, not counting what cancels further inside."""
    x, f = turn_of(inserter, way, 0), turn_of(inserter, way, 3)
    moves = inserter.moves
    if way[9]:
        begin, end = (x[0], x[1], 4 - x[2]), (f[0], f[1], 4 - f[2])
    else:
        begin, end = f, x
    saved = saved_at_end(moves, left, gap, begin[0], begin[1], begin[2])
    return _WORD - saved - saved_at_end(moves, gap, right, end[0], end[1], end[2])


@part
def write_way(inserter, way):
    """Write the turns of a commutator."""
    x, f, y = turn_of(inserter, way, 0), turn_of(inserter, way, 3), turn_of(inserter, way, 6)
    write_commutator(inserter.desk.word, x, f, y, way[9] == 1)


@part
def gain_of(inserter, number):
    """Return how many more places are right after a commutator in this gap."""
    gain = 0
    for k in range(3):
        source = inserter.here[inserter.cycles[number, k]]
        to = inserter.here[inserter.cycles[number, (k + 1) % 3]]
        gain += inserter.labels[source] == inserter.goal[to]
        gain -= inserter.labels[source] == inserter.goal[source]
    return gain


@part
def list_pairs(inserter):
    """List the pairs of places between which a piece would come home."""
    pairs, count = inserter.pairs, 0
    for to in range(N_PLACES):
        wanted = inserter.goal[to]
        if inserter.labels[to] == wanted:
            continue
        for source in range(N_PLACES):
            if inserter.labels[source] == wanted and inserter.goal[source] != wanted:
                pairs[2 * count] = source
                pairs[2 * count + 1] = to
                count += 1
    inserter.state[N_PAIRS] = count


@part
def best_in_gap(inserter, gap, worth, metric, m, best, anywhere):
    """Look for a better way in a gap; return the best score so far."""
    moves, desk, state = inserter.moves, inserter.desk, inserter.state
    length = state[LENGTH]
    left = group_start(moves, gap - 1) if gap else 0
    right = group_end(moves, gap, length) if gap < length else length
    on_left, on_right = bits_of(inserter, left, gap), bits_of(inserter, gap, right)
    if anywhere:
        on_left = np.int64(-1)
    elif not on_left and not on_right:
        return best
    for pair in range(state[N_PAIRS]):
        source, to = inserter.pairs[2 * pair], inserter.pairs[2 * pair + 1]
        key = inserter.back[source] * N_PLACES + inserter.back[to]
        for at in range(inserter.first[key], inserter.first[key + 1]):
            number = inserter.ranked[at]
            way = inserter.ways[number]
            if not (way[_BEGINS] & on_left) and not (way[_ENDS] & on_right):
                continue
            price = guess(inserter, way, gap, left, right)
            # What cancels further inside saves four turns more at best.
            if price - 4 - worth * 3 >= best:
                continue
            gain = gain_of(inserter, number)
            if gain <= 0 or price - 4 - worth * gain >= best:
                continue
            # In other metrics only what cancels a turn is counted in full, which takes long.
            if metric != SST and price > _WORD - 2 and not anywhere:
                continue
            if metric != SST or price <= _WORD - 2:
                write_way(inserter, way)
                price = draft_change(moves, length, desk, _WORD, gap, 0, gap, metric, m)[3]
            if price - worth * gain < best:
                best = price - worth * gain
                state[GAP], state[WAY] = gap, number
                for k in range(3):
                    place = inserter.here[inserter.cycles[number, k]]
                    desk.cycles[k] = inserter.places[place]
    return best


@resumable
def find_best(inserter, where, low, high, worth, metric, n, anywhere):
    """Find the best commutator for the orbit in the gaps low..high.

    `where` says, by index, where the list carries each place from the last of these gaps.

    Its gap is noted, its turns are the desk's word, and the desk's first cycle is what it does to
    what comes out. It stands beside a turn that one of its own meets; or anywhere, which takes
    longer.

    `worth` is what a piece that comes right is worth, in turns. Returns the turns that it costs
    less what its pieces are worth.
    """
    state, moves = inserter.state, inserter.moves
    for k in range(N_PLACES):
        to = np.int64(inserter.number[where[inserter.places[k]]])
        inserter.here[k] = to
        inserter.back[to] = k
    list_pairs(inserter)
    best = NOTHING
    for gap in range(high, low - 1, -1):
        is_inside = 0 < gap < state[LENGTH] and moves.axis[gap - 1] == moves.axis[gap]
        if not is_inside:
            best = best_in_gap(inserter, gap, worth, metric, n - 1, best, anywhere)
        if gap:
            step_back(inserter, gap - 1)
    if best < NOTHING:
        write_way(inserter, inserter.ways[state[WAY]])
    return best
