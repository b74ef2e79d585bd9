"""A face of a `BigCube`, or part of it, as a picture."""

from __future__ import annotations

from cubesolve.model import BigCube
from cubesolve.render.png import png

MOST_PIXELS = 1024


def face_png(
    cube: BigCube,
    face: str,
    row: int = 0,
    column: int = 0,
    height: int | None = None,
    width: int | None = None,
    *,
    pixels: int = MOST_PIXELS,
) -> bytes:
    """Return part of a face as a PNG picture, one pixel for a sticker.

    Where it is more than so many pixels high or wide, every second, third … row and column is
    shown.

    >>> picture = face_png(BigCube.random_state(1500, seed=1), "F")
    >>> picture[1:4], len(picture) < 1024**2
    (b'PNG', True)
    """
    if pixels < 1:
        raise ValueError(f"expected at least 1 pixel, got {pixels}")
    rows = cube.size - row if height is None else height
    columns = cube.size - column if width is None else width
    step = max(1, -(-max(rows, columns) // pixels))
    colors = cube.face_colors(face, row, column, -(-rows // step), -(-columns // step), step)
    return png(colors, [color.rgb for color in cube.scheme.colors])
