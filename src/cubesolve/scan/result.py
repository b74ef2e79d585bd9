"""What a scan finds: a cube, and the stickers that stay doubtful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cubesolve.model.colors import Color, ColorScheme
from cubesolve.model.cube import Cube


@dataclass(frozen=True, eq=False)
class ScannedFace:
    """One face as a photograph shows it: its size, its readings, and where it is.

    `readings` (N, N, 6) has red, green and blue of each sticker, and the same of its rim, where
    hard light has not burnt the colour out.
    `corners` are the top left, top right, bottom right and bottom left corner of its grid, as
    fractions of the picture's width and height.
    """

    size: int
    readings: npt.NDArray[np.float64]
    corners: npt.NDArray[np.float64]

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "size": self.size,
            "corners": self.corners.round(5).tolist(),
            "readings": self.readings.round(2).tolist(),
        }


@dataclass(frozen=True)
class Doubt:
    """A sticker that may have another colour than the one that was read.

    `margin` is how much more probable the cube that was read is than the best one in which this
    sticker differs, as a natural logarithm: the lower, the more doubtful.
    """

    slot: int
    place: str
    color: Color
    other: Color
    margin: float
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "slot": self.slot,
            "place": self.place,
            "color": self.color.name.lower(),
            "other": self.other.name.lower(),
            "margin": round(self.margin, 2),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Scan:
    """The most probable possible cube that readings or photographs show.

    `doubtful` names the stickers that may be wrong, the most doubtful first. `pictures` says which
    of the given pictures shows U, R, F, D, L and B, and `turns` by how many quarter turns clockwise
    each was put right.
    """

    size: int
    facelets: str
    scheme: ColorScheme
    doubtful: tuple[Doubt, ...]
    pictures: tuple[int, ...]
    turns: tuple[int, ...]

    @property
    def is_certain(self) -> bool:
        """Whether no sticker is doubtful."""
        return not self.doubtful

    @property
    def cube(self) -> Cube:
        """The cube, in the colours that were seen."""
        return Cube.from_facelets(self.facelets, self.scheme)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON: `facelets`, `size` and `doubtful`, and how the pictures were held."""
        return {
            "size": self.size,
            "facelets": self.facelets,
            "scheme": self.scheme.letters,
            "doubtful": [doubt.to_json() for doubt in self.doubtful],
            "pictures": list(self.pictures),
            "turns": list(self.turns),
        }
