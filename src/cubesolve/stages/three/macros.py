"""Short algorithms as permutations of where a piece can be, and the cheapest way with them.

A place of an edge or corner piece is the slot of its first sticker: 24 of each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush

from cubesolve.model import Cube
from cubesolve.notation import Alg

HOLDS = ("", "y", "y2", "y'")  # with U up
UP_TURNS = ("U", "U2", "U'")
BOTTOM_CORNERS = ("DFR", "DFL", "DBL", "DBR")  # in the order of the holds
TOP_CORNERS = ("UFR", "UFL", "UBL", "UBR")
_INSERTS = ("R U R'", "R U2 R'", "R U' R'", "F' U F", "F' U2 F", "F' U' F")


@lru_cache(maxsize=4096)
def carried(text: str, size: int = 3) -> tuple[int, ...]:
    """Return for each slot of a cube where an algorithm carries what is in it."""
    cube = Cube(size)
    cube.play(text)
    there = [0] * cube.geometry.n_slots
    for slot, sticker in enumerate(cube.stickers.tolist()):
        there[sticker] = slot
    return tuple(there)


@lru_cache(maxsize=4096)
def length(text: str) -> int:
    """Return the length of an algorithm in OBTM on a 3x3."""
    return Alg.parse(text).count("OBTM", 3)


@cache
def joined_length(path: str) -> int:
    """Return the turns in OBTM that a way takes where turns that follow each other are joined."""
    return len(Alg.parse(path).simplify(3).moves)


def cheapest(start: int, goal: int, macros: Sequence[str], size: int = 3) -> list[str] | None:
    """Return the cheapest sequence of macros that brings a sticker from one slot to another."""
    tried = [(macro, carried(macro, size), length(macro)) for macro in macros]
    best = {start: 0}
    heap: list[tuple[int, int, int, list[str]]] = [(0, 0, start, [])]
    count = 0
    while heap:
        cost, _, slot, path = heappop(heap)
        if slot == goal:
            return path
        if cost > best[slot]:
            continue
        for macro, to, more in tried:
            there = to[slot]
            total = cost + more
            if total < best.get(there, 10**9):
                best[there] = total
                count += 1
                heappush(heap, (total, count, there, [*path, macro]))
    return None


@cache
def held(*texts: str) -> tuple[str, ...]:
    """Return algorithms for the four ways to hold U up."""
    return tuple(str(Alg.parse(text).rotate(hold)) for text in texts for hold in HOLDS)


@cache
def corner_inserts(corner: str) -> tuple[str, ...]:
    """Return turns that bring a corner from U to this place of the first layer, or out of it.

    They keep the cross and the other three corners with the edges above them.
    """
    hold = HOLDS[BOTTOM_CORNERS.index(corner)]
    return tuple(str(Alg.parse(text).rotate(hold)) for text in _INSERTS)
