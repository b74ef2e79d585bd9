"""A 2x2 as people solve it: every kind of state, steps that build on each other, corners only."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

import numpy as np
import numpy.typing as npt
import pytest

from cubesolve import BOY, DEFAULT_SCHEME, ColorScheme, Cube, Solution, SolveStep, solve
from cubesolve.methods.two.cases import OLL, PLL
from cubesolve.model.geometry import part_name
from cubesolve.protocols import Phase
from cubesolve.solving.registry import SOLVERS
from cubesolve.words.two import first_corner
from oracle import Oracle
from states import HOLDS

BY_CORNERS, BY_CASES = ("beginner", "layers"), ("cfop", "cage")
METHODS = (*BY_CORNERS, *BY_CASES)
SCHEMES = (DEFAULT_SCHEME, BOY, DEFAULT_SCHEME.mirrored(), ColorScheme.parse("PKCLNA"))
TURNS = [face + amount for face in "URF" for amount in ("", "2", "'")]
TOP = ("UFR", "UFL", "UBL", "UBR")
PHASES = {
    BY_CORNERS: {Phase.FIRST_LAYER, Phase.LAST_LAYER},
    BY_CASES: {Phase.FIRST_LAYER, Phase.OLL, Phase.PLL},
}


@cache
def turned_by_the_oracle(face: str, turns: int) -> npt.NDArray[np.int64]:
    oracle = Oracle(2)
    oracle.turn(face, [1], turns)
    return np.array(oracle.stickers())


def check(cube: Cube, method: str) -> Solution:
    """Solve, and replay on the oracle's stickers."""
    solution = solve(cube, method)
    stickers = cube.stickers
    for face, first, last, turns in solution.alg.blocks(2):
        assert first == last == 1
        stickers = stickers[turned_by_the_oracle(face, turns)]
    colors = stickers // 4
    assert all(len(set(face)) == 1 for face in colors.reshape(6, 4).tolist()), cube.facelets()
    return solution


def last_layers() -> Iterator[Cube]:
    """Yield every state of a last layer over a first layer that is complete."""
    slots = [Cube(2).corner(name).slots for name in TOP]
    for order in permutations(range(4)):
        for first in product(range(3), repeat=3):
            twists = (*first, -sum(first) % 3)
            stickers = np.arange(24)
            for place, piece, twist in zip(slots, order, twists, strict=True):
                for k, slot in enumerate(place):
                    stickers[slot] = slots[piece][(k + twist) % 3]
            cube = Cube(2)
            cube.set_stickers(stickers)
            yield cube


def has_layer(cube: Cube, face: str) -> bool:
    """Whether a face is one colour, and the corners on it match each other all round."""
    corners = [corner for corner in cube.corners if face in corner.name]
    sides: dict[str, set[str]] = {}
    for corner in corners:
        for edge in corner.edges:
            sides.setdefault(edge.face.name.value, set()).add(edge.color.name)
    return all(len(colors) == 1 for colors in sides.values())


def is_one_color(cube: Cube, face: str) -> bool:
    return (
        len({edge.color for c in cube.corners for edge in c.edges if edge.face.name == face}) == 1
    )


OPPOSITE = dict(zip("URFDLB", "DLBURF", strict=True))


@pytest.mark.parametrize("method", METHODS)
def test_random_states_in_every_hold_and_scheme(method: str) -> None:
    for seed in range(96):
        cube = Cube.random_state(2, seed, SCHEMES[seed // 24])
        cube.play(HOLDS[seed % 24])
        check(cube, method)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["beginner", "cfop"])
def test_many_random_states(method: str) -> None:
    for seed in range(1000):
        check(Cube.random_state(2, seed), method)


@pytest.mark.parametrize("method", ["beginner", "cfop"])
def test_every_last_layer(method: str) -> None:
    """All 648, each without a turn for the first layer."""
    for cube in last_layers():
        solution = check(cube, method)
        assert all(step.phase != Phase.FIRST_LAYER for step in solution.steps)


@pytest.mark.parametrize("method", ["beginner", "cfop"])
def test_every_state_of_few_turns(method: str) -> None:
    level: list[tuple[str, ...]] = [()]
    for _ in range(3):
        level = [
            (*seq, turn) for seq in level for turn in TURNS if not seq or turn[0] != seq[-1][0]
        ]
        for seq in level:
            check(Cube.from_alg(" ".join(seq), 2), method)


def test_lengths() -> None:
    """Far below what it took to solve edges that are not there; cases are shorter than corners."""
    cubes = [Cube.random_state(2, seed) for seed in range(200)]
    mean = {
        method: sum(solve(cube, method).count("OBTM") for cube in cubes) / len(cubes)
        for method in ("beginner", "cfop")
    }
    assert mean["beginner"] <= 40
    assert mean["cfop"] <= 22


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("method", METHODS)
def test_one_turn_takes_one_turn(method: str, turn: str) -> None:
    assert check(Cube.from_alg(turn, 2), method).count("OBTM") == 1


@pytest.mark.parametrize("method", METHODS)
def test_there_are_corners_only(method: str) -> None:
    """No title, explanation or mark speaks of an edge or a centre."""
    phases = next(found for names, found in PHASES.items() if method in names)
    seen = set()
    for seed in range(60):
        for step in solve(Cube.random_state(2, seed), method).steps:
            text = f"{step.title} {step.explanation}".lower()
            assert step.title
            assert step.explanation
            assert not any(word in text for word in ("edge", "centre", "center", "cross", "3x3"))
            assert step.phase in phases
            assert step.moved
            assert step.targets
            seen.add(step.phase)
    assert seen == phases


def test_marks_are_where_corners_come_from_and_go_to() -> None:
    seen = 0
    for seed in range(40):
        cube = Cube.random_state(2, seed)
        for step in solve(cube, "beginner").steps:
            if step.phase == Phase.FIRST_LAYER and len(step.moved) == 3:
                came, goes = (part_name([s // 4 for s in at]) for at in (step.moved, step.targets))
                assert step.explanation == first_corner("", came, goes).explanation
                colors = {cube.color_at(slot) for slot in step.moved}
                assert all(color.name.lower() in step.title for color in colors)
                cube.play(step.alg)
                assert {cube.color_at(slot) for slot in step.targets} == colors
                seen += 1
            else:
                cube.play(step.alg)
        assert cube.solved
    assert seen > 60


FIRST = {"L1", "L2", "L3x", "F2L", "first-layer", "middle", "last-cross"}


@pytest.mark.parametrize("method", METHODS)
def test_each_step_goes_on_from_the_one_before(method: str) -> None:
    """All steps that a method offers reach their goal, and keep what the ones before made."""
    for seed in range(24):
        cube = Cube.random_state(2, seed)
        cube.play(HOLDS[seed % 24])
        whole = solve(cube, method)
        parts = Cube.from_facelets(cube.facelets(), cube.scheme)
        for what in SOLVERS[method].steps:
            cube.play(solve(cube, method, what).alg)
            assert not solve(cube, method, what).alg
            layers = [face for face in "URFDLB" if has_layer(cube, face)]
            if what.value in FIRST:
                assert layers
            if what == SolveStep.OLL:
                assert any(is_one_color(cube, OPPOSITE[face]) for face in layers)
        assert cube.solved
        for played, step in enumerate(whole.steps):  # from anywhere: nothing is built again
            left = Counter(step.phase for step in whole.steps[played:])
            assert Counter(step.phase for step in solve(parts, method).steps) <= left
            parts.play(step.alg)


@pytest.mark.parametrize("method", METHODS)
def test_steps_without_anything_to_do(method: str) -> None:
    nothing = ("centers", "edges", "L1x", "first-centers", "first-edges", "first-cross")
    for what in SOLVERS[method].steps:
        if what.value in nothing:
            assert not solve(Cube.random_state(2, 7), method, what).steps


def test_cases_of_oll() -> None:
    """Each keeps the first layer; with the turns of U they make all 27 orientations but one."""
    seen = set()
    for name, text in OLL.items():
        for turn in ("", "U", "U2", "U'"):
            cube = Cube.from_alg(f"{text} {turn}", 2)
            assert has_layer(cube, "D"), name
            seen.add(tuple(cube.sticker_at(slot) // 4 == 0 for slot in range(24)))
    assert len(seen) == 26
    assert tuple(slot < 4 for slot in range(24)) not in seen


def test_cases_of_pll() -> None:
    """Each keeps the first layer and the last face; with turns around they make all 24 orders."""
    seen = {Cube.from_alg(turn, 2).facelets() for turn in ("", "U", "U2", "U'")}
    for name, text in PLL.items():
        for before, after in product(("", "U", "U2", "U'"), repeat=2):
            cube = Cube.from_alg(f"{before} {text} {after}", 2)
            assert has_layer(cube, "D"), name
            assert is_one_color(cube, "U"), name
            seen.add(cube.facelets())
    assert len(seen) == 24
