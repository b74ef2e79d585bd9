"""Arrows from sticker to sticker: `UB-UR` points from the piece at UB to that at UR, both on U."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

from cubesolve.model import Cube
from cubesolve.pictures.names import point_named
from cubesolve.render.space import Panel, Point, apply

_SHORTER = 0.16  # of a sticker, at both ends
_WIDTH = 0.13  # of a sticker
_HEAD = 0.42


class Arrow(NamedTuple):
    """An arrow in the picture: its shaft and its head, each a polygon."""

    shaft: tuple[Point, ...]
    head: tuple[Point, ...]


End = tuple[int, float, float]  # face, column and row


def read_arrows(cube: Cube, texts: Iterable[str]) -> list[tuple[End, End]]:
    """Return the ends of arrows such as `UB-UR`, `FRU-FLU` or `U1,1-U3,3`."""
    found = []
    for text in texts:
        names = text.strip().split("-")
        if len(names) != 2:
            raise ValueError(f"expected an arrow such as UB-UR or U1,1-U3,3, got {text!r}")
        start, end = (point_named(cube, name) for name in names)
        if start == end:
            raise ValueError(f"expected an arrow between two places, got {text!r}")
        found.append((start, end))
    return found


def place_arrows(arrows: Iterable[tuple[End, End]], panels: Sequence[Panel]) -> list[Arrow]:
    """Return the arrows whose ends are both seen, in the picture of these panels."""
    found = []
    for ends in arrows:
        points = [_seen(end, panels) for end in ends]
        if None not in points:
            (start, unit), (end, _) = (point for point in points if point is not None)
            if start != end:
                found.append(_arrow(start, end, unit))
    return found


def _seen(end: End, panels: Sequence[Panel]) -> tuple[Point, float] | None:
    """Return where an end is in the picture, and how large a sticker is there."""
    face, x, y = end
    for panel in reversed(panels):
        if panel.face == face and panel.has(int(y), int(x)):
            a, b, c, d, _, _ = panel.matrix
            return apply(panel.matrix, (x, y)), (hypot(a, b) + hypot(c, d)) / 2
    return None


def _arrow(start: Point, end: Point, unit: float) -> Arrow:
    length = hypot(end[0] - start[0], end[1] - start[1])
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = min(_HEAD * unit, length / 2)
    away = min(_SHORTER * unit, (length - head) / 4)

    def at(along: float, beside: float) -> Point:
        return start[0] + x * along - y * beside, start[1] + y * along + x * beside

    half, neck, tip = _WIDTH * unit / 2, length - away - head, length - away
    shaft = (at(away, half), at(neck + head / 4, half), at(neck + head / 4, -half), at(away, -half))
    return Arrow(shaft, (at(neck, head / 2), at(tip, 0), at(neck, -head / 2)))
