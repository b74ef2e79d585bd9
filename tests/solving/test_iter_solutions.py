"""`iter_solutions`: shorter and shorter solutions by every method that searches."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from cubesolve import (
    SOLVERS,
    Cube,
    Interrupted,
    InvalidCubeError,
    Limit,
    Metric,
    Solution,
    iter_solutions,
    solve,
    solve_many,
)
from cubesolve.protocols import SearchingSolver
from cubesolve.words.searching import shortest

LIMIT = Limit(nodes=60_000)
SEARCHES = [name for name, method in SOLVERS.items() if method.metrics]


def checked(cube: Cube, found: Iterator[Solution], metric: str = "OBTM") -> list[Solution]:
    """Return all solutions of an iterator, each of which solves the cube."""
    before = cube.stickers.tolist()
    solutions = list(found)
    assert cube.stickers.tolist() == before
    for solution in solutions:
        twin = cube.copy()
        twin.play(solution)
        assert twin.solved
        assert solution.start == cube.facelets()
        steps = [step.alg for step in solution.steps]
        twin = cube.copy()
        twin.play(steps)
        assert twin.solved
    assert solutions
    return solutions


def quarter_turns(solution: Solution) -> int:
    return sum(2 if move.turns == 2 else 1 for move in solution)


@pytest.mark.parametrize("method", ["auto", "two-phase", "cage-two-phase"])
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_each_is_shorter(size: int, method: str) -> None:
    several = 0
    for seed in range(3):
        cube = Cube.random_state(size, seed)
        found = checked(cube, iter_solutions(cube, method, LIMIT))
        lengths = [solution.count("OBTM") for solution in found]
        assert lengths == sorted(set(lengths), reverse=True)
        assert {solution.size for solution in found} == {size}
        assert method in ("auto", found[0].method)
        several += len(found) > 1
        assert lengths[-1] <= solve(cube, method, limit=LIMIT).count("OBTM")
    # The centres decide how long a cage of a 6x6 gets; the first answer of a 4x4 takes this limit.
    assert several or size == 6 or found[0].method == "short"


def test_a_big_cube_is_reduced_once() -> None:
    cube = Cube.random_state(4, 5)
    found = checked(cube, iter_solutions(cube, "two-phase", LIMIT))
    assert len(found) > 1
    beginnings = {tuple(map(str, solution.steps[:-1])) for solution in found}
    assert len(beginnings) == 1
    assert len({str(solution.steps[-1].alg) for solution in found}) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("method", SEARCHES)
def test_quarter_turns(method: str) -> None:
    for size in (2, 3, 4):
        cube = Cube.random_state(size, 1)
        if SOLVERS[method].shortens(Metric.QTM, size) and SOLVERS[method].fits(size):
            found = checked(cube, iter_solutions(cube, method, LIMIT, metric="qtm"))
            lengths = [quarter_turns(solution) for solution in found]
            assert lengths == sorted(set(lengths), reverse=True)
        elif SOLVERS[method].fits(size):
            with pytest.raises(ValueError, match="cannot minimise QTM"):
                iter_solutions(cube, method, LIMIT, metric="qtm")


def test_optimal_says_when_it_is_proven() -> None:
    cube = Cube.scrambled("R U F D2 L' B")
    found = checked(cube, iter_solutions(cube, "optimal"))
    assert found[-1].results.is_optimal
    assert not any(solution.results.is_optimal for solution in found[:-1])
    lengths = [len(solution) for solution in found]
    assert lengths[:-1] == sorted(set(lengths[:-1]), reverse=True)
    assert lengths[-1] <= 6
    assert len(found) > 1
    first, last = found[0].steps[0], found[-1].steps[0]
    assert first.explanation != last.explanation == shortest(lengths[-1], Metric.OBTM).explanation


@pytest.mark.parametrize("method", SEARCHES)
def test_a_2x2_is_solved_optimally_at_once(method: str) -> None:
    cube = Cube.random_state(2, 4)
    (solution,) = checked(cube, iter_solutions(cube, method))
    assert solution.results.is_optimal


@pytest.mark.parametrize("method", [name for name in SOLVERS if name not in SEARCHES])
def test_a_method_that_does_not_search_gives_its_one(method: str) -> None:
    for size in (2, 3, 4):
        cube = Cube.random_state(size, 7)
        (solution,) = checked(cube, iter_solutions(cube, method))
        assert solution.alg == solve(cube, method).alg
        assert solution.method == method


@pytest.mark.parametrize("method", ["auto", *SOLVERS])
def test_a_solved_cube_has_one_empty_solution(method: str) -> None:
    (solution,) = iter_solutions(Cube(3), method)
    assert not solution
    assert len(solution) == 0


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("method", ["two-phase", "cage-two-phase"])
@pytest.mark.parametrize("alg", ["R", "x", "Rw U", "R U R' U'", "2R2", "3L' U"])
def test_a_nearly_solved_cube(size: int, method: str, alg: str) -> None:
    cube = Cube.scrambled(alg, size)
    found = checked(cube, iter_solutions(cube, method, LIMIT))
    assert found[-1].count("OBTM") <= solve(cube, method, limit=LIMIT).count("OBTM")


def test_faults_are_told_at_once() -> None:
    invalid = Cube.from_facelets(
        "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", allow_invalid=True
    )
    with pytest.raises(InvalidCubeError):
        iter_solutions(invalid)
    with pytest.raises(ValueError, match="expected one of the methods auto, beginner"):
        iter_solutions(Cube(3), "wrong")
    with pytest.raises(ValueError, match=r"cfop cannot minimise QTM: it does not search$"):
        iter_solutions(Cube(3), "cfop", metric="QTM")


@pytest.mark.parametrize("ask", [solve, iter_solutions])
def test_only_cubes_are_solved_and_only_by_methods(ask: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a Cube, got 'UUUU.*; Cube.from_facelets reads"):
        ask("UUUURRRRFFFFDDDDLLLLBBBB")
    with pytest.raises(TypeError, match="expected a Cube, got 3"):
        ask(3)
    for wrong in (Limit(), None, 0.5):
        with pytest.raises(ValueError, match="expected one of the methods auto, beginner"):
            ask(Cube(3), wrong)


def test_the_old_second_argument_was_a_metric() -> None:
    cube = Cube.random_state(3, 2)
    wanted = [str(found) for found in iter_solutions(cube, limit=LIMIT)]
    for metric in (Metric.OBTM, "OBTM"):
        with pytest.warns(DeprecationWarning, match="metric=metric") as caught:
            found = iter_solutions(cube, metric, LIMIT)
        assert caught[0].filename == __file__
        assert [str(solution) for solution in found] == wanted


# Limits and metrics


def test_a_number_is_so_many_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    method = SOLVERS["two-phase"]

    def make(task: object) -> SearchingSolver:
        asked.append(task.limit)  # type: ignore[attr-defined]
        return method.make(task)  # type: ignore[arg-type,return-value]

    monkeypatch.setitem(SOLVERS, "two-phase", type(method)(**{**vars(method), "make": make}))
    cube = Cube.scrambled("R U F2")
    for limit in (0.5, 2, 0, Limit(time=0.5), None):
        solve(cube, "two-phase", limit=limit)
        list(iter_solutions(cube, "two-phase", limit))
    wanted = [Limit(0.5), Limit(2), Limit(0), Limit(0.5), None]
    assert asked == [limit for limit in wanted for _ in range(2)]


@pytest.mark.parametrize(
    "limit",
    [
        *(-1, -0.5, math.nan, -math.inf, math.inf, np.float32("nan")),
        pytest.param(10**5000, id="a long number"),
        pytest.param(-(10**5000), id="a long one below 0"),
    ],
)
def test_seconds_that_are_none(limit: float) -> None:
    for ask in (solve, iter_solutions):
        with pytest.raises(
            ValueError, match=r"expected (at least 0|a finite number of) seconds, got"
        ):
            ask(Cube.scrambled("R"), limit=limit)
    with pytest.raises(ValueError, match=r"expected (at least 0|a finite number of) seconds, got"):
        Limit(time=limit)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("limit", [0, 0.5, 5e-324, np.float32(0.5), np.int64(1), Fraction(1, 2)])
def test_seconds_of_any_kind(limit: Any) -> None:
    assert Limit.of(limit) == Limit(time=limit)
    for solution in solve_many([Cube.scrambled("R")], "two-phase", limit, processes=1):
        assert str(solution) == "R'"


@pytest.mark.parametrize("limit", [True, False, "0.5", [1], 1j])
def test_limits_that_are_none(limit: Any) -> None:
    for ask in (solve, iter_solutions):
        with pytest.raises(TypeError, match="expected a Limit or a number of seconds, got"):
            ask(Cube.scrambled("R"), limit=limit)
    with pytest.raises(TypeError, match="expected a Limit or a number of seconds, got"):
        Limit(time=limit)


@pytest.mark.parametrize("wrong", [-1, 2.5, True, "3"])
def test_limits_count_whole_moves_and_nodes(wrong: object) -> None:
    for name in ("moves", "nodes"):
        with pytest.raises(
            ValueError, match=f"expected {name} to be a whole number of at least 0, got"
        ):
            Limit(**{name: wrong})  # type: ignore[arg-type]


def test_metrics_in_any_case_and_htm() -> None:
    cube = Cube.scrambled("R U2 F'")
    solution = solve(cube, metric="obtm")
    assert solution.count("htm") == solution.count("HTM") == solution.count("Obtm") == 3
    assert str(solve(cube, metric="htm")) == str(solution)
    assert solve(Cube.scrambled("R", 2), metric="HTM").count("htm") == 1
    for ask in (solve, iter_solutions):
        with pytest.raises(ValueError, match="HTM is a metric for 2x2 and 3x3; for size 4"):
            ask(Cube.scrambled("R", 4), metric="htm")
    with pytest.raises(ValueError, match="for size 5, use OBTM"):
        solution.alg.count("HTM", 5)
    assert Metric("qTm") is Metric.QTM
    with pytest.raises(ValueError, match="HTM"):
        Metric("HTM")
    with pytest.raises(ValueError, match="expected one of the metrics OBTM"):
        solution.count(3)  # type: ignore[arg-type]


# Solutions


@pytest.mark.parametrize("size", [4, 6, 11])
def test_what_is_told_as_the_best_can_be_taken(size: int) -> None:
    """Ctrl-C at that very moment ends with it; an iterator tells of a solution by yielding it."""
    cube = Cube.random_state(size, 1)

    def interrupt(what: str, share: float | None) -> None:
        if what.startswith("best so far"):
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        solve(cube, "short", limit=LIMIT, on_progress=interrupt)
    assert caught.value.best is not None
    assert caught.value.best.verify()
    assert next(iter(iter_solutions(cube, "short", LIMIT, interrupt))).verify()


def test_a_solution_is_a_sequence_of_its_moves() -> None:
    solution = solve(Cube.scrambled("R U2 F'"))
    assert len(solution) == 3
    assert list(solution) == list(solution.moves) == list(solution.alg)
    assert repr(solution) == "<Solution of a 3x3 by two-phase, 3 moves in 1 step: F U2 R'>"
    long = solve(Cube.random_state(5, 1), "cfop")
    assert "\n" not in repr(long)
    assert len(repr(long)) < 150
    assert repr(long).endswith(" …>")
    assert repr(solve(Cube(4))) == "<Solution of a 4x4 by short, 0 moves in 0 steps>"


def test_a_solution_pickles() -> None:
    solution = solve(Cube.random_state(4, 1), "cfop")
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution
    assert again.alg == solution.alg
    assert again.to_json() == solution.to_json()


@pytest.mark.parametrize("function", [solve, iter_solutions])
def test_an_interrupt_before_the_search_has_no_best(
    function: Callable[[Cube], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while the cube is looked at, which takes a while on a big one."""

    def interrupted(self: Cube) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Cube, "check_solvable", interrupted)
    with pytest.raises(Interrupted) as caught:
        function(Cube.from_alg("R U"))
    assert caught.value.best is None
