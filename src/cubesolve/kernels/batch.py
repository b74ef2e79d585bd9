"""Many cubes as one array (cube, slot): turned, scrambled and judged in one call.

`table` is that of `kernels.turning`. `turns` is an array (turn, 4) of axis, first layer, last layer
and quarter turns, already resolved for the size; move `m` of a set of moves is the turns from
`starts[m]` to `starts[m + 1]`, since a move may turn several blocks of layers.
"""

import numpy as np

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.turning import turn_layers

N_FACES = 6
COUNTER_BITS = 10
COUNTER_LIMIT = (1 << COUNTER_BITS) - 1


@njit(cache=True, nogil=True)
def turn_all(stickers, table, turns):  # type: ignore[no-untyped-def]
    """Play the same turns on every cube."""
    for cube in range(len(stickers)):
        for i in range(len(turns)):
            turn_layers(stickers[cube], table, turns[i, 0], turns[i, 1], turns[i, 2], turns[i, 3])


@njit(cache=True, nogil=True)
def turn_each(stickers, table, turns, starts, choices):  # type: ignore[no-untyped-def]
    """Play on each cube the moves that its row of choices names; below zero, nothing turns."""
    for cube in range(len(stickers)):
        for column in range(choices.shape[1]):
            move = choices[cube, column]
            if move >= 0:
                for i in range(starts[move], starts[move + 1]):
                    turn_layers(
                        stickers[cube], table, turns[i, 0], turns[i, 1], turns[i, 2], turns[i, 3]
                    )


@njit(cache=True, nogil=True)
def draw_moves(raws, lengths, kinds, used, chosen):  # type: ignore[no-untyped-def]
    """Draw for each cube so many moves at random, none of which undoes or repeats one before it.

    `kinds` is (move, 2): the axis, and a number that moves of the same layers share. `raws` are
    random numbers (cube, turn), `used` room for a mark for each kind. `chosen` has -1 after the
    last move of a cube.
    """
    n_moves = len(kinds)
    for cube in range(len(raws)):
        used[:] = 0
        axis = -1
        for turn in range(raws.shape[1]):
            chosen[cube, turn] = -1
            if turn < lengths[cube]:
                free = 0
                for move in range(n_moves):
                    free += 1 - used[kinds[move, 1]]
                if free == 0:  # a set of moves about one axis only, all of them used
                    used[:] = 0
                    free = n_moves
                left = raws[cube, turn] % free
                move = _nth_free(kinds, used, left)
                if kinds[move, 0] != axis:
                    used[:] = 0
                    axis = kinds[move, 0]
                used[kinds[move, 1]] = 1
                chosen[cube, turn] = move


@njit(cache=True)
def _nth_free(kinds, used, left):  # type: ignore[no-untyped-def]
    for move in range(len(kinds)):
        if not used[kinds[move, 1]]:
            if left == 0:
                return move
            left -= 1
    return -1


@njit(cache=True, nogil=True)
def find_solved(stickers, area, solved):  # type: ignore[no-untyped-def]
    """Mark the cubes on which every face has one colour, in any hold."""
    for cube in range(len(stickers)):
        solved[cube] = _is_solved(stickers[cube], area)


@njit(cache=True)
def _is_solved(stickers, area):  # type: ignore[no-untyped-def]
    for start in range(0, N_FACES * area, area):
        low = stickers[start] // area * area
        for slot in range(start + 1, start + area):
            if stickers[slot] < low or stickers[slot] >= low + area:
                return False
    return True


@njit(cache=True, nogil=True)
def find_home(stickers, area, home):  # type: ignore[no-untyped-def]
    """Mark the cubes that look like new ones, as they are held."""
    for cube in range(len(stickers)):
        home[cube] = _is_home(stickers[cube], area)


@njit(cache=True)
def _is_home(stickers, area):  # type: ignore[no-untyped-def]
    for start in range(0, N_FACES * area, area):
        for slot in range(start, start + area):
            if stickers[slot] < start or stickers[slot] >= start + area:
                return False
    return True


@njit(cache=True, nogil=True)
def count_strangers(stickers, area, ones, found):  # type: ignore[no-untyped-def]
    """Count on each cube the stickers that differ from the most common colour of their face.

    `ones` has for each sticker a one in the bits of its colour: six counters share an integer.
    """
    for cube in range(len(stickers)):
        total = 0
        for start in range(0, N_FACES * area, area):
            total += area - _most_common(stickers[cube, start : start + area], ones)
        found[cube] = total


@njit(cache=True)
def _most_common(stickers, ones):  # type: ignore[no-untyped-def]
    """Return how many of these stickers have their most common colour."""
    n0 = n1 = n2 = n3 = n4 = n5 = 0
    for low in range(0, len(stickers), COUNTER_LIMIT):
        packed = 0
        for i in range(low, min(low + COUNTER_LIMIT, len(stickers))):
            packed += ones[stickers[i]]
        n0 += packed & COUNTER_LIMIT
        n1 += (packed >> COUNTER_BITS) & COUNTER_LIMIT
        n2 += (packed >> 2 * COUNTER_BITS) & COUNTER_LIMIT
        n3 += (packed >> 3 * COUNTER_BITS) & COUNTER_LIMIT
        n4 += (packed >> 4 * COUNTER_BITS) & COUNTER_LIMIT
        n5 += packed >> 5 * COUNTER_BITS
    return max(n0, n1, n2, n3, n4, n5)


@njit(cache=True, nogil=True)
def write_one_hot(stickers, area, one_hot):  # type: ignore[no-untyped-def]
    """Set of six numbers for each slot, all zero, the one of its colour."""
    flat, out = stickers.reshape(-1), one_hot.reshape(-1)
    for i in range(len(flat)):
        out[N_FACES * i + int(flat[i]) // area] = 1


@njit(cache=True, nogil=True)
def write_colors(stickers, area, colors):  # type: ignore[no-untyped-def]
    """Write for each slot the face that has its colour on the solved cube.

    Five comparisons of narrow numbers are quicker than a division: the compiler does many at once.
    """
    a, b, c, d, e = area, 2 * area, 3 * area, 4 * area, 5 * area
    flat, out = stickers.reshape(-1), colors.reshape(-1)
    for i in range(len(flat)):
        s = flat[i]
        low = np.uint8(s >= a) + np.uint8(s >= b) + np.uint8(s >= c)
        out[i] = low + np.uint8(s >= d) + np.uint8(s >= e)
