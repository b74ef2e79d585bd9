"""What the search of the 5x5 brings to be solved shortly: its phases as steps."""

from __future__ import annotations

import numpy as np

from cubesolve.methods.five.pieces import orbits, row_of
from cubesolve.methods.five.plans import REDUCING
from cubesolve.model import Cube
from cubesolve.protocols import Phase
from cubesolve.search.reductions import Effort, Reductions
from cubesolve.stages.short import PhaseStep, SizeSearch
from cubesolve.words import short as words

_NODES = 45_000_000  # about two seconds on two cores
_EASY = 160  # neighbours that differ: a random cube has 200 of 240, and hardly ever so few
_N_AXES = 3


def _start(cube: Cube, effort: Effort) -> Reductions:
    """Return the search; only who needs it loads the compiler."""
    from cubesolve.methods.five.search import FiveReductions

    return FiveReductions(cube, effort)


def _centers_on_axes(cube: Cube) -> list[int]:
    """Return the slots of centres on the axes that have all of their colours, mixed or not."""
    axes = row_of(cube)[:48].reshape(2, -1) % _N_AXES
    there = np.arange(24) // 4 % _N_AXES
    full = [axis for axis in range(_N_AXES) if np.all(axes[:, there == axis] == axis)]
    chosen = np.isin(there, full)
    slots: list[int] = np.concatenate([o.slots[chosen, 0] for o in orbits()[:2]]).tolist()
    return slots


def _wings(cube: Cube) -> list[int]:
    """Return the slots of all wings, one of each."""
    slots: list[int] = orbits()[2].slots[:, 0].tolist()
    return slots


def _paired(cube: Cube) -> list[int]:
    """Return the slots of the wings of edges that are paired, one of each."""
    row = row_of(cube)
    is_paired = (row[48:72] == row[72:]).reshape(-1, 2).all(axis=1).repeat(2)
    slots: list[int] = orbits()[2].slots[is_paired, 0].tolist()
    return slots


#: The search of the 5x5.
FIVE = SizeSearch(
    size=5,
    nodes=_NODES,
    start=_start,
    phases=(
        PhaseStep(Phase.CENTERS, words.centers_on_an_axis, _centers_on_axes),
        PhaseStep(Phase.CENTERS, words.centers_on_all_axes, _centers_on_axes),
        PhaseStep(Phase.EDGES, words.wings_sorted, _wings),
        PhaseStep(Phase.EDGES, words.four_edges_paired, _paired),
        PhaseStep(Phase.EDGES, words.all_edges_paired, _paired),
    ),
    easy=_EASY,
    reducing=REDUCING,
    nodes_a_second=22_000_000,
    nodes_at_first=1_000_000,
    least_round=10_000_000,
)
