"""Phase 3 of the 4x4: half turns, and U, D, F and B, to a reduced cube.

Candidates are tried with ever longer totals. Those that leave most room above what their distance
says come first: they bring the most for their nodes. A level asks the small table of centres for
all its turns, then the large table of edges for those that are left, so that the answers, which
come from memory slowly, are waited for together.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.four_candidates import (
    C_BLOCKED,
    C_FB,
    C_LEAST,
    C_LENGTH,
    C_PARITY,
    C_RL,
    C_START,
    C_TOTAL,
    C_UD,
    C_VARIANT,
    MAX_LENGTH,
    MAX_TOTAL,
)
from cubesolve.kernels.four_edges import N_EDGES, edge_number
from cubesolve.kernels.four_graphs import center_state
from cubesolve.kernels.four_phase_1 import State, new_state, play, put
from cubesolve.kernels.four_phase_2 import DONE, FULL, PAUSED
from cubesolve.kernels.records import part, resumable

# What `job` holds.
TOTAL = 0  # how long reductions are that are looked for
LEAST = 1  # the list of candidates: the least that they come to, and their length
LENGTH = 2
CANDIDATE = 3  # -1 if none was taken from the list yet
LEVEL = 4
NODES = 5
BEST = 6  # the shortest reduction, of all streams
BOUND = 7  # solutions must cost less
FOUND = 8  # ways in the output
JOB_SIZE = 9

MAX_LEVEL = 48
N_TURNS = 17
FIRST_WIDE = 14
NO_BEST = 99
MORE = 1  # reductions are collected that are longer by so much than the shortest
EAGER = 4  # totals above the least from which on all are tried while nothing is found
COST = 2  # nodes of phase 2 that take as long as one here
V_UD, V_FB, V_RL, V_PARITY, V_TURN, V_KIDS = range(6)


class Levels(NamedTuple):
    """Where a search of phase 3 is."""

    job: npt.NDArray[np.int64]
    values: npt.NDArray[np.int64]  # by level
    kids: npt.NDArray[np.int64]  # by level: turns that are left to try
    mates: npt.NDArray[np.uint8]  # by level
    entries: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]
    state: State
    spare: State


def new_levels() -> Levels:
    """Return the place of a search that has not begun."""
    levels = Levels(
        job=np.zeros(JOB_SIZE, np.int64),
        values=np.zeros((MAX_LEVEL, V_KIDS + 1), np.int64),
        kids=np.zeros((MAX_LEVEL, N_TURNS), np.int64),
        mates=np.zeros((MAX_LEVEL, N_EDGES), np.uint8),
        entries=np.zeros(N_TURNS, np.int64),
        turns=np.zeros(MAX_LEVEL, np.int64),
        state=new_state(),
        spare=new_state(),
    )
    levels.job[LEVEL] = -1
    return levels


class Ways(NamedTuple):
    """Reductions, one in each row: all turns as the cube is held, where phases end, and the 3x3."""

    turns: npt.NDArray[np.int8]
    ends: npt.NDArray[np.int8]
    corners: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.uint8]


def new_ways(n: int) -> Ways:
    """Return room for so many ways."""
    return Ways(
        turns=np.zeros((n, MAX_TOTAL), np.int8),
        ends=np.zeros((n, 3), np.int8),
        corners=np.zeros((n, 24), np.uint8),
        edges=np.zeros((n, 24), np.uint8),
    )


@part
def next_candidate(job, store, least):  # type: ignore[no-untyped-def]
    """Go to the next candidate to try; tell whether there is one.

    Totals go up; in each, candidates with most room come first, and of these the longest, which
    have the shortest way to go. Those without room are left out, but for cubes that are reduced
    already. `least` is the least that any candidate comes to.
    """
    while True:
        if job[CANDIDATE] == -1:
            job[CANDIDATE] = store.heads[job[LEAST], job[LENGTH]]
        else:
            job[CANDIDATE] = store.following[job[CANDIDATE]]
        if job[CANDIDATE] >= 0:
            return True
        job[LENGTH] -= 1
        is_eager = job[BEST] == NO_BEST and job[TOTAL] >= least + EAGER
        if job[LENGTH] >= 0 and (is_eager or job[LEAST] < job[TOTAL]):
            continue
        job[LEAST] += 1
        if job[LEAST] > job[TOTAL]:
            job[TOTAL] += 1
            job[LEAST] = least
            most = min(min(job[BEST] + MORE, job[BOUND] - 1), MAX_TOTAL - 1)
            if job[TOTAL] > most:
                return False
        job[LENGTH] = first_length(job)


@part
def first_length(job):  # type: ignore[no-untyped-def]
    """Return where the lists begin that leave the room they do: the last of all, or reduced."""
    return MAX_LENGTH - 1 if job[LEAST] < job[TOTAL] else min(job[TOTAL], MAX_LENGTH - 1)


@resumable
def begin(job, store):  # type: ignore[no-untyped-def]
    """Begin with the candidates of a store; return the least that any comes to."""
    job[CANDIDATE] = job[LEVEL] = -1
    for least in range(MAX_TOTAL):
        for length in range(MAX_LENGTH):
            if store.heads[least, length] >= 0:
                job[TOTAL] = job[LEAST] = least
                job[LENGTH] = first_length(job)
                return least
    job[TOTAL] = MAX_TOTAL
    return MAX_TOTAL


@part
def open_level(levels, level, left, t):  # type: ignore[no-untyped-def]
    """Find the turns of a level that can lead to the goal; return how many entries it asked for."""
    here = levels.values[level]
    mates, entries, kids = levels.mates[level], levels.entries, levels.kids[level]
    allowed = t.after_3[1 if left == 0 else 0, here[V_TURN]]
    count = 0
    for turn in range(FIRST_WIDE if left == 0 else 0, N_TURNS):
        if not (allowed >> turn) & 1:
            continue
        parity = here[V_PARITY] ^ t.center_moves.parity[turn]
        rl = t.center_moves.rl[here[V_RL], turn]
        ud, fb = t.center_moves.ud[here[V_UD], turn], t.center_moves.fb[here[V_FB], turn]
        if t.center_distances[center_state(ud, fb, rl, parity)] > left:
            continue
        number = edge_number(mates, turn, t.maps)
        entries[count] = ((number >> 3) << 4) | (t.half * parity + t.splits[number & 7, rl])
        kids[count] = turn
        count += 1
    good = 0
    for i in range(count):
        packed = t.edges[entries[i] >> 4]
        distance = (packed >> (2 * t.half)) + ((packed >> (entries[i] & 15)) & 1)
        kids[good] = kids[i]
        good += distance <= left
    here[V_KIDS] = good
    return count


@part
def add_way(candidate, length, cube, levels, starts, store, ways, t):  # type: ignore[no-untyped-def]
    """Write a reduction, played on the cube itself, and what it leaves as a 3x3."""
    row = levels.job[FOUND]
    about, turns = store.about[candidate], ways.turns[row]
    start, variant = about[C_START], about[C_VARIANT]
    axis, count = starts.axes[start], starts.lengths[start]
    for i in range(count):
        turns[i] = starts.turns[start, i]
    ways.ends[row, 0] = count
    for i in range(about[C_LENGTH]):
        turns[count] = t.back_2[axis, variant, t.phase_2[store.turns[candidate, i]]]
        count += 1
    ways.ends[row, 1] = count
    for i in range(length):
        turns[count] = t.back_3[axis, variant, t.phase_3[levels.turns[i]]]
        count += 1
    ways.ends[row, 2] = count
    state = levels.state
    put(state, cube.centers, cube.wings, cube.corners)
    for i in range(count):
        play(state, levels.spare, t.gathers, turns[i])
    # The colours on U and F say which face each colour counts as now.
    hold = t.holds[state.centers[0], state.centers[8]]
    for place in range(24):
        ways.corners[row, place] = t.corner_images[hold, state.corners[place]]
        ways.edges[row, place] = t.wing_images[hold, state.wings[place]]
    for place in range(24):
        assert state.centers[place] == state.centers[place - place % 4]
        assert ways.edges[row, place] ^ 1 == ways.edges[row, place ^ 1]
    levels.job[FOUND] = row + 1
    levels.job[BEST] = min(levels.job[BEST], count)


@part
def take_candidate(levels, store):  # type: ignore[no-untyped-def]
    """Begin with a candidate."""
    candidate = levels.job[CANDIDATE]
    about, here = store.about[candidate], levels.values[0]
    for i in range(N_EDGES):
        levels.mates[0, i] = store.mates[candidate, i]
    here[V_UD], here[V_FB], here[V_RL] = about[C_UD], about[C_FB], about[C_RL]
    here[V_PARITY] = about[C_PARITY]
    # A turn of the same block as the last one of phase 2 cannot come first.
    here[V_TURN] = N_TURNS if about[C_BLOCKED] < 0 else N_TURNS + 1 + about[C_BLOCKED]


@part
def make_turn(levels, level, turn, t):  # type: ignore[no-untyped-def]
    """Write what a turn makes of a level into the next one."""
    here, to = levels.values[level], levels.values[level + 1]
    source, target = t.maps.source[turn, 0], t.maps.target[turn, 0]
    for i in range(N_EDGES):
        levels.mates[level + 1, i] = target[levels.mates[level, source[i]]]
    to[V_UD] = t.center_moves.ud[here[V_UD], turn]
    to[V_FB] = t.center_moves.fb[here[V_FB], turn]
    to[V_RL] = t.center_moves.rl[here[V_RL], turn]
    to[V_PARITY] = here[V_PARITY] ^ t.center_moves.parity[turn]
    to[V_TURN] = turn


@resumable
def attempt(least, budget, cube, levels, starts, store, ways, t):  # type: ignore[no-untyped-def]
    """Look for reductions from the candidates of a store, for so many nodes.

    Returns PAUSED, DONE when all were tried, or FULL if there is no room for more ways.
    """
    job = levels.job
    nodes = job[NODES]
    end = nodes + budget
    level = job[LEVEL]
    status = PAUSED
    while nodes < end:
        if job[FOUND] + N_TURNS > len(ways.turns):
            status = FULL
            break
        if level < 0:
            if job[TOTAL] >= MAX_TOTAL or not next_candidate(job, store, least):
                status = DONE
                break
            about = store.about[job[CANDIDATE]]
            length = job[TOTAL] - about[C_TOTAL]
            nodes += 1
            if about[C_LEAST] > length:
                continue
            if length == 0:
                add_way(job[CANDIDATE], 0, cube, levels, starts, store, ways, t)
                continue
            take_candidate(levels, store)
            nodes += COST * open_level(levels, 0, length - 1, t)
            level = 0
        left = job[TOTAL] - store.about[job[CANDIDATE], C_TOTAL] - level - 1
        here = levels.values[level]
        if here[V_KIDS] == 0:
            level -= 1
            continue
        here[V_KIDS] -= 1
        turn = levels.kids[level, here[V_KIDS]]
        levels.turns[level] = turn
        if left == 0:
            add_way(job[CANDIDATE], level + 1, cube, levels, starts, store, ways, t)
            continue
        make_turn(levels, level, turn, t)
        level += 1
        nodes += COST * open_level(levels, level, left - 1, t)
    job[NODES] = nodes
    job[LEVEL] = level
    return status
