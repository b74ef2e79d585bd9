"""All wings by one program, and centres by many commutators at once."""

from __future__ import annotations

from cubesolve.words.grammar import Words, counted

_COMMUTATORS = (
    "Commutators carry them there, and carry back the pieces in their way. A whole row of"
    " commutators shares its turns: columns stay turned from one row to the next where both need"
    " them. Edges and corners stay."
)


def restore_layers(solved: bool) -> Words:
    """Turns that leave a nearly solved cube with far fewer breaks."""
    after = "Then the cube is solved." if solved else "Then most colours meet their own again."
    return Words("Turn layers back", f"A few layers are out of line; turn them back. {after}")


def glued(title: str, explanation: str, size: int) -> Words:
    """A step of a smaller cube, whose layers are several of the larger one."""
    together = f"Layers that are in line turn together, as if the cube had {size}."
    return Words(title, f"{explanation} {together}")


def wings(orbits: int) -> Words:
    """One walk of outer turns, with slices between them, for all wing orbits."""
    if orbits == 1:
        return Words(
            "Pair the edges",
            "Turn outer layers along a fixed walk. Between these turns, a slice turns wherever that"
            " brings a wing to its place. The centres are left for later.",
        )
    return Words(
        f"Pair the edges of all {counted(orbits, 'wing orbit')}",
        "One walk of outer turns serves all of them. Between its turns, each orbit turns its own"
        " slice wherever that brings a wing to its place. The centres are left for later.",
    )


def as_3x3(turns: int) -> Words:
    """Edges and corners as a 3x3."""
    return Words(
        f"Solve edges and corners as a 3x3 in {counted(turns, 'turn')}",
        "A search in two phases found this. Only outer layers turn, so edges stay paired.",
    )


def centers(color: str, source: str, target: str) -> Words:
    """All pieces of one colour that lie on one face go to another."""
    return Words(f"Bring {color} centre pieces from {source} to {target}", _COMMUTATORS)


def centers_of_rows(color: str, source: str, target: str, first: int, last: int) -> Words:
    """The same for the orbits of some layers."""
    title, explanation = centers(color, source, target)
    rows = f"layers {first} to {last}"
    return Words(f"{title}, {rows}", f"{explanation} This step is for the orbits of {rows}.")
