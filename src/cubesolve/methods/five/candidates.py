"""Candidates: states on their way through the phases, many at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.five_starts import Views, play_ways, see_all
from cubesolve.kernels.five_walk import WAY_LENGTH, WAY_START, WAY_TURNS
from cubesolve.methods.five.pieces import (
    N_PHASES,
    PHASE_TURNS,
    M,
    T,
    W,
    X,
    row_turns,
    solved_row,
    symmetries,
)
from cubesolve.search.coordinates import Bytes
from cubesolve.search.orbits import Ints

_LONGEST = 96  # turns of all phases


class Candidates(NamedTuple):
    """States and how they were reached, one in each row.

    A state is seen through `frames`, one of the 48 symmetries; `paths` are turns of the cube as it
    is held, `lengths` how many there are, and `ends` where each phase has ended.
    """

    rows: Bytes
    frames: Ints
    paths: Bytes
    lengths: Ints
    ends: Ints

    @classmethod
    def start(cls, row: Bytes) -> Candidates:
        """Return a state that nothing was played on."""
        return cls(
            row[None].copy(),
            np.zeros(1, np.int64),
            np.zeros((1, _LONGEST), np.uint8),
            np.zeros(1, np.int64),
            np.zeros((1, N_PHASES), np.int64),
        )

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.lengths)

    def pick(self, numbers: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> Candidates:
        """Return some of them."""
        rows, frames, paths, lengths, ends = self
        return Candidates(
            rows[numbers], frames[numbers], paths[numbers], lengths[numbers], ends[numbers]
        )

    def seen(self, by: Ints) -> Candidates:
        """Return each as a symmetry shows it."""
        rows = np.empty_like(self.rows)
        see_all(self.rows, by, views(), rows)
        return self._replace(rows=rows, frames=symmetries().product[by, self.frames])

    def played(self, ways: npt.NDArray[np.int32], phase: int) -> Candidates:
        """Return what ways lead to: each begins with the candidate that has its number."""
        found = self.pick(ways[:, WAY_START])
        turns = PHASE_TURNS[phase]
        play_ways(found.rows, ways, turns, row_turns())
        back = symmetries().turns[symmetries().inverse[found.frames]]
        for k in range(int(ways[:, WAY_LENGTH].max(initial=0))):
            longer = np.flatnonzero(ways[:, WAY_LENGTH] > k)
            at = found.lengths[longer] + k
            found.paths[longer, at] = back[longer, turns[ways[longer, WAY_TURNS + k]]]
        return found._replace(lengths=found.lengths + ways[:, WAY_LENGTH])

    def at_end_of(self, phase: int) -> Candidates:
        """Return them with the mark that a phase has ended."""
        self.ends[:, phase] = self.lengths
        return self

    def each_once(self) -> Candidates:
        """Return them without those whose state another one has, which comes before it."""
        _, first = np.unique(_hashes(self.rows), return_index=True)
        return self.pick(np.sort(first))

    def are_reduced(self) -> npt.NDArray[np.bool_]:
        """Return which of them turn like a 3x3: all centres done, all edges paired."""
        home = solved_row()
        centers = (self.rows[:, X] == home[X]) & (self.rows[:, T] == home[T])
        found: npt.NDArray[np.bool_] = (centers & (self.rows[:, W] == self.rows[:, M])).all(axis=1)
        return found


def joined(parts: list[Candidates]) -> Candidates:
    """Return several sets of candidates as one."""
    rows, frames, paths, lengths, ends = (np.concatenate(each) for each in zip(*parts, strict=True))
    return Candidates(rows, frames, paths, lengths, ends)


def views() -> Views:
    """Return the symmetries as kernels read them."""
    found = symmetries()
    return Views(found.places, found.names)


def _hashes(rows: Bytes) -> npt.NDArray[np.uint64]:
    """Return 64 bits for each row: the same for equal rows, and hardly ever for others."""
    odd = np.arange(1, 2 * rows.shape[1], 2, dtype=np.uint64)
    weights = odd * np.uint64(0x9E3779B97F4A7C15)
    weights ^= weights >> np.uint64(29)
    weights *= np.uint64(0xBF58476D1CE4E5B9)
    weights ^= weights >> np.uint64(32)
    found: npt.NDArray[np.uint64] = (rows * (weights | np.uint64(1))).sum(axis=1, dtype=np.uint64)
    return found
