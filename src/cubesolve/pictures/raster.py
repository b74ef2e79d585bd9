"""Panels as pixels, by Pillow: drawn several times too large and made smaller, which is smooth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from math import cos, pi, sin
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.errors import MissingExtraError
from cubesolve.pictures.arrows import Arrow
from cubesolve.pictures.style import rgb_of
from cubesolve.render.markers import Mark, Marker, Markers, Rgb, contrast
from cubesolve.render.space import Frame, Matrix, Panel, apply
from cubesolve.render.svg import IMAGE_ABOVE, Paints, growth

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Floats = npt.NDArray[np.float64]

_FINE = 1800  # pixels across that are drawn at most before they are made fewer
_MOST_SAMPLES = 4  # each way, for a pixel


def pillow() -> ModuleType:
    """Return Pillow, or say which extra brings it."""
    try:
        import PIL.Image
        import PIL.ImageDraw
    except ImportError:
        raise MissingExtraError("pictures as pixels", "pictures") from None
    import PIL

    return PIL


class Raster:
    """Draws panels of one cube into images of one size."""

    def __init__(self, frame: Frame, size: int, background: str | None) -> None:
        self.pil = pillow()
        self.size = size
        self.samples = max(1, min(_MOST_SAMPLES, _FINE // frame.width))
        self.frame = frame._replace(
            scale=frame.scale * self.samples,
            width=frame.width * self.samples,
            height=frame.height * self.samples,
        )
        self.background = None if background is None else rgb_of(background)

    def image(self, panels: Sequence[Panel], content: Content, arrows: Iterable[Arrow]) -> Image:
        """Return the picture of panels in the frame's units, with arrows over them."""
        result = self.blank()
        for opacity, group in groupby(map(self.frame.place, panels), key=lambda p: p.opacity):
            if opacity == 1:
                self.draw_panels(result, group, content)
                continue
            layer = self.pil.Image.new("RGBA", result.size, (0, 0, 0, 0))
            self.draw_panels(layer, group, content)
            share = layer.getchannel("A").point(lambda alpha, by=opacity: round(alpha * by))
            result.paste(layer, (0, 0), share)
        pencil = self.pil.ImageDraw.Draw(result)
        by = self.samples
        for arrow in arrows:
            for shape in arrow:
                pencil.polygon([(x * by, y * by) for x, y in shape], fill=content.arrow)
        return self.smaller(result)

    def blank(self) -> Image:
        """Return an empty picture."""
        shape = self.frame.width, self.frame.height
        image: Image
        if self.background is None:
            image = self.pil.Image.new("RGBA", shape, (0, 0, 0, 0))
        else:
            image = self.pil.Image.new("RGB", shape, self.background)
        return image

    def smaller(self, image: Image) -> Image:
        """Return the picture at its own size; what is transparent must not darken its edges."""
        if self.samples == 1:
            return image
        if image.mode == "RGB":
            return image.reduce(self.samples)
        return image.convert("RGBa").reduce(self.samples).convert("RGBA")

    def draw_panels(self, image: Image, panels: Iterable[Panel], content: Content) -> None:
        """Draw panels that are in pixels."""
        pencil = self.pil.ImageDraw.Draw(image)
        rim = 0.06 if self.size <= IMAGE_ABOVE else self.size / 200
        for panel in panels:
            if not panel.is_bare:
                low = panel.columns.start - rim, panel.rows.start - rim
                high = panel.columns.stop + rim, panel.rows.stop + rim
                _fill(pencil, panel.matrix, _rounded(low, high, rim), content.plastic)
            if panel.face is None:
                continue
            if self.size > IMAGE_ABOVE:
                self.paste_cells(image, panel, content)
            else:
                self.draw_cells(pencil, panel, content)
            for shape, color in content.marks_on(panel):
                _fill(pencil, panel.matrix, shape, color)

    def draw_cells(self, pencil: ImageDraw, panel: Panel, content: Content) -> None:
        """Draw each sticker."""
        outlines = _placed(panel.matrix, _cells(panel.rows, panel.columns))
        numbers = content.cells(panel).ravel().tolist()
        for outline, number in zip(outlines.tolist(), numbers, strict=True):
            pencil.polygon(outline, fill=content.shades[number])

    def paste_cells(self, image: Image, panel: Panel, content: Content) -> None:
        """Draw stickers that are too many, or too small, to have gaps: as pixels of an image."""
        a, b, c, d, e, f = panel.matrix
        left, top = panel.columns.start, panel.rows.start
        corners = [
            apply(panel.matrix, (x, y))
            for x, y in _square((left, top), (panel.columns.stop, panel.rows.stop))
        ]
        x0, y0 = (int(min(p[i] for p in corners)) for i in (0, 1))
        shape = tuple(int(max(p[i] for p in corners)) + 1 - o for i, o in ((0, x0), (1, y0)))
        if a * d == b * c or 0 in shape:
            return
        # Where each pixel comes from: the matrix turned round.
        by = 1 / (a * d - b * c)
        e, f = e + a * left + c * top - x0, f + b * left + d * top - y0
        back = d * by, -c * by, (c * f - d * e) * by, -b * by, a * by, (b * e - a * f) * by
        shades = np.array(content.shades, dtype=np.uint8)
        cells = self.pil.Image.fromarray(shades[content.cells(panel)])
        moved = cells.transform(shape, self.pil.Image.Transform.AFFINE, back)
        mask = self.pil.Image.new("L", shape, 0)
        self.pil.ImageDraw.Draw(mask).polygon([(x - x0, y - y0) for x, y in corners], fill=255)
        image.paste(moved, (x0, y0), mask)


class Content:
    """What is on the stickers of one state: colours, marks and frames."""

    def __init__(
        self,
        size: int,
        paints: Paints,
        markers: Markers,
        targets: Iterable[int],
        arrow: str,
    ) -> None:
        self.size = size
        self.numbers = paints.numbers.reshape(6, size, size)
        self.shades = paints.shades
        self.plastic = rgb_of(paints.plastic)
        self.arrow = rgb_of(arrow)
        self.markers = markers
        self.targets = tuple(dict.fromkeys(targets))

    def cells(self, panel: Panel) -> npt.NDArray[np.uint8]:
        """Return the colour numbers of a panel's stickers, in rows and columns."""
        rows, columns = panel.rows, panel.columns
        return self.numbers[panel.face, rows.start : rows.stop, columns.start : columns.stop]

    def marks_on(self, panel: Panel) -> Iterable[tuple[Floats, Rgb]]:
        """Yield the shapes of marks and frames on a panel, in cells."""
        for slot in self.targets:
            yield from self.on_cell(panel, slot, None)
        for slot, marker in self.markers.items():
            yield from self.on_cell(panel, slot, marker)

    def on_cell(
        self, panel: Panel, slot: int, marker: Marker | None
    ) -> Iterable[tuple[Floats, Rgb]]:
        """Yield the shapes on one slot: those of a marker, or of a frame."""
        face, rest = divmod(slot, self.size**2)
        row, column = divmod(rest, self.size)
        if face != panel.face or not panel.has(row, column):
            return
        paper = self.shades[self.numbers[face, row, column]]
        middle = np.array([column + 0.5, row + 0.5])
        for shape, color in _mark_shapes(marker, paper):
            yield shape * growth(self.size) + middle, color


def _mark_shapes(marker: Marker | None, paper: Rgb) -> list[tuple[Floats, Rgb]]:
    """Return a marker's shapes about the origin, or those of a frame."""
    rim = contrast(paper)
    if marker is None:
        return [(_square((-0.345, -0.345), (0.345, 0.345)), rim),
                (_square((-0.255, -0.255), (0.255, 0.255)), paper)]  # fmt: skip
    ink = rim if marker.color is None else marker.color.rgb
    if marker.mark is Mark.CROSS:
        bar = _rounded((-0.34, -0.06), (0.34, 0.06), 0.06)
        return [(bar @ _rotation(pi / 4), ink), (bar @ _rotation(-pi / 4), ink)]
    if marker.mark is Mark.RING:
        return [(_circle(0.305), ink), (_circle(0.195), paper)]
    return [(_circle(0.24), rim), (_circle(0.16), ink)]


def _fill(pencil: ImageDraw, matrix: Matrix, shape: Floats, color: Rgb) -> None:
    pencil.polygon(_placed(matrix, shape[None])[0].tolist(), fill=color)


def _placed(matrix: Matrix, shapes: Floats) -> Floats:
    """Return shapes in pixels, each as one row of x and y in turn."""
    a, b, c, d, e, f = matrix
    placed: Floats = shapes @ np.array([[a, b], [c, d]]) + (e, f)
    return placed.reshape(len(shapes), -1)


@cache
def _cells(rows: range, columns: range) -> Floats:
    """Return the outlines of stickers, row by row."""
    outline = _rounded((0.07, 0.07), (0.93, 0.93), 0.11)
    places = np.array([(column, row) for row in rows for column in columns], dtype=float)
    return places[:, None, :] + outline[None]


def _square(low: tuple[float, float], high: tuple[float, float]) -> Floats:
    return np.array([low, (high[0], low[1]), high, (low[0], high[1])], dtype=float)


def _rounded(low: tuple[float, float], high: tuple[float, float], radius: float) -> Floats:
    """Return a rectangle with round corners."""
    inner = _square((low[0] + radius, low[1] + radius), (high[0] - radius, high[1] - radius))
    points = []
    for corner, (x, y) in enumerate(inner):
        for step in range(5):
            angle = pi + (corner + step / 4) * pi / 2
            points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return np.array(points)


def _circle(radius: float) -> Floats:
    angles = np.linspace(0, 2 * pi, 24, endpoint=False)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _rotation(angle: float) -> Floats:
    return np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
