"""Tables of the phases of the 4x4 but for the edges: breadth-first searches through coordinates.

A state of phase 2 is `70 * set + rest`: which places a pair of colours has, and the rest: how the
two colours of a pair are split, and the parity of the wings.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.masks import mask_rank, turned_mask
from cubesolve.kernels.records import part

UNKNOWN = 255
N_RESTS = 70
N_PLACES = 24
FULL = (1 << N_PLACES) - 1


class SplitGraph(NamedTuple):
    """What the turns of phase 2 make of a state, and which may follow which."""

    sets: npt.NDArray[np.uint16]  # by set and turn
    orders: npt.NDArray[np.uint16]  # by set and turn: how the places of the set change their order
    rests: npt.NDArray[np.uint8]  # by order and rest
    goals: npt.NDArray[np.uint8]  # by state
    after: npt.NDArray[np.int64]  # by turn, as bits
    last: npt.NDArray[np.int64]  # by turn: which may end the phase after it


class CenterMoves(NamedTuple):
    """What the turns of phase 3 make of the centres on U and D, F and B, R and L, and of parity."""

    ud: npt.NDArray[np.uint8]  # by which 4 of 8 places, 70, and turn
    fb: npt.NDArray[np.uint8]
    rl: npt.NDArray[np.uint8]  # of the 12 that phase 3 can solve
    parity: npt.NDArray[np.uint8]


@part
def turned_split(graph, state, turn):  # type: ignore[no-untyped-def]
    """Return what a turn makes of a state."""
    c, r = state // N_RESTS, state % N_RESTS
    return np.int64(graph.sets[c, turn]) * N_RESTS + graph.rests[graph.orders[c, turn], r]


@part
def center_state(ud, fb, rl, parity):  # type: ignore[no-untyped-def]
    """Return centres and parity as one number."""
    return ((np.int64(ud) * 70 + fb) * 12 + rl) * 2 + parity


@part
def turned_centers(moves, state, turn):  # type: ignore[no-untyped-def]
    """Return what a turn makes of centres and parity."""
    ud, fb = state // 1680, state // 24 % 70
    rl, parity = state // 2 % 12, state & 1
    return center_state(
        moves.ud[ud, turn], moves.fb[fb, turn], moves.rl[rl, turn], parity ^ moves.parity[turn]
    )


def turned(graph: SplitGraph | CenterMoves, state: int, turn: int) -> int:
    """Return what a turn makes of a state of a graph."""
    to: int = _TURNED[type(graph)](graph, state, turn)
    return to


_TURNED = {SplitGraph: turned_split, CenterMoves: turned_centers}


@overload(turned)
def _turned(graph, state, turn):  # type: ignore[no-untyped-def]
    """Choose what turns a state when a search is compiled for a graph."""
    turned_in = _TURNED[graph.instance_class]
    return lambda graph, state, turn: turned_in(graph, state, turn)


@part
def spread(graph, n_turns, queue, count, distances):  # type: ignore[no-untyped-def]
    """Write the distances of all that turns make of the states in a queue, which are known."""
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        for turn in range(n_turns):
            to = turned(graph, state, turn)
            if distances[to] == UNKNOWN:
                distances[to] = distances[state] + 1
                queue[count] = to
                count += 1


@njit(cache=True)
def mask_distances(goals, turns, ranks, distances):  # type: ignore[no-untyped-def]
    """Write how far each set of places is from the nearest goal."""
    queue = np.empty(len(distances), np.uint32)
    count = 0
    for goal in goals:
        distances[mask_rank(ranks, goal)] = 0
        queue[count] = goal
        count += 1
    done = 0
    while done < count:
        mask = queue[done]
        done += 1
        depth = distances[mask_rank(ranks, mask)] + 1
        for turn in range(len(turns)):
            to = turned_mask(turns, turn, mask)
            at = mask_rank(ranks, to)
            if distances[at] == UNKNOWN:
                distances[at] = depth
                queue[count] = to
                count += 1


@njit(cache=True)
def split_distances(graph, endings, distances):  # type: ignore[no-untyped-def]
    """Write how far each state is from a goal, if the last turn must be one of the endings."""
    queue = np.empty(len(distances), np.int64)
    count = 0
    n_turns = graph.sets.shape[1]
    for state in range(len(distances)):
        if graph.goals[state]:
            for turn in range(n_turns):
                to = turned_split(graph, state, turn)
                if (endings >> turn) & 1 and distances[to] == UNKNOWN:
                    distances[to] = 1
                    queue[count] = to
                    count += 1
    spread(graph, n_turns, queue, count, distances)


@njit(cache=True)
def split_nearer(graph, endings, distances, nearer):  # type: ignore[no-untyped-def]
    """Write as bits which turns of each state lead nearer, and which lead no farther.

    Of a state one turn from a goal, the first are those that end the phase.
    """
    for state in range(len(distances)):
        closer, level = np.int64(0), np.int64(0)
        for turn in range(graph.sets.shape[1]):
            to = turned_split(graph, state, turn)
            ends = (endings >> turn) & 1 and graph.goals[to]
            near = ends if distances[state] == 1 else distances[to] < distances[state]
            closer |= np.int64(near) << turn
            level |= np.int64(distances[to] <= distances[state]) << turn
        nearer[state, 0], nearer[state, 1] = closer, level


@njit(cache=True)
def last_two_labels(graph, bits, distances, numbers, labels):  # type: ignore[no-untyped-def]
    """Write the label sets, as bits by two turns, of the ways of two turns to a goal.

    `numbers` gives states up to two turns away their places in `labels`; returns how many.
    """
    n_turns = graph.sets.shape[1]
    count = 0
    for state in range(len(distances)):
        if distances[state] > 2:
            continue
        numbers[state] = count
        for first in range(n_turns):
            between = turned_split(graph, state, first)
            for second in range(n_turns):
                ends = (graph.last[first] >> second) & 1
                if ends and graph.goals[turned_split(graph, between, second)]:
                    labels[count] |= bits[first, second]
        count += 1
    return count


@njit(cache=True)
def sets_of_three(graph, distances, state, before, found):  # type: ignore[no-untyped-def]
    """Write the label sets of the shortest ways of a state three turns away; return how many.

    `before` turns masks backwards; the set at the end is the last of `found`.
    """
    n_turns = graph.sets.shape[1]
    high = found[len(found) - 1]
    count = 0
    for first in range(n_turns):
        second_state = turned_split(graph, state, first)
        if distances[second_state] != 2:
            continue
        for ways in range(n_turns * n_turns):
            second, third = ways // n_turns, ways % n_turns
            if not (graph.after[first] >> second) & (graph.last[second] >> third) & 1:
                continue
            third_state = turned_split(graph, second_state, second)
            if distances[third_state] != 1:
                continue
            if not graph.goals[turned_split(graph, third_state, third)]:
                continue
            mask = turned_mask(before, second, turned_mask(before, third, high))
            mask = turned_mask(before, first, mask)
            mask = min(mask, np.uint32(FULL) ^ mask)
            known = False
            for i in range(count):
                known |= found[i] == mask
            if not known:
                found[count] = mask
                count += 1
    return count


@njit(cache=True)
def label_rows(graph, distances, high, before, numbers, rows):  # type: ignore[no-untyped-def]
    """Write for each state three turns from a goal which pairs of places its label sets part.

    `numbers` gives these states their rows; bit i of `rows[number, 24 * p + q]` is set if the
    state's i-th label set has exactly one of the places p and q. Returns the most sets of a state.
    """
    found = np.empty(65, np.uint32)
    found[64] = high
    count = most = 0
    for state in range(len(distances)):
        if distances[state] != 3:
            continue
        numbers[state] = count
        n_sets = sets_of_three(graph, distances, state, before, found)
        most = max(most, n_sets)
        for i in range(min(n_sets, 8)):
            for pair in range(N_PLACES * N_PLACES):
                p, q = pair // N_PLACES, pair % N_PLACES
                parted = ((found[i] >> np.uint32(p)) ^ (found[i] >> np.uint32(q))) & np.uint32(1)
                rows[count, pair] |= np.uint8(parted << np.uint32(i))
        count += 1
    return most


@njit(cache=True)
def center_distances(moves, goals, distances):  # type: ignore[no-untyped-def]
    """Write how far the centres of phase 3, and its parity, are from a goal."""
    queue = np.empty(len(distances), np.int64)
    count = 0
    for goal in goals:
        distances[goal] = 0
        queue[count] = goal
        count += 1
    spread(moves, moves.ud.shape[1], queue, count, distances)
