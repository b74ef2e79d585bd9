"""`Style`: everything about a picture but the cube."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Literal, TypedDict, get_args

import numpy as np

from cubesolve.errors import UnsupportedSizeError
from cubesolve.model import Cube
from cubesolve.model.geometry import N_FACES
from cubesolve.notation.move import Turn
from cubesolve.pictures.stickering import DIM, HIDDEN, Stickering, how_shown
from cubesolve.render.markers import Rgb
from cubesolve.render.space import Camera, Panel, net_panels, space_panels, top_panels
from cubesolve.render.svg import PLASTIC, Paints

View = Literal["3d", "net", "top"]
Hidden = Literal["none", "floating", "through"]

LARGEST = 500  #: size of a cube that is drawn: more cells than a picture has room for
_WIDEST = 4096
_GREY = (112, 118, 128)
_DIMMED = 0.45  # how much of its colour a dim sticker keeps
_HEX = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def check_size(cube: Cube) -> None:
    """Raise `UnsupportedSizeError` for a cube with more cells than can be drawn."""
    if cube.size > LARGEST:
        raise UnsupportedSizeError(f"pictures can show cubes up to size {LARGEST}, got {cube.size}")


def rgb_of(text: str) -> Rgb:
    """Return red, green and blue of a colour such as `#1a2b3c` or `#fff`."""
    found = _HEX.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"expected a colour such as #1a2b3c, got {text!r}")
    digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


class Styling(TypedDict, total=False):
    """The fields of `Style`, for who passes them by name."""

    view: View
    width: int
    yaw: float
    pitch: float
    hidden: Hidden
    stickering: Stickering
    arrows: Iterable[str]
    arrow_color: str
    colors: Iterable[str] | None
    plastic: str
    background: str | None


@dataclass(frozen=True, kw_only=True)
class Style:
    """How a picture looks.

    `view` is the cube in space (`3d`), its `net`, or its upper face with the sides folded out
    (`top`). In space it is seen `yaw` degrees from the right and `pitch` degrees from above; faces
    that look away are not shown (`hidden="none"`), float behind the cube (`floating`), or are seen
    through the others (`through`). `stickering` and `arrows` are as `docs/pictures.md` says.
    `colors` are six shades for U R F D L B instead of the cube's own. Without a `background`, what
    is behind the cube stays transparent.
    """

    view: View = "3d"
    width: int = 300
    yaw: float = 36
    pitch: float = 28
    hidden: Hidden = "none"
    stickering: Stickering = "full"
    arrows: Iterable[str] = ()
    arrow_color: str = "#23272f"
    colors: Iterable[str] | None = None
    plastic: str = PLASTIC
    background: str | None = None

    def __post_init__(self) -> None:
        for name, value, known in (("view", self.view, View), ("hidden", self.hidden, Hidden)):
            if value not in get_args(known):
                choices = ", ".join(get_args(known))
                raise ValueError(f"expected {name} to be one of {choices}, got {value!r}")
        if not 1 <= self.width <= _WIDEST:
            raise ValueError(f"expected a width from 1 to {_WIDEST}, got {self.width}")
        if not (isfinite(self.yaw) and isfinite(self.pitch)):
            raise ValueError(f"expected angles, got {self.yaw} and {self.pitch}")
        if isinstance(self.arrows, str):
            raise ValueError(f"expected a list of arrows, got {self.arrows!r}")
        for color in (self.arrow_color, self.plastic, self.background):
            if color is not None:
                rgb_of(color)
        if self.colors is not None:
            colors = tuple(self.colors)
            if len(colors) != N_FACES:
                raise ValueError(f"expected six colours for U R F D L B, got {len(colors)}")
            object.__setattr__(self, "colors", tuple(map(rgb_of, colors)) and colors)

    def panels(self, size: int, turns: tuple[Turn, ...] = (), share: float = 0.0) -> list[Panel]:
        """Return the panels of a cube of this size, back to front."""
        if self.view == "net":
            return net_panels(size)
        if self.view == "top":
            return top_panels(size)
        return space_panels(size, Camera(self.yaw, self.pitch), self.hidden, turns, share)

    def paints(self, cube: Cube) -> Paints:
        """Return the colours that the cube shows."""
        own = tuple(color.rgb for color in cube.scheme.colors)
        shades = own if self.colors is None else tuple(map(rgb_of, self.colors))
        plastic = rgb_of(self.plastic)
        dim = tuple(mixed(shade, plastic, _DIMMED) for shade in shades)
        how = how_shown(cube.size, self.stickering)[cube.stickers]
        numbers = cube.colors() + np.where(how == DIM, N_FACES, 0).astype(np.uint8)
        numbers[how == HIDDEN] = 2 * N_FACES
        return Paints(numbers, (*shades, *dim, _GREY), self.plastic)


def mixed(a: Rgb, b: Rgb, share: float) -> Rgb:
    """Return a share of the first colour with the rest of the second."""
    red, green, blue = (round(x * share + y * (1 - share)) for x, y in zip(a, b, strict=True))
    return red, green, blue
