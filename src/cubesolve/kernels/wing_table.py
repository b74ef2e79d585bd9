"""How far every arrangement of four wings is from its goal, by any moves that can be undone.

A state is four places out of sixteen, and what else counts (`extra`). `carried[move, place]` is
where a move carries a wing, `follows[move, extra]` what it makes of the rest (-1: it cannot be
played), `cost[move]` what it costs.
"""

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit

PLACES = 16
UNKNOWN = 255


def new_distances(extras: int, goal: int) -> npt.NDArray[np.uint8]:
    """Return what is known before anything was grown: only the goal is."""
    found = np.full(PLACES**4 * extras, UNKNOWN, dtype=np.uint8)
    found[goal] = 0
    return found


@njit("int64(uint8[::1], int64, int64, int64, int64[:,::1], int64[:,::1], int64[::1])", cache=True)
def grow(found, level, start, end, carried, follows, cost):  # type: ignore[no-untyped-def]
    """Note what the states from `start` to `end` lead to that are as far as `level` from the goal.

    A state's number is places, then extra. Where all states were looked at for each level before,
    these are known. Returns the highest cost that was noted.
    """
    moves, extras = follows.shape
    highest = 0
    for state in range(start, end):
        if found[state] != level:
            continue
        extra, code = state % extras, state // extras
        first, second = code >> 12, code >> 8 & 15
        third, fourth = code >> 4 & 15, code & 15
        for m in range(moves):
            further = follows[m, extra]
            if further < 0:
                continue
            to = carried[m]
            reached = to[first] << 12 | to[second] << 8 | to[third] << 4 | to[fourth]
            reached = reached * extras + further
            total = level + cost[m]
            if total < found[reached]:
                found[reached] = total
                highest = max(highest, total)
    return highest
