"""The fewest turns of outer blocks: exact, for every size and hold, and never wrong."""

import random
from functools import partial

import pytest

from cubesolve import Cube
from cubesolve.checkpoints import watched
from cubesolve.search import few_turns
from cubesolve.search.few_turns import fewest_turns, least_turns, n_breaks
from cubesolve.search.orbits import turns_of
from oracle import Oracle

HOLDS = ("", "x", "y2", "z'", "x y", "x2 z")


def scrambled(size: int, count: int, rng: random.Random) -> tuple[str, Cube]:
    names = list(turns_of(size).names)
    text = " ".join([rng.choice(HOLDS), *rng.sample(names, count), rng.choice(HOLDS)])
    oracle = Oracle(size)
    oracle.play(text)
    return text, Cube.from_facelets(oracle.facelets())


@pytest.mark.parametrize("size", [4, 5])
def test_up_to_five_turns_are_undone_in_as_many(size: int) -> None:
    rng = random.Random(size)
    for count in range(6):
        for _ in range(6):
            text, cube = scrambled(size, count, rng)
            turns = fewest_turns(cube)
            assert turns is not None
            assert len(turns) <= count
            oracle = Oracle(size)
            oracle.play(text)
            oracle.play(" ".join(turns_of(size).names[turn] for turn in turns))
            assert oracle.is_solved()


def test_fewest_is_what_breadth_first_search_finds() -> None:
    """All states two turns from solved that one turn does not solve."""
    near = {Cube.from_alg(name, 4).facelets() for name in turns_of(4).names}
    for first in turns_of(4).names[::4]:
        for second in turns_of(4).names:
            cube = Cube.from_alg(f"{first} {second}", 4)
            turns = fewest_turns(cube)
            assert turns is not None
            if not cube.solved and cube.facelets() not in near and len(turns) == 1:
                after = cube.copy()
                after.play(turns_of(4).to_alg(turns))
                assert after.solved


def test_no_turn_mends_more_breaks_than_the_bound_says() -> None:
    for size in (4, 5, 6):
        cube = Cube.random_state(size, 1)
        for name in turns_of(size).names:
            turned = cube.copy()
            turned.play(name)
            assert abs(n_breaks(cube) - n_breaks(turned)) <= 4 * size


def test_far_states_are_left_alone() -> None:
    cube = Cube.random_state(4, 2)
    assert least_turns(cube) > 5
    assert fewest_turns(cube) is None
    six = Cube.from_alg("R Uw F2 Rw' D Fw", 4)
    assert fewest_turns(six, 5) is None
    assert fewest_turns(six, 6, nodes=10) is None
    assert len(fewest_turns(six, 6) or ()) == 6


@pytest.mark.parametrize("alg", ["R Uw F2 Rw' D", "R Uw F2 Rw' D Fw", "Rw2 F2 U2 Rw2 R2 U2 F2 Rw2"])
def test_turns_are_the_same_wherever_the_clock_is_looked_at(
    alg: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cube = Cube.from_alg(alg, 4)
    found = set()
    for at_once in (1, 96 * 7, 96 * 10**6):
        monkeypatch.setattr(few_turns, "_AT_ONCE", at_once)
        looks: list[int] = []
        with watched(partial(looks.append, 1)):
            found.add((fewest_turns(cube), fewest_turns(cube, 6, nodes=1000)))
        assert (len(looks) > 2) == (at_once < 96 * 10**6)
    assert len(found) == 1
