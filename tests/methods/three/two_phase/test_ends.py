"""The ends of phase 1, which are followed many at a time, against all sequences of turns."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from cubesolve import Cube, Metric
from cubesolve.kernels import two_phase_ends as kernel
from cubesolve.kernels import two_phase_work as place
from cubesolve.methods.three.two_phase.coordinates import SLICE_SOLVED, Coordinate
from cubesolve.methods.three.two_phase.cubie import N_TURNS, TURNS, Arrays, Cubies, turn_arrays
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


class Sequences(NamedTuple):
    """Sequences of turns, and what each makes of a solved cube, one in each row."""

    turns: list[tuple[int, ...]]
    states: Arrays


def all_sequences(costs: tuple[int, ...]) -> Iterator[Sequences]:
    """Yield the sequences of each cost, in which no turn comes where another could stand for it."""
    home = Cubies.solved()
    found = [Sequences([()], Arrays(home.corners[None], home.edges[None]))]
    while True:
        yield found[-1]
        parts = [
            longer(found[-costs[turn]], turn)
            for turn in range(N_TURNS)
            if costs[turn] <= len(found)
        ]
        corners, edges = (
            np.concatenate(rows) for rows in zip(*(p.states for p in parts), strict=True)
        )
        found.append(
            Sequences([turns for part in parts for turns in part.turns], Arrays(corners, edges))
        )


def longer(found: Sequences, turn: int) -> Sequences:
    """Return those of some sequences that a turn may follow, with it."""
    rows = [
        row
        for row, turns in enumerate(found.turns)
        if not turns or TURNS.after[turns[-1]] >> turn & 1
    ]
    corners, edges = (
        states[rows][:, turned[turn]]
        for states, turned in zip(found.states, turn_arrays(), strict=True)
    )
    return Sequences([(*found.turns[row], turn) for row in rows], Arrays(corners, edges))


def ends_of(state: Cubies, sequences: Sequences) -> set[End]:
    """Return those of the sequences that lead a state into phase 2's group."""
    after = Arrays(state.corners[sequences.states.corners], state.edges[sequences.states.edges])
    asked = (C.TWIST, C.FLIP, C.SLICE_SORTED, C.CORNERS)
    twist, flip, middle, corners = (each.values_of(each.part_of(after)) for each in asked)
    inside = np.flatnonzero((twist == 0) & (flip == 0) & (middle // 24 == SLICE_SOLVED))
    return {(sequences.turns[row], int(middle[row]), int(corners[row])) for row in inside}


def nearest(states: list[Cubies], costs: tuple[int, ...]) -> list[tuple[int, set[End]]]:
    """Return how far phase 2's group is from each state, and all ways to it."""
    found: dict[int, tuple[int, set[End]]] = {}
    for distance, sequences in enumerate(all_sequences(costs)):
        for number in set(range(len(states))) - set(found):
            if ends := ends_of(states[number], sequences):
                found[number] = distance, ends
        if len(found) == len(states):
            break
    return [found[number] for number in range(len(states))]


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
    expected = nearest(states, costs)
    assert {distance for distance, _ in expected} >= {1, 2, 3}
    together = [(state, distance) for state, (distance, _) in zip(states, expected, strict=True)]
    found = followed(together, tables_for(metric, no_progress))
    assert found == [ends for _, ends in expected]
