"""Tables of how turns and symmetries change the coordinates of a 3x3's pieces.

A state is what `cubesolve.kernels.cubies` says it is. These kernels are in a module of their own
since they are only loaded where tables are built.
"""

import numpy as np
from numba import njit

from cubesolve.kernels.cubies import (
    CHOOSE,
    CORNERS,
    D_EDGES,
    FLIP,
    FLIP_SLICE,
    N_FLIP,
    N_PERM,
    N_PERM4,
    SLICE_SORTED,
    TWIST,
    U_EDGES,
    UD_EDGES,
    get,
    placement,
)


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


@njit("void(int64, int64, uint8[:], uint8[:])", cache=True)
def put(kind, value, corners, edges):  # type: ignore[no-untyped-def]
    """Make a state that has a coordinate, with all else as on a solved cube where it can be."""
    for slot in range(24):
        corners[slot] = slot
        edges[slot] = slot
    if kind == TWIST:
        total = 0
        for step in range(8):  # the last corner comes last: it makes the sum of twists 0
            place = 6 - step if step < 7 else 7
            twist = value % 3 if step < 7 else (3 - total % 3) % 3
            value //= 3
            total += twist
            for k in range(3):
                corners[3 * place + (k + twist) % 3] = 3 * place + k
    elif kind in (FLIP, FLIP_SLICE):
        if kind == FLIP_SLICE:
            place_edges(value // N_FLIP * N_PERM4, 8, edges)
            value %= N_FLIP
        total = 0
        for step in range(12):
            place = 10 - step if step < 11 else 11
            flip = value & 1 if step < 11 else total & 1
            value >>= 1
            total += flip
            if flip:
                edges[2 * place] ^= 1
                edges[2 * place + 1] ^= 1
    elif kind == SLICE_SORTED:
        place_edges(value, 8, edges)
    elif kind == U_EDGES:
        place_edges(value, 0, edges)
    elif kind == D_EDGES:
        place_edges(value, 4, edges)
    else:
        order = np.empty(8, np.int64)
        unrank(value, order)
        for place in range(8):
            if kind == CORNERS:
                for k in range(3):
                    corners[3 * place + k] = 3 * order[place] + k
            else:
                for k in range(2):
                    edges[2 * place + k] = 2 * order[place] + k


@njit("uint16[:, ::1](int64, int64, uint8[:, ::1], uint8[:, ::1])", cache=True)
def build_moves(kind, size, turn_corners, turn_edges):  # type: ignore[no-untyped-def]
    """Return for each value of a coordinate what each turn makes of it."""
    table = np.empty((size, len(turn_corners)), np.uint16)
    corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    for value in range(size):
        put(kind, value, corners, edges)
        for turn in range(len(turn_corners)):
            table[value, turn] = get(kind, corners[turn_corners[turn]], edges[turn_edges[turn]])
    return table


@njit("void(uint8[:], uint8[:], uint8[:])", cache=True)
def conjugate(state, symmetry, out):  # type: ignore[no-untyped-def]
    """Write a permutation as a symmetry shows it: `symmetry[slot]` is where it takes a slot."""
    for slot in range(24):
        out[symmetry[slot]] = symmetry[state[slot]]


@njit("uint16[:, ::1](int64, int64, uint8[:, ::1], uint8[:, ::1])", cache=True)
def build_conjugates(kind, size, map_corners, map_edges):  # type: ignore[no-untyped-def]
    """Return for each value of a coordinate what each symmetry makes of it."""
    table = np.empty((size, len(map_corners)), np.uint16)
    corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    seen_corners, seen_edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    for value in range(size):
        put(kind, value, corners, edges)
        for s in range(len(map_corners)):
            conjugate(corners, map_corners[s], seen_corners)
            conjugate(edges, map_edges[s], seen_edges)
            table[value, s] = get(kind, seen_corners, seen_edges)
    return table


@njit(
    "Tuple((uint32[::1], uint32[::1], uint16[::1]))(int64, int64, uint8[:, ::1], uint8[:, ::1])",
    cache=True,
)
def build_classes(kind, size, map_corners, map_edges):  # type: ignore[no-untyped-def]
    """Sort the values of a coordinate into classes of what symmetries make of each other.

    Returns for each value `class * 16 + symmetry`, where the symmetry takes it to the smallest of
    its class; for each class that smallest value; and the symmetries that leave it as it is, as
    bits.
    """
    unknown = np.uint32(0xFFFFFFFF)
    number = np.full(size, unknown, np.uint32)
    smallest = np.empty(size, np.uint32)
    keeps = np.zeros(size, np.uint16)
    corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    seen_corners, seen_edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    inverse = np.empty(24, np.uint8)
    count = 0
    for value in range(size):
        if number[value] != unknown:
            continue
        put(kind, value, corners, edges)
        smallest[count] = value
        for s in range(len(map_corners)):
            # The inverse of symmetry s makes `other` of the smallest, so s takes it back.
            for slot in range(24):
                inverse[map_corners[s, slot]] = slot
            conjugate(corners, inverse, seen_corners)
            for slot in range(24):
                inverse[map_edges[s, slot]] = slot
            conjugate(edges, inverse, seen_edges)
            other = get(kind, seen_corners, seen_edges)
            if number[other] == unknown:
                number[other] = count * 16 + s
            if other == value:
                keeps[count] |= np.uint16(1 << s)
        count += 1
    return number, smallest[:count].copy(), keeps[:count].copy()


@njit("uint32[:, ::1](int64, uint32[::1], uint32[::1], uint8[:, ::1], uint8[:, ::1])", cache=True)
def build_class_moves(kind, number, smallest, turn_corners, turn_edges):  # type: ignore[no-untyped-def]
    """Return for the smallest of each class the `class * 16 + symmetry` that each turn makes."""
    table = np.empty((len(smallest), len(turn_corners)), np.uint32)
    corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    for c in range(len(smallest)):
        put(kind, smallest[c], corners, edges)
        for turn in range(len(turn_corners)):
            value = get(kind, corners[turn_corners[turn]], edges[turn_edges[turn]])
            table[c, turn] = number[value]
    return table


@njit("uint16[::1]()", cache=True)
def build_join_edges():  # type: ignore[no-untyped-def]
    """Return the `UD_EDGES` for each `U_EDGES * 24 + D_EDGES % 24` of phase 2."""
    table = np.empty(N_PERM, np.uint16)
    corners, edges = np.empty(24, np.uint8), np.empty(24, np.uint8)
    for value in range(N_PERM):
        put(UD_EDGES, value, corners, edges)
        table[placement(edges, 0) * N_PERM4 + placement(edges, 4) % N_PERM4] = value
    return table
