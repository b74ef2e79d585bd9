"""Marks on stickers, the same in the terminal and in pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cubesolve.model import Color, Cube
from cubesolve.trackers import FacesTrackerHolder


class Mark(StrEnum):
    """The shapes of marks."""

    DOT = "dot"
    RING = "ring"
    CROSS = "cross"


@dataclass(frozen=True)
class Marker:
    """A mark on one slot; without a colour it is dark on light stickers and light on dark ones."""

    mark: Mark = Mark.DOT
    color: Color | None = None


Markers = Mapping[int, Marker]
Rgb = tuple[int, int, int]


def with_trackers(cube: Cube, markers: Markers | None) -> Markers:
    """Return the markers, and a dot in its colour on every sticker that a tracker marked."""
    for slot in markers or ():
        if not 0 <= slot < cube.geometry.n_slots:
            raise ValueError(f"expected a slot below {cube.geometry.n_slots}, got {slot}")
    dots = FacesTrackerHolder.tracked_slots(cube).items()
    return {**{slot: Marker(Mark.DOT, color) for slot, color in dots}, **(markers or {})}


def contrast(rgb: Rgb) -> Rgb:
    """Return black or white, whichever is seen better on this colour."""
    red, green, blue = rgb
    return (0, 0, 0) if 299 * red + 587 * green + 114 * blue > 140_000 else (255, 255, 255)
