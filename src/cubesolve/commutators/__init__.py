"""Commutators: cells of centres and wings of edges that change places while all else stays."""

from cubesolve.commutators.best_sets import TargetSet, best_target_set
from cubesolve.commutators.cycles import (
    Block,
    CellSet,
    CommunicatorResult,
    Way,
    commutator,
    natural_source,
    rotate_cell,
    valid_ways,
)
from cubesolve.commutators.face_cycles import FaceCycle, Ring, face_cycle, rings
from cubesolve.commutators.helper import CommunicatorHelper
from cubesolve.commutators.wings import Side, WingCommutator, WingPlace, wing_commutator

__all__ = [
    "Block",
    "CellSet",
    "CommunicatorHelper",
    "CommunicatorResult",
    "FaceCycle",
    "Ring",
    "Side",
    "TargetSet",
    "Way",
    "WingCommutator",
    "WingPlace",
    "best_target_set",
    "commutator",
    "face_cycle",
    "natural_source",
    "rings",
    "rotate_cell",
    "valid_ways",
    "wing_commutator",
]
