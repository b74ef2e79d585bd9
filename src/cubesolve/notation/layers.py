"""Which layers a turn takes, as written: ranges that may count from the far end of a cube.

A range is a pair `(first, last)`, 1-based and inclusive. A `last` of zero or less is counted from
the limit of the letter: the size for a face, the number of inner layers for a slice. So `(2, -1)`
on a face is "the second layer to the last but one", `(1, 0)` on a slice "all inner layers".
"""

from __future__ import annotations

from collections.abc import Iterable

Range = tuple[int, int]
Layers = tuple[Range, ...]

FACES = "URFDLB"
SLICES = "MES"
ROTATIONS = "xyz"

OPPOSITE = dict(zip("URFDLB", "DLBURF", strict=True))
AXIS_OF = {
    "R": 0,
    "L": 0,
    "M": 0,
    "x": 0,
    "U": 1,
    "D": 1,
    "E": 1,
    "y": 1,
    "F": 2,
    "B": 2,
    "S": 2,
    "z": 2,
}
POSITIVE_FACE = "RUF"  # the face that each axis points at; layers of an axis count from it
SLICE_OF_AXIS = "MES"
ROTATION_OF_AXIS = "xyz"
FOLLOWS = {"M": "L", "E": "D", "S": "F", "x": "R", "y": "U", "z": "F"}

OUTER: Layers = ((1, 1),)
UNSAID: Layers = ((0, 0),)  # the face alone, or the middle layer, or the whole cube
ALL_INNER: Layers = ((1, 0),)
WHOLE: Layers = ()  # of x, y, z
MIDDLE: Layers = ()  # of a bare M, E, S


def normal_layers(ranges: Iterable[Range]) -> Layers:
    """Return the ranges sorted, with those that overlap or touch joined where every size agrees."""
    near: list[Range] = []
    far: list[Range] = []
    for first, last in sorted(set(ranges)):
        if last <= 0:
            far.append((first, last))
        elif near and first <= near[-1][1] + 1:
            near[-1] = (near[-1][0], max(near[-1][1], last))
        else:
            near.append((first, last))
    return tuple(sorted(near + far))


def resolve_layers(layers: Layers, limit: int) -> list[Range]:
    """Return the ranges for so many layers, joined; `ValueError` if one is not there."""
    found: list[Range] = []
    for first, last in layers:
        end = last if last > 0 else limit + last
        if max(first, end) > limit:
            raise ValueError(f"there is no layer {max(first, end)}")
        if end < first:
            raise ValueError("the set of layers is empty")
        found.append((first, end))
    return list(normal_layers(found))


def shift_layers(layers: Layers, by: int, end_shift: int) -> Layers:
    """Return the layers counted from `by` further out, far ends moved by `end_shift`."""
    return tuple(
        (first + by, last + by if last > 0 else last + end_shift) for first, last in layers
    )
