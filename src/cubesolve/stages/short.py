"""`ShortSolver`: short solutions of big cubes, by phases of their size and a pool of 3x3 searches.

What a size brings is a `SizeSearch`: how its reductions begin, and what is said of its phases.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cubesolve.checkpoints import settle
from cubesolve.model import Cube
from cubesolve.notation import Alg, Metric
from cubesolve.operator import Operator, Recording
from cubesolve.protocols import (
    Limit,
    Phase,
    ProgressListener,
    Solver,
    SolverResults,
    SolveStep,
    no_progress,
    now,
    until,
)
from cubesolve.search.anytime import Anytime, Found, best_of
from cubesolve.search.few_breaks import beam_turns, share_of_random
from cubesolve.search.few_turns import MOST_TURNS, fewest_turns, is_short_for, n_breaks
from cubesolve.search.orbits import block_turns
from cubesolve.search.pool import PoolMaker
from cubesolve.search.reductions import NODES_A_SECOND, Effort, Reductions
from cubesolve.search.short import Horizon, ShortSearch
from cubesolve.stages.progress import status_of
from cubesolve.words import short as words
from cubesolve.words.grammar import Words

_FARTHEST = 22  # turns that a beam looks for
_NEAR = 14  # what a beam finds in so few turns, phases do not find in fewer
_NARROW, _WIDE, _WIDEST = 1_000, 10_000, 60_000  # states of a beam
_SLOWLY = 10  # how many times as long as usual a first answer may take
_SLOWER = 2.5  # the same where there are others that can be asked
_LONG_WAIT = 3  # seconds for a first answer
_FEW_TURNS = 0.2  # the share of a time that the search for a few turns may take
_BEAMS = 0.4  # the same of that and of beams
_PEOPLE = 0.7  # the same of beams and methods of people
_PERSON = 0.0015  # seconds for each cell of a face that such a method takes, about
_SOME_NODES = 10_000_000  # of a search that has time for wider beams
_MORE_THAN_RANDOM = 0.96  # of all neighbours differ: of a random cube five sixths do
_UNLIKE_RANDOM, _LIKE_RANDOM = 0.88, 0.95  # shares of breaks: what is below, and above, is rare


@dataclass(frozen=True)
class PhaseStep:
    """What a phase of a reduction is: what is said of it, and marked.

    `settled` are the slots, after the phase as before it, of the pieces that it is about.
    """

    phase: Phase
    said: Callable[[], Words]
    settled: Callable[[Cube], Sequence[int]]


@dataclass(frozen=True)
class SizeSearch:
    """What a size brings: how far its search goes by itself, how it begins, and its phases.

    A cube with fewer than `easy` neighbours on its faces that differ is one that methods of people
    may solve in fewer turns; random cubes have more. `reducing` is the share of a search that looks
    for reductions, `nodes_a_second` about how far two cores come, and `nodes_at_first` about how
    far the first answer is, if that takes long, or `nodes_at_least` where there is no room for
    that. `least_round` is how many nodes a round has at least that comes before the last one.
    """

    size: int
    nodes: int
    start: Callable[[Cube, Effort], Reductions]
    phases: tuple[PhaseStep, ...]
    easy: int
    reducing: float = 0.7
    nodes_a_second: int = NODES_A_SECOND
    nodes_at_first: float = 0
    nodes_at_least: float = 0
    least_round: float = math.inf

    def has_room(self, limit: Limit | None) -> bool:
        """Tell whether there is time for an answer, also if the machine is busy.

        Whoever counts nodes or moves waits for the first.
        """
        if limit is None:
            return self.nodes >= self.nodes_at_least
        room = math.inf if limit.time is None else limit.time * self.nodes_a_second
        return room >= _SLOWER * self.nodes_at_least


class _ByPeople(NamedTuple):
    """What a method of people did, what that costs, and how many seconds it took."""

    recording: Recording
    results: SolverResults
    cost: int
    seconds: float


@dataclass(frozen=True)
class ShortSolver:
    """Solves a big cube in few turns, by a search that ends at a limit.

    `people` are solvers whose solutions are never shorter than what comes out. The first of them
    answers where there may be no time for more. With `only_nearby`, cubes that look random are left
    to others.
    """

    search: SizeSearch
    pool: PoolMaker
    people: Sequence[Solver] = ()
    limit: Limit | float | None = None
    on_progress: ProgressListener = no_progress
    only_nearby: bool = False

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play the shortest solution that is found until the limit."""
        return self._play(operator, best_of(self._told(self._search(operator))))

    def iter_solve(self, operator: Operator, what: SolveStep) -> Iterator[SolverResults]:
        """Play each solution that is found, and take it back before the next one."""
        before = len(operator.history.moves)
        for found in self._search(operator):
            yield self._play(operator, found)
            operator.undo(len(operator.history.moves) - before)

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_of(cube, (SolveStep.CENTERS, SolveStep.EDGES))

    def _told(self, search: Iterator[Found | _ByPeople]) -> Iterator[Found | _ByPeople]:
        """Tell how long each solution is once it is there to be taken: Ctrl-C may follow."""
        for found in search:
            yield found
            self.on_progress(words.best_so_far(found.cost), None)

    def _search(self, operator: Operator) -> Iterator[Found | _ByPeople]:
        """Yield solutions, each shorter than the one before."""
        began = now()
        cube = operator.cube.copy()
        limit = Limit.of(self.limit) or Limit(nodes=self.search.nodes)
        turns, most = _few_turns(cube, limit)
        if turns is not None:
            settle()
            yield Found(turns, len(turns), 0, now() - began, is_optimal=True)
            return
        best: Found | _ByPeople | None = None
        for best in self._nearby(cube, limit, most + 1):
            settle()
            yield best
        if best is not None and (self.only_nearby or self._is_short(cube, best)):
            return
        if isinstance(best, _ByPeople):  # it may have to be played at the end
            limit = limit.leaving(best.seconds)
        search: Iterable[Found] = ()
        if not self.only_nearby:
            with until(limit if best is not None else Limit()):
                search = self._start(cube, limit, None if best is None else best.cost)
        for found in search:
            settle()
            yield (best := found)
        if best is None:  # every stage of the search was stuck
            yield from self._by_people(cube, Limit())

    def _nearby(self, cube: Cube, limit: Limit, least: int) -> Iterator[Found | _ByPeople]:
        """Yield what is found without phases: by beams, and by people where that may be short.

        Fewer turns than `least` were tried before.
        """
        began = now() if limit.began is None else limit.began
        best: int | None = None

        def is_late() -> bool:
            return limit.time is not None and now() - began > _BEAMS * limit.time

        for width in self._widths(cube, limit):
            turns = beam_turns(cube, (best or _FARTHEST + 1) - 1, width, is_late)
            if turns is not None:
                best = len(turns)
                is_optimal = best == least
                yield Found(turns, best, 0, now() - began, is_optimal)
                if is_optimal or limit.is_reached(now() - began, best, 0):
                    return
        if self.people and self._may_be_easy(cube):
            for people in self._by_people(cube, limit):
                if best is None or people.cost < best:
                    yield people
        elif self.people and best is None and self._may_be_late(limit):
            yield _timed(self.people[0], cube)

    def _is_short(self, cube: Cube, found: Found | _ByPeople) -> bool:
        """Tell whether phases would not find fewer turns."""
        if isinstance(found, Found) and found.cost <= _NEAR:
            return True
        return is_short_for(cube, found.cost)

    def _may_be_easy(self, cube: Cube) -> bool:
        """Tell whether methods of people may need fewer turns: where it does not look random.

        Fewer neighbours differ on a cube that is partly solved, more on one like a checkerboard.
        """
        breaks, neighbors = n_breaks(cube), 12 * cube.size * (cube.size - 1)
        return breaks < self.search.easy or breaks > _MORE_THAN_RANDOM * neighbors

    def _may_be_late(self, limit: Limit) -> bool:
        """Tell whether the first answer of the phases may take longer than there is time.

        Without a limit by time, that is longer than one would like to wait for it.
        """
        search = self.search
        if limit.time is not None:
            return limit.time * search.nodes_a_second < _SLOWLY * search.nodes_at_first
        has_room = limit.nodes is None or limit.nodes >= search.nodes_at_first
        at_first = search.nodes_at_first if has_room else search.nodes_at_least
        return at_first > _LONG_WAIT * search.nodes_a_second

    def _widths(self, cube: Cube, limit: Limit) -> Iterator[int]:
        """Yield how wide beams should be: wide ones are for cubes that look less than random."""
        nodes = Effort.of(limit, self.on_progress, self.search.nodes_a_second).nodes
        breaks = share_of_random(cube)
        if breaks > _LIKE_RANDOM:
            return
        share = min(1.0, (5 / cube.size) ** 2)  # a state of a big cube takes more time and room
        yield int(share * _NARROW)
        if nodes >= _SOME_NODES or breaks < _UNLIKE_RANDOM:
            yield int(share * _WIDE)
        if breaks < _UNLIKE_RANDOM and (limit.time is None or nodes >= _SOME_NODES):
            yield int(share * _WIDEST)

    def _start(self, cube: Cube, limit: Limit, rival: int | None) -> Anytime:
        """Return the search; the time that its tables take does not count."""
        search = self.search
        effort = Effort.of(limit, self.on_progress, search.nodes_a_second)
        pool = self.pool(effort.workers, self.on_progress)
        reductions = search.start(cube, effort)
        began = now()
        horizon = Horizon(limit, began, search.nodes_a_second, search.least_round)
        has_rival = rival is not None
        limit = limit if limit.began is not None else limit.since(began)
        engine = ShortSearch(
            search.size, reductions, pool, horizon, search.reducing, limit, has_rival
        )
        return Anytime(engine, limit, began, rival)

    def _by_people(self, cube: Cube, limit: Limit) -> Iterator[_ByPeople]:
        """Yield the best of people's methods, of those for which there is time, if of any."""
        left, longest = limit.leaving((1 - _PEOPLE) * (limit.time or 0)), _PERSON * cube.size**2
        found = []
        for solver in self.people:
            if left.time_left() < longest:
                break
            with until(left):
                found.append(_timed(solver, cube))
                longest = max(longest, found[-1].seconds)
            if found and is_short_for(cube, found[-1].cost):
                break
        if found:
            yield min(found, key=lambda each: each.cost)

    def _play(self, operator: Operator, found: Found | _ByPeople) -> SolverResults:
        """Play a solution, each of its phases as a step."""
        if isinstance(found, _ByPeople):
            found.recording.play_on(operator)
            return found.results
        if not found.ends:
            in_words = words.few_turns if found.is_optimal else words.turned_back
            _step(operator, in_words(found.cost), found.turns, Phase.SEARCH)
            return SolverResults(is_optimal=found.is_optimal)
        start = 0
        for phase, end in zip(self.search.phases, found.ends, strict=False):
            _step(operator, phase.said(), found.turns[start:end], phase.phase, phase.settled)
            start = end
        said = words.as_3x3(len(found.turns) - start, start)
        _step(operator, said, found.turns[start:], Phase.SEARCH)
        return SolverResults()


def _step(
    operator: Operator,
    said: Words,
    turns: Sequence[int],
    phase: Phase,
    settled: Callable[[Cube], Sequence[int]] | None = None,
) -> None:
    """Play turns as one step; mark the stickers that it settles, and where they go."""
    if not turns:
        return
    alg = block_turns(operator.cube.size).to_alg(turns)
    moved, targets = _marks(operator.cube, alg, settled) if settled else ((), ())
    with operator.annotate(*said, moved=moved, targets=targets, phase=phase):
        operator.play(alg)


def _marks(
    cube: Cube, alg: Alg, settled: Callable[[Cube], Sequence[int]]
) -> tuple[list[int], list[int]]:
    """Return where the stickers are that turns settle, and where they go."""
    after = cube.copy()
    after.play(alg)
    targets = [int(slot) for slot in settled(after)]
    now = {int(sticker): slot for slot, sticker in enumerate(cube.stickers)}
    return [now[after.sticker_at(slot)] for slot in targets], targets


def _few_turns(cube: Cube, limit: Limit) -> tuple[tuple[int, ...] | None, int]:
    """Return the fewest turns, if they are few, and how many were tried: none without the time."""
    turns, most = None, 0
    time = None if limit.time is None else _FEW_TURNS * limit.time
    with until(replace(limit, time=time)):
        turns, most = fewest_turns(cube), MOST_TURNS
    return turns, most


def _timed(solver: Solver, cube: Cube) -> _ByPeople:
    """Return what a method of people comes to."""
    began = now()
    operator = Operator(cube.copy())
    results = solver.solve(operator, SolveStep.ALL)
    turns = operator.history.without_rotations(cube.size).simplify(cube.size)
    cost = turns.count(Metric.OBTM, cube.size)
    return _ByPeople(Recording.of(operator), results, cost, now() - began)
