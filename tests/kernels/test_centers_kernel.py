"""The best step of building centres, against every step that there is."""

from collections.abc import Iterator
from functools import partial
from itertools import product

import numpy as np
import pytest
from kernel_cubes import right_cells, subsets

from cubesolve import Alg, Cube
from cubesolve.checkpoints import watched
from cubesolve.costs import alg_cost
from cubesolve.kernels import centers as kernel
from cubesolve.kernels.centers import Step
from cubesolve.stages import center_steps
from cubesolve.stages.center_steps import best_center_steps, connection_table, step_alg


def every_step(n: int) -> Iterator[tuple[Step, list[int]]]:
    """Yield all steps of a connection with the lines that take part."""
    for source, target in product(range(4), repeat=2):
        for lines in subsets(range(n)):
            if not any(n - 1 - line in lines for line in lines):
                yield Step(0.0, kernel.HALF, source, target, 0, 0, 0), lines
        for same, first in product(range(2), range(n)):
            for last in range(first, n):
                lines = list(range(first, last + 1))
                yield Step(0.0, kernel.QUARTER, source, target, same, 0, 0), lines
    for turned, same, one in product(range(4), range(2), range(n)):
        meets = one if same else n - 1 - one
        for others in subsets([k for k in range(n) if k != meets]):
            for kind in (kernel.COMMUTATOR_LINES, kernel.COMMUTATOR_PLACES):
                yield Step(0.0, kind, turned, 0, same, one, 0), others


def gain_and_cost(cube: Cube, alg: Alg) -> tuple[int, float]:
    """Return what an algorithm really gains, and what its moves cost one by one.

    A half turn of inner layers counts as a quarter turn.
    """
    after = cube.copy()
    after.play(alg)
    cost = kernel.STEP
    for move in alg.moves:
        is_half = any(
            turns == 2 and first > 1 for _, first, _, turns in Alg([move]).blocks(cube.size)
        )
        cost += alg_cost(Alg([move]), cube.size) - is_half
    return right_cells(after) - right_cells(cube), cost


@pytest.mark.parametrize(("size", "number"), [(4, 0), (4, 5), (4, 17), (4, 30), (5, 1), (5, 12)])
def test_no_step_is_better(size: int, number: int) -> None:
    cube = Cube.random_state(size, number)
    way = connection_table(size)[0][number]
    best = 0.0
    for step, lines in every_step(size - 2):
        gain, cost = gain_and_cost(cube, step_alg(size, way, step, lines))
        best = max(best, gain / cost)
    found = best_center_steps(cube, range(6), [number], only_best=True)
    if best == 0:
        assert found == []
        return
    ((_, step, lines),) = found
    assert step.ratio == pytest.approx(best)
    gain, cost = gain_and_cost(cube, step_alg(size, way, step, lines))
    assert gain == step.gain
    assert gain / cost == pytest.approx(best)


def test_the_best_of_all_connections_is_the_first_of_the_sorted() -> None:
    cube = Cube.random_state(6, 1)
    numbers = range(len(connection_table(6)[0]))
    every = best_center_steps(cube, range(6), numbers, only_best=False)
    (best,) = best_center_steps(cube, range(6), numbers, only_best=True)
    assert best == every[0]
    ratios = [step.ratio for _, step, _ in every]
    assert ratios == sorted(ratios, reverse=True)
    assert len(every) > len(numbers) // 2


def test_a_solved_cube_has_no_step() -> None:
    assert best_center_steps(Cube(6), range(6), range(36), only_best=True) == []
    assert best_center_steps(Cube(6), range(6), range(36), only_best=False) == []


def test_a_block_gains_what_its_lines_gain_together() -> None:
    rng = np.random.default_rng(2)
    n = 5
    room = kernel.new_room(n)
    for _ in range(20):
        for grid in (room.s, room.t):
            grid[:] = rng.integers(-1, 2, grid.shape)
        room.s_lines[:] = room.s.sum(axis=2)
        room.t_places[:] = room.t.sum(axis=1)
        for same in (False, True):
            best = 0
            for first in range(n):
                for last in range(first, n):
                    block = range(first, last + 1)
                    met = [k if same else n - 1 - k for k in block]
                    outside = [k for k in range(n) if k not in met]
                    gain = room.s[1][np.ix_(block, outside)].sum()
                    others = [k for k in range(n) if k not in block]
                    gain += room.t[2][np.ix_(others, met)].sum()
                    best = max(best, int(gain))
            found = kernel.best_block(room, 1, 2, same)  # type: ignore[no-untyped-call]
            assert found.gain == best


@pytest.mark.parametrize("only_best", [True, False])
def test_steps_are_the_same_wherever_the_clock_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, only_best: bool
) -> None:
    for size in (5, 6, 9):
        cube = Cube.random_state(size, 3)
        numbers = range(len(connection_table(size)[0]))
        found = []
        for at_once in (1, 5 * (size - 2) ** 2, 10**9):
            monkeypatch.setattr(center_steps, "_AT_ONCE", at_once)
            looks: list[int] = []
            with watched(partial(looks.append, 1)):
                found.append(best_center_steps(cube, range(6), numbers, only_best))
            assert (len(looks) > 1) == (at_once < 10**9)
        assert found[0] == found[1] == found[2]
