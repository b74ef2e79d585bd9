"""The ends of phase 1, which are followed many at a time, against all sequences of turns."""

import numpy as np
import pytest

from cubesolve import Cube, Metric
from cubesolve.kernels import two_phase_ends as kernel
from cubesolve.kernels import two_phase_work as place
from cubesolve.methods.three.two_phase.coordinates import SLICE_SOLVED, Coordinate
from cubesolve.methods.three.two_phase.cubie import N_TURNS, TURNS, Cubies
from cubesolve.methods.three.two_phase.tables import Tables, tables_for
from cubesolve.protocols import no_progress

C = Coordinate
#: Turns to phase 2's group, the last of each scramble, after turns that stay in it.
SCRAMBLES = (
    "U R2 F2 D R",
    "D' L2 U F",
    "U B2 D2 R F",
    "F2 U' R U B",
    "L2 D R' U2 F D'",
    "R2 U F R F",
)

End = tuple[tuple[int, ...], int, int]  # the turns, the middle edges and the corners


def is_in_phase_2(state: Cubies) -> bool:
    middle = C.SLICE_SORTED.of(state) // 24
    return C.TWIST.of(state) == 0 and C.FLIP.of(state) == 0 and middle == SLICE_SOLVED


def brute(
    state: Cubies, left: int, costs: tuple[int, ...], turns: tuple[int, ...] = ()
) -> set[End]:
    """Return all ways of a cost into phase 2's group."""
    if left == 0:
        if not is_in_phase_2(state):
            return set()
        return {(turns, C.SLICE_SORTED.of(state), C.CORNERS.of(state))}
    allowed = TURNS.after[turns[-1]] if turns else TURNS.every
    able = [turn for turn in range(N_TURNS) if allowed >> turn & 1 and costs[turn] <= left]
    ways = (brute(state.play([turn]), left - costs[turn], costs, (*turns, turn)) for turn in able)
    return set().union(*ways)


def nearest(state: Cubies, costs: tuple[int, ...]) -> tuple[int, set[End]]:
    """Return how far phase 2's group is, and all ways to it."""
    distance = 0
    while not (found := brute(state, distance, costs)):
        distance += 1
    return distance, found


def followed(states: list[tuple[Cubies, int]], t: Tables) -> list[set[End]]:
    """Return the ends of all states, followed together."""
    work = place.new_work(1)
    waiting = work.waiting
    for stem, (state, distance) in enumerate(states):
        waiting.stems[stem] = 0, 0
        where = (C.TWIST, C.FLIP, C.SLICE_SORTED, C.CORNERS)
        node = (*(coordinate.of(state) for coordinate in where), -1)
        kernel.wait(waiting, node, distance, stem, 1)
    batch = np.empty((place.BATCH, 8), np.int64)
    slots = np.empty(place.BATCH, np.uint64)
    while waiting.counts[place.NODES_WAITING]:
        kernel.follow_batch(waiting, batch, slots, t)
    found: list[set[End]] = [set() for _ in states]
    turns = np.empty(place.MAX_LEVEL, np.int64)
    for middle, corners, stem, path in waiting.ends[: waiting.counts[place.ENDS]].tolist():
        length = kernel.turns_of(waiting, stem, path, turns)
        end = (tuple(turns[:length].tolist()), middle, corners)
        assert end not in found[stem], "no way is found twice"
        found[stem].add(end)
    return found


@pytest.mark.parametrize("metric", [Metric.OBTM, Metric.QTM])
def test_all_ways_that_lead_nearer_are_followed_to_their_ends(metric: Metric) -> None:
    costs = TURNS.costs(metric)
    states = [Cubies.from_cube(Cube.from_alg(scramble)) for scramble in SCRAMBLES]
    expected = [nearest(state, costs) for state in states]
    assert {distance for distance, _ in expected} >= {1, 2, 3}
    together = [(state, distance) for state, (distance, _) in zip(states, expected, strict=True)]
    found = followed(together, tables_for(metric, no_progress))
    assert found == [ends for _, ends in expected]
