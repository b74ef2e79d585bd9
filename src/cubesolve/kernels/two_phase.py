"""The search of the two-phase algorithm: many views of one state, one step at a time.

A view is the state, or its inverse, seen along one of the axes, with turns played before it. Phase
1 brings a view into the group of phase 2 by a given number of turns; where it ends, phase 2 looks
whether the rest is short enough. Views and the number of turns go round and round, so the first
answer comes at once and shorter ones follow.

`advance` stops when it has looked at enough nodes, or has an answer, and can go on from there: all
that it knows is in `job` and the arrays beside it.
"""

import numpy as np
from numba import njit

from cubesolve.kernels.cubies import (
    CORNERS,
    D_EDGES,
    FLIP,
    N_FLIP,
    N_PERM,
    N_PERM4,
    N_TWIST,
    SLICE_SORTED,
    TWIST,
    U_EDGES,
    get,
)

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
# Fields of a level of phase 1 and of a view.
A_TWIST, A_FLIP, A_SLICE, A_LEFT, A_DISTANCE, A_TURN, A_PENDING, A_SURE = range(8)
V_TWIST, V_FLIP, V_SLICE_SORTED, V_U, V_D, V_CORNERS, V_DISTANCE, V_COST = range(8)
N_FIELDS = 8

SLICE_SOLVED = 494
NO_RETURN = 5  # nothing comes of leaving phase 2's group with fewer turns left


@njit(cache=True, inline="always")
def scatter(entry):  # type: ignore[no-untyped-def]
    """Return where an entry's search in the table of near entries begins, before masking."""
    return (entry * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)


@njit(cache=True)
def build_near(packed, nearest, slots, moves, value_moves, conjugates, costs):  # type: ignore[no-untyped-def]
    """Return for entries up to a distance the turns that lead nearer, as bits, in a hash table.

    A slot holds `(entry + 1) << 18 | turns`, and 0 if it is free; `slots` is a power of two.
    """
    table = np.zeros(slots, np.uint64)
    width = len(value_moves)
    for c in range(len(moves)):
        for value in range(width):
            entry = c * width + value
            distance = (packed[entry >> 1] >> (4 * (entry & 1))) & 15
            if distance == 0 or distance > nearest:
                continue
            turns = 0
            for turn in range(len(costs)):
                number = moves[c, turn]
                to = (
                    np.int64(number >> 4) * width
                    + conjugates[value_moves[value, turn], number & 15]
                )
                if np.int64((packed[to >> 1] >> (4 * (to & 1))) & 15) == distance - costs[turn]:
                    turns |= 1 << turn
            at = scatter(np.uint64(entry)) & np.uint64(slots - 1)
            while table[at]:
                at = (at + np.uint64(1)) & np.uint64(slots - 1)
            table[at] = (np.uint64(entry + 1) << np.uint64(18)) | np.uint64(turns)
    return table


@njit(cache=True, inline="always")
def near_turns(near, entry):  # type: ignore[no-untyped-def]
    """Return the turns that lead nearer from an entry of the table."""
    mask = np.uint64(len(near) - 1)
    at = scatter(np.uint64(entry)) & mask
    key = np.uint64(entry + 1)
    while (near[at] >> np.uint64(18)) != key:
        at = (at + np.uint64(1)) & mask
    return np.int64(near[at] & np.uint64(0x3FFFF))


@njit(cache=True)
def add_views(job, views, bases_corners, bases_edges, before, t):  # type: ignore[no-untyped-def]
    """Make the views of all bases with one more length of turns before them."""
    count = job[READY]
    corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    for p in range(len(before.costs)):
        played_corners, played_edges = before.corners[p], before.edges[p]
        for base in range(len(bases_corners)):
            for slot in range(24):
                corners[slot] = played_corners[bases_corners[base, slot]]
                edges[slot] = played_edges[bases_edges[base, slot]]
            view = views[count]
            view[V_TWIST] = get(TWIST, corners, edges)
            view[V_FLIP] = get(FLIP, corners, edges)
            view[V_SLICE_SORTED] = get(SLICE_SORTED, corners, edges)
            view[V_U] = get(U_EDGES, corners, edges)
            view[V_D] = get(D_EDGES, corners, edges)
            view[V_CORNERS] = get(CORNERS, corners, edges)
            view[V_COST] = before.costs[p]
            count += 1
    # In a loop of its own, so that the answers of the large table are waited for together.
    for view in views[job[READY] : count]:
        number = t.flip_slice[view[V_SLICE_SORTED] // N_PERM4 * N_FLIP + view[V_FLIP]]
        entry = np.int64(number >> 4) * N_TWIST + t.twist_conjugates[view[V_TWIST], number & 15]
        view[V_DISTANCE] = (t.phase_1[entry >> 1] >> (4 * (entry & 1))) & 15
    job[READY] = count


@njit(cache=True)
def phase_2(corners, ud_edges, slice_perm, longest, least, blocked, out, start, t):  # type: ignore[no-untyped-def]
    """Solve a state of phase 2's group at a cost up to `longest`; return how many turns it took.

    The turns are written to `out` from `start` on; -1 if there is no answer. The first turn is not
    of the face `blocked`.
    """
    level_corners = np.empty(MAX_LEVEL, np.int64)
    level_edges = np.empty(MAX_LEVEL, np.int64)
    level_slice = np.empty(MAX_LEVEL, np.int64)
    level_left = np.empty(MAX_LEVEL, np.int64)
    level_turn = np.empty(MAX_LEVEL, np.int64)
    n_turns = len(t.phase_2_costs)
    for limit in range(least, longest + 1):
        if limit == 0:
            if corners == 0 and ud_edges == 0 and slice_perm == 0:
                return 0
            continue
        level = 0
        level_corners[0], level_edges[0], level_slice[0] = corners, ud_edges, slice_perm
        level_left[0] = limit
        level_turn[0] = -1
        while level >= 0:
            turn = level_turn[level] + 1
            level_turn[level] = turn
            if turn == n_turns:
                level -= 1
                continue
            face = t.phase_2_turns[turn] // 3
            before = t.phase_2_turns[level_turn[level - 1]] // 3 if level else blocked
            if face == before or (level and face + 3 == before):
                continue
            left = level_left[level] - t.phase_2_costs[turn]
            if left < 0:
                continue
            c = t.corners[level_corners[level], t.phase_2_turns[turn]]
            s = t.slice_perm[level_slice[level], turn]
            if t.corners_slice[c * N_PERM4 + s] > left:
                continue
            e = t.ud_edges[level_edges[level], turn]
            number = t.corner_classes[c]
            entry = np.int64(number >> 4) * N_PERM + t.edge_conjugates[e, number & 15]
            if (t.phase_2[entry >> 1] >> (4 * (entry & 1))) & 15 > left:
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
def finish(job, view, level, levels, places, out, t):  # type: ignore[no-untyped-def]
    """Look whether phase 2 can end what phase 1 has brought here; return its turns, or -1."""
    known = job[KNOWN]
    if known == 0:
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
    number = t.corner_classes[corners]
    entry = np.int64(number >> 4) * N_PERM + t.edge_conjugates[ud_edges, number & 15]
    least = max(least, np.int64((t.phase_2[entry >> 1] >> (4 * (entry & 1))) & 15))
    if least > allowed:
        return -1
    blocked = levels[A_TURN, level] // 3 if level else -1
    return phase_2(corners, ud_edges, slice_perm, allowed, least, blocked, out, level, t)


@njit(cache=True, inline="always")
def open_level(level, levels, nearer, entries, t):  # type: ignore[no-untyped-def]
    """Find which turns of a level may be played, and how far each leads; return how many it tried.

    The tables are asked for all turns before any answer is used, so that the answers, which come
    from memory slowly, are waited for together.
    """
    twist, flip, middle = levels[A_TWIST, level], levels[A_FLIP, level], levels[A_SLICE, level]
    left, distance = levels[A_LEFT, level], levels[A_DISTANCE, level]
    before = levels[A_TURN, level]
    turns = t.after[before] if before >= 0 else t.every_turn
    if 0 < distance == left and distance <= t.nearest:
        number = t.flip_slice[middle * N_FLIP + flip]
        entry = np.int64(number >> 4) * N_TWIST + t.twist_conjugates[twist, number & 15]
        found = near_turns(t.near, entry)
        s = np.int64(number & 15)
        seen = t.seen_turns[s, 0, found & 511] | t.seen_turns[s, 1, found >> 9]
        levels[A_PENDING, level] = turns & np.int64(seen)
        levels[A_SURE, level] = 1
        return 1
    for turn in range(18):
        number = t.flip_slice[np.int64(t.slice[middle, turn]) * N_FLIP + t.flip[flip, turn]]
        turned = t.twist_conjugates[t.twist[twist, turn], number & 15]
        entries[turn] = np.int64(number >> 4) * N_TWIST + turned
    row = nearer[level]
    for turn in range(18):
        entry = entries[turn]
        row[turn] = (t.phase_1[entry >> 1] >> (4 * (entry & 1))) & 15
    pending = np.int64(0)
    for turn in range(18):
        rest = left - t.costs[turn]
        returns = (row[turn] > 0) | (rest == 0) | (rest >= NO_RETURN)
        pending |= np.int64((row[turn] <= rest) & returns) << turn
    levels[A_PENDING, level] = pending & turns
    levels[A_SURE, level] = 0
    return 18


@njit(cache=True)
def advance(job, budget, views, levels, nearer, places, out, t):  # type: ignore[no-untyped-def]
    """Search on until so many more nodes are looked at; return PAUSED, FOUND or EXHAUSTED.

    An answer's turns are in `out[:job[LENGTH]]`, as the view `job[VIEW]` sees them.
    """
    nodes = job[NODES]
    end = nodes + budget
    entries = np.empty(18, np.int64)
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
            view = views[job[VIEW]]
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
                distance = nearer[level, turn]
            level += 1
            job[KNOWN] = min(job[KNOWN], level)
            levels[A_TURN, level] = turn
            if left > 0:
                levels[A_TWIST, level] = t.twist[levels[A_TWIST, level - 1], turn]
                levels[A_FLIP, level] = t.flip[levels[A_FLIP, level - 1], turn]
                levels[A_SLICE, level] = t.slice[levels[A_SLICE, level - 1], turn]
        if left == 0:
            nodes += 1
            length = finish(job, views[job[VIEW]], level, levels, places, out, t)
            level -= 1
            if length >= 0:
                for i in range(level + 1):
                    out[i] = levels[A_TURN, i + 1]
                job[LENGTH] = level + 1 + length
                job[LEVEL] = level
                job[NODES] = nodes
                return FOUND
            continue
        levels[A_LEFT, level], levels[A_DISTANCE, level] = left, distance
        nodes += open_level(level, levels, nearer, entries, t)
        if nodes >= end:
            job[LEVEL] = level
            job[NODES] = nodes
            return PAUSED
