"""The tables of the 5x5 search as its kernels read them, loaded or built."""

from __future__ import annotations

import numpy as np

from cubesolve.kernels.five import FiveTables
from cubesolve.kernels.five_walk import NO_TURN
from cubesolve.methods.five import centers, last_edges, middle, tables, wings
from cubesolve.methods.five.pieces import N_PHASES, N_TURNS, PHASE_TURNS, SIZE, symmetries
from cubesolve.model.geometry import ROTATED_FACES, F, R, U
from cubesolve.protocols import ProgressListener
from cubesolve.search.orbits import Ints, block_turns
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import FACE_MAPS
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_group import load_together
from cubesolve.search.table_sets import TableSet, chosen_set, in_set, warn_of_little_room
from cubesolve.search.table_store import kept

_NO_HASH = -1  # nothing is so near
_PHASE_OF_VIEWS = 3  # from 0
#: The other view of that phase: U comes to R.
OTHER_VIEW = next(
    s for s, to in enumerate(FACE_MAPS) if to in ROTATED_FACES and (to[U], to[F]) == (R, F)
)


def _after(phase: int) -> Ints:
    """Return by turn of a phase, as bits, which of its turns may follow; and all of them."""
    turns = PHASE_TURNS[phase].tolist()
    after = block_turns(SIZE).after
    found = np.full(NO_TURN + 1, (1 << len(turns)) - 1, np.int64)
    for i, turn in enumerate(turns):
        found[i] = sum(1 << j for j, other in enumerate(turns) if after[turn] >> other & 1)
    return found


def _last(phase: int) -> int:
    """Return as bits which turns may end a phase: those that the next one could not begin with."""
    following = set(PHASE_TURNS[phase + 1].tolist())
    if phase == _PHASE_OF_VIEWS - 1:  # the next one is begun in two views
        following &= {turn for turn in range(N_TURNS) if turn_in_other_view(turn) in following}
    turns = PHASE_TURNS[phase].tolist()
    return sum(1 << i for i, turn in enumerate(turns) if turn not in following)


def turn_in_other_view(turn: int) -> int:
    """Return what a turn is called in the other view of phase 4."""
    return int(symmetries().turns[OTHER_VIEW, turn])


@kept
def _tables(wanted: TableSet, on_progress: ProgressListener) -> FiveTables:
    warn_of_little_room(tables.TABLES, tables.ROOM)
    small = wanted == TableSet.SMALL
    chosen = in_set(tables.TABLES, wanted)
    loaded = load_together(chosen, on_progress)
    arrays = dict(zip((table.name for table in chosen), loaded, strict=True))
    coordinates = arrays[tables.COORDINATES.name]
    c = [tables.of_phase(coordinates, phase) for phase in range(1, N_PHASES + 1)]
    near_1 = tables.CENTERS_NEAR_SMALL if small else tables.CENTERS_NEAR
    no_hash: Arrays = {"near": np.zeros(1, np.uint16)}
    no_ud: Arrays = {"low_ud": np.zeros(0, np.uint8)}
    return FiveTables(
        read_only(np.stack([_after(phase) for phase in range(N_PHASES)])),
        read_only(np.array([_last(phase) for phase in range(N_PHASES)])),
        centers.phase_1(
            c[0], arrays[near_1.name], tables.NEAREST_1_SMALL if small else tables.NEAREST_1
        ),
        centers.phase_2(c[1], arrays[tables.CENTERS.name]),
        wings.phase_3(c[2], arrays[tables.WINGS.name], tables.NEAREST_3),
        middle.phase_4(
            c[3],
            no_ud | arrays[tables.MIDDLE.name] | arrays.get(tables.MIDDLE_CENTERS.name, {}),
            no_hash | arrays.get(tables.MIDDLE_NEAR.name, {}),
            _NO_HASH if small else tables.NEAREST_4,
        ),
        last_edges.phase_5(
            c[4],
            arrays[tables.LAST.name],
            no_hash | arrays.get(tables.LAST_NEAR.name, {}),
            _NO_HASH if small else tables.NEAREST_5,
        ),
    )


def tables_for(on_progress: ProgressListener) -> FiveTables:
    """Return the tables, from memory, from the cache folder, or built."""
    return _tables(chosen_set(), on_progress)
