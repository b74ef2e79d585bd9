"""Commutators round two and three faces: exactly what they say, and the best is the best."""

from itertools import product
from random import Random

import numpy as np
import pytest

from cubesolve import Cube, FaceName, UnsupportedSizeError
from cubesolve.commutators import CellSet, FaceCycle, Ring, face_cycle, natural_source, rings
from cubesolve.kernels.face_cycles import best_cycle, choose_runs, count_runs
from cubesolve.model import Cell

TURNS = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]


def slot(size: int, face: FaceName, cell: Cell) -> int:
    """Return a cell's slot by the layout of facelets alone."""
    row, column = cell
    return "URFDLB".index(face) * size * size + (size - 2 - row) * size + column + 1


def check(size: int, found: FaceCycle) -> None:
    """Play the algorithm and compare every sticker with what the cycle promises."""
    cube = Cube(size)
    cube.play(found.algorithm)
    expected = np.arange(6 * size * size)
    for a, b, c in zip(found.source, found.target, found.second, strict=True):
        source = slot(size, found.source_face, a)
        target = slot(size, found.target_face, b)
        second = slot(size, found.second_face, c)
        expected[target], expected[second], expected[source] = source, target, second
    assert np.array_equal(cube.stickers, expected), found


def some_cells(n: int, random: Random) -> CellSet:
    """Return rows and columns that no turn of the face lets meet."""
    numbers = list(range(n // 2))
    random.shuffle(numbers)
    cut = random.randint(1, max(1, len(numbers) - 1))
    rows = [random.choice((k, n - 1 - k)) for k in numbers[:cut]]
    columns = [random.choice((k, n - 1 - k)) for k in numbers[cut:] or [0]]
    return CellSet(tuple(rows), tuple(columns))


def test_rings_are_every_face_with_both_axes_that_cut_it() -> None:
    assert len(rings()) == 12
    for ring in rings():
        assert len({ring.target, *ring.sources}) == 4
        assert ring.sources[1] == ring.target.opposite


@pytest.mark.parametrize("size", [6, 7, 9, 12])
def test_three_sets_of_cells_change_places_and_nothing_else(size: int) -> None:
    random = Random(size)
    faces = set()
    for ring, slice_turns, face_turns in product(rings(), TURNS, (1, 3)):
        cells = some_cells(size - 2, random)
        turns = random.randrange(4), random.randrange(4)
        found = face_cycle(size, ring, cells, slice_turns, face_turns, *turns)
        check(size, found)
        assert len(found.target) == len(cells)
        assert (found.source_face == found.second_face) == (slice_turns[0] == slice_turns[1])
        faces.add((found.source_face, found.target_face, found.second_face))
    assert len(faces) == 30 + 12 * 6  # pairs of faces, and rings with two different turns


def test_layers_must_not_meet() -> None:
    ring = rings()[0]
    with pytest.raises(ValueError, match="meet"):
        for face_turns in (1, 3):
            face_cycle(5, ring, CellSet((0,), (0,)), (1, 1), face_turns)
    with pytest.raises(UnsupportedSizeError):
        face_cycle(3, ring, CellSet((0,), (0,)), (1, 1), 1)


def test_runs_are_chosen_as_trying_all_would() -> None:
    random = Random(1)
    chosen = np.zeros(7, dtype=np.uint8)
    for _ in range(60):
        gains = np.array([random.randint(-2, 2) for _ in range(7)], dtype=np.float64)
        price = random.random() * 2
        best = max(
            sum(g for g, take in zip(gains, picks, strict=True) if take)
            - price * count_runs(np.array(picks, dtype=np.uint8))
            for picks in product((0, 1), repeat=7)
        )
        assert choose_runs(gains, price, chosen) == pytest.approx(best)
        taken = float(gains[chosen > 0].sum()) - price * count_runs(chosen)
        assert taken == pytest.approx(best)


def table(size: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    rows = []
    for ring in rings():
        row = [ring.target.number, int(ring.by_columns)]
        for source in ring.sources:
            start, by_row, by_column = natural_source(size, source, ring.target, ring.axis)
            row += [source.number, *start, *by_row, *by_column]
        rows.append(row)
    return np.array(rows, dtype=np.int64)


def right(cube: Cube) -> int:
    grids = cube.colors().reshape(6, cube.size, cube.size)[:, 1:-1, 1:-1]
    return int(sum((grids[face] == face).sum() for face in range(6)))


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


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_is_the_best_of_all(seed: int) -> None:
    """On a 4x4 every commutator is tried: none gains more for its cost than the kernel's."""
    cube = Cube.random_state(4, seed)
    best = 0.0
    for ring in rings():
        for found in all_cycles(ring):
            after = cube.copy()
            after.play(found.algorithm)
            cost = found.algorithm.count("OBTM", 4) + found.algorithm.count("QTM", 4)
            best = max(best, (right(after) - right(cube)) / cost)
    grids = cube.colors().reshape(6, 4, 4)
    cells = np.ascontiguousarray(grids[:, -2:0:-1, 1:-1])
    goal, free = np.arange(6, dtype=np.uint8), np.ones(6, dtype=np.uint8)
    step = np.zeros(7, dtype=np.int64)
    lines, places = np.zeros(2, dtype=np.uint8), np.zeros(2, dtype=np.uint8)
    ratio = best_cycle(cells, goal, table(4), free, 1, -1, 0, step, lines, places)
    assert ratio == pytest.approx(best)
