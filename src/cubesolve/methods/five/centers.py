"""Phases 1 and 2: the centres come to their axes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.kernels import five_walk
from cubesolve.kernels.five import Phase1, Phase2, Ranks
from cubesolve.methods.five.candidates import Candidates
from cubesolve.methods.five.pieces import (
    FB,
    N_TURNS,
    PHASE_TURNS,
    RL,
    UD,
    is_half,
    is_wide,
    orbits,
    symmetries_keeping,
)
from cubesolve.methods.five.splits import places_of
from cubesolve.methods.five.streams import Starts
from cubesolve.search.classes import sorted_by
from cubesolve.search.coordinates import Bytes
from cubesolve.search.masks import (
    MaskRanks,
    mask_ranks,
    mask_turns,
    masks_within,
    numbers_of,
    ranks_within,
    turned_masks,
)
from cubesolve.search.near_goal import Growth, build_near
from cubesolve.search.orbits import Ints
from cubesolve.search.pruning import Progress, build_distances, graph_of
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import FACE_MAPS, Classes
from cubesolve.search.table_file import Arrays

_SIDES = (*UD, *RL)
_SYMMETRY_BITS = 4
GOAL_1 = sum(1 << place for place in places_of(FB))
GOAL_2 = sum(1 << place for place in places_of(UD))


def kernel_ranks(ranks: MaskRanks) -> Ranks:
    """Return numbers of sets as kernels read them."""
    return Ranks(*ranks)


def _sources(images: Bytes) -> Bytes:
    """Return from where symmetries bring something to each place."""
    return np.argsort(images, axis=1).astype(np.uint8)


def build_coordinates_1() -> Arrays:
    """Return the classes of places of x-centres."""
    ranks = mask_ranks(8)
    masks = masks_within(range(24), 8)
    images = mask_turns(_sources(orbits()[0].images[symmetries_keeping(FB)]))
    classes = sorted_by(
        (numbers_of(ranks, turned_masks(table, masks)) for table in images), _SYMMETRY_BITS
    )
    return {"number": classes.number, "keeps": classes.keeps.astype(np.uint16)}


def phase_1(c: Arrays, near: Arrays, nearest: int) -> Phase1:
    """Return the tables of phase 1."""
    x, t = orbits()[:2]
    return Phase1(
        mask_turns(x.turns),
        mask_turns(t.turns),
        mask_turns(_sources(t.images[symmetries_keeping(FB)])),
        kernel_ranks(mask_ranks(8)),
        read_only(c["number"]),
        read_only(c["keeps"]),
        GOAL_1,
        read_only(near["near"]),
        nearest,
    )


def build_near_1(c: Arrays, nearest: int, slots: int, progress: Progress) -> Arrays:
    """Return the near-goal hash of phase 1."""
    from cubesolve.kernels import five_near as kernel

    tables = phase_1(c, {"near": np.zeros(1, np.uint16)}, nearest)
    goal = np.array([[GOAL_1, GOAL_1]], np.uint32)
    growth = Growth(
        lambda states, out: kernel.turn_1(states, out, tables),
        lambda states, keys: kernel.keys_1(states, keys, tables),
        len(tables.x_turns),
    )
    return {"near": build_near(growth, goal, nearest, slots, progress)[0]}


def build_coordinates_2() -> Arrays:
    """Return what turns and symmetries make of which centres belong to U and D."""
    places = places_of(UD) + places_of(RL)
    places.sort()
    masks, ranks = masks_within(places, 8), ranks_within(places, 8)
    inside = np.uint32(sum(1 << place for place in places))
    symmetries = symmetries_keeping(FB)
    swaps = [inside if FACE_MAPS[s][0] not in UD else np.uint32(0) for s in symmetries]

    def moves(turns: Bytes) -> Ints:
        columns = [numbers_of(ranks, turned_masks(table, masks)) for table in mask_turns(turns)]
        return np.stack(columns, axis=1).astype(np.int64)

    def images(maps: Bytes) -> Ints:
        columns = [
            numbers_of(ranks, turned_masks(table, masks) ^ swap)
            for table, swap in zip(mask_turns(_sources(maps[symmetries])), swaps, strict=True)
        ]
        return np.stack(columns, axis=1).astype(np.int64)

    x, t = orbits()[:2]
    turns = PHASE_TURNS[1]
    classes = sorted_by(images(x.images).T, _SYMMETRY_BITS)
    odd = np.array([is_wide(turn) and not is_half(turn) for turn in turns.tolist()])
    return {
        "x_moves": moves(x.turns[turns]).astype(np.uint16),
        "t_moves": _with_parity(moves(t.turns[turns]), odd),
        "number": classes.number,
        "smallest": classes.smallest,
        "keeps": classes.keeps.astype(np.uint16),
        "conjugates": _with_parity(images(t.images), np.zeros(len(symmetries), bool)),
    }


def _with_parity(table: Ints, odd: Ints) -> npt.NDArray[np.uint16]:
    """Return `table[2 * value + parity, turn]`, where some turns change the parity."""
    parity = np.arange(2)[None, :, None] ^ odd[None, None, :]
    return (2 * table[:, None, :] + parity).reshape(2 * len(table), -1).astype(np.uint16)


def goal_2() -> int:
    """Return the value of x- or t-centres that are where they belong."""
    ranks = ranks_within(sorted(places_of(UD) + places_of(RL)), 8)
    return int(numbers_of(ranks, np.array([GOAL_2], np.uint32))[0])


def build_distances_2(c: Arrays, progress: Progress) -> Arrays:
    """Return the distances of phase 2."""
    from cubesolve.kernels.nibbles import pack

    moves = c["number"][c["x_moves"][c["smallest"]]]
    classes = Classes(c["number"], c["smallest"], c["keeps"], moves)
    graph = graph_of(classes, c["t_moves"], c["conjugates"], (1,) * len(PHASE_TURNS[1]))
    number = int(c["number"][goal_2()])
    start = (number >> _SYMMETRY_BITS, int(c["conjugates"][2 * goal_2(), number & 15]))
    return {"distances": pack(read_only(build_distances(graph, start, progress)))}


def phase_2(c: Arrays, distances: Arrays) -> Phase2:
    """Return the tables of phase 2."""
    fields = {**c, **distances}
    return Phase2(**{name: read_only(fields[name]) for name in Phase2._fields})


def starts_2(found: Candidates, is_odd: bool, p: Phase2) -> Starts:
    """Return where phase 2 begins from candidates, with how many turns it needs exactly."""
    ranks = ranks_within(sorted(places_of(UD) + places_of(RL)), 8)
    bits = np.left_shift(1, np.arange(24))
    is_ud = np.isin(found.rows[:, :48], UD)
    x, t = (
        numbers_of(ranks, (part @ bits).astype(np.uint32)).astype(np.int64)
        for part in (is_ud[:, :24], is_ud[:, 24:])
    )
    value = 2 * t + (_n_odd(found) + is_odd) % 2
    number = p.number[x].astype(np.int64)
    entry = (number >> _SYMMETRY_BITS) * len(p.conjugates) + p.conjugates[value, number & 15]
    starts = np.zeros((found.size, five_walk.START_SIZE), np.int64)
    starts[:, five_walk.COST] = found.lengths
    starts[:, five_walk.LEAST] = p.distances[entry >> 1] >> (4 * (entry & 1)) & 15
    starts[:, five_walk.BEFORE] = five_walk.NO_TURN
    starts[:, five_walk.FIELDS], starts[:, five_walk.FIELDS + 1] = x, value
    return starts


def _n_odd(found: Candidates) -> Ints:
    """Return how many turns of each path change the wings' parity: wide quarter turns."""
    odd = np.array([is_wide(turn) and not is_half(turn) for turn in range(N_TURNS)])
    played = np.arange(found.paths.shape[1]) < found.lengths[:, None]
    count: Ints = (odd[found.paths] & played).sum(axis=1)
    return count
