"""Every 2x2 in as few turns as there can be: the published counts, and solutions on the oracle."""

from itertools import pairwise

import numpy as np
import pytest

from cubesolve import BOY, DEFAULT_SCHEME, ColorScheme, Cube, Metric, solve
from cubesolve.methods.two import optimal
from cubesolve.methods.two.optimal import (
    N_STATES,
    TURNS,
    build_all_distances,
    coordinates,
    distance,
    distances_for,
    moves,
    solution_of_cost,
)
from oracle import FACES, Oracle

HALF, QUARTER = Metric.OBTM, Metric.QTM
HALF_TURNS = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
QUARTER_TURNS = [
    1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276,
]  # fmt: skip
HOLDS = [f"{a} {b}" for a in ("", "x", "x2", "x'", "z", "z'") for b in ("", "y", "y2", "y'")]
SCHEMES = (DEFAULT_SCHEME, BOY, DEFAULT_SCHEME.mirrored(), ColorScheme.parse("PKCLNA"))


def is_solved_after(cube: Cube, text: str) -> bool:
    """Replay moves on the oracle's stickers, and look for faces of one colour."""
    oracle = Oracle(2)
    oracle.play(text)
    colors = cube.stickers[oracle.stickers()] // 4
    return all(len(set(face)) == 1 for face in colors.reshape(6, 4).tolist())


def quarter_turns(names: list[str]) -> int:
    return sum(2 if name.endswith("2") else 1 for name in names)


@pytest.mark.parametrize(("metric", "expected"), [(HALF, HALF_TURNS), (QUARTER, QUARTER_TURNS)])
def test_published_counts(metric: Metric, expected: list[int]) -> None:
    built = build_all_distances(metric, lambda share: None)
    assert np.bincount(built).tolist() == expected
    assert sum(expected) == len(built) == N_STATES
    assert np.array_equal(distances_for(metric), built)


def test_other_metrics_are_refused() -> None:
    with pytest.raises(ValueError, match="OBTM or QTM"):
        distances_for(Metric.ETM)


def test_turns_of_the_table_are_those_of_the_cube() -> None:
    tables = moves()
    rng = np.random.default_rng(1)
    for _ in range(30):
        cube = Cube(2)
        order, twist = coordinates(cube)
        assert (order, twist) == (0, 0)
        for turn in rng.integers(9, size=12):
            cube.play(TURNS.names[turn])
            order, twist = tables.permutations[order, turn], tables.twists[twist, turn]
            assert coordinates(cube) == (order, twist)


@pytest.mark.parametrize("metric", [HALF, QUARTER])
def test_every_state_of_few_turns(metric: Metric) -> None:
    """A search over the oracle's stickers, the corner DBL at home, finds the same depths."""
    chosen = [name for name in TURNS.names if metric == HALF or not name.endswith("2")]
    turned = []
    for name in chosen:
        oracle = Oracle(2)
        oracle.play(name)
        turned.append(np.array(oracle.stickers()))
    level = [np.arange(24)]
    seen = {level[0].tobytes()}
    expected = HALF_TURNS if metric == HALF else QUARTER_TURNS
    for depth in range(5):
        assert len(level) == expected[depth]
        for state in level[:: max(1, len(level) // 100)]:
            cube = Cube(2)
            cube.set_stickers(state)
            assert distance(cube, metric) == depth
        new = []
        for state in level:
            for turn in turned:
                other = state[turn]
                if other.tobytes() not in seen:
                    seen.add(other.tobytes())
                    new.append(other)
        level = new


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.letters)
@pytest.mark.parametrize("hold", HOLDS)
def test_in_every_hold_and_scheme(hold: str, scheme: ColorScheme) -> None:
    seed = HOLDS.index(hold)
    cube = Cube.random_state(2, seed, scheme)
    away = {metric: distance(cube, metric) for metric in (HALF, QUARTER)}
    cube.play(hold)
    for metric in (HALF, QUARTER):
        assert distance(cube, metric) == away[metric]
        solution = solve(cube, "optimal", metric=metric)
        names = str(solution).split()
        assert {name[0] for name in names} <= set("URF")
        assert (len(names) if metric == HALF else quarter_turns(names)) == away[metric]
        assert is_solved_after(cube, str(solution))


def test_random_states() -> None:
    seen = set()
    for seed in range(100):
        cube = Cube.random_state(2, seed)
        for metric in (HALF, QUARTER):
            cost = distance(cube, metric)
            names = str(solve(cube, "auto", metric=metric)).split()
            assert (len(names) if metric == HALF else quarter_turns(names)) == cost
            assert is_solved_after(cube, " ".join(names))
            seen.add((metric, cost))
    assert {(HALF, 9), (HALF, 10), (QUARTER, 11), (QUARTER, 12)} <= seen


@pytest.mark.parametrize(("metric", "deepest"), [(HALF, 11), (QUARTER, 14)])
def test_the_furthest_states(metric: Metric, deepest: int) -> None:
    """As far as a state can be: walked to, since a random state is seldom there."""
    distances, tables = distances_for(metric), moves()
    for number in np.flatnonzero(distances == deepest)[:: 60 if metric == HALF else 7]:
        order, twist = divmod(int(number), 729)
        back = []
        cube = Cube(2)
        while (order, twist) != (0, 0):
            turn = next(
                k
                for k in range(9)
                if (metric == HALF or k % 3 != 1)
                and distances[tables.permutations[order, k] * 729 + tables.twists[twist, k]]
                < distances[order * 729 + twist]
            )
            order, twist = int(tables.permutations[order, turn]), int(tables.twists[twist, turn])
            back.append(turn)
        cube.play(TURNS.to_alg(back).inverse())
        assert len(back) == deepest
        assert distance(cube, metric) == deepest
        names = str(solve(cube, "optimal", metric=metric)).split()
        assert (len(names) if metric == HALF else quarter_turns(names)) == deepest
        assert is_solved_after(cube, " ".join(names))


def test_solved_in_every_hold() -> None:
    for hold in HOLDS:
        cube = Cube.from_alg(hold, 2)
        assert distance(cube) == distance(cube, QUARTER) == 0
        assert not solve(cube, "optimal").alg


@pytest.mark.parametrize("turn", [f"{face}{amount}" for face in FACES for amount in ("", "2", "'")])
def test_one_turn_of_any_face(turn: str) -> None:
    cube = Cube.from_alg(turn, 2)
    assert distance(cube) == 1
    assert distance(cube, QUARTER) == (2 if turn.endswith("2") else 1)
    assert is_solved_after(cube, str(solve(cube)))


def test_solutions_of_a_given_cost() -> None:
    """Of a length that exists: exactly as long, and no face twice running."""
    cube = Cube.from_alg("R U", 2)
    assert distance(cube) == 2
    assert solution_of_cost(cube, 1) is None
    for cost in (2, 11, 12):
        turns = solution_of_cost(cube, cost)
        assert turns is not None
        assert len(turns) == cost
        assert all(a // 3 != b // 3 for a, b in pairwise(turns))
        assert is_solved_after(cube, str(TURNS.to_alg(turns)))
    assert solution_of_cost(cube, 3, QUARTER) is None  # a quarter turn changes the parity


def test_tables_are_built_when_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that is refused asks for no table."""

    def no_tables(*args: object) -> None:
        pytest.fail("the table was asked for")

    monkeypatch.setattr(optimal, "distances_for", no_tables)
    assert not solve(Cube(2), "optimal").alg
    twisted = Cube.from_facelets("UUURFRRRFUFFDDDDLLLLBBBB", allow_invalid=True)
    with pytest.raises(ValueError, match="twist"):
        solve(twisted, "optimal")
