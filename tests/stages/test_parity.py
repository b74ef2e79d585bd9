"""Parities: computed before they are met, or met and fixed."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from cubesolve import (
    Alg,
    Cube,
    InternalSWError,
    Operator,
    Parity,
    SolutionStep,
    SolverResults,
    SolveStep,
    solve,
)
from cubesolve.checkpoints import watched
from cubesolve.methods.reduction.orchestrator import NxNSolverOrchestrator
from cubesolve.methods.reduction.reducer import BeginnerReducer
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.methods.three.two_phase import TwoPhase3x3
from cubesolve.stages.parity import make_wings_even, swap_corners, wing_parities
from oracle import Oracle
from states import FLIP_WINGS, HOLDS, parities


def swaps(permutation: list[int]) -> int:
    """Return how many swaps sort a permutation, by swapping."""
    order, count = list(permutation), 0
    for place in range(len(order)):
        while order[place] != place:
            other = order[place]
            order[place], order[other] = order[other], order[place]
            count += 1
    return count


def test_wing_parity_is_the_parity_of_slice_turns() -> None:
    for size in (4, 5, 6, 7):
        for k in range(1, size - 1):
            for text, odd in ((f"[{k}]M", True), (f"[{k}]E2", False), ("R U", False)):
                cube = Cube.from_alg(text, size)
                orbit = min(k, size - 1 - k) - 1
                expected = [odd and i == orbit for i in range((size - 2) // 2)]
                if 2 * k == size - 1:
                    expected = [False] * len(expected)
                assert wing_parities(cube) == expected
    cube = Cube.random_state(4, 1)
    wings = cube.geometry.wing_orbits()[0][:, 0].tolist()
    number = {slot: i for i, slot in enumerate(wings)}
    permutation = [number[cube.sticker_at(slot)] for slot in wings]
    assert wing_parities(cube) == [swaps(permutation) % 2 == 1]


@pytest.mark.parametrize("size", [4, 6])
def test_flags_are_the_parities_of_the_permutation(size: int) -> None:
    met = 0
    for seed in range(40):
        cube = Cube.random_state(size, seed)
        odd = wing_parities(cube)
        results = solve(cube, "beginner").results
        assert results.was_even_edge_parity == odd[-1]
        assert results.was_partial_edge_parity == any(p != odd[-1] for p in odd)
        met += results.was_even_edge_parity
    assert 8 <= met <= 32


@pytest.mark.parametrize("size", [5, pytest.param(7, marks=pytest.mark.slow)])
def test_odd_sizes_have_partial_parity_only(size: int) -> None:
    for seed in range(20):
        cube = Cube.random_state(size, seed)
        results = solve(cube, "beginner").results
        assert results.was_partial_edge_parity == any(wing_parities(cube))
        assert not results.was_even_edge_parity
        assert not results.was_corner_swap


@pytest.mark.parametrize("advanced", [True, False])
@pytest.mark.parametrize("size", [4, 5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_throw_and_retry(size: int, advanced: bool) -> None:
    """The seeds' way: no parity is computed; the last layer raises, the reducer fixes it."""
    flags = [0, 0, 0]
    for seed in range(12):
        operator = Operator(Cube.random_state(size, seed))
        odd = wing_parities(operator.cube)
        orchestrator = NxNSolverOrchestrator(
            BeginnerReducer(advanced, early_parity=False), BeginnerSolver3x3(), parity="detect"
        )
        results = orchestrator.solve(operator, SolveStep.ALL)
        assert operator.cube.solved
        if size % 2 == 0 and advanced:
            assert results.was_even_edge_parity == odd[-1]
        flags[0] += results.was_even_edge_parity
        flags[1] += results.was_corner_swap
        flags[2] += results.was_partial_edge_parity
    if size % 2 == 0:
        assert 0 < flags[0] < 12
        assert 0 < flags[1] < 12
    if size > 4:
        assert flags[2] > 0


@pytest.mark.parametrize("seed", [709, 711])
def test_middle_wings_are_paired_whatever_the_parity_of_the_others(seed: int) -> None:
    operator = Operator(Cube.random_state(8, seed))
    reducer = BeginnerReducer(early_parity=False)
    NxNSolverOrchestrator(reducer, BeginnerSolver3x3(), parity="detect").solve(
        operator, SolveStep.ALL
    )
    assert operator.cube.solved


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("mode", ["compute", "detect"])
def test_each_parity_alone_and_together(size: int, mode: str) -> None:
    expected = {"edge parity": (True, False), "corner swap": (False, True), "both": (True, True)}
    for name, alg in parities(size).items():
        operator = Operator(Cube.from_alg(alg, size))
        orchestrator = NxNSolverOrchestrator(BeginnerReducer(), BeginnerSolver3x3(), parity=mode)
        results = orchestrator.solve(operator, SolveStep.ALL)
        assert operator.cube.solved
        assert (results.was_even_edge_parity, results.was_corner_swap) == expected[name]


def test_the_same_parity_twice_is_a_fault_of_ours() -> None:
    class Idle(BeginnerReducer):
        def fix_edge_parity(self, operator: Operator) -> None:
            """Fix nothing."""

        def fix_corner_parity(self, operator: Operator) -> None:
            """Fix nothing."""

    for name in ("edge parity", "corner swap"):
        operator = Operator(Cube.from_alg(parities(4)[name], 4))
        orchestrator = NxNSolverOrchestrator(Idle(), BeginnerSolver3x3(), parity="detect")
        with pytest.raises(InternalSWError, match="twice"):
            orchestrator.solve(operator, SolveStep.ALL)


def carried_on_the_oracle(alg: Alg, size: int) -> dict[int, int]:
    """Return where the oracle carries stickers of edges and corners, by slot, if anywhere."""
    oracle = Oracle(size)
    for face, first, last, turns in alg.blocks(size):
        oracle.turn(face, range(first, last + 1), turns)
    ends = (0, size - 1)
    return {
        int(sticker): slot
        for slot, sticker in enumerate(oracle.stickers())
        if sticker != slot and (slot // size % size in ends or slot % size in ends)
    }


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("method", ["beginner", "cfop"])
def test_parity_steps_say_and_mark_what_the_oracle_moves(size: int, method: str) -> None:
    """All edges and corners that move are marked, where they go, and named as at the start."""
    seen = []
    for number, alg in enumerate(parities(size).values()):
        cube = Cube.from_alg(alg, size)
        cube.play(HOLDS[5 * number + 2])
        for step in solve(cube, method).steps:
            if step.parity in (Parity.EDGE_FLIP, Parity.CORNER_SWAP):
                moves = carried_on_the_oracle(step.alg, size)
                assert dict(marks(step)) == moves
                moved = {cube.part_slice(slot).parent for slot in moves}
                edges = [part.name for part in moved if len(part.name) == 2]
                assert all(name in step.title for name in edges)
                assert all(name in step.explanation or len(edges) == 1 for name in edges)
                seen.append((step.parity, len(edges), len(moved) - len(edges)))
    assert sorted(seen) == [
        (Parity.CORNER_SWAP, 2, 4),
        (Parity.CORNER_SWAP, 2, 4),
        (Parity.EDGE_FLIP, 1, 0),
        (Parity.EDGE_FLIP, 1, 0),
    ]


@pytest.mark.parametrize("method", ["beginner", "cage", "layers"])
@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_wings_of_parity_steps_go_where_the_marks_say(method: str, size: int) -> None:
    # Layer by layer a random state is turned so that no parity is left at the end.
    cubes = [Cube.from_alg(FLIP_WINGS, size), *(Cube.random_state(size, k) for k in range(6))]
    seen = 0
    for cube in cubes:
        for step in solve(cube, method).steps:
            if step.parity == Parity.WINGS:
                moves = carried_on_the_oracle(step.alg, size)
                assert any(moves.get(slot) == target for slot, target in marks(step))
                for slot, target in marks(step):
                    assert moves.get(slot, slot) == target
                seen += 1
    assert seen


def marks(step: SolutionStep) -> list[tuple[int, int]]:
    return list(zip(step.moved, step.targets, strict=True))


def test_an_unknown_way_to_handle_parity() -> None:
    with pytest.raises(ValueError, match="compute or detect"):
        NxNSolverOrchestrator(BeginnerReducer(), BeginnerSolver3x3(), parity="guess")


class Lazy(BeginnerSolver3x3):
    """Stops one step early, and says nothing."""

    def solve_3x3(self, operator: Operator, what: SolveStep) -> None:
        if what == SolveStep.ALL:
            super().solve_3x3(operator, SolveStep.L3X)
        elif what != self.steps[0]:
            super().solve_3x3(operator, self.steps[self.steps.index(what) - 1])


class LazyReducer(BeginnerReducer):
    """Builds no centres, or pairs no edges."""

    def __init__(self, skips: SolveStep) -> None:
        super().__init__()
        self.skips = skips

    def solve_centers(self, operator: Operator) -> SolverResults:
        if self.skips == SolveStep.CENTERS:
            return SolverResults()
        return super().solve_centers(operator)

    def solve_edges(self, operator: Operator) -> SolverResults:
        return SolverResults()


@pytest.mark.parametrize("mode", ["compute", "detect"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_an_unsolved_cube_without_parity_is_a_fault(size: int, mode: str) -> None:
    orchestrator = NxNSolverOrchestrator(BeginnerReducer(), Lazy(), parity=mode)
    for what in (*Lazy.steps, SolveStep.ALL):
        cube = Cube.random_state(size, 3)
        problem = f"Lazy met no parity, but did not reach {what}: it began with (.*) and left"
        with pytest.raises(InternalSWError, match=problem) as told:
            orchestrator.solve(Operator(cube), what)
        begun = re.search(problem, str(told.value))
        assert begun is not None
        with pytest.raises(InternalSWError, match=problem) as again:
            orchestrator.solve(Operator(eval(begun[1])), what)
        assert str(again.value) == str(told.value)


def test_an_unreduced_cube_is_a_fault() -> None:
    for skips in (SolveStep.CENTERS, SolveStep.EDGES):
        orchestrator = NxNSolverOrchestrator(LazyReducer(skips), BeginnerSolver3x3())
        with pytest.raises(InternalSWError, match=f"LazyReducer .* did not reach {skips}"):
            orchestrator.solve(Operator(Cube.random_state(4, 3)), skips)
        with pytest.raises(InternalSWError, match=f"LazyReducer .* did not reach {skips}"):
            orchestrator.solve(Operator(Cube.random_state(4, 3)), SolveStep.ALL)


def test_a_search_cannot_detect_parity() -> None:
    with pytest.raises(ValueError, match="compute: TwoPhase3x3 cannot detect parity"):
        NxNSolverOrchestrator(BeginnerReducer(), TwoPhase3x3(), parity="detect")


@pytest.mark.parametrize("method", ["beginner", "cfop", "two-phase", "cage"])
@pytest.mark.parametrize("size", [4, 6])
def test_a_cube_that_lacks_only_a_parity_is_solved_by_fixing_it(size: int, method: str) -> None:
    """In any hold, for the length of the algorithm; a turn of a face costs one more."""
    most = {"edge parity": 15, "corner swap": 6, "both": 21}
    for number, (name, alg) in enumerate(parities(size).items()):
        for hold in HOLDS[number::7]:
            cube = Cube.from_alg(alg, size)
            cube.play(hold)
            assert len(solve(cube, method)) == most[name]


@pytest.mark.parametrize(
    ("name", "turn"),
    [("edge parity", "U"), ("edge parity", "R2"), ("edge parity", "B'"), ("corner swap", "U'")],
)
def test_a_parity_is_fixed_where_a_turn_leaves_nothing_else(name: str, turn: str) -> None:
    cube = Cube.from_alg([parities(4)[name], turn], 4)
    assert len(solve(cube, "two-phase")) == (16 if name == "edge parity" else 7)


@pytest.mark.parametrize(
    ("fix", "made", "ways"),
    [(swap_corners, "2-3Rw2 U2 2-3Rw2 3Uw2 2-3Rw2 3Uw2", 24), (make_wings_even, "2R", 12)],
)
def test_the_clock_is_looked_at_for_each_way_to_fix_a_parity(
    fix: Callable[[Operator], object], made: str, ways: int
) -> None:
    """On a 100x100 all of them take longer than an answer may be late."""
    looks: list[int] = []
    with watched(partial(looks.append, 1)):
        fix(Operator(Cube.from_alg(made, 6)))
    assert len(looks) > ways
