"""Shortest solutions of the 3x3: as long as breadth-first search says, and interrupted cleanly."""

import re
import threading
from functools import cache

import numpy as np
import pytest
from sticker_search import NAMES, SOLVED, Bytes, cubies, levels, replayed

from cubesolve import Cube, Interrupted, Limit, Metric, iter_solutions, solve
from cubesolve.kernels.optimal import bound
from cubesolve.methods.three.two_phase import optimal, search
from cubesolve.methods.three.two_phase.cubie import Cubies
from cubesolve.methods.three.two_phase.optimal import optimal_solutions
from cubesolve.methods.three.two_phase.tables import tables_for
from cubesolve.protocols import no_progress
from cubesolve.search.anytime import Found

HALF, QUARTER = Metric.OBTM, Metric.QTM
METRICS = [HALF, pytest.param(QUARTER, marks=pytest.mark.slow)]
COSTS = {HALF: [1] * 18, QUARTER: [1, 2, 1] * 6}
COUNTS = {HALF: [1, 18, 243, 3240], QUARTER: [1, 12, 114, 1068]}
HARD = 12  # a random state, whose proof takes minutes


@cache
def near(metric: Metric, deepest: int) -> list[Bytes]:
    return levels(NAMES, COSTS[metric], deepest)


@cache
def depth_of(metric: Metric, deepest: int) -> dict[bytes, int]:
    found = near(metric, deepest)
    return {state.tobytes(): depth for depth, level in enumerate(found) for state in level}


def distance(state: Bytes, metric: Metric) -> int:
    """Return how far a state is from solved, up to eight: a search from both ends."""
    known = depth_of(metric, 4)
    found = [
        depth + known[other.tobytes()]
        for depth, level in enumerate(levels(NAMES, COSTS[metric], 3, start=state))
        for other in level
        if other.tobytes() in known
    ]
    return min(found)


def shortest(state: Bytes, metric: Metric) -> Found:
    *_, found = optimal_solutions(cubies(state), metric)
    names = [NAMES[turn] for turn in found.turns]
    assert np.array_equal(replayed(state, names), SOLVED)
    halves = sum(name.endswith("2") for name in names)
    assert found.cost == len(names) + (halves if metric == QUARTER else 0)
    assert found.is_optimal
    return found


def is_alone(before: list[threading.Thread]) -> bool:
    return set(threading.enumerate()) <= set(before)


@pytest.mark.parametrize("metric", METRICS)
def test_every_state_of_up_to_two_turns(metric: Metric) -> None:
    found = near(metric, 3)
    assert [len(level) for level in found] == COUNTS[metric]
    for depth in range(3):
        for state in found[depth]:
            assert shortest(state, metric).cost == depth


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("depth", [3, 4])
def test_states_from_the_search_by_depth(metric: Metric, depth: int) -> None:
    level = near(metric, depth)[depth]
    for row in np.random.default_rng(depth).choice(len(level), 100, replace=False):
        assert shortest(level[row], metric).cost == depth


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("length", [5, 6, 7])
def test_deeper_states(metric: Metric, length: int) -> None:
    quarter = [name for name in NAMES if not name.endswith("2")]
    rng = np.random.default_rng(length)
    for _ in range(8):
        state = replayed(SOLVED, rng.choice(NAMES if metric == HALF else quarter, length))
        expected = distance(state, metric)
        assert expected <= length
        assert shortest(state, metric).cost == expected


def proof_of(state: Bytes, metric: Metric) -> optimal._Proof:
    """Return a proof that no search has found anything for."""
    unused = search.start_search(cubies(state), metric, Limit(), no_progress)
    return optimal._Proof(cubies(state), metric, Limit(), no_progress, unused)


@pytest.mark.parametrize("metric", METRICS)
def test_the_proof_itself_finds_what_is_shorter(metric: Metric) -> None:
    """Without a short solution to begin with: each depth is searched by the kernel of the proof."""
    worse = Found((), 11 if metric == HALF else 12, 0, 0.0)
    quarter = [name for name in NAMES if not name.endswith("2")]
    rng = np.random.default_rng(9)
    for length in (1, 2, 3, 5, 6, 7):
        state = replayed(SOLVED, rng.choice(NAMES if metric == HALF else quarter, length))
        expected = distance(state, metric)
        longer = worse if metric == HALF else Found((), 12 + expected % 2, 0, 0.0)
        found = list(proof_of(state, metric).better_than(longer))
        assert [each.cost for each in found] == [expected]
        assert found[0].is_optimal
        names = [NAMES[turn] for turn in found[0].turns]
        assert np.array_equal(replayed(state, names), SOLVED)


def test_the_proof_finds_nothing_below_what_is_shortest() -> None:
    for depth in (3, 4):
        for state in near(HALF, depth)[depth][::400]:
            best = Found((1, 2, 3), depth, 0, 0.0)
            (found,) = proof_of(state, HALF).better_than(best)
            assert found.turns == best.turns
            assert found.is_optimal


@pytest.mark.parametrize("metric", METRICS)
def test_the_bound_is_never_too_high(metric: Metric) -> None:
    tables = tables_for(metric, no_progress)
    for depth, level in enumerate(near(metric, 4)):
        for state in level[:: max(1, len(level) // 300)]:
            coordinates = optimal._Proof._coordinates(cubies(state))
            assert bound(coordinates, tables) <= depth


@pytest.mark.slow
def test_a_search_in_two_phases_spares_a_deep_proof() -> None:
    """No depth below 16 has a solution; one of 16 is found before that depth is searched."""
    heard: list[str] = []
    cube = Cube.random_state(3, 0)
    solution = solve(cube, "optimal", on_progress=lambda what, share: heard.append(what))
    assert solution.count("OBTM") == 16
    assert solution.results.is_optimal
    assert "looking for a shorter solution" in heard
    assert any(what.startswith("depth 15,") for what in heard)
    assert not any(what.startswith("depth 16,") for what in heard)


def test_held_otherwise() -> None:
    cube = Cube.from_alg("x y' R U F' D L2")
    solution = solve(cube, "optimal")
    assert solution.count("OBTM") == 5
    cube.play(solution.alg)
    assert cube.solved
    assert solution.results.is_optimal


def test_solved() -> None:
    assert not solve(Cube(3), "optimal").alg


class Interrupting:
    """A listener that presses Ctrl-C when a depth of the proof has begun."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, float | None]] = []

    def __call__(self, what: str, share: float | None) -> None:
        if what.startswith("depth"):
            self.heard.append((what, share))
            raise KeyboardInterrupt


def test_interrupted_by_ctrl_c() -> None:
    before = threading.enumerate()
    cube = Cube.random_state(3, HARD)
    listener = Interrupting()
    with pytest.raises(KeyboardInterrupt) as caught:
        solve(cube, "optimal", on_progress=listener)
    assert isinstance(caught.value, Interrupted)
    solution = caught.value.best
    assert len(listener.heard) == 1
    assert is_alone(before)
    cube.play(solution.alg)
    assert cube.solved
    assert solution.count("OBTM") <= 23
    assert not solution.results.is_optimal


def test_ctrl_c_as_a_limit() -> None:
    cube = Cube.random_state(3, HARD)
    solution = solve(cube, "optimal", limit=Limit(interrupt=True), on_progress=Interrupting())
    cube.play(solution)
    assert cube.solved
    assert not solution.results.is_optimal


def test_iterating_is_interrupted_with_the_last_one() -> None:
    found = []
    with pytest.raises(Interrupted) as caught:
        for solution in iter_solutions(
            Cube.random_state(3, HARD), "optimal", on_progress=Interrupting()
        ):
            found.append(solution)
    assert caught.value.best is found[-1]
    limit = Limit(interrupt=True)
    cube = Cube.random_state(3, HARD)
    assert list(iter_solutions(cube, "optimal", limit, Interrupting()))


def test_ctrl_c_before_any_solution_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "tables_for", interrupt)
    with pytest.raises(Interrupted) as caught:
        solve(Cube.random_state(3, HARD), "optimal", limit=Limit(interrupt=True))
    assert caught.value.best is None


def test_closing_the_iterator() -> None:
    before = threading.enumerate()
    running = optimal_solutions(Cubies.from_cube(Cube.random_state(3, HARD)))
    next(running)
    running.close()  # type: ignore[attr-defined]
    assert is_alone(before)


def test_progress_is_told() -> None:
    heard: list[tuple[str, float | None]] = []
    state = Cubies.from_cube(Cube.random_state(3, HARD))
    limit = Limit(nodes=2_000_000)
    found = list(optimal_solutions(state, HALF, limit, lambda *news: heard.append(news)))
    assert not found[-1].is_optimal
    shares: dict[str, list[float]] = {}
    for what, share in heard:
        if what.startswith("depth"):
            assert share is not None
            left = r"(\d+ s|\d+ min|\d+\.\d h) left"  # it may be long on a busy machine
            assert re.fullmatch(rf"depth \d+, \d+\.\d million nodes a second, {left}", what)
            shares.setdefault(what.split(",")[0], []).append(share)
    assert shares
    for of_depth in shares.values():
        assert of_depth == sorted(of_depth)
        assert 0 < of_depth[0] <= of_depth[-1] <= 1


def test_limit_of_time() -> None:
    before = threading.enumerate()
    cube = Cube.random_state(3, HARD)
    solution = solve(cube, "optimal", limit=Limit(time=0.2))
    assert is_alone(before)
    cube.play(solution.alg)
    assert cube.solved
    assert not solution.results.is_optimal


def test_limit_of_nodes() -> None:
    before = threading.enumerate()
    state = Cubies.from_cube(Cube.random_state(3, HARD))
    runs = []
    for _ in range(2):
        found = list(optimal_solutions(state, limit=Limit(nodes=300_000)))
        assert not found[-1].is_optimal
        runs.append([(each.turns, each.cost) for each in found])
    assert runs[0] == runs[1]
    assert is_alone(before)


def test_limit_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a solution of so many moves the search is over: no proof begins."""

    def no_proof(*args: object) -> None:
        pytest.fail("the proof has begun")

    monkeypatch.setattr(optimal, "_Proof", no_proof)
    state = Cubies.from_cube(Cube.random_state(3, HARD))
    *_, found = optimal_solutions(state, limit=Limit(moves=21))
    assert found.cost <= 21
