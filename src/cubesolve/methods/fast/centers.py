"""All centres at once, a block of rows after the other, on one core or on several."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from cubesolve.methods.fast.edges import EdgePlan, Turns
from cubesolve.methods.fast.program import program
from cubesolve.model.big_state import BigState, n_chunks, n_columns, n_rows
from cubesolve.model.orbit_places import column_cycles, row_cycles

if TYPE_CHECKING:
    from cubesolve.kernels.fast_centers import Slices

T = TypeVar("T")

WHOLE_UP_TO = 1024  # rows that are one block; above, blocks of fewer stay in the cache
BLOCK_ROWS = 64
_WINDOW_WORK = 512  # words of masks that are compared to find the row to come next

Room = Callable[[int], Turns]
"""What gives room for so many turns."""


class CenterTurns(NamedTuple):
    """What rows first..last-1 need: the turns, where each stage ends among them, what is wrong.

    Where turns are only counted, `turns` is empty, and the ends are all that is known.
    """

    turns: Turns
    ends: npt.NDArray[np.int64]
    wrong: int
    first: int
    last: int

    @property
    def n_turns(self) -> int:
        """How many turns there are."""
        return int(self.ends[-1])


class _NoRoom:
    """Gives no room: turns are counted only."""

    def __call__(self, most: int) -> Turns:
        return np.empty(0, np.int32)


class OwnRoom:
    """Gives the same room again and again: what is in it must be used before."""

    def __init__(self) -> None:
        self._turns = np.empty(0, np.int32)

    def __call__(self, most: int) -> Turns:
        """Give the room, larger if it must be."""
        if most > len(self._turns):
            self._turns = np.empty(most + most // 8, np.int32)
        return self._turns


def block_rows(size: int) -> int:
    """Return how many rows a block has."""
    rows = n_rows(size)
    return rows if rows <= WHOLE_UP_TO else BLOCK_ROWS


def blocks(size: int) -> list[tuple[int, int]]:
    """Return the first row of each block, and that after its last."""
    rows, height = n_rows(size), block_rows(size)
    return [(first, min(rows, first + height)) for first in range(0, rows, height or 1)]


class BlockSolver:
    """Solves blocks of rows in place, one at a time, with room that serves all of them."""

    def __init__(
        self, state: BigState, plan: EdgePlan, room: Room, vectors: bool | None = None
    ) -> None:
        from cubesolve.kernels import fast_centers, fast_turns
        from cubesolve.kernels import vectors as vector_kernels

        self.state, self.plan, self.room = state, plan, room
        self.vectors = int(vector_kernels.are_there() if vectors is None else vectors)
        self.chunks, height = n_chunks(state.size), block_rows(state.size)
        self._slices = _slices(plan, self.chunks)
        self._work = fast_centers.new_room(len(plan.turns))
        self._masks = np.empty(height * self.chunks * fast_centers.STEP_WORDS, np.uint64)
        self._window = max(4, min(height, _WINDOW_WORK // (8 * self.chunks)))
        self._order = fast_turns.new_plan(height)
        self._near = np.empty((height + 1) * self.chunks * 8, np.uint64)

    def solve(self, first: int, last: int) -> CenterTurns:
        """Solve rows first..last-1, after the slices of the plan, and return their turns."""
        from cubesolve.kernels import fast_centers as kernel

        columns = n_columns(self.state.size)
        block = kernel.Block(first, last, columns, self.chunks, self.vectors)
        wrong = kernel.solve_rows(
            self.state.planes,
            block,
            self.plan.walk,
            self._slices,
            program().stages,
            self._masks,
            self._work,
        )
        turns, ends = self._write(first, last - first)
        return CenterTurns(turns, ends, int(wrong), first, last)

    def _write(self, first: int, count: int) -> tuple[Turns, npt.NDArray[np.int64]]:
        """Return the turns that the masks of a block stand for, and where each stage ends."""
        from cubesolve.kernels import fast_turns as kernel

        rows = kernel.Rows(first, count, self.chunks, self._window, self.vectors)
        most = kernel.order_rows(self._masks, rows, self._order, self._near)
        out = self.room(int(most) + kernel.SPARE)
        state = np.zeros(6, np.int64)
        state[kernel.LAST_FACE], state[kernel.WRITES] = -1, int(len(out) > 0)
        ends = np.zeros(len(program().stages), np.int64)
        pen = kernel.Pen(out, state, ends)
        total = kernel.write_turns(self._masks, rows, program().stages, self._order, pen)
        return out[:total], ends


def _slices(plan: EdgePlan, chunks: int) -> Slices:
    from cubesolve.kernels.fast_centers import Slices
    from cubesolve.kernels.fast_wings import mark_columns

    n_gaps = len(plan.turns)
    masks = np.zeros((n_gaps, 3, 8 * chunks), np.uint64)
    used = np.zeros(n_gaps, np.bool_)
    mark_columns(plan.turns, masks, used)
    return Slices(plan.turns, masks.reshape(-1), used, row_cycles(), column_cycles())


def solve_in_threads(
    state: BigState,
    plan: EdgePlan,
    threads: int,
    write: bool,
    new_finish: Callable[[], Callable[[CenterTurns], T]],
) -> Iterator[tuple[CenterTurns, T]]:
    """Solve all blocks in place, several at a time; yield them in their order.

    Each comes with what is made of it, in a thread too, by what `new_finish` returns. Both are good
    until the next are asked for. Whoever stops early leaves whole blocks solved and the others as
    they were.
    """
    if not state.rows:
        return
    room = OwnRoom if write else _NoRoom
    idle = [_Worker(BlockSolver(state, plan, room()), new_finish()) for _ in range(threads + 1)]
    waiting: deque[tuple[Future[tuple[CenterTurns, T]], _Worker[T]]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for first, last in blocks(state.size):
            if not idle:
                result, worker = waiting.popleft()
                yield result.result()
                idle.append(worker)
            worker = idle.pop()
            waiting.append((pool.submit(worker.work, first, last), worker))
        while waiting:
            yield waiting.popleft()[0].result()
    finally:
        pool.shutdown(cancel_futures=True)


class _Worker(Generic[T]):
    """What one thread at a time works with."""

    def __init__(self, solver: BlockSolver, finish: Callable[[CenterTurns], T]) -> None:
        self.solver, self.finish = solver, finish

    def work(self, first: int, last: int) -> tuple[CenterTurns, T]:
        block = self.solver.solve(first, last)
        return block, self.finish(block)
