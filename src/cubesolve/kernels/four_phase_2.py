"""Phase 2 of the 4x4: into the group of half turns, and of U, D, F and B.

Centres come to where phase 3 can solve them, and the two wings of each edge to different halves of
the places. Exact distances of the centres say which turns to try. The wings are looked at where the
last turns begin: the sets of places that become high are few there, a bit of a word for each, and
only those sets are left which part the two wings of all edges.

A search stops after enough nodes, and goes on from there.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.four_candidates import (
    C_BLOCKED,
    C_LEAST,
    C_LENGTH,
    C_START,
    C_TOTAL,
    C_VARIANT,
    MAX_TURNS,
    append,
    rate,
)
from cubesolve.kernels.four_edges import N_EDGES
from cubesolve.kernels.four_graphs import SplitGraph, turned_split
from cubesolve.kernels.four_phase_1 import N_VARIANTS, State, new_state, play, put
from cubesolve.kernels.records import part, resumable

PAUSED, DONE, FULL = 0, 1, 2

# What `job` holds.
ENTRY = 0  # which of the entries is searched
LEVEL = 1  # how deep the search is in it; -1 if it has not begun
NODES = 2  # looked at so far
KNOWN = 3  # levels whose pairs are known
AHEAD = 4  # pairs of the last level that are known in `ahead`
COUNT = 5  # candidates in the store
MOST = 6  # candidates that are certainly longer than this are dropped
JOB_SIZE = 7

MAX_LEVEL = 20
EVERY_TURN = (1 << 23) - 1
CANDIDATE_COST = 24  # nodes that take as long as a look at a candidate


class Split(NamedTuple):
    """The tables of phase 2. Phase 3 turns R and L by halves, or F and B: two kinds of states."""

    graph: SplitGraph  # of both kinds after each other
    last: npt.NDArray[np.int64]  # by kind and turn: which turns may end the phase after it
    endings: npt.NDArray[np.int64]  # by kind
    distances: npt.NDArray[np.uint8]
    nearer: npt.NDArray[np.uint32]
    numbers: npt.NDArray[np.uint16]
    labels: npt.NDArray[np.uint64]  # of states two turns from a goal, by number
    rows: npt.NDArray[np.uint8]  # of states three turns from a goal, by number and pair of places
    bits: npt.NDArray[np.uint64]  # by kind and the last two turns
    parts: npt.NDArray[np.uint64]  # by kind, a turn, and the pair of places before it
    blocked: npt.NDArray[np.int8]  # by kind and last turn: what phase 3 cannot begin with


class Levels(NamedTuple):
    """Where a search of phase 2 is."""

    job: npt.NDArray[np.int64]
    splits: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]
    todo: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.uint16]  # by level and edge: 24 * place + place of its wings
    ahead: npt.NDArray[np.uint16]
    state: State
    spare: State
    room: npt.NDArray[np.int64]


def new_levels() -> Levels:
    """Return the place of a search that has not begun."""
    levels = Levels(
        job=np.zeros(JOB_SIZE, np.int64),
        splits=np.zeros(MAX_LEVEL, np.int64),
        turns=np.zeros(MAX_LEVEL, np.int64),
        todo=np.zeros(MAX_LEVEL, np.int64),
        pairs=np.zeros((MAX_LEVEL, N_EDGES), np.uint16),
        ahead=np.zeros(N_EDGES, np.uint16),
        state=new_state(),
        spare=new_state(),
        room=np.zeros(24, np.int64),
    )
    levels.job[LEVEL] = -1
    return levels


@part
def lowest(bits, t):  # type: ignore[no-untyped-def]
    """Return the number of the one bit that is set, by de Bruijn's sequence."""
    return t.lowest_bit[((bits * 0x077CB531) & 0xFFFFFFFF) >> 27]


@part
def add_candidate(start, variant, length, levels, starts, store, t):  # type: ignore[no-untyped-def]
    """Put an end of phase 2 into the store, if it is one and can be short enough."""
    job, state = levels.job, levels.state
    count = job[COUNT]
    job[NODES] += CANDIDATE_COST
    if count == len(store.about):
        return
    put(state, starts.centers[start], starts.wings[start], starts.corners[start])
    if variant >= 3:
        play(state, levels.spare, t.gathers, t.about_r)
    for i in range(length):
        play(state, levels.spare, t.gathers, t.phase_2[levels.turns[i]])
    if variant >= 1:
        play(state, levels.spare, t.gathers, t.fb_to_rl)
    about = store.about[count]
    if not rate(state, about, store.mates[count], levels.room, t):
        return
    total = starts.lengths[start] + length
    if total + about[C_LEAST] > job[MOST]:
        return
    about[C_START], about[C_VARIANT], about[C_LENGTH] = start, variant, length
    about[C_TOTAL], about[C_BLOCKED] = total, -1
    if length:
        about[C_BLOCKED] = t.split.blocked[min(variant, 1), levels.turns[length - 1]]
    for i in range(length):
        store.turns[count, i] = levels.turns[i]
    append(store, count)
    job[COUNT] = count + 1


@part
def add_short(start, variant, length, levels, starts, store, t):  # type: ignore[no-untyped-def]
    """Find the ways of no, one or two turns."""
    split, turns = t.split, levels.turns
    graph, kind = split.graph, min(variant, 1)
    here = levels.splits[0]
    if length == 0:
        if graph.goals[here]:
            add_candidate(start, variant, 0, levels, starts, store, t)
        return
    for first in range(graph.sets.shape[1]):
        if not (levels.todo[0] >> first) & 1:
            continue
        turns[0] = first
        to = turned_split(graph, here, first)
        if length == 1:
            if (split.endings[kind] >> first) & 1 and graph.goals[to]:
                add_candidate(start, variant, 1, levels, starts, store, t)
            continue
        for second in range(graph.sets.shape[1]):
            turns[1] = second
            ends = (split.last[kind, first] >> second) & 1
            if ends and graph.goals[turned_split(graph, to, second)]:
                add_candidate(start, variant, 2, levels, starts, store, t)


@part
def know_pairs(levels, level, t):  # type: ignore[no-untyped-def]
    """Work out the pairs of places up to a level."""
    job = levels.job
    for i in range(job[KNOWN], level):
        moves = t.pair_moves[levels.turns[i]]
        for edge in range(N_EDGES):
            levels.pairs[i + 1, edge] = moves[levels.pairs[i, edge]]
    job[KNOWN] = max(job[KNOWN], level)


@part
def has_labels(levels, level, turn, number, t):  # type: ignore[no-untyped-def]
    """Tell whether one of the label sets of a state three turns away parts all edges."""
    know_pairs(levels, level, t)
    row, moves = t.split.rows[number], t.pair_moves[turn]
    found = row[moves[levels.pairs[level, 0]]]
    for edge in range(1, N_EDGES):
        found &= row[moves[levels.pairs[level, edge]]]
        if found == 0:
            break
    return found != 0


@part
def labels_left(levels, level, turn, found, parts, t):  # type: ignore[no-untyped-def]
    """Return which of some label sets part all edges after a turn at a level."""
    job = levels.job
    for edge in range(N_EDGES):
        if edge == job[AHEAD]:
            if level == 0:
                levels.ahead[edge] = levels.pairs[0, edge]
            else:
                know_pairs(levels, level - 1, t)
                moves = t.pair_moves[levels.turns[level - 1]]
                levels.ahead[edge] = moves[levels.pairs[level - 1, edge]]
            job[AHEAD] += 1
        found &= parts[levels.ahead[edge]]
        if found == 0:
            break
    return found


@part
def last_two(start, variant, level, here, found, levels, starts, store, t):  # type: ignore[no-untyped-def]
    """Add the candidates whose last two turns begin here, with one of the label sets."""
    split, turns = t.split, levels.turns
    graph, kind = split.graph, min(variant, 1)
    nearer = 0 if split.distances[here] == 2 else 1
    first_ones = np.int64(split.nearer[here, nearer]) & graph.after[turns[level - 1]]
    while first_ones:
        low = first_ones & -first_ones
        first_ones ^= low
        first = lowest(low, t)
        between = turned_split(graph, here, first)
        if split.distances[between] != 1:
            continue
        second_ones = np.int64(split.nearer[between, 0]) & split.last[kind, first]
        while second_ones:
            low = second_ones & -second_ones
            second_ones ^= low
            second = lowest(low, t)
            if found & split.bits[kind, first, second]:
                turns[level], turns[level + 1] = first, second
                add_candidate(start, variant, level + 2, levels, starts, store, t)


@part
def turns_to_try(split, here, left):  # type: ignore[no-untyped-def]
    """Return as bits the turns that can be part of a way of so many turns."""
    distance = split.distances[here]
    if distance == left:
        return np.int64(split.nearer[here, 0])
    if distance == left - 1:
        return np.int64(split.nearer[here, 1])
    return np.int64(EVERY_TURN)


@part
def open_entry(start, variant, levels, starts, t):  # type: ignore[no-untyped-def]
    """Begin with a start, seen as a variant."""
    places = levels.room
    for place in range(24):
        source = t.gathers.wings[t.about_r, place] if variant >= 3 else place
        places[starts.wings[start, source]] = place
    for edge in range(N_EDGES):
        levels.pairs[0, edge] = places[2 * edge] * 24 + places[2 * edge + 1]
    levels.splits[0] = starts.splits[start, variant]
    levels.job[KNOWN] = levels.job[AHEAD] = 0
    levels.todo[0] = EVERY_TURN
    if starts.lengths[start]:
        # Two layers that phase 1 has turned last are not turned again.
        last = starts.turns[start, starts.lengths[start] - 1]
        turned = 1 if variant >= 3 else 0
        levels.todo[0] &= ~t.first_blocked[starts.axes[start], turned, last // 3 % 3]


@part
def search_entry(start, variant, length, end, levels, starts, store, t):  # type: ignore[no-untyped-def]
    """Go on with an entry until it is done, or until so many nodes are looked at."""
    job, turns, split = levels.job, levels.turns, t.split
    graph, kind = split.graph, min(variant, 1)
    level = job[LEVEL]
    if level < 0:
        open_entry(start, variant, levels, starts, t)
        if length < 3:
            add_short(start, variant, length, levels, starts, store, t)
            job[NODES] += 1
            return DONE
        if split.distances[levels.splits[0]] > length:
            return DONE
        levels.todo[0] &= turns_to_try(split, levels.splits[0], length)
        level = 0
    nodes = 0
    last = length - 3  # the level whose turns leave two more
    while level >= 0:
        todo = levels.todo[level]
        if todo == 0:
            level -= 1
            continue
        if job[NODES] + nodes >= end or job[COUNT] + 64 > len(store.about):
            break
        low = todo & -todo
        levels.todo[level] = todo ^ low
        turn = lowest(low, t)
        to = turned_split(graph, levels.splits[level], turn)
        nodes += 1
        if level == last:
            if split.distances[to] > 2:
                continue
            found = split.labels[split.numbers[to]]
            found = labels_left(levels, level, turn, found, split.parts[kind, turn], t)
            if found:
                turns[level] = turn
                last_two(start, variant, level + 1, to, found, levels, starts, store, t)
            continue
        looks = level == last - 1 and split.distances[to] == 3
        if looks and not has_labels(levels, level, turn, split.numbers[to], t):
            continue
        turns[level] = turn
        job[KNOWN] = min(job[KNOWN], level)
        job[AHEAD] = 0
        level += 1
        levels.splits[level] = to
        levels.todo[level] = turns_to_try(split, to, length - level) & graph.after[turn]
    job[NODES] += nodes
    job[LEVEL] = level
    return DONE if level < 0 else PAUSED


@resumable
def generate(entries, total, budget, levels, starts, store, t):  # type: ignore[no-untyped-def]
    """Find candidates of a total length from entries, `5 * start + variant`, for so many nodes.

    Returns PAUSED, DONE when all entries were searched, or FULL if the store has no room.
    """
    job = levels.job
    end = job[NODES] + budget
    while job[ENTRY] < len(entries):
        if job[COUNT] + 64 > len(store.about):
            return FULL
        if job[NODES] >= end:
            return PAUSED
        start, variant = entries[job[ENTRY]] // N_VARIANTS, entries[job[ENTRY]] % N_VARIANTS
        length = total - starts.lengths[start]
        if length > MAX_TURNS:
            job[ENTRY] += 1
            continue
        if search_entry(start, variant, length, end, levels, starts, store, t) == DONE:
            job[LEVEL] = -1
            job[ENTRY] += 1
    return DONE
