"""Solving what turns like a 3x3."""

from __future__ import annotations

from cubesolve.words.grammar import Words


def hold_down(color: str) -> Words:
    """The whole cube is turned so that the first layer is at the bottom."""
    return Words(f"Hold {color} down", "The first layer is built at the bottom.")


def first_cross(color: str) -> Words:
    """The four edges of the first layer."""
    return Words(
        f"Make the {color} cross",
        f"Bring the four {color} edges around their centre, each beside that of its other colour.",
    )


def place(colors: str, kind: str, source: str, target: str) -> Words:
    """A corner of the first layer, or an edge of the middle one."""
    return Words(
        f"Place the {colors} {kind}",
        f"Bring it from {source} to {target}, between the centres of its colours.",
    )


def last_cross(color: str) -> Words:
    """The edges of the last layer are turned up."""
    return Words(
        f"Make the {color} cross",
        f"Turn the edges of the last layer so that {color} looks up.",
    )


def cycle_last_edges() -> Words:
    """The edges of the last layer go to their places."""
    return Words(
        "Cycle the last edges",
        "Three edges change places until each is beside its centre.",
    )


def cycle_last_corners() -> Words:
    """The corners of the last layer go to their places."""
    return Words(
        "Cycle the last corners",
        "Three corners change places until each is where its colours meet.",
    )


def twist_last_corners() -> Words:
    """The corners of the last layer are twisted where they are."""
    return Words(
        "Twist the last corners",
        "Each twisted corner comes to the same place and is turned there, while the first layer is"
        " mixed up for a moment; after the last one all is in place again.",
    )


def insert_pair(colors: str, corner: str, edge: str, slot: str) -> Words:
    """A corner of the first layer and the edge above it, together."""
    return Words(
        f"Insert the {colors} pair",
        f"Bring the corner from {corner} and the edge from {edge} together, and into their slot"
        f" at {slot}.",
    )


def orient_last_layer(case: str, color: str) -> Words:
    """All of the last layer is turned up by one algorithm."""
    return Words(
        f"Turn the last layer up: {case}",
        f"All stickers of the last layer turn to {color} at once.",
    )


def permute_last_layer(case: str) -> Words:
    """All of the last layer goes to its places; without a case, a turn is enough."""
    return Words(
        f"Place the last layer: {case}" if case else "Turn the last layer home",
        "The pieces of the last layer change places, all at once.",
    )
