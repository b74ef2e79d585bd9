"""Phase 3: wings become low or high, midges lose their flips, F and B are left to half turns."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.five import N_FLIPS, Phase3
from cubesolve.methods.five.centers import kernel_ranks
from cubesolve.methods.five.pieces import (
    FB,
    N_EDGES,
    PHASE_TURNS,
    is_half,
    keeps_low,
    orbits,
    symmetries_keeping,
)
from cubesolve.methods.five.splits import N_SPLITS, SOLVED, closure, pair_moves
from cubesolve.search.classes import sorted_by
from cubesolve.search.coordinates import Bytes
from cubesolve.search.masks import (
    all_masks,
    mask_ranks,
    mask_turns,
    masks_within,
    numbers_of,
    turned_masks,
)
from cubesolve.search.near_goal import Growth, build_near
from cubesolve.search.orbits import Ints
from cubesolve.search.pruning import Progress, build_distances, graph_of
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import without_conjugates, without_symmetry
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_store import part_of

LOW = 0x555555  # the low places
_ALL = np.uint32(0xFFFFFF)
_BITS = 5  # of a symmetry's number: each comes with low and high wings as they are, or swapped
_HALVES = N_SPLITS // 2  # a split and the other way round count as one
_CLOSE = 6  # up to this distance phase 3 begins
_CLOSE_BITS = 1 << 25


def _symmetries() -> list[int]:
    return symmetries_keeping(FB)


def _swaps() -> list[bool]:
    """Return for each symmetry, once and once more, whether it makes low wings of high ones."""
    swaps = [not keeps_low(s, np.arange(N_EDGES)) for s in _symmetries()]
    return [*swaps, *(not swap for swap in swaps)]


def _wing_images() -> npt.NDArray[np.uint32]:
    images = orbits()[2].images[_symmetries()]
    return mask_turns(np.argsort(images, axis=1).astype(np.uint8))


def _edges_to() -> Bytes:
    """Return where symmetries take the edges."""
    return (orbits()[3].images[_symmetries()][:, ::2] // 2).astype(np.uint8)


def build_coordinates_3() -> Arrays:
    """Return the classes of places of low wings, and what turns make of flips and centres."""
    ranks, masks = mask_ranks(N_EDGES), masks_within(range(24), N_EDGES)
    tables, swaps = _wing_images(), _swaps()
    classes = sorted_by(
        (
            numbers_of(ranks, turned_masks(tables[s % len(tables)], masks) ^ (_ALL * swap))
            for s, swap in enumerate(swaps)
        ),
        _BITS,
    )
    return {
        "number": classes.number,
        "keeps": classes.keeps,
        "flip_moves": _flip_moves(),
        "flip_images": _flip_images(),
        "center_moves": _center_moves().astype(np.uint16),
        "center_of": _center_numbers(),
    }


def _flip_moves() -> npt.NDArray[np.uint16]:
    """Return what turns make of all twelve flips."""
    flips = np.arange(1 << N_EDGES)
    found = np.zeros((len(flips), len(PHASE_TURNS[2])), np.int64)
    for column, turn in enumerate(orbits()[3].turns[PHASE_TURNS[2]].tolist()):
        for edge in range(N_EDGES):
            source = turn[2 * edge]
            found[:, column] |= ((flips >> (source // 2) & 1) ^ (source % 2)) << edge
    return found.astype(np.uint16)


def _flip_images() -> npt.NDArray[np.uint16]:
    """Return what symmetries make of eleven flips: where low and high are swapped, all change."""
    eleven = np.arange(N_FLIPS)
    flips = eleven | (np.bitwise_count(eleven) % 2).astype(np.int64) << (N_EDGES - 1)
    columns = []
    for change in (0, N_FLIPS - 1):
        for to in _edges_to().tolist():
            seen = sum(((flips >> edge) & 1) << to[edge] for edge in range(N_EDGES))
            columns.append((seen & (N_FLIPS - 1)) ^ change)
    return np.stack(columns, axis=1).astype(np.uint16)


def _center_numbers() -> Bytes:
    """Return the number of a split of F and B, where the other way round is the same."""
    splits = all_masks(8, 4)
    found = np.full(256, 255, np.uint8)
    found[splits[:_HALVES]] = np.arange(_HALVES)
    found[255 - splits[:_HALVES]] = np.arange(_HALVES)
    return found


def _center_moves() -> Ints:
    """Return what turns make of both splits of F and B, each as good as the other way round."""
    moves = pair_moves(FB, PHASE_TURNS[2])
    of_split = _center_numbers()[all_masks(8, 4)].astype(np.int64)
    joined = of_split[moves // N_SPLITS] * _HALVES + of_split[moves % N_SPLITS]
    rows = (np.arange(_HALVES)[:, None] * N_SPLITS + np.arange(_HALVES)).ravel()
    found: Ints = joined[rows]
    return found


def build_distances_3(c: Arrays, progress: Progress) -> Arrays:
    """Return how far flips and the centres of F and B are."""
    from cubesolve.kernels.nibbles import pack

    moves = c["center_moves"]
    halves = np.array([is_half(turn) for turn in PHASE_TURNS[2].tolist()])
    goals = closure(moves.astype(np.int64), SOLVED, np.flatnonzero(halves))
    flip_moves = c["flip_moves"][_twelve(np.arange(N_FLIPS))] & np.uint16(N_FLIPS - 1)
    graph = graph_of(
        without_symmetry(moves), flip_moves, without_conjugates(N_FLIPS), (1,) * len(halves)
    )
    starts = [(goal, flips) for goal in goals for flips in (0, N_FLIPS - 1)]
    return {"centers": pack(read_only(build_distances(graph, starts, progress)))}


def _twelve(eleven: Ints) -> Ints:
    """Return all flips by the first eleven."""
    return eleven | (np.bitwise_count(eleven) % 2).astype(np.int64) << (N_EDGES - 1)


def build_near_3(c: Arrays, nearest: int, slots: int, progress: Progress) -> Arrays:
    """Return the near-goal hash of phase 3, and the bits of what is close."""
    from cubesolve.kernels import five_near as kernel

    nothing = np.zeros(1, np.uint8)
    given: Arrays = {"centers": nothing, "close": nothing, "near": np.zeros(1, np.uint16)}
    tables = phase_3(c, given, nearest)
    growth = Growth(
        lambda states, out: kernel.turn_3(states, out, tables),
        lambda states, keys: kernel.keys_3(states, keys, tables),
        len(tables.wing_turns),
    )
    goal = np.array([[LOW, 0]], np.uint32)
    near, levels = build_near(growth, goal, nearest, slots, part_of(progress, 0.0, 0.9))
    close = np.zeros(_CLOSE_BITS // 8, np.uint8)
    for states in levels[: _CLOSE + 1]:
        kernel.note_close(close, states, _wing_images(), np.array(_swaps()), _edges_to())
    return {"near": near, "close": close}


def phase_3(c: Arrays, tables: Arrays, nearest: int) -> Phase3:
    """Return the tables of phase 3."""
    fields = {**c, **tables}
    made = ("wing_turns", "ranks", "nearest")
    return Phase3(
        wing_turns=mask_turns(orbits()[2].turns[PHASE_TURNS[2]]),
        ranks=kernel_ranks(mask_ranks(N_EDGES)),
        nearest=nearest,
        **{name: read_only(fields[name]) for name in Phase3._fields if name not in made},
    )
