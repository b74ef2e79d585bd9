"""The fewest turns of outer blocks that solve a cube of any size which is near to solved.

Two neighbours on a face that differ are a break. A turn of a block cuts each of four faces once, so
it closes at most `4 * size` breaks: a cube with more needs more turns. That bound is all that the
search needs to be exact and quick.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit

NONE = -1  # there are no such turns
PAUSED = -2  # so many states were looked at as it was told


class Blocks(NamedTuple):
    """The turns of a size, which may follow which, neighbours on a face, breaks a turn closes."""

    turns: npt.NDArray[np.uint16]  # by turn and slot: from where something comes to the slot
    follows: npt.NDArray[np.bool_]
    neighbors: npt.NDArray[np.uint16]
    most: int


@njit(cache=True, inline="always")
def breaks(colors, neighbors, enough):  # type: ignore[no-untyped-def]
    """Return how many neighbours differ, or a number above `enough` if there are more."""
    found = 0
    for i in range(len(neighbors)):
        found += colors[neighbors[i, 0]] != colors[neighbors[i, 1]]
        if found > enough:
            break
    return found


class Walk(NamedTuple):
    """Where a search is: the state and the turn of each level, the level, and how deep it goes."""

    states: npt.NDArray[np.uint8]
    turn_at: npt.NDArray[np.int64]
    place: npt.NDArray[np.int64]  # the level, and the depth


def new_walk(colors: npt.NDArray[np.uint8], least: int, most: int) -> Walk:
    """Return the beginning of a search for turns from the least number to the most."""
    states = np.empty((most + 1, len(colors)), np.uint8)
    states[0] = colors
    return Walk(states, np.full(most + 1, -1), np.array([0, max(1, least)]))


@njit(cache=True, nogil=True)
def fewest_turns(walk, nodes, out, blocks):  # type: ignore[no-untyped-def]
    """Write the fewest turns that make every face one colour; return how many there are.

    Returns `NONE` if there are none, and `PAUSED` after so many nodes: then it can go on.
    """
    states, turn_at = walk.states, walk.turn_at
    n_turns, n_slots = len(blocks.turns), states.shape[1]
    if breaks(states[0], blocks.neighbors, 0) == 0:
        return 0
    level, depth = walk.place
    while depth < len(states):
        while level >= 0:
            turn_at[level] += 1
            turn = turn_at[level]
            if turn == n_turns:
                level -= 1
                continue
            if level and not blocks.follows[turn_at[level - 1], turn]:
                continue
            if nodes == 0:
                turn_at[level] -= 1
                walk.place[0], walk.place[1] = level, depth
                return PAUSED
            nodes -= 1
            to, gather = states[level + 1], blocks.turns[turn]
            for slot in range(n_slots):
                to[slot] = states[level, gather[slot]]
            left = depth - level - 1
            if breaks(to, blocks.neighbors, blocks.most * left) > blocks.most * left:
                continue
            if left == 0:
                out[:depth] = turn_at[:depth]
                return depth
            level += 1
            turn_at[level] = -1
        depth += 1
        level = 0
        turn_at[0] = -1
    return NONE
