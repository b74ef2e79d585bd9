"""`FacesTrackerHolder`: six trackers that say which colour belongs on which face."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, ClassVar, Protocol

from cubesolve.errors import InternalSWError
from cubesolve.interrupts import Restoring, restoring
from cubesolve.model import CenterSlice, Color, ColorScheme, Cube, Face, FaceName, Part, PartEdge
from cubesolve.trackers.assignment import best_scheme, check_scheme, tracking_order
from cubesolve.trackers.face_trackers import (
    TRACKER_KEY_PREFIX,
    CenterFaceTracker,
    DisplacedCenterFaceTracker,
    FaceTracker,
    MarkedFaceTracker,
    sticker_to_mark,
    tracked_color,
)


class HasCube(Protocol):
    """Anything that works on a cube: a solver, an operator."""

    @property
    def cube(self) -> Cube:
        """The cube."""
        ...


def cube_of(owner: HasCube | Cube) -> Cube:
    """Return the cube itself, or that of what works on it."""
    cube = owner if isinstance(owner, Cube) else getattr(owner, "cube", None)
    if not isinstance(cube, Cube):
        raise TypeError(f"expected a Cube, or what has one as .cube, got {owner!r}")
    return cube


class NxNCentersFaceTrackers:
    """Makes the six trackers of a cube, for one holder."""

    _tracker_ids: ClassVar[Iterator[int]] = count(1)

    def __init__(self, cube: Cube, holder_id: int, scheme: ColorScheme | None = None) -> None:
        self.cube = cube
        self.holder_id = holder_id
        self.scheme = scheme

    def create(self) -> list[FaceTracker]:
        """Return the trackers: each face that is decided, followed by its opposite.

        Odd sizes ask the middle centres; even sizes mark a sticker on one face of each opposite
        pair, a 2x2 those of the corner DBL. A given scheme overrides what the cube shows.
        """
        if self.cube.size % 2:
            return self._by_centers()
        if self.cube.n_slices:
            order = tracking_order(self.cube, self.scheme or best_scheme(self.cube))
        elif self.scheme is not None:
            order = [(face.name, self.scheme.colors[face.number]) for face in self.cube.faces[:3]]
        else:
            faces = self.cube.corner("DBL").faces
            order = [(face.name, self.cube.own_face_color(face.name)) for face in faces]
        trackers = []
        for name, color in order:
            marked = self._by_mark(name, color)
            trackers += [marked, marked.track_opposite()]
        return trackers

    def _by_centers(self) -> list[FaceTracker]:
        cube, scheme = self.cube, self.scheme
        if scheme is None:
            return [CenterFaceTracker(cube, color) for color in cube.scheme.colors]
        return [DisplacedCenterFaceTracker(cube, c, scheme.face(c)) for c in cube.scheme.colors]

    def _by_mark(self, name: FaceName, color: Color) -> FaceTracker:
        number = next(self._tracker_ids)
        key = f"{TRACKER_KEY_PREFIX}h{self.holder_id}:{color.name}{number}"
        return MarkedFaceTracker(sticker_to_mark(self.cube.face(name)), color, key)


def _remove_marks(trackers: list[FaceTracker]) -> None:
    for tracker in trackers:
        tracker.cleanup()


class FacesTrackerHolder(Restoring):
    """Says which colour belongs on which face, also where scrambled centres cannot.

    It is a provider of face colours for `Cube.with_faces_color_provider`. Several holders can be
    alive at once: each knows its own marks and removes only them, when its block ends.

    On odd sizes the middle centres decide, on a 2x2 the corner DBL, on other even sizes what is
    finished: centre cells, and blocks of edges and corners. If you know better, pass `scheme=`, one
    of the 24 holds of the cube's own scheme.

    >>> cube = Cube.random_state(4, seed=1)
    >>> with FacesTrackerHolder(cube) as holder:
    ...     before = holder.face_colors
    ...     cube.play("y")
    ...     holder.face_colors[FaceName.L] == before[FaceName.F]
    True
    """

    _holder_ids: ClassVar[Iterator[int]] = count(1)

    def __init__(
        self,
        owner: HasCube | Cube,
        trackers: list[FaceTracker] | None = None,
        scheme: ColorScheme | None = None,
    ) -> None:
        self.cube = cube_of(owner)
        self.holder_id = next(self._holder_ids)
        if scheme is not None:
            if trackers is not None:
                raise ValueError("expected trackers or a scheme, got both")
            check_scheme(self.cube, scheme)
        self._colors: dict[FaceName, Color] | None = None
        self._colors_counter = -1
        self._frozen: dict[FaceName, Color] | None = None
        self.trackers: list[FaceTracker] = trackers or []
        if trackers is None:
            self.begin_early(partial(self._track, scheme))

    def _track(self, scheme: ColorScheme | None) -> Callable[[], None]:
        self.trackers = NxNCentersFaceTrackers(self.cube, self.holder_id, scheme).create()
        return partial(_remove_marks, self.trackers)

    # Colours of faces

    @property
    def face_colors(self) -> dict[FaceName, Color]:
        """The colour that belongs on each face now."""
        return self.get_face_colors()

    def get_face_colors(self) -> dict[FaceName, Color]:
        """Return the colour that belongs on each face now, in the order of the faces.

        Where a turn of an inner layer has carried marks away, a face may be missing: see
        `frozen_face_colors` and `preserve_physical_faces`.
        """
        if self._frozen is not None:
            return dict(self._frozen)
        return dict(self._live_colors())

    def get_face_color(self, name: FaceName) -> Color:
        """Return the colour that belongs on a face now."""
        colors = self._frozen if self._frozen is not None else self._live_colors()
        color = colors.get(name)
        if color is None:
            raise InternalSWError(
                f"no tracker is on face {name}: a turn of an inner layer carried its mark away;"
                " play it within frozen_face_colors() or preserve_physical_faces()"
            )
        return color

    def get_tracker(self, name: FaceName) -> FaceTracker:
        """Return the tracker whose colour belongs on a face now."""
        return self.get_tracker_by_color(self.get_face_color(name))

    def get_tracker_by_color(self, color: Color) -> FaceTracker:
        """Return the tracker of a colour; raise `ValueError` if the scheme has it not."""
        for tracker in self.trackers:
            if tracker.color == color:
                return tracker
        raise ValueError(f"there is no tracker for {color.name.lower()}")

    def get_face_by_color(self, color: Color) -> Face:
        """Return the face on which a colour belongs now."""
        return self.get_tracker_by_color(color).face

    def part_match_faces(self, part: Part[Any]) -> bool:
        """Whether a part has the colours that belong on its faces, by the trackers' word."""
        return all(edge.color == self.get_face_color(edge.face.name) for edge in part.edges)

    def _live_colors(self) -> dict[FaceName, Color]:
        counter = self.cube.modify_counter
        if self._colors is None or self._colors_counter != counter:
            found = {tracker.face_name: tracker.color for tracker in self.trackers}
            self._colors = {name: found[name] for name in FaceName if name in found}
            self._colors_counter = counter
        return self._colors

    # Turns of inner layers

    @restoring
    def frozen_face_colors(self) -> Iterator[dict[FaceName, Color]]:
        """Answer as now until the block ends, whatever is turned: for trying turns in a query.

        Afterwards the trackers follow the same stickers as before, also if faces were preserved
        inside, so a query that is taken back leaves no trace on them.
        """
        before = self._frozen
        restores = [tracker.save() for tracker in self.trackers]
        self._frozen = self.get_face_colors()
        try:
            yield dict(self._frozen)
        finally:
            self._frozen = before
            for restore in restores:
                restore()
            self._colors = None

    @restoring
    def preserve_physical_faces(self) -> Iterator[None]:
        """Let every face have, when the block ends, the colour that it has now.

        Marks that turns carried to other faces are set anew. On odd sizes there is nothing to set:
        there the colours follow the middle centres, unless a scheme was given.

        What is taken back later, by `undo` or at the end of a query, is not noticed: use it within
        `frozen_face_colors` there.
        """
        names = [tracker.face_name for tracker in self.trackers]
        try:
            yield
        finally:
            for tracker, name in zip(self.trackers, names, strict=True):
                tracker.restore_to_physical_face(name)
            self._colors = None

    # Life

    def cleanup(self) -> None:
        """Remove all marks of this holder from the cube."""
        _remove_marks(self.trackers)
        self._colors = None
        self.end_early()

    def restore(self) -> None:
        """Remove all marks of this holder: its block ends."""
        self.cleanup()

    # For display: marks of any holder

    @staticmethod
    def is_tracked_slice(cell: CenterSlice) -> bool:
        """Whether any holder marked this cell; for display only."""
        return FacesTrackerHolder.get_tracked_edge_color(cell.edge) is not None

    @staticmethod
    def get_tracked_slice_color(cell: CenterSlice) -> Color | None:
        """Return the colour with which any holder marked this cell, or `None`; for display only."""
        return FacesTrackerHolder.get_tracked_edge_color(cell.edge)

    @staticmethod
    def get_tracked_edge_color(edge: PartEdge) -> Color | None:
        """Return the colour with which any holder marked this sticker, or `None`."""
        return tracked_color(edge.face.cube.notes_on(edge.sticker))

    @staticmethod
    def tracked_slots(cube: Cube) -> dict[int, Color]:
        """Return the slots of all marked stickers with their colours; for display only."""
        found = {}
        for sticker, notes in cube.noted_stickers().items():
            color = tracked_color(notes)
            if color is not None:
                found[cube.find_sticker(sticker)] = color
        return found
