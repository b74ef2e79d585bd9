"""Steps as data: every step says what it is part of, and those that fix parity say which."""

import pytest

from cubesolve import Cube, Limit, Parity, Phase, Solution, solve
from cubesolve.solving.registry import SOLVERS
from states import parities

SIZES = range(2, 8)
STATES = 6
# Its steps are the same however long it looks for shorter ones: two states, soon ended.
SHORT_STATES, FIRST = 2, Limit(nodes=1)
CASES = [(name, size) for name in SOLVERS for size in SIZES if SOLVERS[name].fits(size)]
CASES.remove(("optimal", 3))  # its proof takes minutes
EDGE_PARITIES = {Parity.WINGS, Parity.EDGE_FLIP}


def check_steps(solution: Solution) -> None:
    declared = SOLVERS[solution.method].phases
    for step in solution.steps:
        assert step.phase in declared, step.title
        assert (step.parity is not None) == (step.phase == Phase.PARITY), step.title
        if step.phase == Phase.PARITY:
            assert step.moved, step.title
            assert step.targets, step.title
    results = solution.results
    fixed = {step.parity for step in solution.steps if step.parity is not None}
    met_edges = results.was_even_edge_parity or results.was_partial_edge_parity
    assert bool(fixed & EDGE_PARITIES) <= met_edges
    if solution.method != "layers":  # there turns of the layers may settle it on the way
        assert bool(fixed & EDGE_PARITIES) == met_edges
    assert (Parity.CORNER_SWAP in fixed) <= results.was_corner_swap
    if solution.size % 2:
        assert fixed <= {Parity.WINGS}


@pytest.mark.parametrize(("method", "size"), CASES)
def test_every_step_has_a_phase_that_its_method_declares(method: str, size: int) -> None:
    for seed in range(SHORT_STATES if method == "short" else STATES):
        limit = FIRST if method == "short" else None
        solution = solve(Cube.random_state(size, 50 + seed), method, limit=limit)
        assert solution.steps
        check_steps(solution)


@pytest.mark.parametrize("method", [name for name, size in CASES if size == 4])
def test_each_parity_has_its_step(method: str) -> None:
    limit = FIRST if method == "short" else None
    for alg in parities(4).values():
        check_steps(solve(Cube.from_alg(alg, 4), method, limit=limit))


@pytest.mark.parametrize("method", ["beginner", "cfop", "two-phase"])
def test_a_reduced_cube_shows_which_parity_is_fixed(method: str) -> None:
    expected = {
        "edge parity": {Parity.EDGE_FLIP},
        "corner swap": {Parity.CORNER_SWAP},
        "both": {Parity.EDGE_FLIP, Parity.CORNER_SWAP},
    }
    for name, alg in parities(4).items():
        steps = solve(Cube.from_alg(alg, 4), method).steps
        assert {step.parity for step in steps if step.parity} == expected[name]


def test_every_phase_is_declared_by_some_method() -> None:
    declared = {phase for method in SOLVERS.values() for phase in method.phases}
    assert declared == set(Phase) - {Phase.OTHER}


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_layers_are_built_one_after_the_other(size: int) -> None:
    solution = solve(Cube.random_state(size, 2), "layers")
    layers = [step.layer for step in solution.steps]
    assert layers == sorted(layer for layer in layers if layer is not None)
    assert set(layers) == set(range(1, size + 1))
    for step in solution.steps:
        assert (step.phase == Phase.MIDDLE_LAYERS) == (1 < (step.layer or 0) < size)


def test_layers_of_methods_that_build_several_at_once() -> None:
    by_phase = {step.phase: step.layer for step in solve(Cube.random_state(5, 2), "beginner").steps}
    assert by_phase[Phase.CENTERS] is None
    assert by_phase[Phase.MIDDLE_LAYERS] is None  # three at once
    assert by_phase[Phase.FIRST_LAYER] == 1
    assert by_phase[Phase.LAST_LAYER] == 5
    second = [s for s in solve(Cube.random_state(3, 2), "beginner").steps if s.layer == 2]
    assert {step.phase for step in second} == {Phase.MIDDLE_LAYERS}
