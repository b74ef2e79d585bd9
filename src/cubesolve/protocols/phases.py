"""Which part of a solve a step belongs to, and which parity it fixes.

The ids are stable: programs that read solutions as JSON go by them, never by a title.
"""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The part of a solve that a step belongs to."""

    PARITY = "parity"  #: fixes what no turns of a 3x3 could; the step says which parity
    CENTERS = "centers"  #: centre pieces go to their faces
    EDGES = "edges"  #: wings are paired, so that each edge moves as one piece
    CAGE = "cage"  #: all edges and corners at once, the centres inside them still open
    CROSS = "cross"  #: the edges of the first layer
    FIRST_LAYER = "first-layer"
    MIDDLE_LAYERS = "middle-layers"
    PAIRS = "pairs"  #: a corner with its edge, as CFOP does the first two layers
    LAST_LAYER = "last-layer"
    OLL = "oll"  #: the last layer is turned up
    PLL = "pll"  #: the last layer goes to its places
    SEARCH = "search"  #: a search finds all that is left
    OTHER = "other"  #: nobody said; so are all steps of a solution of version 1


class Parity(StrEnum):
    """What a step of `Phase.PARITY` fixes."""

    WINGS = "wings"  #: an odd permutation of the wings of some layers
    EDGE_FLIP = "edge-flip"  #: one flipped edge of an even cube: OLL parity
    CORNER_SWAP = "corner-swap"  #: corners and edges of an even cube do not agree: PLL parity
