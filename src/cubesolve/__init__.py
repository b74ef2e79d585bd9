"""Rubik's cubes of any size: a fast model, exact notation, and solvers that explain themselves."""

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
from cubesolve.methods.three.two_phase import iter_solutions
from cubesolve.model import BOY, DEFAULT_SCHEME, Color, ColorScheme, Cube, FaceName, Problem
from cubesolve.notation import Alg, Metric, Move, random_moves
from cubesolve.operator import Operator, Recording, Step
from cubesolve.protocols import Limit, Parity, Phase, SolverResults, SolveStep
from cubesolve.render import Mark, Marker, net, svg
from cubesolve.solving.registry import SOLVERS, find_method
from cubesolve.solving.scramble import random_state_scramble
from cubesolve.solving.solution import Solution, SolutionStep
from cubesolve.solving.solve import solve
from cubesolve.trackers import FacesTrackerHolder

__all__ = [
    "BOY",
    "DEFAULT_SCHEME",
    "SOLVERS",
    "Alg",
    "Color",
    "ColorScheme",
    "Cube",
    "CubeSolveError",
    "EvenCubeCornerSwapException",
    "EvenCubeEdgeParityException",
    "FaceName",
    "FacesTrackerHolder",
    "InternalSWError",
    "InvalidCubeError",
    "Limit",
    "Mark",
    "Marker",
    "Metric",
    "Move",
    "NotationError",
    "Operator",
    "Parity",
    "Phase",
    "Problem",
    "Recording",
    "Solution",
    "SolutionStep",
    "SolveFailed",
    "SolveStep",
    "SolverResults",
    "Step",
    "UnsupportedSizeError",
    "find_method",
    "iter_solutions",
    "net",
    "random_moves",
    "random_state_scramble",
    "solve",
    "svg",
]
