"""Building the centres of a big cube."""

from __future__ import annotations

from collections.abc import Sequence

from cubesolve.words.grammar import Words, listed, plural, spelled


def exchange(
    lines: int, line: str, source: str, target: str, gain: int, turned: Sequence[str] = ()
) -> Words:
    """Lines of pieces change places between two faces; `line` is "row" or "column".

    The faces in `turned` turn before.
    """
    first = f"First turn {listed(turned)}. " if turned else ""
    return Words(
        f"Swap {spelled(lines, line)} between {source} and {target}",
        f"{first}Turn {spelled(lines, 'inner layer')} to carry the {plural(lines, line)} from"
        f" {source} to {target}, turn {target}, and turn the {plural(lines, 'layer')} back. This"
        f" puts {spelled(gain, 'more centre piece')} in place.",
    )


def bring(brought: Sequence[tuple[int, str, str, str]], pieces: int, turned: str = "") -> Words:
    """A commutator brings pieces to their faces: how many, of which colour, from where, to where.

    `pieces` are on each of its three places, and the face `turned` turns before.
    """
    said = [
        f"{spelled(count, f'{color} centre piece')} from {source} to {target}"
        for count, color, source, target in brought
    ]
    return Words(f"Bring {listed(said)}", commutator(pieces, turned))


def commutator(pieces: int, turned: str = "") -> str:
    """What a commutator with so many pieces on each of its three places does.

    >>> commutator(1, "R")
    'First turn R; then a commutator cycles three centre pieces, and nothing else moves.'
    """
    cycled = "three centre pieces" if pieces == 1 else "three sets of centre pieces"
    if turned:
        return f"First turn {turned}; then a commutator cycles {cycled}, and nothing else moves."
    return f"A commutator cycles {cycled}; nothing else moves."
