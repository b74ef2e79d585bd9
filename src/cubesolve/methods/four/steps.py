"""What the search of the 4x4 brings to be solved shortly: its phases as steps."""

from __future__ import annotations

import numpy as np

from cubesolve.methods.four.search import start_reductions
from cubesolve.methods.four.turns import N_AXES
from cubesolve.model import Cube
from cubesolve.protocols import Phase
from cubesolve.search.orbits import colors_in, faces_of, pieces
from cubesolve.stages.short import PhaseStep, SizeSearch
from cubesolve.words import short as words

_NODES = 18_000_000  # about half a second on two cores
_EASY = 100  # neighbours that differ: a random cube has 120 of 144, and hardly ever so few


def _paired_centers(cube: Cube) -> list[int]:
    """Return the slots of the centres on axes that have their colours, mixed or not."""
    orbit = pieces(4).x_centers
    axes = colors_in(orbit, faces_of(cube)) % N_AXES
    faces = np.arange(len(axes)) // 4
    found: list[int] = []
    for axis in range(N_AXES):
        there = faces % N_AXES == axis
        if len(set(axes[there].tolist())) == 1:
            found.extend(orbit.slots[there, 0].tolist())
    return found


def _wings(cube: Cube) -> list[int]:
    """Return the slots of all wings, one of each."""
    slots: list[int] = pieces(4).wings.slots[:, 0].tolist()
    return slots


#: The search of the 4x4.
FOUR = SizeSearch(
    size=4,
    nodes=_NODES,
    start=start_reductions,
    phases=(
        PhaseStep(Phase.CENTERS, words.pair_on_faces, _paired_centers),
        PhaseStep(Phase.CENTERS, words.ready_for_half_turns, _paired_centers),
        PhaseStep(Phase.EDGES, words.reduced_by_half_turns, _wings),
    ),
    easy=_EASY,
    least_round=3_000_000,
)
