"""Layer by layer for beginners."""

from cubesolve.methods.three.beginner.solver import BeginnerSolver3x3

__all__ = ["BeginnerSolver3x3"]
