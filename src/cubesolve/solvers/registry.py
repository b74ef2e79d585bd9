"""The one list of methods, and `solve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

from cubesolve.errors import InvalidCubeError, SolveFailed, UnsupportedSizeError
from cubesolve.model import Cube
from cubesolve.operator import Operator, StepListener
from cubesolve.solvers.direct.layers import LayerByLayerNxNSolver
from cubesolve.solvers.orchestrator import NxNSolverOrchestrator
from cubesolve.solvers.protocols import Limit, Solution, Solver, SolverResults, SolveStep
from cubesolve.solvers.reducers.beginner import BeginnerReducer
from cubesolve.solvers.three.beginner import BeginnerSolver3x3
from cubesolve.solvers.three.cfop import CFOP3x3
from cubesolve.solvers.two import Beginner2x2


@dataclass(frozen=True)
class Method:
    """A way to solve: what it is, the sizes and steps it offers, and how to make its solver."""

    name: str
    summary: str
    smallest: int
    steps: tuple[SolveStep, ...]
    make: Callable[[], Solver]

    def __post_init__(self) -> None:
        assert self.steps[-1] == SolveStep.ALL


def _beginner() -> Solver:
    return NxNSolverOrchestrator(BeginnerReducer(), BeginnerSolver3x3())


def _cfop() -> Solver:
    return NxNSolverOrchestrator(BeginnerReducer(), CFOP3x3())


def _layers() -> Solver:
    return LayerByLayerNxNSolver(BeginnerSolver3x3(), CFOP3x3())


SOLVERS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "beginner",
            "centres, edges, then layer by layer as on a 3x3",
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, *BeginnerSolver3x3.steps, SolveStep.ALL),
            _beginner,
        ),
        Method(
            "cfop",
            "centres, edges, then cross, pairs, and the last layer in two looks",
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, *CFOP3x3.steps, SolveStep.ALL),
            _cfop,
        ),
        Method(
            "layers",
            "the first layer, each middle layer from the bottom up, the last layer",
            2,
            (*LayerByLayerNxNSolver.steps, SolveStep.ALL),
            _layers,
        ),
    )
}


def solve(
    cube: Cube,
    method: str = "auto",
    what: SolveStep | str = SolveStep.ALL,
    limit: Limit | None = None,
    on_step: StepListener | None = None,
) -> Solution:
    """Return how to solve a cube, which itself is not turned.

    `limit` bounds methods that search; `on_step` hears each step when it is done. Raises
    `InvalidCubeError` for a state that no turns reach, `UnsupportedSizeError` and `ValueError` for
    what a method does not offer.

    >>> solution = solve(Cube.from_alg("R U R'"))
    >>> print(solution.count("OBTM") > 0, solution.method)
    True beginner
    """
    found = find_method(method)
    step = SolveStep(what)
    if cube.size < found.smallest:
        raise UnsupportedSizeError(f"{found.name} is for sizes from {found.smallest}")
    if step.kind not in found.steps:
        names = ", ".join(found.steps)
        raise ValueError(f"expected a step of {found.name}: {names}; got {step}")
    problems = cube.problems()
    if problems:
        raise InvalidCubeError(problems)
    started = process_time()
    operator = Operator(cube.copy())
    if on_step is not None:
        operator.add_step_listener(on_step)
    results = SolverResults()
    if not cube.solved:
        solver = Beginner2x2(BeginnerSolver3x3()) if cube.size == 2 else found.make()
        results = solver.solve(operator, step)
    if step == SolveStep.ALL and not operator.cube.solved:
        raise SolveFailed(f"{found.name} did not solve {cube.facelets()}")
    seconds = process_time() - started
    return Solution.from_operator(cube, operator, found.name, step, results, seconds)


def find_method(name: str) -> Method:
    """Return the method with this name; `auto` picks one."""
    if name == "auto":
        name = "beginner"
    if name not in SOLVERS:
        raise ValueError(f"expected a method of auto, {', '.join(SOLVERS)}; got {name!r}")
    return SOLVERS[name]
