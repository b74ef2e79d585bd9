"""What makes a state unreachable, with names and places.

The laws are stated and explained in `docs/validity.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from cubesolve.model.colors import ColorScheme
from cubesolve.model.geometry import (
    CORNER_FACES,
    EDGE_FACES,
    FACE_NAMES,
    N_FACES,
    Geometry,
    Ints,
    part_name,
)
from cubesolve.model.identify import Colors, Placed, find_corners, find_hold, find_midges

_ORBITS_NAMED = 10  # of each kind of fault; the rest is counted


class ProblemKind(StrEnum):
    """What can be wrong with a state."""

    WRONG_LENGTH = "wrong length"
    UNKNOWN_LETTER = "unknown letter"
    COLOR_COUNT = "colour count"
    MIDDLE_CENTERS = "middle centres"
    IMPOSSIBLE_CORNER = "impossible corner"
    REPEATED_CORNER = "repeated corner"
    CORNER_TWIST = "corner twist"
    IMPOSSIBLE_MIDGE = "impossible midge"
    REPEATED_MIDGE = "repeated midge"
    EDGE_FLIP = "edge flip"
    PERMUTATION_PARITY = "permutation parity"
    IMPOSSIBLE_WING = "impossible wing"
    REPEATED_WING = "repeated wing"
    WING_CHIRALITY = "wing chirality"
    CENTER_ORBIT_COUNT = "centre orbit count"


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: its kind, a sentence, and where it was seen."""

    kind: ProblemKind
    message: str
    places: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.message


def find_problems(geometry: Geometry, colors: Colors, scheme: ColorScheme) -> list[Problem]:
    """Return everything that makes these colours unreachable by turns, nothing if they are fine."""
    return _Checker(geometry, colors, scheme).check()


class _Checker:
    def __init__(self, geometry: Geometry, colors: Colors, scheme: ColorScheme) -> None:
        self.geometry = geometry
        self.colors = colors
        self.names = [color.name.lower() for color in scheme.colors]
        self.problems: list[Problem] = []

    def check(self) -> list[Problem]:
        self.color_counts()
        rotation, hold_is_known = find_hold(self.geometry, self.colors)
        if not hold_is_known:
            self.middle_centers()
        corners = self.corners(rotation)
        if self.geometry.size % 2:
            midges = self.midges(rotation)
            if hold_is_known and corners is not None and midges is not None:
                self.parity(corners, midges, rotation)
        if self.geometry.inner > 1:
            self.wings()
            self.centers()
        return self.problems

    def add(
        self,
        kind: ProblemKind,
        message: str,
        slots: Ints | Sequence[int],
        places: Sequence[str] = (),
    ) -> None:
        flat = tuple(int(slot) for slot in np.ravel(slots))
        named = tuple(places) or tuple(map(self.geometry.place_name, flat))
        self.problems.append(Problem(kind, message, named, flat))

    def piece_text(self, colors: Sequence[int]) -> str:
        return "-".join(self.names[color] for color in colors)

    def color_counts(self) -> None:
        counts = np.bincount(self.colors, minlength=N_FACES)
        area = self.geometry.area
        wrong = [f"{self.names[c]} {counts[c]}" for c in range(N_FACES) if counts[c] != area]
        if wrong:
            message = f"expected {area} stickers of each colour, got {', '.join(wrong)}"
            self.add(ProblemKind.COLOR_COUNT, message, (), [w.split()[0] for w in wrong])

    def middle_centers(self) -> None:
        slots = self.geometry.middle_slots
        seen = ", ".join(
            f"{FACE_NAMES[face]} {self.names[self.colors[slot]]}" for face, slot in enumerate(slots)
        )
        message = f"no cube has its middle centres like this: {seen}"
        self.add(ProblemKind.MIDDLE_CENTERS, message, slots)

    def corners(self, rotation: int) -> list[tuple[int, int]] | None:
        """Check the corners; return piece and twist at each place if all eight are there."""
        slots = self.geometry.held_corner_slots[rotation]
        found = find_corners(self.colors, slots)
        places = self.part_names(slots)
        for place, piece in enumerate(found):
            if piece is None:
                seen = self.colors[slots[place]].tolist()
                message = f"corner {places[place]}: there is no {self.piece_text(seen)} corner"
                if tuple(seen[::-1]) in _CLOCKWISE:
                    message += "; its colours run the wrong way round"
                self.add(ProblemKind.IMPOSSIBLE_CORNER, message, slots[place], [places[place]])
        self.repeated(found, CORNER_FACES, slots, places, ProblemKind.REPEATED_CORNER, "corner")
        placed = [piece for piece in found if piece is not None]
        if len({piece for piece, _ in placed}) < len(CORNER_FACES):
            return None
        twist = sum(twist for _, twist in placed) % 3
        if twist:
            twisted = [place for place, (_, by) in enumerate(placed) if by]
            way = "anticlockwise" if twist == 1 else "clockwise"
            message = f"the corners are twisted: give one of them a third of a turn {way}"
            names = [places[place] for place in twisted]
            message += f" (twisted: {', '.join(names)})"
            self.add(ProblemKind.CORNER_TWIST, message, slots[twisted], names)
        return placed

    def midges(self, rotation: int) -> list[tuple[int, int]] | None:
        """Check the middle edges; return piece and flip at each place if all twelve are there."""
        slots = self.geometry.held_midge_slots[rotation]
        found = find_midges(self.colors, slots)
        places = self.part_names(slots)
        for place, piece in enumerate(found):
            if piece is None:
                text = self.piece_text(self.colors[slots[place]].tolist())
                message = f"middle edge {places[place]}: there is no {text} edge"
                self.add(ProblemKind.IMPOSSIBLE_MIDGE, message, slots[place], [places[place]])
        self.repeated(found, EDGE_FACES, slots, places, ProblemKind.REPEATED_MIDGE, "middle edge")
        placed = [piece for piece in found if piece is not None]
        if len({piece for piece, _ in placed}) < len(EDGE_FACES):
            return None
        if sum(flip for _, flip in placed) % 2:
            flipped = [place for place, (_, flip) in enumerate(placed) if flip]
            names = [places[place] for place in flipped]
            message = f"an odd number of middle edges is flipped (flipped: {', '.join(names)})"
            self.add(ProblemKind.EDGE_FLIP, message, slots[flipped], names)
        return placed

    def parity(
        self, corners: list[tuple[int, int]], midges: list[tuple[int, int]], rotation: int
    ) -> None:
        corner_pieces = [piece for piece, _ in corners]
        midge_pieces = [piece for piece, _ in midges]
        if is_odd(corner_pieces) == is_odd(midge_pieces):
            return
        slots: list[int] = []
        names: list[str] = []
        for pieces, held in (
            (corner_pieces, self.geometry.held_corner_slots[rotation]),
            (midge_pieces, self.geometry.held_midge_slots[rotation]),
        ):
            away = [place for place, piece in enumerate(pieces) if piece != place]
            slots += held[away].ravel().tolist()
            names += self.part_names(held[away])
        message = (
            "two corners or two middle edges are swapped: their permutations differ in parity"
            f" (out of place: {', '.join(names)})"
        )
        self.add(ProblemKind.PERMUTATION_PARITY, message, slots, names)

    def part_names(self, slots: Ints) -> list[str]:
        """Return the names of the places that these rows of slots are on."""
        return [part_name([slot // self.geometry.area for slot in row]) for row in slots.tolist()]

    def repeated(
        self,
        found: Sequence[Placed],
        homes: Sequence[Sequence[int]],
        slots: Ints,
        places: list[str],
        kind: ProblemKind,
        what: str,
    ) -> None:
        pieces = [piece[0] if piece is not None else -1 for piece in found]
        for piece, faces in enumerate(homes):
            at = [place for place, seen in enumerate(pieces) if seen == piece]
            if len(at) > 1:
                names = [places[place] for place in at]
                message = f"the {self.piece_text(faces)} {what} appears {len(at)} times: "
                self.add(kind, message + ", ".join(names), slots[at], names)

    def wings(self) -> None:
        orbits = self.geometry.wing_orbits()
        seen = self.colors[orbits].astype(np.int64)
        codes = seen[..., 0] * N_FACES + seen[..., 1]
        impossible = (
            seen[..., 0] - seen[..., 1]
        ) % 3 == 0  # one colour twice, or two opposite ones
        counts = np.zeros((len(orbits), N_FACES * N_FACES), dtype=np.int64)
        np.add.at(counts, (np.arange(len(orbits))[:, None], codes), 1)
        repeated = (counts > 1).any(axis=1)
        self.orbit_by_orbit(
            ProblemKind.IMPOSSIBLE_WING,
            np.flatnonzero(impossible.any(axis=1)),
            lambda orbit: self.impossible_wings(orbits[orbit], codes[orbit], impossible[orbit]),
        )
        self.orbit_by_orbit(
            ProblemKind.REPEATED_WING,
            np.flatnonzero(repeated),
            lambda orbit: self.repeated_wings(orbits[orbit], codes[orbit], counts[orbit]),
        )

    def impossible_wings(self, slots: Ints, codes: Ints, impossible: Ints) -> None:
        for wing in np.flatnonzero(impossible):
            place = self.wing_name(slots[wing])
            text = self.piece_text(divmod(int(codes[wing]), N_FACES))
            message = f"wing {place}: there is no {text} wing"
            self.add(ProblemKind.IMPOSSIBLE_WING, message, slots[wing], [place])

    def repeated_wings(self, slots: Ints, codes: Ints, counts: Ints) -> None:
        for code in np.flatnonzero(counts > 1):
            first, second = divmod(int(code), N_FACES)
            if (first - second) % 3 == 0:
                continue  # named as impossible already
            at = np.flatnonzero(codes == code)
            names = [self.wing_name(slots[wing]) for wing in at]
            text = self.piece_text((first, second))
            if len(at) == 2 and counts[second * N_FACES + first] == 0:
                kind = ProblemKind.WING_CHIRALITY
                message = f"both {text} wings face the same way; flip one of them: "
            else:
                kind = ProblemKind.REPEATED_WING
                message = f"the same {text} wing appears {len(at)} times: "
            self.add(kind, message + ", ".join(names), slots[at], names)

    def wing_name(self, slots: Ints) -> str:
        """Return a wing's place: its edge, and the places of both stickers."""
        a, b = (int(slot) for slot in slots)
        area = self.geometry.area
        name = part_name((a // area, b // area))
        return f"{name} ({self.geometry.place_name(a)} {self.geometry.place_name(b)})"

    def centers(self) -> None:
        orbits = self.geometry.center_orbits()
        seen = self.colors[orbits]
        counts = np.stack([np.sum(seen == color, axis=1) for color in range(N_FACES)], axis=1)
        self.orbit_by_orbit(
            ProblemKind.CENTER_ORBIT_COUNT,
            np.flatnonzero((counts != 4).any(axis=1)),
            lambda orbit: self.center_orbit(orbits[orbit], counts[orbit]),
        )

    def center_orbit(self, slots: Ints, counts: Ints) -> None:
        wrong = [f"{self.names[c]} {counts[c]}" for c in range(N_FACES) if counts[c] != 4]
        too_many = slots[np.isin(self.colors[slots], np.flatnonzero(counts > 4))]
        message = (
            f"the centre orbit of {self.geometry.place_name(int(slots[0]))} needs 4 of each colour,"
            f" got {', '.join(wrong)}"
        )
        self.add(ProblemKind.CENTER_ORBIT_COUNT, message, too_many)

    def orbit_by_orbit(self, kind: ProblemKind, bad: Ints, name: Callable[[int], None]) -> None:
        """Name the faults of the first bad orbits, and count the others."""
        for orbit in bad[:_ORBITS_NAMED]:
            name(int(orbit))
        more = len(bad) - _ORBITS_NAMED
        if more > 0:
            self.problems.append(Problem(kind, f"{kind}: {more} more orbits have such faults"))


_CLOCKWISE = {faces[i:] + faces[:i] for faces in CORNER_FACES for i in range(3)}


def is_odd(permutation: Sequence[int]) -> bool:
    """Whether a permutation of 0..n-1 is an odd number of swaps."""
    seen = [False] * len(permutation)
    odd = False
    for start in range(len(permutation)):
        length = 0
        at = start
        while not seen[at]:
            seen[at] = True
            at = permutation[at]
            length += 1
        odd ^= length > 0 and length % 2 == 0
    return odd
