"""Layer by layer on any size, without reducing it first."""

from cubesolve.methods.layers.solver import LayerByLayerNxNSolver

__all__ = ["LayerByLayerNxNSolver"]
