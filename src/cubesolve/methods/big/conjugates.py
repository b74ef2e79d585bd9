"""Words of several turns that change one row of centre cells, and let all others be as they are.

A beam that brings one more row into agreement must not take apart those before. The cells of a row
part where one cut is turned, and there all rows part. So that cut is turned, a slice that holds
cells of one row only, and the cut is turned back: a conjugate. Between conjugates the cut is not
turned, and rows that agree still do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from cubesolve.methods.big.layout import N_AXES, Layout, Word, face, is_half
from cubesolve.search.orbits import N_FACE_TURNS


def inverse(turn: int) -> int:
    """Return the turn that takes a turn back.

    >>> inverse(0), inverse(1), inverse(5)
    (2, 1, 3)
    """
    return turn + 2 - 2 * (turn % 3)


def opposite(turn: int) -> int:
    """Return the same turn of the opposite face.

    >>> opposite(1), opposite(10)
    (10, 1)
    """
    across = N_FACE_TURNS // 2
    return turn + across if face(turn) < N_AXES else turn - across


def slices(turns: Sequence[int], width: int, first: int) -> list[Word]:
    """Return turns of the layers of a block but its `first` ones, as two turns of blocks each."""
    found: list[Word] = []
    for turn in turns:
        if turn // N_FACE_TURNS == width - 1:
            less = inverse(turn) - N_FACE_TURNS * (width - first)
            if less in turns:
                found.append((turn, less))
    return found


def with_faces(cube: Layout, turns: Sequence[int], middles: Sequence[Word]) -> list[Word]:
    """Return words that turn a face, do something about another axis, and turn the face back."""
    faces = [turn for turn in turns if cube.width(turn) == 1]
    return [
        (turn, *middle, inverse(turn))
        for turn, middle in product(faces, middles)
        if face(turn) % N_AXES != face(middle[0]) % N_AXES
    ]


def conjugates(cube: Layout, turns: Sequence[int], cut: int, middles: Sequence[Word]) -> list[Word]:
    """Return words that turn a cut, do something about another axis, and turn the cut back."""
    setups = [turn for turn in turns if cube.width(turn) == cut]
    return [
        (setup, *middle, inverse(setup))
        for setup, middle in product(setups, middles)
        if any(face(turn) % N_AXES != face(setup) % N_AXES for turn in middle)
    ]


def conjugates_of_middle(cube: Layout, turns: Sequence[int], cut: int) -> list[Word]:
    """Return words that turn a cut, all but the middle layer by a half, and the cut back.

    It is on the other side by then.
    """
    setups = [turn for turn in turns if cube.width(turn) == cut]
    halves = [
        turn
        for turn in turns
        if cube.width(turn) == cube.size // 2 and is_half(turn) and face(turn) < N_AXES
    ]
    return [
        (setup, turn, opposite(turn), opposite(setup))
        for setup, turn in product(setups, halves)
        if face(turn) != face(setup) % N_AXES
    ]
