"""`solve`: any cube by any method."""

from __future__ import annotations

from time import process_time

from cubesolve.errors import SolveFailed, UnsupportedSizeError
from cubesolve.model import Cube
from cubesolve.notation import Metric
from cubesolve.operator import Operator, StepListener
from cubesolve.protocols import Limit, ProgressListener, SolverResults, SolveStep, no_progress
from cubesolve.solving.registry import Task, find_method
from cubesolve.solving.solution import Solution, steps_of


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
    if metric not in found.searched:
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
    return Solution(
        size=cube.size,
        scheme=cube.scheme,
        start=cube.facelets(),
        method=found.name,
        what=step,
        steps=steps_of(operator),
        human=operator.history,
        results=results,
        seconds=process_time() - started,
        metric=metric,
    )
