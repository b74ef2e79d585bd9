"""How far two pairs of orbits are from agreeing, exactly: tables that all sizes and layers share.

Joining a layer makes pairs of cells agree on two opposite faces. Pairs share all turns, so single
distances say little of several pairs. A *quad* is two pairs on one axis: four splits of eight
places, 70^4 of them. It comes in two kinds:

- **across**: row cells `(f - 1, j)` and `(f, j)`, and column cells `(j, f - 1)` and `(j, f)`;
- **along**: row cells in columns `j` and `k`, or, in the mirror, column cells in rows `j` and `k`.

Which layer and columns they are makes no difference to what turns do. So there are two tables, each
of both kinds: one for R and L, while cut `f` may be turned about all axes, and one for the other
faces, when it is turned about the axis of R and L only. Symmetries take all else to these.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.big.layout import RL_SHIFT, SHIFTS, Cell, joining_turns, layout
from cubesolve.model import Cube
from cubesolve.model.geometry import N_FACES, L, R
from cubesolve.protocols import ProgressListener
from cubesolve.search.masks import all_masks
from cubesolve.search.pruning import Progress
from cubesolve.search.read_only import read_only
from cubesolve.search.table_file import Arrays, Expected
from cubesolve.search.table_store import Table, kept

N_SPLITS = 70
UNKNOWN = 255
_N_PAIRS = N_SPLITS**2
_SIZE, _LAYER = 10, 2  # of the cubes that the tables are made with: the smallest with all kinds
_ROW, _COLUMN = (1, 3), (3, 1)
_KINDS: tuple[tuple[Cell, ...], ...] = (
    (_ROW, (2, 3), _COLUMN, (3, 2)),
    (_ROW, (2, 3), (1, 4), (2, 4)),
)
_ACROSS, _ALONG = range(len(_KINDS))
_N_LEVELS = 12  # about: only to tell which share is done

Pair = tuple[Cell, Cell]


class Quad(NamedTuple):
    """Two pairs: their cells, which kind it is, and whether it is in the mirror."""

    cells: tuple[Cell, Cell, Cell, Cell]
    kind: int
    mirrored: bool = False


def quads_of(corner: Sequence[Cell], groups: Sequence[Sequence[Pair]]) -> list[Quad]:
    """Return the quads of a layer that is joined: of rows and columns, and of its corner if any.

    A group is the pair of a row and that of a column, or that of the middle, which is in no quad.
    """
    both = [group for group in groups if len(group) == 2]
    found = [Quad((*row, *column), _ACROSS) for row, column in both]
    rows, columns = [row for row, _ in both], [column for _, column in both]
    if corner:
        rows.insert(0, (corner[0], corner[2]))
        columns.insert(0, (corner[1], corner[2]))
    for k in range(1, len(rows)):
        for j in range(k):
            found.append(Quad((*rows[j], *rows[k]), _ALONG))
            found.append(Quad((*columns[j], *columns[k]), _ALONG, mirrored=True))
    return found


@cache
def split_numbers() -> npt.NDArray[np.int32]:
    """Return by set of eight places the number of the split, if it has four of them."""
    found = np.zeros(256, np.int32)
    found[all_masks(8, 4)] = np.arange(N_SPLITS)
    return read_only(found)


def split_moves(tables: npt.NDArray[np.uint32], shift: int) -> npt.NDArray[np.int32]:
    """Return `moves[turn, orbit, split]` of two faces; `tables[turn, orbit]` move their sets."""
    masks = all_masks(8, 4)
    moved = (tables[:, :, shift // 8, masks] >> np.uint32(shift)) & np.uint32(255)
    return np.unique(split_numbers()[moved].astype(np.int32), axis=0)


def label(quad: Quad, shift: int) -> int:
    """Return the row of `labels` for a quad on two faces."""
    return 2 * SHIFTS.index(shift) + quad.mirrored


@cache
def labels() -> npt.NDArray[np.int32]:
    """Return by label, and by set of places, the number of the split as the tables see it."""
    cube = layout(_SIZE)
    same = np.arange(N_FACES * _SIZE**2)
    about_x = np.argsort(Cube.from_alg("x", _SIZE).stickers.astype(np.int64))
    place_of = np.zeros(len(same), np.int64)
    place_of[cube.slots(_ROW)] = np.arange(24)
    rows = []
    for shift, turned in zip(SHIFTS, (same, about_x, same), strict=True):
        for cell, mirrored in ((_ROW, same), (_COLUMN, _mirror())):
            slots = cube.slots(cell)[shift : shift + 8]
            places = place_of[turned[mirrored[slots]]]
            bits = [(np.arange(256) >> k & 1) << (place % 8) for k, place in enumerate(places)]
            rows.append(split_numbers()[np.sum(bits, axis=0)])
    return read_only(np.stack(rows))


def _mirror() -> npt.NDArray[np.int64]:
    """Return where the mirror that swaps R and L takes slots."""
    slots = np.arange(N_FACES * _SIZE**2).reshape(N_FACES, _SIZE, _SIZE)[:, :, ::-1].copy()
    slots[[R, L]] = slots[[L, R]]
    return slots.ravel()


def _build(progress: Progress, shift: int) -> Arrays:
    """Return how far the quads of both kinds are from agreeing, on two faces."""
    from cubesolve.kernels.beam import grow_quads

    cube = layout(_SIZE)
    turns = [(turn,) for turn in joining_turns(cube, _LAYER, later=shift != RL_SHIFT)]
    numbers = [[cube.perms(cell, turns) for cell in kind] for kind in _KINDS]
    found = np.full((len(_KINDS), _N_PAIRS**2), UNKNOWN, np.uint8)
    agree = np.arange(N_SPLITS) * (N_SPLITS + 1)
    for kind, distances in enumerate(found):
        tables = np.stack([cube.tables(each) for each in numbers[kind]], axis=1)
        moves = split_moves(tables, shift)
        first, second = (
            (moves[:, k, :, None] * N_SPLITS + moves[:, k + 1, None, :]).reshape(len(moves), -1)
            for k in (0, 2)
        )
        distances.reshape(_N_PAIRS, _N_PAIRS)[np.ix_(agree, agree)] = 0
        depth = 0
        while grow_quads(np.stack([first, second], axis=1), distances, depth):
            depth += 1
            progress((kind + min(1.0, depth / _N_LEVELS)) / len(_KINDS))
    return {"distances": found}


def _build_ends(progress: Progress) -> Arrays:
    return _build(progress, RL_SHIFT)


def _build_sides(progress: Progress) -> Arrays:
    return _build(progress, SHIFTS[0])


_EXPECTED = {"distances": Expected(np.uint8, (len(_KINDS), _N_PAIRS**2))}
#: Of R and L, and of the other faces.
TABLES = (
    Table("big-ends", 1, 8, "8x8 to 20x20 layers on R and L", _build_ends, expects=_EXPECTED),
    Table("big-sides", 1, 8, "8x8 to 20x20 layers on other faces", _build_sides, expects=_EXPECTED),
)


@kept
def distances(later: bool, on_progress: ProgressListener) -> npt.NDArray[np.uint8]:
    """Return by kind how far quads are from agreeing: on R and L, or later on the other faces."""
    return read_only(TABLES[later].load(on_progress)["distances"])
