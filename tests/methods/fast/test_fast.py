"""The method `fast`: every size and state, by an outside replay; with vectors and without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest

from cubesolve import (
    BigCube,
    Cube,
    InvalidCubeError,
    Limit,
    Phase,
    SolveStep,
    TwoPhase3x3,
    random_moves,
    solve,
    verify_moves,
)
from cubesolve.methods.fast.solver import FastSolver
from cubesolve.protocols import LongResult
from cubesolve.words.fast import centers_of_rows
from oracle import Oracle
from states import HOLDS, single_turns

FAST_FROM = 4  # the solver itself; the method leaves small sizes to others
EVERY_DAY = [*range(4, 20), 31, 40, 63, 64, 65]
NOW_AND_THEN = [*range(20, 40), 66, 100, 101, 127, 128, 129, 255, 256, 258]


def fast(vectors: bool | None = None) -> FastSolver:
    return FastSolver(TwoPhase3x3(limit=Limit(nodes=1)), vectors)


def solved_by(cube: Cube, solver: FastSolver | None = None) -> LongResult:
    """Solve, and replay every turn on the cube's own model; steps must cover all turns."""
    before = cube.stickers.copy()
    result = (solver or fast()).solve_long(cube, SolveStep.ALL)
    assert (cube.stickers == before).all()
    after = cube.copy()
    after.play(result.alg)
    assert after.solved
    ends = [0, *(step.end for step in result.steps)]
    assert [step.start for step in result.steps] == ends[:-1]
    assert ends[-1] == len(result.alg)
    return result


def oracle_agrees(cube: Cube, result: LongResult) -> bool:
    """Whether the turns solve the cube in space, too: the oracle takes the scramble first."""
    oracle = Oracle(cube.size)
    back = result.alg.inverse()
    for face, first, last, turns in (*back.blocks(cube.size), *result.alg.blocks(cube.size)):
        oracle.turn(face, range(first, last + 1), turns)
    return oracle.is_solved()


@pytest.mark.parametrize("size", EVERY_DAY)
def test_random_states(size: int) -> None:
    for seed in range(3 if size < 40 else 1):
        cube = Cube.random_state(size, seed)
        cube.play(HOLDS[(size + seed) % 24])
        solved_by(cube)


@pytest.mark.slow
@pytest.mark.parametrize("size", NOW_AND_THEN)
def test_random_states_of_more_sizes(size: int) -> None:
    solved_by(Cube.random_state(size, size))


@pytest.mark.slow
@pytest.mark.parametrize("size", [1000, 1001, 2048])
def test_random_states_of_large_sizes(size: int) -> None:
    """Replayed where 24 layers cross: `benchmarks/huge_states.py` replays them whole."""
    cube = Cube.random_state(size, 1)
    result = fast().solve_long(cube, SolveStep.ALL)
    assert verify_moves(cube, result.alg, layers=24)
    assert len(result.alg) <= 6.6 * size**2


@pytest.mark.parametrize("size", [4, 5, 8, 9])
def test_a_scramble_is_undone_in_space(size: int) -> None:
    """The oracle plays the scramble and the solution, both as written."""
    scramble = random_moves(size, 60, size)
    result = solved_by(Cube.from_alg(scramble, size))
    oracle = Oracle(size)
    for face, first, last, turns in (*scramble.blocks(size), *result.alg.blocks(size)):
        oracle.turn(face, range(first, last + 1), turns)
    assert oracle.is_solved()


def only_centers(size: int) -> Cube:
    """Return a cube with a few commutators of centre pieces, edges and corners solved."""
    return Cube.from_alg("[[2]M, [F, [1]E]] [[1]M2, [U, [2]E]] [[2]S, [R, [1]M]]", size)


STRUCTURED: dict[str, Callable[[int], Cube]] = {
    "one wing orbit": lambda size: Cube.from_alg("2R U 2R' F 2D2 R 2F' U2 2R", size),
    "three wings": lambda size: Cube.from_alg("U' L' U [1]M' U' L U [1]M", size),
    "checkerboard": lambda size: Cube.from_alg("[1,3]R2 [1,3]U2 [1,3]F2", size),
    "only a 3x3": lambda size: Cube.from_alg("R U F' L2 D B' R2 U' F", size),
    "only centres": only_centers,
    "flipped wings": lambda size: Cube.from_alg(
        "2R' U2 2L F2 2L' F2 2R2 U2 2R U2 2R' U2 F2 2R2 F2", size
    ),
}


@pytest.mark.parametrize("name", STRUCTURED)
@pytest.mark.parametrize("size", [5, 6, 7, 8, 33, 64])
def test_structured_states(name: str, size: int) -> None:
    for hold in ("", "x y'", "z2"):
        cube = STRUCTURED[name](size)
        cube.play(hold)
        solved_by(cube)


@pytest.mark.parametrize("size", [4, 5, 7, 10, 25])
def test_a_single_turn_is_taken_back_by_one(size: int) -> None:
    for turn in single_turns(size)[:: 1 if size < 10 else 7]:
        if turn[0].isdigit():
            assert len(solved_by(Cube.from_alg(turn, size)).alg) == 1


@pytest.mark.parametrize("size", [4, 5, 8, 20])
@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_few_turns_are_taken_back_by_as_many(size: int, count: int) -> None:
    for seed in range(20):
        cube = Cube.from_alg(random_moves(size, count, seed), size)
        assert solved_by(cube).alg.count("OBTM", size) <= count


@pytest.mark.parametrize("size", [33, 101, 258])
def test_far_layers_are_turned_back_by_as_many(size: int) -> None:
    for seed in range(5):
        random = Random(seed)
        layers = random.sample(range(1, size + 1), 5)
        scramble = " ".join(
            f"{layer}{random.choice('URF')}{random.choice(('', '2', chr(39)))}" for layer in layers
        )
        assert len(solved_by(Cube.from_alg(scramble, size)).alg) <= 5


@pytest.mark.parametrize("size", [8, 9, 64, 101])
@pytest.mark.parametrize("axes", ["URF", "FUR", "RF"])
def test_checkerboards_are_turned_back_layer_by_layer(size: int, axes: str) -> None:
    """All neighbours differ; where a face has stripes, half of them."""
    for layers in (range(2, size + 1, 2), range(2, size, 2)):
        scramble = " ".join(f"{layer}{face}2" for face in axes for layer in layers)
        cube = Cube.from_alg(scramble, size)
        cube.play("x y")
        assert len(solved_by(cube).alg) <= max(len(axes) * len(layers), 20)


def blown_up(small: Cube, runs: Sequence[int]) -> Cube:
    """Return a cube with several layers for each of a smaller one."""
    grid = np.array(list(small.facelets())).reshape(6, small.size, small.size)
    facelets = grid.repeat(runs, axis=1).repeat(runs, axis=2)
    return Cube.from_facelets("".join(facelets.ravel()))


@pytest.mark.parametrize(
    "runs",
    [(20, 20), (1, 38, 1), (7, 7, 7), (1, 39, 1), (19, 1, 1, 19), (5, 4, 23, 4, 5), (2,) * 16],
    ids=str,
)
@pytest.mark.parametrize("seed", range(3))
def test_layers_in_line_turn_together(runs: tuple[int, ...], seed: int) -> None:
    """What solves the smaller cube solves the larger one; also with a parity of the smaller."""
    small = Cube.random_state(len(runs), seed)
    result = solved_by(blown_up(small, runs))
    seams = len(runs) + (len(runs) % 2 > sum(runs) % 2)
    most = {2: 400, 3: 30}.get(len(runs), 40 * seams**2)
    assert len(result.alg) <= most * max(runs)
    assert all("in line" in step.explanation for step in result.steps)


def test_a_larger_cube_with_a_twisted_corner_is_refused() -> None:
    facelets = list(Cube().facelets())
    facelets[8], facelets[9], facelets[20] = facelets[20], facelets[8], facelets[9]
    grid = np.array(facelets).reshape(6, 3, 3).repeat((2, 37, 2), axis=1).repeat((2, 37, 2), axis=2)
    twisted = Cube.from_facelets("".join(grid.ravel()), allow_invalid=True)
    with pytest.raises(InvalidCubeError):
        fast().solve_long(twisted, SolveStep.ALL)


@pytest.mark.parametrize("size", [8, 9])
def test_what_is_solved_is_not_scrambled(size: int) -> None:
    """Paired edges are left alone, and so is all that is solved beside centres."""
    phases = {step.phase for step in solved_by(only_centers(size)).steps}
    assert phases == {Phase.CENTERS}
    reduced = Cube.random_state(3, 1)
    big = Cube.from_alg(solve(reduced).alg.inverse(), size)
    result = solved_by(big)
    assert {step.phase for step in result.steps} <= {Phase.CAGE, Phase.CENTERS}
    assert len(result.alg) < 60


@pytest.mark.parametrize("size", [32, 33, 64])
def test_orbits_that_are_solved_stay_so(size: int) -> None:
    """One orbit of wings is scrambled; no slice of another turns while it is put right."""
    scramble = "5R U 5L' F 5D2 R 5F' U2 5R B2 5U 5B' L 5D'"
    cube = Cube.from_alg(scramble, size)
    big = BigCube.from_cube(cube)
    big.state.planes[:] = BigCube(size).state.planes  # the centres as they were
    cube = big.to_cube()
    result = solved_by(cube)
    (edges,) = (step for step in result.steps if step.phase == Phase.EDGES)
    turned = set(result.alg.turns[edges.start : edges.end] >> 5)
    assert turned == {1, 5}
    assert len(result.alg) < 150 * size


@pytest.mark.parametrize("size", [4, 7, 12, 65, 130])
def test_with_and_without_vectors(size: int) -> None:
    cube = Cube.random_state(size, 3)
    plain = fast(vectors=False).solve_long(cube, SolveStep.ALL)
    assert np.array_equal(solved_by(cube).alg.turns, plain.alg.turns)


def test_rows_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What large sizes do on a small one: a block of rows after the other."""
    from cubesolve.methods.fast import centers

    monkeypatch.setattr(centers, "WHOLE_UP_TO", 4)
    monkeypatch.setattr(centers, "BLOCK_ROWS", 5)
    result = solved_by(Cube.random_state(30, 1))
    about = centers_of_rows("white", "U", "F", 7, 11).explanation
    assert any(step.explanation == about for step in result.steps)


def test_few_turns_for_each_cell() -> None:
    assert len(solve(Cube.random_state(100, 1), "fast").moves) <= 9.5 * 100**2


@pytest.mark.parametrize("size", [8, 9])
def test_what_cannot_be_solved_is_refused(size: int) -> None:
    for a, b in ((size + 1, 2 * size**2 + 2 * size + 3), (0, size**2), (1, 2)):
        cube = Cube.random_state(size, 4)
        letters = list(cube.facelets())
        place = next(
            k for k in range(b, len(letters)) if letters[k] != letters[a] and k % size == b % size
        )
        letters[a], letters[place] = letters[place], letters[a]
        bad = Cube.from_facelets("".join(letters), allow_invalid=True)
        if bad.problems():
            with pytest.raises(InvalidCubeError):
                solve(bad, "fast")


@pytest.mark.slow
def test_the_program_is_what_its_builder_finds() -> None:
    import json
    from importlib.resources import files

    from cubesolve.methods.fast.build_program import build

    text = files("cubesolve.methods.fast").joinpath("program.json").read_text(encoding="utf-8")
    assert json.loads(text) == json.loads(json.dumps(build()))


def test_stages_hold_for_every_kind_of_orbit() -> None:
    """On the diagonal, on the middle lines and elsewhere, commutators carry the same planes."""
    from cubesolve.methods.fast.program import program
    from cubesolve.model.orbit_places import plane_slots

    amounts = ("", "", "2", "'")
    for size, row, column in ((6, 1, 1), (7, 1, 0), (7, 1, 2), (8, 2, 0), (9, 0, 3)):
        slots = plane_slots(row, column, size)
        for target, source, side, x, t, other, y, a, b, w in program().stages.tolist():
            turn = "URFDLB"[target]
            cube = Cube(size)
            cube.play(
                f"{column + 2}{'URFDLB'[side]}{amounts[x]} {turn}{amounts[t]}"
                f" {row + 2}{'URFDLB'[other]}{amounts[y]} {turn}{amounts[4 - t]}"
                f" {column + 2}{'URFDLB'[side]}{amounts[4 - x]} {turn}{amounts[t]}"
                f" {row + 2}{'URFDLB'[other]}{amounts[4 - y]} {turn}{amounts[4 - t]}"
            )
            moved = {int(s) for s in np.flatnonzero(cube.stickers != np.arange(6 * size**2))}
            here = [int(slots[4 * f + k]) for f, k in ((source, a), (target, b), (source, w))]
            assert moved == set(here)
            assert [cube.sticker_at(here[k]) for k in (1, 2, 0)] == here
