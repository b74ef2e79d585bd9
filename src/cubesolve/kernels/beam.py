"""A beam search over sets of places: what all turns make of many states, rated, and the best kept.

A state is a row of sets of up to 24 places as bits (`kernels.masks`), one for each orbit, and a
last word: flags, and a mark of the way that led there. A rating of 0 is a goal. The turns are in
the outer loops and the states in the inner ones, so that the tables of one turn stay in the cache.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.balls import NEVER, NO_TURN, Ball
from cubesolve.kernels.compiling import njit
from cubesolve.kernels.masks import turned_mask

WORST = NEVER - 1
FLAGS = 0xFF  # the bits of flags in the last word; the mark has the others
#: States that are rated so low are kept several times if different ways lead there: by as many bits
#: of the mark. A goal is then reached in many ways, which differ in what is not looked at.
NEAR, NEAREST = 20, 10
NEAR_BITS, NEAREST_BITS = 2, 5

Ints = npt.NDArray[np.int64]


class Stage(NamedTuple):
    """What a stage may turn, and how far its states are: the sum of weights of what is measured."""

    tables: npt.NDArray[np.uint32]  # see `search.masks.mask_turns`
    turned: npt.NDArray[np.int32]  # by turn and orbit: which of the tables
    flips: npt.NDArray[np.uint32]  # by turn: whether it changes the flag
    costs: Ints  # by turn: several turns that count as one cost as many; those of one cost together
    axes: npt.NDArray[np.int16]  # by turn
    cuts: npt.NDArray[np.int16]  # by turn: turns about one axis come in the order of their cuts
    sets: Ints  # pairs: an orbit, and the row of its distances
    high: npt.NDArray[np.uint32]  # the numbers of sets: see `search.masks.MaskRanks`
    low: npt.NDArray[np.uint32]
    distances: npt.NDArray[np.uint8]
    equal: Ints  # pairs of orbits that shall agree
    pairs: Ints  # two orbits, the bits to shift their splits by, and the row of their distances
    pair_distances: npt.NDArray[np.uint8]
    triples: Ints  # the same with three orbits
    triple_distances: npt.NDArray[np.uint8]
    quads: Ints  # four orbits, two pairs; the bits to shift by; the rows of distances and labels
    quad_distances: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int32]  # the numbers of sets as the distances of quads see them
    split_of: npt.NDArray[np.int32]  # the number of a set of four of eight places
    weights: Ints  # by distance
    mismatches: Ints  # the weight of so many places in which two orbits differ
    odd: int  # the number of a set that comes with the flag is larger by this
    places: int  # as bits: states that differ in other places only are the same
    ball: Ball  # where two orbits are placed, and nothing else is measured


@njit(cache=True, inline="always")
def count_bits(mask):  # type: ignore[no-untyped-def]
    """Return how many of 32 bits are set."""
    bits = np.uint32(mask)
    bits = bits - ((bits >> np.uint32(1)) & np.uint32(0x55555555))
    bits = (bits & np.uint32(0x33333333)) + ((bits >> np.uint32(2)) & np.uint32(0x33333333))
    bits = (bits + (bits >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    return np.int64(np.uint32(bits * np.uint32(0x01010101)) >> np.uint32(24))


@njit(cache=True, inline="always")
def rated(now, flags, s):  # type: ignore[no-untyped-def]
    """Return how far a state is."""
    found = np.int64(0)
    for k in range(len(s.sets)):
        mask = now[s.sets[k, 0]]
        number = s.high[mask >> 12] + s.low[mask & 4095] + s.odd * np.int64(flags & np.uint32(1))
        found += s.weights[s.distances[s.sets[k, 1], number]]
    for k in range(len(s.equal)):
        found += s.mismatches[count_bits(now[s.equal[k, 0]] ^ now[s.equal[k, 1]])]
    for k in range(len(s.pairs)):
        shift = s.pairs[k, 2]
        first = s.split_of[(now[s.pairs[k, 0]] >> shift) & 255]
        second = s.split_of[(now[s.pairs[k, 1]] >> shift) & 255]
        found += s.weights[s.pair_distances[s.pairs[k, 3], first * 70 + second]]
    for k in range(len(s.triples)):
        shift = s.triples[k, 3]
        first = s.split_of[(now[s.triples[k, 0]] >> shift) & 255]
        second = s.split_of[(now[s.triples[k, 1]] >> shift) & 255]
        third = s.split_of[(now[s.triples[k, 2]] >> shift) & 255]
        number = (first * 70 + second) * 70 + third
        found += s.weights[s.triple_distances[s.triples[k, 4], number]]
    for k in range(len(s.quads)):
        shift, label = s.quads[k, 4], s.quads[k, 6]
        number = np.int64(0)
        for orbit in range(4):
            number = 70 * number + s.labels[label, (now[s.quads[k, orbit]] >> shift) & 255]
        found += s.weights[s.quad_distances[s.quads[k, 5], number]]
    return min(found, WORST)


@njit(cache=True, nogil=True)
def rate_states(states, s, ratings):  # type: ignore[no-untyped-def]
    """Write how far each state is as it is."""
    n = states.shape[1] - 1
    for i in range(len(states)):
        ratings[i] = rated(states[i], states[i, n], s)


@njit(cache=True, nogil=True)
def rate_turned(states, last, turns, s, ratings):  # type: ignore[no-untyped-def]
    """Write by turn and state how far the state is after the turn, for these turns."""
    n = states.shape[1] - 1
    now = np.empty(n, np.uint32)
    for turn in turns:
        for i in range(len(states)):
            before = last[i]
            if (
                before != NO_TURN
                and s.axes[before] == s.axes[turn]
                and s.cuts[turn] <= s.cuts[before]
            ):
                ratings[turn, i] = NEVER
                continue
            for orbit in range(n):
                now[orbit] = turned_mask(s.tables, s.turned[turn, orbit], states[i, orbit])
            ratings[turn, i] = rated(now, states[i, n] ^ s.flips[turn], s)


@njit(cache=True, nogil=True)
def count_ratings(ratings, counts):  # type: ignore[no-untyped-def]
    """Count how often each rating comes."""
    for turn in range(ratings.shape[0]):
        for i in range(ratings.shape[1]):
            counts[ratings[turn, i]] += 1


@njit(cache=True, nogil=True)
def list_goals(ratings, out):  # type: ignore[no-untyped-def]
    """Write the turns and states that make a goal; they are not gone on with."""
    count = 0
    for turn in range(ratings.shape[0]):
        for i in range(ratings.shape[1]):
            if ratings[turn, i] == 0:
                out[count, 0], out[count, 1] = turn, i
                ratings[turn, i] = NEVER
                count += 1


@njit(cache=True, nogil=True)
def sort_children(ratings, most, ends, order):  # type: ignore[no-untyped-def]
    """Write turns and states as one number each, by ratings up to `most`.

    `ends[rating]` is where those with the rating begin, and afterwards where they end.
    """
    n = ratings.shape[1]
    for turn in range(ratings.shape[0]):
        for i in range(n):
            rating = ratings[turn, i]
            if rating <= most:
                order[ends[rating]] = turn * n + i
                ends[rating] += 1


class Front(NamedTuple):
    """The states of a level: with the turn and the state before that each comes from."""

    states: npt.NDArray[np.uint32]
    last: npt.NDArray[np.int16]
    parents: npt.NDArray[np.int32]


@njit(cache=True, nogil=True)
def keep_best(order, sure, ratings, front, seen, s, out):  # type: ignore[no-untyped-def]
    """Write the children that come first in an order and were never seen; return how many.

    Those after the first `sure` are equally good: they are taken from all over. `seen` holds a hash
    of all states so far; its first entry counts them. Where it is nearly full no more are noted.
    """
    n_states, n = len(front.states), front.states.shape[1] - 1
    room = np.uint64(len(seen) - 1)
    rest = len(order) - sure
    stride = coprime(rest)
    count, at = 0, 0
    now = np.empty(n + 1, np.uint32)
    places = np.uint32(s.places)
    for k in range(len(order)):
        child = order[k]
        if k >= sure:
            child = order[sure + at]
            at = (at + stride) % rest
        turn, i = child // n_states, child % n_states
        now[n] = marked(front.states[i, n], turn) ^ s.flips[turn]
        mixed = mark_bits(ratings[turn, i], now[n])
        for orbit in range(n):
            now[orbit] = turned_mask(s.tables, s.turned[turn, orbit], front.states[i, orbit])
            mixed = (mixed ^ np.uint64(now[orbit] & places)) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
        if not is_new(seen, mixed | np.uint64(1), room):
            continue
        out.states[count] = now
        out.last[count], out.parents[count] = turn, i
        count += 1
        if count == len(out.states):
            break
    return count


@njit(cache=True, inline="always")
def marked(word, turn):  # type: ignore[no-untyped-def]
    """Return a last word with the mark of the way after one more turn."""
    mark = ((np.int64(word) >> 8) * 69_069 + 31 * turn + 12_345) & 0xFFFFFF
    return np.uint32((mark << 8) | (np.int64(word) & FLAGS))


@njit(cache=True, inline="always")
def mark_bits(rating, word):  # type: ignore[no-untyped-def]
    """Return the flags, and the bits of the mark by which a state with a rating is told apart."""
    bits = np.uint64(word & np.uint32(FLAGS))
    mark = np.uint64(word) >> np.uint64(20)
    if rating <= NEAREST:
        bits |= (mark & np.uint64((1 << NEAREST_BITS) - 1)) << np.uint64(8)
    elif rating <= NEAR:
        bits |= (mark & np.uint64((1 << NEAR_BITS) - 1)) << np.uint64(8)
    return bits


@njit(cache=True, inline="always")
def is_new(seen, key, room):  # type: ignore[no-untyped-def]
    """Tell whether a key is not there yet, and note it if there is room."""
    slot = (key >> np.uint64(7)) & room
    if slot == 0:
        slot = np.uint64(1)
    while seen[slot] != 0:
        if seen[slot] == key:
            return False
        slot = (slot + np.uint64(1)) & room
        if slot == 0:
            slot = np.uint64(1)
    if seen[0] < room - (room >> np.uint64(2)):
        seen[slot] = key
        seen[0] += np.uint64(1)
    return True


@njit(cache=True)
def coprime(number):  # type: ignore[no-untyped-def]
    """Return a step that goes through all of so many things: about 0.618 of them."""
    step = max(1, number * 618 // 1000)
    while True:
        a, b = step, number
        while b > 0:
            a, b = b, a % b
        if a <= 1:
            return step
        step += 1


@njit(cache=True, nogil=True)
def grow_distances(moves, distances, queue, reached, most):  # type: ignore[no-untyped-def]
    """Write how far numbers are from those that the queue begins with; tell whether more are left.

    `moves[turn, digit, value]` is what a turn makes of each digit to base 70, the first digit the
    most; `queue` has room for all numbers. It goes on from where it has `reached`, the next one in
    the queue and its end, for so many of them at most.
    """
    digits = moves.shape[1]
    head, count = reached
    end = head + most
    while head < min(count, end):
        number = queue[head]
        head += 1
        for turn in range(len(moves)):
            rest, to, power = number, 0, 1
            for digit in range(digits - 1, -1, -1):
                to += power * moves[turn, digit, rest % 70]
                rest //= 70
                power *= 70
            if distances[to] == 255:
                distances[to] = distances[number] + 1
                queue[count] = to
                count += 1
    reached[0], reached[1] = head, count
    return head < count


@njit(cache=True, nogil=True)
def grow_quads(moves, distances, depth):  # type: ignore[no-untyped-def]
    """Write which numbers are one turn farther than `depth`; return how many.

    `moves[turn, pair, value]` is what a turn makes of each digit to base 4,900: of two splits.
    """
    count = 0
    n = moves.shape[2]
    for first in range(n):
        for second in range(n):
            if distances[first * n + second] != depth:
                continue
            for turn in range(len(moves)):
                to = moves[turn, 0, first] * n + moves[turn, 1, second]
                if distances[to] == 255:
                    distances[to] = depth + 1
                    count += 1
    return count


@njit(cache=True, nogil=True)
def grow_sets(tables, flips, ranks, distances, queue, reached, most):  # type: ignore[no-untyped-def]
    """Write how far sets of places are from those that the queue begins with, as above.

    A set with its flag, bit 24, has a number that is larger by as many as there are sets.
    """
    n_sets = len(distances) // 2
    head, count = reached
    if not head:
        for k in range(count):
            mask = queue[k]
            distances[ranks.high[mask >> 12] + ranks.low[mask & 4095]] = 0
    end = head + most
    while head < min(count, end):
        mask, flag = queue[head] & np.uint32(0xFFFFFF), queue[head] >> np.uint32(24)
        head += 1
        number = ranks.high[mask >> 12] + ranks.low[mask & 4095] + n_sets * np.int64(flag)
        distance = distances[number] + 1
        for turn in range(len(tables)):
            to, flagged = turned_mask(tables, turn, mask), flag ^ flips[turn]
            number = ranks.high[to >> 12] + ranks.low[to & 4095] + n_sets * np.int64(flagged)
            if distances[number] == 255:
                distances[number] = distance
                queue[count] = to | (flagged << np.uint32(24))
                count += 1
    reached[0], reached[1] = head, count
    return head < count


@njit(cache=True, nogil=True)
def play_turns(colors, turns, lengths, gathers):  # type: ignore[no-untyped-def]
    """Play on each row of colours its turns: a turn brings to each slot what a gather says."""
    before = np.empty(colors.shape[1], np.uint8)
    for row in range(len(colors)):
        for k in range(lengths[row]):
            gather = gathers[turns[row, k]]
            before[:] = colors[row]
            for slot in range(colors.shape[1]):
                colors[row, slot] = before[gather[slot]]
