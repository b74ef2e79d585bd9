"""The best step of pairing the first layer's edges, against every step that there is."""

import numpy as np
import pytest
from kernel_cubes import COMPILER_OFF, subsets, wings_of

from cubesolve import Alg, Cube
from cubesolve.costs import alg_cost
from cubesolve.kernels import pairing as kernel
from cubesolve.model.face_translation import slice_move
from cubesolve.stages.edge_tables import setups
from cubesolve.stages.layers.first_layer import _sources

SETUP_STEP = 4 if COMPILER_OFF else 1  # of the setups, one in so many is tried


def follow(code: int, start: Cube, end: Cube, edge: int) -> tuple[int, int]:
    """Return where a setup carries an edge's middle, and what it shows there."""
    before, after = wings_of(start), wings_of(end)
    middle = before.shape[1] // 2
    assert before[edge, middle] == code
    swapped = code % 6 * 6 + code // 6
    ((there,),) = np.nonzero(np.isin(after[:, middle], (code, swapped)))
    return int(there), int(after[there, middle])


@pytest.mark.parametrize("size", [5, 7])
def test_no_step_is_better(size: int) -> None:
    """Anchors are four edges with the colours of their middle wing, which does not move."""
    cube = Cube.random_state(size, 4)
    n = cube.n_slices
    table = setups(1)
    wings = wings_of(cube)
    edges = [0, 3, 6, 9]
    codes = [int(wings[edge, n // 2]) for edge in edges]
    free = [layer for layer in range(n) if layer != n // 2]
    best = 0.0
    for setup in table.algs[::SETUP_STEP]:
        held = cube.copy()
        held.play(setup)
        places = [follow(code, cube, held, edge) for edge, code in zip(edges, codes, strict=True)]
        before = sum(int(np.sum(wings_of(held)[edge] == code)) for edge, code in places)
        for turns in (1, 2, 3):
            for layers in subsets(free):
                turn = Alg([slice_move(size, 1, [k + 1 for k in layers], turns)])
                after = held.copy()
                after.play(turn)
                shown = wings_of(after)
                gain = sum(int(np.sum(shown[edge] == code)) for edge, code in places) - before
                best = max(best, gain / (alg_cost(setup, size) + alg_cost(turn, size)))
    anchors = kernel.Anchors(np.array(edges), np.array(codes), n // 2)
    chosen = np.zeros(n, dtype=np.uint8)
    tried = type(table.effects)(*(np.ascontiguousarray(a[::SETUP_STEP]) for a in table.effects))
    step = kernel.best_turn(wings, anchors, tried, _sources(), kernel.new_room(n, anchors), chosen)
    assert step.ratio == pytest.approx(best)
    assert not chosen[n // 2]


def test_where_all_wings_are_nothing_gains() -> None:
    wings = wings_of(Cube(5))
    anchors = kernel.Anchors(np.array([0, 1]), wings[[0, 1], 1], 1)
    chosen = np.zeros(3, dtype=np.uint8)
    room = kernel.new_room(3, anchors)
    step = kernel.best_turn(wings, anchors, setups(1).effects, _sources(), room, chosen)
    assert step == kernel.Step(0.0, 0, 0, 0)
