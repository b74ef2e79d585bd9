"""Filling the centres inside a cage."""

from __future__ import annotations

from cubesolve.words.grammar import Words, listed, spelled


def cycle(pieces: int, source: str, target: str, second: str) -> Words:
    """A commutator carries pieces round three faces, or there and back between two."""
    those = "the one" if pieces == 1 else "those"
    if source == second:
        between = f"between {source} and {target}"
        last = f"{spelled(pieces, 'other')} on {source} to where the first came from"
    else:
        between = f"on {listed([source, target, second])}"
        last = f"{those} on {second} to {source}"
    return Words(
        f"Cycle centre pieces {between}",
        f"A commutator moves {spelled(pieces, 'piece')} from {source} to {target}, {those} on"
        f" {target} to {second}, and {last}. Nothing else moves, so edges and corners stay solved.",
    )
