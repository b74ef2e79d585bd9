"""Edges of phase 3 of the 4x4: which high wing has its mate in which low place.

A state is `mates[i]`: the low place, 0 to 11, of the mate of the wing in high place i. It is always
an even permutation. Eight symmetries keep high and low, and the axis of R and L: states are sorted
into classes by their first four numbers, and numbered within a class by the next six. An entry of
the table is such a number with one of a few values beside it: what phase 3 knows of other pieces.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.records import part

UNKNOWN = 255
N_EDGES = 12
N_TURNS = 17  # of phase 3; the number after them stands for no turn
N_IN_CLASS = 20160  # 8 * 7 * 6 * 5 * 4 * 3


class EdgeMaps(NamedTuple):
    """What a turn and then a symmetry make of mates: `to[mates[from[i]]]`; and of the values."""

    source: npt.NDArray[np.uint8]  # by turn, symmetry and place
    target: npt.NDArray[np.uint8]
    classes: npt.NDArray[np.uint16]  # class * 8 + symmetry, by the first four numbers
    firsts: npt.NDArray[np.uint8]  # by class: the first four numbers of its smallest
    used: npt.NDArray[np.int32]  # the same as bits
    counts: npt.NDArray[np.uint8]  # how many bits a number of twelve bits has
    values: npt.NDArray[np.uint8]  # by turn, symmetry and value
    keeps: npt.NDArray[np.int32]  # pairs of a class and a symmetry that leaves it as it is


@part
def rank_in_class(mates, source, target, used, counts):  # type: ignore[no-untyped-def]
    """Return the number of a state within its class."""
    found = np.int64(0)
    for i in range(4, 10):
        mate = np.int64(target[mates[source[i]]])
        bit = np.int64(1) << mate
        found = found * (N_EDGES - i) + mate - counts[used & (bit - 1)]
        used |= bit
    return found


@part
def edge_number(mates, turn, maps):  # type: ignore[no-untyped-def]
    """Return `number * 8 + symmetry` of what a turn makes of a state."""
    source, target = maps.source[turn, 0], maps.target[turn, 0]
    key = np.int64(target[mates[source[0]]])
    key |= np.int64(target[mates[source[1]]]) << 4
    key |= np.int64(target[mates[source[2]]]) << 8
    key |= np.int64(target[mates[source[3]]]) << 12
    found = np.int64(maps.classes[key])
    c, s = found >> 3, found & 7
    used = np.int64(maps.used[c])
    inner = rank_in_class(mates, maps.source[turn, s], maps.target[turn, s], used, maps.counts)
    return ((c * N_IN_CLASS + inner) << 3) | s


@njit(cache=True)
def set_mates(number, mates, maps):  # type: ignore[no-untyped-def]
    """Write the state that has a number."""
    c, inner = number // N_IN_CLASS, number % N_IN_CLASS
    digits = np.zeros(N_EDGES, np.int64)
    for i in range(9, 3, -1):
        digits[i] = inner % (N_EDGES - i)
        inner //= N_EDGES - i
    used = np.int64(maps.used[c])
    for i in range(4):
        mates[i] = maps.firsts[c, i]
    for i in range(4, N_EDGES):
        free = 0
        left = digits[i]
        while (used >> free) & 1 or left > 0:
            left -= 1 - ((used >> free) & 1)
            free += 1
        mates[i] = free
        used |= np.int64(1) << free
    odd = 0
    for i in range(N_EDGES):
        for j in range(i):
            odd ^= mates[j] > mates[i]
    if odd:
        mates[10], mates[11] = mates[11], mates[10]


@njit(cache=True, nogil=True)
def grow_edges(distances, depth, maps, first, last):  # type: ignore[no-untyped-def]
    """Go on from the entries of numbers first..last-1 at a depth; return how many numbers had any.

    Threads that meet at an entry write the same number there.
    """
    half = maps.values.shape[2]
    width = 2 * half
    mates = np.empty(N_EDGES, np.uint8)
    hits = np.empty(width, np.int64)
    reached = np.empty(N_TURNS, np.int64)
    count = 0
    for number in range(first, last):
        n_hits = 0
        for value in range(width):
            hits[n_hits] = value
            n_hits += distances[number * width + value] == depth
        if n_hits == 0:
            continue
        count += 1
        set_mates(number, mates, maps)
        for turn in range(N_TURNS):
            reached[turn] = edge_number(mates, turn, maps)
        for turn in range(N_TURNS):
            base, s = (reached[turn] >> 3) * width, reached[turn] & 7
            flips = turn >= N_TURNS - 3
            for h in range(n_hits):
                parity, value = hits[h] // half, hits[h] % half
                entry = base + (parity ^ flips) * half + maps.values[turn, s, value]
                if distances[entry] == UNKNOWN:
                    distances[entry] = depth + 1
    return count


@njit(cache=True, nogil=True)
def spread_edges(distances, depth, maps, first, last):  # type: ignore[no-untyped-def]
    """Give the distance of entries also to what symmetries that keep their class make of them."""
    half = maps.values.shape[2]
    width = 2 * half
    mates = np.empty(N_EDGES, np.uint8)
    for k in range(first, last):
        c, s = maps.keeps[k, 0], maps.keeps[k, 1]
        source, target = maps.source[N_TURNS, s], maps.target[N_TURNS, s]
        for number in range(c * N_IN_CLASS, (c + 1) * N_IN_CLASS):
            has_any = False
            for value in range(width):
                has_any |= distances[number * width + value] == depth
            if not has_any:
                continue
            set_mates(number, mates, maps)
            inner = rank_in_class(mates, source, target, np.int64(maps.used[c]), maps.counts)
            base = (np.int64(c) * N_IN_CLASS + inner) * width
            for value in range(width):
                if distances[number * width + value] == depth:
                    to = maps.values[N_TURNS, s, value % half]
                    entry = base + value // half * half + to
                    if distances[entry] == UNKNOWN:
                        distances[entry] = depth


@njit(cache=True, nogil=True)
def pack_edges(distances, packed, width, most, first, last):  # type: ignore[no-untyped-def]
    """Pack the entries of each number: the least of them, and a bit for each that is larger.

    What is larger by more than one counts as larger by one; what is unknown as `most`.
    """
    for number in range(first, last):
        least = most
        for value in range(width):
            least = min(least, np.int64(distances[number * width + value]))
        bits = 0
        for value in range(width):
            bits |= (min(most, np.int64(distances[number * width + value])) > least) << value
        packed[number] = (least << width) | bits
