"""`Optimal2x2`: every state of a 2x2 in as few turns as there can be, from a table of all of them.

The corner DBL stays where it is, and turns of U, R and F move the other seven: 7! * 3^6 states.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.model import Cube
from cubesolve.model.geometry import CORNER_FACES, N_FACES
from cubesolve.notation import Alg, Metric
from cubesolve.operator import Operator
from cubesolve.protocols import (
    Phase,
    ProgressListener,
    SolverResults,
    SolveStep,
    no_progress,
)
from cubesolve.search.table_store import Arrays, load_or_build
from cubesolve.stages.shadow import ShadowCubeHelper
from cubesolve.words.searching import shortest

Ints = npt.NDArray[np.int64]

N_PERM = 5040  # 7!
N_TWIST = 729  # 3^6
N_STATES = N_PERM * N_TWIST
TURN_NAMES = tuple(face + amount for face in "URF" for amount in ("", "2", "'"))
_UNKNOWN = 255
_MOVED = 7  # corners that move; DBL is the last of the eight


class Moves(NamedTuple):
    """What each turn makes of each permutation, and of each twist."""

    permutations: Ints
    twists: Ints


def coordinates(cube: Cube) -> tuple[int, int]:
    """Return permutation and twist of a 2x2, or of the corners of a 3x3 with DBL at home."""
    pieces, twists = _corners(cube)
    return _rank(pieces[:_MOVED]), _twist_number(twists)


def _corners(cube: Cube) -> tuple[Ints, Ints]:
    """Return which corner is in each place, and how often it is turned clockwise there."""
    shadow = ShadowCubeHelper(cube).create_shadow()
    colors = shadow.colors()
    face_of = np.empty(N_FACES, np.int64)
    face_of[colors[[9 * face + 4 for face in range(N_FACES)]]] = np.arange(N_FACES)
    pieces, twists = [], []
    for corner in shadow.corners:
        faces = [int(face_of[colors[slot]]) for slot in corner.slots]
        twist = next(k for k, face in enumerate(faces) if face in (0, 3))
        pieces.append(CORNER_FACES.index((*faces[twist:], *faces[:twist])))
        twists.append(twist)
    return np.array(pieces), np.array(twists)


@cache
def _permutations() -> Ints:
    return np.array(list(permutations(range(_MOVED))))


@cache
def _ranks() -> dict[tuple[int, ...], int]:
    return {order: rank for rank, order in enumerate(permutations(range(_MOVED)))}


def _rank(order: Ints) -> int:
    return _ranks()[tuple(order.tolist())]


def _twist_number(twists: Ints) -> int:
    """Return the first six twists as one number: the seventh makes their sum 0."""
    number = 0
    for twist in twists[: _MOVED - 1]:
        number = 3 * number + int(twist)
    return number


@cache
def moves() -> Moves:
    """Return the tables of moves."""
    orders = _permutations()
    first = np.array(list(product(range(3), repeat=_MOVED - 1)))
    twists = np.hstack([first, -first.sum(axis=1, keepdims=True) % 3])
    found = Moves(
        np.empty((N_PERM, len(TURN_NAMES)), np.int64),
        np.empty((N_TWIST, len(TURN_NAMES)), np.int64),
    )
    powers = 3 ** np.arange(_MOVED - 2, -1, -1)
    for turn, name in enumerate(TURN_NAMES):
        pieces, turned = _corners(Cube.from_alg(name))
        from_places = pieces[:_MOVED]
        found.permutations[:, turn] = [_rank(order) for order in orders[:, from_places]]
        after = (twists[:, from_places] + turned[:_MOVED]) % 3
        found.twists[:, turn] = after[:, :-1] @ powers
    return found


def build_distances(metric: Metric) -> npt.NDArray[np.uint8]:
    """Return how far each `permutation * 729 + twist` is from solved."""
    turns = [k for k in range(len(TURN_NAMES)) if metric != Metric.QTM or k % 3 != 1]
    tables = moves()
    distances = np.full(N_STATES, _UNKNOWN, np.uint8)
    distances[0] = 0
    reached = np.zeros(1, np.int64)
    depth = 0
    while len(reached):
        order, twist = np.divmod(reached, N_TWIST)
        depth += 1
        for turn in turns:
            to = tables.permutations[order, turn] * N_TWIST + tables.twists[twist, turn]
            distances[to[distances[to] == _UNKNOWN]] = depth
        reached = np.flatnonzero(distances == depth)
    return distances


@cache
def _kept() -> dict[Metric, npt.NDArray[np.uint8]]:
    return {}


def distances_for(
    metric: Metric, on_progress: ProgressListener = no_progress
) -> npt.NDArray[np.uint8]:
    """Return the distances in a metric, from memory, from the cache folder, or built."""
    if metric not in (Metric.OBTM, Metric.QTM):
        raise ValueError(f"expected a metric that searches know, OBTM or QTM; got {metric}")
    kept = _kept()
    if metric not in kept:

        def build(listener: ProgressListener) -> Arrays:
            listener("table of the 2x2", None)
            return {"distances": build_distances(metric)}

        tables = load_or_build(f"two-distances-{metric.value.lower()}", build, on_progress)
        kept[metric] = tables["distances"]
    return kept[metric]


def distance(cube: Cube, metric: Metric = Metric.OBTM) -> int:
    """Return how many turns a 2x2 is from solved."""
    order, twist = coordinates(cube)
    return int(distances_for(metric)[order * N_TWIST + twist])


def solution_of_cost(cube: Cube, cost: int, metric: Metric = Metric.OBTM) -> list[int] | None:
    """Return turns of exactly this cost, no face twice running, that solve a 2x2, if there are."""
    distances = distances_for(metric)
    tables = moves()

    def search(order: int, twist: int, left: int, before: int) -> list[int] | None:
        if distances[order * N_TWIST + twist] > left:
            return None
        if left == 0:
            return []
        for turn in range(len(TURN_NAMES)):
            price = 2 if metric == Metric.QTM and turn % 3 == 1 else 1
            if turn // 3 == before or price > left:
                continue
            to = int(tables.permutations[order, turn]), int(tables.twists[twist, turn])
            rest = search(*to, left - price, turn // 3)
            if rest is not None:
                return [turn, *rest]
        return None

    return search(*coordinates(cube), cost, -1)


def to_alg(turns: list[int]) -> Alg:
    """Return turns as moves."""
    return Alg.parse(" ".join(TURN_NAMES[turn] for turn in turns))


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
                operator.play(to_alg(turns))
        return SolverResults(is_optimal=True)
