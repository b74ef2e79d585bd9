"""`Picture`: one state of a cube as SVG or as pixels."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from cubesolve.model import Cube, Marked, slots_of
from cubesolve.pictures.arrows import Arrow, place_arrows, read_arrows
from cubesolve.pictures.raster import Content, Raster
from cubesolve.pictures.style import Style, Styling, check_size
from cubesolve.render.markers import Markers, with_trackers
from cubesolve.render.space import Frame, Panel, fit
from cubesolve.render.svg import Drawing, svg_text
from cubesolve.whole_file import written_whole

if TYPE_CHECKING:
    from PIL.Image import Image

FilePath = str | os.PathLike[str]


class Picture:
    """A cube as it is now, drawn in a style: as SVG, or as pixels with the extra `pictures`.

    >>> from cubesolve import Cube, draw
    >>> picture = draw(Cube(3), stickering="oll", view="top", width=120)
    >>> picture.svg()[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """

    def __init__(
        self,
        cube: Cube,
        style: Style | None = None,
        markers: Markers | None = None,
        targets: Marked | Iterable[Marked] = (),
    ) -> None:
        check_size(cube)
        self.cube = cube.copy()
        self.style = style or Style()
        self.markers = dict(with_trackers(cube, markers))
        self.targets = slots_of(cube, targets)
        self.paints = self.style.paints(cube)
        self.ends = read_arrows(cube, self.style.arrows)

    @cached_property
    def panels(self) -> list[Panel]:
        """What is seen, back to front."""
        return self.style.panels(self.cube.size)

    @cached_property
    def frame(self) -> Frame:
        """How it fits into the picture."""
        return fit(self.panels, self.style.width)

    def arrows(self) -> list[Arrow]:
        """Return the arrows in the picture."""
        return place_arrows(self.ends, [self.frame.place(panel) for panel in self.panels])

    def svg(self) -> str:
        """Return the picture as SVG."""
        drawing = Drawing(self.cube, self.paints, self.markers, self.targets)
        body = "".join(drawing.panel(self.frame.place(panel)) for panel in self.panels)
        arrows = arrows_svg(self.arrows(), self.style.arrow_color)
        behind = background_svg(self.frame, self.style.background)
        return svg_text(self.frame, self.cube.size, f"{behind}{body}{arrows}")

    def image(self) -> Image:
        """Return the picture as a Pillow image."""
        size = self.cube.size
        color = self.style.arrow_color
        content = Content(size, self.paints, self.markers, self.targets, color)
        raster = Raster(self.frame, size, self.style.background)
        return raster.image(self.panels, content, self.arrows())

    def save(self, path: FilePath) -> None:
        """Write the picture into a file, `.svg`, or pixels in a form that Pillow writes: `.png`.

        The file is written whole or not at all.
        """
        path = Path(path)
        kind = path.suffix.lower()
        if kind not in (".svg", ".png", ".webp"):
            raise ValueError(
                f"expected the name of a picture to end in .png, .webp or .svg, got {path.name!r}"
            )
        with written_whole(path) as draft:
            if kind == ".svg":
                draft.write_text(self.svg() + "\n", encoding="utf-8")
            else:
                self.image().save(draft)

    def _repr_svg_(self) -> str:
        return self.svg()


def draw(
    cube: Cube,
    *,
    markers: Markers | None = None,
    targets: Marked | Iterable[Marked] = (),
    **styling: Unpack[Styling],
) -> Picture:
    """Return a picture of the cube; the arguments are those of `Style`.

    `markers` are drawn on their slots, `targets`, slots or views, are framed.
    """
    return Picture(cube, Style(**styling), markers, targets)


def arrows_svg(arrows: Iterable[Arrow], color: str) -> str:
    """Return arrows as one path."""
    shapes = [
        f"M{'L'.join(f'{x:.4g} {y:.4g}' for x, y in shape)}z" for arrow in arrows for shape in arrow
    ]
    return f'<path d="{"".join(shapes)}" fill="{color}"/>' if shapes else ""


def background_svg(frame: Frame, color: str | None) -> str:
    """Return what is behind the cube."""
    if color is None:
        return ""
    return f'<path d="M0 0h{frame.width}v{frame.height}h-{frame.width}z" fill="{color}"/>'
