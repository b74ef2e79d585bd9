"""All centres at once, a block of rows after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.fast.edges import EdgePlan, Turns
from cubesolve.methods.fast.places import column_cycles, row_cycles
from cubesolve.methods.fast.program import program
from cubesolve.methods.fast.state import BigState, n_chunks, n_columns

if TYPE_CHECKING:
    from cubesolve.kernels.fast_centers import Slices

WHOLE_UP_TO = 1024  # rows that are one block; above, blocks of fewer stay in the cache
BLOCK_ROWS = 64
_WINDOW_WORK = 512  # words of masks that are compared to find the row to come next


class CenterTurns(NamedTuple):
    """What rows first..last-1 need: the turns, where each stage ends among them, what is wrong.

    Where turns are only counted, `turns` is empty, and the ends are all that is known.
    """

    turns: Turns
    ends: npt.NDArray[np.int64]
    wrong: int
    first: int
    last: int


def solve_centers(
    state: BigState, plan: EdgePlan, *, write: bool = True, vectors: bool | None = None
) -> Iterator[CenterTurns]:
    """Solve the planes in place, after the slices of a plan; yield the turns block by block."""
    from cubesolve.kernels import fast_centers as kernel
    from cubesolve.kernels import vectors as vector_kernels

    if vectors is None:
        vectors = vector_kernels.are_there()
    rows, chunks = state.rows, n_chunks(state.size)
    if not rows:
        return
    height = rows if rows <= WHOLE_UP_TO else BLOCK_ROWS
    room = kernel.new_room(len(plan.turns))
    masks = np.empty(height * chunks * kernel.STEP_WORDS, np.uint64)
    slices = _slices(plan, chunks)
    writer = _Writer(height, chunks, write, vectors)
    for first in range(0, rows, height):
        last = min(rows, first + height)
        block = kernel.Block(first, last, n_columns(state.size), chunks, int(vectors))
        wrong = kernel.solve_rows(
            state.planes, block, plan.walk, slices, program().stages, masks, room
        )
        turns, ends = writer.turns(masks, first, last - first)
        yield CenterTurns(turns, ends, int(wrong), first, last)


def _slices(plan: EdgePlan, chunks: int) -> Slices:
    from cubesolve.kernels.fast_centers import Slices
    from cubesolve.kernels.fast_wings import mark_columns

    n_gaps = len(plan.turns)
    masks = np.zeros((n_gaps, 3, 8 * chunks), np.uint64)
    used = np.zeros(n_gaps, np.bool_)
    mark_columns(plan.turns, masks, used)
    return Slices(plan.turns, masks.reshape(-1), used, row_cycles(), column_cycles())


class _Writer:
    """Writes the turns of blocks, with room that serves all of them."""

    def __init__(self, height: int, chunks: int, write: bool, vectors: bool) -> None:
        from cubesolve.kernels import fast_turns as kernel

        self.kernel = kernel
        self.chunks = chunks
        self.write = write
        self.vectors = int(vectors)
        self.window = max(4, min(height, _WINDOW_WORK // (8 * chunks)))
        self.plan = kernel.new_plan(height)
        self.near = np.empty((height + 1) * chunks * 8, np.uint64)

    def turns(
        self, masks: npt.NDArray[np.uint64], first: int, count: int
    ) -> tuple[Turns, npt.NDArray[np.int64]]:
        """Return the turns that the masks of a block stand for, and where each stage ends."""
        kernel = self.kernel
        rows = kernel.Rows(first, count, self.chunks, self.window, self.vectors)
        most = kernel.order_rows(masks, rows, self.plan, self.near)
        out = np.empty(most + kernel.SPARE if self.write else 0, np.int32)
        state = np.zeros(6, np.int64)
        state[kernel.LAST_FACE], state[kernel.WRITES] = -1, int(self.write)
        ends = np.zeros(len(program().stages), np.int64)
        pen = kernel.Pen(out, state, ends)
        total = kernel.write_turns(masks, rows, program().stages, self.plan, pen)
        return out[:total], ends
