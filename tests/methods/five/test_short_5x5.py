"""Short solutions of the 5x5, on the oracle: random states, easy ones, and those of people."""

import random

import pytest

from cubesolve import Cube, Limit, iter_solutions, solve
from cubesolve.methods.five.search import FiveReductions
from cubesolve.search.orbits import turns_of
from cubesolve.search.reductions import Effort
from cubesolve.search.workers import Workers
from oracle import Oracle
from states import structured

FEW = Limit(nodes=200_000)


def replayed(scramble: str, moves: str) -> bool:
    oracle = Oracle(5)
    oracle.play(scramble)
    oracle.play(moves)
    return oracle.is_solved()


def random_turns(rng: random.Random, length: int) -> str:
    return " ".join(rng.choice(turns_of(5).names) for _ in range(length))


def test_random_states_on_the_oracle() -> None:
    rng = random.Random(14)
    for _ in range(6):
        scramble = random_turns(rng, 90)
        solution = solve(Cube.from_alg(scramble, 5), "short", limit=FEW)
        assert replayed(scramble, str(solution.alg))
        assert solution.count("OBTM") < 80
        assert [step.phase for step in solution.steps][-1] == "search"
        assert len(solution.steps) == 6


def test_few_turns_are_solved_in_as_many() -> None:
    rng = random.Random(4)
    for length in range(1, 6):
        scramble = random_turns(rng, length)
        solution = solve(Cube.from_alg(scramble, 5), "short")
        assert solution.count("OBTM") <= length
        assert replayed(scramble, str(solution.alg))


@pytest.mark.parametrize("size", [4, 5])
def test_a_small_limit_waits_for_an_answer_of_the_search(size: int) -> None:
    """Methods of people have answers to easy states that are far too long."""
    scramble = "Rw U Fw2 D' Lw B U2 Rw' F Uw L2 Bw"
    cube = Cube.from_alg(scramble, size)
    solution = solve(cube, "short", limit=Limit(nodes=1))
    assert solution.count("OBTM") < solve(cube, "two-phase").count("OBTM") / 2
    assert replayed(scramble, str(solution.alg)) or size == 4


@pytest.mark.parametrize("size", [4, 5])
def test_easy_states_are_not_longer_than_their_scramble(size: int) -> None:
    rng = random.Random(10 * size)
    for length in (6, 8, 10, 12):
        for _ in range(2):
            scramble = " ".join(rng.choice(turns_of(size).names) for _ in range(length))
            solution = solve(Cube.from_alg(scramble, size), "short", limit=FEW)
            assert solution.count("OBTM") <= length
            assert solution.results.is_optimal == (solution.count("OBTM") <= 6)


@pytest.mark.parametrize("name", ["superflip", "three wings", "three cells"])
def test_never_longer_than_methods_of_people(name: str) -> None:
    cube = dict(structured(5))[name]
    short = solve(cube, "short", limit=FEW).count("OBTM")
    for method in ("beginner", "cfop", "two-phase", "cage", "cage-two-phase", "layers"):
        assert short <= solve(cube, method).count("OBTM")


def test_solutions_get_shorter() -> None:
    cube = Cube.random_state(5, 7)
    lengths = [s.count("OBTM") for s in iter_solutions(cube, "short", Limit(nodes=8_000_000))]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] <= 70


def test_threads_do_not_change_what_is_found() -> None:
    found = []
    for threads in (1, 2):
        search = FiveReductions(Cube.random_state(5, 3), Effort(1e6, Workers(threads)))
        ways: list[int] = []
        while not ways:
            if search.advance(40_000, 0.5, 1e6).name == "FOUND":
                ways = search.take().costs.tolist()
        found.append((search.nodes, ways))
    assert found[0] == found[1]
