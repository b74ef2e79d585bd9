"""How far a cube is solved: true on every state, and the same for every solver that asks."""

from itertools import pairwise

import pytest

from cubesolve import Cube, Limit, Operator, SolveStep, solve
from cubesolve.methods.cage import CageNxNSolver
from cubesolve.methods.layers import LayerByLayerNxNSolver
from cubesolve.methods.reduction.orchestrator import NxNSolverOrchestrator
from cubesolve.methods.reduction.reducer import BeginnerReducer
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.methods.three.cfop import CFOP3x3
from cubesolve.methods.three.two_phase import Optimal3x3, TwoPhase3x3
from cubesolve.methods.two import Beginner2x2, CFOP2x2, Optimal2x2
from cubesolve.notation import Metric
from cubesolve.solving.registry import SOLVERS, Task
from cubesolve.stages.progress import Progress
from states import HOLDS, structured

# What the status says on a big cube after each step of each method.
SAID = {
    "beginner": {
        "centers": "centres built",
        "edges": "edges paired",
        "L1x": "first cross solved",
        "L1": "first layer solved",
        "L2": "first two layers solved",
        "L3x": "last cross solved",
        "L3": "solved",
        "all": "solved",
    },
    "cfop": {
        "centers": "centres built",
        "edges": "edges paired",
        "L1x": "first cross solved",
        "F2L": "first two layers solved",
        "OLL": "last layer oriented",
        "PLL": "solved",
        "all": "solved",
    },
    "two-phase": {"centers": "centres built", "edges": "edges paired", "all": "solved"},
    "cage": {
        "edges": "edges paired",
        "cage": "edges and corners solved",
        "centers": "solved",
        "all": "solved",
    },
    "layers": {
        "first-centers": "first centre built",
        "first-edges": "edges of the first layer paired",
        "first-cross": "first cross solved",
        "first-layer": "first layer solved",
        "middle-1": "first layer and 1 of 2 middle layers solved",
        "middle": "all layers but the last solved",
        "last-centers": "all layers but the last solved",
        "last-edges": "edges of the last layer paired",
        "last-cross": "last cross solved",
        "all": "solved",
    },
}
SAID["cage-two-phase"] = SAID["cage"]


def solver_of(method: str, size: int):  # type: ignore[no-untyped-def]
    """Return the solver that a method makes for a size."""
    return SOLVERS[method].make(Task(size, Metric.OBTM, Limit(nodes=1), lambda *_: None))


@pytest.mark.parametrize("method", SAID)
def test_after_each_step_the_status_says_so(method: str) -> None:
    for size, seed in ((4, 1), (4, 2), (5, 3), (6, 4)):
        cube = Cube.random_state(size, seed)
        cube.play(HOLDS[seed * 5])
        solver = solver_of(method, size)
        assert solver.status(cube) == "not solved yet"
        for what, said in SAID[method].items():
            step = SolveStep(what)
            cube.play(solve(cube, method, step).alg)
            assert solver.status(cube) == said.replace("of 2", f"of {size - 2}"), what
            assert Progress(cube).has_reached(step)


@pytest.mark.parametrize("method", ["beginner", "cfop", "layers"])
def test_a_3x3_has_no_centres_to_build(method: str) -> None:
    cube = Cube.random_state(3, 5)
    solver = solver_of(method, 3)
    nothing = ("centers", "edges", "first-centers", "first-edges")
    for what, said in SAID[method].items():
        cube.play(solve(cube, method, what).alg)
        if what in ("middle-1", "last-edges"):  # the only one, and whole from the start
            said = SAID[method]["middle"]
        assert solver.status(cube) == ("not solved yet" if what in nothing else said), what


def test_every_solver_has_a_status() -> None:
    reducer = BeginnerReducer()
    for solver in (BeginnerSolver3x3(), CFOP3x3(), TwoPhase3x3()):
        assert solver.status(Cube.random_state(5, 1)) == "not reduced to a 3x3 yet"
        assert solver.status(Cube.from_alg("F R U2 D' F' L B", 5)) == "not solved yet"
        assert solver.status(Cube(5)) == "solved"
        assert NxNSolverOrchestrator(reducer, solver).status(Cube(6)) == "solved"
        assert CageNxNSolver(solver).status(Cube(6)) == "solved"
    for small in (Beginner2x2(), CFOP2x2(), Optimal2x2()):
        assert small.status(Cube(2)) == "solved"
        assert small.status(Cube.from_alg("R U F' R2 U'", 2)) == "not solved yet"
    assert Optimal3x3().status(Cube.from_alg("R U F' R2 U'")) == "not solved yet"
    assert Beginner2x2().status(Cube.from_alg("R U R' U' x", 2)) == "not solved yet"
    assert Beginner2x2().status(Cube.from_alg("U y x", 2)) == "first layer solved"
    assert CFOP2x2().status(Cube.from_alg("U z", 2)) == "last layer oriented"
    last = LayerByLayerNxNSolver(BeginnerSolver3x3(), CFOP3x3())
    assert last.status(Cube.from_alg("U z", 6)) == "edges of the last layer paired"


@pytest.mark.parametrize("size", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_a_status_is_the_same_in_every_hold_and_changes_nothing(size: int) -> None:
    for name, cube in structured(size):
        before = cube.stickers.tolist()
        for method in ("beginner", "cfop", "cage", "layers"):
            solver = solver_of(method, size)
            said = solver.status(cube)
            assert (said == "solved") == cube.solved, name
            held = cube.copy()
            held.play("x y2")
            assert solver.status(held) == said, name
        assert cube.stickers.tolist() == before
        assert not cube.noted_stickers()


def test_what_is_reached_later_includes_what_is_before() -> None:
    nested = (SolveStep.L1X, SolveStep.L1, SolveStep.F2L, SolveStep.OLL)
    for seed in range(40):
        cube = Cube(3)
        Operator(cube).play(("R U R' U'", "U", "F R U", "R U R' U R U2 R'", "M2 U2")[seed % 5])
        cube.play(HOLDS[seed % 24])
        progress = Progress(cube)
        for one, other in pairwise(nested):
            assert progress.has_reached(one) or not progress.has_reached(other)
