"""Wings, corners and middle edges: one walk of outer turns, in whose gaps slices turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.fast.program import Turn, as_arrays, carried_by, outer_turns, program
from cubesolve.model import Cube
from cubesolve.model.big_state import BigState, cube_of, small_cube
from cubesolve.model.geometry import FACE_NAMES, Ints, geometry
from cubesolve.model.orbit_places import N_PLACES, wing_colors
from cubesolve.notation import Alg

if TYPE_CHECKING:
    from cubesolve.kernels.fast_wings import Walk

Solve3x3 = Callable[[Cube], Alg]
Turns = npt.NDArray[np.int32]


class EdgePlan(NamedTuple):
    """How wings, corners and middle edges are solved.

    `turns` has for each gap of the walk what each orbit turns; `n_wings` parts of the walk pair the
    wings, the rest solves the 3x3. There are no gaps where the wings are paired already.
    """

    walk: Walk
    turns: npt.NDArray[np.uint8]
    n_slices: int
    n_wings: int


def plan_edges(state: BigState, solve_3x3: Solve3x3) -> EdgePlan:
    """Return how to solve all but the centres, whose cells the slices carry with them."""
    alike = _alike_small(state)
    if alike is not None and (state.wings == state.wings[:1]).all():
        walk = outer_turns(solve_3x3(alike.copy()))
        if _is_solved_by(state.wings, walk):
            nothing = np.zeros((0, max(state.rows, 1)), np.uint8)
            return EdgePlan(as_arrays(walk), nothing, 0, 0)
    return _by_program(state, small_cube(state) if alike is None else alike, solve_3x3)


def write_edges(plan: EdgePlan) -> tuple[Turns, int]:
    """Return the turns of a plan, and how many of them pair the wings."""
    from cubesolve.kernels.fast_wings import write_walk

    out = np.empty(plan.n_slices + len(plan.walk.faces), np.int32)
    ends = np.zeros(len(plan.walk.faces) + 1, np.int64)
    total = write_walk(plan.walk, plan.turns, out, ends)
    # A turn that the 3x3 begins with may have become one with the last of the wings.
    return out[:total], min(int(ends[plan.n_wings - 1]), int(total)) if plan.n_wings else 0


def _by_program(state: BigState, cube: Cube, solve_3x3: Solve3x3) -> EdgePlan:
    """Return the plan of the fixed program; orbits that go with the 3x3 turn no slice in it."""
    from cubesolve.kernels.fast_wings import plan

    fixed = program()
    cube.play(Alg.from_blocks(_blocks(fixed.walk), 3))
    walk = [*fixed.walk, *outer_turns(solve_3x3(cube))]
    home = np.argsort(carried_by(walk))
    wings = home[state.wings]
    turns = np.zeros((fixed.n_gaps, state.rows), np.uint8)
    n_slices = plan(wings, fixed.gaps, turns, np.zeros(N_PLACES, np.int64))
    return EdgePlan(as_arrays(walk), turns, int(n_slices), len(fixed.walk))


def _blocks(walk: list[Turn]) -> list[tuple[str, int, int, int]]:
    """Return the outer turns of a walk for a 3x3."""
    return [(FACE_NAMES[part.face], 1, 1, part.turns) for part in walk if part.gap < 0]


def _is_solved_by(wings: Ints, walk: list[Turn]) -> bool:
    return bool((wings == carried_by(walk)).all())


def _alike_small(state: BigState) -> Cube | None:
    """Return the 3x3 that the cube would be if all orbits were as most of them, if there is one.

    The edges of an even size are those of its wings. In a random state no two orbits are alike.
    """
    if not state.rows:
        return small_cube(state)
    small = state.small.copy()
    if state.size % 2 == 0:
        small[_edge_slots()] = wing_colors()[_most_common(state.wings)]
    cube = cube_of(small)
    return None if cube.problems() else cube


def _most_common(wings: Ints) -> Ints:
    """Return the row that is there most often; of several, any."""
    numbers = wings @ (np.arange(1, N_PLACES + 1) ** 7)  # alike only where rows are, or nearly so
    _, first, counts = np.unique(numbers, return_index=True, return_counts=True)
    row: Ints = wings[first[np.argmax(counts)]]
    return row


@cache
def _edge_slots() -> Ints:
    """Return (place, 2): the slots of a 3x3 for both stickers of the wing in each place."""
    edges = {tuple(sorted(slot // 9 for slot in slots)): slots for slots in geometry(3).midge_slots}
    found = []
    for faces in wing_colors().tolist():
        slots = edges[tuple(sorted(faces))]
        found.append([next(slot for slot in slots if slot // 9 == face) for face in faces])
    return np.array(found)
