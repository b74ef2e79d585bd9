"""Beams of states with few breaks: they undo a scramble in as few turns as it has."""

import random

import pytest

from cubesolve import Cube
from cubesolve.kernels.few_breaks import across
from cubesolve.search.few_breaks import _cuts, beam_turns, n_joint_breaks
from cubesolve.search.few_turns import n_breaks
from cubesolve.search.orbits import turns_of
from oracle import Oracle


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_breaks_after_a_turn_are_known_before_it(size: int) -> None:
    cube = Cube.random_state(size, 3)
    colors, cuts = cube.colors(), _cuts(size)
    for turn, name in enumerate(turns_of(size).names):
        turned = cube.copy()
        turned.play(name)
        change = across(colors, cuts.then[turn]) - across(colors, cuts.before[turn])
        assert n_joint_breaks(cube) + change == n_joint_breaks(turned)


def test_pieces_that_agree_by_chance_on_one_face_are_a_break_on_both() -> None:
    cube = Cube.from_alg("R", 4)
    assert n_joint_breaks(cube) == n_breaks(cube) == 4 * 4
    lone = Cube.from_alg("R U R' U'", 4)
    assert n_joint_breaks(lone) > n_breaks(lone)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_scrambles_of_ten_turns_are_solved_in_ten(size: int) -> None:
    rng = random.Random(size)
    for _ in range(5):
        scramble = " ".join(rng.choice(turns_of(size).names) for _ in range(10))
        turns = beam_turns(Cube.from_alg(scramble, size), 10, 10_000)
        assert turns is not None
        assert len(turns) <= 10
        oracle = Oracle(size)
        oracle.play(scramble)
        oracle.play(" ".join(turns_of(size).names[turn] for turn in turns))
        assert oracle.is_solved()


def test_a_random_cube_is_given_up() -> None:
    assert beam_turns(Cube.random_state(4, 1), 12, 100) is None
