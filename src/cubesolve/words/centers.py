"""Building the centres of a big cube."""

from __future__ import annotations

from cubesolve.words.grammar import Words, counted, plural


def exchange(lines: int, line: str, source: str, target: str, gain: int) -> Words:
    """Lines of cells change places between two faces; `line` is "row" or "column"."""
    more = "cell more is" if gain == 1 else "cells more are"
    return Words(
        f"Exchange {counted(lines, line)} between {source} and {target}",
        f"Turn {counted(lines, 'inner layer')} from {source} into {target}, turn {target},"
        f" and turn back: {gain} {more} right.",
    )


def bring(cells: int, color: str, source: str, target: str) -> Words:
    """A commutator brings cells of a colour to their face."""
    return Words(
        f"Bring {cells} {color} {plural(cells, 'cell')} from {source} to {target}",
        "A commutator: three sets of cells change places, and nothing else moves.",
    )
