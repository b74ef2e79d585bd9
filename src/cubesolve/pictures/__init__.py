"""Still and moving pictures of cubes: SVG without anything else, pixels and films with Pillow."""

from cubesolve.pictures.film import Film, film
from cubesolve.pictures.still import Picture, draw
from cubesolve.pictures.style import Style

__all__ = ["Film", "Picture", "Style", "draw", "film"]
