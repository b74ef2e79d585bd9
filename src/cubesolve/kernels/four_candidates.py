"""Candidates of the 4x4 search: ends of phase 2, with what phase 3 knows of each.

They wait in lists, by the least that they come to in all and by their length so far, so that phase
3 takes the most promising first.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.four_edges import N_EDGES, edge_number
from cubesolve.kernels.four_graphs import center_state
from cubesolve.kernels.four_phase_1 import is_odd
from cubesolve.kernels.records import part

MAX_TURNS = 14  # of phase 2
MAX_TOTAL = 48  # of all phases
MAX_LENGTH = 32  # of phases 1 and 2
NO_TURN = 17  # of phase 3

# What a candidate's row of `about` holds.
C_START, C_VARIANT, C_LENGTH, C_TOTAL, C_LEAST, C_UD, C_FB, C_RL, C_PARITY, C_BLOCKED = range(10)
N_ABOUT = 10


class Store(NamedTuple):
    """Candidates: ends of phase 2, in lists by the least that they come to and by their length."""

    about: npt.NDArray[np.int32]
    turns: npt.NDArray[np.int8]
    mates: npt.NDArray[np.uint8]
    following: npt.NDArray[np.int32]
    heads: npt.NDArray[np.int32]
    tails: npt.NDArray[np.int32]


def new_store(n: int) -> Store:
    """Return room for so many candidates, with all lists empty."""
    return Store(
        about=np.empty((n, N_ABOUT), np.int32),
        turns=np.empty((n, MAX_TURNS), np.int8),
        mates=np.empty((n, N_EDGES), np.uint8),
        following=np.empty(n, np.int32),
        heads=np.full((MAX_TOTAL, MAX_LENGTH), -1, np.int32),
        tails=np.full((MAX_TOTAL, MAX_LENGTH), -1, np.int32),
    )


@part
def set_mates_of(state, mates, where, t):  # type: ignore[no-untyped-def]
    """Write which low place has the mate of each high wing; tell whether phase 3 can pair them.

    The two wings of each edge must be in different halves, and the permutation of mates even: no
    turn of phase 3 changes its parity. The table of edges knows even ones only, and takes an odd
    one for another that is even.
    """
    for i in range(N_EDGES):
        where[i] = -1
    for i in range(N_EDGES):
        where[state.wings[t.low[i]] >> 1] = i
    for i in range(N_EDGES):
        mate = where[state.wings[t.high[i]] >> 1]
        if mate < 0:
            return False
        mates[i] = mate
    return not is_odd(mates, N_EDGES, 1)


@part
def set_centers(centers, about, t):  # type: ignore[no-untyped-def]
    """Write the coordinates of centres in phase 3; return the parity of how axes are placed."""
    up, right, front = centers[0] % 3, centers[4] % 3, centers[8] % 3
    odd = (up > right) ^ (up > front) ^ (right > front)
    # Which colour counts as the first on R and L follows from those on the others.
    second = t.hands[up, right, front]
    ud = rl = fb = 0
    for i in range(8):
        ud |= (centers[i if i < 4 else 8 + i] == up) << i
        rl |= (centers[4 + i if i < 4 else 12 + i] == second) << i
        fb |= (centers[8 + i if i < 4 else 16 + i] == front) << i
    about[C_UD], about[C_FB], about[C_RL] = t.fours[ud], t.fours[fb], t.rl_numbers[rl]
    return odd


@part
def parity_of(state, edges, t):  # type: ignore[no-untyped-def]
    """Return the parity of the high wings as edges, and of the corners."""
    for i in range(N_EDGES):
        edges[t.high[i] >> 1] = state.wings[t.high[i]] >> 1
    return is_odd(edges, N_EDGES, 1) ^ is_odd(state.corners, 8, 3)


@part
def rate(state, about, mates, room, t):  # type: ignore[no-untyped-def]
    """Write the coordinates of a state in phase 3, and how many turns that needs at least.

    Tells whether it can be done at all; where it cannot, the least is -1.
    """
    about[C_LEAST] = -1
    if not set_mates_of(state, mates, room, t):
        return False
    odd = set_centers(state.centers, about, t)
    if about[C_RL] < 0:
        return False
    parity = odd ^ parity_of(state, room, t)
    centers = t.center_distances[center_state(about[C_UD], about[C_FB], about[C_RL], parity)]
    number = edge_number(mates, NO_TURN, t.maps)
    packed = t.edges[number >> 3]
    value = t.half * parity + t.splits[number & 7, about[C_RL]]
    edges = (packed >> (2 * t.half)) + ((packed >> value) & 1)
    about[C_PARITY] = parity
    about[C_LEAST] = max(np.int64(centers), np.int64(edges))
    return True


@part
def append(store, count):  # type: ignore[no-untyped-def]
    """Put a candidate that has been written at the end of its list."""
    about = store.about[count]
    total = about[C_TOTAL]
    tail = store.tails[total + about[C_LEAST], total]
    store.following[count] = -1
    if tail < 0:
        store.heads[total + about[C_LEAST], total] = count
    else:
        store.following[tail] = count
    store.tails[total + about[C_LEAST], total] = count
