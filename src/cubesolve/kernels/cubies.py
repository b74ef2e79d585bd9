"""Coordinates of a 3x3's pieces.

Corners and edges are two permutations of 24 stickers. Sticker `3 * corner + k` is the one on the
corner's k-th face, clockwise, U or D first; sticker `2 * edge + k` likewise, U or D first, else F
or B. `corners[slot]` is the sticker in a slot. A turn is such a pair too: playing `turn` on `state`
gives `state[turn]`.
"""

from itertools import permutations
from math import comb

import numpy as np
from numba import njit

TWIST, FLIP, SLICE_SORTED, U_EDGES, D_EDGES, CORNERS, UD_EDGES, FLIP_SLICE = range(8)

N_TWIST = 2187  # 3^7
N_FLIP = 2048  # 2^11
N_PERM = 40320  # 8!
N_PERM4 = 24  # 4!


#: `CHOOSE[n, k]` is how many sets of k there are in n.
CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(12)])
_RANKS = np.zeros(256, np.int64)  # of four numbers from 0 to 3, in two bits each
for number, (a, b, c, d) in enumerate(permutations(range(4))):
    _RANKS[64 * a + 16 * b + 4 * c + d] = number


@njit("int64(uint8[:], int64)", cache=True)
def rank(stickers, step):  # type: ignore[no-untyped-def]
    """Return the number of a permutation of eight pieces, in the order of a dictionary.

    They are compared by the first of each piece's `step` stickers.
    """
    found = 0
    for i in range(8):
        smaller = 0
        for j in range(i + 1, 8):
            smaller += stickers[step * j] < stickers[step * i]
        found = found * (8 - i) + smaller
    return found


@njit("int64(uint8[:], int64)", cache=True)
def placement(edges, first):  # type: ignore[no-untyped-def]
    """Return where the four edges from `first` on are: their places, then their order in them."""
    order = 0
    found = 0
    count = 0
    for place in range(12):
        edge = edges[2 * place] >> 1
        if first <= edge < first + 4:
            order = order << 2 | (edge - first)
            count += 1
            found += CHOOSE[place, count]
    return found * N_PERM4 + _RANKS[order]


@njit("int64(uint8[:])", cache=True)
def flips(edges):  # type: ignore[no-untyped-def]
    """Return which edges are flipped, as bits; the last follows from the others."""
    found = 0
    for place in range(11):
        found = 2 * found + (edges[2 * place] & 1)
    return found


@njit("int64(int64, uint8[:], uint8[:])", cache=True)
def get(kind, corners, edges):  # type: ignore[no-untyped-def]
    """Return a coordinate of a state."""
    found = 0
    if kind == TWIST:
        for place in range(7):
            found = 3 * found + (3 - corners[3 * place] % 3) % 3
    elif kind == FLIP:
        found = flips(edges)
    elif kind == SLICE_SORTED:
        found = placement(edges, 8)
    elif kind == U_EDGES:
        found = placement(edges, 0)
    elif kind == D_EDGES:
        found = placement(edges, 4)
    elif kind == FLIP_SLICE:
        found = placement(edges, 8) // N_PERM4 * N_FLIP + flips(edges)
    elif kind == CORNERS:
        found = rank(corners, 3)
    else:
        found = rank(edges, 2)
    return found
