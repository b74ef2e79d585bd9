"""Finds the program of `program.json`: `python -m cubesolve.methods.fast.build_program`.

A program is one walk of outer turns for all wing orbits. Between its turns are gaps, in which each
orbit may turn its own slice. In the frame that moves with the outer turns only slices move wings,
so what a gap can do is known beforehand: it carries four places of the frame round.

Twenty places are filled one after the other. Each has gaps that fetch its wing, by one turn, from
wherever it may be: a slice through the place holds three others. A wing on the same edge shares no
slice with its place, so a gap before moves it away. The last four wings lie on one slice, which
also takes away an odd permutation; eight three-cycles, two slice turns each, do the rest.

The centres are filled from one face after the other, each by one kind of commutator; which one
suits a pair of faces is found by trying.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import permutations, product
from pathlib import Path

import numpy as np

from cubesolve.model.geometry import FACE_NAMES, N_FACES, NORMALS, Ints, dot, opposite_face
from cubesolve.model.orbit_places import (
    N_PLACES,
    mates,
    planes_carried,
    wing_slices,
    wing_turns,
)

Word = tuple[tuple[int, int], ...]  # outer turns: face, turns

# Which colours are fetched from where: what is finished is no source any more.
CENTER_ORDER = ((1, (2, 0, 5, 4, 3)), (4, (0, 3, 5, 2)), (2, (5, 0, 3)), (3, (0, 5)), (5, (0,)))
_AMOUNTS = ("", "", "2", "'")


def text_of(word: Word) -> str:
    """Return outer turns as text."""
    return " ".join(f"{FACE_NAMES[face]}{_AMOUNTS[turns]}" for face, turns in word)


class Walks:
    """All words of outer turns up to a length, with where they carry each place."""

    def __init__(self, longest: int) -> None:
        self.words: list[Word] = [()]
        carried = [np.arange(N_PLACES)]
        level = [0]
        for _ in range(longest):
            level = list(self._longer(level, carried))
        self.carried = np.array(carried)
        self.lengths = np.array([len(word) for word in self.words])

    def _longer(self, level: list[int], carried: list[Ints]) -> Iterator[int]:
        for number, face, turns in product(level, range(N_FACES), (1, 2, 3)):
            word = self.words[number]
            last = word[-1][0] if word else -1
            if face == last or (word and opposite_face(face) == last and face < last):
                continue
            self.words.append((*word, (face, turns)))
            carried.append(wing_turns()[face, turns][carried[number]])
            yield len(carried) - 1


class Builder:
    """Writes a program gap by gap; `frame` is where each place of the frame is now."""

    def __init__(self) -> None:
        self.words = [Walks(3), Walks(4)]
        self.frame = np.arange(N_PLACES)
        self.open = np.ones(N_PLACES, bool)
        self.gaps: list[tuple[str, str, str, int]] = []
        self.slice_of = np.empty(N_PLACES, np.int64)
        for face, places in enumerate(wing_slices()):
            self.slice_of[places] = face

    def walk(self, score: Callable[[Ints, Ints], Ints]) -> tuple[str, Ints]:
        """Play the word that scores best per turn; return it, and what is where in the frame."""
        for words in self.words:
            frames = words.carried[:, self.frame]
            places = np.argsort(frames, axis=1)
            scores = score(frames, places) / (0.7 + words.lengths)
            best = int(np.argmax(scores))
            if scores[best] > 0:
                self.frame = frames[best]
                return text_of(words.words[best]), places[best]
        raise AssertionError("no word of outer turns brings the places to a slice")

    def on_slice(self, frames: Ints, places: Ints, place: int) -> Ints:
        """Return for each word the places of the frame on the slice through a place."""
        held: Ints = np.take_along_axis(
            places, wing_slices()[self.slice_of[frames[:, place]]], axis=1
        )
        return held

    def gap(self, kind: str, through: int, place: int, wanted: Ints) -> Ints:
        """Add a gap through a place that holds as many of the wanted as it can."""

        def score(frames: Ints, places: Ints) -> Ints:
            held = self.on_slice(frames, places, through)
            gained: Ints = self.open[held].all(axis=1) * wanted[held].sum(axis=1)
            return gained

        word, places = self.walk(score)
        face = int(self.slice_of[self.frame[through]])
        self.gaps.append((word, FACE_NAMES[face], kind, place))
        held: Ints = places[wing_slices()[face]]
        return held

    def fill(self, place: int) -> None:
        """Add the gaps that fetch a place's wing from every other open place."""
        wanted = self.open.astype(np.int64)
        wanted[place] = 0
        mate = int(mates()[place])
        if wanted[mate]:
            self.gap("clear", mate, place, self.open.astype(np.int64))
            wanted[mate] = 0
        while wanted.any():
            wanted[self.gap("fetch", place, place, wanted)] = 0
        self.open[place] = False

    def last_four(self) -> Ints:
        """Add the gap whose slice holds the last four places."""
        wanted = self.open.astype(np.int64)
        through = int(np.flatnonzero(self.open)[0])
        return self.gap("last", through, -1, wanted)


def three_cycles(words: Walks) -> dict[tuple[int, ...], tuple[int, int, Word, int, int]]:
    """Return the three-cycles that two slice turns with outer turns between them make.

    Keys are places a, b, c in the frame as it is before: the wing at a goes to b, that to c.
    """
    found: dict[tuple[int, ...], tuple[int, int, Word, int, int]] = {}
    short = np.argsort(words.lengths, kind="stable")
    for number in short[1:]:
        back = np.argsort(words.carried[number])
        for first, second in product(range(N_FACES), repeat=2):
            a, b = wing_slices()[first], back[wing_slices()[second]]
            if len(set(a) & set(b)) not in (1, 3):
                continue
            for s, t in ((1, 3), (3, 1), (2, 2)):
                goes = np.arange(N_PLACES)
                goes[a] = np.roll(a, -s)
                then = np.arange(N_PLACES)
                then[b] = np.roll(b, -t)
                goes = then[goes]
                moved = np.flatnonzero(goes != np.arange(N_PLACES))
                if len(moved) == 3:
                    key = (int(moved[0]), int(goes[moved[0]]), int(goes[goes[moved[0]]]))
                    way = (first, s, words.words[number], second, t)
                    for k in range(3):
                        found.setdefault(key[k:] + key[:k], way)
    return found


def build_tail(builder: Builder, last: Ints) -> list[tuple[str, str, int, str, str, int]]:
    """Return the eight three-cycles of the last four places, each with the walk to it."""
    words = builder.words[0]
    cycles = three_cycles(words)
    keys = np.zeros((N_PLACES,) * 3, bool)
    for key in cycles:
        keys[key] = True
    left = [t for t in permutations(sorted(map(int, last)), 3) if t[0] == min(t)]
    tail = []
    while left:
        best: tuple[int, int, int] | None = None
        for at, triple in enumerate(left):
            there = words.carried[:, builder.frame[list(triple)]]
            fits = keys[there[:, 0], there[:, 1], there[:, 2]]
            for number in map(int, np.flatnonzero(fits)):
                way = cycles[tuple(map(int, there[number]))]
                cost = int(words.lengths[number]) + len(way[2])
                if best is None or cost < best[0]:
                    best = (cost, at, number)
        assert best is not None, "every three-cycle is three turns away from one of two slices"
        _, at, number = best
        triple = left.pop(at)
        builder.frame = words.carried[number][builder.frame]
        first, s, between, second, t = cycles[tuple(map(int, builder.frame[list(triple)]))]
        tail.append(
            (text_of(words.words[number]), FACE_NAMES[first], s, text_of(between),
             FACE_NAMES[second], t)
        )  # fmt: skip
        for face, turns in between:
            builder.frame = wing_turns()[face, turns][builder.frame]
    return tail


def build_stages() -> list[dict[str, int]]:
    """Return for each target and source of centre cells the commutator that carries them.

    X turns the columns at their depth, seen from the face `side`, Y the rows at theirs from the
    opposite face, with the target face turned before and back after it: [X, T Y T'] carries the
    cells of plane `a` of the source to plane `b` of the target, and those there to plane `w`.
    """
    return [_stage(target, source) for target, sources in CENTER_ORDER for source in sources]


def _stage(target: int, source: int) -> dict[str, int]:
    sides = [
        side
        for side in range(N_FACES)
        if not dot(NORMALS[side], NORMALS[target]) and not dot(NORMALS[side], NORMALS[source])
    ]
    # A turn of the target that is one quarter saves turns between steps, which turn it on by one.
    for t, side, s, k in product((1, 3), sides, (1, 2, 3), (1, 2, 3)):
        other = opposite_face(side)
        x, back_x = (f"3{FACE_NAMES[side]}{_AMOUNTS[n]}" for n in (s, 4 - s))
        y, back_y = (f"2{FACE_NAMES[other]}{_AMOUNTS[n]}" for n in (k, 4 - k))
        turn, back = (f"{FACE_NAMES[target]}{_AMOUNTS[n]}" for n in (t, 4 - t))
        goes = planes_carried(f"{x} {turn} {y} {back} {back_x} {turn} {back_y} {back}")
        moved = np.flatnonzero(goes != np.arange(len(goes)))
        here = [int(plane) for plane in moved if plane // 4 == target]
        if len(moved) != 3 or len(here) != 1:
            continue
        b = here[0]
        w, a = int(goes[b]), int(goes[goes[b]])
        if a // 4 == w // 4 == source:
            return {
                "target": target, "source": source, "side": side, "x": s, "turn": t,
                "other": other, "y": k, "a": a % 4, "b": b % 4, "w": w % 4,
            }  # fmt: skip
    raise AssertionError(f"no commutator carries cells from face {source} to face {target}")


def build() -> dict[str, list[object]]:
    """Return the whole program as plain data."""
    builder = Builder()
    last = [int(place) for place in wing_slices()[0]]
    others = [place for place in range(N_PLACES) if place not in last]
    others.sort(key=lambda p: (int(mates()[p]) not in last, min(p, int(mates()[p]))))
    for place in others:
        builder.fill(place)
    four = builder.last_four()
    tail = build_tail(builder, four)
    return {
        "gaps": [list(gap) for gap in builder.gaps],
        "tail": [list(each) for each in tail],
        "stages": list(build_stages()),
    }


if __name__ == "__main__":
    rows = {
        name: "[\n" + ",\n".join("    " + json.dumps(row) for row in part) + "\n  ]"
        for name, part in build().items()
    }
    text = "{\n" + ",\n".join(f'  "{name}": {part}' for name, part in rows.items()) + "\n}\n"
    Path(__file__).with_name("program.json").write_text(text, encoding="utf-8")
