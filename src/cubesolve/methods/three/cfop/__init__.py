"""Cross, first two layers, and the last layer in two looks."""

from cubesolve.methods.three.cfop.solver import CFOP3x3

__all__ = ["CFOP3x3"]
