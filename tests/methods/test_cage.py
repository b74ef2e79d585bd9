"""The cage: it stays as it is while centres are filled, whatever the state was before."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from cubesolve import (
    ColorScheme,
    Cube,
    FaceName,
    FacesTrackerHolder,
    Operator,
    Phase,
    Solution,
    SolveStep,
    solve,
)
from cubesolve.methods.cage import CageNxNSolver
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.stages.cage.colors import choose_colors
from cubesolve.stages.parity import wing_parities
from states import HOLDS, parities

SEEDS = ("0", "1", "2", "42", "100", "456", "789", "999")


def check(cube: Cube) -> Solution:
    """Solve, replay, and look at the cage after every commutator."""
    solution = solve(cube, "cage")
    now = cube.copy()
    frame = edges_and_corners(cube.size)
    cage = None
    for step in solution.steps:
        before = now.stickers[frame].copy()
        now.play(step.alg)
        if step.phase == Phase.CENTERS:
            assert np.array_equal(now.stickers[frame], before)
            cage = before if cage is None else cage
        else:
            assert cage is None, "nothing but commutators once the cage is there"
    assert now.solved
    again = cube.copy()
    again.play(solution.alg)
    assert again.solved
    return solution


def edges_and_corners(size: int) -> list[int]:
    """Return the slots around all centres, by the layout of facelets alone."""
    ends = (0, size - 1)
    return [
        slot
        for slot in range(6 * size * size)
        if slot // size % size in ends or slot % size in ends
    ]


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_the_cage_is_intact_at_every_commutators_end(size: int) -> None:
    for seed in range(3):
        cube = Cube.random_state(size, seed)
        cube.play(HOLDS[(7 * seed + size) % 24])
        solution = check(cube)
        carried = [step for step in solution.steps if step.phase == Phase.CENTERS]
        assert len(carried) > 4
        for step in carried:
            assert step.targets
            assert "edges and corners stay" in step.explanation


def test_what_commutators_say_they_move_is_right_afterwards() -> None:
    cube = Cube.random_state(6, 5)
    for step in solve(cube, "cage").steps:
        stickers = [cube.sticker_at(slot) for slot in step.moved]
        cube.play(step.alg)
        if step.phase == Phase.CENTERS:
            assert [cube.sticker_at(slot) for slot in step.targets] == stickers
            for slot in step.targets:
                face = slot // 36
                assert cube.color_at(slot) == cube.color_at(face * 36)


def test_explanations_name_faces_as_the_cube_is_held_at_the_start() -> None:
    cube = Cube.random_state(7, 4)
    solution = solve(cube, "cage")
    assert any(move.is_rotation for move in solution.human)
    for step in solution.steps:
        if step.phase == Phase.CENTERS:
            named = {word.strip(",") for word in step.title.split() if word.strip(",") in "URFDLB"}
            touched = {"URFDLB"[slot // 49] for slot in (*step.moved, *step.targets)}
            assert touched <= named


def layer_sets(size: int) -> Iterator[tuple[int, ...]]:
    """Yield layers: all sets on small cubes; else single layers, pairs, and runs from 1."""
    everything = range(1, size + 1)
    if size <= 5:
        for count in range(1, size):
            yield from combinations(everything, count)
        return
    yield from ((layer,) for layer in everything)
    yield from ((layer, layer + 1) for layer in range(2, size - 1))
    yield from ((1, layer) for layer in range(3, size))
    yield from (tuple(range(1, layer + 1)) for layer in range(2, size))


def one_turn_away(size: int, faces: str, amounts: tuple[str, ...]) -> None:
    for layers in layer_sets(size):
        for face in faces:
            for amount in amounts:
                turn = f"[{','.join(map(str, layers))}]{face}{amount}"
                solution = check(Cube.from_alg(turn, size))
                assert solution.count("QTM") <= 4, turn


@pytest.mark.parametrize("size", range(2, 8))
def test_one_turn_of_any_layers(size: int) -> None:
    one_turn_away(size, "R", ("", "2"))


@pytest.mark.slow
@pytest.mark.parametrize("size", range(2, 13))
def test_one_turn_of_any_layers_of_any_axis(size: int) -> None:
    one_turn_away(size, "RUF", ("", "2", "'"))


@pytest.mark.parametrize(
    ("size", "scramble"),
    [
        *((size, alg) for size in (5, 7) for alg in ("[:]M", "[:]S'", "[2:]R", "[1]E")),
        (7, "[1:2]E2"),
        (12, "[1:4]E [7:8]E"),
    ],
)
def test_states_that_others_fail_on(size: int, scramble: str) -> None:
    check(Cube.from_alg(scramble, size))


@pytest.mark.parametrize("size", [4, 5, 6])
def test_only_one_layer_is_wrong(size: int) -> None:
    """The last layer alone, one middle layer alone, two cells of one face alone."""
    for scramble in (
        "R U R' U R U2 R'",
        "[2]U",
        "[3]U2",
        "[2]U2 [3]U'",
        "[1]M F [2]M F' [1]M' F [2]M' F'",
        "R2 [2]U2 R2 [2]U2",
    ):
        check(Cube.from_alg(scramble, size))


def even_centers(size: int) -> Cube:
    """Return a cube on each of whose faces all six colours are equally frequent."""
    turns = ["U", "R", "F", "D", "L", "B"]
    cube = Cube(size)
    letters = np.array(list(cube.facelets())).reshape(6, size, size)
    inner = size - 2
    for number, (row, column) in enumerate(np.ndindex(inner, inner)):
        for face in range(6):
            letters[face, row + 1, column + 1] = turns[(face + number) % 6]
    return Cube.from_facelets("".join(letters.ravel()), allow_invalid=True)


def test_perfectly_even_centres() -> None:
    """No colour is more frequent than another on any face of an 8x8: 36 cells, six of each."""
    cube = even_centers(8)
    assert not cube.problems()
    check(cube)
    cube.play("R [3]U F2 [2:4]L D'")
    check(cube)


@pytest.mark.parametrize("size", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_all_holds_and_other_schemes(size: int) -> None:
    for hold in HOLDS:
        cube = Cube.random_state(size, 11)
        cube.play(hold)
        check(cube)
    for letters in ("WOGYRB", "YRBWOG", "PKCLNA"):
        check(Cube.random_state(size, 3, ColorScheme.parse(letters)))


def test_stopped_after_any_step_it_goes_on() -> None:
    """Each part does its own and nothing of the parts before it."""
    for size in (4, 5, 6, 7):
        cube = Cube.random_state(size, 21)
        phases = {
            SolveStep.EDGES: {Phase.EDGES, Phase.PARITY},
            SolveStep.CENTERS: {Phase.CENTERS},
        }
        for what in (SolveStep.EDGES, SolveStep.CAGE, SolveStep.CENTERS):
            part = solve(cube, "cage", what)
            cube.play(part.alg)
            found = {step.phase for step in part.steps}
            if what == SolveStep.CAGE:
                assert found == {Phase.CROSS, Phase.PAIRS, Phase.OLL, Phase.PLL}
            else:
                assert found <= phases[what]
        assert cube.solved


def test_a_cage_that_is_there_is_kept_also_where_the_centres_speak_for_another_hold() -> None:
    """The corners decide: here the centres of four faces are all on the face beside their own."""
    for size in (4, 6):
        letters = np.array(list(Cube(size).facelets())).reshape(6, size, size)
        for face, there in zip((1, 2, 4, 5), (2, 4, 5, 1), strict=True):
            letters[there, 1:-1, 1:-1] = "URFDLB"[face]
        cube = Cube.from_facelets("".join(letters.ravel()))
        assert choose_colors(cube).scheme == cube.scheme
        solution = check(cube)
        assert all(step.phase == Phase.CENTERS for step in solution.steps)


def test_centres_that_are_built_as_no_hold_has_them() -> None:
    """On even sizes two centres can have changed places, which no turn of the cube explains."""
    for size in (4, 6):
        letters = np.array(list(Cube(size).facelets())).reshape(6, size, size)
        letters[0, 1:-1, 1:-1], letters[2, 1:-1, 1:-1] = "F", "U"
        for scramble in ("", "R U F", "R [2]U F2 [2]L"):
            cube = Cube.from_facelets("".join(letters.ravel()))
            cube.play(scramble)
            check(cube)


def test_built_centres_are_kept() -> None:
    for size in (5, 6, 7):
        cube = Cube.random_state(size, 8)
        cube.play(solve(cube, "beginner", SolveStep.CENTERS).alg)
        cube.play(solve(cube, "cage", SolveStep.EDGES).alg)
        assert cube.is3x3


# Parity


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_parities_of_wings_are_those_of_the_permutation(size: int) -> None:
    for seed in range(12):
        cube = Cube.random_state(size, seed)
        odd = wing_parities(cube)
        results = solve(cube, "cage").results
        reference = size % 2 == 0 and odd[-1]
        assert results.was_even_edge_parity == reference
        assert results.was_partial_edge_parity == any(p != reference for p in odd)


def corners_are_odd(cube: Cube) -> bool:
    order = [cube.find_corner_by_colors(corner.position_id) for corner in cube.corners]
    numbers = [cube.corners.index(corner) for corner in order if corner]
    return sum(a > b for a, b in combinations(numbers, 2)) % 2 == 1


def edges_are_odd(cube: Cube) -> bool:
    order = [cube.find_edge_by_color(edge.position_id) for edge in cube.edges]
    numbers = [cube.edges.index(edge) for edge in order if edge]
    return sum(a > b for a, b in combinations(numbers, 2)) % 2 == 1


@pytest.mark.parametrize("size", [4, 6])
def test_chosen_colours_tell_whether_corners_are_swapped(size: int) -> None:
    """Counted on the cube itself: edges and corners are permuted alike unless a swap is due."""
    swaps = 0
    for seed in range(16):
        cube = Cube.random_state(size, seed)
        cube.play(solve(cube, "cage", SolveStep.EDGES).alg)
        chosen = choose_colors(cube)
        with (
            FacesTrackerHolder(cube, scheme=chosen.scheme) as holder,
            cube.with_faces_color_provider(holder),
        ):
            assert (corners_are_odd(cube) != edges_are_odd(cube)) == chosen.swaps_corners
        results = solve(cube, "cage").results
        assert results.was_corner_swap == chosen.was_corner_swap
        swaps += results.was_corner_swap
    assert 2 < swaps < 14


@pytest.mark.parametrize("size", [4, 6, 8])
def test_each_parity_alone_and_together(size: int) -> None:
    expected = {"edge parity": (True, False), "corner swap": (False, True), "both": (True, True)}
    for name, alg in parities(size).items():
        results = check(Cube.from_alg(alg, size)).results
        assert (results.was_even_edge_parity, results.was_corner_swap) == expected[name]


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_any_3x3_solver_will_do(size: int) -> None:
    for seed in range(4):
        operator = Operator(Cube.random_state(size, seed))
        CageNxNSolver(BeginnerSolver3x3()).solve(operator, SolveStep.ALL)
        assert operator.cube.solved


def test_steps_show_the_trackers_of_even_sizes() -> None:
    solution = solve(Cube.random_state(6, 3), "cage")
    pairs = [
        k for k, step in enumerate(solution.steps) if step.phase in (Phase.EDGES, Phase.PARITY)
    ]
    later = solution.steps[pairs[-1] + 1 :]
    assert not any(step.trackers for step in solution.steps[: pairs[-1] + 1])
    for step in later:
        assert len(step.trackers) == 3, step.title
        assert len({FaceName(mark.face).number % 3 for mark in step.trackers}) == 3
    assert not any(step.trackers for step in solve(Cube.random_state(5, 3), "cage").steps)


def test_a_solve_leaves_no_mark_on_the_cube() -> None:
    operator = Operator(Cube.random_state(4, 3))
    CageNxNSolver(BeginnerSolver3x3()).solve(operator, SolveStep.ALL)
    assert not FacesTrackerHolder.tracked_slots(operator.cube)


# The same answer everywhere, and many states


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [(4, 40), (6, 40), (33, 1)])
def test_many_states(size: int, count: int) -> None:
    for seed in range(count):
        cube = Cube.random_state(size, 50_000 + seed)
        solution = solve(cube, "cage")
        cube.play(solution.alg)
        assert cube.solved, seed
