"""`Reduced`: the cubes that ways have reduced, and the ways by their numbers."""

from __future__ import annotations

import numpy as np

from cubesolve.methods.five.candidates import Candidates
from cubesolve.methods.five.pieces import N_PHASES, SIZE, M, W, corners_of, orbits, row_of
from cubesolve.model import Cube
from cubesolve.search.coordinates import Bytes
from cubesolve.search.orbits import pieces
from cubesolve.search.pool import ReducedCubes
from cubesolve.search.reductions import Way


class Reduced:
    """Ways to reduce one cube. Of two that leave the same 3x3 the shorter one is enough."""

    def __init__(self, cube: Cube) -> None:
        row = row_of(cube)
        self.corners = corners_of(cube)
        self.midges = row[M]
        #: Whether the wings' permutation is odd.
        self.is_odd = _is_odd(row[W])
        self._costs: dict[bytes, int] = {}
        self._ways: list[Way] = []
        self._new: list[ReducedCubes] = []

    @property
    def has_new(self) -> bool:
        """Whether there are ways that nobody has taken."""
        return bool(self._new)

    def add(self, found: Candidates) -> None:
        """Note the candidates that are reduced: what a hash has let through is left out."""
        found = found.pick(found.are_reduced())
        corners = _played(self.corners, pieces(SIZE).corners.turns, found)
        edges = _played(self.midges, orbits()[3].turns, found)
        chosen = []
        for i, cost in enumerate(found.lengths.tolist()):
            key = corners[i].tobytes() + edges[i].tobytes()
            if cost < self._costs.get(key, 1 << 30):
                self._costs[key] = cost
                self._ways.append(_way(found, i))
                chosen.append(i)
        if chosen:
            self._new.append(ReducedCubes(corners[chosen], edges[chosen], found.lengths[chosen]))

    def take(self) -> ReducedCubes:
        """Return the cubes that are new since it was asked last."""
        found = ReducedCubes(*map(np.concatenate, zip(*self._new, strict=True)))
        self._new.clear()
        return found

    def way(self, number: int) -> Way:
        """Return a way by its number."""
        return self._ways[number]


def _way(found: Candidates, i: int) -> Way:
    ends = [0, *found.ends[i].tolist()]
    path = found.paths[i].tolist()
    return Way(tuple(tuple(path[ends[k] : ends[k + 1]]) for k in range(N_PHASES)))


def _played(start: Bytes, turns: Bytes, found: Candidates) -> Bytes:
    """Return what the paths of candidates make of some pieces."""
    rows = np.tile(start, (found.size, 1))
    for k in range(int(found.lengths.max(initial=0))):
        longer = np.flatnonzero(found.lengths > k)
        gather = turns[found.paths[longer, k]]
        rows[longer] = np.take_along_axis(rows[longer], gather.astype(np.int64), axis=1)
    return rows


def _is_odd(order: Bytes) -> bool:
    swapped = sum(int(np.count_nonzero(order[:i] > order[i])) for i in range(len(order)))
    return swapped % 2 == 1
