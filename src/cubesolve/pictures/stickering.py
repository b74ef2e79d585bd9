"""Which stickers a picture shows: all, those of a stage of solving, or those one names.

A sticker keeps how it is shown wherever it goes: it is chosen by the piece it belongs to. Stages
are those of a cube held with its last layer up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube, Marked, slots_of
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.pictures.names import slots_named

SHOWN, DIM, HIDDEN = range(3)
Bytes = npt.NDArray[np.uint8]
Stickering = str | Iterable[str | Marked]


def _slots(cube: Cube, wanted: Callable[[str], bool]) -> list[int]:
    return [slot for part in cube.parts if wanted(part.name) for slot in part.slots]


def _up_face(cube: Cube) -> list[int]:
    return list(cube.face("U").slots)


def _is_in_cross(name: str) -> bool:
    return len(name) == 1 or (len(name) == 2 and "D" in name)


# What a stage shows, and what it shows dimly.
_STAGES: dict[str, tuple[Callable[[Cube], list[int]], Callable[[Cube], list[int]]]] = {
    "full": (lambda cube: _slots(cube, lambda name: True), lambda cube: []),
    "cross": (lambda cube: _slots(cube, _is_in_cross), lambda cube: []),
    "f2l": (
        lambda cube: _slots(cube, lambda name: "U" not in name),
        lambda cube: _slots(cube, lambda name: name == "U"),
    ),
    "oll": (_up_face, lambda cube: _slots(cube, lambda name: "U" not in name)),
    "pll": (
        lambda cube: _slots(cube, lambda name: "U" in name),
        lambda cube: _slots(cube, lambda name: "U" not in name),
    ),
    "centers": (lambda cube: _slots(cube, lambda name: len(name) == 1), lambda cube: []),
    "edges": (
        lambda cube: _slots(cube, lambda name: len(name) == 2),
        lambda cube: _slots(cube, lambda name: len(name) == 1),
    ),
    "corners": (
        lambda cube: _slots(cube, lambda name: len(name) == 3),
        lambda cube: _slots(cube, lambda name: len(name) == 1),
    ),
}
STAGES = tuple(_STAGES)


def how_shown(size: int, stickering: Stickering) -> Bytes:
    """Return `SHOWN`, `DIM` or `HIDDEN` for each sticker by its number.

    `stickering` is a stage, or names of pieces and places: `"UF UFR F2,3"`, or a list of them; in
    Python slots and views will do too.
    """
    if isinstance(stickering, str):
        return _read(size, stickering)
    cube = Cube(size)
    found = np.full(cube.geometry.n_slots, HIDDEN, dtype=np.uint8)
    for one in stickering:
        slots = slots_named(cube, one) if isinstance(one, str) else slots_of(cube, one)
        found[list(slots)] = SHOWN
    return found


@lru_cache(maxsize=32)
def _read(size: int, text: str) -> Bytes:
    stage = _STAGES.get(text.strip().lower())
    if stage is None:
        return _named(size, text)
    cube = Cube(size)
    found = np.full(cube.geometry.n_slots, HIDDEN, dtype=np.uint8)
    shown, dim = stage
    found[dim(cube)] = DIM
    found[shown(cube)] = SHOWN
    return found


def _named(size: int, text: str) -> Bytes:
    names = text.split()
    if names and all(set(name) <= set(FACE_NAMES + "0123456789,") for name in names):
        return how_shown(size, names)
    raise ValueError(
        f"expected {', '.join(STAGES)}, or names such as UF UFR F2,3, got {text.strip()!r}"
    )
