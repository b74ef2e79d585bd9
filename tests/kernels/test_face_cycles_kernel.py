"""The best commutator of centre cells, against every one that there is."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from kernel_cubes import COMPILER_OFF, right_cells

from cubesolve import Cube
from cubesolve.checkpoints import watched
from cubesolve.commutators import CellSet, FaceCycle, Ring, face_cycle, rings
from cubesolve.costs import alg_cost
from cubesolve.kernels import face_cycles as kernel
from cubesolve.stages.cage import centers
from cubesolve.stages.cage.centers import _best_cycle, _table
from cubesolve.stages.gains import center_cells

TURNS = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]


def task_of(cube: Cube, setups: int = 4) -> kernel.Task:
    goal, free = np.arange(6, dtype=np.uint8), np.ones(6, dtype=np.uint8)
    return kernel.Task(center_cells(cube), goal, *_table(cube.size), free, setups, -1, 0)


def check_gain(cube: Cube, cycle: kernel.Cycle, room: kernel.Room) -> None:
    """Play a cycle, and compare what it gains for its cost."""
    lines, places = (tuple(np.flatnonzero(chosen).tolist()) for chosen in room.found)
    ring = rings()[cycle.ring]
    cells = CellSet(places, lines) if ring.by_columns else CellSet(lines, places)
    turns = cycle.face_turns, cycle.target_turns, cycle.second_turns
    found = face_cycle(cube.size, ring, cells, (cycle.first + 1, cycle.second + 1), *turns)
    after = cube.copy()
    after.play(found.algorithm)
    assert right_cells(after) - right_cells(cube) == cycle.gain > 0
    assert cycle.gain / alg_cost(found.algorithm, cube.size) == pytest.approx(cycle.ratio)


def all_cycles(ring: Ring) -> list[FaceCycle]:
    """Return every commutator of a ring on a 4x4 that turns no other face first."""
    found = []
    for slice_turns, face_turns, target_turns in product(TURNS, (1, 3), range(4)):
        for row, column in product(range(2), repeat=2):
            try:
                cells = CellSet((row,), (column,))
                found.append(face_cycle(4, ring, cells, slice_turns, face_turns, target_turns))
            except ValueError:
                continue
    return found


@pytest.mark.parametrize("seed", [1] if COMPILER_OFF else [1, 2])
def test_the_best_is_the_best_of_all(seed: int) -> None:
    """On a 4x4 every commutator is tried: none gains more for its cost than the kernel's."""
    cube = Cube.random_state(4, seed)
    best = 0.0
    for ring in rings():
        for found in all_cycles(ring):
            after = cube.copy()
            after.play(found.algorithm)
            cost = alg_cost(found.algorithm, 4)
            best = max(best, (right_cells(after) - right_cells(cube)) / cost)
    task = task_of(cube, setups=1)
    room = kernel.new_room(2)
    cycle = _best_cycle(task, room)
    assert cycle.ratio == pytest.approx(best)
    check_gain(cube, cycle, room)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_cycle_gains_and_costs_what_it_says(seed: int) -> None:
    """On larger cubes too, with turns of the second face first."""
    cube = Cube.random_state(6, seed)
    room = kernel.new_room(4)
    check_gain(cube, _best_cycle(task_of(cube), room), room)


def test_a_turn_that_merges_costs_less() -> None:
    """The step before ended with the turn that this one begins with, or its inverse."""
    cube = Cube.random_state(4, 2)
    room = kernel.new_room(2)
    plain = _best_cycle(task_of(cube), room)
    ratios = [
        _best_cycle(task_of(cube)._replace(tail_face=face, tail_turns=turns), room).ratio
        for face in (range(3) if COMPILER_OFF else range(6))
        for turns in (1, 3)
    ]
    assert max(ratios) > plain.ratio


def test_only_free_faces_take_part() -> None:
    cube = Cube.random_state(5, 1)
    task = task_of(cube)
    task.free[2:] = 0
    cycle = _best_cycle(task, kernel.new_room(3))
    ring = rings()[cycle.ring]
    faces = {ring.target, ring.sources[cycle.first], ring.sources[cycle.second]}
    assert cycle.gain > 0
    assert {face.number for face in faces} == {0, 1}


@pytest.mark.parametrize("size", [5] if COMPILER_OFF else [5, 8])
def test_cycles_are_the_same_wherever_the_clock_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    task, n = task_of(Cube.random_state(size, 3)), size - 2
    found = []
    for at_once in (1, 5 * n**2, 12 * n**2):
        monkeypatch.setattr(centers, "_AT_ONCE", at_once)
        looks: list[int] = []
        room = kernel.new_room(n)
        with watched(partial(looks.append, 1)):
            found.append((_best_cycle(task, room), room.found.tolist()))
        assert len(looks) == -(-12 // max(1, at_once // n**2))
    assert found[0] == found[1] == found[2]
