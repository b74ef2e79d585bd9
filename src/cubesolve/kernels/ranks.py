"""Coordinates by ranks: which of all permutations, sets or orientations something is.

Pieces are told by their stickers: sticker `width * piece + k` is the k-th of its piece.
"""

from math import comb

import numpy as np

from cubesolve.kernels.compiling import njit

#: `CHOOSE[n, k]` is how many sets of k there are in n.
CHOOSE = np.array([[comb(n, k) for k in range(25)] for n in range(25)])


@njit("int64(uint8[:])", cache=True)
def rank(order):  # type: ignore[no-untyped-def]
    """Return the number of a permutation among all in the order of a dictionary.

    Any numbers do that are in the same order as the pieces: stickers, say.
    """
    n = len(order)
    found = 0
    for i in range(n):
        smaller = 0
        for j in range(i + 1, n):
            smaller += order[j] < order[i]
        found = found * (n - i) + smaller
    return found


@njit("void(int64, int64[:])", cache=True)
def unrank(number, order):  # type: ignore[no-untyped-def]
    """Write the permutation that has a number."""
    n = len(order)
    for i in range(n - 1, -1, -1):
        digit = number % (n - i)
        number //= n - i
        order[i] = digit
        for j in range(i + 1, n):
            order[j] += order[j] >= digit


@njit("void(int64, int64, uint8[:])", cache=True)
def place_pieces(number, width, stickers):  # type: ignore[no-untyped-def]
    """Put the pieces of a state in the order that has a number, none of them turned."""
    order = np.empty(len(stickers) // width, np.int64)
    unrank(number, order)
    for place in range(len(order)):
        for k in range(width):
            stickers[width * place + k] = width * order[place] + k


@njit("int64(uint8[:], int64)", cache=True)
def orientation(stickers, width):  # type: ignore[no-untyped-def]
    """Return how pieces are turned where they are, as one number.

    It leaves out the last of them, which follows from the others: all turns add up to nothing.
    """
    found = 0
    for place in range(len(stickers) // width - 1):
        found = width * found + (width - stickers[width * place] % width) % width
    return found


@njit("void(uint8[:], int64)", cache=True)
def turn_piece(stickers, turn):  # type: ignore[no-untyped-def]
    """Turn one piece: its stickers move on by so many places."""
    width = len(stickers)
    before = stickers.copy()
    for k in range(width):
        stickers[(k + turn) % width] = before[k]


@njit("void(int64, int64, uint8[:])", cache=True)
def orient(number, width, stickers):  # type: ignore[no-untyped-def]
    """Turn the pieces of a state, none of them turned yet, as a number says."""
    last = len(stickers) // width - 1
    total = 0
    for place in range(last - 1, -1, -1):
        turn = number % width
        number //= width
        total += turn
        turn_piece(stickers[width * place : width * (place + 1)], turn)
    turn_piece(stickers[width * last :], (width - total % width) % width)


@njit("int64[::1](uint8[:, :], int64)", cache=True)
def rank_all(states, width):  # type: ignore[no-untyped-def]
    """Return the number of each row's permutation of pieces."""
    values = np.empty(len(states), np.int64)
    for row in range(len(states)):
        values[row] = rank(states[row, ::width])
    return values


@njit("int64[::1](uint8[:, :], int64)", cache=True)
def orientation_all(states, width):  # type: ignore[no-untyped-def]
    """Return how the pieces of each row are turned."""
    values = np.empty(len(states), np.int64)
    for row in range(len(states)):
        values[row] = orientation(states[row], width)
    return values


@njit("void(int64[:], int64, uint8[:, :])", cache=True)
def place_all(numbers, width, states):  # type: ignore[no-untyped-def]
    """Put the pieces of each row in the order that has a number, none of them turned."""
    for row in range(len(states)):
        place_pieces(numbers[row], width, states[row])


@njit("void(int64[:], int64, uint8[:, :])", cache=True)
def orient_all(numbers, width, states):  # type: ignore[no-untyped-def]
    """Turn the pieces of each row, none of them turned yet, as a number says."""
    for row in range(len(states)):
        orient(numbers[row], width, states[row])
