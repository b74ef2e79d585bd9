"""Cubes as text, SVG and PNG."""

from cubesolve.model import Cube
from cubesolve.render.big_face import face_png
from cubesolve.render.markers import Mark, Marker, Markers
from cubesolve.render.png import png
from cubesolve.render.svg import View, svg
from cubesolve.render.text import letters_net, net

Cube.svg_drawer = svg
Cube.net_drawer = letters_net

__all__ = ["Mark", "Marker", "Markers", "View", "face_png", "net", "png", "svg"]
