"""What searches say of their solutions, and of what they are doing."""

from __future__ import annotations

from cubesolve.notation import Metric
from cubesolve.words.grammar import Words, counted

LOOKING_FOR_SHORTER = "looking for a shorter solution"


def turns_name(cost: int, metric: Metric) -> str:
    """Return so many turns of faces in words: any turns, or quarter turns.

    >>> turns_name(3, Metric.OBTM), turns_name(1, Metric.QTM)
    ('3 turns', '1 quarter turn')
    """
    return counted(cost, "quarter turn" if metric == Metric.QTM else "turn")


def shortest(cost: int, metric: Metric) -> Words:
    """A solution of a whole cube that is proven to be shortest."""
    return Words(f"Solve in {turns_name(cost, metric)}", _proof(cost, metric))


def two_phase(cost: int, metric: Metric, size: int) -> Words:
    """A solution of a 3x3, or of what turns like one, that may not be the shortest."""
    how = "in" if size == 3 else "as a 3x3 in"
    return Words(
        f"Solve {how} {turns_name(cost, metric)}",
        "A two-phase search found this. The first phase reaches a position that can be solved by"
        " half turns of the four sides and any turns of top and bottom; the second solves it."
        " A shorter solution may exist.",
    )


def depth(reached: int, speed: float, left: str) -> str:
    """How far a proof is: millions of nodes a second, and the time that is left."""
    return f"depth {reached}, {speed:.1f} million nodes a second, {left} left"


def _proof(cost: int, metric: Metric) -> str:
    return f"No solution is shorter than {turns_name(cost, metric)}."
