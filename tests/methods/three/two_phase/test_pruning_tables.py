"""Pruning tables against a breadth-first search over the oracle's stickers."""

from collections.abc import Callable, Sequence
from functools import cache
from zlib import crc32

import numpy as np
import pytest
from sticker_search import (
    HALF_TURN_COSTS,
    NAMES,
    PHASE_2_NAMES,
    QUARTER_TURN_COSTS,
    Bytes,
    Ints,
    corners_and_edges,
    levels,
    marks,
    turns,
    values_of,
)

from cubesolve import Cube, Metric
from cubesolve.kernels import near
from cubesolve.kernels.near import near_turns
from cubesolve.kernels.nibbles import pack
from cubesolve.methods.three.two_phase import tables as of_tables
from cubesolve.methods.three.two_phase.coordinates import Coordinate
from cubesolve.methods.three.two_phase.symmetry import conjugate_turns
from cubesolve.methods.three.two_phase.tables import (
    NEAREST,
    Tables,
    build_all_distances,
    build_coordinates,
    tables_for,
)
from cubesolve.protocols import no_progress

C = Coordinate
#: What phase 1 brings home: stickers of U and D to U or D, those of the middle edges to F or B.
PHASE_1_MARKS = marks(
    """
    uuuu.uuuu
    .........
    ...e.e...
    uuuu.uuuu
    .........
    ...e.e...
    """
)
#: All stickers but those of the middle edges; the centres do not move.
PHASE_2_MARKS = marks(
    """
    abcdefghi
    jkl...mno
    pqr...stu
    vwxyzABCD
    EFG...HIJ
    KLM...NOP
    """
)
#: All stickers of the corners and of the middle edges.
CORNERS_SLICE_MARKS = marks(
    """
    a.b...c.d
    e.fgthi.j
    k.luvmn.o
    p.q...r.s
    A.BCwDE.F
    G.HIxJK.L
    """
)
HALF, QUARTER = Metric.OBTM, Metric.QTM
METRICS = [HALF, pytest.param(QUARTER, marks=pytest.mark.slow)]
PHASE_2_COSTS = {HALF: [1] * 10, QUARTER: [1, 2, 1, 2, 2, 1, 2, 1, 2, 2]}


@cache
def tables(metric: Metric) -> Tables:
    return tables_for(metric, no_progress)


@cache
def phase_1_levels(metric: Metric, deepest: int) -> list[Bytes]:
    costs = HALF_TURN_COSTS if metric == HALF else QUARTER_TURN_COSTS
    return levels(NAMES, costs, deepest, PHASE_1_MARKS)


def phase_1_entries(states: Bytes, t: Tables) -> Ints:
    """Return where in the table states are, in rows of stickers."""
    state = corners_and_edges(states)
    number = t.flip_slice[values_of(C.FLIP_SLICE, *state)].astype(np.int64)
    twist = t.twist_conjugates[values_of(C.TWIST, *state), number & 15]
    return np.asarray((number >> 4) * C.TWIST.size + twist, np.int64)


def phase_2_entries(states: Bytes, t: Tables) -> Ints:
    state = corners_and_edges(states)
    number = t.corner_classes[values_of(C.CORNERS, *state)].astype(np.int64)
    edges = t.edge_conjugates[values_of(C.UD_EDGES, *state), number & 15]
    return np.asarray((number >> 4) * C.UD_EDGES.size + edges, np.int64)


def unpacked(table: Bytes, entries: Ints) -> Bytes:
    """Return entries of four bits, the lower half of a byte first."""
    return np.asarray(table[entries >> 1] >> 4 * (entries & 1) & 15, np.uint8)


def counts(found: Sequence[Bytes]) -> list[int]:
    return [len(level) for level in found]


def check_depths(found: Sequence[Bytes], distances: Sequence[Bytes]) -> None:
    """Check that each level has its depth in the table, and that the levels are not empty."""
    for depth, (level, there) in enumerate(zip(found, distances, strict=True)):
        assert len(level)
        assert set(there.tolist()) == {depth}


@pytest.mark.parametrize("metric", METRICS)
def test_phase_1(metric: Metric) -> None:
    found = phase_1_levels(metric, 4)
    if metric == HALF:
        assert counts(found) == [1, 4, 50, 592, 7156]
    t = tables(metric)
    check_depths(found, [unpacked(t.phase_1, phase_1_entries(level, t)) for level in found])


@pytest.mark.slow
@pytest.mark.parametrize("metric", [HALF, QUARTER])
def test_phase_1_deeper(metric: Metric) -> None:
    found = phase_1_levels(metric, 5)
    if metric == HALF:
        assert counts(found)[5] == 87236
    t = tables(metric)
    check_depths(found, [unpacked(t.phase_1, phase_1_entries(level, t)) for level in found])


@pytest.mark.parametrize("metric", METRICS)
def test_phase_1_is_the_same_for_equal_patterns(metric: Metric) -> None:
    """Turns of phase 2 do not change a distance, whichever are played before a state."""
    t = tables(metric)
    rng = np.random.default_rng(3)
    group = levels(PHASE_2_NAMES, [1] * 10, 2)[-1]
    for state in phase_1_levels(metric, 3)[-1][:40]:
        before = group[rng.integers(len(group), size=20)]
        there = phase_1_entries(before[:, state], t)
        assert set(unpacked(t.phase_1, there).tolist()) == {3}


@pytest.mark.parametrize("metric", METRICS)
def test_each_phase_1_distance_is_one_more_than_its_nearest_neighbour(metric: Metric) -> None:
    """With 0 at one place only, that makes a distance exact."""
    t = tables(metric)
    states = np.stack([Cube.random_state(3, seed).stickers for seed in range(500)]).astype(np.uint8)
    here = unpacked(t.phase_1, phase_1_entries(states, t)).astype(int)
    quarter = [turn for turn in range(18) if metric == HALF or turn % 3 != 1]
    neighbours = np.stack(
        [unpacked(t.phase_1, phase_1_entries(states[:, turns()[k]], t)) for k in quarter]
    ).astype(int)
    assert np.array_equal(neighbours.min(axis=0) + 1, here)
    assert (neighbours.max(axis=0) <= here + 1).all()


def phase_1_counts(t: Tables) -> list[int]:
    """Return how many patterns are at each distance: a class counts as often as it has values."""
    sizes = np.bincount(t.flip_slice >> 4)
    width = C.TWIST.size
    found = np.zeros((17, 16), np.int64)
    for first in range(0, len(sizes), 2000):
        rows = sizes[first : first + 2000]
        at = np.arange(first * width, (first + len(rows)) * width)
        weights = np.repeat(rows, width)
        found += np.bincount(16 * weights + unpacked(t.phase_1, at), minlength=17 * 16).reshape(
            17, 16
        )
    return [int(n) for n in np.arange(17) @ found]


@pytest.mark.slow
def test_all_of_phase_1() -> None:
    """The numbers are Kociemba's."""
    assert phase_1_counts(tables(HALF)) == [
        1, 4, 50, 592, 7156, 87236, 1043817, 12070278, 124946368, 821605960, 1199128738, 58202444,
        476, 0, 0, 0,
    ]  # fmt: skip


@pytest.mark.slow
def test_all_of_phase_1_in_quarter_turns() -> None:
    found = phase_1_counts(tables(QUARTER))
    assert found[:6] == counts(phase_1_levels(QUARTER, 5))
    assert sum(found) == 495 * 2048 * 2187


@pytest.mark.parametrize("metric", METRICS)
def test_phase_2(metric: Metric) -> None:
    deepest = 5 if metric == HALF else 8
    found = levels(PHASE_2_NAMES, PHASE_2_COSTS[metric], deepest, PHASE_2_MARKS)
    t = tables(metric)
    check_depths(found, [unpacked(t.phase_2, phase_2_entries(level, t)) for level in found])
    # Nothing else is as near: a class counts as often as it has values.
    sizes = np.bincount(t.corner_classes >> 4)
    nibbles = np.stack([t.phase_2 & 15, t.phase_2 >> 4], axis=1).reshape(len(sizes), -1)
    total = [int(((nibbles == d).sum(axis=1) * sizes).sum()) for d in range(deepest + 1)]
    assert total == counts(found)


@pytest.mark.parametrize("metric", METRICS)
def test_corners_and_slice(metric: Metric) -> None:
    deepest = 5 if metric == HALF else 8
    found = levels(PHASE_2_NAMES, PHASE_2_COSTS[metric], deepest, CORNERS_SLICE_MARKS)
    table = tables(metric).corners_slice
    distances = []
    for level in found:
        state = corners_and_edges(level)
        slice_perm = values_of(C.SLICE_SORTED, *state) - 494 * 24
        distances.append(table[values_of(C.CORNERS, *state) * 24 + slice_perm])
    check_depths(found, distances)
    assert np.bincount(table)[: deepest + 1].tolist() == counts(found)
    assert len(table) == 40320 * 24
    assert table.max() < 255  # every entry was reached


@pytest.mark.parametrize("metric", METRICS)
def test_turns_that_lead_nearer(metric: Metric) -> None:
    """Turns of near entries against the oracle's, as the smallest of a class sees them."""
    t = tables(metric)
    costs = HALF_TURN_COSTS if metric == HALF else QUARTER_TURN_COSTS
    found = phase_1_levels(metric, 4)
    assert t.nearest == NEAREST
    for depth in range(1, 5):
        states = found[depth][:: max(1, len(found[depth]) // 100)]
        entries = phase_1_entries(states, t)
        numbers = t.flip_slice[values_of(C.FLIP_SLICE, *corners_and_edges(states))]
        after = [unpacked(t.phase_1, phase_1_entries(states[:, turn], t)) for turn in turns()]
        for row, (entry, number) in enumerate(zip(entries, numbers, strict=True)):
            images = conjugate_turns()[int(number) & 15]
            nearer = {k for k in range(18) if after[k][row] + costs[k] == depth}
            assert nearer
            bits = int(near_turns(t.near, int(entry)))
            assert {k for k in range(18) if bits >> int(images[k]) & 1} == nearer


def test_packing() -> None:
    distances = np.array([0, 1, 14, 15, 16, 200, 7], np.uint8)
    assert pack(distances).tolist() == [0x10, 0xFE, 0xFF, 0x07]


#: CRC-32 of tables, the same on every machine and in every run.
KEPT = {
    "phase_1": 0x51BC4C4E,
    "phase_2": 0xBC345653,
    "corners_slice": 0xA434E221,
    "near": 0x4DB7CE95,
}


@pytest.mark.parametrize("name", KEPT)
def test_tables_are_the_same_on_every_machine(name: str) -> None:
    assert crc32(getattr(tables(HALF), name)) == KEPT[name]


def test_a_build_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part of the work tells its shares; together they go from nothing to nearly all."""

    def build(graph: object, start: object, progress: Callable[[float], None]) -> Bytes:
        for share in (0.0, 0.5, 1.0):
            progress(share)
        return np.zeros(2, np.uint8)

    monkeypatch.setattr(of_tables, "build_distances", build)
    monkeypatch.setattr(near, "build_near", lambda *args: np.zeros(1, np.uint64))
    shares: list[float] = []
    build_all_distances(HALF, shares.append, build_coordinates(no_share))
    assert len(shares) == 9
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert 0.9 < shares[-1] <= 1


def no_share(share: float) -> None: ...
