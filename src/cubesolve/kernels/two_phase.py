"""The search of the two-phase algorithm: many views of one state, one step at a time.

A view is the state, or its inverse, seen along one of the axes, with turns played before it. Phase
1 brings a view into the group of phase 2 by a given number of turns; where it ends, phase 2 looks
whether the rest is short enough. Views and the number of turns go round and round, so the first
answer comes at once and shorter ones follow.

`advance` stops when it has looked at enough nodes, or has an answer, and can go on from there: all
that it knows is in `Work`. The search here goes as far as it has a choice: where every turn must
lead nearer, `two_phase_ends` goes on.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.cubies import N_FLIP, N_PERM4, placement
from cubesolve.kernels.nibbles import nibble
from cubesolve.kernels.pruning import entry_of
from cubesolve.kernels.ranks import orientation, rank
from cubesolve.kernels.two_phase_ends import end, follow, lowest_turn, wait
from cubesolve.kernels.two_phase_work import (
    ANSWER,
    BATCH,
    LEVEL,
    LONGEST,
    N_TURNS,
    NODES,
    READY,
    STEMS,
    TOTAL,
    V_CORNERS,
    V_COST,
    V_D,
    V_DISTANCE,
    V_FLIP,
    V_SLICE_SORTED,
    V_TWIST,
    V_U,
    VIEW,
)

PAUSED, FOUND, EXHAUSTED = 0, 1, 2

# Fields of a level of phase 1.
A_TWIST, A_FLIP, A_SORTED, A_CORNERS, A_LEFT, A_DISTANCE, A_TURN, A_PENDING = range(8)

NO_RETURN = 5  # nothing comes of leaving phase 2's group with fewer turns left


class States(NamedTuple):
    """Stickers of corners and of edges, one state in each row."""

    corners: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.uint8]


class Bases(NamedTuple):
    """What views are made of: states, one in each row, and what it cost to come to each."""

    corners: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.uint8]
    costs: npt.NDArray[np.int64]


@njit(cache=True, inline="always")
def phase_1_entry(twist, flip, middle, t):  # type: ignore[no-untyped-def]
    """Return where the table of phase 1 holds how far coordinates are from phase 2's group."""
    number = t.flip_slice[np.uint32(middle) * np.uint32(N_FLIP) + np.uint32(flip)]
    return entry_of(number, twist, t.twist_conjugates)


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


@njit(cache=True, inline="always")
def open_level(work, level, entries, t):  # type: ignore[no-untyped-def]
    """Find which turns of a level may be played, and how far each leads.

    The tables are asked for all turns before any answer is used, so that the answers, which come
    from memory slowly, are waited for together.
    """
    levels = work.levels
    twist, flip = levels[A_TWIST, level], levels[A_FLIP, level]
    middle = levels[A_SORTED, level] // N_PERM4
    left = levels[A_LEFT, level]
    before = levels[A_TURN, level]
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
    levels[A_PENDING, level] = pending & (t.after[before] if before >= 0 else t.every_turn)


@njit(cache=True, inline="always")
def begin_stem(work, level, left):  # type: ignore[no-untyped-def]
    """Let a level wait from where every turn must lead nearer."""
    levels, waiting = work.levels, work.waiting
    stem = waiting.counts[STEMS]
    waiting.counts[STEMS] += 1
    waiting.stems[stem, 0], waiting.stems[stem, 1] = work.job[VIEW], level
    for i in range(level):
        waiting.stem_turns[stem, i] = levels[A_TURN, i + 1]
    middle_edges, corners = levels[A_SORTED, level], levels[A_CORNERS, level]
    if left == 0:
        end(waiting, middle_edges, corners, stem, 1)
        return
    turn = levels[A_TURN, level]
    node = (levels[A_TWIST, level], levels[A_FLIP, level], middle_edges, corners, turn)
    wait(waiting, node, left, stem, 1)


@njit(cache=True, inline="always")
def begin_view(work):  # type: ignore[no-untyped-def]
    """Put a view on the first level; return how many turns are left, -1 if they are too few."""
    job, levels = work.job, work.levels
    view = work.views[job[VIEW]]
    left = job[TOTAL] - view[V_COST]
    if left < view[V_DISTANCE] or (view[V_DISTANCE] == 0 and 0 < left < NO_RETURN):
        return np.int64(-1)
    levels[A_TWIST, 0], levels[A_FLIP, 0] = view[V_TWIST], view[V_FLIP]
    levels[A_SORTED, 0], levels[A_CORNERS, 0] = view[V_SLICE_SORTED], view[V_CORNERS]
    levels[A_TURN, 0] = -1
    return left


@njit(cache=True, inline="always")
def begin_level(work, level, turn, t):  # type: ignore[no-untyped-def]
    """Put on a level what a turn makes of the one before."""
    levels = work.levels
    levels[A_TURN, level] = turn
    levels[A_TWIST, level] = t.twist[levels[A_TWIST, level - 1], turn]
    levels[A_FLIP, level] = t.flip[levels[A_FLIP, level - 1], turn]
    levels[A_SORTED, level] = t.placement[levels[A_SORTED, level - 1], turn]
    levels[A_CORNERS, level] = t.corners[levels[A_CORNERS, level - 1], turn]


@njit(cache=True, nogil=True)
def advance(work, budget, t):  # type: ignore[no-untyped-def]
    """Search on until so many more nodes are looked at; return PAUSED, FOUND or EXHAUSTED.

    An answer's turns are in `work.out[:job[LENGTH]]`, as the view `job[ANSWER]` sees them.
    """
    job, levels, counts = work.job, work.levels, work.waiting.counts
    nodes = job[NODES]
    last = nodes + budget
    entries = np.empty(N_TURNS, np.uint32)
    level = job[LEVEL]
    job[ANSWER] = -1
    while True:
        is_last_view = level < 0 and job[VIEW] + 1 == job[READY]
        if counts[STEMS] == BATCH or is_last_view or nodes >= last:
            nodes += follow(work, t)
            job[LEVEL], job[NODES] = level, nodes
            if is_last_view:
                job[VIEW] = -1
                job[TOTAL] += 1
            if job[ANSWER] >= 0:
                return FOUND
            if nodes >= last:
                return PAUSED
        if level < 0:
            if job[TOTAL] > job[LONGEST]:
                job[LEVEL], job[NODES] = level, nodes
                return EXHAUSTED
            job[VIEW] += 1
            nodes += 1
            left = begin_view(work)
            if left < 0:
                continue
            distance = work.views[job[VIEW], V_DISTANCE]
            level = 0
        else:
            pending = levels[A_PENDING, level]
            if pending == 0:
                level -= 1
                continue
            levels[A_PENDING, level] = pending & (pending - 1)
            turn = lowest_turn(pending, t)
            left = levels[A_LEFT, level] - t.costs[turn]
            distance = work.nearer[level, turn]
            level += 1
            begin_level(work, level, turn, t)
        if left == distance <= t.nearest:
            begin_stem(work, level, left)
            level -= 1
            continue
        levels[A_LEFT, level], levels[A_DISTANCE, level] = left, distance
        open_level(work, level, entries, t)
        nodes += N_TURNS
