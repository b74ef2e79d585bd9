"""The next step of filling a row around the cube: of all insertions and commutators, the best.

Row `k` of four side faces is to be filled, the rows below it must stay, everything above it is
free. A step works on a set of columns of one side, the front:

- INSERTION: columns up into U, U by `a`, columns down; row k by `b`; and the first part undone. In
  the frame of row k three cells change places: one of U comes to the front, that of the front goes
  to the side `b` before it, and that one to U.
- FROM_UP: a commutator that exchanges cells of the front with cells of U only.
- FROM_SIDE: a commutator that brings cells of another side, turned before and turned back after, to
  the front; a third set, on the other side, takes the cells that were there.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

from cubesolve.costs import BLOCK, FACE_TURN, QUARTERS
from cubesolve.kernels.records import float64, inlined, int64, kernel, record, uint8
from cubesolve.kernels.runs import FORBIDDEN, LINES, best_runs, copy, outer_price

INSERTION, FROM_UP, FROM_SIDE = range(3)


class Row(NamedTuple):
    """The row to fill, and the colours around it.

    `sides[i, row, column]` are the colours of the four side faces, row 0 at the bottom, in the
    order in which a clockwise turn of U carries each to the next; `tops[i]` is the face U seen with
    side i in front. `goal[i]` is the colour that row `k` should have on side i as it stands now.
    """

    sides: Any
    tops: Any
    goal: Any
    k: int


class Step(NamedTuple):
    """The step found: gain over cost, 0 if none gains; its kind, and the front.

    `setup` is a turn of U first. `turns` is that of U (`a`) in an insertion, else that of the
    front. `way` is that of row k (`b`) in an insertion; in a commutator from a side it is how many
    sides on that one is, and `side_turns` is its turn before.
    """

    ratio: float
    kind: int
    front: int
    setup: int
    turns: int
    way: int
    side_turns: int


COLORS = uint8[:, :, ::1]
ROW = record(Row, COLORS, COLORS, uint8[::1], int64)
STEP = record(Step, float64, *[int64] * 6)


@inlined
def turned(row, column, turns, size):
    """Return where clockwise turns of a face carry a cell."""
    for _ in range(turns % 4):
        row, column = size - 1 - column, row
    return row, column


@inlined
def gain_of(came, went, wanted):
    """Return what a place gains that wants a colour, by one cell for another."""
    return int(came == wanted) - int(went == wanted)


@inlined
def load_insertion(row, front, setup, a, b, gains):
    """Fill in what each column gains by an insertion; outer columns may come along for nothing."""
    n = len(gains)
    k, goal, before = row.k, row.goal, (front - b) % 4
    for c in range(n):
        _, column = turned(k, c, 4 - a, n)
        if column == c:  # what comes up from row k would go down again
            gains[c] = FORBIDDEN
        elif c == 0 or c == n - 1:
            gains[c] = 0
        else:
            i, j = turned(k, c, 8 - a - setup, n)
            there, here, last = (
                row.tops[front, i, j],
                row.sides[front, k, c],
                row.sides[before, k, c],
            )
            gains[c] = gain_of(there, here, goal[front]) + gain_of(here, last, goal[before])


@inlined
def load_from_up(row, front, setup, turns, gains):
    """Fill in what each column gains by a commutator with U."""
    n = len(gains)
    k = row.k
    for c in range(1, n - 1):
        i, j = turned(k, c, 4 - setup, n)
        gains[c] = gain_of(row.tops[front, i, j], row.sides[front, k, c], row.goal[front])
    gains[0] = gains[n - 1] = FORBIDDEN
    gains[k if turns == 1 else n - 1 - k] = FORBIDDEN  # the column that meets row k


@inlined
def load_from_side(row, front, way, side_turns, turns, gains):
    """Fill in what each column gains by a commutator with another side."""
    n = len(gains)
    k, other = row.k, (front + way) % 4
    wanted, source = row.goal[other], row.sides[other]
    gains[0] = gains[n - 1] = FORBIDDEN
    for c in range(1, n - 1):
        i, j = turned(k, c, 4 - side_turns, n)
        third_i, third_j = turned(k, c, 4 - side_turns + turns, n)
        meets = (n - 1 - c if turns == 1 else c) == k
        if meets or i < k or third_i < k:  # rows below must stay
            gains[c] = FORBIDDEN
            continue
        came, here, third = source[i, j], row.sides[front, k, c], source[third_i, third_j]
        gain = gain_of(came, here, row.goal[front])
        if third_i == k:
            gain += gain_of(here, third, wanted)
        if i == k:
            gain += gain_of(third, came, wanted)
        gains[c] = gain


@inlined
def better_insertion(row, front, best, lines, columns):
    """Return the best insertion through a front, or the best step so far."""
    for setup in range(4):
        for a in range(1, 4):
            for b in range(1, 4):
                load_insertion(row, front, setup, a, b, lines.gains)
                # Four turns of columns, two of U by a, one of the row.
                base = FACE_TURN[setup] + 4 + 2 * FACE_TURN[a] + QUARTERS[b] + BLOCK
                # After a half turn of U a column's mirror image takes what it brought.
                found = best_runs(lines, outer_price(base, 4), a == 2, best.ratio)
                if found.ratio > best.ratio:
                    best = Step(found.ratio, INSERTION, front, setup, a, b, 0)
                    copy(lines.chosen, columns)
    return best


@inlined
def better_from_up(row, front, best, lines, columns):
    """Return the best commutator of a front with U, or the best step so far."""
    for setup in range(4):
        for turns in (1, 3):
            load_from_up(row, front, setup, turns, lines.gains)
            # Four turns of the front, two of columns, two of the one that meets the row.
            base = FACE_TURN[setup] + 4 * FACE_TURN[1] + 4 + 2 * BLOCK
            found = best_runs(lines, outer_price(base, 2), False, best.ratio)
            if found.ratio > best.ratio:
                best = Step(found.ratio, FROM_UP, front, setup, turns, 0, 0)
                copy(lines.chosen, columns)
    return best


@inlined
def better_from_side(row, front, best, lines, columns):
    """Return the best commutator of a front with another side, or the best step so far."""
    for way in range(1, 4):
        for side_turns in range(4):
            for turns in (1, 3):
                load_from_side(row, front, way, side_turns, turns, lines.gains)
                # Four turns of the front, two of row k, two of other rows.
                base = 4 * FACE_TURN[1] + 4 * QUARTERS[way] + 2 * BLOCK
                base += 2 * FACE_TURN[side_turns]
                found = best_runs(lines, outer_price(base, 2), False, best.ratio)
                if found.ratio > best.ratio:
                    best = Step(found.ratio, FROM_SIDE, front, 0, turns, way, side_turns)
                    copy(lines.chosen, columns)
    return best


@kernel(STEP(ROW, LINES, uint8[::1]))
def best_step(row, lines, columns):
    """Find the step that gains most for its cost; fill in the columns that take part."""
    best = Step(0.0, 0, 0, 0, 0, 0, 0)
    for front in range(4):
        best = better_insertion(row, front, best, lines, columns)
        best = better_from_up(row, front, best, lines, columns)
        best = better_from_side(row, front, best, lines, columns)
    return best
