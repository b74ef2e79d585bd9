"""Methods of one's own: registered, they are methods like all others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cubesolve
from cubesolve import (
    SOLVERS,
    Cube,
    Method,
    Operator,
    SolveFailed,
    SolverResults,
    SolveStep,
    Task,
    register,
    solve,
    unregister,
)
from cubesolve.cli import main


class Undo:
    """Solves a cube that one turn of U made."""

    def __init__(self, task: Task) -> None:
        self.size = task.size

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        for turn in ("U", "U2", "U'"):
            with operator.query():
                operator.play(turn)
                found = operator.cube.solved
            if found:
                with operator.annotate("Turn the top"):
                    operator.play(turn)
                break
        return SolverResults()


@pytest.fixture
def mine() -> Iterator[Method]:
    method = register(Method("one-turn", "one turn of the top", 2, (SolveStep.ALL,), Undo))
    yield method
    unregister("one-turn")


def test_it_solves(mine: Method, capsys: pytest.CaptureFixture[str]) -> None:
    assert SOLVERS["one-turn"] is mine
    solution = solve(Cube.scrambled("U", 4), "one-turn")
    assert (str(solution), solution.method, len(solution.steps)) == ("U'", "one-turn", 1)
    (same,) = cubesolve.iter_solutions(Cube.scrambled("U", 4), "one-turn")
    assert same.alg == solution.alg
    assert main(["methods"]) == 0
    assert "one turn of the top" in capsys.readouterr().out
    assert main(["solve", "--scramble", "U2", "--method", "one-turn"]) == 0
    assert capsys.readouterr().out == "U2\n"


def test_what_it_leaves_unsolved_is_told(mine: Method) -> None:
    with pytest.raises(SolveFailed, match="one-turn did not solve"):
        solve(Cube.scrambled("R"), "one-turn")


def test_what_it_must_return_is_told() -> None:
    class Forgetful(Undo):
        def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
            super().solve(operator, what)
            return None  # type: ignore[return-value]

    register(Method("forgetful", "", 2, (SolveStep.ALL,), Forgetful))
    try:
        with pytest.raises(TypeError, match="expected SolverResults from forgetful, got None"):
            solve(Cube.scrambled("U"), "forgetful")
    finally:
        unregister("forgetful")


def test_names_that_are_taken(mine: Method) -> None:
    for name in ("one-turn", "cfop"):
        with pytest.raises(ValueError, match=f"there is already a method {name}"):
            register(Method(name, "", 2, (SolveStep.ALL,), Undo))
    assert SOLVERS["one-turn"] is mine


@pytest.mark.parametrize("name", ["auto", "", "My", "a b", "-a", "a--b", "ä"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(ValueError, match="expected a name in lower case"):
        Method(name, "", 2, (SolveStep.ALL,), Undo)


def test_steps_end_with_all() -> None:
    for steps in ((), (SolveStep.ALL, SolveStep.EDGES)):
        with pytest.raises(ValueError, match="to end with all"):
            Method("mine", "", 2, steps, Undo)


def test_only_methods_are_registered_and_only_these_are_taken_out() -> None:
    with pytest.raises(TypeError, match="expected a Method, got"):
        register(Undo)  # type: ignore[arg-type]
    for name in ("cfop", "none"):
        with pytest.raises(ValueError, match=f"of a registered method, got '{name}'"):
            unregister(name)
    assert "cfop" in SOLVERS
