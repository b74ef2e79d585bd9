"""Fixing parity: what turns of a 3x3 could not."""

from __future__ import annotations

from cubesolve.words.grammar import Words

FIX_WINGS = "Fix wing parity"


def odd_wings(layers: int, means: str = "pairing") -> str:
    """What is wrong with the wings of so many layers, and what cannot fix it."""
    these = "this layer" if layers == 1 else "these layers"
    return (
        f"The wings of {these} are an odd number of swaps away from home, and {means} swaps an even"
        " number at a time."
    )


def early_wings(layers: int) -> Words:
    """One quarter turn of some layers, while the centres are still to be built."""
    return Words(
        FIX_WINGS,
        f"{odd_wings(layers)} One quarter turn fixes that, and costs least now, before the centres"
        " are built.",
    )


def last_edge(place: str, layers: int, keeps_pairs: bool) -> Words:
    """The wings of the last unpaired edge change places in some layers."""
    rest = "all other pairs stay" if keeps_pairs else "this breaks some pairs, which come next"
    each = " in each of these layers" if layers > 1 else ""
    return Words(
        f"{FIX_WINGS} at {place}",
        "The wings that are left are an odd number of swaps away from home, and turning slices"
        f" there and back swaps an even number. Swap the two wings of this edge{each}; {rest}.",
    )


def last_layer_wings(layers: int) -> Words:
    """Two wings of an edge of the last layer change places in some layers."""
    return Words(
        f"{FIX_WINGS} in the last layer",
        f"{odd_wings(layers, 'a commutator')} Swap two wings of one edge"
        f"{' in each of them' if layers > 1 else ''}; nothing else moves.",
    )


def flip_edge(place: str) -> Words:
    """One edge of a reduced even cube is flipped."""
    return Words(
        f"Fix OLL parity: flip the edge at {place}",
        "On an even cube one edge can end up flipped, which never happens on a 3x3."
        " Flip this edge with all its wings; the other edges and the corners stay.",
    )


def swap_edges(first: str, second: str, face: str) -> Words:
    """Two opposite edges of a face change places, and its corners as after a half turn."""
    return Words(
        f"Fix PLL parity: swap the edges at {first} and {second}",
        "On an even cube two pieces can end up swapped, which never happens on a 3x3."
        f" Swap the edges at {first} and {second}; the four corners of {face} trade places"
        " diagonally, as after a half turn.",
    )
