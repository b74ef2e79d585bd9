"""Commutators cost what the table says, do what it says, and sets of them solve orbits."""

from typing import Any

import numpy as np
import pytest

from cubesolve import Metric
from cubesolve.kernels import cycle_costs as kernel
from cubesolve.kernels import single_cycles as single_kernel
from cubesolve.kernels.cycle_sets import BEST, find_set
from cubesolve.kernels.points import pack, play_labels
from cubesolve.methods.annealed import single_cycles
from cubesolve.methods.annealed.annealing import METRICS, Words, merged, play
from cubesolve.methods.annealed.cubies import Labels, cubies
from cubesolve.methods.annealed.cycle_sets import CycleSetInserter, Search, cycle_of
from cubesolve.methods.annealed.insertion import PAID, Cycle, Inserter, cycle, put_in
from cubesolve.methods.annealed.single_cycles import SingleCycleInserter
from cubesolve.moves import LongAlg
from cubesolve.search.workers import Workers

SIZE = 7


def random_words(rng: np.random.Generator, count: int) -> Words:
    """Return turns of a few layers, so that commutators meet some of them."""
    turns = [
        pack(rng.integers(3), rng.choice([0, 1, 2, 6]), rng.integers(1, 4)) for _ in range(count)
    ]
    return merged(np.array(turns, np.int32))


def played(words: Words, labels: Labels) -> Labels:
    after = labels.copy()
    play_labels(words, 0, len(words), after, SIZE)
    return after


def count(words: Words, metric: Metric) -> int:
    return LongAlg(words, SIZE).count(metric, SIZE)


def scanned(inserter: CycleSetInserter, words: Words, orbit: int, limit: int = 6) -> Search:
    room = inserter.new_room(words)
    labels = played(words, inserter.start)
    kernel.load_orbit(room.costs, inserter.orbits[orbit], labels, inserter.goal, SIZE)
    metric = METRICS.index(inserter.metric)
    gap = len(words)
    while gap >= 0:
        gap = kernel.scan(room.costs, gap, 7, (0, len(words)), limit, metric, SIZE, False)
    return room


@pytest.mark.parametrize("metric", [Metric.SST, Metric.OBTM])
def test_three_cycles_cost_and_do_what_the_table_says(metric: Metric) -> None:
    rng = np.random.default_rng(1)
    goal = cubies(SIZE).goal
    words = random_words(rng, 250)
    inserter = CycleSetInserter(goal, SIZE, metric, Workers(1))
    for orbit in (0, 3, len(inserter.orbits) - 1):  # centres, and wings
        costs = scanned(inserter, words, orbit).costs
        known = costs.known[: costs.state[kernel.N_KNOWN]]
        assert len(known) > 500
        assert len({int(costs.cost[number]) for number in known}) > 2
        for number in [*known[:10], *rng.choice(known, 20)]:
            one = cycle_of(costs, int(number))
            changed = put_in(words, [one])
            assert inserter.count(changed) - inserter.count(words) == costs.cost[number]
            cycled = played(words, goal)
            cycled[np.roll(one.places, -1)] = cycled[one.places]
            assert (played(changed, goal) == cycled).all()


@pytest.mark.parametrize("metric", [Metric.SST, Metric.RBTM])
@pytest.mark.parametrize("kind", [SingleCycleInserter, CycleSetInserter])
def test_a_repair_costs_and_does_what_it_says(kind: type[Inserter[Any]], metric: Metric) -> None:
    rng = np.random.default_rng(4)
    goal = cubies(SIZE).goal
    words = random_words(rng, 250)
    inserter = kind(goal, SIZE, metric, Workers(1))
    before = played(words, inserter.start)
    room = inserter.new_room(words)
    for orbit in (0, 1, 3, len(inserter.orbits) - 1, 2):  # of several kinds
        repair = inserter.repair(room, before, 0, orbit)
        assert repair is not None
        changed = put_in(words, repair.cycles)
        after = before.copy()
        cycle(after, repair.cycles)
        assert (played(changed, inserter.start) == after).all()
        price = count(changed, metric) - count(words, metric)
        gain = np.count_nonzero(after == goal) - np.count_nonzero(before == goal)
        assert gain > 0
        assert repair.score == pytest.approx(price - PAID * gain)


@pytest.mark.parametrize("metric", [Metric.SST, Metric.OBTM])
def test_a_repair_is_the_same_wherever_the_clock_is_looked_at(
    metric: Metric, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = random_words(np.random.default_rng(4), 250)
    inserter = SingleCycleInserter(cubies(SIZE).goal, SIZE, metric, Workers(1))
    labels = played(words, inserter.start)
    found = []
    for at_once in (1, 7, 10**9):
        for name in ("_AT_ONCE", "_ANYWHERE_AT_ONCE"):
            monkeypatch.setattr(single_cycles, name, at_once)
        looks: list[bool] = []

        def look(looks: list[bool] = looks) -> bool:
            looks.append(False)
            return False

        room = inserter.new_room(words)
        some = [inserter.repair(room, labels, 20, orbit, look) for orbit in (0, 3)]
        found.append([(one.score, one.cycles[0].gap, str(one.cycles)) for one in some if one])
        assert len(looks) >= 2 * (len(words) - 19) / at_once
    assert len(found[0]) == 2
    assert found[0] == found[1] == found[2]


def test_a_set_solves_its_orbit_for_what_it_costs() -> None:
    rng = np.random.default_rng(2)
    words = random_words(rng, 400)
    goal = cubies(SIZE).goal
    solved = played(np.array([word ^ 2 if word & 1 else word for word in words[::-1]]), goal)
    for orbit, moved in ((1, 5), (4, 4), (6, 6), (6, 7)):
        inserter = CycleSetInserter(solved.copy(), SIZE, Metric.SST, Workers(1))
        places = inserter.orbits[orbit]
        some = np.flatnonzero(played(words, inserter.start)[places] == goal[places])[:moved]
        assert len(some) == moved
        ends = played(words, inserter.start)
        for at in range(0, moved - 2, 2):  # an even permutation
            three = places[some[at : at + 3]]
            ends[np.roll(three, 1)] = ends[three]
        inserter.start = ends.copy()
        play_labels(words, len(words), 0, inserter.start, SIZE)
        room = scanned(inserter, words, orbit)
        price = find_set(room.costs, room.beam, 1.6, 100)
        numbers = room.beam.best[: room.beam.state[BEST]]
        cycles = [cycle_of(room.costs, int(one)) for one in numbers]
        cycles.sort(key=lambda one: one.gap)
        changed = put_in(words, cycles)
        assert (played(changed, inserter.start) == goal)[places].all()
        assert len(changed) - len(words) == price < 100


def test_a_list_that_does_nothing_becomes_shorter() -> None:
    """Two commutators of different orbits, and their inverses where nothing cancels."""
    rng = np.random.default_rng(3)
    goal = cubies(SIZE).goal
    inserter = CycleSetInserter(goal, SIZE, Metric.SST, Workers(1))
    words = random_words(rng, 60)
    found: list[Cycle] = []
    for orbit in (0, 2):
        costs = scanned(inserter, words, orbit).costs
        found.append(cycle_of(costs, int(costs.known[-1])))
    first, second = (one.words for one in found)
    undo_first, undo_second = ((one[::-1] & ~3) | (4 - (one[::-1] & 3)) for one in (first, second))
    nothing = merged(np.concatenate([first, second, undo_first, undo_second]))
    assert (played(nothing, goal) == goal).all()
    shorter = inserter.shortened(inserter.shortened(nothing))
    assert len(shorter) < len(nothing)
    assert (played(shorter, goal) == goal).all()


def test_sets_for_an_orbit_are_given_up_on_the_way() -> None:
    """One of them takes up to 60 ms: longer than a solution may be late."""
    words = random_words(np.random.default_rng(1), 250)
    inserter = CycleSetInserter(cubies(SIZE).goal, SIZE, Metric.RBTM, Workers(1))
    labels = played(words, inserter.start)
    room = inserter.new_room(words)
    assert inserter.repair(room, labels, 0, 0) is not None
    looks = iter([False, False, True])
    assert inserter.repair(room, labels, 0, 0, lambda: next(looks)) is None
    assert not list(looks)


def test_the_best_commutator_is_given_up_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """500 gaps took up to 40 ms, and where it may stand anywhere, half a second."""
    gaps: dict[bool, list[int]] = {False: [], True: []}

    def find_better(single: Any, low: int, high: int, *more: Any) -> float:
        gaps[bool(more[-2])].append(high - low + 1)
        return single_kernel.NOTHING

    words = random_words(np.random.default_rng(1), 1200)
    inserter = SingleCycleInserter(cubies(SIZE).goal, SIZE, Metric.OBTM, Workers(1))
    labels = played(words, inserter.start)
    monkeypatch.setattr(single_kernel, "find_better", find_better)
    assert inserter.repair(inserter.new_room(words), labels, 0, 0) is None
    assert sum(gaps[False]) == sum(gaps[True]) == len(words) + 1
    assert max(gaps[False]) <= 100
    assert max(gaps[True]) <= 5


def test_a_list_is_played_in_pieces_and_left_on_the_way() -> None:
    """On the largest cubes all of it takes up to a second."""
    goal = cubies(SIZE).goal
    words = random_words(np.random.default_rng(1), 9000)
    assert len(words) > 5000
    labels = goal.copy()
    looks = iter([False, True])
    reached = play(words, 0, len(words), labels, SIZE, lambda: next(looks))
    assert 0 < reached < len(words)
    assert (labels == played(words[:reached], goal)).all()
    assert play(words, reached, len(words), labels, SIZE) == len(words)
    assert (labels == played(words, goal)).all()
    assert play(words, len(words), 0, labels, SIZE) == 0
    assert (labels == goal).all()


def test_an_insertion_without_time_ends_while_the_list_is_played() -> None:
    words = random_words(np.random.default_rng(1), 9000)
    inserter = SingleCycleInserter(cubies(SIZE).goal, SIZE, Metric.SST, Workers(1), most_gaps=100)
    left = iter([1.0, 1.0, -1.0])  # the first look is for how many gaps to try
    assert inserter.insert_all(words, lambda: next(left)) is None
    assert not list(left)
    room, looks = inserter.new_room(words), iter([False, True])
    labels = played(words, inserter.start)
    assert inserter.repair(room, labels, 0, 0, lambda: next(looks)) is None
    assert 100 < room.reached < len(words)
    assert inserter.repair(room, labels, 0, 0) is not None
