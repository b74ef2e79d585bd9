"""What each method does, in one line."""

from __future__ import annotations

SUMMARIES = {
    "auto": "the method that suits the size best",
    "beginner": "centres, edges, then layer by layer as on a 3x3",
    "cfop": "centres, edges, then cross, pairs, and the last layer in two looks",
    "two-phase": "centres, edges, then a short solution of the 3x3 by a search in two phases",
    "optimal": "a shortest solution; on a 3x3 its proof takes minutes",
    "cage": "all edges and corners, then the centres inside them",
    "cage-two-phase": (
        "the cage by a search in two phases, then the centres: the shortest from size 6 on"
    ),
    "layers": "the first layer, each middle layer from the bottom up, the last layer",
}
