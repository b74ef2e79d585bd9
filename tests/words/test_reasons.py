"""Every step of a human method says why it was chosen."""

import pytest

from cubesolve import Cube, solve

METHODS = {
    2: ("beginner", "cfop"),
    3: ("beginner", "cfop", "layers"),
    4: ("beginner", "cage", "layers"),
    5: ("beginner", "cfop", "cage", "layers"),
}


@pytest.mark.parametrize("size", METHODS)
def test_every_step_has_a_reason(size: int) -> None:
    for method in METHODS[size]:
        for seed in range(4):
            solution = solve(Cube.random_state(size, seed=seed), method=method)
            without = [step.title for step in solution.steps if not step.reason]
            assert not without, (method, seed)
