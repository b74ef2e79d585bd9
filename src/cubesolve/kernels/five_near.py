"""What near-goal hashes of a 5x5 are built with: all states a turn away, and the keys of states."""

import numpy as np

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.five import N_FLIPS, N_SET_PLACES, bit_of, key_1, key_3, key_4, key_5
from cubesolve.kernels.masks import turned_mask


@njit(cache=True, nogil=True)
def turn_1(states, out, p):  # type: ignore[no-untyped-def]
    """Write what is a turn from states of phase 1."""
    n_turns = len(p.x_turns)
    for i in range(len(states)):
        for turn in range(n_turns):
            to = out[i * n_turns + turn]
            to[0] = turned_mask(p.x_turns, turn, states[i, 0])
            to[1] = turned_mask(p.t_turns, turn, states[i, 1])


@njit(cache=True, nogil=True)
def keys_1(states, keys, p):  # type: ignore[no-untyped-def]
    """Write the keys of states of phase 1."""
    for i in range(len(states)):
        keys[i] = key_1(states[i, 0], states[i, 1], p)


@njit(cache=True, nogil=True)
def turn_3(states, out, p):  # type: ignore[no-untyped-def]
    """Write what is a turn from states of phase 3."""
    n_turns = len(p.wing_turns)
    for i in range(len(states)):
        for turn in range(n_turns):
            to = out[i * n_turns + turn]
            to[0] = turned_mask(p.wing_turns, turn, states[i, 0])
            to[1] = p.flip_moves[states[i, 1], turn]


@njit(cache=True, nogil=True)
def keys_3(states, keys, p):  # type: ignore[no-untyped-def]
    """Write the keys of states of phase 3."""
    for i in range(len(states)):
        keys[i] = key_3(states[i, 0], np.uint16(states[i, 1] & np.uint32(N_FLIPS - 1)), p)


@njit(cache=True, nogil=True)
def note_close(close, states, images, swaps, edges_to):  # type: ignore[no-untyped-def]
    """Set the bits of states of phase 3, and of what symmetries make of them.

    `edges_to[symmetry, edge]` is where a flip goes. Each symmetry comes a second time, with the
    low wings taken for the high ones and every midge flipped; `swaps` says where all wings change
    their roles.
    """
    half = len(images)
    for i in range(len(states)):
        for s in range(2 * half):
            wings = np.uint32(turned_mask(images, s % half, states[i, 0]))
            if swaps[s]:
                wings ^= np.uint32(0xFFFFFF)
            flips = np.int64(0)
            for edge in range(12):
                flips |= ((np.int64(states[i, 1]) >> edge) & 1) << np.int64(
                    edges_to[s % half, edge]
                )
            if s >= half:
                flips ^= 0xFFF
            bit = bit_of(wings, flips, close)
            close[bit >> np.uint64(3)] |= np.uint8(1) << np.uint8(bit & np.uint64(7))


@njit(cache=True, nogil=True)
def turn_4(states, out, p):  # type: ignore[no-untyped-def]
    """Write what is a turn from states of phase 4."""
    n_turns = p.m_moves.shape[1]
    for i in range(len(states)):
        at = states[i]
        for turn in range(n_turns):
            to = out[i * n_turns + turn]
            to[0] = p.m_moves[at[0], turn]
            to[1] = p.l_moves[at[0], at[1], turn]
            to[2] = p.h_moves[at[0], at[2], turn]
            to[3] = p.ud_moves[at[3], turn]
            to[4] = p.fb_moves[at[4], turn]


@njit(cache=True, nogil=True)
def keys_4(states, keys, p):  # type: ignore[no-untyped-def]
    """Write the keys of states of phase 4."""
    for i in range(len(states)):
        number = p.number[np.int64(states[i, 0]) * N_SET_PLACES + states[i, 1]]
        keys[i] = key_4(states[i], number, p)


@njit(cache=True, nogil=True)
def turn_5(states, out, p):  # type: ignore[no-untyped-def]
    """Write what is a turn from states of phase 5."""
    n_turns = p.l_moves.shape[1]
    for i in range(len(states)):
        at = states[i]
        for turn in range(n_turns):
            to = out[i * n_turns + turn]
            to[0], to[1] = p.l_moves[at[0], turn], p.h_moves[at[1], turn]
            to[2], to[3] = p.rl_moves[at[2], turn], p.side_moves[at[3], turn]


@njit(cache=True, nogil=True)
def keys_5(states, keys, p):  # type: ignore[no-untyped-def]
    """Write the keys of states of phase 5."""
    for i in range(len(states)):
        keys[i] = key_5(states[i], p.number[states[i, 0]], p)
