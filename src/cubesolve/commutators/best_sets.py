"""The rows and columns whose commutator gains most."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.commutators.cycles import (
    CellSet,
    Way,
    natural_source,
    rows_meet_same_columns,
)
from cubesolve.model import FaceName
from cubesolve.model.face_translation import connections

Mask = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

EXACT_UP_TO = 10  # inner layers; beyond, rows are chosen by climbing, not by trying every choice
_STARTS = 8  # single rows from which a climb begins


@dataclass(frozen=True)
class TargetSet:
    """Target cells to fill by one commutator, how to do it, and what it gains."""

    cells: CellSet
    source_turns: int
    way: Way
    gain: int


def best_target_set(
    size: int, source: FaceName, target: FaceName, wrong: Mask, wanted: Mask
) -> TargetSet | None:
    """Return the rows and columns of the target face with the greatest gain, `None` without one.

    `wrong[row, column]` says which target cells are not as they should be, `wanted[row, column]`
    which source cells have what they need. To fill a wrong cell with a wanted one gains one, to
    put an unwanted one in place of a right one loses one. The four turns of the source face, both
    turns of the target face and, for opposite faces, both axes are tried. Up to ten inner layers
    the answer is the best there is; beyond, it is the best single row or grows from a good one.
    """
    inner = size - 2
    if wrong.shape != (inner, inner) or wanted.shape != (inner, inner):
        shapes = f"{wrong.shape} and {wanted.shape}"
        raise ValueError(f"expected two grids of {inner}x{inner} cells, got {shapes}")
    best: TargetSet | None = None
    for source_turns in range(4):
        # With row 0 at the bottom, rot90 is what a clockwise turn of the face does.
        turned = np.rot90(wanted, source_turns)
        for axis, slice_turns in connections(source, target):
            offered = turned[_offered(size, source, target, axis)]
            gains = (wrong & offered).astype(np.int64) - (~wrong & ~offered)
            for face_turns in (1, 3):
                same = rows_meet_same_columns(target, axis, face_turns)
                rows, columns, gain = _best_rows_and_columns(gains, same)
                if gain > (best.gain if best else 0):
                    way = (axis, slice_turns, face_turns)
                    best = TargetSet(CellSet(rows, columns), source_turns, way, gain)
    return best


def _offered(size: int, source: FaceName, target: FaceName, axis: int) -> tuple[Ints, Ints]:
    """Return for each target cell the row and column of the source cell that the slice brings."""
    (r0, c0), (r1, c1), (r2, c2) = natural_source(size, source, target, axis)
    rows, columns = np.indices((size - 2, size - 2))
    return r0 + rows * r1 + columns * r2, c0 + rows * c1 + columns * c2


def _best_rows_and_columns(gains: Ints, same: bool) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return rows and columns with the greatest sum of gains whose layers do not meet.

    Row r shares its layer with column r if `same`, else with column n-1-r.
    """
    n = len(gains)
    # Column numbers are counted so that a row and the column it meets have the same number.
    seen = gains if same else gains[:, ::-1]
    chosen = _search(seen) if n <= EXACT_UP_TO else _climb(seen)
    sums = np.where(chosen, 0, seen[chosen].sum(axis=0))
    columns = np.flatnonzero(sums > 0)
    gain = int(sums[columns].sum())
    if not same:
        columns = n - 1 - columns
    return tuple(np.flatnonzero(chosen).tolist()), tuple(columns.tolist()), gain


def _search(seen: Ints) -> Mask:
    """Return the best choice of rows of all, the one with the fewest rows among equals."""
    choices = _choices(len(seen))
    sums = np.where(choices, 0, choices @ seen)
    totals = np.maximum(sums, 0).sum(axis=1)
    best: Mask = choices[np.argmax(totals * (len(seen) + 1) - choices.sum(axis=1))]
    return best


@cache
def _choices(n: int) -> Mask:
    """Return every choice of at least one of n rows, as rows of yes and no."""
    numbers = np.arange(1, 2**n)
    return (numbers[:, None] >> np.arange(n) & 1).astype(np.bool_)


def _climb(seen: Ints) -> Mask:
    """Return a good choice of rows: the best single row, or what grows from a good one."""
    n = len(seen)
    alone = np.maximum(seen, 0).sum(axis=1) - np.maximum(seen.diagonal(), 0)
    best = np.zeros(n, dtype=np.bool_)
    best_total = -1
    for start in np.argsort(-alone, kind="stable")[:_STARTS]:
        rows = np.zeros(n, dtype=np.bool_)
        rows[start] = True
        total = -1
        while True:
            sums = np.where(rows, 0, seen[rows].sum(axis=0))
            columns = sums > 0
            reached = int(sums[columns].sum())
            if reached <= total:
                break
            total = reached
            if total > best_total:
                best, best_total = rows, total
            rows = (seen[:, columns].sum(axis=1) > 0) & ~columns
            if not rows.any():
                break
    return best
