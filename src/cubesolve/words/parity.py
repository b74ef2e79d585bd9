"""Fixing parity: what no turns of a 3x3 could."""

from __future__ import annotations

from cubesolve.words.grammar import Words

FIX_WINGS = "Mend the parity of the wings"
EVEN_BY_QUARTERS = (
    "The wings of these layers are permuted oddly, which pairing alone could not mend;"
    " an odd number of quarter turns makes them even."
)


def early_wings() -> Words:
    """One quarter turn of some layers, while the centres are still to be built."""
    return Words(
        FIX_WINGS,
        "The wings of these layers are permuted oddly, which pairing alone could not"
        " mend; one quarter turn of the layers makes them even.",
    )


def last_edge(place: str) -> Words:
    """The wings of the last unpaired edge change places in some layers."""
    return Words(
        f"Flip wings of the edge {place}",
        "The wings that are left are permuted oddly: whole edges and slices turned there and"
        " back cannot mend that.",
    )


def last_layer_wings() -> Words:
    """Two wings of an edge of the last layer change places in some layers."""
    return Words(
        "Exchange wings of one edge",
        "The wings of these layers are permuted oddly, which commutators alone cannot mend:"
        " two wings of one edge change places, and nothing else.",
    )


def flip_edge() -> Words:
    """One edge of a reduced even cube is flipped."""
    return Words(
        "Flip one edge",
        "An even cube can have a single flipped edge: flip all wings of this one.",
    )


def swap_corners() -> Words:
    """Corners and edges of a reduced even cube are permuted unlike."""
    return Words(
        "Swap two corners",
        "An even cube can have two corners swapped, which no 3x3 can: swap them, across.",
    )
