"""The search of the 4x4: coordinates and distances near the goal, and every kind of state."""

import random

import numpy as np
import pytest

from cubesolve import Cube, Limit, iter_solutions, solve
from cubesolve.methods.four import centers, wings
from cubesolve.methods.four.loading import tables_for
from cubesolve.methods.four.search import FourReductions, _state
from cubesolve.methods.four.turns import PHASE_3, TURNS
from cubesolve.protocols import no_progress
from cubesolve.search.orbits import pieces
from cubesolve.search.reductions import Effort
from cubesolve.search.workers import Workers
from oracle import Oracle
from states import structured

FEW = Limit(nodes=200_000)


def replayed(scramble: str, moves: str) -> bool:
    oracle = Oracle(4)
    oracle.play(scramble)
    oracle.play(moves)
    return oracle.is_solved()


def random_turns(rng: random.Random, length: int) -> str:
    return " ".join(rng.choice(TURNS.names) for _ in range(length))


def test_edges_near_the_goal_are_as_far_as_turns_say() -> None:
    """All states of mates up to three turns from solved, found by playing turns."""
    from cubesolve.kernels.four_edges import N_TURNS, edge_number

    t = tables_for(no_progress).phases
    high, low = wings.mate_places()
    split = centers.rl_centers().splits.index(int(centers.SPLITS.numbers[0b1111]))
    seen: dict[tuple[int, int], int] = {}
    turns = pieces(4).wings.turns[list(PHASE_3)]
    maps = wings.edge_maps()
    states = [(np.arange(24, dtype=np.uint8), split, 0)]
    for depth in range(4):
        following = []
        for state, rl, parity in states:
            where = {int(state[place]) >> 1: i for i, place in enumerate(low)}
            mates = np.array([where[int(state[place]) >> 1] for place in high], np.uint8)
            number = int(edge_number(mates, N_TURNS, maps))
            value = 6 * parity + int(maps.values[N_TURNS, number & 7, rl])
            key = (number >> 3, value)
            if key in seen:
                continue
            seen[key] = depth
            packed = int(t.edges[number >> 3])
            least, is_larger = packed >> 12, packed >> value & 1
            assert depth > least if is_larger else depth == least
            following += [
                (state[turn], int(maps.values[i, 0, rl]), parity ^ (i >= 14))
                for i, turn in enumerate(turns)
            ]
        states = following
    assert len(seen) > 80


def test_few_turns_are_solved_in_as_many() -> None:
    rng = random.Random(4)
    for length in range(1, 6):
        for _ in range(3):
            scramble = random_turns(rng, length)
            solution = solve(Cube.from_alg(scramble, 4), "short")
            assert solution.count("OBTM") <= length
            assert replayed(scramble, str(solution.alg))


@pytest.mark.parametrize("name", ["edge parity", "corner swap", "superflip", "three wings"])
def test_never_longer_than_methods_of_people(name: str) -> None:
    cube = dict(structured(4))[name]
    short = solve(cube, "short", limit=FEW).count("OBTM")
    for method in ("beginner", "cfop", "two-phase", "cage", "cage-two-phase", "layers"):
        assert short <= solve(cube, method).count("OBTM")


def test_random_states_on_the_oracle() -> None:
    rng = random.Random(14)
    for _ in range(20):
        scramble = random_turns(rng, 60)
        solution = solve(Cube.from_alg(scramble, 4), "short", limit=FEW)
        assert replayed(scramble, str(solution.alg))
        assert solution.count("OBTM") < 56


def test_solutions_get_shorter() -> None:
    cube = Cube.random_state(4, 7)
    lengths = [s.count("OBTM") for s in iter_solutions(cube, "short", Limit(nodes=3_000_000))]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] <= 46


def test_threads_do_not_change_what_is_found() -> None:
    found = []
    for threads in (1, 2):
        cube = Cube.random_state(4, 3)
        search = FourReductions(cube, tables_for(no_progress), Effort(1e6, Workers(threads)))
        for i in range(80):
            search.advance(40_000, i / 80, 1e6)
        found.append((search.nodes, search.best, [way.phases for way in search._ways]))
    assert found[0] == found[1]
    assert found[0][2]


def test_the_state_is_that_of_the_oracle() -> None:
    scramble = random_turns(random.Random(1), 30)
    state = _state(Cube.from_alg(scramble, 4))
    orbits = pieces(4)
    oracle = Oracle(4)
    oracle.play(scramble)
    stickers = np.array(oracle.stickers())
    assert (state.centers == stickers[orbits.x_centers.slots[:, 0]] // 16).all()


def test_quarter_turns_are_refused_in_words() -> None:
    cube = Cube.random_state(4, 1)
    with pytest.raises(ValueError, match="only OBTM"):
        solve(cube, "short", metric="QTM")
    assert solve(Cube.from_alg("R U2", 3), "short", metric="QTM").alg
