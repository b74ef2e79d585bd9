"""The cube: one array of stickers, and views that read it."""

from cubesolve.model.batch import CubeBatch
from cubesolve.model.big_cube import BigCube
from cubesolve.model.big_random import RandomState
from cubesolve.model.colors import BOY, DEFAULT_SCHEME, Color, ColorScheme, FaceName
from cubesolve.model.cube import Cube, FacesColorsProvider
from cubesolve.model.face_translation import Cell, Face2FaceTranslator, FaceTranslation
from cubesolve.model.geometry import MAX_SIZE
from cubesolve.model.parts import (
    Center,
    CenterSlice,
    ColorsId,
    Corner,
    CornerSlice,
    Edge,
    EdgeWing,
    Face,
    Marked,
    Part,
    PartEdge,
    PartSlice,
    all_in_position,
    all_match_faces,
    parts_id_by_pos,
    slots_of,
)
from cubesolve.model.validity import Problem, ProblemKind

__all__ = [
    "BOY",
    "DEFAULT_SCHEME",
    "MAX_SIZE",
    "BigCube",
    "Cell",
    "Center",
    "CenterSlice",
    "Color",
    "ColorScheme",
    "ColorsId",
    "Corner",
    "CornerSlice",
    "Cube",
    "CubeBatch",
    "Edge",
    "EdgeWing",
    "Face",
    "Face2FaceTranslator",
    "FaceName",
    "FaceTranslation",
    "FacesColorsProvider",
    "Marked",
    "Part",
    "PartEdge",
    "PartSlice",
    "Problem",
    "ProblemKind",
    "RandomState",
    "all_in_position",
    "all_match_faces",
    "parts_id_by_pos",
    "slots_of",
]
