"""Pictures of a cube as SVG: the net, or the cube in space."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from math import cos, isfinite, radians, sin
from typing import Literal, TypedDict, Unpack

from cubesolve.model import Cube, Marked, slots_of
from cubesolve.model.geometry import DOWNS, NORMALS, RIGHTS, Vector, scaled_sum
from cubesolve.render.markers import Mark, Marker, Markers, contrast, with_trackers
from cubesolve.render.png import png

View = Literal["3d", "net"]

_PLASTIC = "#16181d"
_IMAGE_ABOVE = 40  # sizes whose stickers are too many for paths are drawn as pixels
_MARKS_GROW_ABOVE = 12  # where a mark as large as a sticker would be hard to see
_NET_PLACES = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (3, 1))  # column and row of each face
_NET_GAP = 0.06  # of a face
_HINT_DISTANCE = 1.1  # of half a cube, from its surface

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]


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
        raise ValueError(f"expected a view of 3d or net, got {view!r}")
    drawing = _Drawing(cube, with_trackers(cube, markers), slots_of(cube, targets))
    faces = _net_faces() if view == "net" else _space_faces(yaw, pitch, hints)
    corners = [
        _apply(matrix, p) for _, matrix, _ in faces for p in ((0, 0), (1, 0), (0, 1), (1, 1))
    ]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    margin = 0.03 * (right - left)
    left, top = left - margin, top - margin
    scale = width / (right - left + margin)
    height = round((bottom - top + margin) * scale)
    body = "".join(
        drawing.face(face, _scaled(matrix, left, top, scale, cube.size), opacity)
        for face, matrix, opacity in faces
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img"><title>{cube.size}x{cube.size}x{cube.size}'
        f" cube</title>{body}</svg>"
    )


class _Drawing:
    def __init__(self, cube: Cube, markers: Markers, targets: Iterable[int]) -> None:
        self.cube = cube
        self.size = cube.size
        self.colors = cube.colors().reshape(6, cube.size, cube.size)
        self.marked: dict[int, list[tuple[int, str]]] = {}
        for slot in dict.fromkeys(targets):
            self.note(slot, self.target(slot))
        for slot, marker in markers.items():
            self.note(slot, self.mark(slot, marker))

    def note(self, slot: int, shape: str) -> None:
        face, row, column = self.cube.geometry.place(slot)
        if self.size > _MARKS_GROW_ABOVE:  # about the middle of the sticker
            by = self.size / _MARKS_GROW_ABOVE
            x, y = (column + 0.5) * (1 - by), (row + 0.5) * (1 - by)
            shape = f'<g transform="matrix({by:.4g} 0 0 {by:.4g} {x:.6g} {y:.6g})">{shape}</g>'
        self.marked.setdefault(face, []).append((slot, shape))

    def face(self, face: int, matrix: Matrix, opacity: float) -> str:
        """Return one face in its place, a unit for each sticker."""
        numbers = " ".join(f"{number:.4g}" for number in matrix)
        shown = "" if opacity == 1 else f' opacity="{opacity}"'
        size = self.size
        plastic = (
            f'<path d="M0 0h{size}v{size}h-{size}z" fill="{_PLASTIC}" stroke="{_PLASTIC}"'
            f' stroke-width="{0.12 if size <= _IMAGE_ABOVE else size / 100:.3g}"'
            ' stroke-linejoin="round"/>'
        )
        stickers = self.image(face) if size > _IMAGE_ABOVE else self.paths(face)
        marks = "".join(shape for _, shape in self.marked.get(face, ()))
        return f'<g transform="matrix({numbers})"{shown}>{plastic}{stickers}{marks}</g>'

    def paths(self, face: int) -> str:
        """Return one path for each colour; the stroke makes the corners of the stickers round."""
        cells: dict[int, list[str]] = {}
        for row, line in enumerate(self.colors[face].tolist()):
            for column, color in enumerate(line):
                cells.setdefault(color, []).append(f"M{column}.18 {row}.18h.64v.64h-.64z")
        paths = []
        for color in sorted(cells):
            shade = self.cube.scheme.colors[color].hex
            paths.append(f'<path d="{"".join(cells[color])}" fill="{shade}" stroke="{shade}"/>')
        return f'<g stroke-width=".22" stroke-linejoin="round">{"".join(paths)}</g>'

    def image(self, face: int) -> str:
        palette = [color.rgb for color in self.cube.scheme.colors]
        data = b64encode(png(self.colors[face], palette)).decode()
        return (
            f'<image width="{self.size}" height="{self.size}" preserveAspectRatio="none"'
            f' style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>'
        )

    def target(self, slot: int) -> str:
        _, row, column = self.cube.geometry.place(slot)
        ink = _ink(self.cube, slot)
        return (
            f'<path d="M{column}.2 {row}.2h.6v.6h-.6z" fill="none" stroke="{ink}"'
            ' stroke-width=".09" stroke-linejoin="round"/>'
        )

    def mark(self, slot: int, marker: Marker) -> str:
        _, row, column = self.cube.geometry.place(slot)
        ink = marker.color.hex if marker.color is not None else _ink(self.cube, slot)
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
        rim = "#{:02x}{:02x}{:02x}".format(*contrast(self.cube.color_at(slot).rgb))
        return f'<circle cx="{x}" cy="{y}" r=".2" fill="{ink}" stroke="{rim}" stroke-width=".05"/>'


def _ink(cube: Cube, slot: int) -> str:
    return "#{:02x}{:02x}{:02x}".format(*contrast(cube.color_at(slot).rgb))


def _net_faces() -> list[tuple[int, Matrix, float]]:
    step = 1 + _NET_GAP
    return [
        (face, (1.0, 0.0, 0.0, 1.0, column * step, row * step), 1.0)
        for face, (column, row) in enumerate(_NET_PLACES)
    ]


def _space_faces(yaw: float, pitch: float, hints: bool) -> list[tuple[int, Matrix, float]]:
    """Return the faces that are seen, and before them, if asked for, those that are not."""
    turn, tilt = radians(yaw), radians(pitch)
    camera = (sin(turn) * cos(tilt), sin(tilt), cos(turn) * cos(tilt))

    def flat(vector: Vector) -> Point:
        x, y, z = vector
        across = x * cos(turn) - z * sin(turn)
        return across, (x * sin(turn) + z * cos(turn)) * sin(tilt) - y * cos(tilt)

    def matrix(face: int, distance: float) -> Matrix:
        # The cube is two wide and stands around the origin.
        right, down = flat(RIGHTS[face]), flat(DOWNS[face])
        corner = scaled_sum((1, NORMALS[face]), (-1, RIGHTS[face]), (-1, DOWNS[face]))
        out = flat(NORMALS[face])
        x, y = (a + distance * b for a, b in zip(flat(corner), out, strict=True))
        return 2 * right[0], 2 * right[1], 2 * down[0], 2 * down[1], x, y

    seen, hidden = [], []
    for face, normal in enumerate(NORMALS):
        if sum(a * b for a, b in zip(normal, camera, strict=True)) > 1e-9:
            seen.append((face, matrix(face, 0), 1.0))
        elif hints:
            hidden.append((face, matrix(face, _HINT_DISTANCE), 0.75))
    return hidden + seen


def _apply(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _scaled(matrix: Matrix, left: float, top: float, scale: float, size: int) -> Matrix:
    """Return the matrix for a face of `size` units instead of one, moved into the picture."""
    a, b, c, d, e, f = matrix
    unit = scale / size
    return a * unit, b * unit, c * unit, d * unit, (e - left) * scale, (f - top) * scale
