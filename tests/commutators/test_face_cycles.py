"""Commutators round two and three faces: exactly what they say."""

from itertools import product
from random import Random

import numpy as np
import pytest

from cubesolve import Cube, FaceName, UnsupportedSizeError
from cubesolve.commutators import CellSet, FaceCycle, face_cycle, rings
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
