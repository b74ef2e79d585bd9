"""A limit of time covers all of a solve, by a clock that only goes when something is done."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from inspect import unwrap
from typing import Any

import pytest

from cubesolve import (
    SOLVERS,
    BeginnerReducer,
    Cube,
    Limit,
    Metric,
    NoSolutionInTime,
    Operator,
    Solver,
    SolveStep,
    Step,
    Task,
    iter_solutions,
    solve,
    solve_many,
)
from cubesolve.checkpoints import checkpoint, look_now, made_once, watched
from cubesolve.kernels import edges as pairs_kernel
from cubesolve.kernels import few_turns as few_turns_kernel
from cubesolve.kernels import optimal as optimal_kernel
from cubesolve.kernels import points as points_kernel
from cubesolve.kernels import wing_table
from cubesolve.loading import Spent
from cubesolve.methods.annealed.solver import AnnealedSolver
from cubesolve.methods.five.search import FiveReductions
from cubesolve.methods.three.two_phase.search import TwoPhase
from cubesolve.methods.three.two_phase.solver import _Searching
from cubesolve.protocols import clock, deadlines, no_progress, until
from cubesolve.search import few_turns
from cubesolve.solving import solution as writing
from cubesolve.stages import edges, nearly_solved, seams
from cubesolve.stages.cage.centers import CageCenters
from cubesolve.stages.centers import NxNCenters
from cubesolve.stages.layers import wings
from cubesolve.stages.short import ShortSolver
from states import FLIP_WINGS

LOOK = 0.01  # seconds that each look at the clock takes
HARD = 1  # a random 3x3 that needs a long proof
PEOPLE = ["beginner", "cfop", "layers", "cage", "two-phase", "cage-two-phase"]


class Clock:
    """Goes a little with each look, and as far as it is told by what takes long."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.look = LOOK

    def __call__(self) -> float:
        self.time += self.look
        return self.time

    def slow(self, function: Callable[..., Any], seconds: float) -> Callable[..., Any]:
        def slowly(*args: Any, **kwargs: Any) -> Any:
            self.time += seconds
            return function(*args, **kwargs)

        return slowly


@pytest.fixture(scope="module")
def warm() -> None:
    """What is made once in a process is there, as each look on the way would cost time."""
    for size in range(2, 7):
        for method in PEOPLE:
            solve(Cube.random_state(size, 3), method)


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch, warm: None) -> Clock:
    found = Clock()
    monkeypatch.setattr(clock, "source", found)
    monkeypatch.setattr(clock, "cpu_source", lambda: found.time)
    # What is loaded in the first of these tests is no matter of them.
    monkeypatch.setattr(deadlines, "spent_loading", Spent)
    return found


def is_kept(limit: float, took: float) -> bool:
    return took <= limit + max(0.1 * limit, 0.02)


def solved_by(cube: Cube, method: str, limit: float) -> bool:
    solution = solve(cube, method, limit=limit)
    twin = cube.copy()
    twin.play(solution.alg)
    return twin.solved


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("limit", [2.5, 6.0])
def test_the_centres_of_a_cage_count(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, size: int, limit: float
) -> None:
    monkeypatch.setattr(CageCenters, "solve", ticking.slow(CageCenters.solve, 1.0))
    ticking.look = 0.002
    cube = Cube.random_state(size, 3)
    began = ticking.time
    assert solved_by(cube, "cage-two-phase", limit)
    assert is_kept(limit, ticking.time - began)
    assert ticking.time - began > 0.9 * limit  # and the search has used its time


def test_a_cage_without_time_is_built_once(monkeypatch: pytest.MonkeyPatch, ticking: Clock) -> None:
    monkeypatch.setattr(CageCenters, "solve", ticking.slow(CageCenters.solve, 1.0))
    ticking.look = 0.0001
    began = ticking.time
    assert solved_by(Cube.random_state(4, 3), "cage-two-phase", 1.1)
    assert ticking.time - began < 1.5


def test_cages_that_come_too_late_are_left_out(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    monkeypatch.setattr(CageCenters, "solve", ticking.slow(CageCenters.solve, 1.0))
    began = ticking.time
    found = list(iter_solutions(Cube.random_state(4, 3), "cage-two-phase", Limit(time=1.5)))
    assert found
    assert is_kept(1.5, ticking.time - began)


@pytest.mark.parametrize("method", ["two-phase", "cage-two-phase"])
def test_steps_are_told_once(ticking: Clock, method: str) -> None:
    """Also those of a cage that was built for a trial, where there was no time for another."""
    for limit, ticking.look in ((0.15, 0.0008), (3.0, LOOK)):
        heard: list[Step] = []
        solution = solve(
            Cube.random_state(4, 3), method, limit=Limit(time=limit), on_step=heard.append
        )
        assert [step.end for step in heard] == sorted({step.end for step in heard})
        assert heard[-1].end == len(solution.human.moves)


@pytest.mark.parametrize("limit", [0.2, 0.5])
def test_the_pieces_of_a_proof_count(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, limit: float
) -> None:
    ticking.look = 0.0005
    monkeypatch.setattr(optimal_kernel, "bound", ticking.slow(optimal_kernel.bound, 0.015))
    began = ticking.time
    assert solved_by(Cube.random_state(3, HARD), "optimal", limit)
    assert is_kept(limit, ticking.time - began)


@pytest.mark.parametrize("method", ["two-phase", "cage-two-phase"])
def test_what_comes_before_the_search_counts(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, method: str
) -> None:
    for stage, name in ((NxNCenters, "solve"), (Cube, "check_solvable"), (Operator, "__init__")):
        monkeypatch.setattr(stage, name, ticking.slow(getattr(stage, name), 0.5))
    began = ticking.time
    assert solved_by(Cube.random_state(5, 3), method, 3.0)
    assert is_kept(3.0, ticking.time - began)


def test_a_first_answer_of_phases_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    """A method of people answers where the phases of a 5x5 take longer than there is time."""
    ticking.look = 0.0001
    monkeypatch.setattr(FiveReductions, "advance", ticking.slow(FiveReductions.advance, 0.02))
    began = ticking.time
    assert solved_by(Cube.random_state(5, 3), "short", 0.2)
    assert is_kept(0.2, ticking.time - began)


@pytest.mark.parametrize("method", PEOPLE)
def test_a_method_without_an_answer_in_time_says_so(ticking: Clock, method: str) -> None:
    ticking.look = 0.001
    cube = Cube.random_state(6, 3)
    before = cube.stickers.copy()
    for limit in (0.0, 0.04):
        began = ticking.time
        with pytest.raises(NoSolutionInTime) as caught:
            solve(cube, method, limit=limit)
        assert is_kept(limit, ticking.time - began)
        words = f"no solution by {method} within {limit:g} s: allow more time, or use the method"
        assert str(caught.value) == f"{words} fast"
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert (cube.stickers == before).all()
    assert look_now() is None
    assert solve(cube, method).verify()


def test_tables_that_are_made_once_count(monkeypatch: pytest.MonkeyPatch, ticking: Clock) -> None:
    """A process that has never made them gives up in time, and has them in the end."""
    ticking.look = 1e-6
    monkeypatch.setattr(wings, "table_of", made_once(unwrap(wings.table_of)))
    monkeypatch.setattr(wing_table, "grow", ticking.slow(wing_table.grow, 0.005))
    cube = Cube.random_state(5, 3)
    kept = []
    for _ in range(100):
        began = ticking.time
        with suppress(NoSolutionInTime):
            assert solve(cube, "layers", limit=0.2).verify()
            break
        kept.append(is_kept(0.2, ticking.time - began))
    assert all(kept)
    assert 10 < len(kept) < 100


@pytest.mark.parametrize("limit", [0.1, 0.15])
def test_a_search_for_pairs_is_given_up_on_the_way(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, limit: float
) -> None:
    """The last of this cube takes longer than a solution may be late, as most do on a 50x50."""
    ticking.look = 1e-6
    best_step = pairs_kernel.best_step

    def slowly(wings: Any, reference: int, bonus: Any, setups: Any, ways: Any, *more: Any) -> Any:
        ticking.time += 1e-7 * wings.shape[1] * len(setups.cost) * len(ways.cost)
        return best_step(wings, reference, bonus, setups, ways, *more)

    monkeypatch.setattr(pairs_kernel, "best_step", slowly)
    began = ticking.time
    with pytest.raises(NoSolutionInTime):
        solve(Cube.random_state(7, 3), "cage", limit=limit)
    assert is_kept(limit, ticking.time - began)


@pytest.mark.parametrize("method", ["beginner", "two-phase"])
def test_a_search_for_a_few_turns_is_given_up_on_the_way(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, method: str
) -> None:
    """On a 100x100 whose inner layers were turned a few times it takes a second."""
    ticking.look = 1e-6
    monkeypatch.setattr(nearly_solved, "all_breaks", ticking.slow(seams.all_breaks, 0.005))
    cube = Cube.from_alg("2R U 2R' F 2D2 R 2F' U2 2R D' 2B", 6)
    began = ticking.time
    with pytest.raises(NoSolutionInTime):
        solve(cube, method, limit=0.1)
    assert is_kept(0.1, ticking.time - began)


def test_a_search_for_the_fewest_turns_leaves_time_for_others(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    """On a 20x20 that has a parity and nothing else it took 12 seconds."""
    ticking.look = 0.005
    monkeypatch.setattr(few_turns, "_AT_ONCE", 6 * 36 * 100)
    search = ticking.slow(few_turns_kernel.fewest_turns, 0.02)
    monkeypatch.setattr(few_turns_kernel, "fewest_turns", search)
    cube = Cube.from_alg(FLIP_WINGS, 6)
    began = ticking.time
    solution = solve(cube, "short", limit=1.0)
    assert is_kept(1.0, ticking.time - began)
    assert len(solution) < len(solve(cube, "fast"))
    assert not solution.results.is_optimal


@pytest.mark.parametrize("keep_centers", [True, False])
def test_pairs_are_the_same_wherever_the_clock_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, keep_centers: bool
) -> None:
    found = set()
    for at_once in (1, 1_000, 10**12):
        monkeypatch.setattr(edges, "_AT_ONCE", at_once)
        algs = []
        for size in (4, 5, 6):
            for start in (Cube.random_state(size, 3), Cube.from_alg("2R U 2R' F2 2L U2", size)):
                operator = Operator(start)
                if keep_centers:
                    NxNCenters().solve(operator)
                edges.NxNEdges().solve(operator, keep_centers)
                algs.append(str(operator.history))
        found.add(tuple(algs))
    assert len(found) == 1


def test_what_is_reduced_too_late_is_not_written_down(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    """It takes a while to write down many moves: longer than a solution may be late."""
    ticking.look = 1e-5
    edges = BeginnerReducer.solve_edges
    monkeypatch.setattr(BeginnerReducer, "solve_edges", ticking.slow(edges, 0.97))
    monkeypatch.setattr(writing, "_simplified", ticking.slow(writing._simplified, 0.005))
    began = ticking.time
    with pytest.raises(NoSolutionInTime):
        solve(Cube.random_state(6, 3), "two-phase", limit=1.0)
    assert is_kept(1.0, ticking.time - began)


def test_corners_of_a_big_cube_are_not_searched_for_long(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    """They have a twentieth of the time: of 0.2 s that is two steps of the search."""
    ticking.look = 0.0005
    steps: list[float] = []
    advance, first_words = TwoPhase.advance, AnnealedSolver._first_words

    def slowly(*args: Any) -> Any:
        steps.append(0.005)
        ticking.time += steps[-1]
        return advance(*args)

    def of_corners(*args: Any) -> Any:
        steps.clear()  # those of what has an answer at once
        found = first_words(*args)
        took.append(sum(steps))
        return found

    took: list[float] = []
    monkeypatch.setattr(TwoPhase, "advance", slowly)
    monkeypatch.setattr(AnnealedSolver, "_first_words", of_corners)
    assert solved_by(Cube.random_state(12, 3), "short", 0.2)
    assert took == [0.01]


def test_a_list_that_takes_too_long_to_be_played_is_left_on_the_way(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    """As on the largest cubes, where that takes half a second."""
    ticking.look = 0.001
    play, played = points_kernel.play_labels, 0

    def slowly(words: Any, first: int, last: int, *args: Any) -> None:
        nonlocal played
        played += abs(last - first)
        ticking.time += abs(last - first) / 30_000
        play(words, first, last, *args)

    monkeypatch.setattr(points_kernel, "play_labels", slowly)
    began = ticking.time
    assert solved_by(Cube.random_state(33, 3), "short", 0.5)
    assert played > 3_000
    assert is_kept(0.5, ticking.time - began)


@pytest.mark.parametrize("size", [6, 9])
def test_an_answer_by_people_is_not_searched_for_long(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, size: int
) -> None:
    """It is there in case that stages have none in time."""
    ticking.look = 1e-6
    monkeypatch.setattr(TwoPhase, "advance", ticking.slow(TwoPhase.advance, 0.0005))
    monkeypatch.setattr(ShortSolver, "_start", lambda *_: iter(()))  # the stages
    began = ticking.time
    assert solved_by(Cube.random_state(size, 3), "short", 0.05)
    assert 0.0005 < ticking.time - began < 0.02


def test_what_stops_at_a_step_is_not_told_of_another_method(ticking: Clock) -> None:
    ticking.look = 0.001
    with pytest.raises(NoSolutionInTime, match=r"within 0 s: allow more time$"):
        solve(Cube.random_state(6, 3), "cage", "edges", limit=0.0)


def test_fast_is_given_up_between_its_stages(ticking: Clock) -> None:
    ticking.look = 0.01
    with pytest.raises(NoSolutionInTime, match=r"by fast within 0 s: allow more time$"):
        solve(Cube.random_state(6, 3), "fast", limit=0.0)


@pytest.mark.parametrize("size", [3, 4, 6])
def test_short_has_an_answer_in_any_time(ticking: Clock, size: int) -> None:
    cube = Cube.random_state(size, 3)
    wanted = str(solve(cube, "fast"))
    ticking.look = 1.0
    solution = solve(cube, "short", limit=0.5)
    assert (str(solution), solution.method) == (wanted, "short")
    heard: list[Step] = []
    solve(cube, "short", limit=0.5, on_step=heard.append)
    assert [step.end for step in heard] == sorted({step.end for step in heard})
    assert [str(found) for found in iter_solutions(cube, "short", 0.5)] == [wanted]


def test_solutions_one_by_one_end_with_the_same_words(ticking: Clock) -> None:
    ticking.look = 0.001
    found = iter_solutions(Cube.random_state(6, 3), "beginner", 0.0)
    with pytest.raises(NoSolutionInTime, match="beginner"):
        next(found)


def test_time_that_passes_before_the_first_is_asked_for_is_nobodys(ticking: Clock) -> None:
    ticking.look = 1e-6
    found = iter_solutions(Cube.random_state(6, 3), "beginner", 1.0)
    ticking.time += 100
    assert next(found).verify()


@pytest.mark.parametrize("method", ["two-phase", "short", "optimal"])
def test_who_has_used_the_time_may_play_what_was_found(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, method: str
) -> None:
    """A machine that is busy just then must not make an error of a solution."""
    cube = Cube.random_state(3, HARD)
    monkeypatch.setattr(_Searching, "play", ticking.slow(_Searching.play, 1.0))
    solution = solve(cube, method, limit=0.3)
    assert solution.verify()
    assert len(solution) < len(solve(cube, "fast"))


def test_of_many_each_has_its_own_time(ticking: Clock) -> None:
    ticking.look = 0.001
    cubes = [Cube.from_alg("R", 6), Cube.random_state(6, 3), Cube(6)]
    answers = list(solve_many(cubes, "beginner", 0.04, processes=1, errors="return"))
    kinds = [isinstance(answer, NoSolutionInTime) for answer in answers]
    assert kinds == [False, True, False]
    with pytest.raises(NoSolutionInTime):
        list(solve_many(cubes, "beginner", 0.04, processes=1))


def test_loading_is_not_held_against_a_method(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    ticking.look = 1e-6
    loaded = iter([Spent(), *[Spent(5.0, 5.0)] * 1000])
    monkeypatch.setattr(deadlines, "spent_loading", lambda: next(loaded))
    centers = BeginnerReducer.solve_centers
    monkeypatch.setattr(BeginnerReducer, "solve_centers", ticking.slow(centers, 5.0))
    assert solve(Cube.random_state(6, 3), "beginner", limit=0.5).verify()
    monkeypatch.setattr(BeginnerReducer, "solve_centers", ticking.slow(centers, 50.0))
    loaded = iter([Spent(), *[Spent(5.0, 5.0)] * 1000])
    with pytest.raises(NoSolutionInTime):
        solve(Cube.random_state(6, 3), "beginner", limit=0.5)
    monkeypatch.setattr(clock, "cpu_source", lambda: 0.4)  # others have the processor meanwhile
    loaded = iter([Spent(), *[Spent(5.0, 0.0)] * 1000])
    assert solve(Cube.random_state(6, 3), "beginner", limit=0.5).verify()


def test_a_moment_of_the_processor_is_always_to_be_had(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock
) -> None:
    """Where others have the processor, the clock alone does not end a quick solve."""
    monkeypatch.setattr(clock, "cpu_source", lambda: 0.0)
    ticking.look = 1.0
    assert solve(Cube.random_state(3, 3), "beginner", limit=0.0).verify()


@pytest.mark.parametrize("method", [*PEOPLE, "short", "fast"])
def test_one_by_one_there_is_an_answer_too_where_others_have_the_processor(
    monkeypatch: pytest.MonkeyPatch, ticking: Clock, method: str
) -> None:
    monkeypatch.setattr(clock, "cpu_source", lambda: 0.0)
    ticking.look = 1.0
    for size in (3, 4):
        assert next(iter_solutions(Cube.random_state(size, 3), method, 0.0)).verify()


def test_nodes_and_moves_alone_wait_for_an_answer(ticking: Clock) -> None:
    ticking.look = 1000.0
    for limit in (None, Limit(nodes=1), Limit(moves=60)):
        assert solve(Cube.random_state(4, 3), "cage-two-phase", limit=limit).verify()


def test_what_is_tried_beside_is_given_up_without_a_word(ticking: Clock) -> None:
    reached = []
    with until(Limit(time=1.0)):
        checkpoint()
        reached.append("in time")
        ticking.time += 2
        checkpoint()
        reached.append("late")
    assert reached == ["in time"]
    with pytest.raises(TimeoutError), watched(_time_out), until(Limit()):
        checkpoint()
    assert look_now() is None


def _time_out() -> None:
    raise TimeoutError


SOLVERS_AT_5: dict[str, Callable[[], Solver]] = {
    name: partial(SOLVERS[name].make, Task(5, Metric.OBTM, None, no_progress)) for name in PEOPLE
}


@pytest.mark.parametrize("method", PEOPLE)
def test_giving_up_leaves_nothing_behind(method: str) -> None:
    start = Cube.random_state(5, 4)
    looks = count_looks(start, method)
    assert looks > 20
    for number in range(1, looks, max(1, looks // 12)):
        operator = Operator(start.copy())
        with pytest.raises(TimeoutError), watched(after(number)):
            SOLVERS_AT_5[method]().solve(operator, SolveStep.ALL)
        twin = start.copy()
        twin.play(operator.history)
        assert (twin.stickers == operator.cube.stickers).all()
        assert not operator.in_query
        assert operator.cube._provider is None
        assert not any(operator.cube._sticker_attributes.values())
        SOLVERS_AT_5[method]().solve(operator, SolveStep.ALL)  # it goes on from there
        assert operator.cube.solved


def after(number: int) -> Callable[[], None]:
    left = itertools.count(number, -1)

    def look() -> None:
        if not next(left):
            raise TimeoutError

    return look


def count_looks(start: Cube, method: str) -> int:
    looks: list[int] = []
    with watched(lambda: looks.append(1)):
        SOLVERS_AT_5[method]().solve(Operator(start.copy()), SolveStep.ALL)
    return len(looks)


def test_what_an_outer_limit_gives_up_does_not_go_on_after_an_inner_one() -> None:
    reached = []
    with until(Limit(time=0.0)):
        with until(Limit()):
            checkpoint()
        reached.append("after the inner one")
    assert not reached
