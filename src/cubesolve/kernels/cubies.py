"""Coordinates of a 3x3's pieces.

Corners and edges are two permutations of 24 stickers. Sticker `3 * corner + k` is the one on the
corner's k-th face, clockwise, U or D first; sticker `2 * edge + k` likewise, U or D first, else F
or B. `corners[slot]` is the sticker in a slot. A turn is such a pair too: playing `turn` on `state`
gives `state[turn]`. Each coordinate is about the corners alone, or about the edges alone.
"""

from itertools import permutations

import numpy as np

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.ranks import CHOOSE, orient, orientation, place_pieces, rank, unrank

TWIST, FLIP, SLICE_SORTED, U_EDGES, D_EDGES, CORNERS, UD_EDGES, FLIP_SLICE = range(8)

N_TWIST = 2187  # 3^7
N_FLIP = 2048  # 2^11
N_PERM = 40320  # 8!
N_PERM4 = 24  # 4!

_RANKS = np.zeros(256, np.int64)  # of four numbers from 0 to 3, in two bits each
for number, (a, b, c, d) in enumerate(permutations(range(4))):
    _RANKS[64 * a + 16 * b + 4 * c + d] = number


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


@njit("void(int64, int64, uint8[:])", cache=True)
def place_edges(value, first, edges):  # type: ignore[no-untyped-def]
    """Put the four edges from `first` on where a placement says, the others in their order."""
    order = np.empty(4, np.int64)
    unrank(value % N_PERM4, order)
    places = value // N_PERM4
    count = 4
    other = 11
    for place in range(11, -1, -1):
        if count and places >= CHOOSE[place, count]:
            places -= CHOOSE[place, count]
            count -= 1
            edge = first + order[count]
        else:
            while first <= other < first + 4:
                other -= 1
            edge = other
            other -= 1
        edges[2 * place] = 2 * edge
        edges[2 * place + 1] = 2 * edge + 1


@njit("int64(int64, uint8[:])", cache=True)
def get(kind, stickers):  # type: ignore[no-untyped-def]
    """Return a coordinate of a state, from the stickers that it is about."""
    if kind == TWIST:
        return orientation(stickers, 3)
    if kind == FLIP:
        return orientation(stickers, 2)
    if kind == SLICE_SORTED:
        return placement(stickers, 8)
    if kind == U_EDGES:
        return placement(stickers, 0)
    if kind == D_EDGES:
        return placement(stickers, 4)
    if kind == FLIP_SLICE:
        return placement(stickers, 8) // N_PERM4 * N_FLIP + orientation(stickers, 2)
    return rank(stickers[::3]) if kind == CORNERS else rank(stickers[:16:2])


@njit("void(int64, int64, uint8[:])", cache=True)
def put(kind, value, stickers):  # type: ignore[no-untyped-def]
    """Make a state that has a coordinate, with all else as on a solved cube where it can be."""
    for slot in range(24):
        stickers[slot] = slot
    if kind == TWIST:
        orient(value, 3, stickers)
    elif kind == FLIP:
        orient(value, 2, stickers)
    elif kind == SLICE_SORTED:
        place_edges(value, 8, stickers)
    elif kind == U_EDGES:
        place_edges(value, 0, stickers)
    elif kind == D_EDGES:
        place_edges(value, 4, stickers)
    elif kind == FLIP_SLICE:
        place_edges(value // N_FLIP * N_PERM4, 8, stickers)
        orient(value % N_FLIP, 2, stickers)
    elif kind == CORNERS:
        place_pieces(value, 3, stickers)
    else:
        place_pieces(value, 2, stickers[:16])


@njit("int64[::1](int64, uint8[:, :])", cache=True)
def get_all(kind, states):  # type: ignore[no-untyped-def]
    """Return a coordinate of each row."""
    values = np.empty(len(states), np.int64)
    for row in range(len(states)):
        values[row] = get(kind, states[row])
    return values


@njit("uint8[:, ::1](int64, int64[:])", cache=True)
def put_all(kind, values):  # type: ignore[no-untyped-def]
    """Return in each row a state that has a value."""
    states = np.empty((len(values), 24), np.uint8)
    for row in range(len(values)):
        put(kind, values[row], states[row])
    return states
