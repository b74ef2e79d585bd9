"""The depth-first search of all five phases of a 5x5: every way from many starts to a goal.

A start is a row: what it took to come there, how many turns it needs at least, the turn before it,
and its coordinates. From each that can be done in time, `advance` finds all ways that have exactly
the length which makes the total `job[BOUND]`. It stops when it has looked at enough nodes and can
go on from there: all that it knows is in `Walk`.

A node asks the tables for all its children together, so that the answers, which come from memory
slowly, are waited for together: first a small table, then a large one for those that are left.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.five import (
    N_FLIPS,
    N_SET_PLACES,
    Phase1,
    Phase2,
    Phase3,
    Phase4,
    Phase5,
    key_1,
    key_3,
    key_4,
    key_5,
)
from cubesolve.kernels.masks import turned_mask
from cubesolve.kernels.near_goal import near_distance
from cubesolve.kernels.nibbles import nibble
from cubesolve.kernels.pruning import entry_of

# What `job` holds.
START = 0  # the row that is searched
STRIDE = 1  # each stream takes one of so many rows
LEVEL = 2  # how deep the search is; -1 if no row is being searched
LENGTH = 3  # how many turns the ways from this row have
BOUND = 4  # what all turns together may cost
NODES = 5  # looked at so far
FOUND = 6  # how many ways were found
EACH = 7  # at most so many from one start
HERE = 8  # how many were found from this start
JOB_SIZE = 9

PAUSED, FULL, DONE = 0, 1, 2

# What a start holds; then its coordinates.
COST, LEAST, BEFORE, FIELDS = 0, 1, 2, 3
N_FIELDS = 5
# And where it comes from: the candidate before it, how that is looked at, and how good it seems.
SOURCE, VIEW, SCORE = 8, 9, 10
START_SIZE = 11
NO_TURN = 36

MAX_LEVEL = 32
Phase = Phase1 | Phase2 | Phase3 | Phase4 | Phase5
N_TURNS = 36
# What a way holds: its start, its length, and its turns.
WAY_START, WAY_LENGTH, WAY_TURNS = 0, 1, 2
WAY_SIZE = WAY_TURNS + MAX_LEVEL


class Walk(NamedTuple):
    """Where a search keeps its place between two calls, and what it finds."""

    job: npt.NDArray[np.int64]
    at: npt.NDArray[np.int64]  # by level and coordinate
    children: npt.NDArray[np.int64]  # by level, turn and coordinate
    pending: npt.NDArray[np.int64]  # by level: turns that are still to be tried, as bits
    turns: npt.NDArray[np.int64]  # by level: the turn that led there
    ways: npt.NDArray[np.int32]
    # By turn, while a level is opened:
    keys: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.uint32]
    entries: npt.NDArray[np.uint32]
    left: npt.NDArray[np.int64]  # which turns are still in question


class Rules(NamedTuple):
    """By turn of a phase, as bits, which may follow it; and which may be the last."""

    after: npt.NDArray[np.int64]
    last: int


def new_walk(most: int) -> Walk:
    """Return the place of a search with room for so many ways."""
    return Walk(
        np.zeros(JOB_SIZE, np.int64),
        np.zeros((MAX_LEVEL, N_FIELDS), np.int64),
        np.zeros((MAX_LEVEL, N_TURNS, N_FIELDS), np.int64),
        np.zeros(MAX_LEVEL, np.int64),
        np.zeros(MAX_LEVEL, np.int64),
        np.empty((most, WAY_SIZE), np.int32),
        np.zeros(N_TURNS, np.uint64),
        np.zeros(N_TURNS, np.uint32),
        np.zeros(N_TURNS, np.uint32),
        np.zeros(N_TURNS, np.int64),
    )


@njit(cache=True, inline="always")
def open_1(walk, level, rest, allowed, p):  # type: ignore[no-untyped-def]
    """Find the turns of a level of phase 1 that may lead to its goal; return how many it tried."""
    at, children = walk.at[level], walk.children[level]
    keys = walk.keys
    pending = np.int64(0)
    tried = 0
    for turn in range(N_TURNS):
        if not (allowed >> turn) & 1:
            continue
        tried += 1
        x = np.int64(turned_mask(p.x_turns, turn, at[0]))
        t = np.int64(turned_mask(p.t_turns, turn, at[1]))
        children[turn, 0], children[turn, 1] = x, t
        if rest == 0:
            pending |= np.int64((x == p.goal) & (t == p.goal)) << turn
        elif rest <= p.nearest:
            keys[turn] = key_1(x, t, p)
    if rest > p.nearest:
        pending = allowed
    elif rest > 0:
        for turn in range(N_TURNS):
            if (allowed >> turn) & 1:
                distance = near_distance(p.near, keys[turn])
                # What is there too early is the end of a shorter way.
                is_early = (distance == 0) & (rest > 1)
                pending |= np.int64((distance <= rest) & (not is_early)) << turn
    walk.pending[level] = pending
    return tried


@njit(cache=True, inline="always")
def open_2(walk, level, rest, allowed, p):  # type: ignore[no-untyped-def]
    """Find the turns of a level of phase 2 that lead to its goal in time."""
    at, children = walk.at[level], walk.children[level]
    entries = walk.entries
    n_turns = p.x_moves.shape[1]
    tried = 0
    for turn in range(n_turns):
        if (allowed >> turn) & 1:
            x, t = p.x_moves[at[0], turn], p.t_moves[at[1], turn]
            children[turn, 0], children[turn, 1] = x, t
            entries[turn] = entry_of(p.number[x], t, p.conjugates)
            tried += 1
    pending = np.int64(0)
    for turn in range(n_turns):
        if (allowed >> turn) & 1:
            pending |= np.int64(nibble(p.distances, entries[turn]) <= rest) << turn
    walk.pending[level] = pending
    return tried


@njit(cache=True, inline="always")
def open_3(walk, level, rest, allowed, p):  # type: ignore[no-untyped-def]
    """Find the turns of a level of phase 3 that may lead to its goal in time."""
    at, children = walk.at[level], walk.children[level]
    keys = walk.keys
    left = np.int64(0)
    tried = 0
    for turn in range(p.flip_moves.shape[1]):
        if not (allowed >> turn) & 1:
            continue
        tried += 1
        flips, center = p.flip_moves[at[1], turn], p.center_moves[at[2], turn]
        seen = flips & np.uint16(N_FLIPS - 1)
        if nibble(p.centers, np.uint32(center) * np.uint32(N_FLIPS) + np.uint32(seen)) > rest:
            continue
        wings = np.int64(turned_mask(p.wing_turns, turn, at[0]))
        children[turn, 0], children[turn, 1], children[turn, 2] = wings, flips, center
        keys[turn] = key_3(wings, seen, p)
        left |= np.int64(1) << turn
    if rest <= p.nearest:
        pending = np.int64(0)
        for turn in range(p.flip_moves.shape[1]):
            if (left >> turn) & 1:
                pending |= np.int64(near_distance(p.near, keys[turn]) <= rest) << turn
        left = pending
    walk.pending[level] = left
    return tried


@njit(cache=True, inline="always")
def may_end_4(at, number, rest, p):  # type: ignore[no-untyped-def]
    """Tell whether one set of wings, with the centres, allows to end in time."""
    if nibble(p.low_fb, entry_of(number, at[4], p.fb_images)) > rest:
        return False
    if len(p.low_ud) == 0:
        return True
    return nibble(p.low_ud, entry_of(number, at[3], p.ud_images)) <= rest


@njit(cache=True, inline="always")
def open_4(walk, level, rest, allowed, p):  # type: ignore[no-untyped-def]
    """Find the turns of a level of phase 4 that may lead to its goal in time."""
    at, children = walk.at[level], walk.children[level]
    keys, numbers, entries, turns = walk.keys, walk.numbers, walk.entries, walk.left
    n_fb = np.uint32(len(p.fb_moves))
    count = 0
    for turn in range(p.m_moves.shape[1]):
        if not (allowed >> turn) & 1:
            continue
        ud, fb = p.ud_moves[at[3], turn], p.fb_moves[at[4], turn]
        if nibble(p.centers, np.uint32(ud) * n_fb + np.uint32(fb)) > rest:
            continue
        m, low = p.m_moves[at[0], turn], p.l_moves[at[0], at[1], turn]
        high = p.h_moves[at[0], at[2], turn]
        child = children[turn]
        child[0], child[1], child[2], child[3], child[4] = m, low, high, ud, fb
        number = p.number[np.int64(m) * N_SET_PLACES + low]
        numbers[turn] = number
        seen = p.h_images[m, high, number & np.uint32(15)]
        entries[turn] = (number >> np.uint32(4)) * np.uint32(N_SET_PLACES) + np.uint32(seen)
        turns[count] = turn
        count += 1
    tried = count
    if rest >= p.nearest:  # below, the hash knows better
        left = 0
        for i in range(count):
            turns[left] = turns[i]
            left += nibble(p.edges, entries[turns[i]]) <= rest
        count = left
    pending = np.int64(0)
    if rest > p.nearest:
        for i in range(count):
            child = children[turns[i]]
            if may_end_4(child, numbers[turns[i]], rest, p):
                mirrored = np.int64(p.mirror_m[child[0]]) * N_SET_PLACES
                other = p.number[mirrored + p.mirror_h[child[0], child[2]]] | np.uint32(4)
                pending |= np.int64(may_end_4(child, other, rest, p)) << turns[i]
    else:
        for i in range(count):
            keys[i] = key_4(children[turns[i]], numbers[turns[i]], p)
        for i in range(count):
            pending |= np.int64(near_distance(p.near, keys[i]) <= rest) << turns[i]
    walk.pending[level] = pending
    return tried


@njit(cache=True, inline="always")
def open_5(walk, level, rest, allowed, p):  # type: ignore[no-untyped-def]
    """Find the turns of a level of phase 5 that may lead to its goal in time."""
    at, children = walk.at[level], walk.children[level]
    keys, numbers, entries, turns = walk.keys, walk.numbers, walk.entries, walk.left
    n_rl = np.uint32(len(p.rl_moves))
    count = 0
    for turn in range(p.l_moves.shape[1]):
        if not (allowed >> turn) & 1:
            continue
        rl, side = p.rl_moves[at[2], turn], p.side_moves[at[3], turn]
        if nibble(p.centers, np.uint32(side) * n_rl + np.uint32(rl)) > rest:
            continue
        low, high = p.l_moves[at[0], turn], p.h_moves[at[1], turn]
        child = children[turn]
        child[0], child[1], child[2], child[3] = low, high, rl, side
        number = p.number[low]
        numbers[turn] = number
        entries[turn] = edges_entry_5(number, high, p)
        turns[count] = turn
        count += 1
    tried = count
    if rest >= p.nearest:
        left = 0
        for i in range(count):
            turns[left] = turns[i]
            left += nibble(p.edges, entries[turns[i]]) <= rest
        count = left
    pending = np.int64(0)
    if rest > p.nearest:
        for i in range(count):
            child = children[turns[i]]
            if nibble(p.low_rl, entry_of(numbers[turns[i]], child[2], p.rl_images)) <= rest:
                other = p.number[p.mirror[child[1]]]
                mirrored = p.rl_images[child[2], 8]
                entry = entry_of(other, mirrored, p.rl_images)
                pending |= np.int64(nibble(p.low_rl, entry) <= rest) << turns[i]
    else:
        for i in range(count):
            keys[i] = key_5(children[turns[i]], numbers[turns[i]], p)
        for i in range(count):
            pending |= np.int64(near_distance(p.near, keys[i]) <= rest) << turns[i]
    walk.pending[level] = pending
    return tried


@njit(cache=True, inline="always")
def edges_entry_5(number, high, p):  # type: ignore[no-untyped-def]
    """Return where phase 5 holds how far the edges are from being paired."""
    seen = p.h_images[high, number & np.uint32(15)] >> np.uint16(1)
    return (number >> np.uint32(4)) * np.uint32(20_160) + np.uint32(seen)


def open_level(walk: Walk, level: int, rest: int, allowed: int, p: Phase) -> int:
    """Find the turns of a level that are worth trying; return how many it looked at."""
    tried: int = _OPENERS[type(p)](walk, level, rest, allowed, p)
    return tried


_OPENERS = {Phase1: open_1, Phase2: open_2, Phase3: open_3, Phase4: open_4, Phase5: open_5}


@overload(open_level, inline="always")
def _open_level(walk, level, rest, allowed, p):  # type: ignore[no-untyped-def]
    """Choose what opens a level when `advance` is compiled for the tables of a phase."""
    opener = _OPENERS[p.instance_class]
    return lambda walk, level, rest, allowed, p: opener(walk, level, rest, allowed, p)


@njit(cache=True, inline="always")
def note_way(walk, length):  # type: ignore[no-untyped-def]
    """Write the way that has led here."""
    job = walk.job
    way = walk.ways[job[FOUND]]
    way[WAY_START], way[WAY_LENGTH] = job[START], length
    for i in range(length):
        way[WAY_TURNS + i] = walk.turns[i + 1]
    job[FOUND] += 1
    job[HERE] += 1


@njit(cache=True, inline="always")
def next_start(walk, starts, rules):  # type: ignore[no-untyped-def]
    """Go to the next start; tell whether there is something to search from it."""
    job = walk.job
    job[START] += job[STRIDE]
    start = starts[job[START]]
    job[HERE] = 0
    job[LENGTH] = job[BOUND] - start[COST]
    if job[LENGTH] < start[LEAST]:
        return False
    walk.turns[0] = start[BEFORE]
    if job[LENGTH] == 0:
        if start[BEFORE] == NO_TURN or (rules.last >> start[BEFORE]) & 1:
            note_way(walk, 0)
        return False
    for k in range(N_FIELDS):
        walk.at[0, k] = start[FIELDS + k]
    return True


# It makes no arrays, so nothing needs to be counted: that would cost more than the search.
@njit(cache=True, nogil=True, _nrt=False)
def advance(walk, starts, budget, rules, p):  # type: ignore[no-untyped-def]
    """Search on until so many more nodes are looked at, there is no more room, or all is done."""
    job = walk.job
    level = job[LEVEL]
    nodes = 0
    status = PAUSED
    while nodes < budget:
        if job[FOUND] == len(walk.ways):
            status = FULL
            break
        if level < 0:
            if job[START] + job[STRIDE] >= len(starts):
                status = DONE
                break
            nodes += 1
            if not next_start(walk, starts, rules):
                continue
        else:
            pending = walk.pending[level]
            if pending == 0:
                level -= 1
                continue
            turn = 0
            while not (pending >> turn) & 1:
                turn += 1
            walk.pending[level] = pending & (pending - 1)
            walk.turns[level + 1] = turn
            if level + 1 == job[LENGTH]:
                note_way(walk, level + 1)
                if job[HERE] >= job[EACH]:
                    level = -1
                continue
            for k in range(N_FIELDS):
                walk.at[level + 1, k] = walk.children[level, turn, k]
        level += 1
        rest = job[LENGTH] - level - 1
        allowed = rules.after[walk.turns[level]]
        if rest == 0:
            allowed &= rules.last
        nodes += open_level(walk, level, rest, allowed, p)
    job[LEVEL] = level
    job[NODES] += nodes
    return status
