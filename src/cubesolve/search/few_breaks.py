"""Short solutions of cubes that are not far from solved, of any size, by a beam of states.

A cube that a dozen turns have scrambled still shows it: neighbours on its faces go together more
often than by chance. Whoever turns back what parts them soon has a solution that is as short as the
scramble, and no method that works in phases finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import EDGE_FACES, N_FACES, geometry
from cubesolve.search.few_turns import neighbors
from cubesolve.search.orbits import turns_of
from cubesolve.search.read_only import read_only

if TYPE_CHECKING:
    from cubesolve.kernels.few_breaks import Beam, Cuts


def beam_turns(
    cube: Cube, most: int, width: int, is_late: Callable[[], bool] = lambda: False
) -> tuple[int, ...] | None:
    """Return turns of `turns_of(size)` that solve a cube, at most so many, if a beam finds them.

    It is given up as soon as it is late.

    >>> turns = beam_turns(Cube.from_alg("R Uw F2 Lw D B' Rw", 5), most=7, width=1000)
    >>> print(turns_of(5).to_alg(turns))
    Rw' B D' Lw' F2 Uw' R'
    """
    from cubesolve.kernels import few_breaks as kernel

    cuts = _cuts(cube.size)
    n_turns, n_slots = cuts.turns.shape
    all_breaks = 2 * N_FACES * cube.size * (cube.size - 1)
    beam = kernel.Beam(
        np.empty((width, n_slots), np.uint8),
        np.empty(width, np.int32),
        np.empty((most + 1, width), np.int16),
        np.empty((most + 1, width), np.int32),
    )
    room = kernel.Room(
        np.empty((width, n_turns), np.int16),
        np.empty(all_breaks + 1, np.int64),
        np.empty(1 << (2 * width - 1).bit_length(), np.uint64),
        np.empty((width, n_slots), np.uint8),
        np.empty(width, np.int32),
    )
    beam.states[0], beam.breaks[0] = cube.colors(), n_joint_breaks(cube)
    beam.turns[0, 0] = n_turns
    count = 1
    for depth in range(most):
        # The turns that are left must close the breaks that are left.
        breaks = min(all_breaks, 4 * cube.size * (most - depth - 1) + 1)
        count = int(kernel.step(count, depth, breaks, beam, room, cuts))
        if count == kernel.SOLVED:
            return _way(beam, depth + 1)
        if count == 0 or is_late():
            return None
    return None


@cache
def _pairs(size: int) -> npt.NDArray[np.int64]:
    """Return all neighbours on a face, first those along edges, with both pairs of two pieces."""
    pairs, pieces = neighbors(size), _pieces(size)
    of_pair = np.sort(pieces[pairs], axis=1) @ [len(pieces), 1]
    _, kinds, counts = np.unique(of_pair, return_inverse=True, return_counts=True)
    on_edges = counts[kinds] == 2
    first = np.flatnonzero(on_edges)[np.argsort(of_pair[on_edges], kind="stable")]
    return np.concatenate([pairs[first], pairs[~on_edges]])


def _pieces(size: int) -> npt.NDArray[np.int64]:
    """Return by slot the first slot of its piece."""
    cells = geometry(size)
    found = np.arange(cells.n_slots)
    inside = found.reshape(N_FACES, size, size)[:, 1:-1, 1:-1]
    for slot in np.setdiff1d(found, inside).tolist():
        found[slot] = min(cells.piece(slot))
    return found


def n_joint_breaks(cube: Cube) -> int:
    """Return how many breaks a cube has, where one on an edge counts on both of its faces.

    Pieces of an edge that go together agree on both of its faces; on one they may by chance.
    """
    colors, pairs = cube.colors(), _pairs(cube.size)
    differ = colors[pairs[:, 0]] != colors[pairs[:, 1]]
    on_edges = 2 * len(EDGE_FACES) * (cube.size - 1)
    either = differ[:on_edges].reshape(-1, 2).any(axis=1)
    return 2 * int(np.count_nonzero(either)) + int(np.count_nonzero(differ[on_edges:]))


def share_of_random(cube: Cube) -> float:
    """Return how many breaks a cube has, as a share of what a random one has on average.

    Of 1,000 random 4x4 all had more than 0.89, and nine in ten more than 0.95; scrambles of 13
    turns come to 0.85, of 5x5 to 0.73.

    >>> round(share_of_random(Cube.random_state(4, seed=1)), 2)
    0.99
    >>> round(share_of_random(Cube.from_alg("Uw R U B Lw B2 Uw R Uw' Lw' Fw'", 4)), 2)
    0.68
    """
    on_edges = 2 * len(EDGE_FACES) * (cube.size - 1)
    elsewhere = len(_pairs(cube.size)) - on_edges
    at_random = on_edges * (1 - N_FACES**-2) + elsewhere * (1 - 1 / N_FACES)
    return n_joint_breaks(cube) / at_random


def _way(beam: Beam, depth: int) -> tuple[int, ...]:
    """Return the turns that led to the first state of a depth."""
    at, turns = 0, []
    for level in range(depth, 0, -1):
        turns.append(int(beam.turns[level, at]))
        at = int(beam.parents[level, at])
    return tuple(reversed(turns))


@cache
def _cuts(size: int) -> Cuts:
    from cubesolve.kernels.few_breaks import Cuts

    turns = turns_of(size)
    played = np.stack([Cube.from_alg(name, size).stickers for name in turns.names])
    pairs = _pairs(size)
    is_moved = played != np.arange(played.shape[1])
    before = []
    for turn in range(len(turns)):
        moved = is_moved[turn - turn % 3]  # a half turn may leave the middle of a face as it is
        before.append(pairs[moved[pairs[:, 0]] != moved[pairs[:, 1]]])
    cut = np.stack(before)
    then = np.stack([gather[each] for gather, each in zip(played, cut, strict=True)])
    follows = np.ones((len(turns) + 1, len(turns)), np.bool_)
    follows[:-1] = turns.follows
    weights = np.random.default_rng(size).integers(1, 1 << 63, played.shape[1], np.uint64)
    return Cuts(
        read_only(played.astype(np.uint16)),
        read_only(follows),
        read_only(cut.astype(np.uint16)),
        read_only(then.astype(np.uint16)),
        read_only(weights | np.uint64(1)),
    )
