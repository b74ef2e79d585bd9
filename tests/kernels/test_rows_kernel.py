"""The best step of filling a row, against every step that there is."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from kernel_cubes import COMPILER_OFF, subsets

from cubesolve import Alg, Cube, Move
from cubesolve.costs import alg_cost
from cubesolve.kernels import rows as kernel
from cubesolve.kernels.rows import Row
from cubesolve.kernels.runs import new_lines
from cubesolve.stages.layers.holding import SIDES, Grids, grids_of
from cubesolve.stages.layers.rows import _tops, from_side, from_up
from cubesolve.stages.layers.turns import columns_turn, face_turn, rows_turn

Steps = Iterator[tuple[list[Move], int]]  # moves, and how far they turn the row


def lands(size: int, k: int, column: int, turns: int) -> int:
    """Return the column from which U, turned clockwise, brings row k of this one."""
    row = k
    for _ in range(-turns % 4):
        row, column = size - 1 - column, row
    return column


def insertions(size: int, k: int, front: int) -> Steps:
    for setup, a, b in product(range(4), (1, 2, 3), (1, 2, 3)):
        allowed = [c for c in range(size) if lands(size, k, c, a) != c]
        for columns in subsets(allowed):
            if a == 2 and any(size - 1 - c in columns for c in columns):
                continue
            if all(c in (0, size - 1) for c in columns):
                continue
            there = columns_turn(size, front, columns, 1)
            yield (
                [
                    *face_turn("U", setup),
                    *(there, *face_turn("U", a), there.inverse()),
                    *rows_turn(size, [k], b),
                    *(there, *face_turn("U", -a), there.inverse()),
                ],
                b,
            )


def commutators(size: int, k: int, front: int) -> Steps:
    inner = list(range(1, size - 1))
    for turn, setup in product((1, 3), range(4)):
        for columns in subsets([c for c in inner if c != (k if turn == 1 else size - 1 - k)]):
            yield face_turn("U", setup) + from_up(size, front, k, columns, turn), 0
    for turn, way, turns in product((1, 3), (1, 2, 3), range(4)):
        for columns in subsets([c for c in inner if (size - 1 - c if turn == 1 else c) != k]):
            yield from_side(size, front, k, columns, turn, way, turns), 0


def matching(grids: Grids, goal: list[int], k: int, turned: int) -> int:
    """Return how many cells of row k are right, if the row has turned so far."""
    sides = [grids[side, k, 1:-1] for side in SIDES]
    return sum(int(np.sum(sides[i] == goal[(i - turned) % 4])) for i in range(4))


def below(grids: Grids, k: int) -> list[int]:
    cells: list[int] = grids[list(SIDES), :k].ravel().tolist() + grids[3].ravel().tolist()
    return cells


def check(size: int, k: int, front_sides: range) -> None:
    cube = Cube.random_state(size, size)
    grids = grids_of(cube)
    goal = [int(grids[side, k, 1]) for side in SIDES]
    before = matching(grids, goal, k, 0)
    best = 0.0
    for front in front_sides:
        for moves, turned in (*insertions(size, k, front), *commutators(size, k, front)):
            after = cube.copy()
            after.play(Alg(moves))
            seen = grids_of(after)
            if below(seen, k) != below(grids, k):
                continue
            cost = sum(alg_cost(Alg([move]), size) for move in moves)
            best = max(best, (matching(seen, goal, k, turned) - before) / cost)
    sides = np.ascontiguousarray(grids[list(SIDES)])
    row = Row(sides, _tops(grids), np.array(goal, dtype=np.uint8), k)
    columns = np.zeros(size, dtype=np.uint8)
    found = best_of_fronts(row, size, columns, front_sides)
    assert found == pytest.approx(best)
    assert best > 0 or len(front_sides) < 4


def best_of_fronts(row: Row, size: int, columns: Grids, fronts: range) -> float:
    lines = new_lines(size)
    if fronts == range(4):
        return float(kernel.best_step(row, lines, columns).ratio)
    best = kernel.Step(0.0, 0, 0, 0, 0, 0, 0)
    for front in fronts:
        for better in (kernel.better_insertion, kernel.better_from_up, kernel.better_from_side):
            best = better(row, front, best, lines, columns)  # type: ignore[no-untyped-call]
    return best.ratio


@pytest.mark.parametrize(("size", "k"), [(4, 1), (4, 2), (5, 1), (5, 2), (5, 3)])
def test_no_step_is_better(size: int, k: int) -> None:
    fronts = range(size % 2, size % 2 + 1) if COMPILER_OFF else range(4)
    check(size, k, fronts)


def test_a_full_row_has_no_step() -> None:
    grids = grids_of(Cube(6))
    sides = np.ascontiguousarray(grids[list(SIDES)])
    row = Row(sides, _tops(grids), np.array(SIDES, dtype=np.uint8), 2)
    assert kernel.best_step(row, new_lines(6), np.zeros(6, dtype=np.uint8)).ratio == 0
