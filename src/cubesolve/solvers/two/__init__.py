"""A 2x2, which has corners only."""

from cubesolve.solvers.two.beginner import Beginner2x2
from cubesolve.solvers.two.optimal import Optimal2x2

__all__ = ["Beginner2x2", "Optimal2x2"]
