"""What the cases of drills are called."""

from __future__ import annotations

from cubesolve.words.grammar import spelled


def pair(number: int) -> str:
    """A corner and its edge, numbered from the shortest algorithm to the longest."""
    return f"Pair {number}"


def flipped_edge(size: int) -> str:
    """One edge of an even cube is flipped."""
    return f"{size}x{size} OLL parity"


def swapped_edges(size: int) -> str:
    """Two edges of an even cube are swapped."""
    return f"{size}x{size} PLL parity"


def last_edge_wings(size: int) -> str:
    """The wings of one edge have changed places."""
    return f"{size}x{size} last edge"


def center_cycle(size: int, pieces: int, number: int) -> str:
    """So many pieces on each of three faces change places."""
    return f"{size}x{size}, {spelled(pieces, 'piece')}, case {number}"


def last_wings(size: int, number: int) -> str:
    """Wings of the last one or two edges are mixed."""
    return f"{size}x{size} last edges, case {number}"
