"""All tables of the two-phase search in one value, for one metric; built once and kept."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.three.two_phase.coordinates import (
    N_PERM4,
    SLICE_SOLVED,
    Coordinate,
)
from cubesolve.methods.three.two_phase.cubie import ALL_TURNS, PHASE_2_TURNS, TURNS, Cubies
from cubesolve.methods.three.two_phase.symmetry import (
    build_classes,
    build_conjugates,
    build_moves,
    conjugate_turns,
)
from cubesolve.notation import Metric
from cubesolve.protocols import ProgressListener
from cubesolve.search.pruning import Progress, build_distances, graph_of
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import N_AXIAL, Classes, without_conjugates, without_symmetry
from cubesolve.search.table_file import Arrays, Expected
from cubesolve.search.table_store import Table, kept, part_of
from cubesolve.search.turns import METRICS, check_metric

#: Up to this distance from phase 2's group the turns that lead nearer are kept in a table.
NEAREST = 6
_NEAR_SLOTS = 1 << 18


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


def build_coordinates(progress: Progress) -> Arrays:
    """Return the tables of moves and symmetries, which no metric matters to."""
    flip_slice = build_classes(Coordinate.FLIP_SLICE, ALL_TURNS)
    progress(0.5)
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
        "join_edges": _join_edges(),
    }


def build_all_distances(metric: Metric, progress: Progress, c: Arrays) -> Arrays:
    """Return the pruning tables of both phases, from the tables of turns and symmetries."""
    from cubesolve.kernels.near import build_near
    from cubesolve.kernels.nibbles import pack

    costs = TURNS.costs(metric)
    flip_slice = _classes(c, "flip_slice")
    solved = int(flip_slice.number[Coordinate.FLIP_SLICE.of(Cubies.solved())] >> 4)
    # In quarter turns a half turn of phase 1 is two: it brings nothing that they do not.
    turns = np.array(ALL_TURNS if metric == Metric.OBTM else TURNS.quarter)
    phase_1 = pack(
        build_distances(
            graph_of(
                flip_slice._replace(moves=flip_slice.moves[:, turns]),
                c["twist"][:, turns],
                c["twist_conjugates"],
                (1,) * len(turns),
            ),
            (solved, 0),
            part_of(progress, 0.0, 0.5),
        )
    )
    phase_2_costs = tuple(costs[turn] for turn in PHASE_2_TURNS)
    phase_2 = pack(
        build_distances(
            graph_of(_classes(c, "corners"), c["ud_edges"], c["edge_conjugates"], phase_2_costs),
            (0, 0),
            part_of(progress, 0.5, 0.9),
        )
    )
    corners_slice = build_distances(
        graph_of(
            without_symmetry(c["corners"][:, np.array(PHASE_2_TURNS)]),
            _slice_perm(c["placement"]),
            without_conjugates(N_PERM4),
            phase_2_costs,
        ),
        (0, 0),
        part_of(progress, 0.9, 0.95),
    )
    graph = graph_of(flip_slice, c["twist"], c["twist_conjugates"], costs)
    return {
        "phase_1": phase_1,
        "phase_2": phase_2,
        "corners_slice": corners_slice,
        "near": build_near(read_only(phase_1), NEAREST, _NEAR_SLOTS, graph),
    }


def _classes(c: Arrays, name: str) -> Classes:
    return Classes(*(c[f"{name}_{field}"] for field in Classes._fields))


def _slice_perm(placement: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """Return what the turns of phase 2 make of the order of the middle edges."""
    first = SLICE_SOLVED * N_PERM4
    return placement[first:, np.array(PHASE_2_TURNS)] - np.uint16(first)


def _join_edges() -> npt.NDArray[np.uint16]:
    """Return the `UD_EDGES` for each `U_EDGES * 24 + D_EDGES % 24` of phase 2."""
    table = np.empty(Coordinate.UD_EDGES.size, np.uint16)
    values = np.arange(Coordinate.UD_EDGES.size)
    edges = Coordinate.UD_EDGES.states_of(values)
    of_u, of_d = Coordinate.U_EDGES.values_of(edges), Coordinate.D_EDGES.values_of(edges)
    table[of_u * N_PERM4 + of_d % N_PERM4] = values
    return table


def _assemble(c: Arrays, distances: Arrays, metric: Metric) -> Tables:
    costs = np.array(TURNS.costs(metric), np.int64)
    turns = np.array(PHASE_2_TURNS)
    return Tables(
        flip_slice=read_only(c["flip_slice_number"]),
        twist_conjugates=read_only(c["twist_conjugates"]),
        phase_1=read_only(distances["phase_1"]),
        twist=read_only(c["twist"]),
        flip=read_only(c["flip"]),
        slice=read_only(c["placement"][::N_PERM4] // N_PERM4),
        near=read_only(distances["near"]),
        nearest=NEAREST,
        seen_turns=read_only(_seen_turns()),
        placement=read_only(c["placement"]),
        join_edges=read_only(c["join_edges"]),
        corners=read_only(c["corners"]),
        ud_edges=read_only(c["ud_edges"]),
        slice_perm=read_only(_slice_perm(c["placement"])),
        corner_classes=read_only(c["corners_number"]),
        edge_conjugates=read_only(c["edge_conjugates"]),
        phase_2=read_only(distances["phase_2"]),
        corners_slice=read_only(distances["corners_slice"]),
        costs=read_only(costs),
        after=read_only(TURNS.after),
        every_turn=TURNS.every,
        phase_2_turns=read_only(turns),
        phase_2_costs=read_only(costs[turns]),
        lowest_bit=read_only(_lowest_bit()),
    )


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


_FLIP_SLICES, _CORNER_CLASSES = 64_430, 2_768  # classes of FLIP_SLICE and CORNERS


def _expected_classes(name: str, size: int, classes: int, turns: int) -> dict[str, Expected]:
    numbers = classes * N_AXIAL
    return {
        f"{name}_number": Expected(np.uint32, (size,), numbers),
        f"{name}_smallest": Expected(np.uint32, (classes,), size),
        f"{name}_keeps": Expected(np.uint16, (classes,)),
        f"{name}_moves": Expected(np.uint32, (classes, turns), numbers),
    }


def _expected_moves(coordinate: Coordinate, width: int = len(ALL_TURNS)) -> Expected:
    return Expected(np.uint16, (coordinate.size, width), coordinate.size)


_EXPECTED_COORDINATES = {
    **_expected_classes("flip_slice", Coordinate.FLIP_SLICE.size, _FLIP_SLICES, len(ALL_TURNS)),
    **_expected_classes("corners", Coordinate.CORNERS.size, _CORNER_CLASSES, len(PHASE_2_TURNS)),
    "twist": _expected_moves(Coordinate.TWIST),
    "twist_conjugates": _expected_moves(Coordinate.TWIST, N_AXIAL),
    "flip": _expected_moves(Coordinate.FLIP),
    "placement": _expected_moves(Coordinate.SLICE_SORTED),
    "corners": _expected_moves(Coordinate.CORNERS),
    "ud_edges": _expected_moves(Coordinate.UD_EDGES, len(PHASE_2_TURNS)),
    "edge_conjugates": _expected_moves(Coordinate.UD_EDGES, N_AXIAL),
    "join_edges": Expected(np.uint16, (Coordinate.UD_EDGES.size,), Coordinate.UD_EDGES.size),
}
_EXPECTED_DISTANCES = {
    "phase_1": Expected(np.uint8, ((_FLIP_SLICES * Coordinate.TWIST.size + 1) // 2,)),
    "phase_2": Expected(np.uint8, ((_CORNER_CLASSES * Coordinate.UD_EDGES.size + 1) // 2,)),
    "corners_slice": Expected(np.uint8, (Coordinate.CORNERS.size * N_PERM4,)),
    "near": Expected(np.uint64, (_NEAR_SLOTS,)),
}

COORDINATES = Table(
    "three-coordinates",
    1,
    3,
    "3x3 turns and symmetries",
    build_coordinates,
    expects=_EXPECTED_COORDINATES,
)
DISTANCES = {
    metric: Table(
        f"three-distances-{metric.value.lower()}",
        1,
        3,
        f"3x3 distances in {turns} turns",
        partial(build_all_distances, metric),
        needs=(COORDINATES,),
        expects=_EXPECTED_DISTANCES,
    )
    for metric, turns in zip(METRICS, ("half", "quarter"), strict=True)
}
TABLES = (COORDINATES, *DISTANCES.values())


@kept
def _tables(metric: Metric, on_progress: ProgressListener) -> Tables:
    distances = DISTANCES[metric].load(on_progress)
    return _assemble(COORDINATES.load(on_progress), distances, metric)


def tables_for(metric: Metric, on_progress: ProgressListener) -> Tables:
    """Return the tables for a metric, from memory, from the cache folder, or built."""
    check_metric(metric)
    return _tables(metric, on_progress)
