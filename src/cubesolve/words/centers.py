"""Building the centres of a big cube."""

from __future__ import annotations

from cubesolve.words.grammar import Words, plural, spelled


def exchange(lines: int, line: str, source: str, target: str, gain: int) -> Words:
    """Lines of pieces change places between two faces; `line` is "row" or "column"."""
    return Words(
        f"Swap {spelled(lines, line)} between {source} and {target}",
        f"Turn {spelled(lines, 'inner layer')} to carry the {plural(lines, line)} from {source} to"
        f" {target}, turn {target}, and turn the {plural(lines, 'layer')} back. This puts"
        f" {spelled(gain, 'more centre piece')} in place.",
    )


def bring(pieces: int, color: str, source: str, target: str) -> Words:
    """A commutator brings pieces of a colour to their face."""
    return Words(
        f"Bring {spelled(pieces, f'{color} centre piece')} from {source} to {target}",
        commutator(pieces),
    )


def commutator(pieces: int) -> str:
    """What a commutator with so many pieces on each of its three places does."""
    cycled = "three centre pieces" if pieces == 1 else "three sets of centre pieces"
    return f"A commutator cycles {cycled}; nothing else moves."
