"""Ways to turn pictures are kept if the cube that they make is possible."""

import numpy as np
import pytest

from cubesolve import Cube
from cubesolve.model.geometry import geometry
from cubesolve.scan.arrangements import Coloring
from cubesolve.scan.laws import Ints
from cubesolve.scan.possible import Laws
from cubesolve.scan.turnings import possible_turns

IN_ORDER = Coloring(tuple(range(6)), tuple(range(6)), 0.0)


def scrambled(size: int) -> Ints:
    letters = Cube.random_state(size, seed=1).facelets()
    return np.array(["URFDLB".index(letter) for letter in letters])


def moved(size: int, there: list[int], here: list[int]) -> Ints:
    """Return the colours of a cube with those of some slots moved to others."""
    faces = scrambled(size)
    faces[there] = faces[here]
    return faces


CORNERS = geometry(3).corner_slots
MIDGES = [list(map(int, slots)) for slots in geometry(3).midge_slots]
WINGS = [list(map(int, slots)) for slots in next(iter(geometry(4).wing_orbits()))]
IMPOSSIBLE = {
    "a corner twisted": (3, list(CORNERS[0]), [*CORNERS[0][1:], CORNERS[0][0]]),
    "an edge flipped": (3, MIDGES[0], MIDGES[0][::-1]),
    "two edges swapped": (3, MIDGES[0] + MIDGES[1], MIDGES[1] + MIDGES[0]),
    "a corner twice": (3, list(CORNERS[0]), list(CORNERS[1])),
    "a wing twice": (4, WINGS[0], WINGS[1]),
}


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_scrambled_cube_can_be_held_in_one_way(size: int) -> None:
    turns = possible_turns(Laws(geometry(size)), scrambled(size), IN_ORDER)
    assert turns.tolist() == [[0] * 6]


@pytest.mark.parametrize(("size", "there", "here"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_cube_can_be_held_in_no_way(
    size: int, there: list[int], here: list[int]
) -> None:
    assert len(possible_turns(Laws(geometry(size)), moved(size, there, here), IN_ORDER)) == 0


def test_faces_that_look_the_same_count_once() -> None:
    """The right layer turned: four faces upright, or four upside down as the left one."""
    cube = Cube(3)
    cube.play("R")
    labels = np.array(["URFDLB".index(letter) for letter in cube.facelets()])
    turns = possible_turns(Laws(geometry(3)), labels, IN_ORDER).tolist()
    assert [0] * 6 in turns
    assert [2, 0, 2, 2, 0, 2] in turns
    assert all(way[1] == way[4] == 0 for way in turns)
