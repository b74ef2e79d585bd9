"""What searches say of their solutions."""

from __future__ import annotations

from cubesolve.notation import Metric


def turns_name(cost: int, metric: Metric) -> str:
    """Return so many turns of faces in words: any turns, or quarter turns.

    >>> turns_name(3, Metric.OBTM), turns_name(1, Metric.QTM)
    ('3 turns', '1 quarter turn')
    """
    return f"{cost} {'quarter ' if metric == Metric.QTM else ''}turn{'' if cost == 1 else 's'}"
