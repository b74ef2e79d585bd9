"""Methods of people beside a search for few turns: only as long as there is time."""

import pytest

from cubesolve import Cube, Limit, SolveStep
from cubesolve.methods.four import FOUR
from cubesolve.methods.three.two_phase import two_phase_pool
from cubesolve.operator import Operator
from cubesolve.protocols import SolverResults, now
from cubesolve.stages.short import ShortSolver


class Person:
    """Solves by knowing the scramble."""

    def __init__(self, alg: str) -> None:
        self.alg = alg
        self.was_asked = False

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        self.was_asked = True
        operator.play(self.alg)
        return SolverResults()

    def status(self, cube: Cube) -> str:
        return "solved" if cube.is_solved else "unsolved"


@pytest.mark.parametrize(
    ("limit", "costs"),
    [
        (Limit(nodes=1), [1]),
        (Limit(time=1e6).since(now()), [1]),
        (Limit(time=1.0).since(now() - 0.8), []),  # what is left is for the search
    ],
)
def test_people_are_asked_while_there_is_time(limit: Limit, costs: list[int]) -> None:
    people = [Person("R L L'"), Person("L R L' U U'"), Person("R")]
    solver = ShortSolver(FOUR, two_phase_pool, people)
    found = list(solver._by_people(Cube.from_alg("R'", 4), limit))
    assert [each.cost for each in found] == costs
    assert [person.was_asked for person in people] == 3 * [bool(costs)]
