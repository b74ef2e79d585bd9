"""Short solutions of the 3x3: in two phases at once, and the shortest with time."""

from cubesolve.methods.three.two_phase.solver import Optimal3x3, TwoPhase3x3, shortest_found

__all__ = ["Optimal3x3", "TwoPhase3x3", "shortest_found"]
