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
GAVE_UP = -2  # too many states were looked at


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


@njit(cache=True, nogil=True)
def fewest_turns(colors, depths, nodes, out, blocks):  # type: ignore[no-untyped-def]
    """Write the fewest turns that make every face one colour; return how many there are.

    Numbers of turns from the first to the last of `depths` are tried, and so many nodes at most.
    Returns `NONE` or `GAVE_UP` if nothing is found.
    """
    n_turns = len(blocks.turns)
    states = np.empty((depths[1] + 1, len(colors)), np.uint8)
    turn_at = np.empty(depths[1] + 1, np.int64)
    states[0] = colors
    if breaks(colors, blocks.neighbors, 0) == 0:
        return 0
    for depth in range(max(1, depths[0]), depths[1] + 1):
        level = 0
        turn_at[0] = -1
        while level >= 0:
            turn_at[level] += 1
            turn = turn_at[level]
            if turn == n_turns:
                level -= 1
                continue
            if level and not blocks.follows[turn_at[level - 1], turn]:
                continue
            nodes -= 1
            if nodes < 0:
                return GAVE_UP
            to, gather = states[level + 1], blocks.turns[turn]
            for slot in range(len(colors)):
                to[slot] = states[level, gather[slot]]
            left = depth - level - 1
            if breaks(to, blocks.neighbors, blocks.most * left) > blocks.most * left:
                continue
            if left == 0:
                out[:depth] = turn_at[:depth]
                return depth
            level += 1
            turn_at[level] = -1
    return NONE
