"""What an algorithm is made of: setups that are taken back, and commutators, seen in its moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from cubesolve.notation.move import Move

LONGEST = 40  # moves: nobody sees a structure in more
_SHORTEST = 3


class Role(StrEnum):
    """What a part of an algorithm is there for."""

    SETUP = "setup"
    ACTION = "action"  #: what a setup is for
    RESTORE = "restore"  #: takes a setup back
    A = "a"  #: of a commutator A B A' B'
    B = "b"
    A_BACK = "a-back"
    B_BACK = "b-back"
    TURNS = "turns"  #: nothing in particular


class Part(NamedTuple):
    """Moves first to last, exclusive, of an algorithm, and what they are for."""

    role: Role
    first: int
    last: int


def parts_of(moves: Iterable[Move]) -> tuple[Part, ...]:
    """Return the parts of an algorithm in order, none where there is no structure to see.

    >>> from cubesolve.notation import Alg
    >>> [part.role.value for part in parts_of(Alg("F R U R' U' F'"))]
    ['setup', 'a', 'b', 'a-back', 'b-back', 'restore']
    >>> [(part.role.value, part.first, part.last) for part in parts_of(Alg("U R U2 R'"))]
    [('turns', 0, 1), ('setup', 1, 2), ('action', 2, 3), ('restore', 3, 4)]
    >>> parts_of(Alg("R U F"))
    ()
    """
    listed = tuple(moves)
    return _parts(listed) if _SHORTEST <= len(listed) <= LONGEST else ()


@lru_cache(maxsize=4096)
def _parts(moves: tuple[Move, ...]) -> tuple[Part, ...]:
    """Cover the moves so that most of them have a role; a commutator says more than a setup."""
    count = len(moves)
    best: list[tuple[int, tuple[Part, ...]]] = [(0, ())] * (count + 1)
    for first in range(count - 1, -1, -1):
        score, after = best[first + 1]
        found = (score, (Part(Role.TURNS, first, first + 1), *after))
        for last in range(first + _SHORTEST, count + 1):
            parts = _whole(moves, first, last)
            if parts:
                weight = 3 if any(part.role == Role.A for part in parts) else 2
                score, after = best[last]
                found = max(found, (weight * (last - first) - 1 + score, (*parts, *after)))
        best[first] = found
    parts = best[0][1]
    return () if all(part.role == Role.TURNS for part in parts) else tuple(_joined(parts))


def _joined(parts: Sequence[Part]) -> list[Part]:
    """Make one part of turns that follow each other."""
    joined: list[Part] = []
    for part in parts:
        if joined and part.role == joined[-1].role == Role.TURNS:
            part = Part(Role.TURNS, joined.pop().first, part.last)
        joined.append(part)
    return joined


def _whole(moves: Sequence[Move], first: int, last: int) -> tuple[Part, ...]:
    """Return the parts of a commutator, or of a setup and what it is for; none if neither."""
    half, odd = divmod(last - first, 2)
    for k in () if odd else range(1, half):
        a, b = range(first, first + k), range(first + k, first + half)
        if _are_back(moves, a, first + half) and _are_back(moves, b, first + half + k):
            return (
                Part(Role.A, a.start, a.stop),
                Part(Role.B, b.start, b.stop),
                Part(Role.A_BACK, b.stop, b.stop + k),
                Part(Role.B_BACK, b.stop + k, last),
            )
    k = 0
    while 2 * (k + 1) < last - first and _cancel(moves[first + k], moves[last - 1 - k]):
        k += 1
    if not k:
        return ()
    inner = _whole(moves, first + k, last - k) or (Part(Role.ACTION, first + k, last - k),)
    return (Part(Role.SETUP, first, first + k), *inner, Part(Role.RESTORE, last - k, last))


def _are_back(moves: Sequence[Move], part: range, at: int) -> bool:
    """Tell whether the moves from a place on take a part back."""
    return all(_cancel(moves[k], moves[at + part.stop - 1 - k]) for k in part)


def _cancel(one: Move, other: Move) -> bool:
    same = one.letter == other.letter and one.layers == other.layers
    return same and (one.amount + other.amount) % 4 == 0
