"""Pairing wings to whole edges."""

from __future__ import annotations

from collections.abc import Sequence

from cubesolve.words.grammar import Words, listed, plural
from cubesolve.words.parity import FIX_WINGS, odd_wings


def turn_middle(layers: int) -> Words:
    """A turn of the middle layer, or of both, brings the middles of edges to many wings."""
    return Words(
        f"Turn the middle {plural(layers, 'layer')}",
        "This puts many wings next to the middle of their own edge.",
    )


def set_up() -> Words:
    """Turns of faces before a step that pairs."""
    return Words("Set up the next pairs", "Bring edges to where the next step can pair them.")


def pair(
    wings: int,
    colors: Sequence[str],
    places: Sequence[str],
    how: str,
    odd_layers: int = 0,
    setup: str = "",
) -> Words:
    """Wings of these colours, from these places, come to the rest of their edges.

    `how` is what `unite` says, and `setup` the turns before. A step may fix the parity of some
    layers as well, or nothing else.
    """
    fix = f"{odd_wings(odd_layers)} An odd number of quarter turns fixes that."
    if not colors:
        return Words(FIX_WINGS, fix)
    title = f"Pair the {listed(colors)} {plural(len(colors), 'edge')}"
    what, whose = ("one wing", "its edge") if wings == 1 else ("wings", "their edges")
    before = f"set up with {setup}, " if setup else ""
    about = f"Bring {what} from {listed(places)} to the rest of {whose}: {before}{how}."
    if odd_layers:
        return Words(f"{title} and fix parity", f"{about} {fix}")
    return Words(title, about)


def unite(turn: str) -> str:
    """One turn of layers is enough."""
    return f"turn {turn}, and they meet"


def unite_and_move(turn: str, put_away: str, again: str) -> str:
    """Layers turn, the pairs move on by outer turns, and the layers turn again or back."""
    return f"turn {turn} so that they meet, move them out of the way with {put_away}, and {again}"


def turn_again(turn: str) -> str:
    """The layers turn once more."""
    return f"turn {turn}"


def turn_back(layers: int) -> str:
    """The layers turn back."""
    return f"turn the {plural(layers, 'layer')} back to restore the centres"
