"""Every registered method: it solves every state, leaves the cube alone, and says how."""

import json
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from cubesolve import (
    Alg,
    Cube,
    InvalidCubeError,
    Limit,
    Metric,
    Phase,
    Solution,
    SolveStep,
    UnsupportedSizeError,
    random_moves,
    solve,
)
from cubesolve.model.geometry import part_name
from cubesolve.solving.registry import SOLVERS, find_method
from oracle import Oracle
from states import HOLDS, single_turns, structured

# A proof that a solution is optimal takes minutes: that method has tests of its own.
METHODS = [method.name for method in SOLVERS.values() if method.name != "optimal"]
# A search that is short after long has tests of its own too: here it ends soon.
LIMITS = {"short": Limit(nodes=100_000)}
# Made of the parts of two others, which are tried on more states.
COMBINED = ("cage-two-phase",)
ON_MANY = [name for name in METHODS if name not in COMBINED]
DIRECT = ("layers",)  # their steps have other goals, and tests of their own
SIZES = range(2, 8)
LARGEST_SHORT = 5  # from here on a first answer takes half a second: tests/methods/big has these


def pairs(sizes: Iterable[int]) -> list[tuple[str, int]]:
    """Return each method with the sizes that it is for."""
    return [
        (name, n)
        for name in METHODS
        for n in sizes
        if SOLVERS[name].fits(n) and (name != "short" or n <= LARGEST_SHORT)
    ]


def marked(cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return cases of which those that take seconds are left to the long tests."""
    takes_long = {("short", 4), *product(METHODS, (5, 7))}
    return [
        pytest.param(*case, marks=[pytest.mark.slow] if case[:2] in takes_long else [])
        for case in cases
    ]


def counted(counts: dict[int, int]) -> list[tuple[str, int, int]]:
    return [(name, size, counts[size]) for name, size in pairs(counts)]


def solved_by(cube: Cube, method: str, what: SolveStep = SolveStep.ALL) -> Solution:
    return solve(cube, method, what, limit=LIMITS.get(method))


def check(cube: Cube, method: str, closely: bool = True) -> Solution:
    """Solve, and replay the solution on the cube; closely: step by step too, and as blocks."""
    before = cube.stickers.copy()
    solution = solved_by(cube, method)
    assert (cube.stickers == before).all()
    whole, stepwise, blocks = cube.copy(), cube.copy(), cube.copy()
    whole.play(solution.alg)
    assert whole.solved
    if not closely:
        return solution
    for step in solution.steps:
        stepwise.play(step.alg)
    assert stepwise == whole
    blocks.play(Alg.from_blocks(solution.to_json()["moves"], cube.size))
    assert blocks == whole
    human = cube.copy()
    human.play(solution.human)
    assert human.solved
    assert not any(move.is_rotation for move in solution.alg)
    return solution


@pytest.mark.parametrize(("method", "size"), marked(pairs(SIZES)))
def test_structured_states(method: str, size: int) -> None:
    """From size 4 on, each method has a third of holds and turns: each of them has about three."""
    first, step = (0, 1) if size < 4 else ((METHODS.index(method) + size) % 3, 3)
    for name, cube in structured(size, first, step):
        solution = check(cube, method)
        if cube.solved:
            assert not solution.alg, name


@pytest.mark.parametrize(
    ("method", "size", "count"), marked(counted({2: 24, 3: 24, 4: 24, 5: 24, 6: 8, 7: 8}))
)
def test_random_states(method: str, size: int, count: int) -> None:
    for seed in range(count):
        cube = Cube.random_state(size, 1000 + seed)
        cube.play(HOLDS[(seed * size) % 24 if count < 24 else seed])
        check(cube, method)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "size", "count"),
    [
        each
        for each in counted({3: 20, 4: 20, 6: 10, 7: 10, 8: 8, 9: 6, 10: 5, 12: 3, 15: 2, 20: 1})
        if each[0] in ON_MANY
    ],
)
def test_many_random_states(method: str, size: int, count: int) -> None:
    for seed in range(count):
        check(Cube.random_state(size, seed), method, closely=seed % 5 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("method", ON_MANY)
@pytest.mark.parametrize("size", [3, 4])
def test_all_states_two_turns_away(method: str, size: int) -> None:
    """Each method has a fifth of them, so that each state has one or two methods."""
    turns = [t for t in single_turns(size) if t[0].isdigit()]
    states: dict[str, Cube] = {}
    for first, second in product(turns, repeat=2):  # some of them are the same the other way round
        cube = Cube.from_alg(f"{first} {second}", size)
        states.setdefault(cube.facelets(), cube)
    for k, cube in enumerate(list(states.values())[ON_MANY.index(method) % 5 :: 5]):
        check(cube, method, closely=k % 5 == 0)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_solutions_hold_on_the_oracle(method: str, size: int) -> None:
    for seed in range(3):
        scramble = random_moves(size, 40, seed)
        solution = solved_by(Cube.from_alg(scramble, size), method)
        oracle = Oracle(size)
        for face, first, last, turns in (*scramble.blocks(size), *solution.alg.blocks(size)):
            oracle.turn(face, range(first, last + 1), turns)
        assert oracle.is_solved()


@pytest.mark.parametrize(
    ("method", "size"), [pair for pair in pairs([2, 3, 4, 5, 6]) if pair[0] not in DIRECT]
)
def test_steps_one_after_the_other(method: str, size: int) -> None:
    """Each step ends where the next goes on: what was built is not built again."""
    for seed in range(3):
        cube = Cube.random_state(size, seed)
        for what in SOLVERS[method].steps:
            solution = solved_by(cube, method, what)
            cube.play(solution.alg)
            assert is_reached(cube, what, method)
            assert not solve(cube, method, what).alg
        assert cube.solved


def is_reached(cube: Cube, what: SolveStep, method: str) -> bool:
    """Whether the goal of a step is there, read from the cube alone."""
    if method.startswith("cage"):
        return cage_is_reached(cube, what)
    centers = all(center.is3x3 for center in cube.centers)
    if what == SolveStep.CENTERS:
        return centers
    if what == SolveStep.EDGES:
        return centers and cube.is3x3
    if what in (SolveStep.ALL, SolveStep.L3, SolveStep.PLL):
        return cube.solved
    if cube.size == 2:
        return True
    return cube.is3x3 and any(layer_is_reached(cube, face.name, what) for face in cube.faces)


def cage_is_reached(cube: Cube, what: SolveStep) -> bool:
    if what == SolveStep.EDGES:
        return all(edge.is3x3 for edge in cube.edges)
    if what == SolveStep.CAGE:
        return all(len(set(border(cube, number))) == 1 for number in range(6))
    return cube.solved


def border(cube: Cube, number: int) -> str:
    """Return what a face shows around its centre."""
    size = cube.size
    face = cube.facelets()[number * size**2 : (number + 1) * size**2]
    rows = [face[k : k + size] for k in range(0, size**2, size)]
    return rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)


def layer_is_reached(cube: Cube, name: str, what: SolveStep) -> bool:
    face = cube.face(name)
    cross = all(edge.match_faces for edge in face.edges)
    layer = cross and all(corner.match_faces for corner in face.corners)
    sides = [e for e in cube.edges if not e.on_face(face) and not e.on_face(face.opposite)]
    two = layer and all(edge.match_faces for edge in sides)
    top = face.opposite
    goals = {
        SolveStep.L1X: cross,
        SolveStep.L1: layer,
        SolveStep.L2: two,
        SolveStep.F2L: two,
        SolveStep.L3X: two and all(edge.match_faces for edge in top.edges),
        SolveStep.OLL: two and top.solved,
    }
    return goals[what]


@pytest.mark.parametrize("method", METHODS)
def test_steps_have_the_names_of_the_seeds(method: str) -> None:
    for name in ("Centers", "CENTERS", "Edges", "Cage", "L1x", "L1X", "L3x", "OLL"):
        assert SolveStep[name] is SolveStep(name)
    assert len(SolveStep) == 20
    assert set(SOLVERS[method].steps) <= set(SolveStep)


@pytest.mark.parametrize("method", METHODS)
def test_what_is_not_offered_is_refused(method: str) -> None:
    cube = Cube.random_state(3, 1)
    missing = [step for step in SolveStep if step not in SOLVERS[method].steps]
    for step in missing:
        with pytest.raises(ValueError, match="expected one of the steps"):
            solve(cube, method, step)
    with pytest.raises(ValueError, match="expected one of the methods"):
        solve(cube, "magic")
    flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
    with pytest.raises(InvalidCubeError):
        solve(Cube.from_facelets(flipped, allow_invalid=True), method)
    if SOLVERS[method].smallest > 2:
        with pytest.raises(UnsupportedSizeError):
            solve(Cube(2), method)


@pytest.mark.parametrize("method", METHODS)
def test_steps_explain_themselves(method: str) -> None:
    size = min(6, SOLVERS[method].largest or 6)
    cube = Cube.random_state(size, 2)
    solution = solved_by(cube, method)
    data = json.loads(json.dumps(solution.to_json()))
    assert data["version"] == 2
    assert data["facelets"] == cube.facelets()
    assert data["counts"]["OBTM"] == solution.count("OBTM")
    assert len(data["steps"]) > (3 if method == "short" else 10)  # a phase of a search is one step
    for step in data["steps"]:
        assert step["title"]
        assert step["explanation"]
        assert step["moves"]
        assert all(0 <= slot < 6 * size**2 for slot in (*step["moved"], *step["targets"]))


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_markers_of_a_reduction_follow_their_stickers(size: int) -> None:
    """What a step says it moves is moved to its targets, and is right there."""
    cube = Cube.random_state(size, 3)
    solution = solve(cube, "beginner", SolveStep.EDGES)
    marked = 0
    for step in solution.steps:
        stickers = [cube.sticker_at(slot) for slot in step.moved]
        cube.play(step.alg)
        assert [cube.sticker_at(slot) for slot in step.targets] == stickers
        marked += bool(stickers)
        if step.phase == Phase.EDGES:
            for slot in step.targets:
                wing = cube.part_slice(slot)
                colors = [each.colors for each in wing.parent.all_slices]
                # An even edge has two middle wings: both are together before others go to them.
                assert wing.colors == colors[(size - 3) // 2] == colors[(size - 2) // 2]
    assert marked > 8


def test_steps_of_even_centres_show_the_trackers() -> None:
    """Three marks, on faces that are not opposite, of colours that are not opposite."""
    cube = Cube.random_state(6, 3)
    solution = solve(cube, "beginner", SolveStep.CENTERS)
    steps = [step for step in solution.steps if step.trackers]
    assert len(steps) > 10
    for step in steps:
        assert len(step.trackers) == 3
        for mark in step.trackers:
            assert mark.face == "URFDLB"[mark.slot // 36]
        assert len({"URFDLB".index(mark.face) % 3 for mark in step.trackers}) == 3
    data = solution.to_json()["steps"]
    assert any(step["trackers"] for step in data)
    assert not solve(Cube.random_state(5, 3), "beginner", SolveStep.CENTERS).steps[0].trackers


def test_moved_and_targets_are_seen_from_the_start() -> None:
    """A step's markers name slots of the cube as it is held while the solution is played."""
    cube = Cube.random_state(3, 5)
    solution = solve(cube, "beginner")
    now = cube.copy()
    seen = 0
    for step in solution.steps:
        if step.phase in (Phase.FIRST_LAYER, Phase.MIDDLE_LAYERS):
            colors = {now.color_at(slot).name.lower() for slot in step.moved}
            assert all(color in step.title for color in colors)
            for slots in (step.moved, step.targets):
                assert part_name([slot // 9 for slot in slots]) in step.explanation
            now.play(step.alg)
            assert {now.color_at(slot).name.lower() for slot in step.targets} == colors
            seen += 1
        else:
            now.play(step.alg)
    assert seen >= 4
    assert now.solved


@pytest.mark.parametrize(
    ("size", "what", "expected"),
    [
        (2, "all", "optimal"),
        (3, "all", "two-phase"),
        (4, "all", "short"),
        (5, "all", "short"),
        (5, "edges", "two-phase"),
        (6, "all", "short"),
        (33, "all", "fast"),
        (6, "centers", "two-phase"),  # those of a reduction: a cage has all else before them
        (6, "cage", "cage"),
        (4, "L1x", "beginner"),
    ],
)
def test_what_auto_picks(size: int, what: str, expected: str) -> None:
    cube = Cube.random_state(size, 3)
    assert solve(cube, what=what, limit=Limit(nodes=1)).method == expected


def test_what_auto_picks_where_solving_takes_long() -> None:
    picked = [find_method("auto", size).name for size in (7, 8, 10, 11, 32, 33, 1000)]
    assert picked == ["short"] * 5 + ["fast"] * 2


@pytest.mark.parametrize("metric", [None, *Metric])
def test_above_32_auto_searches_only_if_it_is_given_time(metric: Metric | None) -> None:
    given = Limit(time=1)
    picked = [find_method("auto", size, metric=metric).name for size in (33, 128, 129, 1000)]
    assert picked == ["fast"] * 4
    is_searched = metric is None or SOLVERS["short"].shortens(metric, 33)
    picked = [find_method("auto", n, metric=metric, limit=given).name for n in (33, 128, 129)]
    assert picked == [*["short" if is_searched else "fast"] * 2, "fast"]


def test_auto_counts_what_it_does_not_search() -> None:
    cube = Cube.random_state(33, 3)
    for metric in (Metric.QTM, Metric.RBTM):
        solution = solve(cube, metric=metric)
        assert (solution.method, solution.metric) == ("fast", metric)
        assert solution.alg == solve(cube, "fast").alg
        with pytest.raises(ValueError, match="it does not search"):
            solve(cube, "fast", metric=metric)


def test_auto_picks_what_is_short() -> None:
    limit = Limit(nodes=100_000)
    for size, count in ((4, 2), (6, 1)):
        cubes = [Cube.random_state(size, seed) for seed in range(count)]
        lengths = {
            method: sum(solve(cube, method, limit=limit).count("OBTM") for cube in cubes)
            for method in ("auto", *METHODS)
            if method == "auto" or SOLVERS[method].fits(size)
        }
        assert lengths["auto"] == min(lengths.values())
