"""Which turns of a level are worth trying, phase by phase: the openers of the 5x5's walk.

An opener works out what each turn that is allowed makes of a level's state, and keeps the turns by
which the phase may still end in time. It asks the tables for all its children together, so that
the answers, which come from memory slowly, are waited for together: first a small table, then a
large one for those that are left. It returns how many turns it has tried.
"""

import numpy as np

from cubesolve.kernels.five import (
    N_FLIPS,
    N_HALF_PERM,
    N_SET_PLACES,
    key_1,
    key_3,
    key_4,
    key_5,
)
from cubesolve.kernels.masks import turned_mask
from cubesolve.kernels.near_goal import near_distance
from cubesolve.kernels.nibbles import nibble
from cubesolve.kernels.pruning import entry_of
from cubesolve.kernels.records import woven

N_TURNS = 36


@woven
def kept_by_edges(distances, walk, count, rest):  # type: ignore[no-untyped-def]
    """Keep the turns in question after which the edges can be done in time; return how many."""
    turns, left = walk.left, 0
    for i in range(count):
        turns[left] = turns[i]
        left += nibble(distances, walk.entries[turns[i]]) <= rest
    return left


@woven
def kept_by_hash(near, walk, count, rest):  # type: ignore[no-untyped-def]
    """Return as bits the turns in question whose states, by their keys, are near enough."""
    pending = np.int64(0)
    for i in range(count):
        pending |= np.int64(near_distance(near, walk.keys[i]) <= rest) << walk.left[i]
    return pending


@woven
def open_1(walk, level, rest, allowed, p):  # type: ignore[no-untyped-def]
    """Find the turns of a level of phase 1 that may lead to its goal."""
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


@woven
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


@woven
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


@woven
def may_end_4(at, number, rest, p):  # type: ignore[no-untyped-def]
    """Tell whether one set of wings, with the centres, allows to end in time."""
    if nibble(p.low_fb, entry_of(number, at[4], p.fb_images)) > rest:
        return False
    if len(p.low_ud) == 0:
        return True
    return nibble(p.low_ud, entry_of(number, at[3], p.ud_images)) <= rest


@woven
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
        count = kept_by_edges(p.edges, walk, count, rest)
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
        pending = kept_by_hash(p.near, walk, count, rest)
    walk.pending[level] = pending
    return tried


@woven
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
        count = kept_by_edges(p.edges, walk, count, rest)
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
        pending = kept_by_hash(p.near, walk, count, rest)
    walk.pending[level] = pending
    return tried


@woven
def edges_entry_5(number, high, p):  # type: ignore[no-untyped-def]
    """Return where phase 5 holds how far the edges are from being paired."""
    seen = p.h_images[high, number & np.uint32(15)] >> np.uint16(1)
    return (number >> np.uint32(4)) * np.uint32(N_HALF_PERM) + np.uint32(seen)
