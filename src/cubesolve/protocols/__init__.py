"""What solvers and their callers agree on: goals, limits, results, and what a solver is."""

from cubesolve.protocols.goals import SolveStep
from cubesolve.protocols.limits import Limit, ProgressListener, no_progress
from cubesolve.protocols.phases import Parity, Phase
from cubesolve.protocols.results import SolverResults
from cubesolve.protocols.solvers import (
    ReducerProtocol,
    SearchingSolver,
    SearchingSolver3x3,
    Solver,
    Solver3x3Protocol,
)

__all__ = [
    "Limit",
    "Parity",
    "Phase",
    "ProgressListener",
    "ReducerProtocol",
    "SearchingSolver",
    "SearchingSolver3x3",
    "SolveStep",
    "Solver",
    "Solver3x3Protocol",
    "SolverResults",
    "no_progress",
]
