"""What solvers and their callers agree on: goals, limits, results, and what a solver is."""

from cubesolve.protocols.clock import now
from cubesolve.protocols.deadlines import Deadline, until
from cubesolve.protocols.goals import SolveStep
from cubesolve.protocols.limits import Limit, ProgressListener, no_progress
from cubesolve.protocols.options import Option, Options
from cubesolve.protocols.phases import Parity, Phase
from cubesolve.protocols.results import SolverResults
from cubesolve.protocols.solvers import (
    LimitedSolver3x3,
    LongResult,
    LongSolver,
    LongStep,
    ReducerProtocol,
    SearchingLongSolver,
    SearchingSolver,
    SearchingSolver3x3,
    Solver,
    Solver3x3Protocol,
)
from cubesolve.protocols.stopping import end_search, stoppable

__all__ = [
    "Deadline",
    "Limit",
    "LimitedSolver3x3",
    "LongResult",
    "LongSolver",
    "LongStep",
    "Option",
    "Options",
    "Parity",
    "Phase",
    "ProgressListener",
    "ReducerProtocol",
    "SearchingLongSolver",
    "SearchingSolver",
    "SearchingSolver3x3",
    "SolveStep",
    "Solver",
    "Solver3x3Protocol",
    "SolverResults",
    "end_search",
    "no_progress",
    "now",
    "stoppable",
    "until",
]
