"""Independent reference model of an NxN cube, for checking the fast package.

Every sticker is a point in space that carries its home slot; a turn applies an integer rotation
matrix to the stickers in the chosen layers. Slow on purpose, and shares no code with the package.
Axes: x right (R face), y up (U face), z towards the viewer (F face).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Turn = tuple[str, list[int], int]  # face, layers from that face, clockwise quarter turns

FACES = "URFDLB"
# For each face: its outward normal, then the directions of increasing column and increasing row.
FRAMES = {
    "U": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "F": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "B": ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
}
SLICES = {"M": "L", "E": "D", "S": "F"}  # the face whose direction each slice follows
ROTATIONS = {"X": "R", "Y": "U", "Z": "F"}

NUM = "([1-9][0-9]*)"
SET = r"\[([^\[\]]*)\]"
AMOUNT = re.compile(r"(.*[A-Za-z\]])([1-9][0-9]*'?|'[1-9][0-9]*|'|)")


def clockwise(face: str) -> Ints:
    """Matrix of a quarter turn, clockwise seen from outside: v -> n(n.v) + v x n."""
    normal = np.array(FRAMES[face][0])
    images = [normal * int(normal @ v) + np.cross(v, normal) for v in np.eye(3, dtype=np.int64)]
    return np.array(images, dtype=np.int64).T


class Oracle:
    """A cube whose state is where each sticker's cubie is and which way the sticker looks."""

    def __init__(self, size: int) -> None:
        """Make a solved cube. Cubie centres lie 2 apart, so all coordinates are integers."""
        if size < 1:
            raise ValueError(f"bad size {size}")
        self.size = size
        cubies, normals = [], []
        for face in FACES:
            normal, right, down = (np.array(v, dtype=np.int64) for v in FRAMES[face])
            for row in range(size):
                for col in range(size):
                    across, along = 2 * col - (size - 1), 2 * row - (size - 1)
                    cubies.append(normal * (size - 1) + right * across + down * along)
                    normals.append(normal)
        self.cubies: Ints = np.array(cubies)  # row h: the sticker whose home is slot h
        self.normals: Ints = np.array(normals)
        # cubie + normal is the sticker's own place on the surface, different for every slot
        self.slot_at = {tuple(p): slot for slot, p in enumerate(self._places())}

    def _places(self) -> list[list[int]]:
        places: list[list[int]] = (self.cubies + self.normals).tolist()
        return places

    def copy(self) -> Oracle:
        """Return an independent cube in the same state."""
        other = Oracle(self.size)
        other.cubies, other.normals = self.cubies.copy(), self.normals.copy()
        return other

    def turn(self, face: str, layers: Iterable[int], turns: int) -> None:
        """Turn the layers (1 = the face itself) by clockwise quarter turns seen from the face."""
        wanted = set(layers)
        if face not in FRAMES or not wanted <= set(range(1, self.size + 1)):
            raise ValueError(f"bad turn {face} {sorted(wanted)}")
        height = self.cubies @ np.array(FRAMES[face][0])  # size-1 in layer 1, 2 less per layer
        moving = np.isin((self.size - 1 - height) // 2 + 1, sorted(wanted))
        matrix = clockwise(face)
        for _ in range(turns % 4):
            self.cubies[moving] = self.cubies[moving] @ matrix.T
            self.normals[moving] = self.normals[moving] @ matrix.T

    def play(self, text: str) -> None:
        """Play whitespace separated tokens; on a bad token raise ValueError and change nothing."""
        for face, layers, turns in [read_token(token, self.size) for token in text.split()]:
            self.turn(face, layers, turns)

    def stickers(self) -> list[int]:
        """For each slot, the home slot of the sticker there now."""
        result = [-1] * len(self.slot_at)
        for home, place in enumerate(self._places()):
            result[self.slot_at[tuple(place)]] = home
        return result

    def facelets(self) -> str:
        """For each slot, the home face letter of the sticker there now."""
        return "".join(FACES[home // self.size**2] for home in self.stickers())

    def is_solved(self) -> bool:
        """Whether every face shows one colour, whichever way the cube is held."""
        text, area = self.facelets(), self.size**2
        return all(len(set(text[i : i + area])) == 1 for i in range(0, 6 * area, area))


def read_token(token: str, size: int) -> Turn:
    """Read one move token into a turn, or raise ValueError."""
    split = AMOUNT.fullmatch(token)
    if split is None:
        raise ValueError(f"bad token {token!r}")
    body, amount = split.groups()
    turns = int(amount.strip("'") or 1) * (-1 if "'" in amount else 1)
    face, chosen = read_layers(body, size)
    layers = sorted(chosen)
    if not layers or layers[0] < 1 or layers[-1] > size:
        raise ValueError(f"no such layers on size {size}: {token!r}")
    return face, layers, turns


def read_layers(body: str, size: int) -> tuple[str, Iterable[int]]:
    """Read a token without its amount into a face and the layers counted from it."""
    if m := re.fullmatch(f"{NUM}?([URFDLB])", body):  # R, 3R
        return m[2], [int(m[1] or 1)]
    if m := re.fullmatch(f"(?:(?:{NUM}-)?{NUM})?([URFDLB]w|[urfdlb])", body):  # Rw, 3r, 2-4Rw
        return m[3][0].upper(), range(int(m[1] or 1), int(m[2] or 2) + 1)
    if m := re.fullmatch(f"{SET}([URFDLB])w?", body):  # [2:3]R, [:-1]Rw
        return m[2], read_set(m[1], size, size - 1, size)
    if m := re.fullmatch(f"([URFDLB]){SET}", body):  # R[2:3]
        return m[1], read_set(m[2], size, size - 1, size)
    if m := re.fullmatch(f"{SET}([MES])", body):  # [1,3]M counts from 1 next to the face
        return SLICES[m[2]], [k + 1 for k in read_set(m[1], size - 2, size - 2, None)]
    if body in SLICES and size % 2 == 1:  # M
        return SLICES[body], [size // 2 + 1]
    if body in ("m", "e", "s"):
        return SLICES[body.upper()], range(2, size)
    if body.upper() in ROTATIONS:  # x, X
        return ROTATIONS[body.upper()], range(1, size + 1)
    raise ValueError(f"bad token {body!r} for size {size}")


def read_set(text: str, last: int, open_end: int, base: int | None) -> set[int]:
    """Read '1:2,4' as numbers in 1..last; an end -k means base - k, if there is a base."""
    result: set[int] = set()
    for item in text.split(","):
        if m := re.fullmatch(NUM, item):
            low = high = int(m[1])
        elif m := re.fullmatch(f"{NUM}?:{NUM}?", item):
            low, high = int(m[1] or 1), int(m[2] or open_end)
        elif base is not None and (m := re.fullmatch(f"{NUM}?:-{NUM}", item)):
            low, high = int(m[1] or 1), base - int(m[2])
        else:
            raise ValueError(f"bad set [{text}]")
        if not low <= high <= last:
            raise ValueError(f"set [{text}] is empty or goes beyond {last}")
        result.update(range(low, high + 1))
    return result


def all_tokens(size: int) -> list[str]:
    """Legal tokens of every kind, without amounts; above size 9 only some layer numbers."""
    picks = list(range(1, size + 1)) if size <= 9 else [1, 2, size // 2, size - 1, size]
    pairs, spread = list(combinations(picks, 2)), list(zip(picks, picks[2:], strict=False))
    sets = [f"[{k}]" for k in picks] + [f"[{a}:{b}]" for a, b in pairs]
    sets += [f"[{a},{b}]" for a, b in spread] + [f"[1:2,{k}]" for k in picks if k > 3]
    sets += ["[:2]", "[:-1]"] * (size >= 2) + ["[2:]"] * (size >= 3) + ["[2:-2]"] * (size >= 4)
    tokens = list("xyzXYZ")
    for face in FACES:
        wides = [face + "w", face.lower()]
        tokens += [face] + wides * (size >= 2) + [f"{k}{face}" for k in picks]
        tokens += [f"{k}{wide}" for k in picks if k > 1 for wide in wides]
        tokens += [f"{a}-{b}{wide}" for a, b in pairs for wide in wides]
        tokens += [s + face for s in sets] + [face + s for s in sets]
        tokens += [f"[:-1]{face}w"] * (size >= 2)
    inner = [k for k in picks if k <= size - 2]
    slices = [f"[{k}]" for k in inner] + [f"[{a}:{b}]" for a, b in combinations(inner, 2)]
    slices += [f"[{a},{b}]" for a, b in zip(inner, inner[2:], strict=False)]
    slices += ["[:]"] * (size >= 3) + ["[2:]", "[:2]"] * (size >= 4)
    for name in SLICES:
        tokens += [name] * (size % 2) + [name.lower()] * (size >= 3) + [s + name for s in slices]
    return tokens
