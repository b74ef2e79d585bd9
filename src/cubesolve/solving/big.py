"""`solve_big`: a `BigCube` in place, its turns counted, handed on or written as they come."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from cubesolve.errors import InternalSWError
from cubesolve.machine import (
    n_cores,
    peak_memory,
    require_disk,
    require_memory,
)
from cubesolve.methods.fast.centers import CenterTurns, blocks, solve_in_threads
from cubesolve.methods.fast.edges import plan_edges, write_edges
from cubesolve.methods.fast.solver import FastSolver
from cubesolve.methods.three.two_phase import TwoPhase3x3
from cubesolve.model import BigCube
from cubesolve.model.big_cube import LARGEST, bytes_needed
from cubesolve.model.big_state import BigState, n_chunks
from cubesolve.model.geometry import N_FACES, checked_size
from cubesolve.model.identify import Colors
from cubesolve.model.orbit_places import N_PLACES
from cubesolve.moves import MoveFile, MoveWriter, Turns, packed
from cubesolve.moves.move_file import Bytes
from cubesolve.notation import Metric
from cubesolve.progress import Timed
from cubesolve.protocols import Limit, ProgressListener, no_progress
from cubesolve.solving.verify import Replay, Verification, sample_layers
from cubesolve.words import big as words

_TURNS = 6.6  # for each cell of a face, at most, from a thousand layers on
_SMALL_TURNS = 50  # below
_TURN_BYTES, _PACKED_BYTES = 4, 1.6
_BASE_BYTES = 256 << 20  # of the process without a cube
_BLOCK_BYTES = 15_360 * 64  # masks of a chunk of columns of a block


@dataclass(frozen=True)
class BigSolution:
    """How a `BigCube` was solved: how many turns of single layers, of which kind, and how checked.

    `path` is the file with the turns, if they were written. `checked` is how many stickers were
    found on their faces after the solve, on the planes themselves; those are all of them. `memory`
    is the most that the process has held, if the system says.
    """

    size: int
    turns: int
    edge_turns: int
    corner_turns: int
    center_turns: int
    checked: int
    seconds: float
    memory: int | None
    path: Path | None
    layers: tuple[int, ...]
    start: Colors

    def verify(self, on_progress: ProgressListener = no_progress) -> Verification:
        """Replay the turns of the file on what was the cube where some layers cross.

        These layers were drawn before the solve. No solver has a part in it. Raises `ValueError`
        if the turns were not written.
        """
        if self.path is None:
            raise ValueError("expected turns in a file: solve_big(cube, out=...) writes them")
        replay = Replay(self.start, self.size, self.layers)
        timed = Timed(on_progress)
        file = MoveFile(self.path)
        for piece in file.pieces(lambda share: timed(words.REPLAYING, share)):
            replay.play(piece)
        return replay.result()

    def to_json(self) -> dict[str, Any]:
        """Return what there is to say as plain data."""
        return {
            "size": self.size,
            "method": "fast",
            "turns": self.turns,
            "phases": {
                "edges": self.edge_turns,
                "cage": self.corner_turns,
                "centers": self.center_turns,
            },
            "checked": self.checked,
            "seconds": self.seconds,
            "memory": self.memory,
            "path": None if self.path is None else str(self.path),
        }


class Room(NamedTuple):
    """How many bytes something takes: in memory, and on disk if it is written."""

    memory: int
    disk: int


def memory_for(size: int, write: bool, threads: int | None = None) -> int:
    """Return how many bytes solving takes beside the cube itself."""
    rooms = (threads or n_cores()) + 1
    masks = _BLOCK_BYTES * n_chunks(size)
    share = 1 / max(len(blocks(size)), 1)
    written = (_TURN_BYTES + _PACKED_BYTES) * most_turns(size) * share if write else 0
    return int(rooms * (masks + written))


def disk_for(size: int) -> int:
    """Return about how many bytes the file of a solution takes."""
    return int(_PACKED_BYTES * most_turns(size)) + 4096


def most_turns(size: int) -> float:
    """Return how many turns a solution has at most, roughly."""
    return (_TURNS if size >= 1000 else _SMALL_TURNS) * size * size


def solve_big(
    cube: BigCube,
    out: str | os.PathLike[str] | None = None,
    *,
    on_turns: Callable[[Turns], None] | None = None,
    on_progress: ProgressListener = no_progress,
    threads: int | None = None,
) -> BigSolution:
    """Solve a cube in place, on all cores unless told; return how many turns that takes.

    With `out` every turn is written into a packed file of moves; `on_turns` gets them in arrays, as
    they come, each good until the next; without both they are only counted, which is quicker. After
    the solve every sticker is looked at.

    Raises `NotEnoughRoomError` before it begins if memory or disk do not suffice. Ctrl-C leaves no
    file behind, and of the cube whole rows of centres solved, the rest as it was: a state that can
    be solved, though another one.

    >>> cube = BigCube.random_state(200, seed=1)
    >>> solution = solve_big(cube)
    >>> cube.solved, solution.checked
    (True, 240000)
    """
    if not isinstance(cube, BigCube):
        raise TypeError(f"expected a BigCube, got {cube!r}; BigCube.from_cube makes one of a Cube")
    if threads is not None and threads < 1:
        raise ValueError(f"expected at least 1 thread, got {threads}")
    began = perf_counter()
    write = out is not None or on_turns is not None
    require_memory(memory_for(cube.size, write, threads), f"solving size {cube.size}")
    if out is not None:
        _check_disk(cube.size, out)
    layers = sample_layers(cube.size)
    start = cube.layers(layers).colors()
    run = _Run(cube, threads or n_cores(), Timed(on_progress))
    if not cube.solved:
        run.solve(out, on_turns)
    elif out is not None:
        with MoveWriter(out, cube.size, is_packed=True):
            pass
    return BigSolution(
        cube.size,
        run.edges + run.corners + run.centers,
        run.edges,
        run.corners,
        run.centers,
        N_FACES * cube.size**2,
        perf_counter() - began,
        peak_memory(),
        None if out is None else Path(out),
        layers,
        start,
    )


def check_room(size: int, out: str | os.PathLike[str] | None = None) -> Room:
    """Return what drawing a `BigCube` of a size and solving it takes, about.

    Raises `NotEnoughRoomError` if memory or disk do not suffice, `OSError` if `out` cannot be
    written, `UnsupportedSizeError` for more layers than a `BigCube` can have.
    """
    size = checked_size(size, LARGEST)
    memory = _BASE_BYTES + bytes_needed(size) + memory_for(size, out is not None)
    room = Room(memory, disk_for(size))
    require_memory(room.memory, f"solving size {size}")
    if out is not None:
        _check_disk(size, out)
    return room


def _check_disk(size: int, out: str | os.PathLike[str]) -> None:
    require_disk(disk_for(size), out, f"a file of all turns of size {size}")
    with tempfile.TemporaryFile(dir=Path(out).absolute().parent):
        pass


class _Run:
    """One solve: the turns of each kind so far."""

    def __init__(self, cube: BigCube, threads: int, on_progress: ProgressListener) -> None:
        self.cube, self.threads, self.on_progress = cube, threads, on_progress
        self.edges = self.corners = self.centers = 0

    def solve(
        self, out: str | os.PathLike[str] | None, on_turns: Callable[[Turns], None] | None
    ) -> None:
        """Solve the cube; write its turns into a file, or hand them on."""
        state = self.cube.state
        search = FastSolver(TwoPhase3x3(Metric.OBTM, Limit(nodes=1), self.on_progress))
        plan = plan_edges(state, search.solve_3x3)
        turns, self.edges = write_edges(plan)
        self.corners = len(turns) - self.edges
        writes = out is not None or on_turns is not None
        with ExitStack() as stack:
            writer = None
            if out is not None:
                writer = stack.enter_context(MoveWriter(out, state.size, is_packed=True))
                writer.write(turns)
            if on_turns is not None:
                on_turns(turns)
            wrong, what = 0, words.CENTERS if out is None else words.WRITING
            finish = _Packer if out is not None else _Nothing
            for block, part in solve_in_threads(state, plan, self.threads, writes, finish):
                self.centers += block.n_turns
                wrong += block.wrong
                if writer is not None:
                    writer.write_packed(part, block.n_turns)
                if on_turns is not None:
                    on_turns(block.turns)
                self.on_progress(what, block.last / state.rows)
            if wrong:
                raise InternalSWError("not all centres of a big cube are solved")
        wings = np.tile(np.arange(N_PLACES), (state.rows, 1))
        small = np.repeat(np.arange(N_FACES), 9)
        self.cube.state = BigState(state.size, state.planes, wings, small)


class _Packer:
    """Makes parts of a file of blocks, in one room."""

    def __init__(self) -> None:
        self._room = np.empty(0, np.uint8)

    def __call__(self, block: CenterTurns) -> Bytes:
        self._room, part = packed(block.turns, self._room)
        return part


class _Nothing:
    """Makes nothing of blocks."""

    def __call__(self, block: CenterTurns) -> Bytes:
        return np.empty(0, np.uint8)
