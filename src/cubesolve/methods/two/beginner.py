"""`Beginner2x2`: the first layer corner by corner, then the last: first places, then twists."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from cubesolve.errors import InternalSWError
from cubesolve.methods.two.goals import goal_of
from cubesolve.methods.two.holding import Held, Layers, Places, hold_down, home
from cubesolve.model import Cube
from cubesolve.operator import Operator
from cubesolve.protocols import Phase, SolverResults, SolveStep
from cubesolve.stages.progress import status_of
from cubesolve.stages.three.macros import (
    BOTTOM_CORNERS,
    TOP_CORNERS,
    UP_TURNS,
    carried,
    cheapest,
    corner_inserts,
    held,
    joined_length,
    length,
)
from cubesolve.words import reasons
from cubesolve.words import two as words

Order = tuple[int, ...]  # for each corner of the last layer the place it is in

_CYCLES = ("U R U' L' U R' U' L", "L' U R U' L U R' U'")
# What turns the corner UFR up whose sticker of U is on R, and on F.
_TWISTS = {1: "R' D' R D R' D' R D", 2: "D' R' D R D' R' D R"}


class Beginner2x2:
    """Solves a 2x2 as it is taught to beginners: no case to learn but three short sequences."""

    phases = (Phase.FIRST_LAYER, Phase.LAST_LAYER)

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; a 2x2 has no parity."""
        goal = goal_of(what)
        if goal is not None:
            two = hold_down(operator, _merit)
            _first_layer(two)
            if goal != SolveStep.L1:
                _place_last(two)
                _twist_last(two)
        return SolverResults()

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_of(cube, (SolveStep.L1,))


def _merit(layers: Layers) -> tuple[int, ...]:
    """Return what is left of each part of the way, so that no part is undone for a later one."""
    left = layers.n_left
    if left:
        return left, layers.first_distance
    places = len(_placings()[_order(layers.last)])
    return left, 0, places, sum(slot not in home().last for slot in layers.last)


def _first_layer(two: Held) -> None:
    """Bring the corners of the first layer home, each time the one that is nearest."""
    while two.layers.n_left:
        now = two.layers.first
        unsolved = [k for k in range(4) if now[k] != home().first[k]]
        inserts = (macro for k in unsolved for macro in corner_inserts(BOTTOM_CORNERS[k]))
        macros = [*UP_TURNS, *inserts]
        paths = {k: _path(now[k], home().first[k], macros) for k in unsolved}
        turns = {k: joined_length(" ".join(paths[k])) for k in unsolved}
        nearest = min(unsolved, key=turns.__getitem__)
        name, came = BOTTOM_CORNERS[nearest], two.corner_at(now[nearest])
        said = words.first_corner(two.colors_of(name), two.place(came.name), two.place(name))
        reason = reasons.cheapest("corner", turns.pop(nearest), list(turns.values()))
        with two.step(said, Phase.FIRST_LAYER, [came], two.corners((name,)), reason):
            two.operator.play(" ".join(paths[nearest]))


def _path(start: int, goal: int, macros: list[str]) -> list[str]:
    path = cheapest(start, goal, macros, size=2)
    if path is None:
        raise InternalSWError(f"no way brings a corner from slot {start} to {goal}")
    return path


def _place_last(two: Held) -> None:
    """Cycle three corners of the last layer, once or twice, until all are in their places."""
    path = _placings()[_order(two.layers.last)]
    turned = set(path) <= set(UP_TURNS)
    said = words.turn_last() if turned else words.place_last()
    turns = joined_length(" ".join(path))
    reason = reasons.only_turned() if turned else reasons.shortest_by_algorithms(turns)
    corners = two.corners(TOP_CORNERS)
    with two.step(said, Phase.LAST_LAYER, corners, corners, reason):
        two.operator.play(" ".join(path))


def _twist_last(two: Held) -> None:
    """Bring each twisted corner to UFR, and turn it there."""
    twisted = [k for k in range(4) if two.layers.last[k] != home().last[k]]
    if not twisted:
        return
    marked = two.corners(tuple(TOP_CORNERS[k] for k in twisted))
    reason = reasons.twist_one_by_one(len(twisted))
    with two.step(words.twist_last(), Phase.LAST_LAYER, marked, marked, reason):
        for _ in TOP_CORNERS:
            corner = two.operator.cube.corner(TOP_CORNERS[0])
            up = two.color(0)
            twist = next(k for k, edge in enumerate(corner.edges) if edge.color == up)
            if twist:
                two.operator.play(_TWISTS[twist])
            two.operator.play("U")


def _order(last: Places) -> Order:
    """Return in which place each corner of the last layer is, however it is twisted."""
    place = _place_of_slot()
    return tuple(place[slot] for slot in last)


@cache
def _place_of_slot() -> dict[int, int]:
    corners = [Cube(2).corner(name) for name in TOP_CORNERS]
    return {slot: k for k, corner in enumerate(corners) for slot in corner.slots}


@cache
def _placings() -> dict[Order, list[str]]:
    """Return for each order of the last layer the cheapest macros that put it right."""
    macros = [*UP_TURNS, *held(*_CYCLES)]
    # Where each macro brings a corner from: the search goes back from what is right.
    sources = [_order(tuple(map(carried(macro, 2).index, home().last))) for macro in macros]
    right = _order(home().last)
    best: dict[Order, tuple[int, list[str]]] = {right: (0, [])}
    heap = [(0, right)]
    while heap:
        cost, order = heappop(heap)
        if cost > best[order][0]:
            continue
        for macro, source in zip(macros, sources, strict=True):
            before = tuple(source[place] for place in order)
            total = cost + length(macro)
            if before not in best or total < best[before][0]:
                best[before] = total, [macro, *best[order][1]]
                heappush(heap, (total, before))
    return {order: path for order, (_, path) in best.items()}
