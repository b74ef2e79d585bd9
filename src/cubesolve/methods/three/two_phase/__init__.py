"""Short solutions of the 3x3: in two phases at once, and the shortest with time."""

from cubesolve.methods.three.two_phase.search import DEFAULT_NODES
from cubesolve.methods.three.two_phase.solver import (
    Optimal3x3,
    TwoPhase3x3,
    shortest_found,
    two_phase_pool,
)
from cubesolve.methods.three.two_phase.tables import TABLES

__all__ = [
    "DEFAULT_NODES",
    "TABLES",
    "Optimal3x3",
    "TwoPhase3x3",
    "shortest_found",
    "two_phase_pool",
]
