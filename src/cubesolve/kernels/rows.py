"""The next step of filling a row around the cube: of all insertions and commutators, the best.

`sides[i, row, column]` are the colours of the four side faces, row 0 at the bottom, in the order in
which a clockwise turn of U carries each to the next; `tops[i]` is the face U seen with side i in
front. Row `k` is to be filled, the rows below it must stay, everything above it is free; `goal[i]`
is the colour that row k should have on side i as it stands now.

A step works on a set of columns of one side, the front:

- INSERTION: columns up into U, U by `a`, columns down; row k by `b`; and the first part undone. In
  the frame of row k three cells change places: one of U comes to the front, that of the front goes
  to the side `b` before it, and that one to U.
- FROM_UP: a commutator that exchanges cells of the front with cells of U only.
- FROM_SIDE: a commutator that brings cells of another side, turned by `e` before and turned back
  after, to the front; a third set, on the other side, takes the cells that were there.

Cost is counted in outer block turns and in quarter turns, added up.
"""

import numpy as np
from numba import njit

INSERTION, FROM_UP, FROM_SIDE = range(3)
FORBIDDEN = -1000


@njit("int64(int64)", cache=True)
def quarters(turns):  # type: ignore[no-untyped-def]
    """Return the cost of a turn in quarter turns."""
    turns %= 4
    return 1 if turns == 3 else turns


@njit("UniTuple(int64, 2)(int64, int64, int64, int64)", cache=True)
def turned(row, column, turns, size):  # type: ignore[no-untyped-def]
    """Return where clockwise turns of a face carry a cell."""
    for _ in range(turns % 4):
        row, column = size - 1 - column, row
    return row, column


@njit("float64(int64[::1], float64, float64, uint8[::1], uint8[:,::1], uint8[::1])", cache=True)
def best_columns(gains, base, block, chosen, trace, draft):  # type: ignore[no-untyped-def]
    """Choose the columns for which gain over cost is greatest; return that ratio.

    Each change between chosen and not chosen, from column to column, costs `block`.
    """
    n = len(gains)
    ratio = 0.0
    chosen[:] = 0
    while True:
        price = ratio * block
        inside, outside = float(gains[0]), 0.0
        for c in range(1, n):
            trace[c, 1] = inside >= outside - price
            trace[c, 0] = outside < inside - price
            further = max(inside, outside - price) + gains[c]
            outside = max(outside, inside - price)
            inside = further
        state = 1 if inside > outside else 0
        total, blocks = 0, 0
        for c in range(n - 1, -1, -1):
            draft[c] = state
            if state:
                total += gains[c]
            if c:
                before = trace[c, state]
                blocks += before != state
                state = before
        if total <= 0 or blocks == 0:
            return ratio
        better = total / (base + block * blocks)
        if better <= ratio * 1.000001:
            return ratio
        ratio = better
        chosen[:] = draft


@njit(
    "float64(uint8[:,:,::1], uint8[:,:,::1], uint8[::1], int64, int64[::1], uint8[::1])",
    cache=True,
)
def best_step(sides, tops, goal, k, step, columns):  # type: ignore[no-untyped-def]
    """Find the step that gains most for its cost; return gain over cost, 0 if none gains.

    `step` is filled with kind, front, turns of U first, and `a, b` of an insertion, the front's
    turns of a commutator from U, or the front's turns, the other side (counted from the front) and
    its turns; `columns` with the columns that take part.
    """
    n = sides.shape[1]
    gains = np.zeros(n, dtype=np.int64)
    chosen = np.zeros(n, dtype=np.uint8)
    draft = np.zeros(n, dtype=np.uint8)
    trace = np.zeros((n, 2), dtype=np.uint8)
    best = 0.0
    for front in range(4):
        side, top, wanted = sides[front], tops[front], goal[front]
        for setup in range(4):
            setup_cost = 1 + quarters(setup) if setup else 0
            for a in range(1, 4):
                for b in range(1, 4):
                    before = (front - b) % 4
                    for c in range(n):
                        row, column = turned(k, c, 4 - a, n)
                        if column == c:
                            gains[c] = FORBIDDEN
                            continue
                        if c == 0 or c == n - 1:
                            gains[c] = 0
                            continue
                        row, column = turned(k, c, 8 - a - setup, n)
                        there, here, last = top[row, column], side[k, c], sides[before, k, c]
                        gain = int(there == wanted) - int(here == wanted)
                        gain += int(here == goal[before]) - int(last == goal[before])
                        gains[c] = gain
                    if a == 2:  # of a column and its mirror image only one
                        for c in range(n // 2):
                            if gains[c] < gains[n - 1 - c]:
                                gains[c] = FORBIDDEN
                            else:
                                gains[n - 1 - c] = FORBIDDEN
                    base = 8.0 + 2 * quarters(a) + quarters(b) + setup_cost
                    ratio = best_columns(gains, base, 4.0, chosen, trace, draft)
                    if ratio > best:
                        best = ratio
                        step[0], step[1], step[2], step[3], step[4] = INSERTION, front, setup, a, b
                        columns[:] = chosen
            for turn in (1, 3):
                gains[0] = gains[n - 1] = FORBIDDEN
                for c in range(1, n - 1):
                    row, column = turned(k, c, 4 - setup, n)
                    gains[c] = int(top[row, column] == wanted) - int(side[k, c] == wanted)
                gains[k if turn == 1 else n - 1 - k] = FORBIDDEN
                ratio = best_columns(gains, 16.0 + setup_cost, 2.0, chosen, trace, draft)
                if ratio > best:
                    best = ratio
                    step[0], step[1], step[2], step[3], step[4] = FROM_UP, front, setup, turn, 0
                    columns[:] = chosen
        for way in range(1, 4):
            other = (front + way) % 4
            source = sides[other]
            for turns in range(4):
                for turn in (1, 3):
                    gains[0] = gains[n - 1] = FORBIDDEN
                    for c in range(1, n - 1):
                        if (n - 1 - c if turn == 1 else c) == k:
                            gains[c] = FORBIDDEN
                            continue
                        row, column = turned(k, c, 4 - turns, n)
                        second_row, second_column = turned(k, c, 4 - turns + turn, n)
                        if row < k or second_row < k:
                            gains[c] = FORBIDDEN
                            continue
                        came, here = source[row, column], side[k, c]
                        third = source[second_row, second_column]
                        gain = int(came == wanted) - int(here == wanted)
                        if second_row == k:
                            gain += int(here == goal[other]) - int(third == goal[other])
                        if row == k:
                            gain += int(third == goal[other]) - int(came == goal[other])
                        gains[c] = gain
                    base = 12.0 + 4 * quarters(way)
                    if turns:
                        base += 2 + 2 * quarters(turns)
                    ratio = best_columns(gains, base, 2.0, chosen, trace, draft)
                    if ratio > best:
                        best = ratio
                        step[0], step[1], step[2] = FROM_SIDE, front, turn
                        step[3], step[4] = way, turns
                        columns[:] = chosen
    return best
