"""Options of methods: asked for from Python, refused in words where they mean nothing."""

import pytest

from cubesolve import SOLVERS, Cube, Limit, Method, Option, SolveStep, iter_solutions, solve
from cubesolve.solving.as_json import auto_json, method_json
from states import FLIP_WINGS

OPTIONS = {
    "beginner": ["parity", "advanced_edge_parity"],
    "cfop": ["parity", "advanced_edge_parity"],
    "two-phase": ["advanced_edge_parity"],
    "short": [],
    "optimal": [],
    "cage": ["advanced_edge_parity"],
    "cage-two-phase": ["advanced_edge_parity"],
    "fast": [],
    "layers": [],
}


def test_who_has_which() -> None:
    assert {name: method.option_names for name, method in SOLVERS.items()} == OPTIONS
    (parity, advanced) = method_json(SOLVERS["beginner"])["options"]
    assert parity["values"] == ["compute", "detect"]
    assert (parity["default"], advanced["default"]) == ("compute", True)
    assert parity["about"] != advanced["about"]
    assert auto_json()["options"] == [parity, advanced]
    assert method_json(SOLVERS["layers"])["options"] == []


@pytest.mark.parametrize("method", ["beginner", "cfop"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_parity_is_detected_when_asked_for(method: str, size: int) -> None:
    """Nothing is turned for parity before the centres are built, and every cube is solved."""
    early = 0
    for seed in range(6):
        cube = Cube.random_state(size, seed)
        computed, detected = solve(cube, method), solve(cube, method, parity="detect")
        assert solve(cube, method, parity="compute").alg == computed.alg
        early += bool(computed.steps) and computed.steps[0].phase == "parity"
        assert not detected.steps or detected.steps[0].phase != "parity"
        cube.play(detected.alg)
        assert cube.solved
    assert (early > 0) == (size >= 4)


@pytest.mark.parametrize("method", ["beginner", "two-phase", "cage"])
def test_the_last_edge_is_fixed_in_one_of_two_ways(method: str) -> None:
    """Its centres are built, so the wings that stay unpaired are flipped at the end."""
    differ = 0
    for seed in range(4):
        cube = Cube.random_state(5, seed)
        cube.play(solve(cube, "beginner", SolveStep.CENTERS).alg)
        cube.play(FLIP_WINGS)  # keeps the centres
        advanced = solve(cube, method, limit=Limit(nodes=1))
        simple = solve(cube, method, limit=Limit(nodes=1), advanced_edge_parity=False)
        differ += advanced.alg != simple.alg
        for solution in (advanced, simple):
            played = cube.copy()
            played.play(solution.alg)
            assert played.solved
    assert differ > 0


def test_what_means_nothing_is_refused() -> None:
    cube = Cube.random_state(4, 1)
    with pytest.raises(ValueError, match="layers has no option parity: use it with beginner and"):
        solve(cube, "layers", parity="detect")
    with pytest.raises(ValueError, match="two-phase has no option parity"):
        iter_solutions(cube, "two-phase", parity="detect")
    with pytest.raises(ValueError, match="expected parity to be compute or detect, got 'guess'"):
        solve(cube, "beginner", parity="guess")
    with pytest.raises(
        ValueError, match="expected advanced_edge_parity to be True or False, got 0"
    ):
        solve(cube, "cage", advanced_edge_parity=0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no method has an option 'speed'"):
        solve(cube, speed=9)  # type: ignore[call-arg]


def test_auto_takes_a_method_that_has_the_option() -> None:
    cube = Cube.random_state(4, 1)
    assert solve(cube, parity="detect").method == "beginner"
    assert solve(cube, advanced_edge_parity=False).method == "two-phase"
    assert solve(cube, what="OLL", parity="detect").method == "cfop"


def test_a_method_of_ones_own_can_have_options() -> None:
    speed = Option("speed", ("slow", "quick"), "how hard it tries")
    mine = Method("mine", "mine", 3, (SolveStep.ALL,), SOLVERS["beginner"].make, options=(speed,))
    mine.check_options({"speed": "quick"})
    assert speed.default == "slow"
    with pytest.raises(ValueError, match="expected speed to be slow or quick, got 'fast'"):
        mine.check_options({"speed": "fast"})
