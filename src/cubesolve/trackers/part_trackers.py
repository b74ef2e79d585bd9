"""Trackers of pieces: by their colours, or by the very stickers they have."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from cubesolve.errors import InternalSWError
from cubesolve.model import Color, ColorsId, Cube, Part, PartSlice
from cubesolve.trackers.holder import HasCube, cube_of


class _Context:
    """Nothing has to be undone: these trackers mark nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


class PartTracker(_Context):
    """Follows the piece with certain colours on a reduced cube, and knows where it belongs."""

    def __init__(self, owner: HasCube | Cube, colors: Iterable[Color]) -> None:
        self.cube = cube_of(owner)
        self.colors_id: ColorsId = frozenset(colors)

    @classmethod
    def of_position(cls, part: Part[Any]) -> PartTracker:
        """Return the tracker of the piece that belongs at this part."""
        return cls(part.cube, part.position_id)

    @classmethod
    def of_color(cls, part: Part[Any]) -> PartTracker:
        """Return the tracker of the piece that is at this part."""
        return cls(part.cube, part.colors_id)

    @classmethod
    def of_many_by_position(cls, parts: Iterable[Part[Any]]) -> list[PartTracker]:
        """Return the trackers of the pieces that belong at these parts."""
        return [cls.of_position(part) for part in parts]

    @property
    def position(self) -> Part[Any]:
        """The part where the piece belongs."""
        return self._found(self.cube.find_part_by_pos_colors(self.colors_id), "belongs nowhere")

    @property
    def actual(self) -> Part[Any]:
        """The part where the piece is."""
        return self._found(self.cube.find_part_by_colors(self.colors_id), "is nowhere")

    @property
    def in_position(self) -> bool:
        """Whether the piece is where it belongs, perhaps turned."""
        return self.position is self.actual

    @property
    def match(self) -> bool:
        """Whether the piece is where it belongs with the colours of the faces."""
        return self.in_position and self.actual.match_faces

    def _found(self, part: Part[Any] | None, problem: str) -> Part[Any]:
        if part is None:
            names = "-".join(sorted(color.name.lower() for color in self.colors_id))
            raise InternalSWError(f"the {names} piece {problem}")
        return part


class PartSliceTracker(_Context):
    """Follows one cubie through all turns, by a sticker of it."""

    def __init__(self, piece: PartSlice) -> None:
        self.cube: Cube = piece.parent.cube
        self._sticker = piece.edges[0].sticker

    @property
    def slice(self) -> PartSlice:
        """The place where the cubie is now."""
        return self.cube.part_slice(self.cube.find_sticker(self._sticker))

    @property
    def parent(self) -> Part[Any]:
        """The part where the cubie is now."""
        return self.slice.parent


class MarkedPartTracker(PartSliceTracker):
    """Follows a part through all turns, by its representative slice."""

    def __init__(self, part: Part[Any]) -> None:
        super().__init__(part.representative_slice)

    @property
    def part(self) -> Part[Any]:
        """The part where it is now."""
        return self.parent
