"""Solving what turns like a 3x3."""

from __future__ import annotations

from cubesolve.words.grammar import Words


def hold_down(color: str) -> Words:
    """The whole cube is turned so that the first layer is at the bottom."""
    return Words(f"Hold {color} at the bottom", "The first layer is built there.")


def first_cross(color: str) -> Words:
    """The four edges of the first layer."""
    return Words(
        f"Make the {color} cross",
        f"Place the four {color} edges around the {color} centre, each next to the centre of its"
        " other colour.",
    )


def place(colors: str, kind: str, source: str, target: str) -> Words:
    """A corner of the first layer, or an edge of the middle one; it may be turned in its place."""
    if source == target:
        wrong = "twisted" if kind == "corner" else "flipped"
        about = f"It is at {target} but {wrong}: take it out and put it back the right way round."
    else:
        about = f"Bring it from {source} to {target}, between the centres of its colours."
    return Words(f"Place the {colors} {kind}", about)


def last_cross(color: str) -> Words:
    """The edges of the last layer are turned up."""
    return Words(
        f"Make the {color} cross",
        f"Flip edges of the last layer until their {color} stickers make a cross.",
    )


def cycle_last_edges() -> Words:
    """The edges of the last layer go to their places."""
    return Words(
        "Place the last edges",
        "Turn the last layer, and cycle three of its edges, until each edge matches its side.",
    )


def cycle_last_corners() -> Words:
    """The corners of the last layer go to their places."""
    return Words(
        "Place the last corners",
        "Cycle three corners until each is where its colours belong; it may still be twisted.",
    )


def twist_last_corners() -> Words:
    """The corners of the last layer are twisted where they are."""
    return Words(
        "Twist the last corners",
        "Bring each twisted corner to the same place and twist it there. This mixes up the other"
        " layers for a moment; after the last corner everything is back in place.",
    )


def insert_pair(colors: str, corner: str, edge: str, slot: str) -> Words:
    """A corner of the first layer and the edge above it, together."""
    return Words(
        f"Insert the {colors} pair",
        f"Join the corner from {corner} with the edge from {edge}, and insert both at {slot}.",
    )


def orient_last_layer(case: str, color: str) -> Words:
    """All of the last layer is turned up by one algorithm."""
    return Words(
        f"Orient the last layer: {case}",
        f"One algorithm turns all {color} stickers of the last layer to the {color} face.",
    )


def permute_last_layer(case: str) -> Words:
    """All of the last layer goes to its places by one algorithm."""
    return Words(
        f"Permute the last layer: {case}",
        "One algorithm puts all pieces of the last layer in their places.",
    )


def turn_last_home() -> Words:
    """The last layer is right but for a turn."""
    return Words(
        "Turn the last layer into place",
        "Its pieces are in the right order; one turn puts them in their places.",
    )
