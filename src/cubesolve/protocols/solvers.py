"""What solvers are: protocols that methods follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol, Self, runtime_checkable

from cubesolve.model import Cube
from cubesolve.model.identify import Colors
from cubesolve.moves import LongAlg
from cubesolve.operator import Operator
from cubesolve.protocols.goals import SolveStep
from cubesolve.protocols.limits import Limit
from cubesolve.protocols.phases import Phase
from cubesolve.protocols.results import SolverResults


class Solver(Protocol):
    """A method that solves cubes by playing on an operator."""

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; return which parities were met."""
        ...


@runtime_checkable
class SearchingSolver(Solver, Protocol):
    """A solver that finds shorter and shorter solutions: see `iter_solutions`."""

    def iter_solve(self, operator: Operator, what: SolveStep) -> Iterator[SolverResults]:
        """Play a solution, yield, take it back, play a shorter one, and so on."""
        ...


class LongStep(NamedTuple):
    """A step of a long solution: what it is for, and where it starts and ends among the moves."""

    title: str
    explanation: str
    phase: Phase
    start: int
    end: int


class LongResult(NamedTuple):
    """A solution as one array of turns: steps are ranges of it; `colors` are the cube's before."""

    alg: LongAlg
    steps: tuple[LongStep, ...]
    results: SolverResults
    colors: Colors | None = None

    def play(self, operator: Operator) -> SolverResults:
        """Play it on an operator, step by step."""
        for step in self.steps:
            with operator.annotate(step.title, step.explanation, phase=step.phase):
                operator.play(self.alg[step.start : step.end])
        return self.results


@runtime_checkable
class LongSolver(Solver, Protocol):
    """A solver whose solutions are too long for lists, so that it does not play them.

    It checks by itself whether the cube can be solved, and that its solution solves it.
    """

    def solve_long(self, cube: Cube, what: SolveStep) -> LongResult:
        """Return the solution of a cube, which itself is not turned."""
        ...


@runtime_checkable
class SearchingLongSolver(LongSolver, Protocol):
    """A solver that finds shorter and shorter long solutions."""

    def iter_solve_long(self, cube: Cube, what: SolveStep) -> Iterator[LongResult]:
        """Yield solutions of a cube, which itself is not turned, each shorter than the last."""
        ...


class ReducerProtocol(Protocol):
    """Makes a big cube one that turns like a 3x3."""

    def solve_centers(self, operator: Operator) -> SolverResults:
        """Make every centre one colour."""
        ...

    def solve_edges(self, operator: Operator) -> SolverResults:
        """Make every edge one piece, and keep the centres."""
        ...

    def fix_edge_parity(self, operator: Operator) -> None:
        """Flip one edge of a reduced even cube."""
        ...

    def fix_corner_parity(self, operator: Operator) -> None:
        """Make corners and edges of a reduced even cube agree: swap two edges, or two corners."""
        ...


class Solver3x3Protocol(Protocol):
    """Solves what turns like a 3x3, of any size."""

    @property
    def steps(self) -> tuple[SolveStep, ...]:
        """The steps that it offers, in their order."""
        ...

    @property
    def can_detect_parity(self) -> bool:
        """Whether it raises the parity exceptions on an even cube."""
        ...

    def solve_3x3(self, operator: Operator, what: SolveStep) -> None:
        """Solve a reduced cube up to a step.

        Raises `EvenCubeEdgeParityException` or `EvenCubeCornerSwapException` where an even cube
        shows what no 3x3 can.
        """
        ...


@runtime_checkable
class SearchingSolver3x3(Solver3x3Protocol, Protocol):
    """A 3x3 solver that finds shorter and shorter solutions."""

    def iter_solve_3x3(self, operator: Operator, what: SolveStep) -> Iterator[None]:
        """Play a solution, yield, take it back, play a shorter one, and so on."""
        ...


@runtime_checkable
class LimitedSolver3x3(SearchingSolver3x3, Protocol):
    """A 3x3 solver that searches, whose limit can be seen and changed by who plays on after it."""

    @property
    def limit(self) -> Limit | float | None:
        """How far it searches; `None` for as far as it likes."""
        ...

    def limited(self, limit: Limit) -> Self:
        """Return the solver with another limit."""
        ...
