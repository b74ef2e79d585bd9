"""Trackers: which colour belongs on which face, and where pieces are."""

from cubesolve.trackers.assignment import best_scheme, center_counts
from cubesolve.trackers.face_trackers import (
    TRACKER_KEY_PREFIX,
    CenterFaceTracker,
    DisplacedCenterFaceTracker,
    FaceTracker,
    MarkedFaceTracker,
    SimpleFaceTracker,
)
from cubesolve.trackers.holder import FacesTrackerHolder, HasCube, NxNCentersFaceTrackers
from cubesolve.trackers.part_trackers import MarkedPartTracker, PartSliceTracker, PartTracker

__all__ = [
    "TRACKER_KEY_PREFIX",
    "CenterFaceTracker",
    "DisplacedCenterFaceTracker",
    "FaceTracker",
    "FacesTrackerHolder",
    "HasCube",
    "MarkedFaceTracker",
    "MarkedPartTracker",
    "NxNCentersFaceTrackers",
    "PartSliceTracker",
    "PartTracker",
    "SimpleFaceTracker",
    "best_scheme",
    "center_counts",
]
