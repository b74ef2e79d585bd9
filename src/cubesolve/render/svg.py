"""Pictures of a cube as SVG: the net, or the cube in space."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from math import isfinite
from typing import Literal, NamedTuple, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube, Marked, slots_of
from cubesolve.render.markers import Mark, Marker, Markers, contrast, with_trackers
from cubesolve.render.png import png
from cubesolve.render.space import Camera, Frame, Panel, fit, net_panels, space_panels

View = Literal["3d", "net"]

PLASTIC = "#16181d"
IMAGE_ABOVE = 40  # sizes whose stickers are too many for paths are drawn as pixels
_MARKS_GROW_ABOVE = 12  # where a mark as large as a sticker would be hard to see


class Angles(TypedDict, total=False):
    """Where a cube is seen from, in degrees: how far from the right, and how far from above."""

    yaw: float
    pitch: float


def svg(
    cube: Cube,
    view: View = "3d",
    *,
    width: int = 400,
    hints: bool = False,
    markers: Markers | None = None,
    targets: Marked | Iterable[Marked] = (),
    **angles: Unpack[Angles],
) -> str:
    """Return a picture of the cube, `width` pixels wide.

    In space it is seen from above (`pitch=28`) and from the right (`yaw=36`), in degrees; with
    `hints`, the faces that cannot be seen float behind it. `markers` are drawn on their slots;
    `targets`, slots or views, are framed; stickers that a tracker marked have a dot in its colour.
    A face's stickers are one path for each colour, and an image on large cubes.
    """
    if width < 1:
        raise ValueError(f"expected a width of at least 1, got {width}")
    unknown = set(angles) - Angles.__annotations__.keys()
    if unknown:
        raise TypeError(f"expected yaw or pitch, got {sorted(unknown)[0]}")
    yaw, pitch = angles.get("yaw", 36), angles.get("pitch", 28)
    if not (isfinite(yaw) and isfinite(pitch)):
        raise ValueError(f"expected angles, got {yaw} and {pitch}")
    if view not in ("3d", "net"):
        raise ValueError(f"expected the view 3d or net, got {view!r}")
    drawing = Drawing(cube, Paints.of(cube), with_trackers(cube, markers), slots_of(cube, targets))
    if view == "net":
        panels = net_panels(cube.size)
    else:
        panels = space_panels(cube.size, Camera(yaw, pitch), "floating" if hints else "none")
    frame = fit(panels, width)
    return svg_text(frame, cube.size, "".join(drawing.panel(frame.place(p)) for p in panels))


def svg_text(frame: Frame, size: int, body: str) -> str:
    """Return the whole file around what is drawn of a cube of this size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{frame.width}" height="{frame.height}"'
        f' viewBox="0 0 {frame.width} {frame.height}" role="img"><title>{size}x{size}x{size}'
        f" cube</title>{body}</svg>"
    )


def growth(size: int) -> float:
    """Return how much larger marks are than on a small cube, so that they are seen."""
    return max(1.0, size / _MARKS_GROW_ABOVE)


class Paints(NamedTuple):
    """The colours of a picture: a number for each slot into shades, and the plastic's."""

    numbers: npt.NDArray[np.uint8]
    shades: tuple[tuple[int, int, int], ...]
    plastic: str = PLASTIC

    @classmethod
    def of(cls, cube: Cube) -> Paints:
        """Return the cube's own colours."""
        return cls(cube.colors(), tuple(color.rgb for color in cube.scheme.colors))


def hex_of(rgb: tuple[int, int, int]) -> str:
    """Return a shade as in a style sheet."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


class Drawing:
    """Draws the panels of a cube, with marks on their slots."""

    def __init__(
        self, cube: Cube, paints: Paints, markers: Markers, targets: Iterable[int]
    ) -> None:
        self.cube = cube
        self.size = cube.size
        self.paints = paints
        self.colors = paints.numbers.reshape(6, cube.size, cube.size)
        self.marked: dict[int, list[tuple[int, str]]] = {}
        for slot in dict.fromkeys(targets):
            self.note(slot, self.target(slot))
        for slot, marker in markers.items():
            self.note(slot, self.mark(slot, marker))

    def note(self, slot: int, shape: str) -> None:
        """Keep a mark for its face."""
        face, row, column = self.cube.geometry.place(slot)
        by = growth(self.size)
        if by > 1:  # about the middle of the sticker
            x, y = (column + 0.5) * (1 - by), (row + 0.5) * (1 - by)
            shape = f'<g transform="matrix({by:.4g} 0 0 {by:.4g} {x:.6g} {y:.6g})">{shape}</g>'
        self.marked.setdefault(face, []).append((slot, shape))

    def panel(self, panel: Panel) -> str:
        """Return a panel in its place, a unit for each sticker."""
        numbers = " ".join(f"{number:.4g}" for number in panel.matrix)
        shown = "" if panel.opacity == 1 else f' opacity="{panel.opacity}"'
        return f'<g transform="matrix({numbers})"{shown}>{self.content(panel)}</g>'

    def content(self, panel: Panel) -> str:
        """Return what is on a panel, wherever it is."""
        size, ink = self.size, self.paints.plastic
        left, top = panel.columns.start, panel.rows.start
        across, down = len(panel.columns), len(panel.rows)
        plastic = (
            f'<path d="M{left} {top}h{across}v{down}h-{across}z" fill="{ink}" stroke="{ink}"'
            f' stroke-width="{0.12 if size <= IMAGE_ABOVE else size / 100:.3g}"'
            ' stroke-linejoin="round"/>'
        )
        if panel.face is None:
            return plastic
        if panel.is_bare:
            plastic = ""
        stickers = self.image(panel) if size > IMAGE_ABOVE else self.paths(panel)
        place = self.cube.geometry.place
        marked = self.marked.get(panel.face, ())
        marks = "".join(shape for slot, shape in marked if panel.has(*place(slot)[1:]))
        return f"{plastic}{stickers}{marks}"

    def cells(self, panel: Panel) -> npt.NDArray[np.uint8]:
        """Return the colour numbers of a panel's stickers, in rows and columns."""
        assert panel.face is not None
        rows, columns = panel.rows, panel.columns
        return self.colors[panel.face, rows.start : rows.stop, columns.start : columns.stop]

    def paths(self, panel: Panel) -> str:
        """Return one path for each colour; the stroke makes the corners of the stickers round."""
        cells: dict[int, list[str]] = {}
        for row, line in zip(panel.rows, self.cells(panel).tolist(), strict=True):
            for column, color in zip(panel.columns, line, strict=True):
                cells.setdefault(color, []).append(f"M{column}.18 {row}.18h.64v.64h-.64z")
        paths = []
        for color in sorted(cells):
            shade = hex_of(self.paints.shades[color])
            paths.append(f'<path d="{"".join(cells[color])}" fill="{shade}" stroke="{shade}"/>')
        return f'<g stroke-width=".22" stroke-linejoin="round">{"".join(paths)}</g>'

    def image(self, panel: Panel) -> str:
        """Return the stickers as pixels."""
        data = b64encode(png(self.cells(panel), self.paints.shades)).decode()
        left, top = panel.columns.start, panel.rows.start
        at = f' x="{left}" y="{top}"' if left or top else ""
        return (
            f'<image{at} width="{len(panel.columns)}" height="{len(panel.rows)}"'
            f' preserveAspectRatio="none" style="image-rendering:pixelated"'
            f' href="data:image/png;base64,{data}"/>'
        )

    def target(self, slot: int) -> str:
        """Return the frame round a sticker."""
        _, row, column = self.cube.geometry.place(slot)
        ink = self.ink(slot)
        return (
            f'<path d="M{column}.2 {row}.2h.6v.6h-.6z" fill="none" stroke="{ink}"'
            ' stroke-width=".09" stroke-linejoin="round"/>'
        )

    def mark(self, slot: int, marker: Marker) -> str:
        """Return a marker's shape."""
        _, row, column = self.cube.geometry.place(slot)
        ink = marker.color.hex if marker.color is not None else self.ink(slot)
        x, y = column + 0.5, row + 0.5
        if marker.mark is Mark.CROSS:
            return (
                f'<path d="M{column}.3 {row}.3l.4 .4m0 -.4l-.4 .4" stroke="{ink}"'
                ' stroke-width=".12" stroke-linecap="round"/>'
            )
        if marker.mark is Mark.RING:
            return (
                f'<circle cx="{x}" cy="{y}" r=".25" fill="none" stroke="{ink}" stroke-width=".11"/>'
            )
        rim = self.ink(slot)
        return f'<circle cx="{x}" cy="{y}" r=".2" fill="{ink}" stroke="{rim}" stroke-width=".08"/>'

    def ink(self, slot: int) -> str:
        """Return black or white, whichever is seen on the slot's sticker."""
        return hex_of(contrast(self.paints.shades[self.paints.numbers[slot]]))
