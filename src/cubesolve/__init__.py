"""Rubik's cubes of any size: a fast model, exact notation, and solvers that explain themselves."""

from cubesolve.commutators import CommunicatorHelper
from cubesolve.errors import (
    CubeSolveError,
    EvenCubeCornerSwapException,
    EvenCubeEdgeParityException,
    InternalSWError,
    InvalidCubeError,
    NotationError,
    SolveFailed,
    UnsupportedSizeError,
)
from cubesolve.methods.cage import CageNxNSolver
from cubesolve.methods.layers import LayerByLayerNxNSolver
from cubesolve.methods.reduction.orchestrator import NxNSolverOrchestrator
from cubesolve.methods.reduction.reducer import BeginnerReducer
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.methods.three.cfop import CFOP3x3
from cubesolve.methods.three.two_phase import TwoPhase3x3
from cubesolve.model import (
    BOY,
    DEFAULT_SCHEME,
    Center,
    CenterSlice,
    Color,
    ColorScheme,
    Corner,
    Cube,
    Edge,
    EdgeWing,
    Face,
    FaceName,
    Part,
    PartEdge,
    PartSlice,
    Problem,
)
from cubesolve.notation import (
    Alg,
    Commutator,
    Conjugate,
    Group,
    Metric,
    Move,
    Playable,
    random_moves,
)
from cubesolve.operator import Operator, Recording, Step
from cubesolve.protocols import (
    Limit,
    Parity,
    Phase,
    ProgressListener,
    ReducerProtocol,
    SearchingSolver,
    SearchingSolver3x3,
    Solver,
    Solver3x3Protocol,
    SolverResults,
    SolveStep,
)
from cubesolve.render import Mark, Marker, net, svg
from cubesolve.solving.registry import SOLVERS, Method, Task, find_method, register, unregister
from cubesolve.solving.scramble import random_state_scramble
from cubesolve.solving.solution import Solution, SolutionStep
from cubesolve.solving.solve import iter_solutions, solve
from cubesolve.stages.shadow import DualOperator, ShadowCubeHelper
from cubesolve.trackers import FacesTrackerHolder, FaceTracker
from cubesolve.version import __version__ as __version__

__all__ = [
    "BOY", "DEFAULT_SCHEME", "SOLVERS", "Alg", "BeginnerReducer", "BeginnerSolver3x3", "CFOP3x3",
    "CageNxNSolver", "Center", "CenterSlice", "Color", "ColorScheme", "CommunicatorHelper",
    "Commutator", "Conjugate", "Corner", "Cube", "CubeSolveError", "DualOperator", "Edge",
    "EdgeWing", "EvenCubeCornerSwapException", "EvenCubeEdgeParityException", "Face", "FaceName",
    "FaceTracker", "FacesTrackerHolder", "Group", "InternalSWError", "InvalidCubeError",
    "LayerByLayerNxNSolver", "Limit", "Mark", "Marker", "Method", "Metric", "Move", "NotationError",
    "NxNSolverOrchestrator", "Operator", "Parity", "Part", "PartEdge", "PartSlice", "Phase",
    "Playable", "Problem", "ProgressListener", "Recording", "ReducerProtocol", "SearchingSolver",
    "SearchingSolver3x3", "ShadowCubeHelper", "Solution", "SolutionStep", "SolveFailed",
    "SolveStep", "Solver", "Solver3x3Protocol", "SolverResults", "Step", "Task", "TwoPhase3x3",
    "UnsupportedSizeError", "find_method", "iter_solutions", "net", "random_moves",
    "random_state_scramble", "register", "solve", "svg", "unregister",
]  # fmt: skip
