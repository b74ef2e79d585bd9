"""`SolverResults`: what a solver met on its way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class SolverResults:
    """Which parities a solve met, and whether a search has proven that nothing is shorter."""

    was_even_edge_parity: bool = False
    was_corner_swap: bool = False
    was_partial_edge_parity: bool = False
    is_optimal: bool = False

    def __or__(self, other: SolverResults) -> SolverResults:
        return SolverResults(
            self.was_even_edge_parity or other.was_even_edge_parity,
            self.was_corner_swap or other.was_corner_swap,
            self.was_partial_edge_parity or other.was_partial_edge_parity,
            self.is_optimal or other.is_optimal,
        )
