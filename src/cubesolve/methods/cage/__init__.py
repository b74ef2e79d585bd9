"""The cage: edges and corners first, then the centres inside them."""

from cubesolve.methods.cage.solver import CageNxNSolver

__all__ = ["CageNxNSolver"]
