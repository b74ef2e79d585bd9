"""All tables of the two-phase search in one value, for one metric; built once and kept."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.three.two_phase.coordinates import (
    N_PERM4,
    SLICE_SOLVED,
    Coordinate,
)
from cubesolve.methods.three.two_phase.cubie import (
    N_TURNS,
    PHASE_2_TURNS,
    QUARTER_TURNS,
    Cubies,
)
from cubesolve.methods.three.two_phase.moves import ALL_TURNS, build_moves
from cubesolve.methods.three.two_phase.symmetry import (
    N_AXIAL,
    build_classes,
    build_conjugates,
    conjugate_turns,
)
from cubesolve.notation import Metric
from cubesolve.protocols import ProgressListener
from cubesolve.search.pruning import Classes, build_distances, without_symmetry
from cubesolve.search.table_store import Arrays, load_or_build

#: Up to this distance from phase 2's group the turns that lead nearer are kept in a table.
NEAREST = 6
_NEAR_SLOTS = 1 << 18

METRICS = (Metric.OBTM, Metric.QTM)


class Tables(NamedTuple):
    """What the kernels of the search read; `phase_1` and `phase_2` hold two entries a byte."""

    # Phase 1
    flip_slice: npt.NDArray[np.uint32]  # class * 16 + symmetry of a FLIP_SLICE
    twist_conjugates: npt.NDArray[np.uint16]
    phase_1: npt.NDArray[np.uint8]  # by class of FLIP_SLICE, TWIST
    twist: npt.NDArray[np.uint16]
    flip: npt.NDArray[np.uint16]
    slice: npt.NDArray[np.uint16]
    near: npt.NDArray[np.uint64]
    nearest: int
    seen_turns: npt.NDArray[np.uint32]
    # Phase 2
    placement: npt.NDArray[np.uint16]  # of four edges: SLICE_SORTED, U_EDGES, D_EDGES alike
    join_edges: npt.NDArray[np.uint16]
    corners: npt.NDArray[np.uint16]
    ud_edges: npt.NDArray[np.uint16]
    slice_perm: npt.NDArray[np.uint16]
    corner_classes: npt.NDArray[np.uint32]
    edge_conjugates: npt.NDArray[np.uint16]
    phase_2: npt.NDArray[np.uint8]  # by class of CORNERS, UD_EDGES
    corners_slice: npt.NDArray[np.uint8]  # by CORNERS, order of the middle edges
    # Turns
    costs: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]  # which turns, as bits, may come after a turn
    every_turn: int
    phase_2_turns: npt.NDArray[np.int64]
    phase_2_costs: npt.NDArray[np.int64]
    lowest_bit: npt.NDArray[np.int64]


@cache
def _kept() -> dict[Metric, Tables]:
    return {}


def tables_for(metric: Metric, on_progress: ProgressListener) -> Tables:
    """Return the tables for a metric, from memory, from the cache folder, or built."""
    kept = _kept()
    if metric not in kept:
        coordinates = load_or_build("three-coordinates", build_coordinates, on_progress)
        distances = load_or_build(
            f"three-distances-{metric.value.lower()}",
            lambda listener: build_all_distances(coordinates, metric, listener),
            on_progress,
        )
        kept[metric] = _assemble(coordinates, distances, metric)
    return kept[metric]


@cache
def turn_costs(metric: Metric) -> tuple[int, ...]:
    """Return what each turn costs in a metric."""
    if metric not in METRICS:
        names = " or ".join(m.value for m in METRICS)
        raise ValueError(f"expected a metric that searches know, {names}; got {metric}")
    return tuple(2 if metric == Metric.QTM and turn % 3 == 1 else 1 for turn in range(N_TURNS))


def build_coordinates(on_progress: ProgressListener) -> Arrays:
    """Return the tables of moves and symmetries, which no metric matters to."""
    from cubesolve.kernels.cubie_tables import build_join_edges

    on_progress("tables of turns", None)
    flip_slice = build_classes(Coordinate.FLIP_SLICE, ALL_TURNS)
    corner_classes = build_classes(Coordinate.CORNERS, PHASE_2_TURNS)
    return {
        **{f"flip_slice_{name}": array for name, array in flip_slice._asdict().items()},
        **{f"corners_{name}": array for name, array in corner_classes._asdict().items()},
        "twist": build_moves(Coordinate.TWIST),
        "twist_conjugates": build_conjugates(Coordinate.TWIST),
        "flip": build_moves(Coordinate.FLIP),
        "placement": build_moves(Coordinate.SLICE_SORTED),
        "corners": build_moves(Coordinate.CORNERS),
        "ud_edges": build_moves(Coordinate.UD_EDGES, PHASE_2_TURNS),
        "edge_conjugates": build_conjugates(Coordinate.UD_EDGES),
        "join_edges": build_join_edges(),
    }


def build_all_distances(
    coordinates: Arrays, metric: Metric, on_progress: ProgressListener
) -> Arrays:
    """Return the pruning tables of both phases."""
    from cubesolve.kernels import pruning, two_phase

    c = coordinates
    costs = turn_costs(metric)
    # In quarter turns a half turn of phase 1 is two: it brings nothing that they do not.
    turns = ALL_TURNS if metric == Metric.OBTM else QUARTER_TURNS
    flip_slice = _classes(c, "flip_slice")
    solved = flip_slice.number[Coordinate.FLIP_SLICE.of(Cubies.solved())] >> 4
    chosen = np.array(turns)
    phase_1 = pruning.pack(
        build_distances(
            flip_slice._replace(moves=np.ascontiguousarray(flip_slice.moves[:, chosen])),
            np.ascontiguousarray(c["twist"][:, chosen]),
            c["twist_conjugates"],
            (1,) * len(turns),
            (int(solved), 0),
            lambda share: on_progress("table of phase 1", share),
        )
    )
    phase_2_costs = tuple(costs[turn] for turn in PHASE_2_TURNS)
    phase_2 = pruning.pack(
        build_distances(
            _classes(c, "corners"),
            c["ud_edges"],
            c["edge_conjugates"],
            phase_2_costs,
            (0, 0),
            lambda share: on_progress("table of phase 2", share),
        )
    )
    slice_perm = _slice_perm(c["placement"])
    corners_slice = build_distances(
        without_symmetry(np.ascontiguousarray(c["corners"][:, np.array(PHASE_2_TURNS)])),
        slice_perm,
        np.repeat(np.arange(N_PERM4, dtype=np.uint16), N_AXIAL).reshape(N_PERM4, N_AXIAL),
        phase_2_costs,
        (0, 0),
        lambda share: on_progress("table of corners and middle edges", share),
    )
    near = two_phase.build_near(
        phase_1,
        NEAREST,
        _NEAR_SLOTS,
        flip_slice.moves,
        c["twist"],
        c["twist_conjugates"],
        np.array(costs, np.int64),
    )
    return {
        "phase_1": phase_1,
        "phase_2": phase_2,
        "corners_slice": corners_slice,
        "near": near,
    }


def _classes(c: Arrays, name: str) -> Classes:
    return Classes(*(c[f"{name}_{field}"] for field in Classes._fields))


def _slice_perm(placement: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """Return what the turns of phase 2 make of the order of the middle edges."""
    first = SLICE_SOLVED * N_PERM4
    return np.ascontiguousarray(placement[first:, np.array(PHASE_2_TURNS)] - np.uint16(first))


def _assemble(c: Arrays, distances: Arrays, metric: Metric) -> Tables:
    costs = np.array(turn_costs(metric), np.int64)
    turns = np.array(PHASE_2_TURNS)
    return Tables(
        flip_slice=c["flip_slice_number"],
        twist_conjugates=c["twist_conjugates"],
        phase_1=distances["phase_1"],
        twist=c["twist"],
        flip=c["flip"],
        slice=np.ascontiguousarray(c["placement"][::N_PERM4] // N_PERM4),
        near=distances["near"],
        nearest=NEAREST,
        seen_turns=_seen_turns(),
        placement=c["placement"],
        join_edges=c["join_edges"],
        corners=c["corners"],
        ud_edges=c["ud_edges"],
        slice_perm=_slice_perm(c["placement"]),
        corner_classes=c["corners_number"],
        edge_conjugates=c["edge_conjugates"],
        phase_2=distances["phase_2"],
        corners_slice=distances["corners_slice"],
        costs=costs,
        after=turns_after(),
        every_turn=(1 << N_TURNS) - 1,
        phase_2_turns=turns,
        phase_2_costs=costs[turns],
        lowest_bit=_lowest_bit(),
    )


def turns_after() -> npt.NDArray[np.int64]:
    """Return as bits which turns may follow a turn: not of its face, opposite ones in order."""
    found = np.zeros(N_TURNS, np.int64)
    for turn in range(N_TURNS):
        for other in range(N_TURNS):
            face, next_face = turn // 3, other // 3
            if face != next_face and face != next_face + 3:
                found[turn] |= 1 << other
    return found


def _seen_turns() -> npt.NDArray[np.uint32]:
    """Return `table[symmetry, half, bits]`: turns whose images under a symmetry are these bits.

    The 18 bits of a set of turns are looked up in two halves of nine.
    """
    table = np.zeros((N_AXIAL, 2, 512), np.uint32)
    bits = np.arange(512)
    images = conjugate_turns()[:N_AXIAL].astype(int)
    for symmetry in range(N_AXIAL):
        for turn, image in enumerate(images[symmetry]):
            table[symmetry, image // 9, (bits >> (image % 9)) & 1 == 1] |= np.uint32(1 << turn)
    return table


def _lowest_bit() -> npt.NDArray[np.int64]:
    """Return the number of a bit by the upper five bits of its product with a de Bruijn word."""
    table = np.zeros(32, np.int64)
    for bit in range(32):
        table[(((1 << bit) * 0x077CB531) & 0xFFFFFFFF) >> 27] = bit
    return table
