"""The next commutator of centre cells: of all that carry cells round two or three faces, the best.

`colors[face, row, column]` are the centre cells, row 0 at the bottom; `goal[face]` is the colour
that belongs on each face. A ring is a target face T with an axis whose layers cut it: one, two and
three quarter turns about the axis carry other faces to T.

With `m` and `n` for turns of layers about the axis, `F` for a quarter turn of T and `T^j`, `S^k`
for turns of faces, a step is

    S^k T^j  m F n F' m' F n' F'  T^-j S^-k

Cells of T are named `(line, place)`: `m` turns the layers of the lines, `n` those in which `F` puts
the places. Where these are different layers, each cell of T with a chosen line and place gets the
cell of the first face that `m` brings, goes to the cell of the second face that `n` brings where F
has put it, and that one goes to the first face. All else is as before.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.costs import BLOCK, FACE_TURN, QUARTERS
from cubesolve.kernels.centers import COLORS, before_turning, cell_of_source
from cubesolve.kernels.records import float64, inlined, int8, int64, integers, kernel, record, uint8
from cubesolve.kernels.runs import (
    FORBIDDEN,
    Choice,
    Lines,
    best_runs,
    inner_price,
    new_lines,
)
from cubesolve.kernels.runs import LINES as CHOICE_LINES

LINES, PLACES = range(2)


class Ring(NamedTuple):
    """A target face, and whether the axis' layers are columns of it; a row of a table."""

    target: int
    by_columns: int


class Source(NamedTuple):
    """A face that a turn about the axis carries to T; a row of a table by ring and turns less one.

    Its cell `row, column` comes to the cell (0, 0) of T; a row more on T is `row_by_row,
    column_by_row` more there, and a column in the same manner.
    """

    face: int
    row: int
    column: int
    row_by_row: int
    column_by_row: int
    row_by_column: int
    column_by_column: int


class Task(NamedTuple):
    """What to search: cells, their goal, rings with their sources, and what bounds the search.

    Only faces that are `free` take part; the second face is turned first by less than `setups`
    quarters. What was played last ended with `tail_turns` of `tail_face` (-1: of none): a turn of
    the same face merges with it.
    """

    colors: Any
    goal: Any
    rings: Any
    sources: Any
    free: Any
    setups: int
    tail_face: int
    tail_turns: int


class Cycle(NamedTuple):
    """The commutator found: gain over cost, 0 if none gains; what it is, and its gain.

    `first` and `second` are the turns of the layers `m` and `n`, less one; `face_turns` those of F,
    `target_turns` and `second_turns` those of T and of the second face first.
    """

    ratio: float
    ring: int
    first: int
    second: int
    face_turns: int
    target_turns: int
    second_turns: int
    gain: int


NO_CYCLE = Cycle(0.0, 0, 0, 0, 0, 0, 0, 0)


class Room(NamedTuple):
    """Room to search in: what cells gain, lines to choose, and the lines and places tried.

    `leaving[turns]`, `coming` and `going_on` are what a cell of T gains by each of the three ways,
    `gains` their sum. `tried[LINES]` and `tried[PLACES]` are lines and places that take part,
    `found` those of the best cycle so far.
    """

    leaving: Any
    coming: Any
    going_on: Any
    gains: Any
    choice: Lines
    tried: Any
    found: Any


GRID = int8[:, ::1]
FLAGS = uint8[::1]
RING = integers(Ring)
SOURCE = integers(Source)
CYCLE = record(Cycle, float64, *[int64] * 7)
TASK = record(Task, COLORS, uint8[::1], int64[:, ::1], int64[:, :, ::1], FLAGS, int64, int64, int64)
ROOM = record(Room, int8[:, :, ::1], GRID, GRID, GRID, CHOICE_LINES, uint8[:, ::1], uint8[:, ::1])


def new_room(n: int) -> Room:
    """Return room for centres of n by n cells."""
    return Room(
        leaving=np.empty((4, n, n), dtype=np.int8),
        coming=np.empty((n, n), dtype=np.int8),
        going_on=np.empty((n, n), dtype=np.int8),
        gains=np.empty((n, n), dtype=np.int8),
        choice=new_lines(n),
        tried=np.zeros((2, n), dtype=np.uint8),
        found=np.zeros((2, n), dtype=np.uint8),
    )


@inlined
def ring_at(rings, number):
    """Return a row of the table by its names."""
    row = rings[number]
    return Ring(row[0], row[1])


@inlined
def source_at(sources, ring, turns):
    """Return a row of the table by its names."""
    row = sources[ring, turns]
    return Source(row[0], row[1], row[2], row[3], row[4], row[5], row[6])


@inlined
def load(task, ring, source, to, turned_first, turned_there, grid):
    """Fill in what cells of T gain if what belongs to them on a source goes to a face.

    That is the cell which comes to them, after T has turned first, from the source, which has
    turned there.
    """
    n = task.colors.shape[1]
    wanted, own = task.goal[to], task.goal[source.face]
    for row in range(n):
        for column in range(n):
            i, j = before_turning(row, column, turned_first, n)
            i, j = cell_of_source(source, i, j)
            i, j = before_turning(i, j, turned_there, n)
            color = task.colors[source.face, i, j]
            gain = int(color == wanted) - int(color == own)
            if ring.by_columns:
                grid[column, row] = gain
            else:
                grid[row, column] = gain


@inlined
def choose_others(room, fixed, same, base, least):
    """Choose lines for the places tried, or places for the lines, if that is more than `least`.

    `fixed` tells which of the two stay.
    """
    gains, choice, tried = room.gains, room.choice, room.tried
    n = len(choice.gains)
    runs = 0
    for k in range(n):
        choice.gains[k] = 0
    for i in range(n):
        if tried[fixed, i]:
            runs += 1 if i == 0 or not tried[fixed, i - 1] else 0
            for k in range(n):
                choice.gains[k] += gains[k, i] if fixed == PLACES else gains[i, k]
    for i in range(n):
        if tried[fixed, i]:
            choice.gains[i if same else n - 1 - i] = FORBIDDEN  # its layer is taken
    # Each layer turns twice, there and back.
    found = best_runs(choice, inner_price(base + 2 * BLOCK * runs, 2), False, least)
    if found.gain > 0:
        for k in range(n):
            tried[1 - fixed, k] = choice.chosen[k]
    return found


@inlined
def climb(room, one, fixed, same, base, least):
    """Choose lines for one place, or places for one line, and each for the other while that pays.

    Each choice is exact; the set that they lead to need not be the best of all, which would take
    much longer to find.
    """
    for k in range(len(room.gains)):
        room.tried[fixed, k] = k == one
    best = Choice(0.0, 0)
    found = choose_others(room, fixed, same, base, least)
    while found.gain > 0:
        best = found
        fixed = 1 - fixed
        found = choose_others(room, fixed, same, base, best.ratio)
    return best


@inlined
def best_set(room, same, base, least):
    """Choose lines and places from every single one on; keep the best."""
    gains = room.gains
    n = len(gains)
    best = Choice(least, 0)
    for one in range(n):
        for fixed in (PLACES, LINES):
            most = 0
            for i in range(n):
                most += max(gains[i, one] if fixed == PLACES else gains[one, i], 0)
            if most <= best.ratio * (base + 4 * BLOCK):  # quicker than to find out exactly
                continue
            found = climb(room, one, fixed, same, base, best.ratio)
            if found.gain > 0:
                best = found
                for k in range(n):
                    room.found[LINES, k] = room.tried[LINES, k]
                    room.found[PLACES, k] = room.tried[PLACES, k]
    return best


@inlined
def merged_cost(task, target, second, face_turns, target_turns, second_turns):
    """Return what the turns of faces before and after cost, less what merges with the last step."""
    cost = 2 * FACE_TURN[second_turns] + FACE_TURN[target_turns]
    cost += FACE_TURN[(8 - face_turns - target_turns) % 4]
    turns, face = (second_turns, second) if second_turns else (target_turns, target)
    if face == task.tail_face:
        cost += FACE_TURN[(turns + task.tail_turns) % 4]
        cost -= FACE_TURN[turns] + FACE_TURN[task.tail_turns]
    return float(cost)


@inlined
def add_up(room, target_turns):
    """Fill in what cells of T gain in all, if T is turned first; return what no set exceeds."""
    most = 0
    n = len(room.gains)
    leaving = room.leaving[target_turns]
    for line in range(n):
        for place in range(n):
            gain = room.coming[line, place] + room.going_on[line, place] + leaving[line, place]
            room.gains[line, place] = gain
            most += max(gain, 0)
    return most


@inlined
def better_of_faces(task, room, number, a, b, best):
    """Return the best cycle through two sources of a ring, or the best one so far."""
    ring = ring_at(task.rings, number)
    first, second = source_at(task.sources, number, a), source_at(task.sources, number, b)
    slices_cost = 2 * QUARTERS[a + 1] + 2 * QUARTERS[b + 1] + 3 * FACE_TURN[1]
    for line in range(len(room.gains)):
        for place in range(len(room.gains)):
            room.going_on[line, place] = 0
    # With two faces, a setup of the second would be one of the first.
    for second_turns in range(task.setups if a != b else 1):
        for face_turns in (1, 3):
            same = (ring.by_columns == 1) == (face_turns == 1)
            if a != b:
                there = 4 - face_turns
                load(task, ring, second, first.face, there, second_turns, room.going_on)
            for target_turns in range(4):
                most = add_up(room, target_turns)
                base = slices_cost + merged_cost(
                    task, ring.target, second.face, face_turns, target_turns, second_turns
                )
                if most <= best.ratio * (base + 4 * BLOCK):
                    continue
                found = best_set(room, same, base, best.ratio)
                if found.gain > 0:
                    best = Cycle(
                        found.ratio,
                        number,
                        a,
                        b,
                        face_turns,
                        target_turns,
                        second_turns,
                        found.gain,
                    )
    return best


@kernel(CYCLE(TASK, int64, int64, CYCLE, ROOM))
def best_cycle(task, start, end, best, room):
    """Find the commutator of rings in a range that gains most for its cost, or return the best one.

    Its lines and places are in the room, which must be that of the best one before.
    """
    for number in range(start, end):
        ring = ring_at(task.rings, number)
        own = Source(ring.target, 0, 0, 1, 0, 0, 1)
        for b in range(3):
            second = source_at(task.sources, number, b)
            if not (task.free[ring.target] and task.free[second.face]):
                continue
            for target_turns in range(4):
                load(task, ring, own, second.face, 0, target_turns, room.leaving[target_turns])
            for a in range(3):
                first = source_at(task.sources, number, a)
                if task.free[first.face]:
                    load(task, ring, first, ring.target, 0, 0, room.coming)
                    best = better_of_faces(task, room, number, a, b, best)
    return best
