"""The four wings of a middle layer, all together, by the cheapest way that there is.

An edge column beside the layer is opened (`R U R'` brings other wings into it, what belongs to the
layers below waits in U), the layer turns and takes wings along, and so on until the column is
closed again. A table knows how far every arrangement of the four wings is from its goal.

Places are seen from the layer: it stands still, and the rest turns. There are three kinds of
layers, all read off small cubes: those below the middle, the middle one, and those above.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import Pieces, made_once
from cubesolve.errors import InternalSWError
from cubesolve.model import Cube
from cubesolve.model.geometry import D
from cubesolve.model.geometry import geometry as geometry_of
from cubesolve.notation import Alg, Move
from cubesolve.stages.layers.rows import Row
from cubesolve.stages.layers.turns import FRONTS, RIGHTS, face_turn, rows_turn

Ints = npt.NDArray[np.int64]

_CLOSED = 0
_EXTRAS = 1 + 4 * 2 * 4  # closed; or a column, one of two ways, where in U its lower part waits
_PART = 1 << 19  # states that are looked at in one piece
_COSTS = {"U": 1, "E": 2, "W": 1, "R": 5, "F": 5}  # in OBTM + QTM, without the turns


class Kind(Enum):
    """Where a layer lies: its size and row stand for all of its kind."""

    LOWER = (4, 1)
    MIDDLE = (3, 1)
    UPPER = (4, 2)


@dataclass(frozen=True)
class WingMove:
    """A move of the search: of U, of the layer, or opening and closing of a column.

    `name` is U, E (the layer alone), W (the layer with all above it), or R and F for the two ways
    through a column, counted from FR on.
    """

    name: str
    turns: int
    column: int = 0


@dataclass(frozen=True)
class Table:
    """The moves and the distances of one kind."""

    moves: tuple[WingMove, ...]
    carried: Ints
    follows: Ints
    cost: Ints
    distance: npt.NDArray[np.uint8]


def solve_wings(row: Row) -> None:
    """Place the four wings of a row whose centres are right up to a turn of the row."""
    kind = kind_of(row.size, row.k)
    table = table_of(kind)
    state = _state(row, kind)
    moves: list[Move] = []
    turned = 0
    while table.distance[state]:
        number, state = _next(table, state)
        move = table.moves[number]
        moves += _moves(row.size, row.k, move, row.off + turned)
        turned += move.turns if move.name in "EW" else 0
        if state % _EXTRAS == _CLOSED and move.name in "RF":
            row.play_wings(moves, turned)
            moves, turned = [], 0


def kind_of(size: int, k: int) -> Kind:
    """Return which kind of layer a row is."""
    if 2 * k + 1 == size:
        return Kind.MIDDLE
    return Kind.LOWER if 2 * k + 1 < size else Kind.UPPER


def _next(table: Table, state: int) -> tuple[int, int]:
    """Return the number of a move on a shortest way, and the state it leads to."""
    left = int(table.distance[state])
    code, extra = divmod(state, _EXTRAS)
    for number, to in enumerate(table.carried):
        further = int(table.follows[number, extra])
        if further >= 0:
            places = [int(to[code >> shift & 15]) for shift in (12, 8, 4, 0)]
            reached = _code(places) * _EXTRAS + further
            if table.distance[reached] == left - table.cost[number]:
                return number, reached
    raise InternalSWError("the wings of a layer cannot be placed")


def _code(places: list[int]) -> int:
    code = 0
    for place in places:
        code = code << 4 | place
    return code


def _state(row: Row, kind: Kind) -> int:
    """Return where the four wings are that belong in a row, seen from the row."""
    small, _ = kind.value
    places = _on_size(row.size, row.k, small)
    colors = row.cube.colors()
    shown = [(int(colors[a]), int(colors[b])) for a, b in places.tolist()]
    numbers = row.face_numbers
    area = row.cube.geometry.area
    back = _carried(small, Alg([Move("y", (), -row.off % 4)]) if row.off % 4 else Alg())
    found = []
    for place in _homes(kind):
        a, b = places[place].tolist()
        wanted = numbers[a // area], numbers[b // area]
        found.append(int(back[shown.index(wanted)]))
    return _code(found) * _EXTRAS + _CLOSED


def _moves(size: int, k: int, move: WingMove, off: int) -> list[Move]:
    """Return a move of the search as it is turned when the row is so far from home."""
    if move.name == "U":
        return face_turn("U", move.turns)
    if move.name in "EW":
        return rows_turn(size, [k] if move.name == "E" else range(k, size), move.turns)
    column = (move.column + off) % 4
    face, turns = (RIGHTS[column], 1) if move.name == "R" else (FRONTS[column], -1)
    return face_turn(face, turns) + face_turn("U", move.turns) + face_turn(face, -turns)


# What moves do, read off small cubes


@made_once
def table_of(kind: Kind) -> Pieces[Table]:
    """Return moves and distances of a kind of layer."""
    small, k = kind.value
    moves = [WingMove(name, turns) for name in "UEW" for turns in (1, 2, 3)]
    moves += [WingMove(n, t, c) for c in range(4) for n in "RF" for t in (1, 2, 3)]
    carried = []
    for move in moves:
        played = Alg(_moves(small, k, move, 0))
        if move.name in "EW":  # the layer stands still
            played = played + Alg([Move("y", (), 4 - move.turns)])
        carried.append(_carried(small, played))
    follows = [[_follow(move, extra) for extra in range(_EXTRAS)] for move in moves]
    cost = [_COSTS[move.name] + (2 if move.turns == 2 else 1) for move in moves]
    arrays = (np.array(carried), np.array(follows), np.array(cost))
    goal = _code(_homes(kind)) * _EXTRAS + _CLOSED
    return Table(tuple(moves), *arrays, (yield from distances(*arrays, goal)))


def distances(carried: Ints, follows: Ints, cost: Ints, goal: int) -> Pieces[npt.NDArray[np.uint8]]:
    """Return the cost from every state to the goal."""
    from cubesolve.kernels.wing_table import grow, new_distances

    found = new_distances(follows.shape[1], goal)
    level = highest = 0
    while level <= highest:
        for start in range(0, len(found), _PART):
            end = min(start + _PART, len(found))
            highest = max(highest, grow(found, level, start, end, carried, follows, cost))
            yield
        level += 1
    return found


def _follow(move: WingMove, extra: int) -> int:
    """Return what a move makes of the open column, and of where in U its lower part waits.

    That part is an edge with the corner below it. `own` is the side of U that the column opens to,
    `split` the one where edge and corner part when the column is closed: they meet again when it is
    opened, if U has not turned.
    """
    if move.name in "RF":
        number = 2 * move.column + (move.name == "F")
        own, _ = _own_and_split(number)
        if extra == _CLOSED:
            return 1 + 4 * number + (own + move.turns) % 4
        waits = (extra - 1) % 4
        if (extra - 1) // 4 != number or waits == own:
            return -1
        there = (waits + move.turns) % 4
        return _CLOSED if there == own else 1 + 4 * number + there
    if extra == _CLOSED:
        return _CLOSED
    number, waits = divmod(extra - 1, 4)
    column, way = divmod(number, 2)
    if move.name == "E":
        further = 2 * ((column - move.turns) % 4) + way
        return 1 + 4 * further + (waits - move.turns) % 4
    if move.name == "U":
        further, there = number, (waits + move.turns) % 4
    else:
        further, there = 2 * ((column - move.turns) % 4) + way, waits
    if waits == _own_and_split(number)[1] or there == _own_and_split(further)[1]:
        return -1
    return 1 + 4 * further + there


def _own_and_split(number: int) -> tuple[int, int]:
    column, way = divmod(number, 2)
    return (column, (column + 1) % 4) if way else ((column - 1) % 4, (column + 2) % 4)


@cache
def _places(small: int) -> tuple[tuple[int, int], ...]:
    """Return the 16 places of wings of a small cube, without those in the layer of D, as slots.

    On a 4x4 a wing shows the same sticker of it in the first slot of every place; a midge has two
    places on every edge.
    """
    geometry = geometry_of(small)
    if small == 4:
        pairs = [(a, b) for a, b in geometry.wing_orbits()[0].tolist()]
    else:
        pairs = [pair for a, b in geometry.midge_slots for pair in ((a, b), (b, a))]
    return tuple(p for p in pairs if D not in (p[0] // geometry.area, p[1] // geometry.area))


@cache
def _carried(small: int, alg: Alg) -> Ints:
    """Return the place that moves carry the wing of each place to."""
    number = {a: place for place, (a, _) in enumerate(_places(small))}
    cube = Cube.from_alg(alg, small)
    return np.array([number[cube.find_sticker(a)] for a, _ in _places(small)], dtype=np.int64)


@cache
def _homes(kind: Kind) -> list[int]:
    """Return the places of the layer itself, from FR on, one for each wing."""
    small, k = kind.value
    cube = Cube(small)
    numbers = {frozenset(pair): place for place, pair in enumerate(_places(small))}
    homes = []
    for column in range(4):
        front, right = cube.face(FRONTS[column]), cube.face(RIGHTS[column])
        a = cube.geometry.slot(front.number, small - 1 - k, small - 1)
        b = cube.geometry.slot(right.number, small - 1 - k, 0)
        homes.append(numbers[frozenset((a, b))])
    return homes


@cache
def _on_size(size: int, k: int, small: int) -> Ints:
    """Return the 16 places of a row's wings on a size, in the order of the small cube."""
    reach = size - 1
    low = min(k, reach - k)
    scaled = [0, *([low, reach - low] if small == 4 else [low]), reach]
    of_small, of_size = geometry_of(small), geometry_of(size)

    def slot(of: int) -> int:
        face, row, column = of_small.place(of)
        return of_size.slot(face, scaled[row], scaled[column])

    return np.array([[slot(a), slot(b)] for a, b in _places(small)], dtype=np.int64)
