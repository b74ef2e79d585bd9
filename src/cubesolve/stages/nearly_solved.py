"""What a reduction does first with a cube that is nearly whole: as little as possible.

A few turns may be all that it lacks, and a search over the seams of its layers finds them. Where
most edges are paired it can cost less to build the centres by commutators, which leave the edges
alone, than by exchanges of lines, which do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from cubesolve.checkpoints import checkpoint
from cubesolve.model import Cube
from cubesolve.model.validity import ProblemKind
from cubesolve.notation import Alg
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.stages.cage.colors import wrong_cells
from cubesolve.stages.edge_tables import wing_slots
from cubesolve.stages.gains import gained, right_cells
from cubesolve.stages.seams import N_AXES, Ints, SeamTurns, all_breaks, breaks, turn_alg
from cubesolve.stages.shadow import ShadowCubeHelper
from cubesolve.trackers import best_scheme
from cubesolve.words import nearly_solved as words
from cubesolve.words.reasons import nearly_whole

# Shares of neighbours that differ: about 0.8 in a random state, 0.5 after three or four turns.
_FEW_BREAKS = 0.6
_LOOKS = 60  # states that the search looks at
_LOOKS_AT_CONJUGATES = 4  # of these, so many with conjugates, too
_FEW_FOR_COMMUTATORS = 12  # breaks for each layer of the cube
_MOST_TURNS = 10
_WORTH_IT = 0.5  # of the work that a cube lacks may be left by turns that do not solve it
_PER_TURN = 2.0  # breaks that a turn is hoped to take away, for each layer of the cube
# What is left to do, in turns: a cell or a wing that is not right, a part that is not solved, and
# the algorithms that fix parity.
_PIECE_COST, _PART_COST = 2.5, 3.0
_SOLVE_COST = 6.0  # at least, of a cube that is whole
_PARITY_COST = {ProblemKind.EDGE_FLIP: 22, ProblemKind.PERMUTATION_PARITY: 9}


class _State(NamedTuple):
    """A state that turns lead to, in the order in which states are looked at."""

    hope: float
    breaks: int  # of states with the same hope, those with fewest come first: checkerboards
    number: int
    cost: int
    cube: Cube  # before the last turns
    alg: Alg
    last: Alg


def restore_layers(operator: Operator) -> None:
    """Play the few turns, if there are any, after which a cube is whole, or more so than before."""
    cube = operator.cube
    alg = _few_turns(cube) if _is_near(cube) else Alg()
    if not alg:
        return
    after = _after(cube, alg)
    goal = _goal(after)
    moved, targets = gained(cube, alg, lambda seen: right_cells(seen, goal))
    said = words.restore_layers(after.solved, after.is3x3)
    with operator.annotate(*said, moved=moved, targets=targets, phase=Phase.CENTERS) as step:
        step.reason = nearly_whole(len(alg.moves))
        operator.play(alg)


def has_mostly_paired_edges(cube: Cube) -> bool:
    """Whether at least half of the wings go with the middle of their edges."""
    return 2 * _unpaired_wings(cube) <= 12 * (cube.n_slices - 1)


def reduction_cost(operator: Operator) -> float:
    """Return how many turns a reduction took, with what it leaves to be done as a 3x3."""
    cube = operator.cube
    shadow = ShadowCubeHelper(cube).create_shadow()
    left = sum(not part.match_faces for part in (*shadow.edges, *shadow.corners))
    parity = sum(_PARITY_COST.get(problem.kind, 0) for problem in shadow.problems())
    played = operator.history.without_rotations(cube.size).simplify(cube.size)
    return played.count("OBTM", cube.size) + _PART_COST * left + parity


def _is_near(cube: Cube) -> bool:
    """Whether colours go on at most seams, of all or of the inner ones, or would after a turn."""
    broken = all_breaks(cube)
    now, least = broken[:, :, 0], broken.min(axis=2)
    few = _FEW_BREAKS * 4 * cube.size
    would = 2 * least.sum(axis=1) <= now.sum(axis=1)  # of checkerboards, say
    return bool(now.mean() <= few or now[:, 1:-1].mean() <= few or would.any())


def _few_turns(cube: Cube) -> Alg:
    """Return the turns that leave least to do, theirs included: none where none help much."""
    plain = _search(cube, 0)
    return plain if _after(cube, plain).is3x3 else _search(cube, _LOOKS_AT_CONJUGATES)


def _search(cube: Cube, looks_at_conjugates: int) -> Alg:
    """Look at states that few turns lead to, those first that are hoped to need fewest in all.

    The first of them are tried with conjugates and commutators, too.
    """
    heap, seen, number = [_State(0.0, 0, 0, 0, cube, Alg(), Alg())], set[bytes](), 0
    best, least = Alg(), _WORTH_IT * _work_left(cube)
    while heap and len(seen) < _LOOKS:
        state = heappop(heap)
        now = _after(state.cube, state.last)
        key = now.colors().tobytes()
        if key in seen:
            continue
        seen.add(key)
        alg, cost = state.alg + state.last, state.cost + _work_left(now)
        if cost < least:
            best, least = alg, cost
        if now.solved:
            break
        for turns in _further_turns(now, len(seen) <= looks_at_conjugates):
            turned = state.cost + turns.cost
            if turned <= _MOST_TURNS:
                number += 1
                hope = turned + turns.breaks / (_PER_TURN * cube.size)
                heappush(heap, _State(hope, turns.breaks, number, turned, now, alg, turns.alg))
    return best


class _Turns(NamedTuple):
    """Turns, what they cost, and how many breaks they leave."""

    alg: Alg
    cost: int
    breaks: int


def _further_turns(cube: Cube, with_conjugates: bool) -> Iterator[_Turns]:
    broken = all_breaks(cube)
    yield from _plain_turns(cube.size, broken, range(N_AXES))
    if with_conjugates:
        yield from _conjugates(cube, broken[:, :, 0])
        yield from _commutators(cube, broken[:, :, 0])


def _plain_turns(size: int, broken: Ints, axes: Iterable[int]) -> Iterator[_Turns]:
    """Yield turns about one axis that take breaks away."""
    total = int(broken[:, :, 0].sum())
    for axis in axes:
        gains = broken[axis, :, :1] - broken[axis]
        for turns in _gaining_turns(broken[axis, :, 0], gains):
            gain = sum(int(gains[seam, turn]) for seam, turn in enumerate(turns))
            yield _Turns(turn_alg(size, axis, turns), _n_turned(turns), total - gain)


def _gaining_turns(broken: Ints, gains: Ints) -> Iterator[SeamTurns]:
    """Yield turns of the seams of one axis that take breaks away.

    They are the best turns of all seams together, of the inner ones, of those that gain much, and
    every turn of one seam that gains.
    """
    best, most = gains.argmax(axis=1), gains.max(axis=1)
    inner, much = best.copy(), np.where(2 * most > broken, best, 0)
    inner[[0, -1]] = 0
    several = [best, inner, much]
    for seam, turns in np.argwhere(gains > 0):
        one = np.zeros_like(best)
        one[seam] = turns
        several.append(one)
    yield from dict.fromkeys(tuple(turns.tolist()) for turns in several if turns.any())


def _conjugates(cube: Cube, broken: Ints) -> Iterator[_Turns]:
    """Yield turns of some layers, of others, and of the first ones back, that gain.

    The first of them seldom gains by itself. Its layers begin and end where seams are broken.
    """
    size, total = cube.size, int(broken.sum())
    for axis, turns in _blocks(broken):
        there = turn_alg(size, axis, turns)
        turned = _after(cube, there)
        others = [other for other in range(N_AXES) if other != axis]
        for between in _plain_turns(size, all_breaks(turned), others):
            back = between.alg + there.inverse()
            left = int(breaks(_after(turned, back)).sum())
            if left < total:
                yield _Turns(there + back, 2 * _n_turned(turns) + between.cost, left)


def _commutators(cube: Cube, broken: Ints) -> Iterator[_Turns]:
    """Yield commutators of a turn of a face with one of layers that leave hardly any break."""
    size, total = cube.size, int(broken.sum())
    if total > _FEW_FOR_COMMUTATORS * size:
        return
    for axis, turns in _blocks(broken):
        there = turn_alg(size, axis, turns)
        for face_axis in range(N_AXES):
            for seam, amount in product((0, size - 2), (1, 2, 3)) if face_axis != axis else ():
                one = [0] * (size - 1)
                one[seam] = amount
                turn = turn_alg(size, face_axis, tuple(one))
                alg = turn + there + turn.inverse() + there.inverse()
                left = int(breaks(_after(cube, alg)).sum())
                if 2 * left < total:
                    yield _Turns(alg, 2 * _n_turned(turns) + 2, left)


def _after(cube: Cube, alg: Alg) -> Cube:
    checkpoint()
    after = cube.copy()
    after.play(alg)
    return after


def _n_turned(turns: SeamTurns) -> int:
    """Return what turns of seams cost: a block with a face for each."""
    return sum(turn != 0 for turn in turns)


def _blocks(broken: Ints) -> Iterator[tuple[int, SeamTurns]]:
    """Yield axis and turns of the seams for blocks of layers that begin and end at broken seams."""
    n_seams = broken.shape[1]
    for axis in range(N_AXES):
        seams = np.flatnonzero(broken[axis]).tolist()
        ends = [(seam,) for seam in seams] + list(combinations(seams, 2))
        for block, amount in product(ends, (1, 2, 3)):
            turns = [0] * n_seams
            for seam, turn in zip(block, (amount, 4 - amount), strict=False):
                turns[seam] = turn
            yield axis, tuple(turns)


def _work_left(cube: Cube) -> float:
    """Return about how many turns it takes to make a cube whole and to solve it."""
    if cube.solved:
        return 0.0
    cells = min(wrong_cells(cube, cube.scheme.rotations()))
    return _SOLVE_COST + _PIECE_COST * (cells + _unpaired_wings(cube))


def _goal(cube: Cube) -> Sequence[int]:
    """Return the number of the colour that belongs on each face, as the centres have it."""
    if cube.size % 2:
        return [cube.sticker_at(slot) // cube.size**2 for slot in cube.geometry.middle_slots]
    return [cube.scheme.colors.index(color) for color in best_scheme(cube).colors]


def _unpaired_wings(cube: Cube) -> int:
    """Return how many wings do not go with the middle of their edges."""
    slots, colors = wing_slots(cube.size), cube.colors()
    middle = cube.n_slices // 2
    shown = colors[slots]
    return int(np.any(shown != shown[:, middle : middle + 1], axis=2).sum())
