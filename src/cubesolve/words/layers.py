"""Layer by layer on any size."""

from __future__ import annotations

from cubesolve.words.grammar import Words

_COMMUTATOR = "A commutator: three sets of cells change places, and nothing else moves."


def first_center(color: str, source: str, down: str) -> Words:
    """Cells of the first colour come to the first centre."""
    return Words(
        f"Bring {color} cells from {source} to {down}",
        f"Inner layers carry cells from {source} to {down}, and are turned back: only the"
        " centre of the first layer must stay together.",
    )


def pair_first_edges(color: str) -> Words:
    """Wings of the first layer's edges come together."""
    return Words(
        f"Pair {color} edges",
        "Bring edges to where a turn of inner layers unites their wings; no centre but that of"
        " the first layer must stay together, so the layers need not turn back.",
    )


def first_cross(color: str) -> Words:
    """The whole edges of the first layer go round its centre."""
    return Words(
        f"Make the {color} cross",
        f"Bring the four {color} edges around their centre, in the order of the sides.",
    )


def first_corner(colors: str, place: str) -> Words:
    """A corner of the first layer goes to its place."""
    return Words(
        f"Place the {colors} corner",
        f"It goes to {place}, between the edges of its colours.",
    )


def align(layer: int) -> Words:
    """A middle layer turns to where most of its cells are right."""
    return Words(
        f"Turn layer {layer} to where most of it agrees",
        "Everything from this layer up turns; the layers below are done.",
    )


def turn_home(layer: int) -> Words:
    """A middle layer that is right but for a turn is turned."""
    return Words(
        f"Turn layer {layer} home",
        "Its cells are in the right order; now each comes to its own side.",
    )


def bring_to_row(color: str, source: str, layer: int, face: str) -> Words:
    """A commutator brings cells to one side of a middle layer."""
    return Words(f"Bring {color} cells from {source} to layer {layer} of {face}", _COMMUTATOR)


def insert(layer: int, face: str, up: str) -> Words:
    """Cells go into a middle layer through columns that are opened and closed."""
    return Words(
        f"Insert cells of layer {layer} through {face}",
        f"Columns of {face} go into {up}, which turns and gives them other cells, and come"
        " back; the layer turns and takes these cells along; then the columns go and come once"
        " more, and all below is as it was.",
    )


def bring_up(source: str, up: str) -> Words:
    """A cell that a middle layer needs comes up to U first."""
    return Words(
        f"Bring a cell from {source} to {up}",
        "From there it can go to its side: a commutator, and nothing else moves.",
    )


def place_wings(layer: int, up: str) -> Words:
    """Wings go into a middle layer through a column."""
    return Words(
        f"Place wings of layer {layer}",
        f"A column is opened, so that {up} can bring wings into it; the layer"
        " turns and takes them along; at the end the column is closed, and all below is as it"
        " was.",
    )


def last_wings() -> Words:
    """A commutator of wings of the last layer."""
    return Words(
        "Bring wings of the last layer together",
        "A commutator: in each of its layers three wings change places, and nothing else moves.",
    )
