"""Which stickers stay doubtful, and why."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.errors import ScanError
from cubesolve.model.colors import Color
from cubesolve.model.geometry import FACE_NAMES, N_FACES, Geometry
from cubesolve.scan.arrangements import Arrangement, slots_of
from cubesolve.scan.laws import Ints
from cubesolve.scan.oklab import Floats
from cubesolve.scan.possible import Laws
from cubesolve.scan.resolve import Resolved, costs_at
from cubesolve.scan.result import Doubt

_DOUBTFUL = 4.0  # nats: another cube is at least a fiftieth as probable
_FEW_STICKERS = 6.0  # more on a 2x2: four stickers hardly tell a colour from the light on it
_SCATTERED = 8.5  # of OKLab, in hundredths: readings that far from their colours are none
_TIDY = 2.0  # where readings scatter more, more is doubtful
_AGAINST = 9.0  # nats by which a reading speaks against the colour that the laws gave it
_FAR = 15.0  # of OKLab, in hundredths: no light or noise puts a reading that far off
_HOPELESS = 0.12  # share of stickers with such a reading that is not a cube at all


class Doubts:
    """Collects for each slot the nearest cube in which it differs."""

    def __init__(self, geometry: Geometry, resolved: Resolved, names: tuple[Color, ...]) -> None:
        self.geometry = geometry
        self.resolved = resolved
        self.names = [names[color] for color in resolved.arrangement.colors]  # by face
        self.all_names = names
        self.found: dict[int, Doubt] = {}
        self.costs = costs_at(resolved.costs, resolved.arrangement, geometry.size)
        self.away = _distances(geometry, resolved)
        self.against = _against(self.costs, self.away, resolved.possible.faces)
        self.scatter = float(np.median(_own(self.away, resolved.possible.faces)))
        few = _FEW_STICKERS if geometry.size == 2 else 0.0
        self.doubtful = _DOUBTFUL + few + 2 * max(0.0, self.scatter - _TIDY)

    def collect(self) -> tuple[Doubt, ...]:
        """Return all doubts, the greatest first; raise `ScanError` if there is no cube to see."""
        resolved, costs = self.resolved, self.costs
        if self.scatter > _SCATTERED:
            raise ScanError(
                "these are not the colours of a cube: the readings do not fall into six colours;"
                " check that the pictures show six faces of one cube"
            )
        self._add_against()
        self._turned()
        for margin, slots, faces in Laws(self.geometry).others(costs, resolved.possible):
            if margin < self.doubtful:
                self._alike(margin, slots, faces)
        return tuple(sorted(self.found.values(), key=lambda d: (d.margin, d.slot)))

    def _add(self, slot: int, other: Color, margin: float, reason: str) -> None:
        known = self.found.get(slot)
        if known is None or margin < known.margin:
            color = self.names[self.resolved.possible.faces[slot]]
            place = self.geometry.place_name(slot)
            self.found[slot] = Doubt(slot, place, color, other, margin, reason)

    def _alike(self, margin: float, slots: Ints, faces: Ints) -> None:
        for slot, face in zip(slots.tolist(), faces.tolist(), strict=True):
            color, other = self.names[self.resolved.possible.faces[slot]], self.names[face]
            self._add(slot, other, max(margin, 0.0), _alike_reason(color, other))

    def _add_against(self) -> None:
        """Mark stickers whose reading speaks against the colour that the laws gave them."""
        faces, against = self.resolved.possible.faces, self.against
        if len(against) > max(_HOPELESS * len(faces), N_FACES):
            raise ScanError(
                f"these are not the colours of a cube: {len(against)} of {len(faces)} stickers"
                " fit no possible cube; check that the pictures show six faces of one cube"
            )
        for slot in against:
            other = self.names[self._looks(slot)]
            color = self.names[faces[slot]]
            reason = f"looks {_name(other)}, but only {_name(color)} makes a possible cube"
            self._add(slot, other, 0.0, reason)

    def _looks(self, slot: int) -> int:
        """Return the face whose colour a reading is nearest to, other than its own."""
        away = self.away[slot].copy()
        away[self.resolved.possible.faces[slot]] = np.inf
        return int(away.argmin())

    def _turned(self) -> None:
        """Mark stickers that differ in another cube or arrangement almost as probable."""
        resolved = self.resolved
        here = np.array(resolved.arrangement.colors)[resolved.possible.faces]
        read = self._read(resolved.arrangement, here)
        for cost, arrangement, possible in resolved.rivals:
            margin = cost - resolved.cost
            there = np.array(arrangement.colors)[possible.faces]
            # Where all colours are as they were read, it does not matter how well they are known.
            is_same = np.array_equal(self._read(arrangement, there), read)
            if margin >= (_DOUBTFUL if is_same else self.doubtful):
                continue
            turned = self._turned_faces(arrangement, here != there)
            for slot in np.flatnonzero(here != there).tolist():
                color, other = self.all_names[here[slot]], self.all_names[there[slot]]
                reason = _alike_reason(color, other)
                if turned:
                    reason = f"{turned} may be turned another way, and both ways are possible"
                self._add(slot, other, max(margin, 0.0), reason)

    def _turned_faces(self, arrangement: Arrangement, differs: npt.NDArray[np.bool_]) -> str:
        """Return the pictures that another arrangement turns, and that look different then."""
        pairs = zip(arrangement.turns, self.resolved.arrangement.turns, strict=True)
        on_faces = [bool(face.any()) for face in differs.reshape(N_FACES, -1)]
        faces = [FACE_NAMES[f] for f, (a, b) in enumerate(pairs) if a != b and on_faces[f]]
        if len(faces) < 2:
            return "".join(f"the picture of {face}" for face in faces)
        return f"the pictures of {', '.join(faces[:-1])} and {faces[-1]}"

    def _read(self, arrangement: Arrangement, colors: Ints) -> Ints:
        """Return the colours of the readings, given those of the slots."""
        read = np.empty_like(colors)
        read[slots_of(arrangement, self.geometry.size)] = colors
        return read


def _distances(geometry: Geometry, resolved: Resolved) -> Floats:
    """Return (slot, face): how far readings are from the colours of the faces."""
    lab = resolved.shades.lab[slots_of(resolved.arrangement, geometry.size)]
    means = resolved.shades.means[list(resolved.arrangement.colors)]
    distances: Floats = np.linalg.norm(lab[:, None] - means[None], axis=2)
    return distances


def _own(values: Floats, faces: Ints) -> Floats:
    """Return what each slot has for its own colour."""
    return values[np.arange(len(faces)), faces]


def _against(costs: Floats, away: Floats, faces: Ints) -> list[int]:
    """Return the slots whose reading speaks against the colour that they were given.

    It is far less probable, or simply another colour: where colours have few stickers, one that is
    wrong makes its colour so wide that it seems probable.
    """
    improbable = _own(costs, faces) - costs.min(axis=1) > _AGAINST
    own = _own(away, faces)
    other = (own > _FAR) & (away.min(axis=1) < own / 3)
    slots: list[int] = np.flatnonzero(improbable | other).tolist()
    return slots


def _alike_reason(color: Color, other: Color) -> str:
    return f"{_name(color)} and {_name(other)} look alike here, and both are possible"


def _name(color: Color) -> str:
    return color.name.lower()
