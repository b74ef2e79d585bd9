"""`BigReductions`: ways to reduce a big cube, by stages in rounds that look at more and more.

Each stage begins from many states and ends in many, the shortest that it has found and those one
turn longer. In a round that is stuck nothing is found; the next one is wider.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from cubesolve.methods.big.layout import layout, sets_of
from cubesolve.methods.big.parts import Goal, Part, joining, load_tables, steps_to_axis
from cubesolve.methods.big.plans import Plan, plans_for
from cubesolve.methods.big.states import States, glued, joined, start, unglued
from cubesolve.model import Cube
from cubesolve.model.geometry import N_FACES, B, D, F, L, R, U
from cubesolve.search import beam
from cubesolve.search.anytime import Status
from cubesolve.search.gluing import Finish, Finished, Glued, Means
from cubesolve.search.orbits import N_FACE_TURNS, Ints, pieces, pieces_in
from cubesolve.search.pool import ReducedCubes
from cubesolve.search.reductions import Effort, Way
from cubesolve.search.symmetry import FACE_MAPS

#: Powers of distances that a stage that is stuck tries one after the other, and how much wider.
_WEIGHTS = ((2.0, 1), (1.0, 1), (2.5, 2), (1.5, 3))
_DEEPEST = 40  # turns of one part of a stage
_DEEPEST_AT_ONCE = 100  # the same where much is done at once
_PATIENCE = 8
_MOST_STUCK = 6  # rounds one after the other, each wider, until nothing more is tried
_ALONE = 2_000  # states at least of a beam that has little to do, and must not be stuck
_TOO_EARLY = 0.05  # the share of a time before which nobody knows how fast the machine is
_ABOUT_X = np.array([F, R, D, B, L, U])  # names: U becomes F, and so on

Result = TypeVar("Result")
Steps = Generator[None, None, States]


class _StuckError(Exception):
    """A stage cannot be ended with what it may look at."""


class BigReductions:
    """The stages of one cube: see `cubesolve.search.reductions`."""

    def __init__(self, cube: Cube, effort: Effort, finish: Mapping[int, Finish]) -> None:
        self.size = cube.size
        self.layout = layout(cube.size)
        self.effort, self.finish = effort, finish
        load_tables(cube.size, effort.on_progress)
        self.is_odd = _odd_wings(cube)
        inner = self.layout.inner
        self.n_stages = 2 + (inner - 1) + inner
        self.start = start(cube, self.n_stages)
        self.bound = 1 << 30
        self.nodes = 0
        self._ways: list[Way] = []
        self._costs: dict[bytes, int] = {}
        self._new: list[ReducedCubes] = []
        self._share, self._room, self._begun = 0.0, effort.nodes, 0
        self._rests = False
        self._rounds = self._all_rounds()

    def advance(self, nodes: int, share: float, room: float) -> Status:
        """Go on for a level of a beam, or for some nodes of a phase."""
        if share < self._share:
            self._begun = self.nodes
        self._share, self._room, self._rests = share, room, False
        if next(self._rounds, "ended") == "ended":
            return Status.ENDED
        if self._rests:
            return Status.EXHAUSTED
        return Status.FOUND if self._new else Status.PAUSED

    def take(self) -> ReducedCubes:
        """Return the cubes of the ways that are new."""
        found = ReducedCubes(*map(np.concatenate, zip(*self._new, strict=True)))
        self._new.clear()
        return found

    def way(self, number: int) -> Way:
        """Return a way by its number."""
        return self._ways[number]

    def beat(self, cost: int) -> None:
        """Look from now on for ways that may be part of solutions which cost less."""
        self.bound = cost

    def _all_rounds(self) -> Iterator[None]:
        """Go through rounds; end where none of the first ones reduces the cube."""
        stuck = 0
        for plan in plans_for(self.size, self._left):
            if plan is None:
                self._rests = True
                yield
                continue
            yield from self._round(plan)
            stuck += 1
            if not self._ways and stuck == _MOST_STUCK:
                return

    def _left(self) -> float:
        """Return about how many nodes are left, by those of the share that is over."""
        if self._share < _TOO_EARLY:
            return self._room * (1 - self._share)
        return (self.nodes - self._begun) * (1 - self._share) / self._share

    def _round(self, plan: Plan) -> Iterator[None]:
        """Go through all stages once."""
        try:
            states = yield from self._centers(plan)
            states = yield from self._wings(plan, states)
        except _StuckError:
            return
        self._add(states)
        yield

    def _centers(self, plan: Plan) -> Steps:
        """Bring all centres to their axes, and join the layers."""
        states = self.start
        for stage in (0, 1):
            if stage == 1 and not self.layout.is_odd:
                states = joined([states, states.renamed(_ABOUT_X)])
            for goal in steps_to_axis(self.size, stage):
                width = plan.placing if len(goal.at_once().stage.sets) else plan.width
                states = yield from self._reach(goal, states, width, plan)
            states = states.at_end_of(stage)
        for layer in range(2, self.layout.inner + 1):
            for goal in joining(self.size, layer):
                states = yield from self._reach(goal, states, plan.joining, plan)
            states = states.at_end_of(layer)
        return states

    def _reach(self, goal: Goal, states: States, width: int, plan: Plan) -> Steps:
        """Reach a goal: at once, or from where that has come to bit by bit."""
        if not goal.alone:
            return (yield from self._beam(goal.at_once(), states, width, plan))
        limits = beam.Width(width, plan.ends, plan.longer, _DEEPEST_AT_ONCE, _PATIENCE)
        found, are_goals = yield from self._ends(goal.at_once(), states, limits, plan.power)
        if not are_goals:
            for make in goal.alone:
                found = yield from self._beam(make(), found, max(width, _ALONE), plan)
        return found

    def _beam(self, part: Part, states: States, width: int, plan: Plan) -> Steps:
        """Go through a part of a stage; try other weights where it is stuck."""
        for power, wider in ((plan.power, 1), *_WEIGHTS):
            limits = beam.Width(width * wider, plan.ends, plan.longer, _DEEPEST)
            found, are_goals = yield from self._ends(part, states, limits, power)
            if are_goals:
                return found
        raise _StuckError

    def _ends(
        self, part: Part, states: States, limits: beam.Width, power: float
    ) -> Generator[None, None, tuple[States, bool]]:
        """Return where a beam ends, and whether these are goals."""
        sets = [sets_of(states.colors, self.layout.slots(c), part.chosen) for c in part.cells]
        starts = np.stack([*sets, self._flags(states, part)], axis=1)
        stage = part.weighed(power).stage
        yield
        found = yield from self._counted(
            beam.search(stage, starts, states.lengths, limits, self.effort.workers)
        )
        yield
        turns, rows = part.spelled(found.turns, found.lengths, limits.ends)
        ends = states.played(found.starts[rows], turns, found.costs[rows])
        yield
        return ends.shortest_first(), found.are_goals

    def _flags(self, states: States, part: Part) -> npt.NDArray[np.uint32]:
        """Return by state whether the wings that a part looks at are odd."""
        if not part.parity:
            return np.zeros(states.n, np.uint32)
        quarter = states.paths % 3 != 1
        wide = states.paths >= N_FACE_TURNS * part.parity
        made = np.arange(states.paths.shape[1]) < states.lengths[:, None]
        odd: Ints = (quarter & wide & made).sum(axis=1) + self.is_odd[part.parity]
        return (odd % 2).astype(np.uint32)

    def _counted(self, search: Generator[int, None, Result]) -> Generator[None, None, Result]:
        """Go through a search; count its nodes."""
        while True:
            try:
                self.nodes += next(search)
            except StopIteration as end:
                found: Result = end.value
                return found
            yield

    def _wings(self, plan: Plan, states: States) -> Steps:
        """Pair the wings of each layer, from the middle outwards, and finish the centres."""
        inner, size = self.layout.inner, self.size
        for layer in range(inner, 0, -1):
            states = states.pick(np.argsort(states.lengths, kind="stable")[: plan.starts])
            if layer == inner and not self.layout.is_odd:
                layers = [0, layer, size - 1 - layer, size - 1]
            else:
                layers = [0, layer, size // 2, size - 1 - layer, size - 1]
            cubes = Glued(glued(states, layers), states.lengths)
            means = Means(plan.effort, self.effort.workers, self.effort.on_progress)
            found: Finished = yield from self._counted(self.finish[len(layers)](cubes, means))
            if not len(found.starts):
                raise _StuckError
            turns = unglued(found.turns, self.layout, layer + 1)
            yield
            states = states.played(found.starts, turns, found.lengths).shortest_first()
            yield
            if not self.layout.is_odd and layer == inner:
                states = states.renamed(_names(states))
            states = states.at_end_of(2 + (inner - 1) + inner - layer)
        return states

    def _add(self, states: States) -> None:
        """Note the cubes that were reduced."""
        size = self.size
        layers = [0, 1, size // 2, size - 2, size - 1]
        rows = glued(states, layers)
        corners = np.stack([pieces_in(pieces(5).corners, row) for row in rows]).astype(np.uint8)
        midges = pieces(5).midges
        assert midges is not None
        edges = np.stack([pieces_in(midges, row) for row in rows]).astype(np.uint8)
        chosen = []
        for i, cost in enumerate(states.lengths.tolist()):
            key = corners[i].tobytes() + edges[i].tobytes() + bytes([int(states.views[i])])
            if cost < self._costs.get(key, 1 << 30):
                self._costs[key] = cost
                hold = FACE_MAPS.index(tuple(np.argsort(FACE_MAPS[int(states.views[i])]).tolist()))
                self._ways.append(Way(tuple(states.turns_of(i)), hold))
                chosen.append(i)
        if chosen:
            self._new.append(ReducedCubes(corners[chosen], edges[chosen], states.lengths[chosen]))


def _names(states: States) -> Ints:
    """Return the names of colours by which the centres are at home."""
    size = states.size
    middles = np.arange(N_FACES) * size**2 + (size // 2) * (size + 1)
    return np.argsort(states.colors[:, middles], axis=1)


def _odd_wings(cube: Cube) -> list[bool]:
    """Return by layer whether the permutation of its wings is odd; a corner's layer has none."""
    size = cube.size
    faces = cube.colors().astype(np.uint8).reshape(N_FACES, size, size)
    found = [False]
    for layer in range(1, size // 2):
        layers = [0, layer, size // 2, size - 1 - layer, size - 1]
        small = faces[:, layers][:, :, layers].ravel()
        wings = pieces_in(pieces(5).wings, small)
        swapped = sum(int(np.count_nonzero(wings[:i] > wings[i])) for i in range(len(wings)))
        found.append(swapped % 2 == 1)
    return found
