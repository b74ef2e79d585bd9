"""The one list of methods, and `solve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

from cubesolve.errors import SolveFailed, UnsupportedSizeError
from cubesolve.model import Cube
from cubesolve.notation import Metric
from cubesolve.operator import Operator, StepListener
from cubesolve.solvers.direct.cage import CageNxNSolver
from cubesolve.solvers.direct.layers import LayerByLayerNxNSolver
from cubesolve.solvers.orchestrator import NxNSolverOrchestrator
from cubesolve.solvers.protocols import (
    Limit,
    ProgressListener,
    Solution,
    Solver,
    SolverResults,
    SolveStep,
    no_progress,
)
from cubesolve.solvers.reducers.beginner import BeginnerReducer
from cubesolve.solvers.three.beginner import BeginnerSolver3x3
from cubesolve.solvers.three.cfop import CFOP3x3
from cubesolve.solvers.three.two_phase import Optimal3x3, TwoPhase3x3
from cubesolve.solvers.two import Beginner2x2, Optimal2x2


@dataclass(frozen=True)
class Task:
    """What a solver is made for: the size, and how far a search may go in which metric."""

    size: int
    metric: Metric
    limit: Limit | None
    on_progress: ProgressListener


@dataclass(frozen=True)
class Method:
    """A way to solve: what it is, the sizes and steps it offers, and how to make its solver.

    One that searches shortens what is counted in one of its `metrics`.
    """

    name: str
    summary: str
    smallest: int
    steps: tuple[SolveStep, ...]
    make: Callable[[Task], Solver]
    largest: int | None = None
    metrics: tuple[Metric, ...] = ()

    def __post_init__(self) -> None:
        assert self.steps[-1] == SolveStep.ALL

    def fits(self, size: int) -> bool:
        """Tell whether the method is for cubes of this size."""
        return self.smallest <= size and (self.largest is None or size <= self.largest)


def _beginner(task: Task) -> Solver:
    if task.size == 2:
        return Beginner2x2(BeginnerSolver3x3())
    return NxNSolverOrchestrator(BeginnerReducer(), BeginnerSolver3x3())


def _cfop(task: Task) -> Solver:
    if task.size == 2:
        return Beginner2x2(BeginnerSolver3x3())
    return NxNSolverOrchestrator(BeginnerReducer(), CFOP3x3())


def _two_phase(task: Task) -> Solver:
    if task.size == 2:
        return Optimal2x2(task.metric, task.on_progress)
    search = TwoPhase3x3(task.metric, task.limit, task.on_progress)
    return NxNSolverOrchestrator(BeginnerReducer(), search)


def _optimal(task: Task) -> Solver:
    if task.size == 2:
        return Optimal2x2(task.metric, task.on_progress)
    return Optimal3x3(task.metric, task.limit, task.on_progress)


def _cage(task: Task) -> Solver:
    if task.size == 2:
        return Beginner2x2(BeginnerSolver3x3())
    return CageNxNSolver(BeginnerReducer(), CFOP3x3())


def _cage_two_phase(task: Task) -> Solver:
    if task.size == 2:
        return Optimal2x2(task.metric, task.on_progress)
    search = TwoPhase3x3(task.metric, task.limit, task.on_progress)
    return CageNxNSolver(BeginnerReducer(), search)


def _layers(task: Task) -> Solver:
    if task.size == 2:
        return Beginner2x2(BeginnerSolver3x3())
    return LayerByLayerNxNSolver(BeginnerSolver3x3(), CFOP3x3())


_SEARCHED = (Metric.OBTM, Metric.QTM)
_CAGE_STEPS = (SolveStep.EDGES, SolveStep.CAGE, SolveStep.CENTERS, SolveStep.ALL)
_CAGE_FROM = 6  # sizes from here on are solved in fewer moves by a cage than by reduction

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
            "two-phase",
            "centres, edges, then a short solution of the 3x3 by a search in two phases",
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, SolveStep.ALL),
            _two_phase,
            metrics=_SEARCHED,
        ),
        Method(
            "optimal",
            "a shortest solution; on a 3x3 its proof takes minutes",
            2,
            (SolveStep.ALL,),
            _optimal,
            largest=3,
            metrics=_SEARCHED,
        ),
        Method(
            "cage",
            "all edges and corners, then the centres inside them",
            2,
            _CAGE_STEPS,
            _cage,
        ),
        Method(
            "cage-two-phase",
            "the cage by a search in two phases, then the centres: the shortest from size 6 on",
            2,
            _CAGE_STEPS,
            _cage_two_phase,
            metrics=_SEARCHED,
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
    on_progress: ProgressListener = no_progress,
    metric: Metric | str = Metric.OBTM,
) -> Solution:
    """Return how to solve a cube, which itself is not turned.

    `limit` bounds methods that search, and `metric` is what they shorten: OBTM (half turns) or QTM
    (quarter turns). `on_step` hears each step when it is done, `on_progress` what long work is
    doing: tables that are built once, the depths of a proof. Raises `InvalidCubeError` for a state
    that no turns reach, `UnsupportedSizeError` and `ValueError` for what a method does not offer.

    >>> solution = solve(Cube.from_alg("R U F2"))
    >>> print(solution, solution.method)
    F2 U' R' two-phase
    """
    step = SolveStep(what)
    metric = Metric(metric)
    found = find_method(method, cube.size, step)
    if not found.fits(cube.size):
        most = "" if found.largest is None else f" to {found.largest}"
        raise UnsupportedSizeError(
            f"{found.name} is for sizes from {found.smallest}{most}, got {cube.size}"
        )
    if step.kind not in found.steps:
        names = ", ".join(found.steps)
        raise ValueError(f"expected a step of {found.name}: {names}; got {step}")
    if metric not in (found.metrics or (Metric.OBTM,)):
        raise ValueError(f"{found.name} does not search for what is short in {metric}")
    cube.check_solvable()
    started = process_time()
    operator = Operator(cube.copy())
    if on_step is not None:
        operator.add_step_listener(on_step)
    results = SolverResults()
    if not cube.solved:
        solver = found.make(Task(cube.size, metric, limit, on_progress))
        results = solver.solve(operator, step)
    if step == SolveStep.ALL and not operator.cube.solved:
        raise SolveFailed(f"{found.name} did not solve {cube.facelets()}")
    seconds = process_time() - started
    return Solution.from_operator(cube, operator, found.name, step, results, seconds)


def find_method(name: str, size: int, step: SolveStep = SolveStep.ALL) -> Method:
    """Return the method with this name; `auto` picks one that is short, and has the step."""
    if name == "auto":
        preferred = "optimal" if size == 2 else "two-phase"
        if size >= _CAGE_FROM and step == SolveStep.ALL:
            preferred = "cage-two-phase"
        candidates = (preferred, *SOLVERS)
        name = next((name for name in candidates if step.kind in SOLVERS[name].steps), preferred)
    if name not in SOLVERS:
        raise ValueError(f"expected a method of auto, {', '.join(SOLVERS)}; got {name!r}")
    return SOLVERS[name]
