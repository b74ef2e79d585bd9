"""Phase 1 of the 4x4: two opposite colours come to two opposite faces.

All ways of a length are found; each ends with a quarter turn of two layers, since phase 2 has all
other turns. Their ends are turned so that the two colours are on R and L.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.masks import mask_rank, turned_mask
from cubesolve.kernels.records import part, resumable

N_FACE_TURNS = 18
MAX_LENGTH = 10
N_VARIANTS = 5  # of phase 2
N_RESTS = 70


class State(NamedTuple):
    """The colours in the places of centres, the wings and the stickers of corners."""

    centers: npt.NDArray[np.uint8]
    wings: npt.NDArray[np.uint8]
    corners: npt.NDArray[np.uint8]


def new_state() -> State:
    """Return room for a state."""
    return State(np.zeros(24, np.uint8), np.zeros(24, np.uint8), np.zeros(24, np.uint8))


class Gathers(NamedTuple):
    """By turn, and then by rotation: what comes to each place from where."""

    centers: npt.NDArray[np.uint8]
    wings: npt.NDArray[np.uint8]
    corners: npt.NDArray[np.uint8]


class PairTables(NamedTuple):
    """What phase 1 knows of sets of eight places."""

    turns: npt.NDArray[np.uint32]
    ranks: Any  # MaskRanks
    distances: npt.NDArray[np.uint8]
    after: npt.NDArray[np.int64]
    goals: npt.NDArray[np.uint32]  # by axis


class Starts(NamedTuple):
    """The ends of phase 1, where phase 2 starts, one in each row."""

    turns: npt.NDArray[np.int8]
    lengths: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]  # of colours, by the axis where they are at home
    axes: npt.NDArray[np.int64]  # where they are now
    centers: npt.NDArray[np.uint8]  # with the pair on R and L
    wings: npt.NDArray[np.uint8]
    corners: npt.NDArray[np.uint8]
    splits: npt.NDArray[np.int64]  # by variant of phase 2: its coordinate
    room: npt.NDArray[np.int64]  # to work in


def new_starts(n: int) -> Starts:
    """Return room for so many starts."""
    return Starts(
        turns=np.zeros((n, MAX_LENGTH), np.int8),
        lengths=np.zeros(n, np.int64),
        pairs=np.zeros(n, np.int64),
        axes=np.zeros(n, np.int64),
        centers=np.empty((n, 24), np.uint8),
        wings=np.empty((n, 24), np.uint8),
        corners=np.empty((n, 24), np.uint8),
        splits=np.zeros((n, N_VARIANTS), np.int64),
        room=np.zeros(24, np.int64),
    )


class SplitNumbers(NamedTuple):
    """The numbers of sets of places: see `cubesolve.methods.four.centers`."""

    sides: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]
    splits: npt.NDArray[np.int64]
    side_places: npt.NDArray[np.int64]
    rl_places: npt.NDArray[np.int64]


@part
def play(state, spare, gathers, turn):  # type: ignore[no-untyped-def]
    """Play a turn, or a rotation, on a state; `spare` is overwritten."""
    for place in range(24):
        spare.centers[place] = state.centers[gathers.centers[turn, place]]
        spare.wings[place] = state.wings[gathers.wings[turn, place]]
        spare.corners[place] = state.corners[gathers.corners[turn, place]]
    for place in range(24):
        state.centers[place] = spare.centers[place]
        state.wings[place] = spare.wings[place]
        state.corners[place] = spare.corners[place]


@part
def put(state, centers, wings, corners):  # type: ignore[no-untyped-def]
    """Write a state."""
    for place in range(24):
        state.centers[place] = centers[place]
        state.wings[place] = wings[place]
        state.corners[place] = corners[place]


@part
def is_odd(order, count, step):  # type: ignore[no-untyped-def]
    """Tell whether a permutation of pieces, told by every step-th sticker of them, is odd."""
    seen = np.int64(0)
    odd = 0
    for first in range(count):
        at = first
        while not (seen >> at) & 1:
            seen |= np.int64(1) << at
            at = order[at * step] // step
            odd ^= at != first
    return odd


@resumable
def find_starts(mask, length, pair, count, masks, starts, t):  # type: ignore[no-untyped-def]
    """Write all ways of a length to bring a pair of colours to an axis; return how many there are.

    `mask` are the places of the pair; the ways are written from row `count` on, and `masks` is
    overwritten.
    """
    turns = starts.room
    masks[0], turns[0] = mask, -1
    if length == 0 and t.distances[mask_rank(t.ranks, mask)] == 0:
        return add_start(turns, 0, mask, pair, count, starts, t)
    level = 0 if length else -1
    while level >= 0:
        turns[level] += 1
        turn = turns[level]
        if turn == len(t.turns):
            level -= 1
            continue
        left = length - level - 1
        if level and not (t.after[turns[level - 1]] >> turn) & 1:
            continue
        if left == 0:
            if turn < N_FACE_TURNS or turn % 3 == 1:
                continue
            if level and turns[level - 1] // 3 % 3 == turn // 3 % 3:
                continue
        to = turned_mask(t.turns, turn, masks[level])
        if t.distances[mask_rank(t.ranks, to)] > left:
            continue
        if left == 0:
            if t.distances[mask_rank(t.ranks, masks[level])]:
                count = add_start(turns, length, to, pair, count, starts, t)
            continue
        level += 1
        masks[level], turns[level] = to, -1
    return count


@part
def add_start(turns, length, mask, pair, count, starts, t):  # type: ignore[no-untyped-def]
    """Write a way of phase 1 if there is room; return how many there are."""
    if count == len(starts.lengths):
        return count
    for i in range(length):
        starts.turns[count, i] = turns[i]
    starts.lengths[count] = length
    starts.pairs[count] = pair
    for axis in range(3):
        if t.goals[axis] == mask:
            starts.axes[count] = axis
    return count + 1


@part
def pair_split(centers, colors, places, numbers):  # type: ignore[no-untyped-def]
    """Return the coordinate without parity of a pair of colours that are among some places."""
    mask = split = rank = 0
    for i in range(len(places)):
        color = centers[places[i]]
        if color % 3 == colors:
            mask |= 1 << i
            split |= (color >= 3) << rank
            rank += 1
    return numbers.pairs[mask] * N_RESTS + 2 * numbers.splits[split]


@part
def side_split(centers, pair, numbers):  # type: ignore[no-untyped-def]
    """Return the coordinate without parity of what is around R and L, and of their colours."""
    other = 1 if pair == 0 else 0
    mask = split = 0
    for i in range(len(numbers.side_places)):
        mask |= (centers[numbers.side_places[i]] % 3 == other) << i
    for i in range(len(numbers.rl_places)):
        split |= (centers[numbers.rl_places[i]] == pair) << i
    return numbers.sides[mask] * N_RESTS + 2 * numbers.splits[split]


@resumable
def end_starts(cube, count, starts, spare, t):  # type: ignore[no-untyped-def]
    """Write the states that all ways lead to, and their coordinates."""
    gathers, numbers = t.phases.gathers, t.numbers
    for row in range(count):
        state = State(starts.centers[row], starts.wings[row], starts.corners[row])
        put(state, cube.centers, cube.wings, cube.corners)
        for i in range(starts.lengths[row]):
            play(state, spare, gathers, starts.turns[row, i])
        play(state, spare, gathers, t.to_rl[starts.axes[row]])
        pair = starts.pairs[row]
        odd = is_odd(state.wings, 24, 1)
        starts.splits[row, 0] = side_split(state.centers, pair, numbers) + odd
        for place in range(24):
            spare.centers[place] = state.centers[gathers.centers[t.phases.about_r, place]]
        for which in range(2):
            colors = (1 if pair == 0 else 0) if which == 0 else (1 if pair == 2 else 2)
            plain = pair_split(state.centers, colors, numbers.side_places, numbers)
            turned = pair_split(spare.centers, colors, numbers.side_places, numbers)
            starts.splits[row, 1 + which] = plain + odd
            starts.splits[row, 3 + which] = turned + odd
