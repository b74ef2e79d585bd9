"""Assignments under laws: what they find is possible, and nothing cheaper is."""

from itertools import permutations, product

import numpy as np
import pytest

from cubesolve import DEFAULT_SCHEME, Cube
from cubesolve.model.geometry import geometry
from cubesolve.model.validity import find_problems
from cubesolve.scan.arrangements import Arrangement, Coloring, slots_of
from cubesolve.scan.laws import balanced_turns, ranked, schemes
from cubesolve.scan.possible import Laws
from cubesolve.scan.turnings import possible_turns


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_costs_make_a_possible_cube(size: int, seed: int) -> None:
    costs = np.random.default_rng(seed).uniform(0, 10, (6 * size * size, 6))
    shape = geometry(size)
    possible = Laws(shape).best(costs)
    assert find_problems(shape, possible.faces.astype(np.uint8), DEFAULT_SCHEME) == []
    picked = costs[np.arange(len(costs)), possible.faces].sum()
    assert possible.cost == pytest.approx(picked)


def test_assignments_come_in_order() -> None:
    costs = np.random.default_rng(3).uniform(0, 1, (5, 5))
    found = [cost for cost, _ in ranked(costs)]
    every = sorted(
        sum(costs[i, p] for i, p in enumerate(order)) for order in permutations(range(5))
    )
    assert found == pytest.approx(every)


def test_turns_are_the_cheapest_that_balance() -> None:
    costs = np.random.default_rng(4).uniform(0, 1, (5, 3))
    cost, turned = balanced_turns(costs)
    every = [
        sum(costs[place, turn] for place, turn in enumerate(turns))
        for turns in np.ndindex(*(3,) * 5)
        if sum(turns) % 3 == 0
    ]
    assert cost == pytest.approx(min(every))
    assert sum(turned) % 3 == 0


def test_others_cost_more_and_are_possible() -> None:
    costs = np.random.default_rng(5).uniform(0, 10, (54, 6))
    shape = geometry(3)
    laws = Laws(shape)
    best = laws.best(costs)
    others = list(laws.others(costs, best))
    assert len(others) == 20
    for more, slots, faces in others:
        changed = best.faces.copy()
        changed[slots] = faces
        assert more >= 0
        assert find_problems(shape, changed.astype(np.uint8), DEFAULT_SCHEME) == []
        cost = costs[np.arange(54), changed].sum()
        assert cost == pytest.approx(best.cost + more)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_pictures_of_a_scrambled_cube_are_held_in_one_way(size: int) -> None:
    cube = Cube.random_state(size, seed=size)
    turns = (0, 1, 2, 3, 0, 1)
    assert ways_to_hold(cube, turns) == {turns}


@pytest.mark.parametrize(("size", "moves", "other"), [(3, "R", "L'"), (4, "2R", "2L'")])
def test_ways_to_hold_pictures_are_all_that_make_possible_cubes(
    size: int, moves: str, other: str
) -> None:
    cube, changed = Cube(size), Cube(size)
    cube.play(moves)
    changed.play(other)
    found = {as_held(cube, turns) for turns in ways_to_hold(cube, (0, 0, 0, 0, 0, 0))}
    assert {cube.facelets(), changed.facelets()} <= found
    # The right and the left face have one colour: to turn them changes nothing.
    every = {as_held(cube, (u, 0, f, d, 0, b)) for u, f, d, b in product(range(4), repeat=4)}
    assert found == {text for text in every if is_possible(text)}


def ways_to_hold(cube: Cube, turns: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return the ways to hold pictures of a cube that were turned."""
    letters = np.array(["URFDLB".index(letter) for letter in cube.facelets()])
    faces = letters.reshape(6, cube.size, cube.size)
    labels = np.stack([np.rot90(face, k) for face, k in zip(faces, turns, strict=True)]).ravel()
    coloring = Coloring((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5), 0.0)
    found = possible_turns(Laws(geometry(cube.size)), labels, coloring)
    return {tuple(way) for way in found.tolist()}


def is_possible(facelets: str) -> bool:
    return Cube.from_facelets(facelets, allow_invalid=True).is_solvable()


def as_held(cube: Cube, turns: tuple[int, ...]) -> str:
    arrangement = Arrangement((0, 1, 2, 3, 4, 5), turns, (0, 1, 2, 3, 4, 5))
    return "".join(cube.facelets()[slot] for slot in slots_of(arrangement, cube.size).tolist())


def test_six_colours_go_on_a_cube_in_thirty_ways() -> None:
    assert len(schemes()) == 30
