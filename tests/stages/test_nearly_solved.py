"""A cube that is nearly solved is not taken apart: bounds come from how the state was made."""

import random
from itertools import product

import pytest

from cubesolve import Alg, ColorScheme, Cube, Operator, SolveStep, solve
from cubesolve.methods.reduction.orchestrator import NxNSolverOrchestrator
from cubesolve.methods.reduction.reducer import BeginnerReducer
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.methods.three.cfop import CFOP3x3
from cubesolve.protocols import Phase
from cubesolve.stages.nearly_solved import restore_layers
from cubesolve.stages.parity import wing_parities
from cubesolve.stages.seams import all_breaks, breaks, turn_alg
from cubesolve.words import nearly_solved as words
from oracle import Oracle
from states import FLIP_WINGS, HOLDS, parities

REDUCTIONS = ("beginner", "cfop", "two-phase")
SIZES = (4, 5, 6, 7, 8, 10)
CELLS = "[1]M F [2]M F' [1]M' F [2]M' F'"
WINGS = "U' L' U [1]M' U' L U [1]M"


def turn(size: int, chance: random.Random) -> str:
    """Return any turn: of a face, of one layer, or of a block."""
    first = chance.randrange(1, size)
    last = chance.choice((1, first, chance.randrange(first, size)))
    first = min(first, last)
    face, amount = chance.choice("URFDLB"), chance.choice(("", "2", "'"))
    return f"{first}-{last}{face}w{amount}"


def length(alg: Alg | str, size: int) -> int:
    alg = Alg.parse(alg) if isinstance(alg, str) else alg
    return alg.count("OBTM", size)


def family(size: int) -> dict[str, tuple[str, int]]:
    """Return states by name: how each is made, and what it may cost to solve it."""
    made = {
        "half a layer": "2R2",
        "a layer": f"{size // 2}L",
        "two turns": "2L 3U2",
        "a wide turn and a face": "Rw U",
        "a face and a slice": "L 3B",
        "three turns": "3B 2U2 R2",
        "an exchange of lines": "2R F2 2R'",
        "a commutator of lines": "2R F 2R' F'",
        "lines across": "2R2 F2 2R2 F2",
        "three cells": CELLS,
        "two cells swapped": f"{CELLS} U {CELLS} U'",
        "cells of two pairs of faces": f"{CELLS} y {CELLS}",
        "three wings": WINGS,
        "flipped wings": FLIP_WINGS,
        "checkerboard of two": "[1,3]R2 [1,3]U2 [1,3]F2",
        **(parities(size) if size % 2 == 0 else {}),
    }
    return {name: (text, length(text, size)) for name, text in made.items()}


@pytest.mark.parametrize("size", [3, 4, 5, 8])
def test_what_a_turn_does_to_seams_is_known_before(size: int) -> None:
    chance = random.Random(size)
    for seed, axis in product(range(4), range(3)):
        cube = Cube.random_state(size, seed)
        expected = all_breaks(cube)
        turns = tuple(chance.randrange(4) for _ in range(size - 1))
        cube.play(turn_alg(size, axis, turns))
        after = breaks(cube)
        for other in range(3):
            for seam, amount in enumerate(turns):
                told = expected[other, seam, amount if other == axis else 0]
                assert other != axis or after[other, seam] == told
        others = [other for other in range(3) if other != axis]
        assert after[others].sum() == expected[others, :, 0].sum()


def test_seams_of_a_solved_cube_are_whole() -> None:
    for hold in HOLDS:
        assert not breaks(Cube.from_alg(hold, 5)).any()
    assert breaks(Cube.from_alg("2R", 5)).any(axis=0).sum() == 2  # one on each side of the layer


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("method", REDUCTIONS)
def test_a_nearly_solved_cube_costs_no_more_than_it_took_to_make(method: str, size: int) -> None:
    for name, (text, bound) in family(size).items():
        cube = Cube.from_alg(text, size)
        solution = solve(cube, method)
        cube.play(solution.alg)
        assert cube.solved
        assert solution.count("OBTM") <= bound, name


@pytest.mark.parametrize("size", SIZES)
def test_one_and_two_turns_of_any_kind(size: int) -> None:
    """Those that leave the cube reduced are for the 3x3 solver."""
    chance = random.Random(size)
    for number in range(30):
        text = " ".join(turn(size, chance) for _ in range(1 + number % 2))
        cube = Cube.from_alg(text, size)
        if cube.is3x3:
            continue
        solution = solve(cube, "beginner")
        assert solution.count("OBTM") <= length(text, size), text
        oracle = Oracle(size)
        for face, first, last, turns in (*Alg.parse(text).blocks(size), *solution.alg.blocks(size)):
            oracle.turn(face, range(first, last + 1), turns)
        assert oracle.is_solved()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_most_states_of_three_turns(size: int) -> None:
    """Nine of ten are found; none comes near to what a random state costs."""
    chance = random.Random(size)
    found, count = 0, 60
    for _ in range(count):
        text = " ".join(turn(size, chance) for _ in range(3))
        cube = Cube.from_alg(text, size)
        found += cube.is3x3 or solve(cube, "cfop").count("OBTM") <= length(text, size)
    assert found >= 0.9 * count


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_reduction_is_not_much_longer_than_a_cage(size: int) -> None:
    """After turns of faces, too: nothing about the rest is solved then."""
    chance = random.Random(size)
    mixed = "R U2 F' L D B2 R' U F L2 D' B U2 R"
    spoils = [
        "2R2", CELLS, f"y {CELLS} R {CELLS}", WINGS, f"2F {CELLS}", f"{WINGS} x y {WINGS}",
        turn(size, chance), f"{turn(size, chance)} {turn(size, chance)}",
    ]  # fmt: skip
    for spoil in spoils:
        cube = Cube.from_alg(f"{mixed} {spoil}", size)
        cfop, cage = (solve(cube, method).count("OBTM") for method in ("cfop", "cage"))
        assert cfop <= 1.3 * cage + 10, spoil


@pytest.mark.parametrize("size", [4, 5, 6, 8])
def test_edges_stay_paired_while_cells_are_brought(size: int) -> None:
    cube = Cube.from_alg(f"R U2 F' L D {CELLS} y {CELLS}", size)
    seen = 0
    for step in solve(cube, "beginner", SolveStep.CENTERS).steps:
        assert step.phase == Phase.CENTERS
        assert step.moved
        cube.play(step.alg)
        assert all(edge.is3x3 for edge in cube.edges)
        seen += 1
    assert seen
    assert cube.is3x3


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("early", [True, False])
def test_also_where_parity_is_met_as_it_shows(size: int, early: bool) -> None:
    for name, (text, bound) in family(size).items():
        operator = Operator(Cube.from_alg(text, size))
        reducer = BeginnerReducer(early_parity=early)
        NxNSolverOrchestrator(reducer, CFOP3x3(), parity="detect").solve(operator, SolveStep.ALL)
        assert operator.cube.solved
        played = operator.history.without_rotations(size).simplify(size)
        assert length(played, size) <= bound, name


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_turned_back_where_nothing_was_turned(size: int) -> None:
    """Random states, reduced ones and those of commutators lack no turns of layers."""
    texts = ["R U2 F' L D B2 R' U F L2 D' B U2 R", CELLS, WINGS, FLIP_WINGS]
    cubes = [Cube.random_state(size, seed) for seed in range(8)]
    for cube in (*cubes, *(Cube.from_alg(text, size) for text in texts[1:])):
        operator = Operator(cube)
        restore_layers(operator)
        assert not operator.history
    assert solve(Cube.from_alg(texts[0], size), "beginner").steps[0].phase == Phase.CROSS


@pytest.mark.parametrize("letters", ["WOGYRB", "YRBWOG", "PKCLNA"])
def test_in_every_hold_and_scheme(letters: str) -> None:
    for number, hold in enumerate(HOLDS):
        cube = Cube(4 + number % 3, ColorScheme.parse(letters))
        cube.play(f"{hold} 2L 3U2")
        assert solve(cube, "cfop").count("OBTM") <= length("2L 3U2", cube.size)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_no_parity_is_met_where_turns_are_turned_back(size: int) -> None:
    for text in ("2R", "2R U2", "U 2F' R"):
        cube = Cube.from_alg(text, size)
        assert any(wing_parities(cube))
        solution = solve(cube, "beginner")
        assert not solution.results.was_even_edge_parity
        assert not solution.results.was_partial_edge_parity
        assert not any(step.parity for step in solution.steps)


def test_a_step_that_turns_layers_back_says_so() -> None:
    solution = solve(Cube.from_alg("U 3R", 6), "beginner")
    assert len(solution.steps) == 1
    step = solution.steps[0]
    assert (step.title, step.explanation) == words.restore_layers(is_solved=True, is_whole=True)
    assert step.phase == Phase.CENTERS
    assert step.moved
    assert step.targets
    mixed = solve(Cube.from_alg("R U2 F' L D B2 3R", 6), "beginner").steps[0]
    assert (mixed.title, mixed.explanation) == words.restore_layers(is_solved=False, is_whole=True)


def test_a_reduced_cube_is_found_under_turns_of_layers() -> None:
    """For the turns that hid it, and at most one of a face on the way."""
    cube = Cube.from_alg("R U2 F' L D B2 R' U F 3R2 2F", 6)
    operator = Operator(cube)
    NxNSolverOrchestrator(BeginnerReducer(), BeginnerSolver3x3()).solve(operator, SolveStep.EDGES)
    assert length(operator.history, 6) <= length("3R2 2F", 6) + 1
    assert operator.cube.is3x3
