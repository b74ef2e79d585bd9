"""The last phases of the 4x4 for big cubes: wings are sorted by half turns of layers, and paired.

The centres are on their axes. Sorting brings one wing of each edge to a high place, told by its set
of places, and the centres of R and L to where half turns can solve them; all ways of a length are
found. Then `four_phase_3` knows how far each end is from a reduced cube.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.four_candidates import (
    C_FB,
    C_LEAST,
    C_PARITY,
    C_RL,
    C_TOTAL,
    C_UD,
    N_ABOUT,
    rate,
)
from cubesolve.kernels.four_edges import N_EDGES
from cubesolve.kernels.four_phase_1 import State
from cubesolve.kernels.four_phase_3 import (
    N_TURNS,
    V_FB,
    V_KIDS,
    V_PARITY,
    V_RL,
    V_TURN,
    V_UD,
    make_turn,
    open_level,
)
from cubesolve.kernels.masks import mask_rank, turned_mask
from cubesolve.kernels.records import resumable

# What a start of sorting holds.
S_SOURCE, S_AXIS, S_MASK, S_RL, S_COST, S_LEAST = range(6)
START_SIZE = 6
# What a way holds; then its turns.
W_START, W_LENGTH, W_TURNS = 0, 1, 2
LONGEST = 30
N_AXES = 3
N_HALF_CHOICES = 64  # of the high wings of six edges
NO_TURN = 21
NO_TURN_3 = N_TURNS


class Sorting(NamedTuple):
    """What is known of sets of twelve places of wings, and of the centres of R and L."""

    turns: npt.NDArray[np.uint32]
    ranks: Any  # MaskRanks
    distances: npt.NDArray[np.uint8]
    rl_moves: npt.NDArray[np.int64]
    rl_distances: npt.NDArray[np.uint8]
    after: npt.NDArray[np.int64]
    last: int  # as bits: turns that may end a way
    natural: npt.NDArray[np.int64]  # by axis and edge: which wing is high on a solved cube


@njit(cache=True)
def half_choices(places, natural, masks):  # type: ignore[no-untyped-def]
    """Write the sets of places of the high wings of the first six edges and the last, by choice."""
    for half in range(2):
        for choice in range(N_HALF_CHOICES):
            mask = 0
            for k in range(6):
                edge = 6 * half + k
                mask |= 1 << places[2 * edge + (natural[edge] ^ ((choice >> k) & 1))]
            masks[half, choice] = mask


@njit(cache=True, nogil=True)
def list_starts(wings, rl, costs, slack, out, s):  # type: ignore[no-untyped-def]
    """Write all choices of high wings from which sorting may be short; return how many.

    `wings[source, axis]` and `rl[source, axis]` are cubes turned so that the axis is that of R, L.
    """
    places = np.empty(24, np.int64)
    masks = np.empty((2, N_HALF_CHOICES), np.int64)
    odd = np.array(
        [(i ^ (i >> 1) ^ (i >> 2) ^ (i >> 3) ^ (i >> 4) ^ (i >> 5)) & 1 for i in range(64)]
    )
    best, count = 1 << 30, 0
    for source in range(len(wings)):
        for axis in range(N_AXES):
            for place in range(24):
                places[wings[source, axis, place]] = place
            half_choices(places, s.natural[axis], masks)
            least_rl = s.rl_distances[rl[source, axis]]
            for choice in range(N_HALF_CHOICES * N_HALF_CHOICES // 2):
                first, last = choice % N_HALF_CHOICES, choice // N_HALF_CHOICES
                mask = np.uint32(masks[0, first] | masks[1, last])
                least = max(s.distances[mask_rank(s.ranks, mask)], least_rl)
                total = costs[source] + least
                if odd[first] != odd[last] or total > best + slack or count == len(out):
                    continue
                best = min(best, total)
                start = out[count]
                start[S_SOURCE], start[S_AXIS], start[S_MASK] = source, axis, mask
                start[S_RL], start[S_COST], start[S_LEAST] = rl[source, axis], costs[source], least
                count += 1
    return count


@njit(cache=True, nogil=True)
def find_sorted(starts, bound, count, ways, nodes, s):  # type: ignore[no-untyped-def]
    """Write all ways that sort the wings with this total, from row `count` on; return how many."""
    masks, rl = np.empty(LONGEST, np.uint32), np.empty(LONGEST, np.int64)
    turns = np.empty(LONGEST, np.int64)
    for number in range(len(starts)):
        length = bound - starts[number, S_COST]
        if starts[number, S_LEAST] > length:
            continue
        masks[0], rl[0], turns[0] = starts[number, S_MASK], starts[number, S_RL], -1
        level = 0
        if length == 0:
            level = -1
            count = add_sorted(number, 0, turns, count, ways)
        while level >= 0 and count < len(ways):
            turns[level] += 1
            turn = turns[level]
            if turn == NO_TURN:
                level -= 1
                continue
            left = length - level - 1
            if level and not (s.after[turns[level - 1]] >> turn) & 1:
                continue
            if left == 0 and not (s.last >> turn) & 1:
                continue
            nodes[0] += 1
            to_rl = s.rl_moves[rl[level], turn]
            if s.rl_distances[to_rl] > left:
                continue
            to = turned_mask(s.turns, turn, masks[level])
            if s.distances[mask_rank(s.ranks, to)] > left:
                continue
            if left == 0:
                count = add_sorted(number, length, turns, count, ways)
                continue
            level += 1
            masks[level], rl[level], turns[level] = to, to_rl, -1
    return count


@njit(cache=True)
def add_sorted(number, length, turns, count, ways):  # type: ignore[no-untyped-def]
    """Write a way; return how many there are."""
    if count < len(ways):
        ways[count, W_START], ways[count, W_LENGTH] = number, length
        for i in range(length):
            ways[count, W_TURNS + i] = turns[i]
        count += 1
    return count


class Sorted(NamedTuple):
    """Cubes whose wings are sorted: their pieces, and what phase 3 knows of each."""

    centers: npt.NDArray[np.uint8]
    wings: npt.NDArray[np.uint8]
    corners: npt.NDArray[np.uint8]
    about: npt.NDArray[np.int32]
    mates: npt.NDArray[np.uint8]


def new_about(n: int) -> npt.NDArray[np.int32]:
    """Return room for what is known of so many cubes."""
    return np.zeros((n, N_ABOUT), np.int32)


@resumable
def rate_sorted(cubes, costs, room, t):  # type: ignore[no-untyped-def]
    """Write the coordinates of cubes in phase 3, and how many turns it needs at least.

    What is not sorted gets -1 there.
    """
    for i in range(len(costs)):
        state = State(cubes.centers[i], cubes.wings[i], cubes.corners[i])
        if rate(state, cubes.about[i], cubes.mates[i], room, t):
            cubes.about[i, C_TOTAL] = costs[i]


@resumable
def find_reduced(cubes, order, bound, levels, ways, job, t):  # type: ignore[no-untyped-def]
    """Write ways through phase 3 with this total, until there is no room or enough nodes.

    What is left of the cube that had too many nodes is not looked at again: it would take most of
    them. `job` is where in the order the search is, how many ways there are, nodes, and the most of
    these.
    """
    while job[0] < len(order) and job[2] < job[3]:
        number = order[job[0]]
        job[0] += 1
        about, here = cubes.about[number], levels.values[0]
        length = bound - about[C_TOTAL]
        if about[C_LEAST] > length or job[1] == len(ways):
            continue
        for i in range(N_EDGES):
            levels.mates[0, i] = cubes.mates[number, i]
        here[V_UD], here[V_FB], here[V_RL] = about[C_UD], about[C_FB], about[C_RL]
        here[V_PARITY], here[V_TURN] = about[C_PARITY], NO_TURN_3
        if length == 0:
            ways[job[1], W_START], ways[job[1], W_LENGTH] = number, 0
            job[1] += 1
            continue
        job[2] += open_level(levels, 0, length - 1, t)
        level = 0
        while level >= 0 and job[1] < len(ways) and job[2] < job[3]:
            here = levels.values[level]
            if here[V_KIDS] == 0:
                level -= 1
                continue
            here[V_KIDS] -= 1
            levels.turns[level] = levels.kids[level, here[V_KIDS]]
            left = length - level - 1
            if left > 0:
                make_turn(levels, level, levels.turns[level], t)
                level += 1
                job[2] += open_level(levels, level, left - 1, t)
                continue
            way = ways[job[1]]
            way[W_START], way[W_LENGTH] = number, length
            for i in range(length):
                way[W_TURNS + i] = levels.turns[i]
            job[1] += 1
