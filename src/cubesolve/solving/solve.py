"""`solve`: any cube by any method; `iter_solutions`: shorter and shorter ones."""

from __future__ import annotations

import reprlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from time import process_time
from typing import Unpack

from cubesolve.errors import Interrupted, NoSolutionInTime, SolveFailed, UnsupportedSizeError
from cubesolve.model import BigCube, Cube
from cubesolve.notation import Metric, metric_for
from cubesolve.operator import Operator, Step, StepListener
from cubesolve.protocols import (
    Deadline,
    Limit,
    LongResult,
    LongSolver,
    Options,
    ProgressListener,
    SearchingLongSolver,
    SearchingSolver,
    Solver,
    SolverResults,
    SolveStep,
    no_progress,
    now,
    stoppable,
)
from cubesolve.solving.registry import Method, Task, find_method
from cubesolve.solving.solution import Solution, steps_of
from cubesolve.words.grammar import a_cube


def solve(
    cube: Cube,
    method: str = "auto",
    what: SolveStep | str = SolveStep.ALL,
    limit: Limit | float | None = None,
    on_step: StepListener | None = None,
    on_progress: ProgressListener = no_progress,
    metric: Metric | str | None = None,
    **options: Unpack[Options],
) -> Solution:
    """Return how to solve a cube, which itself is not turned.

    `limit` bounds methods that search, a number means seconds; `metric` is what they shorten: OBTM
    (half turns) or QTM (quarter turns); on big cubes `short` offers SST (slice turns), RBTM and
    OBTM. Without one it is OBTM, and SST where slice turns are what a method shortens. Above
    size 32 `auto` searches only if the limit has a time, and else only counts in the metric.
    `on_step` hears each step when it is done, `on_progress` what long work is doing: tables that
    are built once, the depths of a proof.

    Some methods have options (`Method.options`): `parity="detect"` lets an even cube show its
    parity in the last layer before it is fixed, and `advanced_edge_parity=False` fixes the last
    edge by simpler moves that break others.

    Raises `InvalidCubeError` for a state that no turns reach, `UnsupportedSizeError` and
    `ValueError` for what a method does not offer, and `NoSolutionInTime` where a method has no
    solution when `limit.time` is over: see `Limit`. Ctrl-C raises `Interrupted`, a
    `KeyboardInterrupt`, whose `best` is the best solution so far, or `None`: a search that has one
    ends there and the method finishes its work, which a second Ctrl-C does not wait for.

    >>> solution = solve(Cube.from_alg("R U F2"))
    >>> print(solution, solution.method)
    F2 U' R' two-phase
    """
    began = now()
    try:
        limit = _started(limit, began)
        job = _Job.of(cube, method, SolveStep(what), metric, limit, options)
        if cube.solved:
            cube.check_solvable()
            return job.solution(SolverResults())
        task = Task(cube.size, job.metric, limit, on_progress, options)
        with stoppable() as stopped:
            solution = job.solve_in_time(task, on_step)
    except KeyboardInterrupt as error:
        raise Interrupted from error
    if stopped.error is None or (limit is not None and limit.interrupt):
        return solution
    raise Interrupted(solution) from stopped.error


def iter_solutions(
    cube: Cube,
    method: str = "auto",
    limit: Limit | float | None = None,
    on_progress: ProgressListener = no_progress,
    metric: Metric | str | None = None,
    **options: Unpack[Options],
) -> Iterator[Solution]:
    """Return an iterator of solutions, each shorter than the one before, until the limit.

    A big cube is reduced, or its edges paired, only once. `optimal` gives its last solution once
    more when it is proven: see `Solution.results`. A method that does not search gives its one
    solution. The arguments are those of `solve`, and so are the errors, which are raised at once,
    but for `NoSolutionInTime`, which comes instead of a first solution.

    >>> [str(solution) for solution in iter_solutions(Cube.from_alg("F2 U'"))]
    ['U F2']
    """
    if isinstance(method, str) and method.upper() in Metric.__members__:
        warnings.warn(
            "iter_solutions(cube, metric) is now iter_solutions(cube, metric=metric)",
            DeprecationWarning,
            stacklevel=2,
        )
        method, metric = "two-phase", method
    began = now()
    try:
        limit = _started(limit, began)
        job = _Job.of(cube, method, SolveStep.ALL, metric, limit, options)
        cube.check_solvable()
    except KeyboardInterrupt as error:
        raise Interrupted from error
    task = Task(cube.size, job.metric, limit, on_progress, options)
    return _shorter_and_shorter(job, task)


def _shorter_and_shorter(job: _Job, task: Task) -> Iterator[Solution]:
    best: Solution | None = None
    solutions = _all_solutions(job, task)
    # What was done between the call and here is not the method's.
    limit = None if task.limit is None else task.limit.since(now())
    try:
        try:
            with job.deadline(limit).watched():  # but not whoever goes through the solutions
                best = next(solutions)
        except NoSolutionInTime as error:
            best = job.stood_in(error, task)
            solutions = iter(())
        yield best
        for best in solutions:
            yield best
    except KeyboardInterrupt as error:
        if best is None or not (task.limit is not None and task.limit.interrupt):
            raise Interrupted(best) from error


def _all_solutions(job: _Job, task: Task) -> Iterator[Solution]:
    if job.cube.solved:
        yield job.solution(SolverResults())
        return
    solver = job.method.make(task)
    if isinstance(solver, SearchingLongSolver):
        for result in solver.iter_solve_long(job.cube, job.what):
            yield job.long_solution(result)
        return
    if not isinstance(solver, SearchingSolver):
        yield job.solve(solver)
        return
    shortest: int | None = None
    for results in solver.iter_solve(job.operator, job.what):
        solution = job.solution(results)
        length = _length(solution, job.metric)
        if shortest is None or length < shortest or results.is_optimal:
            shortest = length
            yield solution


def _started(limit: Limit | float | None, began: float) -> Limit | None:
    found = Limit.of(limit)
    return None if found is None else found.since(began)


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
    started: float

    @classmethod
    def of(
        cls,
        cube: Cube,
        method: str,
        what: SolveStep,
        metric: Metric | str | None,
        limit: Limit | None,
        options: Options,
    ) -> _Job:
        """Return the job if the method offers it and the cube can be solved."""
        if not isinstance(cube, Cube):
            hint = "; Cube.from_facelets reads text" if isinstance(cube, str) else ""
            hint = "; solve_big solves a BigCube" if isinstance(cube, BigCube) else hint
            raise TypeError(f"expected a Cube, got {reprlib.repr(cube)}{hint}")
        wanted = None if metric is None else metric_for(metric, cube.size)
        found = find_method(method, cube.size, what, options, wanted, limit)
        metric = found.metric_at(cube.size) if wanted is None else wanted
        if not found.fits(cube.size):
            most = " and up" if found.largest is None else f" to {found.largest}"
            raise UnsupportedSizeError(
                f"{found.name} solves sizes {found.smallest}{most}, got {cube.size}"
            )
        if what.kind not in found.steps:
            names = ", ".join(found.steps)
            raise ValueError(f"expected one of the steps of {found.name}, {names}; got {what}")
        if not found.takes(metric, cube.size, method):
            raise ValueError(_cannot_shorten(found, metric, cube.size))
        found.check_options(options)
        if not found.checks_itself(cube.size):
            cube.check_solvable()
        return cls(cube, found, what, metric, process_time())

    def deadline(self, limit: Limit | None) -> Deadline:
        """Return until when there must be a first solution."""
        name = self.method.name
        has_fast = self.what == SolveStep.ALL and name != "fast"
        has_stand_in = self.method.stand_in is not None
        return Deadline(limit, name, "fast" if has_fast else "", has_stand_in)

    def solve_in_time(self, task: Task, on_step: StepListener | None) -> Solution:
        """Return what the method finds before its deadline, or what stands in for it."""
        try:
            with self.deadline(task.limit).watched():
                return self.solve(self.method.make(task), on_step)
        except NoSolutionInTime as error:
            return self.stood_in(error, task, on_step)

    def stood_in(
        self, error: NoSolutionInTime, task: Task, on_step: StepListener | None = None
    ) -> Solution:
        """Return what stands in for a method that was not in time; raise its error if nothing."""
        if self.method.stand_in is None:
            raise error
        fresh = replace(self)  # on an operator where nothing was played
        return fresh.solve(self.method.stand_in(task), on_step)

    @cached_property
    def operator(self) -> Operator:
        """What the method plays on."""
        return Operator(self.cube.copy())

    def solve(self, solver: Solver, on_step: StepListener | None = None) -> Solution:
        """Return what a solver finds; the listener hears of the steps."""
        if isinstance(solver, LongSolver):
            return self._solve_long(solver, on_step)
        if on_step is not None:
            self.operator.add_step_listener(on_step)
        return self.solution(solver.solve(self.operator, self.what))

    def _solve_long(self, solver: LongSolver, on_step: StepListener | None) -> Solution:
        result = solver.solve_long(self.cube, self.what)
        if on_step is not None:
            for title, explanation, phase, start, end in result.steps:
                on_step(Step(title, explanation, phase=phase, start=start, end=end))
        return self.long_solution(result)

    def long_solution(self, result: LongResult) -> Solution:
        """Return a solution over one array."""
        seconds = process_time() - self.started
        return Solution.from_long(self.cube, self.method.name, result, seconds, self.metric)

    def solution(self, results: SolverResults) -> Solution:
        """Return what was played so far."""
        if not isinstance(results, SolverResults):
            raise TypeError(f"expected SolverResults from {self.method.name}, got {results!r}")
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


def _cannot_shorten(method: Method, metric: Metric, size: int) -> str:
    """Return why a metric is refused, and what can be had instead."""
    problem = f"{method.name} cannot minimise {metric}"
    instead = [each.value for each in Metric if method.shortens(each, size)]
    if metric in method.metrics and instead == ["OBTM"]:
        return f"{problem} on {a_cube(size)}, only OBTM; two-phase minimises {metric}"
    if method.metrics:
        return f"{problem} on {a_cube(size)}; it minimises {' or '.join(instead)}"
    return f"{problem}: it does not search"
