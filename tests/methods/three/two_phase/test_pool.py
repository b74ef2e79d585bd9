"""Many reduced cubes under one bound: the shortest in all, alike on any number of cores."""

import numpy as np
import pytest

from cubesolve.methods.three.two_phase import two_phase_pool
from cubesolve.methods.three.two_phase.cubie import Cubies
from cubesolve.search.anytime import Status
from cubesolve.search.pool import Joined, Pool, ReducedCubes
from cubesolve.search.workers import Workers

SCRAMBLES = ((0, 3, 7, 11, 16, 2, 6), (4, 8, 0), (3, 0, 5, 8, 13, 17, 9, 1), (0, 3, 6, 9, 12, 15))


def cubes(costs: tuple[int, ...]) -> ReducedCubes:
    states = [Cubies.solved().play(turns) for turns in SCRAMBLES]
    return ReducedCubes(
        np.stack([state.corners for state in states]),
        np.stack([state.edges for state in states]),
        np.array(costs),
    )


def best(pool: Pool, nodes: int = 20_000) -> Joined:
    """Search until nothing is better."""
    found = None
    for _ in range(2_000):
        status = pool.advance(nodes)
        if status == Status.EXHAUSTED:
            break
        if status == Status.FOUND:
            found = pool.answer()
            pool.beat(found.cost)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("costs", "number", "total"), [((20, 20, 20, 20), 1, 23), ((20, 25, 20, 20), 3, 26)]
)
def test_the_shortest_in_all_is_found(costs: tuple[int, ...], number: int, total: int) -> None:
    pool = two_phase_pool(Workers())
    pool.add(cubes(costs))
    found = best(pool)
    assert (found.number, found.cost) == (number, total)
    assert Cubies.solved().play(SCRAMBLES[number]).play(found.turns).is_solved
    assert pool.nodes > 0


def test_cubes_that_come_later_are_searched_too() -> None:
    pool = two_phase_pool(Workers())
    pool.add(cubes((20, 20, 20, 20)))
    pool.beat(23)
    while pool.advance(20_000) != Status.EXHAUSTED:
        pass
    pool.add(cubes((30, 19, 30, 30)))
    found = best(pool)
    assert (found.number, found.cost) == (5, 22)


def test_a_cube_that_is_solved_costs_nothing_more() -> None:
    pool = two_phase_pool(Workers())
    home = np.arange(24, dtype=np.uint8)[None]
    pool.add(ReducedCubes(home, home, np.array([12])))
    found = best(pool)
    assert (found.number, found.turns, found.cost) == (0, (), 12)


def test_the_number_of_threads_does_not_matter() -> None:
    found = []
    for threads in (1, 2):
        pool = two_phase_pool(Workers(threads))
        pool.add(cubes((20, 27, 21, 23)))
        steps = []
        for _ in range(20):
            if pool.advance(3_000) == Status.FOUND:
                steps.append((pool.answer(), pool.nodes))
                pool.beat(pool.answer().cost)
        found.append(steps)
    assert found[0] == found[1]
