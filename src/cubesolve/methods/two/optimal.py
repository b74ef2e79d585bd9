"""`Optimal2x2`: every state of a 2x2 in as few turns as there can be, from a table of all of them.

The corner DBL stays where it is, and turns of U, R and F move the other seven: 7! * 3^6 states.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.notation import Metric
from cubesolve.operator import Operator
from cubesolve.protocols import Phase, ProgressListener, SolverResults, SolveStep, no_progress
from cubesolve.search.coordinates import Bytes, Values, build_moves
from cubesolve.search.pruning import Progress, build_distances, graph_of
from cubesolve.search.symmetry import without_conjugates, without_symmetry
from cubesolve.search.table_file import Arrays, Expected
from cubesolve.search.table_store import Table, kept
from cubesolve.search.turns import METRICS, TurnSet, check_metric
from cubesolve.stages.progress import status_of
from cubesolve.stages.shadow import ShadowCubeHelper
from cubesolve.stages.stickers import stickers_of
from cubesolve.words.searching import shortest

N_PERM = 5040  # 7!
N_TWIST = 729  # 3^6
N_STATES = N_PERM * N_TWIST
TURNS = TurnSet("URF")
_MOVED = 21  # stickers of the corners that move; those of DBL come last


class Coordinate(IntEnum):
    """What can be asked of the seven corners."""

    PERMUTATION = 0
    TWIST = 1

    @property
    def size(self) -> int:
        """How many values there are."""
        return N_PERM if self == Coordinate.PERMUTATION else N_TWIST

    def values_of(self, states: Bytes) -> Values:
        """Return the value of each row of stickers."""
        from cubesolve.kernels import ranks

        read = ranks.rank_all if self == Coordinate.PERMUTATION else ranks.orientation_all
        values: Values = read(states, 3)
        return values

    def states_of(self, values: Values) -> Bytes:
        """Return for each value stickers that have it."""
        from cubesolve.kernels import ranks

        states = np.tile(np.arange(_MOVED, dtype=np.uint8), (len(values), 1))
        write = ranks.place_all if self == Coordinate.PERMUTATION else ranks.orient_all
        write(values, 3, states)
        return states


class Moves(NamedTuple):
    """What each turn makes of each permutation, and of each twist."""

    permutations: npt.NDArray[np.int64]
    twists: npt.NDArray[np.int64]


def coordinates(cube: Cube) -> tuple[int, int]:
    """Return permutation and twist of a 2x2, or of the corners of a 3x3 with DBL at home."""
    state = _corners(cube)[None]
    return int(Coordinate.PERMUTATION.values_of(state)[0]), int(
        Coordinate.TWIST.values_of(state)[0]
    )


def _corners(cube: Cube) -> Bytes:
    """Return which sticker is in each slot of the corners that move."""
    return stickers_of(ShadowCubeHelper(cube).create_shadow())[0][:_MOVED]


@cache
def moves() -> Moves:
    """Return the tables of moves."""
    turns = np.stack([_corners(Cube.from_alg(name)) for name in TURNS.names])
    return Moves(*(build_moves(coordinate, turns).astype(np.int64) for coordinate in Coordinate))


def build_all_distances(metric: Metric, progress: Progress) -> npt.NDArray[np.uint8]:
    """Return how far each `permutation * 729 + twist` is from solved."""
    # In quarter turns a half turn is two: it brings nothing that they do not.
    turns = np.array(TURNS.quarter if metric == Metric.QTM else range(len(TURNS)))
    tables = moves()
    graph = graph_of(
        without_symmetry(tables.permutations[:, turns]),
        tables.twists[:, turns].astype(np.uint16),
        without_conjugates(N_TWIST),
        (1,) * len(turns),
    )
    return build_distances(graph, (0, 0), progress)


def _build(metric: Metric, progress: Progress) -> Arrays:
    return {"distances": build_all_distances(metric, progress)}


DISTANCES = {
    metric: Table(
        f"two-distances-{metric.value.lower()}",
        1,
        2,
        f"2x2 distances in {turns} turns",
        partial(_build, metric),
        expects={"distances": Expected(np.uint8, (N_STATES,))},
    )
    for metric, turns in zip(METRICS, ("half", "quarter"), strict=True)
}
TABLES = tuple(DISTANCES.values())


@kept
def _distances(metric: Metric, on_progress: ProgressListener) -> npt.NDArray[np.uint8]:
    return DISTANCES[metric].load(on_progress)["distances"]


def distances_for(
    metric: Metric, on_progress: ProgressListener = no_progress
) -> npt.NDArray[np.uint8]:
    """Return the distances in a metric, from memory, from the cache folder, or built."""
    check_metric(metric)
    return _distances(metric, on_progress)


def distance(cube: Cube, metric: Metric = Metric.OBTM) -> int:
    """Return how many turns a 2x2 is from solved."""
    order, twist = coordinates(cube)
    return int(distances_for(metric)[order * N_TWIST + twist])


def solution_of_cost(cube: Cube, cost: int, metric: Metric = Metric.OBTM) -> list[int] | None:
    """Return turns of exactly this cost, no face twice running, that solve a 2x2, if there are."""
    distances = distances_for(metric)
    tables = moves()
    costs = TURNS.costs(metric)

    def search(order: int, twist: int, left: int, allowed: int) -> list[int] | None:
        if distances[order * N_TWIST + twist] > left:
            return None
        if left == 0:
            return []
        for turn, price in enumerate(costs):
            if not allowed >> turn & 1 or price > left:
                continue
            to = int(tables.permutations[order, turn]), int(tables.twists[twist, turn])
            rest = search(*to, left - price, int(TURNS.after[turn]))
            if rest is not None:
                return [turn, *rest]
        return None

    return search(*coordinates(cube), cost, TURNS.every)


class Optimal2x2:
    """Solves a 2x2 in as few turns of U, R and F as there can be."""

    def __init__(
        self, metric: Metric = Metric.OBTM, on_progress: ProgressListener = no_progress
    ) -> None:
        self.metric = metric
        self.on_progress = on_progress

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play the shortest solution; a 2x2 has no parity."""
        distances_for(self.metric, self.on_progress)
        cost = distance(operator.cube, self.metric)
        turns = solution_of_cost(operator.cube, cost, self.metric)
        assert turns is not None
        if what in (SolveStep.CAGE, SolveStep.ALL) and turns:
            with operator.annotate(*shortest(cost, self.metric), phase=Phase.SEARCH):
                operator.play(TURNS.to_alg(turns))
        return SolverResults(is_optimal=True)

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_of(cube, ())
