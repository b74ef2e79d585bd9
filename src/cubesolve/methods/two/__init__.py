"""A 2x2, which has corners only."""

from cubesolve.methods.two.beginner import Beginner2x2
from cubesolve.methods.two.cfop import CFOP2x2
from cubesolve.methods.two.optimal import Optimal2x2

__all__ = ["Beginner2x2", "CFOP2x2", "Optimal2x2"]
