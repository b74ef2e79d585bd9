"""The next step of building centres: of all exchanges and commutators, the one that gains most.

`colors[face, row, column]` are the centre cells, row 0 at the bottom; `goal[face]` is the colour
that belongs on each face. A connection leads from a source face S to a target face T through the
layers of one axis.

Cells of T are named `(line, place)`: the line is cut by a layer. Turning T a quarter sends
`(line, place)` to `(place, n-1-line)` one way and to `(n-1-place, line)` the other.

What a step does to both faces is counted. With `s(l, p)` for bringing the source cell to T (1 if it
has the colour of T, -1 if that of S) and `t(l, p)` for bringing the target cell to S:

- a half exchange, lines X out, T by a half turn, lines back, exchanges line l of S with line n-1-l
  of T for each l in X;
- a quarter exchange does it with the places outside X of its lines, for a place in X of others;
- a commutator exchanges the cells where its lines and places meet, and only them.

The cost is OBTM and QTM, with two changes that make centres shorter in both: a half turn of layers
counts as one quarter, or ways between opposite faces would seldom be taken; and each step costs
`STEP` more than its turns, so that one that gains much wins over two small ones.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.costs import BLOCK, FACE_TURN, HALVES
from cubesolve.kernels.records import boolean, float64, inlined, int8, int64, kernel, record, uint8
from cubesolve.kernels.runs import FORBIDDEN, LINES, Lines, best_runs, copy, inner_price, new_lines

HALF, QUARTER, COMMUTATOR_LINES, COMMUTATOR_PLACES = range(4)

STEP = 1.5


class Connection(NamedTuple):
    """A way from a source face S to a target face T through layers that turn by `turns`.

    They are columns of T, or rows. A slice brings to the cell (0, 0) of T the cell `row, column` of
    S; a row more on T is `row_by_row, column_by_row` more on S, and a column in the same manner.
    """

    source: int
    target: int
    by_columns: int
    turns: int
    row: int
    column: int
    row_by_row: int
    column_by_row: int
    row_by_column: int
    column_by_column: int


class Step(NamedTuple):
    """A step: gain over cost, what it is, and its gain.

    S and T are turned first by `source_turns` and `target_turns`. `same` tells whether the turn of
    T between brings places to lines of their own number, not of the mirrored one. `one` is the one
    place of a commutator of lines, or the one line of a commutator of places.
    """

    ratio: float
    kind: int
    source_turns: int
    target_turns: int
    same: int
    one: int
    gain: int


class Room(NamedTuple):
    """Room to search in: what cells gain on the other face, and lines to choose.

    `s` and `t` are by the turns of their face; `s_lines[turns, l]` and `t_lines[turns, l]` are sums
    of a line, `t_places[turns, p]` of a place; `most[turns]` are sums of what is more than 0, which
    no exchange can exceed, for S and for T.
    """

    s: Any
    t: Any
    s_lines: Any
    t_lines: Any
    t_places: Any
    most: Any
    lines: Lines


class Found(NamedTuple):
    """The steps found, by connection: ratios, steps without them, and the lines that take part."""

    ratios: Any
    steps: Any
    lines: Any

    def step(self, number: int) -> Step:
        """Return a step by its names."""
        return Step(float(self.ratios[number]), *self.steps[number].tolist())


class Block(NamedTuple):
    """The lines first to last, and what they gain."""

    gain: int
    first: int
    last: int


COLORS = uint8[:, :, ::1]
ROOM = record(Room, int8[:, :, ::1], int8[:, :, ::1], *[int64[:, ::1]] * 4, LINES)
FOUND = record(Found, float64[::1], int64[:, ::1], uint8[:, ::1])


def new_room(n: int) -> Room:
    """Return room for centres of n by n cells."""
    return Room(
        np.empty((4, n, n), dtype=np.int8),
        np.empty((4, n, n), dtype=np.int8),
        np.empty((4, n), dtype=np.int64),
        np.empty((4, n), dtype=np.int64),
        np.empty((4, n), dtype=np.int64),
        np.empty((4, 2), dtype=np.int64),
        new_lines(n),
    )


def new_found(connections: int, n: int) -> Found:
    """Return room for what is found, by connection."""
    return Found(
        np.zeros(connections),
        np.zeros((connections, len(Step._fields) - 1), dtype=np.int64),
        np.zeros((connections, n), dtype=np.uint8),
    )


@inlined
def connection_at(connections, number):
    """Return a row of the table by its names."""
    row = connections[number]
    return Connection(
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9]
    )


@inlined
def write(step, found, number):
    """Write a step to its row; the ratio is 0 if it gains nothing."""
    found.ratios[number] = step.ratio if step.gain > 0 else 0.0
    row = found.steps[number]
    row[0], row[1], row[2] = step.kind, step.source_turns, step.target_turns
    row[3], row[4], row[5] = step.same, step.one, step.gain


@inlined
def cell_of_target(way, line, place):
    """Return row and column of a cell of T."""
    return (place, line) if way.by_columns else (line, place)


@inlined
def cell_of_source(way, row, column):
    """Return row and column of the cell of S that a slice brings to a cell of T."""
    return (
        way.row + row * way.row_by_row + column * way.row_by_column,
        way.column + row * way.column_by_row + column * way.column_by_column,
    )


@inlined
def before_turning(row, column, turns, n):
    """Return the cell that clockwise turns of its face carry to this one."""
    for _ in range(turns):
        row, column = column, n - 1 - row
    return row, column


@inlined
def load(colors, goal, way, room):
    """Fill in what cells gain on the other face, for all turns of both faces first."""
    n = colors.shape[1]
    wanted, own = goal[way.target], goal[way.source]
    room.s_lines[:], room.t_lines[:], room.t_places[:], room.most[:] = 0, 0, 0, 0
    for turns in range(4):
        for line in range(n):
            for place in range(n):
                row, column = cell_of_target(way, line, place)
                from_row, from_column = cell_of_source(way, row, column)
                from_row, from_column = before_turning(from_row, from_column, turns, n)
                row, column = before_turning(row, column, turns, n)
                there = colors[way.source, from_row, from_column]
                here = colors[way.target, row, column]
                s = int(there == wanted) - int(there == own)
                t = int(here == own) - int(here == wanted)
                room.s[turns, line, place] = s
                room.t[turns, line, place] = t
                room.s_lines[turns, line] += s
                room.t_lines[turns, line] += t
                room.t_places[turns, place] += t
                room.most[turns, 0] += max(s, 0)
                room.most[turns, 1] += max(t, 0)


@inlined
def best_half(room, source_turns, target_turns, price, least):
    """Choose the lines of a half exchange."""
    lines = room.lines
    n = len(lines.gains)
    for line in range(n):
        gain = room.s_lines[source_turns, line] + room.t_lines[target_turns, n - 1 - line]
        lines.gains[line] = gain
    if n % 2:
        lines.gains[n // 2] = FORBIDDEN  # it would come back
    # Lines that are mirror images of each other, both taken, would come back too.
    return best_runs(lines, price, True, least)


@inlined
def best_block(room, source_turns, target_turns, same):
    """Return the block of lines whose quarter exchange gains most.

    A line gains what all of its places do, less those where it meets lines of the block. So a block
    gains by one more line what that gains alone, less where it crosses the others; `until[first]`
    has what the block from `first` on gains.
    """
    until = room.lines.gains
    n = len(until)
    s, t = room.s[source_turns], room.t[target_turns]
    best = Block(0, 0, -1)
    for last in range(n):
        met = last if same else n - 1 - last
        more = room.s_lines[source_turns, last] + room.t_places[target_turns, met]
        more -= s[last, met] + t[last, met]
        until[last] = 0
        for first in range(last, -1, -1):
            if first < last:
                place = first if same else n - 1 - first
                more -= s[last, place] + t[last, place] + s[first, met] + t[first, met]
            until[first] += more
            if until[first] > best.gain:
                best = Block(until[first], first, last)
    return best


@inlined
def better_commutator(room, way, source_turns, best, chosen):
    """Return the best commutator, or the best step so far: one place and lines, or the reverse."""
    lines = room.lines
    n = len(lines.gains)
    s, t = room.s[source_turns], room.t[0]
    # Eight turns, four of them of layers; the one line or place is a block of its own.
    base = FACE_TURN[source_turns] + 4 * FACE_TURN[1] + 4 * HALVES[way.turns] + 2 * BLOCK
    price = inner_price(base + STEP, 2)
    for same in range(2):
        for one in range(n):
            meets = one if same else n - 1 - one
            for kind in (COMMUTATOR_LINES, COMMUTATOR_PLACES):
                by_lines = kind == COMMUTATOR_LINES
                for k in range(n):
                    line, place = (k, one) if by_lines else (one, k)
                    lines.gains[k] = s[line, place] + t[line, place]
                lines.gains[meets] = FORBIDDEN  # both need the same layer
                found = best_runs(lines, price, False, best.ratio)
                if found.ratio > best.ratio:
                    best = Step(found.ratio, kind, source_turns, 0, same, one, found.gain)
                    copy(lines.chosen, chosen)
    return best


@inlined
def better_exchange(room, way, source_turns, target_turns, best, chosen):
    """Return the best exchange after these turns of both faces, or the best step so far."""
    base = FACE_TURN[source_turns] + FACE_TURN[target_turns] + 2 * HALVES[way.turns] + STEP
    cost = base + FACE_TURN[1] + 2 * BLOCK
    if room.most[source_turns, 0] + room.most[target_turns, 1] <= best.ratio * cost:
        return best
    price = inner_price(base + FACE_TURN[2], 2)
    half = best_half(room, source_turns, target_turns, price, best.ratio)
    if half.ratio > best.ratio:
        best = Step(half.ratio, HALF, source_turns, target_turns, 0, 0, half.gain)
        copy(room.lines.chosen, chosen)
    for same in range(2):
        block = best_block(room, source_turns, target_turns, same == 1)
        if block.gain / cost > best.ratio:
            ratio = block.gain / cost
            best = Step(ratio, QUARTER, source_turns, target_turns, same, 0, block.gain)
            chosen[:] = 0
            chosen[block.first : block.last + 1] = 1
    return best


@inlined
def best_step(colors, goal, way, least, room, chosen):
    """Find the step of a connection that gains most for its cost, if that is more than `least`.

    If there is one, `chosen` is filled with the lines (or places) that take part; if there is none,
    the step's gain is 0.
    """
    load(colors, goal, way, room)
    best = Step(least, HALF, 0, 0, 0, 0, 0)
    for source_turns in range(4):
        for target_turns in range(4):
            best = better_exchange(room, way, source_turns, target_turns, best, chosen)
            if target_turns == 0:  # before exchanges that are no better but longer
                best = better_commutator(room, way, source_turns, best, chosen)
    return best


@kernel(int64(COLORS, uint8[::1], int64[:, ::1], boolean, float64, ROOM, FOUND))
def best_steps(colors, goal, connections, only_best, least, room, found):
    """Find for each connection the step that gains most for its cost; return the best one's number.

    `connections` has a `Connection` in each row. With `only_best`, steps that are not better than
    those of the connections before are not looked for. If no step gains more for its cost than
    `least`, the answer is -1.
    """
    best = -1
    for number in range(len(connections)):
        way = connection_at(connections, number)
        bar = least if only_best else 0.0
        step = best_step(colors, goal, way, bar, room, found.lines[number])
        write(step, found, number)
        if step.gain > 0 and step.ratio > least:
            best, least = number, step.ratio
    return best
