"""Facts about cubes that the model's tests compare with, all from the oracle's points in space.

Nothing here comes from the package: cubies are slots at one point, orbits are what quarter turns
connect, and pieces are put together letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from oracle import FACES, FRAMES, Oracle, all_tokens

HOLDS = tuple(
    f"{top} {front}".strip()
    for top in ("", "x", "x2", "x'", "z", "z'")
    for front in ("", "y", "y2", "y'")
)
OPPOSITE = dict(zip(FACES, "DLBURF", strict=True))
NAMING = "UDFBRL"
AMOUNTS = ("", "2", "'", "3", "2'")


@dataclass(frozen=True)
class Cubie:
    """The slots of one cubie; a corner's run clockwise seen from outside, U or D first."""

    kind: str  # corner, midge, wing, center, middle
    slots: tuple[int, ...]
    name: str


def random_tokens(size: int, length: int, seed: int) -> list[str]:
    """Return random moves of every kind for this size."""
    random = Random(seed)
    tokens = all_tokens(size)
    return [random.choice(tokens) + random.choice(AMOUNTS) for _ in range(length)]


@cache
def permutation(size: int, text: str) -> tuple[int, ...]:
    """Return for each slot the slot whose sticker the moves bring there."""
    oracle = Oracle(size)
    oracle.play(text)
    return tuple(oracle.stickers())


def turned(text: str, size: int, moves: str) -> str:
    """Return what the letters become when the moves are played."""
    return "".join(text[slot] for slot in permutation(size, moves))


@cache
def scrambled(size: int, seed: int, length: int = 25) -> str:
    """Return the facelets after random moves of every kind, played by the oracle."""
    oracle = Oracle(size)
    oracle.play(" ".join(random_tokens(size, length, seed)))
    return oracle.facelets()


def solved_text(size: int) -> str:
    """Return the facelets of the solved cube."""
    return "".join(face * size**2 for face in FACES)


def face_of(slot: int, size: int) -> str:
    """Return the letter of the face that a slot is on."""
    return FACES[slot // size**2]


def name_of(slots: Iterable[int], size: int) -> str:
    """Return the name of the place on these slots' faces, U or D first, then F or B."""
    return "".join(sorted((face_of(slot, size) for slot in slots), key=NAMING.index))


@cache
def cubies(size: int) -> tuple[Cubie, ...]:
    """Return all cubies of a size."""
    at: dict[tuple[int, ...], list[int]] = {}
    for slot, point in enumerate(Oracle(size).cubies.tolist()):
        at.setdefault(tuple(point), []).append(slot)
    found = []
    for point, slots in at.items():
        slots.sort(key=lambda slot: NAMING.index(face_of(slot, size)))
        inner = [x for x in point if abs(x) != size - 1]
        if len(slots) == 3:
            normals = [FRAMES[face_of(slot, size)][0] for slot in slots]
            if round(np.linalg.det(np.array(normals, dtype=float))) > 0:
                slots[1:] = slots[:0:-1]  # seen from outside, clockwise has determinant -1
            kind = "corner"
        elif len(slots) == 2:
            kind = "midge" if inner == [0] else "wing"
        else:
            kind = "middle" if inner == [0, 0] else "center"
        found.append(Cubie(kind, tuple(slots), name_of(slots, size)))
    return tuple(found)


@cache
def of_kind(size: int, kind: str) -> list[Cubie]:
    """Return the cubies of one kind."""
    return [cubie for cubie in cubies(size) if cubie.kind == kind]


@cache
def slot_orbits(size: int) -> tuple[frozenset[int], ...]:
    """Return for each slot all slots that quarter turns of single layers connect it with."""
    turns = [
        permutation(size, f"[{layer}]{face}") for face in "RUF" for layer in range(1, size + 1)
    ]
    orbits: list[frozenset[int]] = [frozenset()] * (6 * size**2)
    for start in range(6 * size**2):
        if orbits[start]:
            continue
        reached, edge = {start}, [start]
        while edge:
            edge = [to for slot in edge for turn in turns if (to := turn[slot]) not in reached]
            reached.update(edge)
        orbit = frozenset(reached)
        for slot in orbit:
            orbits[slot] = orbit
    return tuple(orbits)


@cache
def wing_orbits(size: int) -> list[list[tuple[int, int]]]:
    """Return the wings of each orbit as pairs of slots; all first slots are one orbit of slots."""
    by_orbit: dict[frozenset[int], list[tuple[int, int]]] = {}
    orbits = slot_orbits(size)
    for wing in of_kind(size, "wing"):
        a, b = wing.slots
        key = min(orbits[a], orbits[b], key=min)
        first, second = (a, b) if a in key else (b, a)
        by_orbit.setdefault(key, []).append((first, second))
    return list(by_orbit.values())


@cache
def center_orbits(size: int) -> list[list[int]]:
    """Return the slots of each orbit of centre cells, without the middles."""
    orbits = slot_orbits(size)
    found = {orbits[cubie.slots[0]] for cubie in of_kind(size, "center")}
    return sorted(sorted(orbit) for orbit in found)


def is_odd(order: Sequence[int]) -> bool:
    """Whether a permutation is odd, by counting the pairs out of order."""
    pairs = ((i, j) for j in range(len(order)) for i in range(j))
    return sum(order[i] > order[j] for i, j in pairs) % 2 == 1


def with_letters(text: str, changes: dict[int, str]) -> str:
    """Return the text with some letters replaced."""
    letters = list(text)
    for slot, letter in changes.items():
        letters[slot] = letter
    return "".join(letters)


def exchanged(text: str, first: Sequence[int], second: Sequence[int]) -> str:
    """Return the text with the letters of two rows of slots exchanged."""
    changes = {a: text[b] for a, b in zip(first, second, strict=True)}
    changes |= {b: text[a] for a, b in zip(first, second, strict=True)}
    return with_letters(text, changes)


def rolled(text: str, slots: Sequence[int], by: int = 1) -> str:
    """Return the text with the letters of these slots moved on, the last one to the front."""
    n = len(slots)
    return with_letters(text, {slots[(i + by) % n]: text[slot] for i, slot in enumerate(slots)})


def assembled(
    size: int,
    corners: Sequence[int],
    twists: Sequence[int],
    midges: Sequence[int] = (),
    flips: Sequence[int] = (),
) -> str:
    """Return a cube put together from its pieces, wings and centres at home."""
    text = solved_text(size)
    changes: dict[int, str] = {}
    for kind, pieces, turns in (("corner", corners, twists), ("midge", midges, flips)):
        homes = of_kind(size, kind)
        for place, (piece, by) in enumerate(zip(pieces, turns, strict=True)):
            there, home = homes[place].slots, homes[piece].slots
            for i, slot in enumerate(home):
                changes[there[(i + by) % len(there)]] = text[slot]
    return with_letters(text, changes)
