"""Commutators of wings: three edges exchange the wings of chosen slices, all else stays.

On the left, the wings of FU go to FL, those of FL to BU and those of BU to FU; on the right, FR
takes the place of FL. Any set of inner layers of M can take part.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from cubesolve.errors import UnsupportedSizeError
from cubesolve.model import Cube, EdgeWing
from cubesolve.notation import Alg, Move
from cubesolve.notation.layers import normal_layers

WingPlace = tuple[str, int]  # edge, and index of the wing in it


class Side(StrEnum):
    """The edge beside the front face that takes part."""

    LEFT = "left"
    RIGHT = "right"


_TURNS = {Side.LEFT: ("U' L' U", "U' L U"), Side.RIGHT: ("U R U'", "U R' U'")}


@dataclass(frozen=True)
class WingCommutator:
    """A commutator of wings: its algorithm, and for each slice the three places in turn.

    The wing at the first place of a cycle goes to the second, that to the third, that to the first.
    """

    algorithm: Alg
    cycles: tuple[tuple[WingPlace, WingPlace, WingPlace], ...]


def wing_commutator(
    size: int,
    slices: Iterable[int],
    side: Side | str = Side.LEFT,
    *,
    inverse: bool = False,
    rotation: str = "",
) -> WingCommutator:
    """Return the commutator of the wings in these inner layers of M, counted from 1 next to L.

    With `inverse` the wings go the other way round. `rotation` are turns of the whole cube: the
    answer is for a cube that was turned so first, which moves it to any three such edges.

    >>> print(wing_commutator(5, [1, 3]).algorithm)
    U' L' U [1,3]M' U' L U [1,3]M
    """
    chosen = tuple(sorted(set(slices)))
    if size < 4:
        raise UnsupportedSizeError(f"expected a size of at least 4, got {size}")
    if not chosen or not 1 <= chosen[0] <= chosen[-1] <= size - 2:
        raise ValueError(f"expected slices from 1 to {size - 2}, got {list(chosen)}")
    return _wing_commutator(size, chosen, Side(side), inverse, rotation)


@lru_cache(maxsize=10_000)
def _wing_commutator(
    size: int, slices: tuple[int, ...], side: Side, inverse: bool, rotation: str
) -> WingCommutator:
    go, back = (Alg.parse(text) for text in _TURNS[side])
    m = Move("M", normal_layers((i, i) for i in slices))
    alg = go + m.inverse() + back + m
    if inverse:
        alg = alg.inverse()
    alg = alg.rotate(rotation)
    # The edge F-U of a cube that was not turned lies elsewhere afterwards: its wings are followed.
    start = Cube.from_alg(rotation, size)
    moved = start.copy()
    moved.play(alg)
    home = Cube(size)
    cycles = []
    for index in slices:
        slot = home.edge("UF").get_slice_by_ltr_index(home.front, index - 1).edges[0].slot
        first = start.find_sticker(slot)
        places = [first]
        for _ in range(2):
            places.append(moved.find_sticker(start.sticker_at(places[-1])))
        cycles.append(tuple(_place(home, slot) for slot in places))
    return WingCommutator(alg, tuple(cycles))  # type: ignore[arg-type]


def _place(cube: Cube, slot: int) -> WingPlace:
    wing = cube.part_slice(slot)
    assert isinstance(wing, EdgeWing)
    return wing.parent.name, wing.index
