"""The ends of phase 1: from where every turn must lead nearer, on to phase 2 and the answer.

Most of the search is there, and each step of it waits for a table in memory. So its nodes are not
followed one by one: they wait until there are many, and each table is asked for all of them at
once.
"""

from typing import NamedTuple

import numpy as np

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.cubies import N_FLIP, N_PERM4
from cubesolve.kernels.near import TURN_BITS, near_slot, near_turns
from cubesolve.kernels.nibbles import nibble
from cubesolve.kernels.pruning import entry_of
from cubesolve.kernels.two_phase_work import (
    ANSWER,
    BATCH,
    E_CORNERS,
    E_PATH,
    E_SORTED,
    E_STEM,
    ENDS,
    LENGTH,
    LONGEST,
    MAX_LEVEL,
    NODES_WAITING,
    PATH_BITS,
    PHASE_2,
    SLICE_SOLVED,
    STEMS,
    TOTAL,
    V_D,
    V_U,
    W_CORNERS,
    W_FLIP,
    W_LEFT,
    W_PATH,
    W_SORTED,
    W_STEM,
    W_TURN,
    W_TWIST,
)

Int = int | np.int64


class Rest(NamedTuple):
    """What is left for phase 2: where the pieces are, and what solving them may cost."""

    corners: Int
    ud_edges: Int
    slice_perm: Int
    least: Int
    most: Int
    blocked: Int  # the face of the turn before it; -1 if there is none


@njit(cache=True, inline="always")
def phase_2_distance(corners, ud_edges, t):  # type: ignore[no-untyped-def]
    """Return how far corners and the edges of U and D are from solved in phase 2."""
    return nibble(t.phase_2, entry_of(t.corner_classes[corners], ud_edges, t.edge_conjugates))


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
def lowest_turn(turns, t):  # type: ignore[no-untyped-def]
    """Return the first of some turns, which are bits."""
    return t.lowest_bit[(((turns & -turns) * 0x077CB531) & 0xFFFFFFFF) >> 27]  # by de Bruijn


@njit(cache=True, inline="always")
def wait(waiting, node, left, stem, path):  # type: ignore[no-untyped-def]
    """Put a node that is `(twist, flip, sorted, corners, turn)` to those that wait."""
    row = waiting.nodes[waiting.counts[NODES_WAITING]]
    row[W_TWIST], row[W_FLIP], row[W_SORTED], row[W_CORNERS], row[W_TURN] = node
    row[W_LEFT], row[W_STEM], row[W_PATH] = left, stem, path
    waiting.counts[NODES_WAITING] += 1


@njit(cache=True, inline="always")
def end(waiting, middle, corners, stem, path):  # type: ignore[no-untyped-def]
    """Put what has come to phase 2's group to the ends."""
    row = waiting.ends[waiting.counts[ENDS]]
    row[E_SORTED], row[E_CORNERS], row[E_STEM], row[E_PATH] = middle, corners, stem, path
    waiting.counts[ENDS] += 1


@njit(cache=True, inline="always")
def turns_of(waiting, stem, path, turns):  # type: ignore[no-untyped-def]
    """Write the turns of a stem and a path; return how many they are."""
    length = waiting.stems[stem, 1]
    for i in range(length):
        turns[i] = waiting.stem_turns[stem, i]
    more = 0
    while path >> (PATH_BITS * more) > 1:
        more += 1
    for i in range(more):
        turns[length + i] = (path >> (PATH_BITS * (more - 1 - i))) & 31
    return length + more


@njit(cache=True)
def finish(work, t):  # type: ignore[no-untyped-def]
    """Look whether phase 2 can end what has come to its group, and keep the shortest answer."""
    job, waiting = work.job, work.waiting
    ends = waiting.ends
    count = waiting.counts[ENDS]
    waiting.counts[ENDS] = 0
    allowed = min(job[LONGEST] - job[TOTAL], job[PHASE_2])
    kept = np.empty(count, np.int64)
    n_kept = 0
    for i in range(count):
        slice_perm = ends[i, E_SORTED] - SLICE_SOLVED * N_PERM4
        least = np.int64(t.corners_slice[ends[i, E_CORNERS] * N_PERM4 + slice_perm])
        kept[n_kept] = i
        n_kept += least <= allowed
    # The places of U's and D's edges are only worked out where they are asked for.
    turns = np.empty(MAX_LEVEL, np.int64)
    ud_edges = np.empty(n_kept, np.int64)
    for k in range(n_kept):
        stem = ends[kept[k], E_STEM]
        view = work.views[waiting.stems[stem, 0]]
        of_u, of_d = view[V_U], view[V_D]
        for i in range(turns_of(waiting, stem, ends[kept[k], E_PATH], turns)):
            of_u = np.int64(t.placement[of_u, turns[i]])
            of_d = np.int64(t.placement[of_d, turns[i]])
        ud_edges[k] = t.join_edges[of_u * N_PERM4 + of_d % N_PERM4]
    for k in range(n_kept):
        row = ends[kept[k]]
        corners, slice_perm = row[E_CORNERS], row[E_SORTED] - SLICE_SOLVED * N_PERM4
        least = np.int64(phase_2_distance(corners, ud_edges[k], t))
        if least > allowed:
            continue
        least = max(least, np.int64(t.corners_slice[corners * N_PERM4 + slice_perm]))
        length = turns_of(waiting, row[E_STEM], row[E_PATH], turns)
        blocked = turns[length - 1] // 3 if length else -1
        rest = Rest(corners, ud_edges[k], slice_perm, least, allowed, blocked)
        more = phase_2(rest, work.out, length, t)
        if more < 0:
            continue
        cost = job[TOTAL]
        for i in range(length, length + more):
            cost += t.costs[work.out[i]]
        work.out[:length] = turns[:length]
        job[ANSWER], job[LENGTH] = waiting.stems[row[E_STEM], 0], length + more
        job[LONGEST] = cost - 1
        allowed = min(job[LONGEST] - job[TOTAL], job[PHASE_2])


@njit(cache=True)
def follow_batch(waiting, batch, slots, t):  # type: ignore[no-untyped-def]
    """Take the nodes that came last, and put those that they lead to in their place."""
    last = waiting.counts[NODES_WAITING]
    count = min(last, BATCH)
    first = last - count
    waiting.counts[NODES_WAITING] = first
    batch[:count] = waiting.nodes[first:last]
    entries = np.empty(count, np.uint32)
    seen_by = np.empty(count, np.int64)
    for i in range(count):
        middle = np.uint32(batch[i, W_SORTED] // N_PERM4)
        number = t.flip_slice[middle * np.uint32(N_FLIP) + np.uint32(batch[i, W_FLIP])]
        entries[i] = entry_of(number, batch[i, W_TWIST], t.twist_conjugates)
        seen_by[i] = number & np.uint32(15)
    for i in range(count):
        slots[i] = t.near[near_slot(t.near, entries[i])]
    for i in range(count):
        if slots[i] >> np.uint64(TURN_BITS) != np.uint64(entries[i]) + np.uint64(1):
            slots[i] = near_turns(t.near, entries[i])
    for i in range(count):
        row = batch[i]
        # The table has the turns as the smallest of the class sees them.
        found = np.int64(slots[i] & np.uint64((1 << TURN_BITS) - 1))
        s = seen_by[i]
        turns = np.int64(t.seen_turns[s, 0, found & 511] | t.seen_turns[s, 1, found >> 9])
        if row[W_TURN] >= 0:
            turns &= t.after[row[W_TURN]]
        while turns:
            turn = lowest_turn(turns, t)
            turns &= turns - 1
            left = row[W_LEFT] - t.costs[turn]
            path = (row[W_PATH] << PATH_BITS) | turn
            middle_edges = np.int64(t.placement[row[W_SORTED], turn])
            corners = np.int64(t.corners[row[W_CORNERS], turn])
            if left == 0:
                end(waiting, middle_edges, corners, row[W_STEM], path)
                continue
            twist, flip = t.twist[row[W_TWIST], turn], t.flip[row[W_FLIP], turn]
            node = (twist, flip, middle_edges, corners, turn)
            wait(waiting, node, left, row[W_STEM], path)
    return count


@njit(cache=True, nogil=True)
def follow(work, t):  # type: ignore[no-untyped-def]
    """Follow all that waits; `job[ANSWER]` tells whether there is an answer. Return the nodes."""
    waiting = work.waiting
    nodes = 0
    batch = np.empty((BATCH, 8), np.int64)
    slots = np.empty(BATCH, np.uint64)
    while waiting.counts[NODES_WAITING]:
        nodes += follow_batch(waiting, batch, slots, t)
        if waiting.counts[ENDS] >= BATCH:
            nodes += waiting.counts[ENDS]
            finish(work, t)
    nodes += waiting.counts[ENDS]
    finish(work, t)
    waiting.counts[STEMS] = 0
    return nodes
