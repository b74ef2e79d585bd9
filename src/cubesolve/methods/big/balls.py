"""Balls around the places of two orbits: see `cubesolve.kernels.balls`.

What turns do to the two orbits that a step places depends neither on the step nor, but for the
parity of the size, on the size. So all steps of a stage share one ball.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import Pieces, made_once
from cubesolve.search.read_only import read_only

if TYPE_CHECKING:
    from cubesolve.kernels.balls import Ball

_RADII = (5, 6)  # of A and B: 870,000 and 450,000 states, a fifth of a second
_SLOTS = (1 << 21, 1 << 20)
_AT_ONCE = 1_500  # states that are looked at before the next look at the clock
_FULL = 0.75  # the share of slots that may be taken


def no_ball() -> Ball:
    """Return the ball of a part that does not just place two orbits."""
    from cubesolve.kernels.balls import Ball

    nothing = read_only(np.zeros(1, np.uint64))
    return Ball(nothing, nothing, 0)


def ball_of(
    stage: int, goal: int, tables: npt.NDArray[np.uint32], flips: npt.NDArray[np.bool_]
) -> Ball:
    """Return what is near the goal of two orbits; `tables[turn, orbit]` move their sets."""
    rows = np.concatenate([tables.reshape(len(tables), -1), flips[:, None]], axis=1)
    return _grown(stage, goal, np.unique(rows.astype(np.uint32), axis=0).tobytes())


@made_once
def _grown(stage: int, goal: int, turns: bytes) -> Pieces[Ball]:
    """Return the same for the bytes of tables and flips."""
    from cubesolve.kernels.balls import SIEVE_BITS, Ball, begin_ball, grow_ball

    rows = np.frombuffer(turns, np.uint32).reshape(-1, 2 * 3 * 256 + 1)
    tables = read_only(rows[:, :-1].reshape(-1, 2, 3, 256).copy())
    flips = read_only(rows[:, -1].copy())
    slots = np.zeros(_SLOTS[stage], np.uint64)
    ball = Ball(slots, np.zeros(1 << (SIEVE_BITS - 6), np.uint64), _RADII[stage])
    queue = np.zeros(int(_FULL * len(slots)), np.uint64)
    begin_ball(goal, ball, queue)
    reached = np.array([0, 1])
    while grow_ball(tables, flips, ball, queue, reached, _AT_ONCE):
        yield
    assert reached[1] > 0, "a ball has room for what is in it"
    return Ball(read_only(slots), read_only(ball.sieve), ball.radius)
