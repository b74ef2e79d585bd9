"""Short solutions of big cubes: they solve, are never longer than others, and come out the same."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from cubesolve import (
    SOLVERS,
    Alg,
    Cube,
    Limit,
    LongAlg,
    Metric,
    iter_solutions,
    random_moves,
    solve,
)
from cubesolve.kernels.annealing_passes import Half
from cubesolve.kernels.points import play_labels
from cubesolve.methods.annealed.annealing import Annealer, Words
from cubesolve.methods.annealed.cubies import Labels, cubies, faces_as_held, read_labels
from cubesolve.methods.annealed.cycle_sets import CycleSetInserter
from cubesolve.methods.annealed.insertion import Inserter, Repair
from cubesolve.methods.annealed.plan import Plan
from cubesolve.methods.annealed.rounds import rounds
from cubesolve.methods.annealed.single_cycles import SingleCycleInserter, nodes_for
from cubesolve.methods.annealed.solver import AnnealedSolver
from cubesolve.methods.annealed.sweeps import Sweeps
from cubesolve.model.geometry import Ints
from cubesolve.protocols import clock, no_progress
from cubesolve.search.workers import Workers
from cubesolve.solving.registry import Task
from cubesolve.words.annealed import part
from oracle import Oracle
from states import structured

FEW = Limit(nodes=300_000)


def check(cube: Cube, limit: Limit = FEW, metric: str | None = None) -> int:
    """Solve, replay, and return the length."""
    solution = solve(cube, "short", limit=limit, metric=metric)
    assert solution.verify()
    after = cube.copy()
    for step in solution.steps:
        after.play(step.alg)
    assert after.solved
    return solution.count(solution.metric)


@pytest.mark.parametrize("size", [11, 14])
def test_random_states_are_short(size: int) -> None:
    length = check(Cube.random_state(size, 5))
    assert length < 8 * size * size
    assert length < solve(Cube.random_state(size, 5), "fast").count("SST") / 1.5


def test_a_solution_holds_on_the_oracle() -> None:
    scramble = random_moves(11, 60, 3)
    solution = solve(Cube.from_alg(scramble, 11), "short", limit=FEW)
    oracle = Oracle(11)
    for face, first, last, turns in (*scramble.blocks(11), *solution.alg.blocks(11)):
        oracle.turn(face, range(first, last + 1), turns)
    assert oracle.is_solved()


@pytest.mark.parametrize("size", [11, 12])
def test_structured_states_are_never_longer_than_by_others(size: int) -> None:
    states = [(name, cube) for name, cube in structured(size) if not name.startswith("held")]
    for name, cube in states[::9]:
        if cube.solved:
            continue
        length = check(cube, Limit(nodes=20_000))
        assert length <= solve(cube, "fast").count("SST"), name
        assert length <= solve(cube, "cage-two-phase").count("SST"), name


@pytest.mark.parametrize(
    ("size", "turns"),
    [
        (7, ""),
        pytest.param(7, "R U 2F", marks=pytest.mark.slow),
        pytest.param(11, "", marks=pytest.mark.slow),
        pytest.param(11, "R U 2F", marks=pytest.mark.slow),
    ],
)
def test_a_checkerboard_is_never_longer_than_by_others(size: int, turns: str) -> None:
    """All its neighbours differ, more than on a random cube."""
    layers = ",".join(map(str, range(2, size, 2)))
    cube = Cube.from_alg(f"[{layers}]R2 [{layers}]U2 [{layers}]F2 {turns}", size)
    solution = solve(cube, "short", limit=Limit(nodes=1))
    others = solve(cube, "cage-two-phase")
    assert solution.verify()
    assert solution.count(solution.metric) <= others.count(solution.metric)


@pytest.mark.parametrize("size", [11, 30])
def test_one_turn_needs_one_turn(size: int) -> None:
    for turn in ("R", "3U'", f"{size // 2}F2", f"{size - 1}L"):
        assert check(Cube.from_alg(turn, size)) == 1


def test_the_same_nodes_give_the_same_answer_on_one_core_and_on_two() -> None:
    size = 11
    labels = read_labels(Cube.random_state(size, 8).colors(), size)
    found = []
    for threads in (1, 2):
        workers = Workers(threads)
        sweeps = Sweeps(labels, size, workers, seed=3)
        sweeps.go_on(0.9, 20)
        annealer = Annealer(labels, sweeps.turns(), size, workers, seed=3)
        plan = Plan(Limit(nodes=200_000), Metric.SST, 0.0, 576)
        share = 0.0
        while share < 1:
            plan.note(annealer.nodes, annealer.wrong(), len(annealer.words))
            annealer.anneal(plan.heat(share))
            share = plan.share(annealer.nodes)
        found.append((annealer.words.tolist(), annealer.wrong()))
    assert found[0] == found[1]
    assert found[0][1] < 0.5 * len(cubies(size).surface)


def test_each_half_knows_what_the_other_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each window, labels and goals where both windows end are those of the whole list."""
    size, windows = 14, 0
    labels = read_labels(Cube.random_state(size, 8).colors(), size)
    sweeps = Sweeps(labels, size, Workers(), seed=3)
    sweeps.go_on(0.6, 20)
    annealer = Annealer(labels, sweeps.turns(), size, Workers(), seed=3)
    plan = Plan(Limit(nodes=100_000), Metric.SST, 0.0, len(cubies(size).surface))
    exchange = annealer._exchange

    def checked() -> None:
        nonlocal windows
        exchange()
        first, second = annealer.halves
        words = [half.words[: half.state[2]] for half in annealer.halves]
        whole = np.concatenate(words)
        ends = int(first.state[1]), len(words[0]) + int(second.state[1])
        for half, end in zip(annealer.halves, ends, strict=True):
            expected, goal = labels.copy(), cubies(size).goal.copy()
            play_labels(whole, 0, end, expected, size)
            play_labels(whole, len(whole), end, goal, size)
            assert np.array_equal(half.window.labels, expected)
            assert np.array_equal(half.window.goal, goal)
            windows += 1

    monkeypatch.setattr(annealer, "_exchange", checked)
    for _ in range(4):
        annealer.anneal(plan.heat(0.1))
    assert windows > 30


@pytest.mark.parametrize("kind", [SingleCycleInserter, CycleSetInserter])
def test_insertion_is_the_same_on_one_core_and_on_two(kind: type[Inserter[Any]]) -> None:
    size = 7
    cube = Cube.from_alg(
        "[3R: [2R, [F, 2U]]] [2F, [R, 3U]] [3U, [B, 2L]] [2L': [3D, [R', 3B]]]", size
    )
    labels = read_labels(faces_as_held(cube), size)
    turns = np.empty(0, np.int32)
    found = [kind(labels, size, Metric.SST, Workers(n)).insert_all(turns) for n in (1, 2)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].tolist() == found[1].tolist()
    cube.play(LongAlg(found[0], size))
    assert cube.is_solved


def test_insertion_takes_a_share_of_the_nodes_that_there_are() -> None:
    """So that a search without a limit ends soon on a larger cube; there are gaps in any case."""
    plan = Plan(Limit(nodes=8_000_000), Metric.SST, 0.0, 5_768)
    gaps = [plan.gaps_for(wrong) for wrong in (0, 100, 1_000, 2_000, 100_000)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] == gaps[1] > gaps[2] > gaps[3] > gaps[4] > 0
    for wrong, tried in zip((1_000, 2_000), gaps[2:4], strict=True):
        assert nodes_for(wrong, tried) <= plan.nodes / 4
    timed = Plan(Limit(time=10.0), Metric.SST, 0.0, 5_768)
    assert timed.gaps_for(100_000) == gaps[0]  # there the clock decides


def test_sets_of_commutators_are_for_small_lists_with_time() -> None:
    """Where sweeps begin as time is short, single commutators end."""
    by_sets = set()
    for size, pieces in ((11, 594), (20, 2_160), (33, 6_138), (50, 14_400), (100, 58_800)):
        for nodes in (10**5, 10**6, 10**7, 10**8, 10**9):
            plan = Plan(Limit(nodes=nodes), Metric.SST, 0.0, pieces)
            assert not (plan.by_sets and plan.start), (size, nodes)
            by_sets |= {(size, nodes)} if plan.by_sets else set()
    assert {(11, 10**7), (20, 10**7), (33, 10**8), (50, 10**8)} <= by_sets
    assert not by_sets & {(11, 10**6), (33, 10**7), (50, 10**7), (100, 10**9)}


@pytest.mark.parametrize("slow", [pytest.param(10.0, marks=pytest.mark.slow), 100.0])
def test_a_busy_machine_keeps_the_limit_and_still_has_a_short_solution(
    slow: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock goes on by what is done; insertion turns out to be slower than was planned."""
    time = [0.0]
    load, best = Annealer._load, Inserter.repairs

    def load_window(self: Annealer, half: Half, start: int) -> bool:
        time[0] += 0.01
        return load(self, half, start)

    def look(
        self: Inserter[Any], words: Words, labels: Labels, orbits: Ints, is_late: Callable[[], bool]
    ) -> list[Repair]:
        time[0] += slow * 1e-7 * len(orbits) * min(len(words), self.gaps)
        return best(self, words, labels, orbits, is_late)

    monkeypatch.setattr(clock, "source", lambda: time[0])
    monkeypatch.setattr(Annealer, "_load", load_window)
    monkeypatch.setattr(Inserter, "repairs", look)
    cube = Cube.random_state(11, 6)
    solution = solve(cube, "short", limit=6.0)
    assert 4.0 < time[0] <= 6.6
    assert solution.count("SST") < solve(cube, "fast").count("SST") / 1.5


@pytest.mark.parametrize("kind", [SingleCycleInserter, CycleSetInserter])
def test_insertion_that_begins_too_late_hurries(kind: type[Inserter[Any]]) -> None:
    """How long it may take is not known yet when a busy machine was away for all of the time."""
    size = 5
    cube = Cube.from_alg("[3R: [2R, [F, 2U]]] 2F2", size)
    labels = read_labels(faces_as_held(cube), size)
    turns = np.empty(0, np.int32)
    inserter = kind(labels, size, Metric.SST, Workers())
    assert inserter.insert_all(turns, lambda: -0.5, needed=0.0, late=0.1) is None
    found = inserter.insert_all(turns, lambda: -0.5, needed=0.0, late=1.0)
    assert found is not None
    cube.play(LongAlg(found, size))
    assert cube.is_solved


def test_what_sets_have_no_time_for_single_commutators_put_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A 33x33 was left to `fast` after ten seconds: sets of commutators take longer than that."""
    time = [0.0]
    singles: list[bool] = []
    load, best = Annealer._load, Inserter.repairs

    def load_window(self: Annealer, half: Half, start: int) -> bool:
        time[0] += 0.001
        return load(self, half, start)

    def look(
        self: Inserter[Any], words: Words, labels: Labels, orbits: Ints, is_late: Callable[[], bool]
    ) -> list[Repair]:
        singles.append(isinstance(self, SingleCycleInserter))
        time[0] += 0.005 if singles[-1] else 0.15
        return best(self, words, labels, orbits, is_late)

    monkeypatch.setattr(clock, "source", lambda: time[0])
    monkeypatch.setattr(Annealer, "_load", load_window)
    monkeypatch.setattr(Inserter, "repairs", look)
    cube = Cube.random_state(11, 6)
    solution = solve(cube, "short", limit=3.0)
    assert time[0] <= 3.3
    assert set(singles) == {False, True}
    assert solution.count("SST") < solve(cube, "fast").count("SST") / 1.5


def test_rounds_share_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    time = [10.0]
    monkeypatch.setattr(clock, "source", lambda: time[0])
    ends = []
    for one in rounds(Limit(time=300.0).since(0.0), 2_168):
        assert one.limit.time is not None
        ends.append(one.limit.time)
        time[0] = one.limit.time + 1  # somewhat late
        assert one.progress(2.0) == (one.number + 1) / one.of
    assert len(ends) == 4
    assert ends[0] == 10 + 290 / 4
    assert ends == sorted(ends)
    assert ends[-1] == 300.0
    assert [one.limit for one in rounds(Limit(nodes=1_000), 2_168)] == [Limit(nodes=1_000)]
    assert len(list(rounds(Limit(nodes=10**12), 2_168))) == 8


def test_the_best_of_all_rounds_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each goes its own way, and only what is shorter than all before counts."""
    monkeypatch.setattr("cubesolve.methods.annealed.rounds._THOROUGH", 500)
    ends: list[Words] = []
    shorten = AnnealedSolver._annealed_once

    def kept(self: AnnealedSolver, *args: Any) -> Iterator[Words]:
        found = list(shorten(self, *args))
        ends.append(found[-1])
        yield from found

    monkeypatch.setattr(AnnealedSolver, "_annealed_once", kept)
    cube = Cube.random_state(11, 3)
    solution = solve(cube, "short", limit=Limit(nodes=2_000_000))
    lengths = [LongAlg(each, 11).count(Metric.SST, 11) for each in ends]
    assert len(set(lengths)) > 2
    assert solution.count("SST") == min(lengths)


def test_more_nodes_are_shorter_and_each_solution_is_shorter_than_the_last() -> None:
    cube = Cube.random_state(11, 2)
    lengths = [
        [solution.count("SST") for solution in iter_solutions(cube, "short", limit)]
        for limit in (FEW, Limit(nodes=3_000_000))
    ]
    assert all(a > b for each in lengths for a, b in pairwise(each))
    assert lengths[1][-1] < lengths[0][-1]


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "size"), [("RBTM", 14), ("OBTM", 21)])
def test_other_metrics_can_be_asked_for(metric: str, size: int) -> None:
    cube = Cube.random_state(size, 7)  # up to 20, block turns have a search of their own
    assert solve(cube, "short", limit=FEW).metric == Metric.SST
    asked = solve(cube, "short", limit=FEW, metric=metric)
    assert asked.metric == metric
    assert asked.to_json()["metric"] == metric
    assert asked.verify()


def test_what_another_method_found_is_counted_in_the_metric_too() -> None:
    cube = Cube.from_alg("[1]M F [2]M F' [1]M' F [2]M' F'", 11)
    for metric in (Metric.SST, Metric.RBTM):
        solver = SOLVERS["short"].make(Task(11, metric, FEW, no_progress))
        assert isinstance(solver, AnnealedSolver)
        (result,) = solver._by_others(cube, FEW)
        (step,) = result.steps
        assert step.title.startswith(f"Solve in {result.alg.count(metric, 11)} ")
        assert step.title.endswith(f" ({metric})")


def test_quarter_turns_are_refused_in_words() -> None:
    with pytest.raises(
        ValueError, match="short cannot minimise QTM on an 11x11; it minimises OBTM"
    ):
        solve(Cube.random_state(11, 7), "short", metric="QTM")


def test_steps_say_what_is_in_place() -> None:
    solution = solve(Cube.random_state(11, 7), "short", limit=FEW)
    assert len(solution.steps) == 10
    assert solution.steps[-1].title == part(10, 10, 0, 100, Metric.SST).title
    assert sum((step.alg for step in solution.steps), Alg()).count("SST", 11) <= len(solution)
