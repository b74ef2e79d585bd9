"""Coordinates of the centres of the 4x4: which places a colour, or a pair of opposite ones, has."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.four.turns import PHASE_2, PHASE_3, axis_of, following, is_of_phase_3
from cubesolve.search.coordinates import Bytes
from cubesolve.search.masks import all_masks
from cubesolve.search.orbits import pieces
from cubesolve.search.read_only import read_only

if TYPE_CHECKING:
    from cubesolve.kernels.four_graphs import CenterMoves, SplitGraph

Ints = npt.NDArray[np.int64]

#: The places around R and L, and those on R and L.
SIDE_PLACES = tuple(range(4)) + tuple(range(8, 16)) + tuple(range(20, 24))
RL_PLACES = (*range(4, 8), *range(16, 20))
UD_PLACES = (*range(4), *range(12, 16))
FB_PLACES = (*range(8, 12), *range(20, 24))

N_SPLITS = 35  # ways to split eight into four and four
_ODD = (21, 23)  # turns of phase 2 that change the parity of the wings


class Sets(NamedTuple):
    """Sets of some places: `masks` by number, and `numbers` by mask."""

    masks: Ints
    numbers: Ints


def sets_of(places: int, size: int, *, halves: bool = False) -> Sets:
    """Return the sets of so many of some places; with `halves` a set and the rest are one."""
    masks = all_masks(places, size).astype(np.int64)
    if halves:
        masks = masks[masks >> (places - 1) == 0]
    numbers = np.full(1 << places, -1, np.int64)
    numbers[masks] = np.arange(len(masks))
    if halves:
        numbers[(1 << places) - 1 - masks] = np.arange(len(masks))
    return Sets(masks, numbers)


SIDES = sets_of(16, 8, halves=True)
PAIRS = sets_of(16, 8)
SPLITS = sets_of(8, 4, halves=True)
FOURS = sets_of(8, 4)


def among(turn: Bytes, places: tuple[int, ...]) -> list[int]:
    """Return what a turn does to some places that it keeps together, by their place among them."""
    return [places.index(int(turn[place])) for place in places]


def moved(sets: Sets, turn: list[int]) -> Ints:
    """Return the number of what a turn of the places makes of each set."""
    bits = sets.masks[:, None] >> np.array(turn) & 1
    found: Ints = sets.numbers[(bits << np.arange(len(turn))).sum(axis=1)]
    return found


def _orders(turn: list[int]) -> Ints:
    """Return how a turn changes the order of the places of each pair, as a number of base 8."""
    bits = PAIRS.masks[:, None] >> np.arange(16) & 1
    rank = np.cumsum(bits, axis=1) - 1
    there = bits[:, turn] == 1
    ranks = rank[:, turn][there].reshape(-1, 8)
    found: Ints = (ranks << 3 * np.arange(8)).sum(axis=1)
    return found


def _rests(order: list[int], odd: bool) -> Ints:
    """Return what an order makes of a split and a parity: `2 * split + parity`."""
    splits = moved(SPLITS, order)
    parities = np.array([1, 0] if odd else [0, 1])
    found: Ints = (2 * splits[:, None] + parities).ravel()
    return found


def split_graph(*, turned: bool) -> SplitGraph:
    """Return what the turns of phase 2 make of its coordinates.

    The faces that phase 3 turns by halves are R and L, which have their colours already: the set is
    that of one of the other pairs of colours, whichever, and R and L are split. Or, `turned`, they
    are F and B: the set is that of the pair to come there, and its colours are split.
    """
    from cubesolve.kernels.four_graphs import SplitGraph

    turns = pieces(4).x_centers.turns[list(PHASE_2)]
    sets = PAIRS if turned else SIDES
    columns = [moved(sets, among(turn, SIDE_PLACES)) for turn in turns]
    odd = [turn in _ODD for turn in PHASE_2]
    if turned:
        codes = np.stack([_orders(among(turn, SIDE_PLACES)) for turn in turns], axis=1)
        kinds, orders = np.unique(2 * codes + odd, return_inverse=True)
        rests = [_rests([int(kind) >> 1 + 3 * i & 7 for i in range(8)], kind & 1) for kind in kinds]
        orders = orders.reshape(codes.shape)
    else:
        rests = [
            _rests(among(turn, RL_PLACES), is_odd) for turn, is_odd in zip(turns, odd, strict=True)
        ]
        orders = np.tile(np.arange(len(turns)), (len(sets.masks), 1))
    graph = SplitGraph(
        read_only(np.stack(columns, axis=1).astype(np.uint16)),
        read_only(orders.astype(np.uint16)),
        read_only(np.stack(rests).astype(np.uint8)),
        read_only(np.zeros(1, np.uint8)),
        read_only(following(PHASE_2)),
        read_only(last_turns(turned=turned)),
    )
    return graph._replace(goals=read_only(_goals(graph, turned)))


def half_axis(*, turned: bool) -> int:
    """Return the axis of the faces that phase 3 turns by halves."""
    return 2 if turned else 1


def endings(*, turned: bool) -> int:
    """Return as bits the turns that may end phase 2: those that phase 3 has not."""
    axis = half_axis(turned=turned)
    return sum(1 << i for i, turn in enumerate(PHASE_2) if not is_of_phase_3(turn, axis))


def last_turns(*, turned: bool) -> Ints:
    """Return by turn, as bits, which turns may end phase 2 after it.

    Where a turn of phase 3 could change places with the last one it belongs to phase 3.
    """
    axis = half_axis(turned=turned)
    found = following(PHASE_2) & endings(turned=turned)
    for i, turn in enumerate(PHASE_2):
        if is_of_phase_3(turn, axis):
            for j, other in enumerate(PHASE_2):
                if axis_of(turn) == axis_of(other):
                    found[i] &= ~(1 << j)
    return found


def _goals(graph: SplitGraph, turned: bool) -> Bytes:
    """Return by state whether phase 3 can solve it: what its turns make of the solved centres."""
    wanted = FB_PLACES if turned else UD_PLACES
    mask = sum(1 << i for i, place in enumerate(SIDE_PLACES) if place in wanted)
    numbers = (PAIRS if turned else SIDES).numbers
    first = (int(numbers[mask]), 2 * int(SPLITS.numbers[0b1111]))
    kept = [i for i, t in enumerate(PHASE_2) if is_of_phase_3(t, half_axis(turned=turned))]
    found, waiting = {first}, [first]
    while waiting:
        c, r = waiting.pop()
        for turn in kept:
            to = (int(graph.sets[c, turn]), int(graph.rests[graph.orders[c, turn], r]))
            if to not in found:
                found.add(to)
                waiting.append(to)
    goals = np.zeros(2 * N_SPLITS * len(graph.sets), np.uint8)
    goals[[2 * N_SPLITS * c + r for c, r in found]] = 1
    return goals


class RLCenters(NamedTuple):
    """The 12 ways of the colours on R and L that phase 3 can solve."""

    masks: list[int]
    numbers: Ints  # by mask, -1 of others
    splits: list[int]  # the 6 splits among them
    split_of: Ints  # by number: which of the 6


def rl_centers() -> RLCenters:
    """Return how the colours on R and L can be in phase 3."""
    turns = [among(turn, RL_PLACES) for turn in pieces(4).x_centers.turns[list(PHASE_3)]]
    moves = [moved(FOURS, turn) for turn in turns]
    found = {int(FOURS.numbers[mask]) for mask in (0b1111, 0b11110000)}
    waiting = sorted(found)
    while waiting:
        number = waiting.pop()
        for move in moves:
            to = int(move[number])
            if to not in found:
                found.add(to)
                waiting.append(to)
    masks = [int(FOURS.masks[number]) for number in sorted(found)]
    numbers = np.full(256, -1, np.int64)
    numbers[masks] = np.arange(len(masks))
    splits = sorted({int(SPLITS.numbers[mask]) for mask in masks})
    split_of = np.array([splits.index(int(SPLITS.numbers[mask])) for mask in masks])
    return RLCenters(masks, numbers, splits, split_of)


def center_moves() -> CenterMoves:
    """Return what the turns of phase 3 make of the centres."""
    from cubesolve.kernels.four_graphs import CenterMoves

    turns = pieces(4).x_centers.turns[list(PHASE_3)]
    rl = rl_centers()
    at = FOURS.numbers[rl.masks]
    on_rl = [FOURS.masks[moved(FOURS, among(turn, RL_PLACES))[at]] for turn in turns]

    def column(places: tuple[int, ...]) -> Bytes:
        found = np.stack([moved(FOURS, among(turn, places)) for turn in turns], axis=1)
        return read_only(found.astype(np.uint8))

    return CenterMoves(
        column(UD_PLACES),
        column(FB_PLACES),
        read_only(np.stack([rl.numbers[masks] for masks in on_rl], axis=1).astype(np.uint8)),
        read_only(np.array([turn >= 18 for turn in PHASE_3], np.uint8)),
    )


def center_goals() -> list[int]:
    """Return the states of centres and parity that are solved.

    Opposite colours can change places on two axes at once: the cube is then held otherwise.
    """
    fours = FOURS.numbers[[0b11110000, 0b1111]]
    rl = rl_centers().numbers[[0b11110000, 0b1111]]
    return [
        ((int(fours[ud]) * 70 + int(fours[fb])) * 12 + int(rl[at_r])) * 2
        for ud, fb, at_r in ((1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    ]
