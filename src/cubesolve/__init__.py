"""Rubik's cubes of any size: a fast model, exact notation, and everything to play on it."""

from cubesolve.errors import (
    CubeSolveError,
    InternalSWError,
    InvalidCubeError,
    NotationError,
    UnsupportedSizeError,
)
from cubesolve.model import BOY, DEFAULT_SCHEME, Color, ColorScheme, Cube, FaceName, Problem
from cubesolve.notation import Alg, Metric, Move, random_moves
from cubesolve.operator import Operator, Recording, Step
from cubesolve.render import Mark, Marker, net, svg
from cubesolve.trackers import FacesTrackerHolder

__all__ = [
    "BOY",
    "DEFAULT_SCHEME",
    "Alg",
    "Color",
    "ColorScheme",
    "Cube",
    "CubeSolveError",
    "FaceName",
    "FacesTrackerHolder",
    "InternalSWError",
    "InvalidCubeError",
    "Mark",
    "Marker",
    "Metric",
    "Move",
    "NotationError",
    "Operator",
    "Problem",
    "Recording",
    "Step",
    "UnsupportedSizeError",
    "net",
    "random_moves",
    "svg",
]
