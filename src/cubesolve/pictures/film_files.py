"""Films as files of pixels, small: few colours, and only what changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.pictures.film import Film
from cubesolve.pictures.gif import GifWriter, write_gif
from cubesolve.pictures.raster import pillow
from cubesolve.pictures.style import mixed, rgb_of
from cubesolve.render.markers import Rgb

if TYPE_CHECKING:
    from PIL.Image import Image

Cells = npt.NDArray[np.uint8]

_WHITE = "#ffffff"
_BLENDS = (0.67, 0.33)  # between a sticker and the plastic, where an edge runs through a pixel
_FEW_BLENDS = (0.5,)
_LONG = 130  # turns; a film of more has few blends, which makes its file smaller
_MOST_COLORS = 255  # one more is kept for what does not change
_CLEAR_STEPS = 64  # of how transparent a pixel is


def save_gif(film: Film, path: Path) -> None:
    """Write a GIF that plays over and over."""
    background = film.style.background or _WHITE
    palette, stand_ins = _palette(film, rgb_of(background))
    nearest = _nearest(palette)
    pictures = (_numbers(picture, nearest) for picture in film.frames(background))
    with path.open("wb") as file:
        writer = GifWriter(file, palette, stand_ins)
        write_gif(writer, pictures, (shot.milliseconds for shot in film.shots))


def save_webp(film: Film, path: Path) -> None:
    """Write a WebP that plays over and over; what is behind the cube may be transparent."""
    pil = pillow()
    palette, _ = _palette(film, rgb_of(film.style.background or film.style.plastic))
    nearest, colors = _nearest(palette), np.array(palette, dtype=np.uint8)

    def reduced() -> Iterator[Image]:
        for picture in film.frames():
            cells = colors[_numbers(picture, nearest)]
            if picture.mode == "RGBA":
                clear = np.asarray(picture.getchannel("A")).astype(np.uint16)
                clear = (clear + _CLEAR_STEPS // 2) // _CLEAR_STEPS * _CLEAR_STEPS
                cells = np.dstack([cells, np.minimum(clear, 255).astype(np.uint8)])
                cells[clear == 0] = 0
            yield pil.Image.fromarray(cells)

    pictures = reduced()
    next(pictures).save(
        path, format="WEBP", save_all=True, append_images=pictures, loop=0, lossless=True,
        method=2, quality=60, duration=[shot.milliseconds for shot in film.shots],
    )  # fmt: skip


def _numbers(picture: Image, nearest: Cells) -> Cells:
    """Return the number of each pixel's colour in the palette."""
    cells = np.asarray(picture.convert("RGB")) >> 3
    numbers: Cells = nearest[cells[..., 0], cells[..., 1], cells[..., 2]]
    return numbers


def _palette(film: Film, background: Rgb) -> tuple[list[Rgb], list[list[int]]]:
    """Return the colours that a film shows with those between them, and which may stand in."""
    paints = film.style.paints(film.cube)
    plastic = rgb_of(film.style.plastic)
    shades = [paints.shades[number] for number in np.unique(paints.numbers)]
    if film.style.hidden != "none":  # they show through each other
        over = [mixed(a, b, 0.6) for a in shades for b in shades if a != b]
        shades += over + [mixed(a, background, by) for a in shades for by in (0.75, 0.6)]
    if film.ends:
        shades.append(rgb_of(film.style.arrow_color))
    pure = list(dict.fromkeys([background, plastic, *shades]))
    blends = _BLENDS if len(film.turns) <= _LONG else _FEW_BLENDS
    if len(pure) * (1 + len(blends)) > _MOST_COLORS:
        return pure[:_MOST_COLORS], [[] for _ in pure[:_MOST_COLORS]]
    palette = list(pure)
    stand_ins: list[list[int]] = [[] for _ in pure]
    for number, shade in enumerate(pure):
        if shade == plastic:
            continue
        first = len(palette)
        ladder = [number, *range(first, first + len(blends)), pure.index(plastic)]
        palette += [mixed(shade, plastic, by) for by in blends]
        stand_ins += [[ladder[i + 1], ladder[i - 1]] for i in range(1, len(ladder) - 1)]
    return palette, stand_ins


def _nearest(palette: list[Rgb]) -> Cells:
    """Return the number of the nearest colour for each colour of five bits a part."""
    levels = (np.arange(32) << 3) + 4
    table = np.empty((32, 32, 32), dtype=np.uint8)
    colors = np.array(palette, dtype=np.int32)
    for red, level in enumerate(levels):
        green, blue = np.meshgrid(levels, levels, indexing="ij")
        parts = np.stack([np.full_like(green, level), green, blue], axis=-1)
        table[red] = ((parts[:, :, None, :] - colors) ** 2).sum(axis=-1).argmin(axis=-1)
    return table
