"""What turns cost, against how long their algorithms are."""

from itertools import pairwise, product

import pytest

from cubesolve import Alg, Move
from cubesolve.costs import BLOCK, BOUNDARY, FACE_TURN, QUARTERS, alg_cost, face_turn


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_faces(turns: int) -> None:
    alg = Alg([Move("R", ((1, 1),), turns if turns < 3 else -1)])
    assert alg_cost(alg, 5) == FACE_TURN[turns]
    for metric in ("OBTM", "QTM"):
        assert face_turn(metric, turns) == alg.count(metric, 5)
    assert FACE_TURN[turns] == QUARTERS[turns] + BOUNDARY


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_any_layers(turns: int) -> None:
    size = 6
    for picks in product((0, 1), repeat=size):
        layers = tuple((k + 1, k + 1) for k in range(size) if picks[k])
        if 0 < len(layers) < size:
            alg = Alg([Move("R", layers, turns if turns < 3 else -1)])
            boundaries = sum(a != b for a, b in pairwise(picks))
            assert alg_cost(alg, size) == QUARTERS[turns] + BOUNDARY * boundaries


def test_a_block_of_inner_layers_has_two_boundaries() -> None:
    assert alg_cost(Alg.parse("[2:3]R"), 6) == QUARTERS[1] + BLOCK


def test_nothing_costs_nothing() -> None:
    assert FACE_TURN[0] == QUARTERS[0] == alg_cost(Alg(), 4) == face_turn("OBTM", 0) == 0
