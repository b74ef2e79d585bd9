"""The set that gains most, against every possible set."""

from itertools import permutations

import numpy as np
import pytest

from cubesolve import Cube, FaceName, Operator
from cubesolve.commutators import (
    CellSet,
    CommunicatorHelper,
    TargetSet,
    best_target_set,
    valid_ways,
)
from cubesolve.commutators.best_sets import EXACT_UP_TO, Mask
from cubesolve.commutators.cycles import commutator

PAIRS = list(permutations(FaceName, 2))


Pair = tuple[FaceName, FaceName]


def gain_of(size: int, pair: Pair, wrong: Mask, wanted: Mask, found: TargetSet) -> int:
    """Return what a set gains, from the cells that its commutator says it moves."""
    result = commutator(size, *pair, found.cells, found.source_turns, True, found.way)
    gain = 0
    for a, b in zip(result.source, result.target, strict=True):
        gain += int(wrong[b] and wanted[a]) - int(not wrong[b] and not wanted[a])
    return gain


def every_set(n: int) -> list[CellSet]:
    choices = [tuple(i for i in range(n) if mask >> i & 1) for mask in range(1, 2**n)]
    return [CellSet(rows, columns) for rows in choices for columns in choices]


@pytest.mark.parametrize("size", [4, 5])
def test_no_set_gains_more(size: int) -> None:
    random = np.random.default_rng(size)
    n = size - 2
    for source, target in PAIRS:
        wrong = random.random((n, n)) < 0.6
        wanted = random.random((n, n)) < 0.5
        most = 0
        for cells in every_set(n):
            for way in valid_ways(size, source, target, cells):
                for turns in range(4):
                    tried = TargetSet(cells, turns, way, 0)
                    most = max(most, gain_of(size, (source, target), wrong, wanted, tried))
        best = best_target_set(size, source, target, wrong, wanted)
        assert (best.gain if best else 0) == most


@pytest.mark.parametrize("size", [4, 6, 8, 12, 13, 20, 33])
def test_the_gain_is_what_playing_it_gains(size: int) -> None:
    random = np.random.default_rng(size)
    n = size - 2
    for source, target in PAIRS[:: 1 if size < 13 else 6]:
        wrong = random.random((n, n)) < 0.7
        wanted = random.random((n, n)) < 0.3
        best = best_target_set(size, source, target, wrong, wanted)
        if best is None:
            assert size == 4  # nothing to gain is likely only there
            continue
        assert best.gain == gain_of(size, (source, target), wrong, wanted, best)
        operator = Operator(Cube(size))
        result = CommunicatorHelper(operator).do_set_communicator(
            source, target, best.cells, best.source_turns, best.way
        )
        cube = operator.cube
        for a, b in zip(result.source, result.target, strict=True):
            arrived = cube.center(target).get_slice(*b).edge.sticker
            assert arrived == Cube(size).center(source).get_slice(*a).edge.sticker


def test_large_cubes_fill_many_cells_at_once() -> None:
    size = 40
    n = size - 2
    assert n > EXACT_UP_TO
    random = np.random.default_rng(1)
    wrong = random.random((n, n)) < 5 / 6
    wanted = random.random((n, n)) < 1 / 6
    best = best_target_set(size, FaceName.U, FaceName.F, wrong, wanted)
    assert best is not None
    row_gains = [
        np.sum(wrong[row] & np.rot90(wanted, turns)[row]) for row in range(n) for turns in range(4)
    ]
    assert best.gain >= np.median(row_gains) + 2


def test_nothing_to_gain() -> None:
    right = np.zeros((4, 4), dtype=np.bool_)
    assert best_target_set(6, FaceName.U, FaceName.F, right, ~right) is None
    assert best_target_set(6, FaceName.U, FaceName.F, ~right, right) is None


def test_grids_of_another_size_are_refused() -> None:
    grid = np.zeros((3, 3), dtype=np.bool_)
    with pytest.raises(ValueError, match="4x4"):
        best_target_set(6, FaceName.U, FaceName.F, grid, grid)
