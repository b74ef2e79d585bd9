"""Short solutions of big cubes: what stages reach, and every kind of state solved."""

from collections.abc import Generator, Iterator
from inspect import unwrap
from itertools import islice, pairwise
from random import Random
from typing import TypeVar

import numpy as np
import pytest

from cubesolve import (
    SOLVERS,
    Cube,
    Limit,
    Metric,
    Operator,
    SolverResults,
    SolveStep,
    Task,
    iter_solutions,
    solve,
)
from cubesolve.checkpoints import made_once, watched
from cubesolve.kernels.balls import NEVER, NO_TURN, STEP, rate_placed
from cubesolve.kernels.beam import Stage
from cubesolve.methods.annealed.solver import AnnealedSolver
from cubesolve.methods.big import balls, big_search, parts
from cubesolve.methods.big.layout import layout, sets_of
from cubesolve.methods.big.parts import Part, joining, steps_to_axis
from cubesolve.methods.big.plans import Plan, nodes_at_first, nodes_at_least, plan, plans_for
from cubesolve.methods.big.search import BigReductions, _StuckError
from cubesolve.methods.big.states import States, glued, start
from cubesolve.methods.cage import CageNxNSolver
from cubesolve.protocols import clock, no_progress
from cubesolve.search import beam
from cubesolve.search.masks import turned_masks
from cubesolve.search.reductions import NODES_A_SECOND, Effort
from cubesolve.search.workers import Workers
from cubesolve.stages.short import ShortSolver
from oracle import Oracle
from states import HOLDS, parities

FIRST = Limit(nodes=1)
Result = TypeVar("Result")


def result(search: Generator[object, None, Result]) -> Result:
    while True:
        try:
            next(search)
        except StopIteration as end:
            found: Result = end.value
            return found


def replayed(size: int, scramble: str, moves: str) -> bool:
    oracle = Oracle(size)
    oracle.play(scramble)
    oracle.play(moves)
    return oracle.is_solved()


@pytest.mark.parametrize("size", [6, 7])
def test_orbits_are_where_the_oracle_takes_a_cell(size: int) -> None:
    cube = layout(size)
    for cell in ((1, 1), (1, 2), (2, 1), (1, size - 3)):
        slots = cube.slots(cell)
        assert len(set(slots.tolist())) == 24
        for turn in (0, 22, len(cube.turns) - 1):
            oracle = Oracle(size)
            oracle.play(cube.turns.names[turn])
            played = np.array(oracle.stickers())
            table = cube.tables(cube.perms(cell, [(turn,)]))[0]
            for place in (0, 9, 23):
                moved = turned_masks(table, np.array([1 << place], np.uint32))
                assert played[slots[int(moved[0]).bit_length() - 1]] == slots[place]


def first_part(cube: Cube, threads: int = 2) -> tuple[States, beam.Ends]:
    """Return the starts of the first part of stage A, and its ends."""
    states = start(cube, 1)
    part = steps_to_axis(cube.size, 0)[0].at_once()
    sets = [sets_of(states.colors, layout(cube.size).slots(c), part.chosen) for c in part.cells]
    rows = np.stack([*sets, np.zeros(states.n, np.uint32)], axis=1)
    width = beam.Width(500, 50, 1, 40)
    ends = result(beam.search(part.stage, rows, states.lengths, width, Workers(threads)))
    turns, rows = part.spelled(ends.turns, ends.lengths, 0)
    assert rows.tolist() == list(range(len(ends.starts)))
    return states, ends._replace(turns=turns.astype(np.int16))


def test_a_beam_ends_where_it_says_and_alike_on_any_number_of_threads() -> None:
    states, ends = first_part(Cube.random_state(6, seed=1))
    assert len(ends.starts)
    assert all(a <= b <= ends.lengths[0] + 1 for a, b in pairwise(ends.lengths.tolist()))
    reached = states.played(ends.starts, ends.turns, ends.lengths)
    middle = reached.colors.reshape(-1, 6, 6, 6)[:, :, 2:4, 2:4]  # the cells (2, 2)
    assert np.all(middle[:, [1, 4]] % 3 == 1)
    rows = reached.colors.reshape(-1, 6, 6, 6)[:, [1, 4]] % 3 == 1
    assert np.array_equal(rows[:, :, 1, 2], rows[:, :, 1, 3])  # and those of row 1 agree
    again = first_part(Cube.random_state(6, seed=1), threads=1)[1]
    assert np.array_equal(ends.starts, again.starts)
    assert np.array_equal(ends.turns, again.turns)


def test_a_beam_that_begins_at_its_goal_ends_there() -> None:
    _, ends = first_part(Cube.from_alg("U R2 F'", 6))
    assert ends.lengths[0] == 0


def test_a_beam_finds_the_way_back() -> None:
    _, ends = first_part(Cube.from_alg("Rw 3Uw F2 3Rw'", 6))
    assert 0 < ends.lengths[0] <= 4


@pytest.mark.parametrize("stage", [0, 1])
def test_balls_hold_exact_distances(stage: int) -> None:
    """What turns make of the goal is at most as far; none of it that is not there is near."""
    part = steps_to_axis(7, stage)[-1].at_once()
    assert part.stage.ball.radius > 4
    random = Random(stage)
    tables = part.stage.tables[part.stage.turned]
    goal = 0xFF0000 if stage == 0 else 0x0000FF
    for _ in range(50):
        state = np.array([[goal, goal, 0]], np.uint32)
        last = np.full(1, NO_TURN, np.int16)
        before = 0
        for depth in range(1, 6):
            turn = random.randrange(len(part.words))
            ratings = np.full((len(part.words), 1), NEVER, np.uint16)
            rate_placed(state, last, np.array([turn]), part.stage, ratings)
            rating = int(ratings[turn, 0])
            assert rating <= STEP * depth
            assert abs(rating - before) <= STEP
            sets = [turned_masks(tables[turn, k], state[:, k]) for k in (0, 1)]
            state = np.stack([*sets, state[:, 2] ^ part.stage.flips[turn]], axis=1)
            assert (rating == 0) == (state[0].tolist() == [goal, goal, 0])
            before = rating


def test_tables_of_a_process_are_made_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Together they take half a second: who has no time for that leaves them half done."""
    wanted = [goal.at_once().stage for goal in (*steps_to_axis(8, 0), *joining(7, 2))]
    for owner, name in ((parts, "_grown_sets"), (parts, "_grown_splits"), (balls, "_grown")):
        monkeypatch.setattr(owner, name, made_once(unwrap(getattr(owner, name))))
    goals = [*unwrap(steps_to_axis)(8, 0), *unwrap(joining)(7, 2)]
    given_up = 0
    found: list[Stage] = []
    while len(found) < len(goals):
        left = iter(range(10))

        def look(left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise TimeoutError

        try:
            with watched(look):
                found.append(goals[len(found)].at_once().stage)
        except TimeoutError:
            given_up += 1
    assert given_up > 10
    for stage, other in zip(found, wanted, strict=True):
        for name in ("distances", "pair_distances", "triple_distances"):
            assert np.array_equal(getattr(stage, name), getattr(other, name))
        assert np.array_equal(stage.ball.slots, other.ball.slots)
        assert np.array_equal(stage.ball.sieve, other.ball.sieve)


def test_ends_are_spelled_in_all_ways_that_do_the_same() -> None:
    cube = Cube.random_state(7, seed=1)
    states = start(cube, 1)
    part = steps_to_axis(7, 0)[0].at_once()
    assert max(map(len, part.alike)) == 2  # a face alone, or with the layer before the cells
    sets = [sets_of(states.colors, layout(7).slots(c), part.chosen) for c in part.cells]
    rows = np.stack([*sets, np.zeros(states.n, np.uint32)], axis=1)
    width = beam.Width(500, 10, 1, 40)
    ends = result(beam.search(part.stage, rows, states.lengths, width, Workers()))
    turns, sources = part.spelled(ends.turns, ends.lengths, 100)
    assert len(ends.starts) < len(turns) <= 100
    assert len({(int(k), *row) for k, row in zip(sources, turns.tolist(), strict=True)}) == len(
        turns
    )
    reached = states.played(ends.starts[sources], turns, ends.costs[sources])
    for cell in part.cells:
        assert set(sets_of(reached.colors, layout(7).slots(cell), part.chosen)) == {0xFF0000}


def test_rounds_fit_what_is_left() -> None:
    left = [1e9]
    plans = plans_for(7, lambda: left[0])
    placing = [found.placing for found in islice(plans, 3) if found]
    assert len(placing) == 3
    assert placing == sorted(set(placing))
    left[0] = 1e6
    assert next(plans) is None
    assert next(plans) is not None  # who asks again gets another one


def test_a_round_that_only_just_fits_takes_all_that_is_left() -> None:
    first = nodes_at_first(10)
    plans = plans_for(10, lambda: 2 * first)
    narrow, wider = (found.placing for found in islice(plans, 2) if found)
    assert 1.5 * narrow < wider < 2 * narrow
    plans = plans_for(10, lambda: 1.5 * first)
    assert next(plans) is not None
    assert next(plans) is None


@pytest.mark.parametrize("size", [11, 16, 20])
def test_a_first_round_is_narrow_where_there_is_no_room(size: int) -> None:
    usual = next(plans_for(size, lambda: nodes_at_first(size)))
    narrow = next(plans_for(size, lambda: nodes_at_first(size) - 1))
    assert usual is not None
    assert narrow is not None
    assert narrow.placing < usual.placing
    assert narrow.joining < usual.joining
    assert nodes_at_least(size) < nodes_at_first(size)


@pytest.mark.parametrize("size", [6, 7, 8, 9, 10])
def test_a_first_round_is_small(size: int) -> None:
    assert nodes_at_first(size) <= 2 * NODES_A_SECOND
    first = next(plans_for(size, lambda: 1e9))
    assert first is not None
    assert first.effort == 0  # the phases of smaller cubes do not try hard


def test_distances_of_splits_are_those_of_turns() -> None:
    """Joining: what is a turn away from agreeing is at most 1 away, and nothing else is 0."""
    part = joining(6, 2)[0].at_once()
    cells = [layout(6).slots(cell) for cell in part.cells]
    solved = start(Cube(6), 1).pick(np.array([0]))
    for word in part.words:
        turned = solved.played(np.array([0]), np.array([word]), np.array([1]))
        sets = [int(sets_of(turned.colors, slots, part.chosen)[0]) >> 16 for slots in cells]
        stage = part.stage
        first, second, third = (int(stage.split_of[each & 255]) for each in sets)
        distance = stage.triple_distances[0, (first * 70 + second) * 70 + third]
        assert distance == (len({first, second, third}) > 1)


def quads_of(part: Part, state: States) -> tuple[list[int], list[bool]]:
    """Return how far each quad of a state is by its table, and whether its cells agree."""
    stage = part.stage
    slots = [layout(state.size).slots(cell) for cell in part.cells]
    sets = [int(sets_of(state.colors, each, part.chosen)[0]) for each in slots]
    distances, agree = [], []
    for *orbits, shift, kind, label in stage.quads.tolist():
        faces = [sets[orbit] >> shift & 255 for orbit in orbits]
        number = 0
        for each in faces:
            number = 70 * number + int(stage.labels[label, each])
        distances.append(int(stage.quad_distances[kind, number]))
        agree.append(faces[0] == faces[1] and faces[2] == faces[3])
    return distances, agree


@pytest.mark.parametrize(("size", "layer"), [(8, 2), (9, 2), (10, 2), (10, 3)])
def test_distances_of_quads_are_those_of_turns(size: int, layer: int) -> None:
    """0 is where the cells agree, a turn changes each by at most 1, and one brings it nearer."""
    random = Random(size + layer)
    for goal in joining(size, layer):
        part = goal.at_once()
        turns = np.array(part.words)[:, None]
        state = start(Cube(size), 1).pick(np.array([0]))
        for _ in range(12):
            some = np.array([random.choices(turns.ravel().tolist(), k=4)])
            state = state.played(np.array([0]), some, np.array([4]))
            now, agree = quads_of(part, state)
            assert agree == [distance == 0 for distance in now]
            after = [
                quads_of(part, state.played(np.array([0]), turn, np.array([1])))[0]
                for turn in turns
            ]
            assert np.abs(np.array(after) - now).max() <= 1
            across = part.stage.quads[:, 5] == 0  # the others have turns that a size may lack
            nearer = np.array(after).min(axis=0) < now
            assert np.array_equal(nearer[across], np.array(now)[across] > 0)


def agreements(state: States, part: Part) -> list[int]:
    """Return in how many places each two orbits differ that a part looks at."""
    slots = [layout(state.size).slots(cell) for cell in part.cells]
    sets = [int(sets_of(state.colors, each, part.chosen)[0]) for each in slots]
    stage = part.stage
    masks = [(0xFF << shift, *orbits) for *orbits, shift, _ in stage.pairs.tolist()]
    masks += [(0xFF << row[3], *row[i : i + 2]) for row in stage.triples.tolist() for i in (0, 1)]
    masks += [(0xFF << row[4], *row[i : i + 2]) for row in stage.quads.tolist() for i in (0, 2)]
    masks += [(0xFFFFFF, *row) for row in stage.equal.tolist()]
    return [((sets[a] ^ sets[b]) & mask).bit_count() for mask, a, b in masks]


@pytest.mark.parametrize("size", [9, 10])
def test_what_is_done_alone_leaves_the_rest_as_it_is(size: int) -> None:
    """Also where cells do not agree yet: as many of them differ as before."""
    random = Random(size)
    goals = [*steps_to_axis(size, 0), *steps_to_axis(size, 1), *joining(size, 2)]
    goals = [goal for goal in goals if len(goal.alone) > 1]
    scrambled = start(Cube.random_state(size, seed=1), 1).pick(np.array([0]))
    for goal in random.sample(goals[:-1], 3) + goals[-1:]:
        parts = [make() for make in goal.alone]
        for part in parts:
            words = random.sample(list(part.words), 5) + list(part.words[-5:])
            for word in words:
                state = scrambled.played(np.array([0]), np.array([word]), np.array([len(word)]))
                for other in parts:
                    same = agreements(state, other) == agreements(scrambled, other)
                    assert same or other is part


def test_groups_that_come_later_leave_those_before_as_they_are() -> None:
    first, last, *_ = (goal.at_once() for goal in joining(16, 2))
    scrambled = start(Cube.random_state(16, seed=1), 1).pick(np.array([0]))
    for word in last.words:
        state = scrambled.played(np.array([0]), np.array([word]), np.array([len(word)]))
        assert agreements(state, first) == agreements(scrambled, first)


def test_where_a_beam_loses_its_patience_the_rest_is_done_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cubesolve.methods.big.search._PATIENCE", 1)
    search = BigReductions(Cube.random_state(8, seed=1), Effort(1, Workers(2)), {})
    narrow = plan(8, 0.1)._replace(joining=1)
    states = result(search._centers(narrow))
    for goal in (*joining(8, 2), *joining(8, 3)):
        assert not any(agreements(states.pick(np.array([0])), goal.at_once()))


@pytest.mark.parametrize("size", [6, 7])
def test_a_first_answer_is_right_and_its_steps_say_what_is_so(size: int) -> None:
    cube = Cube.random_state(size, seed=3)
    solution = solve(cube, method="short", limit=FIRST)
    shown = cube.copy()
    for number, step in enumerate(solution.steps):
        shown.play(step.alg)
        faces = shown.colors().reshape(6, size, size)[:, 1:-1, 1:-1]
        if number == 1:  # all centres are on their axes
            for axis in range(3):
                assert len(np.unique(faces[[axis, axis + 3]])) == 2
    assert shown.is_solved
    assert all(len(set(face.ravel().tolist())) == 1 for face in faces)
    assert len(solution.alg) < 230
    oracle = Oracle(size)
    oracle.play(str(solution.alg.inverse()))
    oracle.play(str(solution.alg))
    assert oracle.is_solved()


def test_a_scramble_is_undone_on_the_oracle() -> None:
    scramble = "3Rw U2 Fw' 3Uw2 L Dw F' 3Fw R2 Uw B' 3Lw2 D Rw' F2 Lw 3Uw U' Bw2 R"
    solution = solve(Cube.from_alg(scramble, 6), method="short", limit=FIRST)
    assert replayed(6, scramble, str(solution.alg))


def test_more_nodes_are_not_longer_and_the_same_nodes_the_same() -> None:
    cube = Cube.random_state(6, seed=5)
    few, same, more = (
        solve(cube, method="short", limit=Limit(nodes=nodes)).alg for nodes in (1, 1, 8_000_000)
    )
    assert few == same
    assert len(more) <= len(few)


def standing_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock not go, so that there is no time, but enough of it for what is quick."""
    monkeypatch.setattr(clock, "source", lambda: 0.0)


def test_where_time_is_short_a_quick_method_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(size: int, nodes: float) -> None:
        pytest.fail("the search began")

    monkeypatch.setattr("cubesolve.methods.big.search.plans_for", never)
    standing_still(monkeypatch)
    cube = Cube.random_state(6, seed=2)
    solution = solve(cube, method="short", limit=Limit(time=0.0))
    quick = solve(cube, method="cage-two-phase", limit=Limit(nodes=1))  # nor does it search long
    assert solution.alg == quick.alg
    assert solution.to_json()["steps"] == quick.to_json()["steps"]
    assert solution.results == quick.results


def test_what_a_quick_method_has_found_is_not_searched_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved = []
    once = CageNxNSolver.solve

    def counted(solver: CageNxNSolver, operator: Operator, what: SolveStep) -> SolverResults:
        solved.append(operator)
        return once(solver, operator, what)

    monkeypatch.setattr(CageNxNSolver, "solve", counted)
    standing_still(monkeypatch)
    solve(Cube.random_state(6, seed=2), method="short", limit=Limit(time=0.0))
    assert len(solved) == 1


@pytest.mark.slow
def test_above_ten_layers_stages_are_for_block_turns() -> None:
    cube = Cube.random_state(11, seed=1)
    solution = solve(cube, method="short", limit=FIRST, metric="OBTM")
    assert replayed(11, str(solution.alg.inverse()), str(solution.alg))
    cube.play(solution.alg)
    assert cube.is_solved
    assert solution.count("OBTM") < 600


def test_a_search_that_is_stuck_leaves_the_cube_to_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubesolve.methods.big.search.plans_for", lambda size, nodes: iter(()))
    cube = Cube.random_state(6, seed=2)
    solution = solve(cube, method="short", limit=FIRST)
    cube.play(solution.alg)
    assert cube.is_solved


def test_rounds_that_are_all_stuck_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = []

    def stuck(search: BigReductions, plan: Plan) -> Generator[None, None, States]:
        rounds.append(plan.placing)
        assert len(rounds) < 10
        raise _StuckError
        yield

    monkeypatch.setattr(BigReductions, "_centers", stuck)
    cube = Cube.random_state(6, seed=2)
    cube.play(solve(cube, method="short", limit=FIRST).alg)
    assert cube.is_solved
    assert rounds == sorted(set(rounds))


def test_where_a_first_answer_takes_long_a_quick_method_has_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(size: int, nodes: float) -> None:
        pytest.fail("the search began")

    monkeypatch.setattr("cubesolve.methods.big.search.plans_for", never)
    cube = Cube.random_state(11, seed=1)
    first = next(iter(iter_solutions(cube, "short", Limit(time=30), metric="OBTM")))
    assert first.alg == solve(cube, "cage-two-phase").alg


def test_without_room_for_stages_block_turns_are_annealed() -> None:
    def made(size: int, limit: Limit | None) -> object:
        return SOLVERS["short"].make(Task(size, Metric.OBTM, limit, no_progress))

    for size in (11, 13):
        assert isinstance(made(size, None), ShortSolver)
    assert isinstance(made(14, None), AnnealedSolver)
    for limit in (FIRST, Limit(time=60), Limit(moves=3_000)):
        assert isinstance(made(20, limit), ShortSolver)
    for size in (11, 20):
        assert isinstance(made(size, Limit(time=2)), AnnealedSolver)
    assert isinstance(made(10, Limit(time=0.1)), ShortSolver)


def test_a_hardly_scrambled_cube_is_not_annealed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(AnnealedSolver, "_annealed")
    cube = Cube.from_alg("3Rw U 5Fw2 2-4Lw D", 20)
    assert solve(cube, "short", metric="OBTM").count("OBTM") <= 6


@pytest.mark.parametrize(
    ("size", "metric"), [(12, "SST"), (12, "OBTM"), (20, "OBTM"), (32, "RBTM")]
)
def test_neither_stages_nor_annealing_begin_with_a_checkerboard(
    monkeypatch: pytest.MonkeyPatch, size: int, metric: str
) -> None:
    monkeypatch.delattr(AnnealedSolver, "_annealed")
    monkeypatch.delattr(ShortSolver, "_start")
    turns = [f"{layer}{face}2" for face in "URF" for layer in range(2, size, 2)]
    solution = solve(Cube.from_alg(" ".join(turns), size), "short", metric=metric)
    assert replayed(size, " ".join(turns), str(solution.alg))
    assert solution.count("SST") == len(turns)


def test_glued_layers_are_those_of_the_smaller_cube() -> None:
    states = start(Cube.from_alg("3Rw U 3Fw2", 7), 1)
    small = start(Cube.from_alg("Rw U Fw2", 5), 1)
    assert np.array_equal(glued(states, [0, 2, 3, 4, 6]), small.colors)


@pytest.mark.parametrize("size", [6, 7, 10])
def test_marks_name_each_wing_of_a_layer_once(size: int) -> None:
    solved, inner = Oracle(size), size // 2 - 1
    steps = big_search(size, dict).phases[-inner:]
    for layer, step in zip(range(inner, 0, -1), steps, strict=True):
        wings = solved.cubies[step.settled(Cube(size))]
        assert len({tuple(wing) for wing in wings.tolist()}) == 24
        assert {max(wing) for wing in np.abs(wings).tolist()} == {size - 1}
        assert set(np.abs(wings).min(axis=1).tolist()) == {size - 1 - 2 * layer}


STATES = (
    "3Rw U 3Rw'",
    "R2 L2 U2 D2 F2 B2",
    "3Rw2 3Uw2 3Fw2",
    "U' L' U 2R' U' L U 2R",  # three wings
    "2R2 3R2 U2 2R2 3R2 3Uw2 2R2 3R2 3Uw2",  # corner swap on a 6x6
)


def only_one_orbit(size: int) -> Cube:
    """Return a solved cube but for three centre pieces of one orbit, moved by a commutator."""
    return Cube.from_alg("[2]M F [3]M F' [2]M' F [3]M' F'", size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 7, 8, 9, 10])
def test_structured_states(size: int) -> None:
    half = size // 2
    states = [
        *(Cube.from_alg(alg, size) for alg in STATES),
        *(Cube.from_alg(alg, size) for alg in parities(size).values() if size % 2 == 0),
        Cube.from_alg(f"{half}Rw2 {half}Uw2 {HOLDS[size]}", size),
        only_one_orbit(size),
    ]
    for cube in states[size % 2 :: 2 if size < 8 else 3]:  # a whole search takes seconds
        before = cube.copy()
        solution = solve(cube, method="short", limit=FIRST)
        before.play(solution.alg)
        assert before.is_solved
        assert replayed(size, str(solution.alg.inverse()), str(solution.alg))
    cube = Cube.random_state(size, seed=7)
    cube.play(solve(cube, method="short", limit=FIRST).alg)
    assert cube.is_solved
