"""The last three phases of the 5x5 for big cubes: see `cubesolve.search.gluing`."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import numpy as np

from cubesolve.methods.five.candidates import Candidates
from cubesolve.methods.five.last_phases import LastPhases
from cubesolve.methods.five.pieces import N_BYTES, orbits
from cubesolve.methods.five.plans import FIRST, QUICK, STANDARD, Plan, larger
from cubesolve.search.coordinates import Bytes
from cubesolve.search.gluing import Finished, Glued, Means
from cubesolve.search.orbits import colors_in, pieces_in

_STEP = 400_000  # nodes at once
_PLANS = (FIRST, QUICK, STANDARD)


def finish_glued(cubes: Glued, means: Means) -> Generator[int, None, Finished]:
    """Return ways to pair all wings and to finish all centres of 5x5s whose axes are done."""
    phases = LastPhases(means.workers, means.on_progress)
    phases.step = _STEP
    starts = _candidates(cubes)
    search = _Result()
    before = 0
    for _ in search.of(phases.last_phases(_plan(means.effort), starts)):
        yield phases.nodes - before
        before = phases.nodes
    found = search.found
    found = found.pick(found.are_reduced())
    sources, begun = found.ends[:, 0], found.ends[:, 1]
    at = np.minimum(begun[:, None] + np.arange(found.paths.shape[1]), found.paths.shape[1] - 1)
    return Finished(sources, np.take_along_axis(found.paths, at, axis=1), found.lengths - begun)


class _Result:
    """Keeps what a generator returns, so that it can be gone through in a loop."""

    def of(self, steps: Generator[None, None, Candidates]) -> Iterator[None]:
        self.found = yield from steps


def _plan(effort: int) -> Plan:
    if effort < len(_PLANS):
        return _PLANS[effort]
    return larger(STANDARD, 1 << (effort - len(_PLANS) + 1))


def _candidates(cubes: Glued) -> Candidates:
    """Return cubes as the third phase begins; the end of the first says which cube it is."""
    rows = np.stack([_row(colors) for colors in cubes.colors])
    found = Candidates.start(np.zeros(N_BYTES, np.uint8)).pick(np.zeros(len(rows), np.int64))
    costs = cubes.costs - cubes.costs.min()
    found.ends[:, 0], found.ends[:, 1] = np.arange(len(rows)), costs
    return found._replace(rows=rows, lengths=costs).each_once()


def _row(colors: Bytes) -> Bytes:
    x, t, w, m = orbits()
    parts = (colors_in(x, colors), colors_in(t, colors), pieces_in(w, colors))
    return np.concatenate([*parts, pieces_in(m, colors)]).astype(np.uint8)
