"""Which turns each phase of the 4x4 has, and the rotations between phases.

Turns are numbered as in `cubesolve.search.orbits`. A phase is seen so that its own axis is that of
R and L; between phases the cube is turned as a whole, which costs nothing.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.model.geometry import ROTATED_FACES, F, R, U
from cubesolve.search.coordinates import Bytes
from cubesolve.search.orbits import block_turns, turn_images
from cubesolve.search.symmetry import FACE_MAPS

TURNS = block_turns(4)

_UW2, _RW, _RW2, _RW3, _FW2 = 19, 21, 22, 23, 25
#: All turns of faces, and those of two layers of U, R and F.
PHASE_1 = tuple(range(27))
#: Two layers only about R, and by half turns about U and F.
PHASE_2 = (*range(18), _UW2, _RW, _RW2, _RW3, _FW2)
#: Half turns only, but for U, D, F and B. The wide ones are the last three.
PHASE_3 = (0, 1, 2, 4, 6, 7, 8, 9, 10, 11, 13, 15, 16, 17, _UW2, _RW2, _FW2)
N_WIDE_3 = 3

#: Axes: U and D, R and L, F and B.
N_AXES = 3


def axis_of(turn: int) -> int:
    """Return the axis of a turn: 0 is that of U, 1 of R, 2 of F."""
    return turn % 18 // 3 % 3


def is_half(turn: int) -> bool:
    """Tell whether a turn is by a half."""
    return turn % 3 == 1


def is_of_phase_3(turn: int, axis: int) -> bool:
    """Tell whether phase 3 has a turn of phase 2, if the faces it turns by halves are on an axis.

    >>> [is_of_phase_3(3, axis) for axis in (1, 2)]  # R
    [False, True]
    """
    return is_half(turn) or (turn < 18 and axis_of(turn) != axis)


def following(turns: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Return by turn, as bits, which of some turns may follow it; both by their place among them.

    >>> [f"{bits:03b}" for bits in following((0, 9, 18))]  # U, D, Uw
    ['110', '100', '000']
    """
    return np.array(
        [
            sum(1 << i for i, other in enumerate(turns) if int(TURNS.after[turn]) >> other & 1)
            for turn in turns
        ],
        np.int64,
    )


def rotation(**faces: int) -> int:
    """Return the rotation that takes faces, two are enough, where it is told.

    >>> FACE_MAPS[rotation(U=R, F=F)]  # U goes to R, so R to D
    (1, 3, 2, 4, 0, 5)
    """
    wanted = {"URFDLB".index(name): to for name, to in faces.items()}
    return next(
        number
        for number, to in enumerate(FACE_MAPS)
        if to in ROTATED_FACES and all(to[face] == there for face, there in wanted.items())
    )


#: By axis: the rotation that brings it to R and L.
TO_RL = (rotation(U=R, F=F), rotation(U=U, F=F), rotation(U=U, F=R))
#: About R: what is on U and D comes to F and B.
UD_TO_FB = rotation(U=F, R=R)


def then(first: int, second: int) -> int:
    """Return the symmetry that two make after each other."""
    one, two = FACE_MAPS[first], FACE_MAPS[second]
    return FACE_MAPS.index(tuple(two[to] for to in one))


@cache
def turns_back(symmetry: int) -> Bytes:
    """Return which turn of the cube before a symmetry each turn is that is made after it."""
    return np.argsort(turn_images()[symmetry]).astype(np.uint8)
