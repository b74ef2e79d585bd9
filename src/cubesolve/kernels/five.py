"""What the kernels of the 5x5 search read: tables of its five phases, and keys of their hashes.

`cubesolve.methods.five` says what the phases are. Distances are packed in four bits each. Where a
`number` is given, it is a class and in its lower bits the symmetry that leads to its smallest.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.masks import mask_rank, turned_mask
from cubesolve.kernels.near_goal import scattered
from cubesolve.kernels.records import woven

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
Words = npt.NDArray[np.uint32]

N_MASKS_1 = 735_471  # sets of 8 of 24 places
N_FLIPS = 2_048  # of midges: the last follows
N_SET_PLACES = 1_680  # ordered places of four wings among eight
N_UD = N_RL = 4_900  # splits of x- and t-centres of two faces
N_HALF_PERM = 20_160  # permutations of eight with one parity
N_SIDE = 36

NOT_THERE = 0xFFFF


class Ranks(NamedTuple):
    """See `cubesolve.search.masks.MaskRanks`."""

    high: Words
    low: Words


class Phase1(NamedTuple):
    """F/B-coloured x- and t-centres as two sets of places."""

    x_turns: Words
    t_turns: Words
    t_images: Words
    ranks: Ranks
    number: Words  # of a set of places of x-centres: class * 16 + symmetry
    keeps: Shorts
    goal: int
    near: Shorts
    nearest: int


class Phase2(NamedTuple):
    """Which x-centres, and which t-centres with the wings' parity, belong to U and D."""

    x_moves: Shorts
    t_moves: Shorts
    number: Words
    conjugates: Shorts
    distances: Bytes


class Phase3(NamedTuple):
    """The wings that shall be low, flips of midges, and the centres of F and B."""

    wing_turns: Words
    ranks: Ranks
    number: Words  # class * 32 + symmetry
    keeps: Words
    flip_moves: Shorts
    flip_images: Shorts
    center_moves: Shorts
    center_of: Bytes  # by set of four of eight places, or by the others
    centers: Bytes  # distances by centres and flips
    near: Shorts
    nearest: int
    close: Bytes  # bits: which sets of wings and flips may be so near that it is worth a look


class Phase4(NamedTuple):
    """Places of four midges, and of their low and high wings; the centres of U, D and F, B."""

    m_moves: Bytes
    l_moves: Shorts
    h_moves: Shorts
    number: Words  # by places of midges and low wings
    h_images: Shorts
    mirror_m: Bytes
    mirror_h: Shorts
    ud_moves: Shorts
    ud_images: Shorts
    fb_moves: Shorts
    fb_images: Shorts
    split_of: Bytes  # the number of a set of four of eight places
    places_of: Shorts  # of four wings: by their places, three bits each
    fb_of: Shorts  # by two splits; `NOT_THERE` for what cannot be
    keeps: Shorts
    groups: Bytes
    edges: Bytes  # distances by class and high wings
    low_ud: Bytes  # by class and centres of U and D; may be left out
    low_fb: Bytes
    centers: Bytes
    near: Shorts
    nearest: int


class Phase5(NamedTuple):
    """Low and high wings of eight edges by their midges; the centres of R, L and of the rest."""

    l_moves: Shorts
    h_moves: Shorts
    number: Words  # of low wings
    h_images: Shorts
    mirror: Shorts
    rl_moves: Shorts
    rl_images: Shorts
    side_moves: Shorts
    side_images: Shorts
    ud_of: Shorts  # of the sides: by two splits; `NOT_THERE` for what cannot be
    fb_of: Shorts
    split_of: Bytes
    keeps: Shorts
    edges: Bytes  # distances by class and high wings
    low_rl: Bytes
    centers: Bytes
    near: Shorts
    nearest: int


class FiveTables(NamedTuple):
    """All tables; by phase and turn, as bits, what may follow a turn, and what may be the last."""

    after: npt.NDArray[np.int64]
    last: npt.NDArray[np.int64]
    phase_1: Phase1
    phase_2: Phase2
    phase_3: Phase3
    phase_4: Phase4
    phase_5: Phase5


@woven
def key_1(x, t, p):  # type: ignore[no-untyped-def]
    """Return the bits by which the hash of phase 1 knows a state."""
    number = p.number[mask_rank(p.ranks, x)]
    seen = turned_mask(p.t_images, number & np.uint32(15), t)
    c = number >> np.uint32(4)
    keeps = np.int64(p.keeps[c])
    if keeps != 1:
        least = seen
        for s in range(1, 16):
            if (keeps >> s) & 1:
                least = min(least, turned_mask(p.t_images, s, seen))
        seen = least
    return scattered(np.uint64(c) * np.uint64(N_MASKS_1) + np.uint64(mask_rank(p.ranks, seen)))


@woven
def key_3(wings, flips, p):  # type: ignore[no-untyped-def]
    """Return the bits by which the hash of phase 3 knows a state; `flips` has eleven bits."""
    number = p.number[mask_rank(p.ranks, wings)]
    seen = p.flip_images[flips, number & np.uint32(31)]
    c = number >> np.uint32(5)
    keeps = np.int64(p.keeps[c])
    if keeps != 1:
        least = seen
        for s in range(1, 32):
            if (keeps >> s) & 1:
                least = min(least, p.flip_images[seen, s])
        seen = least
    return scattered(np.uint64(c) * np.uint64(N_FLIPS) + np.uint64(seen))


@njit(cache=True, inline="always")
def close_bit(wings, flips, p):  # type: ignore[no-untyped-def]
    """Tell whether a set of wings with all twelve flips may be worth a look."""
    bit = bit_of(wings, flips, p.close)
    return (p.close[bit >> np.uint64(3)] >> np.uint8(bit & np.uint64(7))) & np.uint8(1)


@njit(cache=True, inline="always")
def bit_of(wings, flips, close):  # type: ignore[no-untyped-def]
    """Return the bit of a set of wings with all twelve flips."""
    key = (np.uint64(wings) << np.uint64(12)) | np.uint64(flips)
    mixed = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    return mixed & np.uint64(8 * len(close) - 1)


@woven
def joined_4(c, high, ud, fb):  # type: ignore[no-untyped-def]
    """Return four values of phase 4 as one."""
    edges = np.int64(c) * N_SET_PLACES + np.int64(high)
    return (edges * N_UD + np.int64(ud)) * 512 + np.int64(fb)


@woven
def key_4(at, number, p):  # type: ignore[no-untyped-def]
    """Return the bits by which the hash of phase 4 knows a state, whose number is known."""
    c, s = number >> np.uint32(4), number & np.uint32(15)
    high, ud, fb = p.h_images[at[0], at[2], s], p.ud_images[at[3], s], p.fb_images[at[4], s]
    least = joined_4(c, high, ud, fb)
    keeps = np.int64(p.keeps[c])
    if keeps != 1:
        group = p.groups[c]
        for k in range(1, 4):
            if (keeps >> k) & 1:
                other = joined_4(
                    c, p.h_images[group, high, k], p.ud_images[ud, k], p.fb_images[fb, k]
                )
                least = min(least, other)
    return scattered(least)


@woven
def joined_5(c, high, rl, side):  # type: ignore[no-untyped-def]
    """Return four values of phase 5 as one; the parity of high wings is that of the low ones."""
    edges = np.int64(c) * N_HALF_PERM + (np.int64(high) >> 1)
    return (edges * N_RL + np.int64(rl)) * N_SIDE + np.int64(side)


@woven
def key_5(at, number, p):  # type: ignore[no-untyped-def]
    """Return the bits by which the hash of phase 5 knows a state, whose number is known."""
    c, s = number >> np.uint32(4), number & np.uint32(15)
    high, rl, side = p.h_images[at[1], s], p.rl_images[at[2], s], p.side_images[at[3], s]
    least = joined_5(c, high, rl, side)
    keeps = np.int64(p.keeps[c])
    if keeps != 1:
        for k in range(1, 8):
            if (keeps >> k) & 1:
                other = joined_5(c, p.h_images[high, k], p.rl_images[rl, k], p.side_images[side, k])
                least = min(least, other)
    return scattered(least)
