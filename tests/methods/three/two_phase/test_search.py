"""The search in two phases: it solves, shortens, ends where it is told to, and refuses."""

import os
import threading
from collections.abc import Callable, Iterator
from itertools import count, groupby, product

import numpy as np
import pytest
from sticker_search import (
    NAMES,
    PHASE_2_NAMES,
    SOLVED,
    Bytes,
    cubies,
    levels,
    played,
    replayed,
)

from cubesolve import (
    Cube,
    InvalidCubeError,
    Limit,
    Metric,
    UnsupportedSizeError,
    iter_solutions,
    solve,
)
from cubesolve.methods.three.two_phase import optimal, search
from cubesolve.methods.three.two_phase.cubie import Cubies
from cubesolve.methods.three.two_phase.search import sequences_before, solutions
from cubesolve.protocols import no_progress
from cubesolve.search.anytime import Found
from cubesolve.words.searching import two_phase
from oracle import FACES

#: More than this many moves no answer has by default.
LONGEST = 23
#: How many random states the slow test solves; the issue asks for 10000.
N_STATES = int(os.environ.get("CUBESOLVE_TEST_STATES", "300"))
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
_MOST_IN_A_STEP = 21_000  # nodes that may be looked at after a limit is reached


def last(found: Iterator[Found]) -> Found:
    *_, best = found
    return best


def names_of(found: Found) -> list[str]:
    return [NAMES[turn] for turn in found.turns]


def check(stickers: Bytes, found: Found, metric: Metric = Metric.OBTM) -> None:
    """Replay a solution on the oracle's turns, and count it."""
    names = names_of(found)
    assert np.array_equal(replayed(stickers, names), SOLVED)
    halves = sum(name.endswith("2") for name in names)
    assert found.cost == len(names) + (halves if metric == Metric.QTM else 0)


def faces_turned_twice(found: Found) -> list[str]:
    """Return faces that are turned twice with nothing but the opposite face turned between."""
    twice = []
    for _, turned in groupby(found.turns, key=lambda turn: turn // 3 % 3):
        faces = [FACES[turn // 3] for turn in turned]
        twice += [face for face in set(faces) if faces.count(face) > 1]
    return twice


def random_stickers(seed: int) -> Bytes:
    return Cube.random_state(3, seed).stickers.astype(np.uint8)


def test_solved() -> None:
    assert list(solutions(Cubies.solved())) == [Found((), 0, 0, 0.0, is_optimal=True)]
    assert [len(alg.moves) for alg in iter_solutions(Cube(3))] == [0]
    assert not solve(Cube(3), "two-phase").alg


@pytest.mark.parametrize("metric", [Metric.OBTM, pytest.param(Metric.QTM, marks=pytest.mark.slow)])
@pytest.mark.parametrize("depth", [1, 2])
def test_every_state_of_one_and_two_turns(depth: int, metric: Metric) -> None:
    costs = [1] * 18 if metric == Metric.OBTM else [1, 2, 1] * 6
    for state in levels(NAMES, costs, depth)[depth]:
        found = last(solutions(cubies(state), metric))
        check(state, found, metric)
        assert found.cost == depth
        assert found.is_optimal


@pytest.mark.parametrize("depth", range(3, 7))
def test_states_of_a_few_turns(depth: int) -> None:
    rng = np.random.default_rng(depth)
    for _ in range(60):
        state = replayed(SOLVED, rng.choice(NAMES, depth))
        found = last(solutions(cubies(state)))
        check(state, found)
        assert found.cost <= depth


def test_random_states() -> None:
    for seed in range(200):
        state = random_stickers(seed)
        found = last(solutions(cubies(state)))
        check(state, found)
        assert found.cost <= LONGEST


@pytest.mark.slow
def test_many_random_states() -> None:
    for seed in range(1_000_000, 1_000_000 + N_STATES):
        state = random_stickers(seed)
        found = last(solutions(cubies(state)))
        check(state, found)
        assert found.cost <= LONGEST


@pytest.mark.slow
def test_random_states_in_quarter_turns() -> None:
    for seed in range(100):
        state = random_stickers(seed)
        found = list(solutions(cubies(state), Metric.QTM))
        for each in found:
            check(state, each, Metric.QTM)
        # A quarter turn changes the parity: all solutions of a state are odd, or all are even.
        assert len({each.cost % 2 for each in found}) == 1
        assert found[-1].cost <= 30


def test_a_search_goes_on_from_its_limit() -> None:
    for seed in range(5):
        state = cubies(random_stickers(seed))
        at_once = search.start_search(state, Metric.OBTM, Limit(nodes=100_000), no_progress)
        expected = [(found.turns, found.nodes) for found in at_once]
        running = search.start_search(state, Metric.OBTM, Limit(nodes=1), no_progress)
        found = []
        for nodes in (1, 5_000, 50_000, 100_000):
            running.limit = Limit(nodes=nodes)
            found += [(each.turns, each.nodes) for each in running]
        assert found == expected
        assert running.nodes == at_once.nodes


def test_each_solution_is_shorter() -> None:
    several = 0
    for seed in range(30):
        state = random_stickers(seed)
        found = list(solutions(cubies(state)))
        costs = [each.cost for each in found if not each.is_optimal]
        assert costs == sorted(set(costs), reverse=True)
        several += len(costs) > 1
        for each in found:
            check(state, each)
        nodes = [each.nodes for each in found]
        assert nodes == sorted(nodes)
        algs = [len(alg.moves) for alg in iter_solutions(Cube.random_state(3, seed))]
        assert algs == costs
    assert several > 20


@pytest.mark.parametrize(
    ("metric", "n_states"),
    [(Metric.OBTM, 60), pytest.param(Metric.QTM, 100, marks=pytest.mark.slow)],
)
def test_no_two_turns_could_be_one(metric: Metric, n_states: int) -> None:
    """Not where phase 1 ends, and not where the turns before a view begin."""
    for seed in range(n_states):
        for found in solutions(cubies(random_stickers(seed)), metric):
            assert not faces_turned_twice(found), (seed, names_of(found))


def test_iterator_of_algs_ends_with_what_is_proven_once() -> None:
    cube = Cube.from_alg("R U F")
    algs = [str(alg) for alg in iter_solutions(cube)]
    assert algs[-1] == "F' U' R'"
    assert len(set(algs)) == len(algs)
    found = list(solutions(Cubies.from_cube(cube)))
    assert [each.is_optimal for each in found] == [False] * len(algs) + [True]
    assert found[-1].turns == found[-2].turns


@pytest.mark.slow
def test_superflip() -> None:
    state = played(SUPERFLIP)
    found = last(solutions(cubies(state), limit=Limit(moves=20, nodes=60_000_000)))
    check(state, found)
    assert found.cost == 20


def test_limit_of_moves() -> None:
    for seed in range(20):
        found = list(solutions(cubies(random_stickers(seed)), limit=Limit(moves=21, nodes=400_000)))
        assert found[-1].cost <= 21
        assert all(each.cost > 21 for each in found[:-1])
    first = list(solutions(cubies(random_stickers(0)), limit=Limit(moves=40, nodes=400_000)))
    assert len(first) == 1


def test_limit_of_nodes() -> None:
    more = 0
    for seed in range(10):
        state = cubies(random_stickers(seed))
        first = list(solutions(state, limit=Limit(nodes=1)))
        assert len(first) == 1  # the first is always waited for
        some = list(solutions(state, limit=Limit(nodes=20_000)))
        many = list(solutions(state, limit=Limit(nodes=300_000)))
        assert [each.turns for each in first] == [each.turns for each in some[:1]]
        assert [each.turns for each in some] == [each.turns for each in many[: len(some)]]
        assert all(each.nodes <= 20_000 + _MOST_IN_A_STEP for each in some)
        assert all(each.nodes <= 300_000 + _MOST_IN_A_STEP for each in many)
        more += len(many) > len(some)
    assert more


def test_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes one second each time someone looks at it."""
    state = cubies(random_stickers(1))
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return float(looks)

    monkeypatch.setattr("cubesolve.protocols.clock.source", clock)
    found = list(solutions(state, limit=Limit(time=30)))
    assert found
    assert found[-1].seconds <= 30
    assert 30 <= looks <= 35
    assert found[-1].nodes > 0


def test_the_first_limit_counts() -> None:
    state = cubies(random_stickers(3))
    one = list(solutions(state, limit=Limit(moves=10, nodes=20_000)))
    two = list(solutions(state, limit=Limit(nodes=20_000)))
    assert [each.turns for each in one] == [each.turns for each in two]


def test_the_same_twice() -> None:
    state = cubies(random_stickers(4))
    runs = [[each.turns for each in solutions(state)] for _ in range(2)]
    assert runs[0] == runs[1]


def test_two_searches_at_once() -> None:
    """A search keeps its place in arrays of its own."""
    states = [cubies(random_stickers(seed)) for seed in (5, 6)]
    alone = [[each.turns for each in solutions(state)] for state in states]
    together: list[list[tuple[int, ...]]] = [[], []]
    running = [solutions(state) for state in states]
    for _ in range(20):
        for kept, one in zip(together, running, strict=True):
            kept.extend(each.turns for each in [next(one, None)] if each is not None)
    assert together == alone


def test_closing_early() -> None:
    threads = threading.enumerate()
    cube = Cube.random_state(3, 7)
    whole = [str(alg) for alg in iter_solutions(cube)]
    running = iter_solutions(cube, limit=Limit(time=3600))
    assert str(next(running)) == whole[0]
    running.close()  # type: ignore[attr-defined]
    with pytest.raises(StopIteration):
        next(running)
    assert threading.enumerate() == threads
    assert [str(alg) for alg in iter_solutions(cube)] == whole


@pytest.mark.slow
def test_quarter_turns_are_counted_by_solve() -> None:
    totals = np.zeros(2, int)
    for seed in range(10):
        cube = Cube.random_state(3, seed)
        costs = []
        for metric in (Metric.QTM, Metric.OBTM):
            solution = solve(cube, "two-phase", metric=metric)
            moves = str(solution.human).split()
            costs.append(sum(2 if move.endswith("2") else 1 for move in moves))
            told = costs[-1] if metric == Metric.QTM else len(moves)
            assert solution.steps[0].title == two_phase(told, metric, 3).title
        totals += costs
    assert totals[0] < totals[1]


BAD = {
    "edge flip": "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
    "corner twist": "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
    "permutation parity": "UUUUUUUUURFRRRRRRRFRFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
    "colour count": "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU",
    "impossible midge": "UUUUUUUDURURRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
}


@pytest.mark.parametrize("problem", BAD)
def test_bad_cubes_are_refused_before_any_search(
    problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_tables(*args: object) -> None:
        pytest.fail("the search has begun")

    monkeypatch.setattr(search, "tables_for", no_tables)
    monkeypatch.setattr(optimal, "tables_for", no_tables)
    cube = Cube.from_facelets(BAD[problem], allow_invalid=True)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: iter_solutions(cube),
        lambda: solve(cube, "two-phase"),
        lambda: solve(cube, "optimal"),
        lambda: solve(cube),
    )
    for attempt in attempts:
        with pytest.raises(InvalidCubeError) as caught:
            attempt()
        kinds = [found.kind.value for found in caught.value.problems]
        assert problem in kinds
        assert str(caught.value.problems[0]) in str(caught.value)


def test_other_sizes_and_metrics_are_refused() -> None:
    with pytest.raises(UnsupportedSizeError, match="optimal solves sizes 2 to 3, got 4"):
        iter_solutions(Cube(4), "optimal")
    with pytest.raises(ValueError, match="OBTM or QTM"):
        iter_solutions(Cube.from_alg("R"), metric="RBTM")
    with pytest.raises(ValueError, match="WRONG"):
        iter_solutions(Cube.from_alg("R"), metric="WRONG")


def test_turns_before_a_view() -> None:
    """Sequences whose first turn phase 2 could not make; each reaches a state of its own."""
    assert sequences_before(0) == ((),)
    for length in (1, 2):
        sequences = sequences_before(length)
        assert all(NAMES[sequence[0]] not in PHASE_2_NAMES for sequence in sequences)
        reached = {
            replayed(SOLVED, [NAMES[turn] for turn in sequence]).tobytes() for sequence in sequences
        }
        assert len(reached) == len(sequences)
    # None is left out: what two turns reach is reached by one of these, after turns of phase 2.
    known = {replayed(SOLVED, [NAMES[t] for t in s]).tobytes() for s in sequences_before(2)}
    for a, b in product(NAMES, repeat=2):
        commute = np.array_equal(played(f"{a} {b}"), played(f"{b} {a}"))
        if a[0] == b[0] or a in PHASE_2_NAMES or (commute and b in PHASE_2_NAMES):
            continue
        assert played(f"{a} {b}").tobytes() in known


def test_nothing_comes_of_leaving_phase_2_for_less_than_five_turns() -> None:
    """The kernel does not try it: what one to four turns do that end in the group, it does too."""
    homes = [{state.tobytes() for state in level} for level in levels(PHASE_2_NAMES, [1] * 10, 4)]
    found = levels(NAMES, [1] * 18, 4)
    in_group = 0
    marked = np.zeros(54, np.uint8)
    marked[:9] = marked[27:36] = 1  # U and D
    marked[[21, 23, 48, 50]] = 2  # the middle edges on F and B
    for depth in range(1, 5):
        for state in found[depth]:
            if np.array_equal(marked[state], marked):
                in_group += 1
                assert state.tobytes() in homes[depth]
    assert in_group == sum(map(len, homes)) - 1


def test_views_are_those_of_the_state() -> None:
    """Answers of each view, with turns before it or not, solve the state itself."""
    sides = set()
    for seed in count():
        state = random_stickers(seed)
        limit = Limit(nodes=search.DEFAULT_NODES)
        running = search.start_search(cubies(state), Metric.OBTM, limit, lambda what, share: None)
        for found in running:
            check(state, found)
            assert isinstance(running.engine, search.TwoPhase)
            view = int(running.engine.job[running.engine.kernel.VIEW])
            sides.add((view % 6, view >= 6))
        if len(sides) == 12 or seed == 60:
            break
    assert {side for side, _ in sides} == set(range(6))
    assert {before for _, before in sides} == {False, True}
