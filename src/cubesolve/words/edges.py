"""Pairing wings to whole edges."""

from __future__ import annotations

from collections.abc import Sequence

from cubesolve.words.grammar import Words, listed, plural
from cubesolve.words.parity import EVEN_BY_QUARTERS, FIX_WINGS


def turn_middle() -> Words:
    """A turn of the middle layer brings the middles of edges to most of their wings."""
    return Words(
        "Turn the middle of the edges",
        "Most wings go with what a turn of the middle layer brings to them.",
    )


def set_up() -> Words:
    """Turns of faces before a step that pairs."""
    return Words("Bring edges together", "They are to be paired next.")


def pair(colors: Sequence[str], places: Sequence[str], how: str, fixes_parity: bool) -> Words:
    """Wings of these colours, from these places, come to the rest of their edges.

    `how` is what `unite` says. A step may fix parity as well, or nothing else.
    """
    title, about = FIX_WINGS, ""
    if colors:
        title = f"Pair the {listed(colors)} {plural(len(colors), 'edge')}"
        about = f"Bring wings from {listed(places)} to the rest of their edges: {how}. "
    if fixes_parity:
        about += EVEN_BY_QUARTERS
    return Words(title, about.rstrip())


def unite(turn: str, put_away: str = "", again: str = "") -> str:
    """Turn layers; put what met away by outer turns; turn the layers again, or back."""
    if not put_away:
        return f"turn {turn}, and they meet"
    meet = f"turn {turn} so that they meet, put them away by {put_away}, and turn"
    if again:
        return f"{meet} {again}"
    return f"{meet} the layers back, which makes the centres as they were"
