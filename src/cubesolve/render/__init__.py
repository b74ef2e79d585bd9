"""Cubes as text, SVG and PNG."""

from cubesolve.model import Cube
from cubesolve.render.markers import Mark, Marker, Markers
from cubesolve.render.png import png
from cubesolve.render.svg import View, svg
from cubesolve.render.text import net

Cube.svg_drawer = svg

__all__ = ["Mark", "Marker", "Markers", "View", "net", "png", "svg"]
