"""What searches say of their solutions."""

from __future__ import annotations

from cubesolve.notation import Metric
from cubesolve.words.grammar import Words, counted


def turns_name(cost: int, metric: Metric) -> str:
    """Return so many turns of faces in words: any turns, or quarter turns.

    >>> turns_name(3, Metric.OBTM), turns_name(1, Metric.QTM)
    ('3 turns', '1 quarter turn')
    """
    return counted(cost, "quarter turn" if metric == Metric.QTM else "turn")


def shortest(cost: int, metric: Metric) -> Words:
    """A solution of a whole cube that is proven to be shortest."""
    return Words(f"Solve in {turns_name(cost, metric)}", _proof(cost, metric))


def as_3x3(cost: int, metric: Metric, is_optimal: bool) -> Words:
    """A solution of what turns like a 3x3."""
    found = (
        "A search in two phases found it: the first leaves a state that half turns of the sides,"
        " with any turns of the top and bottom, can solve. A shorter one may exist."
    )
    return Words(
        f"Solve as a 3x3 in {turns_name(cost, metric)}",
        _proof(cost, metric) if is_optimal else found,
    )


def _proof(cost: int, metric: Metric) -> str:
    return f"No solution has fewer than {turns_name(cost, metric)} of faces."
