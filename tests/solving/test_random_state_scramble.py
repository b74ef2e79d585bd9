"""Random-state scrambles: they reach the state, in the form of competitions, never too near."""

import re

import pytest

from cubesolve import Cube, UnsupportedSizeError, random_state_scramble, solve
from cubesolve.methods.two.optimal import distance
from oracle import Oracle


@pytest.mark.parametrize("size", [2, 3])
def test_a_scramble_reaches_the_random_state_of_its_seed(size: int) -> None:
    for seed in range(10):
        scramble = random_state_scramble(size, seed)
        assert Cube.from_alg(scramble, size).solved is False
        # Up to a turn of the whole cube, which no scramble makes.
        both = Cube.random_state(size, seed)
        both.play(solve(Cube.from_alg(scramble, size), "optimal" if size == 2 else "two-phase").alg)
        assert both.solved
        oracle = Oracle(size)
        solution = solve(Cube.random_state(size, seed)).alg
        for face, first, last, turns in (*scramble.blocks(size), *solution.blocks(size)):
            oracle.turn(face, range(first, last + 1), turns)
        assert oracle.is_solved()


def test_the_form_is_that_of_competitions() -> None:
    for seed in range(20):
        two = str(random_state_scramble(2, seed))
        assert re.fullmatch(r"([URF][2']? ?){11}", two), two
    for seed in range(3):
        assert re.fullmatch(r"([URFDLB][2']? ?){1,20}", str(random_state_scramble(3, seed)))


def test_states_that_are_too_near_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int | None] = []
    draw = Cube.random_state

    def near_first(size: int, seed: int | None = None) -> Cube:
        drawn.append(seed)
        return Cube.from_alg("R", size) if len(drawn) == 1 else draw(size, seed)

    monkeypatch.setattr(Cube, "random_state", staticmethod(near_first))
    for size in (2, 3):
        drawn.clear()
        scramble = random_state_scramble(size, 5)
        assert len(drawn) == 2
        assert len(set(drawn)) == 2
        assert len(scramble.moves) >= 11


def test_no_2x2_is_nearer_than_four_moves() -> None:
    for seed in range(50):
        assert distance(Cube.from_alg(random_state_scramble(2, seed), 2)) >= 4


def test_larger_cubes_are_refused() -> None:
    with pytest.raises(UnsupportedSizeError, match="sizes 2 to 4, got 5"):
        random_state_scramble(5, 1)
