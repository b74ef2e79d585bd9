"""Solving a 2x2, which has corners only."""

from __future__ import annotations

from cubesolve.words.grammar import Words


def first_corner(colors: str, came: str, place: str) -> Words:
    """A corner of the first layer goes to its place, or is turned in it."""
    if came == place:
        about = f"It is at {place} but twisted: take it out, and put it back the right way round."
    else:
        about = f"Bring it from {came} to {place}, where its sides match the corners beside it."
    return Words(f"Place the {colors} corner", about)


def first_layer(color: str) -> Words:
    """All corners of the first layer at once."""
    return Words(
        f"Build the {color} layer",
        f"Bring the four {color} corners together so that the colours on their sides match.",
    )


def place_last() -> Words:
    """Corners of the last layer change places."""
    return Words(
        "Place the last corners",
        "Cycle three corners until each is where its colours belong; it may still be twisted.",
    )


def turn_last() -> Words:
    """A turn of the last layer puts all its corners in their places."""
    return Words(
        "Turn the last layer",
        "Now each corner is where its colours belong; it may still be twisted.",
    )


def twist_last() -> Words:
    """Corners of the last layer are turned in their places."""
    return Words(
        "Twist the last corners",
        "Bring each twisted corner to the same place and twist it there. This mixes up the first"
        " layer for a moment; after the last corner everything is back in place.",
    )


def orient_last(name: str, color: str) -> Words:
    """The case of OLL with this name."""
    return Words(
        f"Orient the last layer: {name}",
        f"Twist the corners of the last layer until the face is all {color}.",
    )


def permute_last(name: str) -> Words:
    """The case of PLL with this name."""
    which = "diagonally opposite" if name.startswith("diagonal") else "adjacent"
    return Words(
        f"Permute the last layer: {name}",
        f"Swap two {which} corners. This solves the cube.",
    )


def turn_last_home() -> Words:
    """The last layer is right but for a turn."""
    return Words(
        "Turn the last layer into place",
        "Its corners are in the right order; one turn solves the cube.",
    )
