"""The cube as flat panels, back to front: in space, while layers turn, as a net, or from above.

Every picture is made of these: what draws them differs, where they are does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, radians, sin
from typing import NamedTuple

from cubesolve.model.geometry import AXIS_FACES, AXIS_OF_FACE, DOWNS, N_FACES, NORMALS, RIGHTS, U
from cubesolve.notation.move import Turn

Matrix = tuple[float, float, float, float, float, float]  # as in SVG: a b c d e f
Point = tuple[float, float]
Place = tuple[float, float, float]

_NET_PLACES = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (3, 1))  # column and row of each face
_NET_GAP = 0.06  # of a face
_HINT_DISTANCE = 1.1  # of half a cube, from its surface
_HINT_OPACITY = 0.75
_THROUGH_OPACITY = 0.6
_STRIP = 0.32  # width of a side's stickers seen from above, of a sticker


class Panel(NamedTuple):
    """Some cells of a face, and where they are: `matrix` takes (column, row) into the picture.

    A panel without a face is a cut through the cube, all plastic; a bare one has no plastic.
    """

    face: int | None
    rows: range
    columns: range
    matrix: Matrix
    opacity: float = 1.0
    is_bare: bool = False

    def corners(self) -> Iterator[Point]:
        """Yield where its corners are."""
        for row in (self.rows.start, self.rows.stop):
            for column in (self.columns.start, self.columns.stop):
                yield apply(self.matrix, (column, row))

    def has(self, row: int, column: int) -> bool:
        """Whether a cell of the face belongs to it."""
        return row in self.rows and column in self.columns


class Frame(NamedTuple):
    """How what is drawn fits into a picture: what is at its top left, how much larger, how high."""

    left: float
    top: float
    scale: float
    width: int
    height: int

    def place(self, panel: Panel) -> Panel:
        """Return the panel in pixels."""
        a, b, c, d, e, f = panel.matrix
        by = self.scale
        placed = a * by, b * by, c * by, d * by, (e - self.left) * by, (f - self.top) * by
        return panel._replace(matrix=placed)


def apply(matrix: Matrix, point: Point) -> Point:
    """Return where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def fit(panels: Iterable[Panel], width: int) -> Frame:
    """Return the frame that just holds the panels, with a margin."""
    points = [point for panel in panels for point in panel.corners()]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    margin = 0.03 * (right - left)
    left, top = left - margin, top - margin
    scale = width / (right - left + margin)
    return Frame(left, top, scale, width, max(1, round((bottom - top + margin) * scale)))


class Camera:
    """Where a cube is seen from, in degrees: how far from the right, and how far from above."""

    def __init__(self, yaw: float, pitch: float) -> None:
        turn, tilt = radians(yaw), radians(pitch)
        self.across = (cos(turn), 0.0, -sin(turn))
        self.down = (sin(turn) * sin(tilt), -cos(tilt), cos(turn) * sin(tilt))
        self.towards = (sin(turn) * cos(tilt), sin(tilt), cos(turn) * cos(tilt))

    def flat(self, place: Place) -> Point:
        """Return where a place in space is in the picture."""
        return _dot(place, self.across), _dot(place, self.down)

    def sees(self, normal: Place) -> bool:
        """Whether what looks this way is seen."""
        return _dot(normal, self.towards) > 1e-9


def net_panels(size: int) -> list[Panel]:
    """Return the six faces side by side, each one unit wide."""
    step, unit = 1 + _NET_GAP, 1 / size
    return [
        Panel(face, range(size), range(size), (unit, 0.0, 0.0, unit, column * step, row * step))
        for face, (column, row) in enumerate(_NET_PLACES)
    ]


def top_panels(size: int) -> list[Panel]:
    """Return the upper face, two units wide, with the sides' upper stickers folded out."""
    unit = 2 / size
    everything, first, strip = range(size), range(1), _STRIP * unit
    found = [Panel(U, everything, everything, (unit, 0.0, 0.0, unit, -1.0, -1.0))]
    for face in range(N_FACES):
        normal, right = NORMALS[face], RIGHTS[face]
        if AXIS_OF_FACE[face] == AXIS_OF_FACE[U]:
            continue
        # Seen from above, x goes right and z goes down.
        x, y = (float(normal[i] - right[i]) for i in (0, 2))
        matrix = unit * right[0], unit * right[2], strip * normal[0], strip * normal[2], x, y
        found.append(Panel(face, first, everything, matrix))
    return found


def space_panels(
    size: int,
    camera: Camera,
    hidden: str = "none",
    turns: Sequence[Turn] = (),
    share: float = 0.0,
) -> list[Panel]:
    """Return what is seen, back to front, when a share of turns about one axis is made.

    Faces that look away are left out, float behind the cube (`floating`), or are seen through
    those in front (`through`).
    """
    axis = turns[0].axis if turns else 0
    segments = _segments(size, turns)
    if camera.towards[axis] > 0:
        segments.reverse()  # the one nearest to the eye comes last
    through = hidden == "through"
    front_opacity = _THROUGH_OPACITY if through else 1.0
    seen, behind = [], []
    for segment in segments:
        for face in range(N_FACES):
            side = _Side(size, axis, segment, face, share)
            if camera.sees(side.normal):
                if side.is_outside or not through:
                    seen.append(side.panel(camera, 0.0, front_opacity))
            elif hidden == "floating" and side.is_outside:
                behind.append(side.panel(camera, _HINT_DISTANCE, _HINT_OPACITY))
            elif through and side.is_outside:
                behind.append(side.panel(camera, 0.0, 1.0))
    return [panel._replace(is_bare=through) for panel in behind + seen]


def _segments(size: int, turns: Sequence[Turn]) -> list[tuple[int, int, float]]:
    """Return the layers from the axis' face on as runs that move as one: first, last, angle."""
    found: list[tuple[int, int, float]] = []
    done = 0
    for turn in sorted(turns, key=lambda turn: turn.first):
        if turn.first > done:
            found.append((done, turn.first - 1, 0.0))
        quarters = turn.turns if turn.turns < 3 else -1
        found.append((turn.first, turn.last, -quarters * pi / 2))
        done = turn.last + 1
    if done < size:
        found.append((done, size - 1, 0.0))
    return found


class _Side:
    """One of the six sides of a run of layers."""

    def __init__(
        self, size: int, axis: int, segment: tuple[int, int, float], face: int, share: float
    ) -> None:
        first, last, angle = segment
        self.size, self.face = size, face
        self.turned = share * angle
        self.axis = axis
        self.normal = self.turn(NORMALS[face])
        self.rows = self.columns = range(size)
        self.is_outside = True
        self.depth = 1.0  # of its plane, from the middle
        if AXIS_OF_FACE[face] == axis:
            gone = first if face == AXIS_FACES[axis] else size - 1 - last
            self.depth = 1 - 2 * gone / size
            self.is_outside = gone == 0
        elif RIGHTS[face][axis]:
            self.columns = _cells(size, RIGHTS[face][axis], first, last)
        else:
            self.rows = _cells(size, DOWNS[face][axis], first, last)

    def turn(self, place: Place) -> Place:
        """Return a place after the layers' turn about the axis."""
        i, j = (self.axis + 1) % 3, (self.axis + 2) % 3
        turned = list(place)
        c, s = cos(self.turned), sin(self.turned)
        turned[i], turned[j] = place[i] * c - place[j] * s, place[i] * s + place[j] * c
        return turned[0], turned[1], turned[2]

    def panel(self, camera: Camera, distance: float, opacity: float) -> Panel:
        """Return the panel of this side, so far out from its plane."""
        normal, right, down = (v[self.face] for v in (NORMALS, RIGHTS, DOWNS))
        out = self.depth + distance
        x, y, z = (out * n - r - d for n, r, d in zip(normal, right, down, strict=True))
        columns, rows, corner = (
            camera.flat(self.turn(place)) for place in (right, down, (x, y, z))
        )
        unit = 2 / self.size
        matrix = unit * columns[0], unit * columns[1], unit * rows[0], unit * rows[1], *corner
        face = self.face if self.is_outside else None
        return Panel(face, self.rows, self.columns, matrix, opacity)


def _cells(size: int, way: int, first: int, last: int) -> range:
    """Return the rows or columns of layers that count from the axis' face, towards it or away."""
    return range(size - 1 - last, size - first) if way > 0 else range(first, last + 1)


def _dot(a: Place, b: Place) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
