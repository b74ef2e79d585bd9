"""`solve`: any cube by any method; `iter_solutions`: shorter and shorter ones."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time

from cubesolve.errors import SolveFailed, UnsupportedSizeError
from cubesolve.model import Cube
from cubesolve.notation import Metric, metric_for
from cubesolve.operator import Operator, StepListener
from cubesolve.protocols import (
    Limit,
    ProgressListener,
    SearchingSolver,
    SolverResults,
    SolveStep,
    no_progress,
)
from cubesolve.solving.registry import Method, Task, find_method
from cubesolve.solving.solution import Solution, steps_of


def solve(
    cube: Cube,
    method: str = "auto",
    what: SolveStep | str = SolveStep.ALL,
    limit: Limit | float | None = None,
    on_step: StepListener | None = None,
    on_progress: ProgressListener = no_progress,
    metric: Metric | str = Metric.OBTM,
) -> Solution:
    """Return how to solve a cube, which itself is not turned.

    `limit` bounds methods that search, a number means seconds; `metric` is what they shorten: OBTM
    (half turns) or QTM (quarter turns). `on_step` hears each step when it is done, `on_progress`
    what long work is doing: tables that are built once, the depths of a proof. Raises
    `InvalidCubeError` for a state that no turns reach, `UnsupportedSizeError` and `ValueError` for
    what a method does not offer.

    >>> solution = solve(Cube.from_alg("R U F2"))
    >>> print(solution, solution.method)
    F2 U' R' two-phase
    """
    job = _Job.of(cube, method, SolveStep(what), metric)
    limit = Limit.of(limit)
    if on_step is not None:
        job.operator.add_step_listener(on_step)
    if cube.solved:
        return job.solution(SolverResults())
    solver = job.method.make(Task(cube.size, job.metric, limit, on_progress))
    return job.solution(solver.solve(job.operator, job.what))


def iter_solutions(
    cube: Cube,
    method: str = "auto",
    limit: Limit | float | None = None,
    on_progress: ProgressListener = no_progress,
    metric: Metric | str = Metric.OBTM,
) -> Iterator[Solution]:
    """Return an iterator of solutions, each shorter than the one before, until the limit.

    A big cube is reduced, or its edges paired, only once. `optimal` gives its last solution once
    more when it is proven: see `Solution.results`. A method that does not search gives its one
    solution. The arguments are those of `solve`, and so are the errors, which are raised at once.

    >>> [str(solution) for solution in iter_solutions(Cube.from_alg("F2 U'"))]
    ['U F2']
    """
    if method.upper() in Metric.__members__:
        warnings.warn(
            "iter_solutions(cube, metric) is now iter_solutions(cube, metric=metric)",
            DeprecationWarning,
            stacklevel=2,
        )
        method, metric = "two-phase", method
    job = _Job.of(cube, method, SolveStep.ALL, metric)
    return _shorter_and_shorter(job, Task(cube.size, job.metric, Limit.of(limit), on_progress))


def _shorter_and_shorter(job: _Job, task: Task) -> Iterator[Solution]:
    if job.cube.solved:
        yield job.solution(SolverResults())
        return
    solver = job.method.make(task)
    if not isinstance(solver, SearchingSolver):
        yield job.solution(solver.solve(job.operator, job.what))
        return
    shortest: int | None = None
    for results in solver.iter_solve(job.operator, job.what):
        solution = job.solution(results)
        length = _length(solution, job.metric)
        if shortest is None or length < shortest or results.is_optimal:
            shortest = length
            yield solution


def _length(solution: Solution, metric: Metric) -> int:
    """Return the length as searches count it: in QTM, each move alone."""
    if metric == Metric.QTM:
        return sum(2 if move.turns == 2 else 1 for move in solution.alg)
    return solution.count(metric)


@dataclass(frozen=True)
class _Job:
    """A cube that a method solves, on an operator of its own."""

    cube: Cube
    method: Method
    what: SolveStep
    metric: Metric
    operator: Operator
    started: float

    @classmethod
    def of(cls, cube: Cube, method: str, what: SolveStep, metric: Metric | str) -> _Job:
        """Return the job if the method offers it and the cube can be solved."""
        metric = metric_for(metric, cube.size)
        found = find_method(method, cube.size, what)
        if not found.fits(cube.size):
            most = "" if found.largest is None else f" to {found.largest}"
            raise UnsupportedSizeError(
                f"{found.name} is for sizes from {found.smallest}{most}, got {cube.size}"
            )
        if what.kind not in found.steps:
            names = ", ".join(found.steps)
            raise ValueError(f"expected a step of {found.name}: {names}; got {what}")
        if metric not in found.searched:
            offer = f"; it shortens {' or '.join(found.metrics)}" if found.metrics else ""
            raise ValueError(f"{found.name} does not search for what is short in {metric}{offer}")
        cube.check_solvable()
        return cls(cube, found, what, metric, Operator(cube.copy()), process_time())

    def solution(self, results: SolverResults) -> Solution:
        """Return what was played so far."""
        if self.what == SolveStep.ALL and not self.operator.cube.solved:
            raise SolveFailed(f"{self.method.name} did not solve {self.cube.facelets()}")
        return Solution(
            size=self.cube.size,
            scheme=self.cube.scheme,
            start=self.cube.facelets(),
            method=self.method.name,
            what=self.what,
            steps=steps_of(self.operator),
            human=self.operator.history,
            results=results,
            seconds=process_time() - self.started,
            metric=self.metric,
        )
