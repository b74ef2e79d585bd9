"""The tables of the 4x4 search as its kernels read them, loaded or built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.four import centers, wings
from cubesolve.methods.four.tables import EDGES, PHASES, ROOM, TABLES, goals_1, turns_1
from cubesolve.methods.four.turns import (
    N_AXES,
    PHASE_1,
    PHASE_2,
    PHASE_3,
    TO_RL,
    UD_TO_FB,
    axis_of,
    following,
    is_half,
    then,
    turns_back,
)
from cubesolve.model.geometry import N_FACES, NORMALS, F, U, cross
from cubesolve.protocols import ProgressListener
from cubesolve.search.coordinates import Bytes
from cubesolve.search.masks import mask_ranks
from cubesolve.search.orbits import pieces, turn_images
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import FACE_MAPS
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_sets import TableSet, chosen_set, warn_of_little_room
from cubesolve.search.table_store import kept

if TYPE_CHECKING:
    from cubesolve.kernels.four_edges import EdgeMaps
    from cubesolve.kernels.four_graphs import CenterMoves
    from cubesolve.kernels.four_phase_1 import Gathers, PairTables, SplitNumbers
    from cubesolve.kernels.four_phase_2 import Split

_N_VARIANTS = 5


class Tables(NamedTuple):
    """What the kernels of phases 2 and 3 read."""

    gathers: Gathers  # rotations come after the 36 turns
    about_r: int
    fb_to_rl: int
    lowest_bit: npt.NDArray[np.int64]
    # Phase 2
    split: Split
    phase_2: npt.NDArray[np.int64]
    pair_moves: npt.NDArray[np.uint16]
    first_blocked: npt.NDArray[np.int64]  # by axis, whether turned about R, axis of the last turn
    # Phase 3
    high: Bytes
    low: Bytes
    hands: Bytes
    fours: npt.NDArray[np.int64]
    rl_numbers: npt.NDArray[np.int64]
    center_moves: CenterMoves
    center_distances: Bytes
    maps: EdgeMaps
    edges: npt.NDArray[Any]
    half: int  # values of an entry beside the parity
    splits: Bytes  # by symmetry and number of R and L: the value
    after_3: npt.NDArray[np.int64]
    phase_3: npt.NDArray[np.int64]
    # Back to the cube as it is held
    back_2: Bytes
    back_3: Bytes
    holds: Bytes  # by the colours on U and F
    corner_images: Bytes
    wing_images: Bytes


class FourTables(NamedTuple):
    """All tables of the 4x4."""

    pairs: PairTables
    numbers: SplitNumbers
    to_rl: npt.NDArray[np.int64]
    phases: Tables


def tables_for(on_progress: ProgressListener) -> FourTables:
    """Return the tables, from memory, from the cache folder, or built."""
    return _tables(chosen_set(), on_progress)


@kept
def _tables(wanted: TableSet, on_progress: ProgressListener) -> FourTables:
    from cubesolve.kernels.four_phase_1 import PairTables, SplitNumbers

    warn_of_little_room(TABLES, ROOM)
    found, edges = PHASES.load(on_progress), EDGES[wanted].load(on_progress)
    pairs = PairTables(
        turns_1(),
        mask_ranks(8),
        read_only(found["pairs"]),
        read_only(following(PHASE_1)),
        read_only(goals_1()),
    )
    numbers = SplitNumbers(
        *map(
            read_only,
            (
                centers.SIDES.numbers,
                centers.PAIRS.numbers + len(centers.SIDES.masks),
                centers.SPLITS.numbers,
                np.array(centers.SIDE_PLACES),
                np.array(centers.RL_PLACES),
            ),
        )
    )
    to_rl = read_only(np.array([_ROTATION_AT[rotation] for rotation in TO_RL]))
    return FourTables(pairs, numbers, to_rl, _phase_tables(found, edges["edges"], wanted))


_ROTATIONS = (*TO_RL, UD_TO_FB)
_ROTATION_AT = {rotation: 36 + i for i, rotation in enumerate(_ROTATIONS)}


def _phase_tables(found: Arrays, edges: npt.NDArray[Any], wanted: TableSet) -> Tables:
    small = wanted == TableSet.SMALL
    maps = wings.edge_maps(small=small)
    rl = centers.rl_centers()
    high, low = wings.mate_places()
    splits = np.zeros((8, len(rl.masks)), np.uint8) if small else maps.values[-1][:, rl.split_of]
    orbits = pieces(4)
    return Tables(
        gathers=_gathers(),
        about_r=_ROTATION_AT[UD_TO_FB],
        fb_to_rl=_ROTATION_AT[TO_RL[2]],
        lowest_bit=read_only(_lowest_bit()),
        split=_split(found),
        phase_2=read_only(np.array(PHASE_2)),
        pair_moves=read_only(wings.pair_moves()),
        first_blocked=read_only(_first_blocked()),
        high=read_only(high),
        low=read_only(low),
        hands=read_only(_hands()),
        fours=read_only(centers.FOURS.numbers),
        rl_numbers=read_only(rl.numbers),
        center_moves=centers.center_moves(),
        center_distances=read_only(found["centers"]),
        maps=maps,
        edges=read_only(edges),
        half=maps.values.shape[2],
        splits=read_only(splits),
        after_3=read_only(_after_3()),
        phase_3=read_only(np.array(PHASE_3)),
        back_2=read_only(_back(2)),
        back_3=read_only(_back(3)),
        holds=read_only(_holds()),
        corner_images=read_only(orbits.corners.images),
        wing_images=read_only(orbits.wings.images),
    )


def _split(found: Arrays) -> Split:
    from cubesolve.kernels.four_graphs import SplitGraph
    from cubesolve.kernels.four_phase_2 import Split

    kinds = (False, True)
    last = np.stack([centers.last_turns(turned=turned) for turned in kinds])
    after = read_only(following(PHASE_2))
    graph = SplitGraph(
        read_only(found["sets"]),
        read_only(found["orders"]),
        read_only(found["rests"]),
        read_only(found["goals"]),
        after,
        after,
    )
    # After a turn, the places that label sets part are those where it takes a pair.
    parts = np.stack([[part[moves] for moves in wings.pair_moves()] for part in found["parts"]])
    return Split(
        graph=graph,
        last=read_only(last),
        endings=read_only(np.array([centers.endings(turned=turned) for turned in kinds])),
        distances=read_only(found["distances"]),
        nearer=read_only(found["nearer"]),
        numbers=read_only(found["numbers"]),
        labels=read_only(found["labels"]),
        rows=read_only(found["rows"]),
        bits=read_only(found["bits"]),
        parts=read_only(parts),
        blocked=read_only(np.stack([_blocked_3(turned) for turned in kinds])),
    )


def _gathers() -> Gathers:
    from cubesolve.kernels.four_phase_1 import Gathers

    orbits = pieces(4)
    parts = []
    for orbit in (orbits.x_centers, orbits.wings, orbits.corners):
        rotations = np.argsort(orbit.images[list(_ROTATIONS)], axis=1).astype(np.uint8)
        parts.append(read_only(np.concatenate([orbit.turns, rotations])))
    return Gathers(*parts)


def _first_blocked() -> npt.NDArray[np.int64]:
    """Return as bits the turns of phase 2 that cannot follow the last turn of phase 1."""
    wide = [PHASE_2.index(turn) for turn in (19, 22, 25)]  # by axis; R and L cannot be met
    images = turn_images()
    found = np.zeros((N_AXES, 2, N_AXES), np.int64)
    for axis in range(N_AXES):
        for turned in (False, True):
            rotation = then(TO_RL[axis], UD_TO_FB) if turned else TO_RL[axis]
            for last in range(N_AXES):
                seen = axis_of(int(images[rotation, 3 * last]))
                found[axis, int(turned), last] = 1 << wide[seen] if seen != 1 else 0
    return found


def _blocked_3(turned: bool) -> npt.NDArray[np.int8]:
    """Return by last turn of phase 2 which turn phase 3 cannot begin with: that of its block."""
    images = turn_images()
    found = np.full(len(PHASE_2), -1, np.int8)
    for i, turn in enumerate(PHASE_2):
        if centers.endings(turned=turned) >> i & 1:
            seen = int(images[TO_RL[2], turn]) if turned else turn
            half = seen - seen % 3 + 1
            if half >= 27:  # two layers of D, L or B are those of U, R or F but for a rotation
                half -= 9
            found[i] = PHASE_3.index(half)
    return found


def _after_3() -> npt.NDArray[np.int64]:
    """Return which turns of phase 3 may follow: `table[is the last one, turn before]`, as bits.

    After the turns come none at all, and none but with one turn that is blocked. The last turn is a
    wide one, and does not follow one about its axis.
    """
    n = len(PHASE_3)
    every = (1 << n) - 1
    plain = [*map(int, following(PHASE_3)), every, *(every & ~(1 << i) for i in range(n))]
    wide = [i for i, turn in enumerate(PHASE_3) if turn >= 18]
    ends = []
    for before, bits in enumerate(plain):
        ending = sum(1 << i for i in wide if bits >> i & 1)
        if before < n:
            axis = axis_of(PHASE_3[before])
            ending &= ~sum(1 << i for i in wide if axis_of(PHASE_3[i]) == axis)
        ends.append(ending)
    assert all(is_half(PHASE_3[i]) for i in wide)
    return np.array([plain, ends])


def _hands() -> Bytes:
    """Return by axes of colours on U, R and F which colour goes on R with the first two of them."""
    found = np.zeros((3, 3, 3), np.uint8)
    for up in range(3):
        for front in range(3):
            if up != front:
                right = 3 - up - front
                found[up, right, front] = NORMALS.index(cross(NORMALS[up], NORMALS[front]))
    return found


def _back(phase: int) -> Bytes:
    """Return `table[axis, variant, turn]`: turns of a phase as turns of the cube as it is held."""
    found = np.zeros((N_AXES, _N_VARIANTS, 36), np.uint8)
    for axis in range(N_AXES):
        for variant in range(_N_VARIANTS):
            seen = then(TO_RL[axis], UD_TO_FB) if variant >= 3 else TO_RL[axis]
            if phase == 3 and variant >= 1:
                seen = then(seen, TO_RL[2])
            found[axis, variant] = turns_back(seen)
    return found


def _holds() -> Bytes:
    """Return by the colours on U and F the rotation that takes those faces there."""
    found = np.zeros((N_FACES, N_FACES), np.uint8)
    for number in range(len(FACE_MAPS)):
        to = FACE_MAPS[number]
        if cross(NORMALS[to[U]], NORMALS[to[F]]) == NORMALS[to[1]]:  # no mirror
            found[to.index(U), to.index(F)] = number
    return found


def _lowest_bit() -> npt.NDArray[np.int64]:
    """Return the number of a bit by the upper five bits of its product with a de Bruijn word."""
    table = np.zeros(32, np.int64)
    for bit in range(32):
        table[(((1 << bit) * 0x077CB531) & 0xFFFFFFFF) >> 27] = bit
    return table
