"""Sweeps: they are the product of their commutators, and bring what they say that they bring."""

from collections.abc import Callable

import numpy as np
import pytest

from cubesolve import Cube, Limit, Metric, solve
from cubesolve.kernels import sweeps as kernel
from cubesolve.kernels.sweeps import Sweep, Sweeper
from cubesolve.methods.annealed import plan
from cubesolve.methods.annealed.annealing import Annealer, Words
from cubesolve.methods.annealed.cubies import Labels, cubies, faces_as_held, read_labels
from cubesolve.methods.annealed.insertion import Inserter
from cubesolve.methods.annealed.plan import Plan
from cubesolve.methods.annealed.sweep_kinds import SweepKinds, sweep_kinds
from cubesolve.methods.annealed.sweeps import Sweeps
from cubesolve.model.geometry import Ints, geometry
from cubesolve.moves import LongAlg
from cubesolve.protocols import clock
from cubesolve.search.workers import Workers
from oracle import Oracle

CHEAP = 0.05  # a price at which nearly all sweeps are worth their turns


def sweeper_of(cube: Cube, number: int) -> tuple[Sweeper, SweepKinds]:
    """Return a sweeper that knows one kind of sweep only."""
    size, known = cube.size, sweep_kinds(cube.size)
    one = slice(number, number + 1)
    sweeper = kernel.new_sweeper(size, known.kinds[one], known.places[one], known.twin, number)
    labels = read_labels(faces_as_held(cube), size)
    kernel.load_labels(sweeper, labels, cubies(size).goal, known.cubies, size)
    return sweeper, known


def word(axis: int, layer: int, turns: int) -> int:
    return (layer + 1) << 5 | axis << 2 | turns % 4


def row_of(kind: Ints, layer: int, turns: int) -> list[int]:
    y = word(kind[kernel.Y_AXIS], layer, turns)
    if kind[kernel.CROSSING] == kernel.BOTH:
        return [y]
    f = [int(kind[field]) for field in (kernel.F_AXIS, kernel.F_LAYER, kernel.F_TURNS)]
    return [word(*f), y, word(f[0], f[1], -f[2])]


def commutators_of(kind: Ints, sweep: Sweep, size: int) -> Words:
    """Return the commutators of all rows, one after the other."""
    turns, words = int(kind[kernel.Y_TURNS]), []
    for k in range(sweep.state[kernel.N_ROWS]):
        row, layer = sweep.states[k].tolist(), int(sweep.rows[k])
        x, back = (
            [word(kind[kernel.X_AXIS], a, way * row[a]) for a in range(size) if row[a]]
            for way in (1, -1)
        )
        u, undone = row_of(kind, layer, turns), row_of(kind, layer, -turns)
        words += [*u, *x, *undone, *back] if kind[kernel.BACKWARDS] else [*x, *u, *back, *undone]
    return np.array(words, np.int32)


def played(cube: Cube, words: Words) -> Cube:
    after = cube.copy()
    after.play(LongAlg(words, cube.size))
    return after


def fixed_slots(size: int) -> Ints:
    """Return the slots of corners and middle edges."""
    known = geometry(size)
    return np.array([*np.ravel(known.corner_slots), *np.ravel(known.midge_slots)], np.int64)


@pytest.mark.parametrize("size", [6, 7])
def test_a_sweep_is_the_product_of_its_commutators(size: int) -> None:
    cube = Cube.random_state(size, 4)
    before = np.count_nonzero(read_labels(faces_as_held(cube), size) != cubies(size).goal)
    tried = 0
    for number in range(len(sweep_kinds(size).kinds)):
        sweeper, known = sweeper_of(cube, number)
        if kernel.find_sweep(sweeper, CHEAP, 3, size) <= 0:
            continue
        tried += 1
        words = np.zeros(2000, np.int32)
        count = kernel.write_sweep(words, sweeper.best, sweeper.kinds, size)
        after = played(cube, words[:count])
        assert after == played(cube, commutators_of(sweeper.kinds[0], sweeper.best, size)), number
        assert (after.stickers == cube.stickers)[fixed_slots(size)].all(), number
        kernel.do_sweep(sweeper, sweeper.best, size)
        # What a sweep brings is counted as the cube was held before it.
        labels = read_labels(after.colors(), size) if size % 2 else None
        assert count == sweeper.best.state[kernel.COST]
        wrong = np.count_nonzero(_by_cubie(sweeper, known, size) != cubies(size).goal)
        assert before - wrong == sweeper.best.state[kernel.GAIN]
        if labels is not None:
            assert (labels == _by_cubie(sweeper, known, size)).all()
    assert tried > 300


def _by_cubie(sweeper: Sweeper, known: SweepKinds, size: int) -> Labels:
    labels = cubies(size).goal.copy()
    labels[known.cubies] = sweeper.labels
    return labels


@pytest.mark.parametrize("size", [11, 12])
def test_sweeps_leave_few_pieces_and_no_other_turned(size: int) -> None:
    """Played on the oracle, they leave corners and middle edges as they were."""
    cube = Cube.random_state(size, 3)
    labels = read_labels(faces_as_held(cube), size)
    sweeps = Sweeps(labels, size, Workers(), 1)
    sweeps.go_on(0.4, 20)
    assert sweeps.wrong < 0.6 * len(cubies(size).surface)
    oracle = Oracle(size)
    for face, first, last, turns in LongAlg(sweeps.turns(), size).blocks(size):
        oracle.turn(face, range(first, last + 1), turns)
    after = Cube(size)
    after.play(LongAlg(sweeps.turns(), size))
    assert "".join(oracle.facelets()) == after.facelets()
    assert (after.stickers == Cube(size).stickers)[fixed_slots(size)].all()


def test_a_solved_cube_is_left_alone() -> None:
    sweeps = Sweeps(cubies(11).goal, 11, Workers(), 1)
    sweeps.go_on(0.5, 5)
    assert len(sweeps.turns()) == 0
    assert sweeps.wrong == 0


def test_sweeps_go_further_where_the_machine_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    time = [0.0]
    monkeypatch.setattr(clock, "source", lambda: time[0])
    plans = [Plan(Limit(time=10.0), Metric.SST, 0.0, 58_000) for _ in range(3)]
    time[0] = 1.0
    assert plans[0].next_price(0.56, 100_000, 20_000, 35_000) is None
    further = plans[1].next_price(0.56, 1_000, 20_000, 35_000)
    assert further is not None
    assert further < 0.56
    assert plans[2].next_price(0.95, 1_000, 20_000, 35_000) == 0.56


def test_a_cube_whose_corners_are_all_needs_no_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a checkerboard of a 33x33 after the first turns: no piece is wrong, no sweep was found."""
    monkeypatch.setattr(clock, "source", lambda: 1.0)
    found = Plan(Limit(time=3.0), Metric.SST, 0.0, 6_500)
    monkeypatch.setattr(clock, "source", lambda: 1.1)
    assert found.next_price(0.56, 100_000, 0, 0) is None


@pytest.mark.parametrize("size", [11, 12])
def test_an_answer_that_begins_with_sweeps(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Smaller cubes than sweeps are for, which takes less time."""
    done = []
    go_on = Sweeps.go_on

    def count(self: Sweeps, price: float, tries: int, is_over: Callable[[], bool]) -> None:
        go_on(self, price, tries, is_over)
        done.append(self.length)

    monkeypatch.setattr(plan, "_SWEPT_FROM", 0)
    monkeypatch.setattr(Sweeps, "go_on", count)
    cube = Cube.random_state(size, 5)
    solution = solve(cube, "short", limit=Limit(nodes=200_000))
    assert solution.verify()
    assert 0 < done[0] < solution.count("SST")
    assert solution.count("SST") < solve(cube, "fast").count("SST") / 1.5


@pytest.mark.parametrize(
    ("kind", "name", "after"),
    [(Sweeps, "go_on", (Annealer, "anneal")), (Annealer, "anneal", (Inserter, "insert_all"))],
)
def test_what_would_come_too_late_is_not_begun(
    kind: type, name: str, after: tuple[type, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [0.0]
    work = getattr(kind, name)

    def slowly(*args: object) -> None:
        work(*args)
        time[0] += 1.0

    def refuse(*args: object) -> None:
        raise AssertionError(f"{after} was begun")

    monkeypatch.setattr(clock, "source", lambda: time[0])
    monkeypatch.setattr(plan, "_SWEPT_FROM", 0)
    monkeypatch.setattr(kind, name, slowly)
    monkeypatch.setattr(*after, refuse)
    cube = Cube.random_state(11, 5)
    assert solve(cube, "short", limit=0.5).verify()
