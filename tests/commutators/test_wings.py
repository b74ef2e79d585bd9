"""Commutators of wings: three edges, the chosen slices, nothing else."""

from random import Random

import numpy as np
import pytest

from cubesolve import Cube, UnsupportedSizeError
from cubesolve.commutators import Side, wing_commutator

HOLDS = ["", "x", "x2", "x'", "y", "y2", "y'", "z", "z'", "x y", "x y2", "z2 y'"]


def slots(cube: Cube, place: tuple[str, int]) -> tuple[int, ...]:
    return cube.edge(place[0]).get_slice(place[1]).slots


@pytest.mark.parametrize("size", [4, 5, 6, 7, 10])
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("inverse", [False, True])
@pytest.mark.parametrize("rotation", HOLDS)
def test_only_the_named_wings_move(size: int, side: Side, inverse: bool, rotation: str) -> None:
    random = Random(size)
    n = size - 2
    for slices in ([1], [n], list(range(1, n + 1)), random.sample(range(1, n + 1), n // 2)):
        result = wing_commutator(size, slices, side, inverse=inverse, rotation=rotation)
        cube = Cube(size)
        cube.play(result.algorithm)
        changed = set(np.flatnonzero(cube.stickers != np.arange(6 * size * size)).tolist())
        named = {s for cycle in result.cycles for place in cycle for s in slots(cube, place)}
        assert changed == named
        assert len(named) == 6 * len(set(slices))
        for cycle in result.cycles:
            for here, there in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                arrived = {cube.sticker_at(s) for s in slots(cube, there)}
                assert arrived == set(slots(cube, here))


def test_the_cycles_that_layer_by_layer_needs() -> None:
    left = wing_commutator(5, [1])
    assert [name for name, _ in left.cycles[0]] == ["UF", "FL", "UB"]
    right = wing_commutator(5, [1], Side.RIGHT)
    assert [name for name, _ in right.cycles[0]] == ["UF", "FR", "UB"]
    back = wing_commutator(5, [1], inverse=True)
    assert [name for name, _ in back.cycles[0]] == ["UF", "UB", "FL"]
    assert len(left.algorithm) == len(right.algorithm) == 8


@pytest.mark.parametrize("slices", [[], [0], [4], [1, 9]])
def test_slices_that_are_not_there(slices: list[int]) -> None:
    with pytest.raises(ValueError, match="expected slices"):
        wing_commutator(5, slices)


def test_small_cubes_have_no_wings() -> None:
    with pytest.raises(UnsupportedSizeError):
        wing_commutator(3, [1])
