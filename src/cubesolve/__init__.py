"""Rubik's cubes of any size: a fast model, exact notation, and solvers that explain themselves."""

# isort: off
from cubesolve.starting import is_loaded as _is_loaded  # noqa: F401 (first: it is for Ctrl-C)

# isort: on
from cubesolve.batch.many import solve_many
from cubesolve.cache import cache_folder
from cubesolve.commutators import CommunicatorHelper
from cubesolve.errors import (
    CubeSolveError,
    EvenCubeCornerSwapException,
    EvenCubeEdgeParityException,
    InternalSWError,
    Interrupted,
    InvalidCubeError,
    MissingExtraError,
    MoveFileError,
    NoSolutionInTime,
    NotationError,
    NotEnoughRoomError,
    ScanError,
    SolveFailed,
    UnsupportedSizeError,
)
from cubesolve.methods.cage import CageNxNSolver
from cubesolve.methods.layers import LayerByLayerNxNSolver
from cubesolve.methods.reduction.orchestrator import NxNSolverOrchestrator
from cubesolve.methods.reduction.reducer import BeginnerReducer
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.methods.three.cfop import CFOP3x3
from cubesolve.methods.three.two_phase import TwoPhase3x3
from cubesolve.model import (
    BOY,
    DEFAULT_SCHEME,
    BigCube,
    Center,
    CenterSlice,
    Color,
    ColorScheme,
    Corner,
    Cube,
    CubeBatch,
    Edge,
    EdgeWing,
    Face,
    FaceName,
    Part,
    PartEdge,
    PartSlice,
    Problem,
    RandomState,
)
from cubesolve.moves import LongAlg, MoveFile, is_move_file, read_moves, write_moves
from cubesolve.notation import (
    Alg,
    Commutator,
    Conjugate,
    Group,
    Metric,
    Move,
    Playable,
    random_moves,
)
from cubesolve.notebook import show
from cubesolve.operator import Operator, Recording, Step
from cubesolve.pictures import Film, Picture, Style, draw, film
from cubesolve.protocols import (
    Limit,
    Option,
    Options,
    Parity,
    Phase,
    ProgressListener,
    ReducerProtocol,
    SearchingSolver,
    SearchingSolver3x3,
    Solver,
    Solver3x3Protocol,
    SolverResults,
    SolveStep,
)
from cubesolve.render import Mark, Marker, face_png, net, svg
from cubesolve.scan import Doubt, Scan, ScannedFace, scan_face, scan_photos, scan_readings
from cubesolve.search.table_store import Table, TableState
from cubesolve.solving.big import BigSolution, check_room, solve_big
from cubesolve.solving.cases import Case, case_sheets
from cubesolve.solving.registry import SOLVERS, Method, Task, find_method, register, unregister
from cubesolve.solving.scramble import random_state_scramble
from cubesolve.solving.solution import Solution, SolutionStep
from cubesolve.solving.solve import iter_solutions, solve
from cubesolve.solving.tables import TABLES, build_tables, clear_tables
from cubesolve.solving.verify import Verification, is_solved_by, verify_moves
from cubesolve.stages.shadow import DualOperator, ShadowCubeHelper
from cubesolve.trackers import FacesTrackerHolder, FaceTracker
from cubesolve.version import __version__ as __version__
from cubesolve.words.turns import move_words

__all__ = [
    "BOY", "DEFAULT_SCHEME", "SOLVERS", "TABLES", "Alg", "BeginnerReducer", "BeginnerSolver3x3",
    "BigCube", "BigSolution", "CFOP3x3", "CageNxNSolver", "Case", "Center", "CenterSlice", "Color",
    "ColorScheme", "CommunicatorHelper", "Commutator", "Conjugate", "Corner", "Cube", "CubeBatch",
    "CubeSolveError", "Doubt", "DualOperator", "Edge", "EdgeWing", "EvenCubeCornerSwapException",
    "EvenCubeEdgeParityException", "Face", "FaceName", "FaceTracker", "FacesTrackerHolder", "Film",
    "Group", "InternalSWError", "Interrupted", "InvalidCubeError", "LayerByLayerNxNSolver", "Limit",
    "LongAlg", "Mark", "Marker", "Method", "Metric", "MissingExtraError", "Move", "MoveFile",
    "MoveFileError", "NoSolutionInTime", "NotEnoughRoomError", "NotationError",
    "NxNSolverOrchestrator", "Operator", "Option", "Options", "Parity", "Part", "PartEdge",
    "PartSlice", "Phase", "Picture", "Playable", "Problem", "ProgressListener", "RandomState",
    "Recording", "ReducerProtocol", "Scan", "ScanError", "ScannedFace", "SearchingSolver",
    "SearchingSolver3x3", "ShadowCubeHelper", "Solution", "SolutionStep", "SolveFailed",
    "SolveStep", "Solver", "Solver3x3Protocol", "SolverResults", "Step", "Style", "Table",
    "TableState", "Task", "TwoPhase3x3", "UnsupportedSizeError", "Verification", "build_tables",
    "cache_folder", "case_sheets", "check_room", "clear_tables", "draw", "face_png", "film",
    "find_method", "is_move_file", "is_solved_by", "iter_solutions", "move_words", "net",
    "random_moves", "random_state_scramble", "read_moves", "register", "scan_face", "scan_photos",
    "scan_readings", "show", "solve", "solve_big", "solve_many", "svg", "unregister",
    "verify_moves", "write_moves",
]  # fmt: skip
