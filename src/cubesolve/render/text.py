"""The net of a cube in a terminal: coloured cells, or letters."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import numpy as np

from cubesolve.model import Cube, Marked, slots_of
from cubesolve.render.markers import Mark, Marker, Markers, Rgb, contrast, with_trackers

_SYMBOLS = {Mark.DOT: "●", Mark.RING: "○", Mark.CROSS: "✕"}
_LETTER_SYMBOLS = {Mark.DOT: "*", Mark.RING: "o", Mark.CROSS: "x"}
_TARGET, _LETTER_TARGET = "[]", "+"
_RESET = "\x1b[0m"
_NET = ((None, 0, None, None), (4, 2, 1, 5), (None, 3, None, None))  # faces by rows of the net


def net(
    cube: Cube,
    *,
    color: bool = True,
    true_color: bool = True,
    width: int | None = None,
    markers: Markers | None = None,
    targets: Marked | Iterable[Marked] = (),
) -> str:
    """Return the net as lines of text, U above F, then L F R B side by side, then D.

    With `color`, cells are coloured, two columns wide where `width` allows it, else half a line
    high; a cube that does not fit even so is drawn from every k-th row and column, and a last line
    says so. Without, each cell is the letter of its colour. `markers` are drawn on their slots, and
    `targets`, slots or views, are framed. Stickers that a tracker marked have a dot in its colour.

    >>> print(net(Cube(2), color=False))
        W W
        W W
    O O G G R R B B
    O O G G R R B B
        Y Y
        Y Y
    """
    marked = with_trackers(cube, markers)
    drawing = _Drawing(cube, marked, set(slots_of(cube, targets)), true_color)
    if not color:
        return drawing.letters()
    if width is None or 8 * cube.size + 3 <= width:
        return drawing.wide()
    step = 1
    while 4 * -(-cube.size // step) + 3 > max(width, 7):
        step += 1
    return drawing.half(step)


def letters_net(cube: Cube) -> str:
    """Return the net in letters, which is what `str(cube)` shows."""
    return net(cube, color=False)


class _Drawing:
    def __init__(self, cube: Cube, markers: Markers, targets: set[int], true_color: bool) -> None:
        self.cube = cube
        self.size = cube.size
        self.colors = cube.colors().reshape(6, cube.size, cube.size)
        self.shades = [color.rgb for color in cube.scheme.colors]
        self.markers = markers
        self.targets = targets
        self.true_color = true_color

    def letters(self) -> str:
        letters = self.cube.scheme.letters
        spaced = bool(self.markers or self.targets)
        lines = []
        for faces in _NET:
            for row in range(self.size):
                cells = []
                for face in faces:
                    if face is None:
                        cells.append("  " * self.size)
                    elif spaced:
                        cells += [self.letter_cell(face, row, c) for c in range(self.size)]
                    else:
                        grid = self.colors[face][row]
                        cells.append("".join(f"{letters[number]} " for number in grid.tolist()))
                lines.append("".join(cells).rstrip())
        return "\n".join(lines)

    def letter_cell(self, face: int, row: int, column: int) -> str:
        slot = self.cube.geometry.slot(face, row, column)
        letter = self.cube.scheme.letters[self.colors[face, row, column]]
        if slot in self.markers:
            return letter + _LETTER_SYMBOLS[self.markers[slot].mark]
        return letter + (_LETTER_TARGET if slot in self.targets else " ")

    def wide(self) -> str:
        lines = []
        for faces in _NET:
            for row in range(self.size):
                parts = []
                for face in faces:
                    if face is None:
                        parts.append(" " * (2 * self.size))
                    else:
                        cells = [self.wide_cell(face, row, c) for c in range(self.size)]
                        parts.append(_painted(cells))
                lines.append(" ".join(parts).rstrip())
        return "\n".join(lines)

    def wide_cell(self, face: int, row: int, column: int) -> tuple[str, str]:
        """Return the escape sequence of a cell and its two characters."""
        slot = self.cube.geometry.slot(face, row, column)
        shade = self.shades[self.colors[face, row, column]]
        if slot in self.markers:
            marker = self.markers[slot]
            return self.paint(shade, _ink(marker, shade)), _SYMBOLS[marker.mark] + " "
        if slot in self.targets:
            return self.paint(shade, contrast(shade)), _TARGET
        return self.paint(shade), "  "

    def half(self, step: int) -> str:
        rows = range(0, self.size, step)
        lines = []
        for faces in _NET:
            for top in range(0, len(rows), 2):
                parts = []
                for face in faces:
                    if face is None:
                        parts.append(" " * len(rows))
                        continue
                    cells = []
                    for column in rows:
                        above = self.half_shade(face, rows[top], column)
                        if top + 1 < len(rows):
                            below = self.half_shade(face, rows[top + 1], column)
                            cells.append((self.paint(below, above), "▀"))
                        else:
                            cells.append((self.paint(None, above), "▀"))
                    parts.append(_painted(cells))
                lines.append(" ".join(parts).rstrip())
        if step > 1:
            lines.append(f"(every {_ordinal(step)} row and column of {self.size})")
        return "\n".join(lines)

    def half_shade(self, face: int, row: int, column: int) -> Rgb:
        slot = self.cube.geometry.slot(face, row, column)
        shade = self.shades[self.colors[face, row, column]]
        if slot in self.markers:
            return _ink(self.markers[slot], shade)
        return contrast(shade) if slot in self.targets else shade

    def paint(self, background: Rgb | None, ink: Rgb | None = None) -> str:
        codes = [] if background is None else [f"48;{self.code(background)}"]
        if ink is not None:
            codes.append(f"38;{self.code(ink)}")
        return f"\x1b[{';'.join(codes)}m"

    def code(self, rgb: Rgb) -> str:
        if self.true_color:
            return "2;{};{};{}".format(*rgb)
        levels = np.array([0, 95, 135, 175, 215, 255])
        red, green, blue = (int(np.argmin(np.abs(levels - part))) for part in rgb)
        return f"5;{16 + 36 * red + 6 * green + blue}"


def _ink(marker: Marker, shade: Rgb) -> Rgb:
    """Return the marker's colour, or one that is seen where the sticker has that colour too."""
    if marker.color is None or marker.color.rgb == shade:
        return contrast(shade)
    return marker.color.rgb


def _painted(cells: list[tuple[str, str]]) -> str:
    """Return the cells with one escape sequence for each run of the same colours."""
    runs = groupby(cells, key=lambda cell: cell[0])
    return "".join(paint + "".join(text for _, text in run) for paint, run in runs) + _RESET


def _ordinal(number: int) -> str:
    """Return a number that counts in order: 2nd, 3rd, 11th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"
