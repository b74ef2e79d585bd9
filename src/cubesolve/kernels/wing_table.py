"""How far every arrangement of four wings is from its goal, by any moves that can be undone.

A state is four places out of sixteen, and what else counts (`extra`). `carried[move, place]` is
where a move carries a wing, `follows[move, extra]` what it makes of the rest (-1: it cannot be
played), `cost[move]` what it costs.
"""

import numpy as np

from cubesolve.kernels.compiling import njit

PLACES = 16
UNKNOWN = 255


@njit("uint8[::1](int64[:,::1], int64[:,::1], int64[::1], int64)", cache=True)
def distances(carried, follows, cost, goal):  # type: ignore[no-untyped-def]
    """Return the cost from every state to the goal; a state's number is places, then extra."""
    moves, extras = follows.shape
    found = np.full(PLACES**4 * extras, UNKNOWN, dtype=np.uint8)
    found[goal] = 0
    highest = 0
    level = 0
    while level <= highest:
        for state in range(len(found)):
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
        level += 1
    return found
