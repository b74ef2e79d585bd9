"""A 2x2, which has corners only."""

from cubesolve.solvers.two.beginner import Beginner2x2

__all__ = ["Beginner2x2"]
