"""The most probable possible pieces: assignments under the laws of the cube.

A cost is how improbable something is, in nats. All solvers here are exact.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from cubesolve.model.geometry import CORNER_FACES, EDGE_FACES, ROTATED_FACES
from cubesolve.model.validity import is_odd
from cubesolve.scan.oklab import Floats

Ints = npt.NDArray[np.int64]
NEVER = 1e6

CORNER_COLORS = np.array(
    [[[faces[(j - twist) % 3] for j in range(3)] for twist in range(3)] for faces in CORNER_FACES]
)  # (piece, twist, sticker)
MIDGE_COLORS = np.array([[[a, b], [b, a]] for a, b in EDGE_FACES])  # (piece, flip, sticker)
WING_COLORS = np.array(
    [[faces[EDGE_FACES[0][0]], faces[EDGE_FACES[0][1]]] for faces in ROTATED_FACES]
)  # (piece, sticker): a wing has no other way round


class Placing(NamedTuple):
    """Which piece is at each place and how it is turned there, and what that costs."""

    cost: float
    pieces: tuple[int, ...]
    turned: tuple[int, ...]


def piece_costs(costs: Floats, slots: Ints, colors: Ints) -> Floats:
    """Return (place, piece, turned): what each piece costs at each place."""
    total = np.zeros((len(slots), *colors.shape[:-1]))
    for sticker in range(slots.shape[1]):
        total += costs[slots[:, sticker]][:, colors[..., sticker]]
    return total


def assign(costs: Floats) -> tuple[float, Ints]:
    """Return the cheapest way to give each row a column of its own."""
    rows, columns = linear_sum_assignment(costs)
    return float(costs[rows, columns].sum()), np.asarray(columns, dtype=np.int64)


def ranked(costs: Floats) -> Iterator[tuple[float, Ints]]:
    """Yield all assignments, the cheapest first (Murty, 1968)."""
    cost, first = assign(costs)
    heap: list[tuple[float, int, Ints, Floats, int]] = [(cost, 0, first, costs, 0)]
    made = 1
    while heap:
        cost, _, columns, own, fixed = heapq.heappop(heap)
        if cost >= NEVER:
            return
        yield cost, columns
        kept = own.copy()
        for row in range(fixed, len(columns) - 1):
            other = kept.copy()
            other[row, columns[row]] = NEVER
            other_cost, other_columns = assign(other)
            if other_cost < NEVER:
                heapq.heappush(heap, (other_cost, made, other_columns, other, row))
                made += 1
            only = kept[row, columns[row]]
            kept[row] = NEVER
            kept[row, columns[row]] = only


def best_placings(costs: Floats, either: bool = False) -> tuple[Placing | None, Placing | None]:
    """Return the cheapest placings with an even and with an odd permutation.

    The pieces' turns add up to nothing: twists of corners modulo 3, flips of edges modulo 2. With
    `either`, the cheaper of the two is enough: the other may be missing, or dearer than need be.
    """
    best: list[Placing | None] = [None, None]
    for tried, (bound, pieces) in enumerate(ranked(costs.min(axis=2))):
        done = [placing is not None and placing.cost <= bound for placing in best]
        if (any(done) if either else all(done)) or tried > _TRIED:
            break
        odd = is_odd(pieces.tolist())
        if done[odd]:
            continue
        cost, turned = balanced_turns(costs[np.arange(len(pieces)), pieces])
        found = best[odd]
        if found is None or cost < found.cost:
            best[odd] = Placing(cost, tuple(pieces.tolist()), turned)
    return best[0], best[1]


_TRIED = 400  # permutations; beyond them the readings are not those of a cube


def balanced_turns(costs: Floats) -> tuple[float, tuple[int, ...]]:
    """Return the cheapest turns of the pieces (place, turned) whose sum is a whole number."""
    n, ways = costs.shape
    reach = np.full(ways, NEVER)
    reach[0] = 0.0
    came = np.zeros((n, ways), dtype=np.int64)
    rests = (np.arange(ways)[:, None] - np.arange(ways)) % ways  # (rest after, turned)
    for place in range(n):
        options = reach[rests] + costs[place]
        came[place] = options.argmin(axis=1)
        reach = options.min(axis=1)
    turned, rest = [0] * n, 0
    for place in range(n - 1, -1, -1):
        turned[place] = int(came[place, rest])
        rest = (rest - turned[place]) % ways
    return float(reach[0]), tuple(turned)


@cache
def schemes() -> tuple[tuple[int, ...], ...]:
    """Return the 30 ways to put six colours on a cube, each as the colour of every face."""
    seen: set[tuple[int, ...]] = set()
    found = []
    for colors in permutations(range(6)):
        if colors not in seen:
            found.append(colors)
            seen |= {tuple(colors[there] for there in faces) for faces in ROTATED_FACES}
    return tuple(found)
