"""Trackers: each knows a colour and, at any time, the face on which that colour belongs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from cubesolve.errors import InternalSWError
from cubesolve.model import Color, Cube, Face, FaceName, PartEdge

TRACKER_KEY_PREFIX = "_nxn_centers_track:"  # copies of a cube leave names with an underscore behind


class FaceTracker(ABC):
    """A colour and the face on which it belongs now."""

    def __init__(self, cube: Cube, color: Color) -> None:
        self.cube = cube
        self.color = color

    @property
    @abstractmethod
    def face(self) -> Face:
        """The face on which the colour belongs now."""

    @property
    def face_name(self) -> FaceName:
        """The name of that face."""
        return self.face.name

    @abstractmethod
    def cleanup(self) -> None:
        """Leave no trace on the cube."""

    @abstractmethod
    def restore_to_physical_face(self, name: FaceName) -> None:
        """Let the colour belong on this face again, wherever turns have carried it."""

    def save(self) -> Callable[[], None]:
        """Return what makes the tracker follow again what it follows now."""
        return lambda: None

    def track_opposite(self) -> SimpleFaceTracker:
        """Return the tracker of the opposite colour, which belongs on the opposite face."""
        opposite = self.cube.scheme.opposite_color(self.color)
        return SimpleFaceTracker(self.cube, opposite, lambda face: face.opposite is self.face)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.color.name}>"


class SimpleFaceTracker(FaceTracker):
    """Finds its face by a question that only one face answers with yes; marks nothing."""

    def __init__(self, cube: Cube, color: Color, is_face: Callable[[Face], bool]) -> None:
        super().__init__(cube, color)
        self._is_face = is_face

    @property
    def face(self) -> Face:
        """The face that answers with yes."""
        for face in self.cube.faces:
            if self._is_face(face):
                return face
        raise InternalSWError(f"no face is the one for {self.color.name.lower()}")

    def cleanup(self) -> None:
        """Do nothing: nothing was marked."""

    def restore_to_physical_face(self, name: FaceName) -> None:
        """Do nothing: the answer follows from the cube, or from a tracker that is restored."""


class CenterFaceTracker(SimpleFaceTracker):
    """Follows the middle centre of its colour; for odd sizes."""

    def __init__(self, cube: Cube, color: Color) -> None:
        super().__init__(cube, color, lambda face: cube.own_face_color(face.name) == color)


class DisplacedCenterFaceTracker(SimpleFaceTracker):
    """Follows the middle centre that is on the face where its colour belongs; for odd sizes.

    Whoever says that another colour belongs there has moved the middle centres, and will move them
    back.
    """

    def __init__(self, cube: Cube, color: Color, name: FaceName) -> None:
        super().__init__(cube, color, lambda face: cube.own_face_color(face.name) == self._followed)
        self._followed = cube.own_face_color(name)

    def restore_to_physical_face(self, name: FaceName) -> None:
        """Follow the centre that is on this face now."""
        self._followed = self.cube.own_face_color(name)

    def save(self) -> Callable[[], None]:
        """Return what makes it follow the same centre again."""
        followed = self._followed

        def restore() -> None:
            self._followed = followed

        return restore


class MarkedFaceTracker(FaceTracker):
    """Marks a sticker with its key; its face is where that sticker is.

    The sticker is one of a centre, on a 2x2 one of a corner.

    The mark is a moveable attribute, key to colour, so it travels with the sticker; the tracker
    knows the sticker's number and looks for it in the 24 slots that it can be in.
    """

    def __init__(self, edge: PartEdge, color: Color, key: str) -> None:
        super().__init__(edge.face.cube, color)
        self.key = key
        self._sticker: int | None = None
        self._found: tuple[int, Face] | None = None  # modify counter, and the face then
        self._mark(edge)

    @property
    def face(self) -> Face:
        """The face that the marked sticker is on."""
        if self._sticker is None:
            raise InternalSWError(f"the tracker of {self.color.name.lower()} was cleaned up")
        counter = self.cube.modify_counter
        if self._found is None or self._found[0] != counter:
            slot = self.cube.find_sticker(self._sticker)
            self._found = counter, self.cube.faces[slot // self.cube.geometry.area]
        return self._found[1]

    def cleanup(self) -> None:
        """Remove the mark, if it is still there."""
        if self._sticker is not None:
            self.cube.sticker_attributes(self._sticker).pop(self.key, None)
            self._sticker = None

    def restore_to_physical_face(self, name: FaceName) -> None:
        """Move the mark to this face, if turns have carried it to another."""
        if self._sticker is not None and self.face_name != name:
            self.cleanup()
            self._mark(sticker_to_mark(self.cube.face(name)))

    def save(self) -> Callable[[], None]:
        """Return what puts the mark on the same sticker again."""
        sticker = self._sticker

        def restore() -> None:
            if sticker is not None and self._sticker is not None and sticker != self._sticker:
                self.cleanup()
                self._mark(self.cube.part_edge(self.cube.find_sticker(sticker)))

        return restore

    def _mark(self, edge: PartEdge) -> None:
        self._sticker = edge.sticker
        self._found = None
        edge.moveable_attributes[self.key] = self.color


def sticker_to_mark(face: Face) -> PartEdge:
    """Return the sticker of a face that a tracker marks: of its centre, or of a corner."""
    if face.cube.n_slices:
        return face.center.representative_slice.edge
    names = ("DBL", "UFR")  # of which one is on every face
    corner = next(c for c in map(face.cube.corner, names) if c.on_face(face))
    return corner.get_face_edge(face)


def tracked_color(notes: Mapping[str, object]) -> Color | None:
    """Return the colour of the first tracker that marked a sticker with these notes, or `None`."""
    for key, value in notes.items():
        if key.startswith(TRACKER_KEY_PREFIX) and isinstance(value, Color):
            return value
    return None
