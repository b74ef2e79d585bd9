"""Candidates of a 5x5 search between two phases: playing ways on them, and where the next begins.

A candidate is a row of 96 bytes: see `cubesolve.methods.five.pieces`. What a phase should have
reached is looked for on the row itself, since near-goal hashes can be wrong.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.five import N_FLIPS, N_SET_PLACES, NOT_THERE, close_bit, key_3
from cubesolve.kernels.five_open import edges_entry_5
from cubesolve.kernels.five_walk import (
    BEFORE,
    COST,
    FIELDS,
    LEAST,
    NO_TURN,
    SCORE,
    SOURCE,
    VIEW,
    WAY_LENGTH,
    WAY_TURNS,
)
from cubesolve.kernels.near_goal import near_distance
from cubesolve.kernels.nibbles import nibble
from cubesolve.kernels.pruning import entry_of
from cubesolve.kernels.ranks import rank

X, T, W, M = 0, 24, 48, 72
N_BYTES = 96
N_EDGES = 12
R, F = 1, 2
N_HALF_CHOICES = 64  # of the low wings of six edges
N_CHOICES = 1_024  # of all twelve: even ones, and one of each and its opposite


class Views(NamedTuple):
    """What symmetries make of rows: see `cubesolve.methods.five.pieces.Symmetries`."""

    places: npt.NDArray[np.uint8]
    names: npt.NDArray[np.uint8]


class Axes(NamedTuple):
    """Symmetries by which candidates are looked at."""

    symmetries: npt.NDArray[np.int64]
    views: Views


class Choices(NamedTuple):
    """By half of the edges and choice: where their low wings are, and which midges that flips."""

    masks: npt.NDArray[np.int64]
    flips: npt.NDArray[np.int64]


class Close(NamedTuple):
    """Choices for all edges that may be close to the goal of phase 3, and how close at best."""

    masks: npt.NDArray[np.int64]
    flips: npt.NDArray[np.int64]
    least: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]


@njit(cache=True, nogil=True)
def play_ways(rows, ways, turns, played):  # type: ignore[no-untyped-def]
    """Play on each row its way: `played[turn]` is a row too."""
    before = np.empty(N_BYTES, np.uint8)
    for i in range(len(rows)):
        row = rows[i]
        for k in range(ways[i, WAY_LENGTH]):
            gather = played[turns[ways[i, WAY_TURNS + k]]]
            before[:] = row
            for place in range(N_BYTES):
                row[place] = before[gather[place]]


@njit(cache=True, nogil=True)
def see(row, symmetry, views, out):  # type: ignore[no-untyped-def]
    """Write a row as a symmetry shows it."""
    for place in range(N_BYTES):
        out[views.places[symmetry, place]] = views.names[symmetry, place // 24, row[place]]


@njit(cache=True, nogil=True)
def see_all(rows, symmetry, views, out):  # type: ignore[no-untyped-def]
    """Write each row as its symmetry shows it."""
    for i in range(len(rows)):
        see(rows[i], symmetry[i], views, out[i])


@njit(cache=True, inline="always")
def split(row, kind, face):  # type: ignore[no-untyped-def]
    """Return where on a face and its opposite its colour is, as eight bits."""
    found = np.int64(0)
    for i in range(4):
        found |= np.int64(row[kind + 4 * face + i] == face) << i
        found |= np.int64(row[kind + 4 * (face + 3) + i] == face) << (4 + i)
    return found


@njit(cache=True)
def choices_3(row, choices):  # type: ignore[no-untyped-def]
    """Write for each choice of low wings of six edges where those are, and which midges it flips.

    Rows 0 and 1 are for the first six edges and the last. The flips as they are count as the first.
    """
    wing_at, midge_at = np.empty(24, np.int64), np.empty(N_EDGES, np.int64)
    now = np.int64(0)
    for place in range(24):
        wing_at[row[W + place]] = place
    for edge in range(N_EDGES):
        midge_at[row[M + 2 * edge] >> 1] = edge
        now |= np.int64(row[M + 2 * edge] & 1) << edge
    for half in range(2):
        for choice in range(N_HALF_CHOICES):
            mask, flipped = 0, 0 if half else now
            for k in range(6):
                edge = 6 * half + k
                is_high = (choice >> k) & 1
                mask |= 1 << wing_at[2 * edge + is_high]
                flipped ^= is_high << midge_at[edge]
            choices.masks[half, choice], choices.flips[half, choice] = mask, flipped


@njit(cache=True, inline="always")
def parity_6(bits):  # type: ignore[no-untyped-def]
    """Return whether a number of six bits has an odd number of them."""
    bits ^= bits >> 3
    return (0b10010110 >> (bits & 7)) & 1


@njit(cache=True, inline="always")
def close_choices(choices, only_close, found, p):  # type: ignore[no-untyped-def]
    """Write the choices of low wings that may be close to the goal; return how many there are."""
    count = 0
    # Of a choice and its opposite one is enough: the last edge keeps its low wing.
    for last in range(N_HALF_CHOICES // 2):
        for k in range(N_HALF_CHOICES // 2):
            first = 2 * k + (parity_6(k) ^ parity_6(last))  # together they are even
            mask = choices.masks[0, first] | choices.masks[1, last]
            flipped = choices.flips[0, first] ^ choices.flips[1, last]
            found.masks[count], found.flips[count] = mask, flipped
            count += (not only_close) | close_bit(mask, flipped, p)
    return count


@njit(cache=True, inline="always")
def near_enough(found, count, center, most, p):  # type: ignore[no-untyped-def]
    """Keep the choices that need at most so many turns, with how many; return how many are left."""
    left = 0
    for i in range(count):
        mask, flipped = found.masks[i], found.flips[i]
        seen = np.uint32(flipped & (N_FLIPS - 1))
        least = np.int64(nibble(p.centers, np.uint32(center) * np.uint32(N_FLIPS) + seen))
        found.masks[left], found.flips[left], found.least[left] = mask, flipped, least
        left += least <= most
    for i in range(left):
        found.keys[i] = key_3(found.masks[i], np.uint16(found.flips[i] & (N_FLIPS - 1)), p)
    count, left = left, 0
    for i in range(count):
        by_wings = min(np.int64(near_distance(p.near, found.keys[i])), p.nearest + 1)
        least = max(found.least[i], by_wings)
        found.masks[left], found.flips[left] = found.masks[i], found.flips[i]
        found.least[left] = least
        left += least <= most
    return left


@njit(cache=True, nogil=True)
def starts_3(rows, costs, numbers, limits, out, axes, p):  # type: ignore[no-untyped-def]
    """Write where phase 3 can begin from rows, seen along three axes; return how many there are.

    `limits` are: by how much a start may be longer than the best, how far from the goal it may be,
    whether only what is known to be close is looked at, and the best, which is written there. Rows
    are those with these numbers. The choices of a row are asked for together, table by table, so
    that the answers, which come from memory slowly, are waited for together.
    """
    slack, most, only_close, best = limits
    choices = Choices(
        np.empty((2, N_HALF_CHOICES), np.int64), np.empty((2, N_HALF_CHOICES), np.int64)
    )
    found = Close(
        np.empty(N_CHOICES, np.int64),
        np.empty(N_CHOICES, np.int64),
        np.empty(N_CHOICES, np.int64),
        np.empty(N_CHOICES, np.uint64),
    )
    seen = np.empty(N_BYTES, np.uint8)
    count = 0
    for number in numbers:
        cost = costs[number]
        for axis in range(len(axes.symmetries)):
            see(rows[number], axes.symmetries[axis], axes.views, seen)
            choices_3(seen, choices)
            x, t = p.center_of[split(seen, X, F)], p.center_of[split(seen, T, F)]
            center = np.int64(x) * 35 + t
            n_close = close_choices(choices, only_close, found, p)
            n_close = near_enough(found, n_close, center, min(most, best + slack - cost), p)
            for i in range(n_close):
                least = found.least[i]
                if cost + least > best + slack or count == len(out):
                    continue
                best = min(best, cost + least)
                start = out[count]
                start[COST], start[LEAST], start[BEFORE] = cost, least, NO_TURN
                start[FIELDS], start[FIELDS + 1] = found.masks[i], found.flips[i]
                start[FIELDS + 2] = center
                start[SOURCE], start[VIEW], start[SCORE] = number, axis, cost + least
                count += 1
    limits[3] = best
    return count


@njit(cache=True, inline="always")
def has_low_and_high(row):  # type: ignore[no-untyped-def]
    """Tell whether phase 3 is done: each edge has one low wing, and its midge fits to that."""
    fits = np.zeros(N_EDGES, np.int64)
    for edge in range(N_EDGES):
        low, high = row[W + 2 * edge], row[W + 2 * edge + 1]
        midge = row[M + 2 * edge]
        # What is even belongs to low places; a flipped edge has all of it the other way round.
        fits[low >> 1] += 1 if low & 1 == 0 else 100
        fits[high >> 1] += 10 if high & 1 == 1 else 1000
        fits[midge >> 1] += 10000 if midge & 1 == 0 else 20000
    wrong = 0
    for edge in range(N_EDGES):
        wrong += fits[edge] != 10011 and fits[edge] != 21100
    return wrong == 0


@njit(cache=True)
def families_4(row, places, families):  # type: ignore[no-untyped-def]
    """Write where low wings, high wings and midges of each edge are; return how many may be paired.

    `families` are those without a piece between U and D, in the order of their midges.
    """
    between = 0
    for edge in range(N_EDGES):
        low, high = row[W + 2 * edge] >> 1, row[W + 2 * edge + 1] >> 1
        midge = row[M + 2 * edge] >> 1
        places[0, low] = places[1, high] = places[2, midge] = edge
        if edge >= 8:
            between |= (1 << low) | (1 << high) | (1 << midge)
    count = 0
    for edge in range(8):
        family = row[M + 2 * edge] >> 1
        if not (between >> family) & 1:
            families[count] = family
            count += 1
    return count


@njit(cache=True, nogil=True)
def starts_4(rows, costs, numbers, out, p):  # type: ignore[no-untyped-def]
    """Write where phase 4 can begin from rows: any four edges; return how many there are."""
    places, families = np.empty((3, N_EDGES), np.int64), np.empty(N_EDGES, np.int64)
    count = 0
    for number in numbers:
        row = rows[number]
        fb = p.fb_of[p.split_of[split(row, X, F)] * np.int64(70) + p.split_of[split(row, T, F)]]
        if fb == NOT_THERE or not has_low_and_high(row):
            continue
        ud = p.split_of[split(row, X, 0)] * np.int64(70) + p.split_of[split(row, T, 0)]
        n_families = families_4(row, places, families)
        for chosen in range(1 << n_families):
            low, high, midges, bits = 0, 0, 0, 0
            for k in range(n_families):
                if (chosen >> k) & 1:
                    family = families[k]
                    low = (low << 3) | places[0, family]
                    high = (high << 3) | places[1, family]
                    midges |= 1 << places[2, family]
                    bits += 1
            if bits != 4 or count == len(out):
                continue
            start = out[count]
            start[COST], start[BEFORE], start[SOURCE] = costs[number], NO_TURN, number
            start[FIELDS] = p.split_of[midges]
            start[FIELDS + 1], start[FIELDS + 2] = p.places_of[low], p.places_of[high]
            start[FIELDS + 3], start[FIELDS + 4] = ud, fb
            rate_4(start, p)
            count += 1
    return count


@njit(cache=True)
def rate_4(start, p):  # type: ignore[no-untyped-def]
    """Write how many turns phase 4 needs at least, and a guess of the total in thousandths.

    The least is a poor guess of the true length. The weights fit the tables to it: they come from a
    regression over 1,500 starts of random states.
    """
    at = start[FIELDS:SOURCE]
    number = p.number[at[0] * N_SET_PLACES + at[1]]
    other = p.number[np.int64(p.mirror_m[at[0]]) * N_SET_PLACES + p.mirror_h[at[0], at[2]]]
    other |= np.uint32(4)
    centers = np.int64(
        nibble(p.centers, np.uint32(at[3]) * np.uint32(len(p.fb_moves)) + np.uint32(at[4]))
    )
    seen = p.h_images[at[0], at[2], number & np.uint32(15)]
    entry = (number >> np.uint32(4)) * np.uint32(N_SET_PLACES) + np.uint32(seen)
    edges = np.int64(nibble(p.edges, entry))
    low_fb = np.int64(nibble(p.low_fb, entry_of(number, at[4], p.fb_images)))
    high_fb = np.int64(nibble(p.low_fb, entry_of(other, at[4], p.fb_images)))
    low_ud, high_ud = edges, edges
    if len(p.low_ud):
        low_ud = np.int64(nibble(p.low_ud, entry_of(number, at[3], p.ud_images)))
        high_ud = np.int64(nibble(p.low_ud, entry_of(other, at[3], p.ud_images)))
    ud = max(low_ud, high_ud)
    start[LEAST] = max(max(centers, edges), max(ud, max(low_fb, high_fb)))
    guess = 121 * centers + 168 * edges + 138 * (low_fb + high_fb) + 65 * (low_ud + high_ud)
    start[SCORE] = 1000 * start[COST] + guess + 90 * max(max(centers, edges), ud)


@njit(cache=True, nogil=True)
def starts_5(rows, costs, edges, out, p):  # type: ignore[no-untyped-def]
    """Write where phase 5 begins from rows, with the edges that it pairs; return how many.

    What phase 4 has not reached is left out.
    """
    low, high = np.empty(8, np.uint8), np.empty(8, np.uint8)
    midge_at = np.empty(N_EDGES, np.int64)
    count = 0
    for number in range(len(rows)):
        row = rows[number]
        midge_at[:] = -1
        for i in range(8):
            midge_at[row[M + 2 * edges[i]] >> 1] = i
        is_done = has_low_and_high(row)
        for i in range(8):
            by_low = midge_at[row[W + 2 * edges[i]] >> 1]
            by_high = midge_at[row[W + 2 * edges[i] + 1] >> 1]
            is_done = is_done and by_low >= 0 and by_high >= 0
            low[i], high[i] = by_low & 7, by_high & 7
        for edge in (0, 1, 4, 5):  # those that phase 4 has paired
            is_done = is_done and row[W + 2 * edge] == row[M + 2 * edge]
            is_done = is_done and row[W + 2 * edge + 1] == row[M + 2 * edge + 1]
        ud = p.ud_of[p.split_of[split(row, X, 0)] * np.int64(70) + p.split_of[split(row, T, 0)]]
        fb = p.fb_of[p.split_of[split(row, X, F)] * np.int64(70) + p.split_of[split(row, T, F)]]
        if not is_done or ud == NOT_THERE or fb == NOT_THERE:
            continue
        start = out[count]
        start[COST], start[BEFORE], start[SOURCE] = costs[number], NO_TURN, number
        start[FIELDS], start[FIELDS + 1] = rank(low), rank(high)
        rl = p.split_of[split(row, X, R)] * np.int64(70) + p.split_of[split(row, T, R)]
        start[FIELDS + 2], start[FIELDS + 3] = rl, np.int64(ud) * 6 + fb
        start[LEAST] = least_5(start[FIELDS:SOURCE], p)
        start[SCORE] = start[COST] + start[LEAST]
        count += 1
    return count


@njit(cache=True)
def least_5(at, p):  # type: ignore[no-untyped-def]
    """Return how many turns phase 5 needs at least."""
    number, other = p.number[at[0]], p.number[p.mirror[at[1]]]
    centers = nibble(p.centers, np.uint32(at[3]) * np.uint32(len(p.rl_moves)) + np.uint32(at[2]))
    edges = nibble(p.edges, edges_entry_5(number, at[1], p))
    low = nibble(p.low_rl, entry_of(number, at[2], p.rl_images))
    high = nibble(p.low_rl, entry_of(other, p.rl_images[at[2], 8], p.rl_images))
    return np.int64(max(max(centers, edges), max(low, high)))
