"""Three-cycles put into a long list of turns where they cost least, orbit by orbit.

Anywhere in a list a commutator of eight turns can be put in. It cycles three pieces of one orbit in
what comes out, which pieces depends on where it stands, and some of its turns cancel with those
around it. So for an orbit with pieces that are wrong, all gaps are tried, and in each gap all
commutators that bring home a wrong piece.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.drafts import draft_change, group_end, group_start
from cubesolve.kernels.orbit_ways import (
    LAYERS,
    MOST_WAYS,
    N_PLACES,
    WORD,
    Orbit,
    go_to_orbit,
    new_orbit,
    turn_of,
    unpack_words,
    write_way,
)
from cubesolve.kernels.points import SST, Turns, new_turns
from cubesolve.kernels.records import part, resumable

NOTHING = 1.0e9  # the score where nothing helps
LENGTH, GAP, WAY, N_PAIRS = range(4)  # of the state


class SingleCycles(NamedTuple):
    """A list of turns, and the orbit that is put right.

    `first` and `ranked` list the orbit's commutators by the place that they carry from and to.
    `here` says where the list carries each place from a gap, `back` the other way round. `pairs`
    are places between which a piece would come home.
    """

    moves: Turns
    orbit: Orbit
    first: Any
    ranked: Any
    here: Any
    back: Any
    pairs: Any
    state: Any


def new_cycles(n: int, room: int) -> SingleCycles:
    """Return room for lists of so many turns of size n."""
    return SingleCycles(
        new_turns(room),
        new_orbit(n),
        np.zeros(N_PLACES * N_PLACES + 2, np.int64),
        np.zeros(3 * MOST_WAYS, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros(2 * N_PLACES * N_PLACES, np.int64),
        np.zeros(4, np.int64),
    )


@resumable
def load_words(single, words):
    """Take a list of words."""
    unpack_words(single.moves, words)
    single.state[LENGTH] = len(words)


@part
def bits_of(single, first, last):
    """Return a bit for each layer that turns first..last-1 turn, of those the orbit lies in."""
    bits = np.int64(0)
    for t in range(first, last):
        axis = single.moves.axis[t]
        role = np.int64(single.orbit.roles[axis, single.moves.layer[t]])
        if role:
            bits |= np.int64(1) << (axis * LAYERS + role - 1)
    return bits


@part
def meets(letter, bits):
    """Tell whether a letter turns one of the layers that have a bit."""
    return (bits >> (np.int64(letter) >> 2)) & 1


@part
def rank_ways(single):
    """List the ways by the pair of places that they carry from and to."""
    first, ranked, cycles = single.first, single.ranked, single.orbit.cycles
    first[:] = 0
    count = single.orbit.n_ways[0]
    for way in range(count):
        for k in range(3):
            first[pair_of(cycles[way, k], cycles[way, (k + 1) % 3]) + 2] += 1
    for key in range(N_PLACES * N_PLACES):
        first[key + 1] += first[key]
    for way in range(count):
        for k in range(3):
            key = pair_of(cycles[way, k], cycles[way, (k + 1) % 3]) + 1
            ranked[first[key]] = way
            first[key] += 1


@part
def pair_of(source, to):
    """Return the number of a pair of places."""
    return np.int64(source) * N_PLACES + to


@resumable
def load_orbit(single, indices, labels, goal, n):
    """Go on to an orbit, whose labels are these, by index, after the whole list."""
    if go_to_orbit(single.orbit, indices, labels, goal, n):
        rank_ways(single)


@part
def step_back(single, t):
    """Go from the gap after a turn to the one before it."""
    moves, here, back = single.moves, single.here, single.back
    role = np.int64(single.orbit.roles[moves.axis[t], moves.layer[t]])
    if not role:
        return
    to = single.orbit.carried[moves.axis[t] * LAYERS + role - 1, moves.turns[t]]
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
def guess(single, way, gap, left, right):
    """Return what a commutator costs in slice turns, not counting what cancels further inside."""
    moves, words = single.moves, single.orbit.words
    begin = turn_of(single.orbit, words[way, 0])
    end = turn_of(single.orbit, words[way, WORD - 1])
    saved = saved_at_end(moves, left, gap, begin[0], begin[1], begin[2])
    return WORD - saved - saved_at_end(moves, gap, right, end[0], end[1], end[2])


@part
def gain_of(single, way):
    """Return how many more places are right after a commutator in this gap."""
    gain, orbit = 0, single.orbit
    for k in range(3):
        source = single.here[orbit.cycles[way, k]]
        to = single.here[orbit.cycles[way, (k + 1) % 3]]
        gain += orbit.labels[source] == orbit.goal[to]
        gain -= orbit.labels[source] == orbit.goal[source]
    return gain


@part
def list_pairs(single):
    """List the pairs of places between which a piece would come home."""
    pairs, orbit, count = single.pairs, single.orbit, 0
    for to in range(N_PLACES):
        wanted = orbit.goal[to]
        if orbit.labels[to] == wanted:
            continue
        for source in range(N_PLACES):
            if orbit.labels[source] == wanted and orbit.goal[source] != wanted:
                pairs[2 * count] = source
                pairs[2 * count + 1] = to
                count += 1
    single.state[N_PAIRS] = count


@part
def best_in_gap(single, gap, worth, metric, m, best, anywhere):
    """Look for a better way in a gap; return the best score so far."""
    moves, orbit, state = single.moves, single.orbit, single.state
    desk, words = orbit.desk, orbit.words
    length = state[LENGTH]
    left = group_start(moves, gap - 1) if gap else 0
    right = group_end(moves, gap, length) if gap < length else length
    on_left, on_right = bits_of(single, left, gap), bits_of(single, gap, right)
    if anywhere:
        on_left = np.int64(-1)
    elif not on_left and not on_right:
        return best
    for pair in range(state[N_PAIRS]):
        source, to = single.pairs[2 * pair], single.pairs[2 * pair + 1]
        key = pair_of(single.back[source], single.back[to])
        for at in range(single.first[key], single.first[key + 1]):
            way = single.ranked[at]
            if not meets(words[way, 0], on_left) and not meets(words[way, WORD - 1], on_right):
                continue
            price = guess(single, way, gap, left, right)
            # What cancels further inside saves four turns more at best.
            if price - 4 - worth * 3 >= best:
                continue
            gain = gain_of(single, way)
            if gain <= 0 or price - 4 - worth * gain >= best:
                continue
            # In other metrics only what cancels a turn is counted in full, which takes long.
            if metric != SST and price > WORD - 2 and not anywhere:
                continue
            if metric != SST or price <= WORD - 2:
                write_way(orbit, way)
                price = draft_change(moves, length, desk, WORD, gap, 0, gap, metric, m)[3]
            if price - worth * gain < best:
                best = price - worth * gain
                state[GAP], state[WAY] = gap, way
                for k in range(3):
                    place = single.here[orbit.cycles[way, k]]
                    desk.cycles[k] = orbit.places[place]
    return best


@resumable
def begin_at(single, where):
    """Begin a search for the orbit in a gap.

    `where` says, by index, where the list carries each place from there.
    """
    orbit = single.orbit
    for k in range(N_PLACES):
        to = np.int64(orbit.number[where[orbit.places[k]]])
        single.here[k] = to
        single.back[to] = k
    list_pairs(single)


@resumable
def find_better(single, low, high, worth, metric, n, anywhere, best):
    """Find the best commutator for the orbit in the gaps low..high, if it is better than the best.

    The search has come to the last of these gaps, and is then before the first.

    Its gap is noted, its turns are the desk's word, and the desk's first cycle is what it does to
    what comes out. It stands beside a turn that one of its own meets; or anywhere, which takes
    longer.

    `worth` is what a piece that comes right is worth, in turns. Returns the turns that it costs
    less what its pieces are worth.
    """
    state, moves, orbit = single.state, single.moves, single.orbit
    for gap in range(high, low - 1, -1):
        is_inside = 0 < gap < state[LENGTH] and moves.axis[gap - 1] == moves.axis[gap]
        if not is_inside:
            best = best_in_gap(single, gap, worth, metric, n - 1, best, anywhere)
        if gap:
            step_back(single, gap - 1)
    if best < NOTHING:
        write_way(orbit, state[WAY])
    return best
