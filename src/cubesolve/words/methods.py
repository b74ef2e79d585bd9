"""What each method does, and what each option is for, in one line."""

from __future__ import annotations

SUMMARIES = {
    "auto": "the method that suits the size best",
    "beginner": "build centres, pair edges, then solve layer by layer like a 3x3",
    "cfop": "build centres, pair edges, then cross, pairs, OLL and PLL",
    "two-phase": "build centres, pair edges, then find a short 3x3 solution by a two-phase search",
    "short": "find the shortest solution that the time allows, by a search made for the size",
    "optimal": "find the shortest solution; on a 3x3 the proof can take minutes",
    "cage": "solve all edges and corners first, then the centres inside them",
    "cage-two-phase": "build the cage by a two-phase search, then the centres; short from size 6",
    "fast": "any size at once: all wings by one program, then all centres by commutators",
    "layers": "build the first layer, each middle layer from the bottom up, then the last layer",
}

OPTIONS = {
    "parity": (
        "compute the parity of an even cube and fix it early, or keep solving until the last layer"
        " shows it"
    ),
    "advanced_edge_parity": (
        "flip the wings of the last edge by an algorithm that keeps all other edges paired, or by"
        " a shorter one that breaks some"
    ),
}
