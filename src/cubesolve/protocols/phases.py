"""Which part of a solve a step belongs to, and which parity it fixes.

The ids are stable: programs that read solutions as JSON go by them, never by a title.
"""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The part of a solve that a step belongs to."""

    PARITY = "parity"
    CENTERS = "centers"
    EDGES = "edges"
    CAGE = "cage"
    CROSS = "cross"
    FIRST_LAYER = "first-layer"
    MIDDLE_LAYERS = "middle-layers"
    LAST_LAYER = "last-layer"
    PAIRS = "pairs"  #: corner and edge together, as CFOP does the first two layers
    OLL = "oll"
    PLL = "pll"
    SEARCH = "search"
    OTHER = "other"  #: moves that nobody annotated


class Parity(StrEnum):
    """What a step of `Phase.PARITY` fixes."""

    WINGS = "wings"  #: an odd permutation of the wings of some layers
    EDGE_FLIP = "edge-flip"  #: one flipped edge of an even cube
    CORNER_SWAP = "corner-swap"  #: an odd permutation of corners and edges of an even cube
