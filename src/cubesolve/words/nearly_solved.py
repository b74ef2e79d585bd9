"""A cube that lacks only a few turns."""

from __future__ import annotations

from cubesolve.words.grammar import Words


def restore_layers(is_solved: bool, is_whole: bool) -> Words:
    """Layers are turned back to where they belong."""
    if is_solved:
        about = "The cube is only a few turns from solved: turn the layers back."
    elif is_whole:
        about = "A few turns make all centres and edges whole, so there is no need to build them."
    else:
        about = "A few turns bring most centres and edges together; the rest is built next."
    return Words("Turn layers back into place", about)
