"""The search of the two-phase algorithm: many views of one state, one step at a time.

A view is the state, or its inverse, seen along one of the axes, with turns played before it. Phase
1 brings a view into the group of phase 2 by a given number of turns; where it ends, phase 2 looks
whether the rest is short enough. Views and the number of turns go round and round, so the first
answer comes at once and shorter ones follow.

`advance` stops when it has looked at enough nodes, or has an answer, and can go on from there: all
that it knows is in `Work`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.cubies import N_FLIP, N_PERM4, placement
from cubesolve.kernels.near import near_turns
from cubesolve.kernels.nibbles import nibble
from cubesolve.kernels.pruning import entry_of
from cubesolve.kernels.ranks import orientation, rank

# What `job` holds.
TOTAL = 0  # turns before phase 2: those of phase 1 and those played before the view
VIEW = 1  # the view that is searched
LEVEL = 2  # how deep the search is in it; -1 if it has not begun
LONGEST = 3  # an answer may cost so much
NODES = 4  # looked at so far
KNOWN = 5  # levels from 0 whose coordinates of phase 2 are known
LENGTH = 6  # how many turns the answer has
READY = 7  # how many views have been made
PHASE_2 = 8  # phase 2 may cost so much
JOB_SIZE = 9

PAUSED, FOUND, EXHAUSTED = 0, 1, 2

MAX_LEVEL = 32
N_TURNS = 18
# Fields of a level of phase 1 and of a view.
A_TWIST, A_FLIP, A_SLICE, A_LEFT, A_DISTANCE, A_TURN, A_PENDING, A_SURE = range(8)
V_TWIST, V_FLIP, V_SLICE_SORTED, V_U, V_D, V_CORNERS, V_DISTANCE, V_COST = range(8)
N_FIELDS = 8

SLICE_SOLVED = 494
NO_RETURN = 5  # nothing comes of leaving phase 2's group with fewer turns left


Int = int | np.int64


class Work(NamedTuple):
    """Where a search keeps its place between two calls, and what it finds."""

    job: npt.NDArray[np.int64]
    views: npt.NDArray[np.int64]  # by view and field
    levels: npt.NDArray[np.int64]  # by field and level
    nearer: npt.NDArray[np.int64]  # by level and turn: how far from phase 2's group it leads
    places: npt.NDArray[np.int64]  # by level: corners and the edges of middle, U and D, for phase 2
    out: npt.NDArray[np.int64]  # the turns of an answer


def new_work(n_views: int) -> Work:
    """Return the place of a search that has not begun, with room for so many views."""
    work = Work(
        np.zeros(JOB_SIZE, np.int64),
        np.empty((n_views, N_FIELDS), np.int64),
        np.empty((N_FIELDS, MAX_LEVEL), np.int64),
        np.empty((MAX_LEVEL, N_TURNS), np.int64),
        np.empty((MAX_LEVEL, 4), np.int64),
        np.empty(2 * MAX_LEVEL, np.int64),
    )
    work.job[VIEW] = work.job[LEVEL] = -1
    return work


class States(NamedTuple):
    """Stickers of corners and of edges, one state in each row."""

    corners: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.uint8]


class Bases(NamedTuple):
    """What views are made of: states, one in each row, and what it cost to come to each."""

    corners: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.uint8]
    costs: npt.NDArray[np.int64]


class Rest(NamedTuple):
    """What is left for phase 2: where the pieces are, and what solving them may cost."""

    corners: Int
    ud_edges: Int
    slice_perm: Int
    least: Int
    most: Int
    blocked: Int  # the face of the turn before it; -1 if there is none


@njit(cache=True, inline="always")
def phase_1_entry(twist, flip, middle, t):  # type: ignore[no-untyped-def]
    """Return where the table of phase 1 holds how far coordinates are from phase 2's group."""
    number = t.flip_slice[np.uint32(middle) * np.uint32(N_FLIP) + np.uint32(flip)]
    return entry_of(number, twist, t.twist_conjugates)


@njit(cache=True, inline="always")
def phase_2_distance(corners, ud_edges, t):  # type: ignore[no-untyped-def]
    """Return how far corners and the edges of U and D are from solved in phase 2."""
    return nibble(t.phase_2, entry_of(t.corner_classes[corners], ud_edges, t.edge_conjugates))


@njit(cache=True, nogil=True)
def add_views(work, bases, before, t):  # type: ignore[no-untyped-def]
    """Make the views of all bases with one more length of turns before them."""
    job, views = work.job, work.views
    count = job[READY]
    corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    for p in range(len(before.costs)):
        played_corners, played_edges = before.corners[p], before.edges[p]
        for base in range(len(bases.corners)):
            for slot in range(24):
                corners[slot] = played_corners[bases.corners[base, slot]]
                edges[slot] = played_edges[bases.edges[base, slot]]
            view = views[count]
            view[V_TWIST] = orientation(corners, 3)
            view[V_FLIP] = orientation(edges, 2)
            view[V_SLICE_SORTED] = placement(edges, 8)
            view[V_U] = placement(edges, 0)
            view[V_D] = placement(edges, 4)
            view[V_CORNERS] = rank(corners[::3])
            view[V_COST] = bases.costs[base] + before.costs[p]
            count += 1
    # In a loop of its own, so that the answers of the large table are waited for together.
    for view in views[job[READY] : count]:
        entry = phase_1_entry(view[V_TWIST], view[V_FLIP], view[V_SLICE_SORTED] // N_PERM4, t)
        view[V_DISTANCE] = nibble(t.phase_1, entry)
    job[READY] = count


@njit(cache=True)
def phase_2(rest, out, start, t):  # type: ignore[no-untyped-def]
    """Solve a state of phase 2's group; return how many turns it took, -1 if it costs too much.

    The turns are written to `out` from `start` on. The first turn is not of the face `blocked`.
    """
    level_corners = np.empty(MAX_LEVEL, np.int64)
    level_edges = np.empty(MAX_LEVEL, np.int64)
    level_slice = np.empty(MAX_LEVEL, np.int64)
    level_left = np.empty(MAX_LEVEL, np.int64)
    level_turn = np.empty(MAX_LEVEL, np.int64)
    n_turns = len(t.phase_2_costs)
    for limit in range(rest.least, rest.most + 1):
        if limit == 0:
            if rest.corners == 0 and rest.ud_edges == 0 and rest.slice_perm == 0:
                return 0
            continue
        level = 0
        level_corners[0], level_edges[0] = rest.corners, rest.ud_edges
        level_slice[0] = rest.slice_perm
        level_left[0] = limit
        level_turn[0] = -1
        while level >= 0:
            turn = level_turn[level] + 1
            level_turn[level] = turn
            if turn == n_turns:
                level -= 1
                continue
            face = t.phase_2_turns[turn] // 3
            before = t.phase_2_turns[level_turn[level - 1]] // 3 if level else rest.blocked
            if face == before or (level and face + 3 == before):
                continue
            left = level_left[level] - t.phase_2_costs[turn]
            if left < 0:
                continue
            # The small table is asked first: it is in the caches, and says no most of the time.
            c = t.corners[level_corners[level], t.phase_2_turns[turn]]
            s = t.slice_perm[level_slice[level], turn]
            if t.corners_slice[c * N_PERM4 + s] > left:
                continue
            e = t.ud_edges[level_edges[level], turn]
            if phase_2_distance(c, e, t) > left:
                continue
            if left == 0:
                if c == 0 and e == 0 and s == 0:
                    for i in range(level + 1):
                        out[start + i] = t.phase_2_turns[level_turn[i]]
                    return level + 1
                continue
            level += 1
            level_corners[level], level_edges[level], level_slice[level] = c, e, s
            level_left[level] = left
            level_turn[level] = -1
    return -1


@njit(cache=True, inline="always")
def finish(work, level, t):  # type: ignore[no-untyped-def]
    """Look whether phase 2 can end what phase 1 has brought here; return its turns, or -1."""
    job, levels, places = work.job, work.levels, work.places
    known = job[KNOWN]
    if known == 0:
        view = work.views[job[VIEW]]
        places[0, 0], places[0, 1] = view[V_CORNERS], view[V_SLICE_SORTED]
        places[0, 2], places[0, 3] = view[V_U], view[V_D]
        known = 1
    for i in range(known, level + 1):
        turn = levels[A_TURN, i]
        places[i, 0] = t.corners[places[i - 1, 0], turn]
        places[i, 1] = t.placement[places[i - 1, 1], turn]
    allowed = min(job[LONGEST] - job[TOTAL], job[PHASE_2])
    corners = places[level, 0]
    slice_perm = places[level, 1] - SLICE_SOLVED * N_PERM4
    least = np.int64(t.corners_slice[corners * N_PERM4 + slice_perm])
    # The places of U's and D's edges are only worked out where they are asked for.
    job[KNOWN] = level + 1
    if least > allowed:
        for i in range(known, level + 1):
            places[i, 2] = -1
        return -1
    first = level
    while first >= known or places[first, 2] < 0:
        first -= 1
    for i in range(first + 1, level + 1):
        turn = levels[A_TURN, i]
        places[i, 2] = t.placement[places[i - 1, 2], turn]
        places[i, 3] = t.placement[places[i - 1, 3], turn]
    ud_edges = np.int64(t.join_edges[places[level, 2] * N_PERM4 + places[level, 3] % N_PERM4])
    least = max(least, np.int64(phase_2_distance(corners, ud_edges, t)))
    if least > allowed:
        return -1
    blocked = levels[A_TURN, level] // 3 if level else -1
    rest = Rest(corners, ud_edges, slice_perm, least, allowed, blocked)
    return phase_2(rest, work.out, level, t)


@njit(cache=True, inline="always")
def open_level(work, level, entries, t):  # type: ignore[no-untyped-def]
    """Find which turns of a level may be played, and how far each leads; return how many it tried.

    The tables are asked for all turns before any answer is used, so that the answers, which come
    from memory slowly, are waited for together.
    """
    levels = work.levels
    twist, flip, middle = levels[A_TWIST, level], levels[A_FLIP, level], levels[A_SLICE, level]
    left, distance = levels[A_LEFT, level], levels[A_DISTANCE, level]
    before = levels[A_TURN, level]
    turns = t.after[before] if before >= 0 else t.every_turn
    if 0 < distance == left and distance <= t.nearest:
        number = t.flip_slice[np.uint32(middle) * np.uint32(N_FLIP) + np.uint32(flip)]
        found = near_turns(t.near, entry_of(number, twist, t.twist_conjugates))
        # The table has the turns as the smallest of the class sees them.
        s = np.int64(number & 15)
        seen = t.seen_turns[s, 0, found & 511] | t.seen_turns[s, 1, found >> 9]
        levels[A_PENDING, level] = turns & np.int64(seen)
        levels[A_SURE, level] = 1
        return 1
    for turn in range(N_TURNS):
        entries[turn] = phase_1_entry(
            t.twist[twist, turn], t.flip[flip, turn], t.slice[middle, turn], t
        )
    row = work.nearer[level]
    for turn in range(N_TURNS):
        row[turn] = nibble(t.phase_1, entries[turn])
    pending = np.int64(0)
    for turn in range(N_TURNS):
        rest = left - t.costs[turn]
        returns = (row[turn] > 0) | (rest == 0) | (rest >= NO_RETURN)
        pending |= np.int64((row[turn] <= rest) & returns) << turn
    levels[A_PENDING, level] = pending & turns
    levels[A_SURE, level] = 0
    return N_TURNS


@njit(cache=True, nogil=True)
def advance(work, budget, t):  # type: ignore[no-untyped-def]
    """Search on until so many more nodes are looked at; return PAUSED, FOUND or EXHAUSTED.

    An answer's turns are in `work.out[:job[LENGTH]]`, as the view `job[VIEW]` sees them.
    """
    job, levels = work.job, work.levels
    nodes = job[NODES]
    end = nodes + budget
    entries = np.empty(N_TURNS, np.uint32)
    level = job[LEVEL]
    while True:
        if level < 0:
            job[VIEW] += 1
            if job[VIEW] >= job[READY]:
                job[VIEW] = 0
                job[TOTAL] += 1
                if job[TOTAL] > job[LONGEST]:
                    job[NODES] = nodes
                    return EXHAUSTED
            view = work.views[job[VIEW]]
            left = job[TOTAL] - view[V_COST]
            nodes += 1
            if left < view[V_DISTANCE] or (view[V_DISTANCE] == 0 and 0 < left < NO_RETURN):
                continue
            job[KNOWN] = 0
            levels[A_TWIST, 0], levels[A_FLIP, 0] = view[V_TWIST], view[V_FLIP]
            levels[A_SLICE, 0] = view[V_SLICE_SORTED] // N_PERM4
            levels[A_TURN, 0] = -1
            distance = view[V_DISTANCE]
            level = 0
        else:
            pending = levels[A_PENDING, level]
            if pending == 0:
                level -= 1
                continue
            low = pending & -pending
            levels[A_PENDING, level] = pending ^ low
            turn = t.lowest_bit[((low * 0x077CB531) & 0xFFFFFFFF) >> 27]  # by de Bruijn's sequence
            left = levels[A_LEFT, level] - t.costs[turn]
            if levels[A_SURE, level]:
                distance = levels[A_DISTANCE, level] - t.costs[turn]
            else:
                distance = work.nearer[level, turn]
            level += 1
            job[KNOWN] = min(job[KNOWN], level)
            levels[A_TURN, level] = turn
            if left > 0:
                levels[A_TWIST, level] = t.twist[levels[A_TWIST, level - 1], turn]
                levels[A_FLIP, level] = t.flip[levels[A_FLIP, level - 1], turn]
                levels[A_SLICE, level] = t.slice[levels[A_SLICE, level - 1], turn]
        if left == 0:
            nodes += 1
            length = finish(work, level, t)
            level -= 1
            if length >= 0:
                for i in range(level + 1):
                    work.out[i] = levels[A_TURN, i + 1]
                job[LENGTH] = level + 1 + length
                job[LEVEL] = level
                job[NODES] = nodes
                return FOUND
            continue
        levels[A_LEFT, level], levels[A_DISTANCE, level] = left, distance
        nodes += open_level(work, level, entries, t)
        if nodes >= end:
            job[LEVEL] = level
            job[NODES] = nodes
            return PAUSED
