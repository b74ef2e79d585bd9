"""Layer by layer on any size."""

from __future__ import annotations

from cubesolve.words.centers import commutator
from cubesolve.words.grammar import Words, ordinal, plural, spelled


def first_center(color: str, source: str, down: str) -> Words:
    """Pieces of the first colour come to the first centre."""
    return Words(
        f"Bring {color} centre pieces from {source} to {down}",
        f"Inner layers carry pieces from {source} to {down} and turn back. Only the centre of the"
        " first layer has to stay whole.",
    )


def pair_first_edges(color: str) -> Words:
    """Wings of the first layer's edges come together."""
    return Words(
        f"Pair {color} edges",
        "Bring edges to where a turn of inner layers joins their wings. Only the centre of the"
        " first layer has to stay whole, so the layers need not turn back.",
    )


def first_cross(color: str) -> Words:
    """The whole edges of the first layer go round its centre."""
    return Words(
        f"Make the {color} cross",
        f"Place the four {color} edges around the {color} centre, in the order of the sides.",
    )


def first_corner(colors: str, place: str) -> Words:
    """A corner of the first layer goes to its place."""
    return Words(
        f"Place the {colors} corner",
        f"It belongs at {place}, between the edges that share its colours.",
    )


def _this(layer: int, down: str) -> str:
    """Return which layer that is, for who counts from the face of the first one."""
    return f"the {ordinal(layer)} layer from {down}"


def align(layer: int, down: str) -> Words:
    """A middle layer, counted from the first, turns to where most of its pieces are right."""
    return Words(
        f"Line up layer {layer}",
        f"Turn {_this(layer, down)}, with all that are not done yet, so that most of its pieces"
        " match their sides. The finished layers stay.",
    )


def turn_home(layer: int) -> Words:
    """A middle layer that is right but for a turn is turned."""
    return Words(
        f"Turn layer {layer} into place",
        "Its pieces are in the right order; one turn, with all layers that are not done yet, brings"
        " each to its own side.",
    )


def bring_to_row(
    pieces: int, color: str, source: str, layer: int, face: str, turned: str = ""
) -> Words:
    """A commutator brings pieces to one side of a middle layer."""
    what = spelled(pieces, f"{color} centre piece")
    return Words(
        f"Bring {what} from {source} to layer {layer} of {face}",
        commutator(pieces, turned),
    )


def insert(
    layer: int, columns: int, face: str, faces: tuple[str, str], with_rest: bool, is_set_up: bool
) -> Words:
    """Pieces go into a middle layer through columns that are opened and closed.

    `faces` are those of the first layer and of the last. The last may turn before, and the layer
    may take along what is not done yet.
    """
    down, up = faces
    first = f"First turn {up}. " if is_set_up else ""
    rest = ", with all that are not done yet," if with_rest else ""
    return Words(
        f"Insert centre pieces of layer {layer} through {face}",
        f"{first}Turn {spelled(columns, 'column')} of {face} into {up}, turn {up} to give"
        f" {'it' if columns == 1 else 'them'} other pieces, and turn back. Turn"
        f" {_this(layer, down)}{rest} to take these pieces along. Then turn the"
        f" {plural(columns, 'column')} there and back once more to restore the finished layers.",
    )


def bring_up(source: str, up: str) -> Words:
    """A piece that a middle layer needs comes up to U first."""
    return Words(
        f"Bring a centre piece from {source} to {up}",
        f"From there it can reach its side. {commutator(1)}",
    )


def place_wings(layer: int, down: str, up: str) -> Words:
    """Wings, or midges, go into a middle layer through a column."""
    return Words(
        f"Place edge pieces of layer {layer}",
        f"Open a column so that {up} can bring edge pieces into it, and turn"
        f" {_this(layer, down)} to take them along. Closing the column restores the finished"
        " layers.",
    )


def last_wings() -> Words:
    """A commutator of wings of the last layer."""
    return Words(
        "Pair wings of the last layer",
        "A commutator cycles three wings in each of its layers; nothing else moves.",
    )
