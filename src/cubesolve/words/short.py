"""What the phases of short solutions are called, and what each reaches and why."""

from __future__ import annotations

from cubesolve.words.grammar import Words, counted


def few_turns(turns: int) -> Words:
    """All of a cube that is near to solved, by a search of every sequence of turns."""
    return Words(
        f"Solve in {counted(turns, 'turn')}",
        "The cube is so close to solved that every shorter sequence of turns could be tried. None"
        " of them solves it.",
    )


def turned_back(turns: int) -> Words:
    """All of a cube that is not far from solved, by a search that follows what looks best."""
    return Words(
        f"Solve in {counted(turns, 'turn')}",
        "The cube is not far from solved: stickers of one colour still lie side by side. The search"
        " followed thousands of sequences at once, those that bring together most of them.",
    )


def pair_on_faces() -> Words:
    """Phase 1 of the 4x4."""
    return Words(
        "Bring two opposite colours to opposite faces",
        "The centre pieces of these two colours now fill two opposite faces. They may still be"
        " mixed with each other. From here on, two layers turn by a quarter about this one axis"
        " only.",
    )


def ready_for_half_turns() -> Words:
    """Phase 2 of the 4x4."""
    return Words(
        "Prepare centres and edges for half turns",
        "Every centre piece is now on a face of its colour or on the opposite face, and the two"
        " pieces of each edge are in places that half turns of two layers can bring together. No"
        " wide quarter turn follows, so OLL parity is fixed too.",
    )


def reduced_by_half_turns() -> Words:
    """Phase 3 of the 4x4."""
    return Words(
        "Finish the centres and pair all edges",
        "Two layers turn by half turns only. The number of them is even or odd as the cube needs"
        " it, so PLL parity cannot come up later. The cube now turns like a 3x3.",
    )


def centers_on_an_axis() -> Words:
    """Phase 1 of the 5x5."""
    return Words(
        "Bring two opposite colours to opposite faces",
        "The centre pieces of these two colours now fill two opposite faces. They may still be"
        " mixed with each other.",
    )


def centers_on_all_axes() -> Words:
    """Phase 2 of the 5x5."""
    return Words(
        "Bring all centres to their axis",
        "Every centre piece is now on the face of its colour or on the opposite face. No wide"
        " quarter turn follows, so edge parity is fixed too.",
    )


def wings_sorted() -> Words:
    """Phase 3 of the 5x5."""
    return Words(
        "Sort the wings into two groups",
        "One wing of each edge is now in a place of the first group, the other in a place of the"
        " second. Each middle piece is turned to match. From here on, half turns of two layers"
        " are enough to pair every edge.",
    )


def four_edges_paired() -> Words:
    """Phase 4 of the 5x5."""
    return Words(
        "Pair four edges in one slice",
        "Four edges are paired, all in the same slice. The centres of the four faces around this"
        " slice need only half turns from here on.",
    )


def all_edges_paired() -> Words:
    """Phase 5 of the 5x5."""
    return Words(
        "Pair the other eight edges and finish the centres",
        "The four paired edges stay together while the other eight are paired. The cube now turns"
        " like a 3x3.",
    )


def layers_joined(layer: int) -> Words:
    """A stage of sizes from 6 on: a layer, counted from 0 at a face, gets the colours before it."""
    return Words(
        f"Match the centres of layers {layer} and {layer + 1}",
        f"Count the layers inwards, from any face. Wherever centre pieces of layers {layer} and"
        f" {layer + 1} lie side by side, they now have the same colour, so these layers can turn"
        " together, like one. The pieces may still be on the opposite face.",
    )


def wings_as_4x4(layer: int) -> Words:
    """A stage of even sizes: the wings beside the middle."""
    return Words(
        "Pair the innermost wings like a 4x4",
        "Only the faces and half of the cube are turned, so the cube behaves like a 4x4. The wings"
        " in the middle of each edge are paired now, and the centres in the middle of each face"
        " have one colour. The other layers ride along.",
    )


def wings_as_5x5(layer: int) -> Words:
    """A stage of sizes from 6 on: the wings of a layer, counted from 0 at a face."""
    return Words(
        f"Pair the wings of layer {layer + 1} like a 5x5",
        f"Only the faces and blocks of {layer + 1} layers are turned, so the cube behaves like a"
        f" 5x5. The wings in layer {layer + 1}, counted from each face, now match the middle of"
        " their edge, and the centres of that layer are finished.",
    )


def as_3x3(turns: int, reduction: int) -> Words:
    """The rest, once a cube is reduced."""
    return Words(
        f"Solve as a 3x3 in {counted(turns, 'turn')}",
        "All centres are built and all edges are paired, so the outer layers now turn like a 3x3."
        f" The search reduced the cube in many ways, all about {counted(reduction, 'turn')} long,"
        " and solved each result as a 3x3. This pair of reduction and 3x3 solution is the shortest"
        " it found.",
    )


def best_so_far(turns: int) -> str:
    """How far a search is, while it goes on."""
    return f"best so far: {counted(turns, 'turn')} (OBTM)"
