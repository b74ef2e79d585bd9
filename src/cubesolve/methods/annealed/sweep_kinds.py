"""The kinds of sweeps, and where their cycles are: see `kernels/sweeps.py`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from cubesolve.model.geometry import Ints

Places = list[tuple[int, ...]]  # the five of a cycle, as kernels take them


class Sticker(NamedTuple):
    """A sticker of a cube: how deep it lies below U, R and F, and the axis that it faces along."""

    point: tuple[int, int, int]
    axis: int

    def turned(self, axis: int, turns: int, deepest: int) -> Sticker:
        """Return where quarter turns about an axis carry the sticker."""
        at, facing = list(self.point), self.axis
        b, c = (axis + 1) % 3, (axis + 2) % 3
        for _ in range(turns % 4):
            at[b], at[c] = deepest - at[c], at[b]
            facing = facing if facing == axis else 3 - axis - facing
        return Sticker((at[0], at[1], at[2]), facing)

    def slot(self, size: int) -> int:
        """Return its number: `(plane * size + u) * size + v`."""
        plane = 2 * self.axis + (self.point[self.axis] > 0)
        u, v = self.point[(self.axis + 1) % 3], self.point[(self.axis + 2) % 3]
        return (plane * size + u) * size + v


class SweepKinds(NamedTuple):
    """All kinds of sweeps of a size.

    `kinds` (kind, field) and `places` (kind, family, place, field) are what kernels take. `cubies`
    says where the label of each sticker's cubie lies, `twin` which is the other sticker of a wing.
    """

    kinds: Ints
    places: Ints
    cubies: Ints
    twin: Ints


class Kind(NamedTuple):
    """A kind of sweep: the axes of columns and rows, and the turn of a face around rows."""

    crossing: int
    x_axis: int
    y_axis: int
    y_turns: int
    f_axis: int = 0
    f_side: int = 0
    f_turns: int = 0

    def sticker(self, size: int, column: int, row: int, family: int) -> Sticker:
        """Return where a column and a row cross."""
        from cubesolve.kernels.sweeps import BOTH, ON_FACE

        m = size - 1
        third = 3 - self.x_axis - (self.y_axis if self.crossing == BOTH else self.f_axis)
        at = [0, 0, 0]
        at[self.x_axis] = column
        if self.crossing == BOTH:
            at[self.y_axis], at[third] = row, family * m
            return Sticker((at[0], at[1], at[2]), third)
        behind = self.crossing != ON_FACE
        at[self.f_axis] = m * (self.f_side ^ behind)
        at[third] = row
        found = Sticker((at[0], at[1], at[2]), self.f_axis)
        if self.crossing == ON_FACE:
            turned = found.turned(self.f_axis, self.f_turns, m)
            if turned.point[self.x_axis] != row:
                at[third] = m - row
                found = Sticker((at[0], at[1], at[2]), self.f_axis)
        return found

    def before_row(self, sticker: Sticker, size: int) -> Sticker:
        """Return what a row carries to a place where it crosses a column."""
        from cubesolve.kernels.sweeps import BOTH, ON_FACE

        m = size - 1
        if self.crossing == ON_FACE:
            sticker = sticker.turned(self.f_axis, self.f_turns, m)
        before = sticker.turned(self.y_axis, 4 - self.y_turns, m)
        is_on_face = before.axis == self.f_axis and before.point[self.f_axis] == m * self.f_side
        if self.crossing != BOTH and is_on_face:
            before = before.turned(self.f_axis, 4 - self.f_turns, m)
        return before

    def is_mirrored(self, size: int) -> bool:
        """Tell whether the face carries a column to the row as far from the opposite face."""
        from cubesolve.kernels.sweeps import BEHIND

        at = [0, 0, 0]
        at[self.x_axis] = 1
        at[self.f_axis] = (size - 1) * self.f_side
        turned = Sticker((at[0], at[1], at[2]), self.f_axis).turned(
            self.f_axis, self.f_turns, size - 1
        )
        return self.crossing == BEHIND and turned.point[self.y_axis] != 1


def _kinds() -> list[Kind]:
    from cubesolve.kernels.sweeps import BEHIND, BOTH, ON_FACE

    axes = [(x, other) for x in range(3) for other in range(3) if x != other]
    found = [Kind(BOTH, x, y, turns) for x, y in axes for turns in (1, 2, 3)]
    for x, f in axes:
        for crossing, y in ((ON_FACE, x), (BEHIND, 3 - x - f)):
            found += [
                Kind(crossing, x, y, turns, f, side, f_turns)
                for side in range(2)
                for f_turns in (1, 3)
                for turns in (1, 2, 3)
            ]
    return found


@cache
def sweep_kinds(size: int) -> SweepKinds:
    """Return all kinds of sweeps of a size."""
    from cubesolve.kernels.sweeps import BOTH

    kinds: list[tuple[int, ...]] = []
    places: list[list[Places]] = []
    for kind in _kinds():
        face = (kind.f_axis, (size - 1) * kind.f_side, kind.f_turns)
        fields = (*kind[:4], *face, int(kind.is_mirrored(size)))
        families = 2 if kind.crossing == BOTH else 1
        found = [_places(kind, size, family % families) for family in range(2)]
        for backwards in range(2):
            kinds.append((*fields, backwards))
            places.append(found)
    return SweepKinds(np.array(kinds), np.array(places), *_stickers(size))


def _places(kind: Kind, size: int, family: int) -> Places:
    """Return where a cycle of a kind is: five places, as `kernels/sweeps.py` has them."""
    corners: list[list[Sticker]] = []
    for column, row in ((0, 0), (1, 0), (0, 1)):
        crossing = kind.sticker(size, column, row, family)
        turned = [crossing.turned(kind.x_axis, 4 - turns, size - 1) for turns in range(4)]
        corners.append([*turned, kind.before_row(crossing, size)])
    found: Places = []
    for here, aside, below in zip(*corners, strict=True):
        offset = here.slot(size)
        steps = aside.slot(size) - offset, below.slot(size) - offset
        way = (1, -1, size, -size).index(steps[0])
        starts = [_in_line(sticker, way, size) for sticker in (here, below)]
        face = here.axis + 3 * (here.point[here.axis] > 0)
        found.append((offset, *steps, starts[0], starts[1] - starts[0], face))
    return found


def _in_line(sticker: Sticker, way: int, size: int) -> int:
    """Return where a sticker is in one of the four ways in which labels are kept."""
    plane, rest = divmod(sticker.slot(size), size * size)
    u, v = divmod(rest, size)
    if way >= 2:
        u, v = v, u
    if way % 2:
        v = size - 1 - v
    return ((way * 6 + plane) * size + u) * size + v


def _stickers(size: int) -> tuple[Ints, Ints]:
    """Return where the label of each sticker's cubie is, and which is the other one of a wing."""
    from cubesolve.kernels.points import index_at

    m = size - 1
    u, v = np.divmod(np.arange(size * size), size)
    index = []
    for plane in range(6):
        axis = plane // 2
        point = [u, v, u]
        point[axis] = np.full_like(u, m * (plane % 2))
        point[(axis + 1) % 3], point[(axis + 2) % 3] = u, v
        index.append(index_at(*point, size))
    cubie = np.concatenate(index)
    order = np.argsort(cubie, kind="stable")
    twin = np.arange(len(cubie))
    same = np.flatnonzero(cubie[order][1:] == cubie[order][:-1])
    twin[order[same]] = order[same + 1]
    twin[order[same + 1]] = order[same]
    return cubie, twin
