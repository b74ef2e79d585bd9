"""Filling the centres inside a cage."""

from __future__ import annotations

from cubesolve.words.grammar import Words


def cycle(cells: int, source: str, target: str, second: str) -> Words:
    """A commutator carries cells round three faces, or there and back between two."""
    one = cells == 1
    count, those = ("one cell", "the one") if one else (f"{cells} cells", "those")
    if source == second:
        way = f"{source} and {target}"
        on = f"{those} of {target} to {source}, and {those} there to where the first came from"
    else:
        way = f"{source}, {target} and {second}"
        on = f"{those} of {target} to {second}, and {those} of {second} to {source}"
    return Words(
        f"Carry {count} round {way}",
        f"A commutator: {count} of {source} to {target}, {on}. Nothing else moves, so the cage"
        " stays as it is.",
    )
