"""The cases of the last layer: each algorithm solves its case, and no case is missing."""

from itertools import product

import pytest

from cubesolve import Alg, Cube
from cubesolve.methods.three.cfop.cases import OLL, PLL
from cubesolve.stages.shadow import for_size

TURNS = ["", "U", "U2", "U'"]


def keeps_two_layers(cube: Cube) -> bool:
    corners = all(c.match_faces for c in cube.corners if "D" in c.name)
    return corners and all(e.match_faces for e in cube.edges if "U" not in e.name)


def orientation(cube: Cube) -> str:
    up = cube.up.color
    around = [slot for c in cube.up.corners for slot in c.slots]
    around += [slot for e in cube.up.edges for slot in e.slots]
    return "".join("U" if cube.color_at(slot) == up else "." for slot in around)


@pytest.mark.parametrize("name", OLL)
def test_oll_keeps_two_layers_and_turns_its_case_up(name: str) -> None:
    alg = Alg.parse(OLL[name])
    cube = Cube.from_alg(alg.inverse())
    assert cube.facelets()[4::9] == "URFDLB"  # the centres are at home
    assert keeps_two_layers(cube)
    assert not cube.up.solved
    cube.play(alg)
    assert cube.solved


@pytest.mark.parametrize("name", PLL)
def test_pll_keeps_two_layers_and_solves_its_case(name: str) -> None:
    alg = Alg.parse(PLL[name]).without_rotations(3)
    cube = Cube.from_alg(alg.inverse())
    assert keeps_two_layers(cube)
    assert cube.up.solved
    assert not cube.solved
    cube.play(alg)
    assert cube.solved


def test_all_orientations_of_the_last_layer_are_there() -> None:
    """27 twists of corners and 8 flips of edges, one of them solved: 215 to turn up."""
    seen: dict[str, str] = {}
    for name, text in OLL.items():
        for turn in TURNS:
            state = orientation(Cube.from_alg(Alg.parse(text).inverse() + turn))
            assert seen.setdefault(state, name) == name
    assert len(OLL) == 57
    assert len(seen) == 27 * 8 - 1


def test_all_permutations_of_the_last_layer_are_there() -> None:
    """4! x 4! / 2 permutations, four of them turns of the solved layer: 284 to place."""
    seen: dict[str, str] = {}
    for name, text in PLL.items():
        inverse = Alg.parse(text).without_rotations(3).inverse()
        for before, after in product(TURNS, repeat=2):
            state = Cube.from_alg(Alg.parse(before) + inverse + after).facelets()
            assert seen.setdefault(state, name) == name
    assert len(PLL) == 21
    assert len(seen) == 284


@pytest.mark.parametrize("size", [4, 5, 6])
def test_cases_work_on_reduced_cubes(size: int) -> None:
    for text in (*OLL.values(), *PLL.values()):
        alg = Alg.parse(text)
        cube = Cube.from_alg(for_size(alg.inverse(), size), size)
        assert cube.is3x3
        cube.play(for_size(alg, size))
        assert cube.solved
