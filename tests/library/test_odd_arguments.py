"""What makes no sense is refused in words that say what was expected, before anything is done."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from cubesolve import (
    Alg,
    ColorScheme,
    CommunicatorHelper,
    Cube,
    FaceName,
    FacesTrackerHolder,
    Metric,
    Move,
    Operator,
    Solution,
    SolveStep,
    solve,
)

SIZE = "expected a whole number as the size, got "
SEED = "expected a whole number as the seed, got "
FACES = "expected one of the faces U R F D L B, got "
STEPS = "expected one of the steps all, centers, .*; got "


def odd(value: object) -> Any:
    """Return what no type checker would let pass."""
    return value


def scrambled() -> Cube:
    return Cube.scrambled("R U2 F'")


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: Alg.parse(odd(5)), TypeError, "expected moves as text, got 5"),
        (lambda: Move.parse(odd(5)), TypeError, "expected the text of a move, got 5"),
        (lambda: Move(odd(["R"])), TypeError, "letter or the text of a move, got "),
        (lambda: Move("R", odd(2)), TypeError, "expected layers as pairs, got 2"),
        (lambda: Move("R", amount=odd("2")), TypeError, "whole number as the amount, got '2'"),
        (lambda: Move("R", amount=odd(2.0)), TypeError, "whole number as the amount, got 2.0"),
        (lambda: Metric("HTM"), ValueError, "expected one of the metrics OBTM, .*; got 'HTM'"),
        (lambda: Alg("R").mirror(odd(5)), ValueError, "expected a mirror M, E or S, got 5"),
        (lambda: Alg("R").count("OBTM", odd("3")), TypeError, f"{SIZE}'3'"),
        (lambda: Alg("R").count("OBTM", odd(2.5)), TypeError, f"{SIZE}2.5"),
        (lambda: Alg("R").equivalent("L", odd(3.0)), TypeError, f"{SIZE}3.0"),
        (lambda: Cube(odd("3")), TypeError, f"{SIZE}'3'"),
        (lambda: Cube(odd(3.0)), TypeError, f"{SIZE}3.0"),
        (lambda: Cube(odd([3])), TypeError, r"whole number as the size, got \[3\]"),
        (lambda: Cube(3, odd("WRGYOB")), TypeError, "expected a ColorScheme, got 'WRGYOB'"),
        (lambda: Cube.random(3, odd("x")), TypeError, f"{SEED}'x'"),
        (lambda: Cube.random(3, odd(1.5)), TypeError, f"{SEED}1.5"),
        (lambda: Cube.random(3, -1), ValueError, "expected a seed of at least 0, got -1"),
        (lambda: Cube.from_facelets(odd(None)), TypeError, "expected facelets as text, got None"),
        (lambda: Cube(3).edge(odd(5)), ValueError, "expected an edge such as UF, got 5"),
        (lambda: Cube(3).corner(odd(None)), ValueError, "expected a corner such as UFR, got None"),
        (lambda: Cube(3).face("up"), ValueError, f"{FACES}'up'"),
        (lambda: Cube(3).center(odd(0)), ValueError, f"{FACES}0"),
        (lambda: FaceName("x"), ValueError, f"{FACES}'x'"),
        (lambda: ColorScheme.parse(odd(5)), ValueError, "expected six colour letters .* got 5"),
        (lambda: Operator(odd(5)), TypeError, "expected a Cube, got 5"),
        (lambda: FacesTrackerHolder(odd(5)), TypeError, r"expected a Cube, or .* \.cube, got 5"),
        (lambda: CommunicatorHelper(odd(5)), TypeError, "expected an Operator, got 5"),
        (lambda: SolveStep("middle-0"), ValueError, f"{STEPS}'middle-0'"),
        (lambda: solve(scrambled(), what="xyz"), ValueError, f"{STEPS}'xyz'"),
        (lambda: solve(scrambled(), what=odd(5)), ValueError, f"{STEPS}5"),
    ],
)
def test_odd_arguments_are_refused_in_words(
    call: Callable[[], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=f"^.*{words}"):
        call()


def test_whole_numbers_of_other_kinds_are_sizes() -> None:
    import numpy as np

    cube = Cube(odd(np.int64(4)))
    assert cube == Cube(4)
    assert type(cube.size) is int
    assert Alg("Rw").count("OBTM", odd(np.int64(4))) == 1


def test_a_solution_is_asked_as_its_moves_are() -> None:
    solution = solve(scrambled())
    assert str(solution) == "F U2 R'"
    assert "U2" in solution
    assert Move("R'") in solution
    assert "R" not in solution
    assert solution[0] == Move("F")
    assert solution[-2:] == Alg("U2 R'")
    with pytest.raises(IndexError):
        solution[3]


def test_a_long_solution_is_asked_as_its_moves_are() -> None:
    solution = solve(Cube.random(9, seed=1), "fast")
    assert solution[0] in solution
    assert str(solution[1]) in solution
    assert list(solution[:3]) == [solution[i] for i in range(3)]


@pytest.mark.parametrize("method", ["beginner", "two-phase", "fast"])
def test_solutions_are_values(method: str) -> None:
    cube = Cube.random(4, seed=3)
    solution, again = solve(cube, method), solve(cube, method)
    assert solution == again == pickle.loads(pickle.dumps(solution))
    assert {solution, again} == {solution}
    assert solution != solve(cube, "cfop")


def test_what_json_holds_is_the_same_solution() -> None:
    solution = solve(scrambled())
    assert Solution.from_json(solution.to_json()) == solution
