"""The one list of methods."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from cubesolve.methods.cage import CageNxNSolver
from cubesolve.methods.layers import LayerByLayerNxNSolver
from cubesolve.methods.reduction.orchestrator import NxNSolverOrchestrator
from cubesolve.methods.reduction.reducer import BeginnerReducer
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.methods.three.cfop import CFOP3x3
from cubesolve.methods.three.two_phase import Optimal3x3, TwoPhase3x3
from cubesolve.methods.two import Beginner2x2, CFOP2x2, Optimal2x2
from cubesolve.notation import Metric
from cubesolve.protocols import (
    Limit,
    Phase,
    ProgressListener,
    Solver,
    SolveStep,
)
from cubesolve.words.methods import SUMMARIES

_NAME = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"


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

    One that searches shortens what is counted in one of its `metrics`. `phases` are those that its
    steps may have.
    """

    name: str
    summary: str
    smallest: int
    steps: tuple[SolveStep, ...]
    make: Callable[[Task], Solver]
    largest: int | None = None
    metrics: tuple[Metric, ...] = ()
    phases: tuple[Phase, ...] = ()

    def __post_init__(self) -> None:
        if not re.fullmatch(_NAME, self.name) or self.name == "auto":
            raise ValueError(
                f"expected a name of small letters such as my-method, got {self.name!r}"
            )
        if not self.steps or self.steps[-1] != SolveStep.ALL:
            raise ValueError(f"expected the steps of {self.name} to end with all, got {self.steps}")

    @property
    def searched(self) -> tuple[Metric, ...]:
        """The metrics that it can be asked for: those it shortens, else OBTM."""
        return self.metrics or (Metric.OBTM,)

    def fits(self, size: int) -> bool:
        """Tell whether the method is for cubes of this size."""
        return self.smallest <= size and (self.largest is None or size <= self.largest)


def _beginner(task: Task) -> Solver:
    if task.size == 2:
        return Beginner2x2()
    return NxNSolverOrchestrator(BeginnerReducer(), BeginnerSolver3x3())


def _cfop(task: Task) -> Solver:
    if task.size == 2:
        return CFOP2x2()
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
        return CFOP2x2()
    return CageNxNSolver(CFOP3x3())


def _cage_two_phase(task: Task) -> Solver:
    if task.size == 2:
        return Optimal2x2(task.metric, task.on_progress)
    search = TwoPhase3x3(task.metric, task.limit, task.on_progress, Phase.CAGE)
    return CageNxNSolver(search)


def _layers(task: Task) -> Solver:
    if task.size == 2:
        return Beginner2x2()
    return LayerByLayerNxNSolver(BeginnerSolver3x3(), CFOP3x3())


_REDUCED = (Phase.PARITY, Phase.CENTERS, Phase.EDGES)
_OF_2X2 = BeginnerSolver3x3.phases
_SEARCHED = (Metric.OBTM, Metric.QTM)
_CAGE_STEPS = (SolveStep.EDGES, SolveStep.CAGE, SolveStep.CENTERS, SolveStep.ALL)
_CAGE_FROM = 6  # sizes from here on are solved in fewer moves by a cage than by reduction

SOLVERS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "beginner",
            SUMMARIES["beginner"],
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, *BeginnerSolver3x3.steps, SolveStep.ALL),
            _beginner,
            phases=_REDUCED + BeginnerSolver3x3.phases,
        ),
        Method(
            "cfop",
            SUMMARIES["cfop"],
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, *CFOP3x3.steps, SolveStep.ALL),
            _cfop,
            phases=_REDUCED + CFOP3x3.phases + _OF_2X2,
        ),
        Method(
            "two-phase",
            SUMMARIES["two-phase"],
            2,
            (SolveStep.CENTERS, SolveStep.EDGES, SolveStep.ALL),
            _two_phase,
            metrics=_SEARCHED,
            phases=(*_REDUCED, Phase.SEARCH),
        ),
        Method(
            "optimal",
            SUMMARIES["optimal"],
            2,
            (SolveStep.ALL,),
            _optimal,
            largest=3,
            metrics=_SEARCHED,
            phases=(Phase.SEARCH,),
        ),
        Method(
            "cage",
            SUMMARIES["cage"],
            2,
            _CAGE_STEPS,
            _cage,
            phases=_REDUCED + CFOP3x3.phases + _OF_2X2,
        ),
        Method(
            "cage-two-phase",
            SUMMARIES["cage-two-phase"],
            2,
            _CAGE_STEPS,
            _cage_two_phase,
            metrics=_SEARCHED,
            phases=(*_REDUCED, Phase.CAGE, Phase.SEARCH),
        ),
        Method(
            "layers",
            SUMMARIES["layers"],
            2,
            (*LayerByLayerNxNSolver.steps, SolveStep.ALL),
            _layers,
            phases=LayerByLayerNxNSolver.phases,
        ),
    )
}


_OUR_OWN = frozenset(SOLVERS)


def register(method: Method) -> Method:
    """Add a method of your own to `SOLVERS`: `solve`, `iter_solutions` and the commands take it.

    >>> mine = Method("mine", "edges and corners by CFOP", 3, (SolveStep.ALL,), _cage)
    >>> register(mine) is SOLVERS["mine"]
    True
    >>> unregister("mine")

    Raises `ValueError` if the name is taken.
    """
    if not isinstance(method, Method):
        raise TypeError(f"expected a Method, got {method!r}")
    if method.name in SOLVERS:
        raise ValueError(f"there is a method {method.name} already")
    SOLVERS[method.name] = method
    return method


def unregister(name: str) -> None:
    """Take a method out again that was added by `register`; raise `ValueError` for any other."""
    if name not in SOLVERS or name in _OUR_OWN:
        raise ValueError(f"expected the name of a method that was registered, got {name!r}")
    del SOLVERS[name]


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
