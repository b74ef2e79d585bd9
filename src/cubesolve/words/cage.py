"""Filling the centres inside a cage."""

from __future__ import annotations

from cubesolve.words.grammar import Words, listed, plural, spelled


def cycle(pieces: int, source: str, target: str, second: str) -> Words:
    """A commutator carries pieces round three faces, or there and back between two."""
    those = plural(pieces, "the one")
    if source == second:
        between = f"between {source} and {target}"
        last = f"{those} there to where the first came from"
    else:
        between = f"on {listed([source, target, second])}"
        last = f"{those} there to {source}"
    return Words(
        f"Cycle centre pieces {between}",
        f"A commutator brings {spelled(pieces, 'piece')} from {source} to {target}, {those} there"
        f" to {second}, and {last}. Nothing else moves, so edges and corners stay.",
    )
