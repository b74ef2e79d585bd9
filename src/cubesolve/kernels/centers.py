"""The next step of building centres: of all exchanges and commutators, the one that gains most.

`colors[face, row, column]` are the centre cells, row 0 at the bottom; `goal[face]` is the colour
that belongs on each face. A connection is a way from a source face S to a target face T through the
layers of one axis: `S, T, layers are columns of T, origin row and column, step of row and column
for a row, the same for a column`; the steps tell which cell of S a slice brings to a cell of T.

Cells of T are named `(line, place)`: the line is cut by a layer. Turning T a quarter sends
`(line, place)` to `(place, n-1-line)` one way and to `(n-1-place, line)` the other.

What a step does to both faces is counted. With `s(l, p)` for bringing the source cell to T (1 if it
has the colour of T, -1 if that of S) and `t(l, p)` for bringing the target cell to S:

- a half exchange, lines X out, T by a half turn, lines back, exchanges line l of S with line n-1-l
  of T for each l in X;
- a quarter exchange does it with the places outside X of its lines, for a place in X of others;
- a commutator exchanges the cells where its lines and places meet, and only them.

Cost is counted in outer block turns and in quarter turns, added up.
"""

import numpy as np
from numba import njit

HALF, QUARTER, COMMUTATOR_LINES, COMMUTATOR_PLACES = range(4)

# Costs in OBTM + QTM without the slices' blocks, each of which adds BLOCK for every time it turns.
HALF_COST = 5.0  # a half turn of a face, two turns of slices
QUARTER_COST = 4.0
COMMUTATOR_COST = 12.0
BLOCK = 2.0


@njit(
    "void(uint8[:,:,::1], uint8[::1], int64[::1], int64, int64, int8[:,::1], int8[:,::1])",
    cache=True,
)
def load(colors, goal, connection, source_turns, target_turns, s, t):  # type: ignore[no-untyped-def]
    """Fill s and t for a connection with both faces turned clockwise first."""
    n = colors.shape[1]
    source, target = connection[0], connection[1]
    wanted, own = goal[target], goal[source]
    for line in range(n):
        for place in range(n):
            if connection[2]:
                row, column = place, line
            else:
                row, column = line, place
            from_row = connection[3] + row * connection[5] + column * connection[7]
            from_column = connection[4] + row * connection[6] + column * connection[8]
            for _ in range(source_turns):
                from_row, from_column = from_column, n - 1 - from_row
            for _ in range(target_turns):
                row, column = column, n - 1 - row
            there = colors[source, from_row, from_column]
            here = colors[target, row, column]
            s[line, place] = (there == wanted) - (there == own)
            t[line, place] = (here == own) - (here == wanted)


@njit("Tuple((int64, float64))(int64[::1], float64, float64, uint8[::1])", cache=True)
def best_lines(gains, base, block, chosen):  # type: ignore[no-untyped-def]
    """Choose runs of lines with gains so that gain over cost is greatest; return gain and ratio."""
    n = len(gains)
    chosen[:] = 0
    total = 0
    blocks = 0
    best = 0.0
    while True:
        run_gain, run_first, run_last = 0, -1, -1
        line = 0
        while line < n:
            if gains[line] > 0 and not chosen[line]:
                first, gain = line, 0
                while line < n and gains[line] > 0:
                    gain += gains[line]
                    line += 1
                if gain > run_gain:
                    run_gain, run_first, run_last = gain, first, line - 1
            else:
                line += 1
        if run_first < 0:
            break
        ratio = (total + run_gain) / (base + block * (blocks + 1))
        if ratio <= best:
            break
        best = ratio
        total += run_gain
        blocks += 1
        chosen[run_first : run_last + 1] = 1
    return total, best


@njit(
    "int64(int8[:,::1], int8[:,::1], int64[::1], int64[::1], int64, int64, int64, boolean)",
    cache=True,
)
def quarter_more(s, t, s_sums, t_sums, line, first, last, same):  # type: ignore[no-untyped-def]
    """Return what a quarter exchange of lines first..last gains more by one more line."""
    n = len(s_sums)
    place = line if same else n - 1 - line
    gain = s_sums[line] - s[line, place] + t_sums[place] - t[line, place]
    for other in range(first, last + 1):
        met = other if same else n - 1 - other
        gain -= s[line, met] + s[other, place] + t[other, place] + t[line, met]
    return gain


@njit(
    "void(uint8[:,:,::1], uint8[::1], int64[:,::1], float64[::1], int64[:,::1], uint8[:,::1])",
    cache=True,
)
def best_steps(colors, goal, connections, ratios, steps, all_lines):  # type: ignore[no-untyped-def]
    """Find for each connection the step that gains most for its cost.

    `ratios` is filled with gain over cost, 0 where no step gains; `steps` with kind, turns of the
    source and of the target face first, whether a turn brings places to lines of the same number,
    the one place or line of a commutator, and the gain; `all_lines` with the lines that take part.
    """
    n = colors.shape[1]
    s = np.empty((n, n), dtype=np.int8)
    t = np.empty((n, n), dtype=np.int8)
    gains = np.empty(n, dtype=np.int64)
    s_sums = np.empty(n, dtype=np.int64)
    t_sums = np.empty(n, dtype=np.int64)
    chosen = np.zeros(n, dtype=np.uint8)
    for c in range(len(connections)):
        best = 0.0
        step, lines = steps[c], all_lines[c]
        for source_turns in range(4):
            for target_turns in range(4):
                load(colors, goal, connections[c], source_turns, target_turns, s, t)
                setup = 2.0 * ((source_turns > 0) + (target_turns > 0))
                setup += (source_turns == 2) + (target_turns == 2)
                # Half exchange: of each line and its mirror image only one can take part.
                for line in range(n):
                    gain = 0
                    for place in range(n):
                        gain += s[line, place] + t[n - 1 - line, place]
                    gains[line] = gain
                for line in range(n // 2):
                    if gains[line] < gains[n - 1 - line]:
                        gains[line] = 0
                    else:
                        gains[n - 1 - line] = 0
                if n % 2:
                    gains[n // 2] = 0
                gain, ratio = best_lines(gains, HALF_COST + setup, 2 * BLOCK, chosen)
                if ratio > best:
                    best = ratio
                    step[0], step[1], step[2] = HALF, source_turns, target_turns
                    step[3], step[4], step[5] = 0, 0, gain
                    lines[:] = chosen
                # Quarter exchange: one block of lines, grown while it pays.
                for line in range(n):
                    s_sums[line], t_sums[line] = 0, 0
                    for place in range(n):
                        s_sums[line] += s[line, place]
                        t_sums[line] += t[place, line]
                for turn in range(2):
                    same = turn == 1
                    for start in range(n):
                        gain = quarter_more(s, t, s_sums, t_sums, start, 0, -1, same)
                        first, last = start, start
                        while gain > 0:
                            below, above = 0, 0
                            if first > 0:
                                below = quarter_more(
                                    s, t, s_sums, t_sums, first - 1, first, last, same
                                )
                            if last < n - 1:
                                above = quarter_more(
                                    s, t, s_sums, t_sums, last + 1, first, last, same
                                )
                            if below <= 0 and above <= 0:
                                break
                            if below >= above:
                                first -= 1
                                gain += below
                            else:
                                last += 1
                                gain += above
                        ratio = gain / (QUARTER_COST + setup + 2 * BLOCK)
                        if ratio > best:
                            best = ratio
                            step[0], step[1], step[2] = QUARTER, source_turns, target_turns
                            step[3], step[4], step[5] = turn, 0, gain
                            lines[:] = 0
                            lines[first : last + 1] = 1
                if target_turns:
                    continue
                # Commutators: one place and lines, or one line and places.
                cost = COMMUTATOR_COST + setup + 2 * BLOCK
                for turn in range(2):
                    same = turn == 1
                    for one in range(n):
                        for kind in (COMMUTATOR_LINES, COMMUTATOR_PLACES):
                            for other in range(n):
                                if kind == COMMUTATOR_LINES:
                                    line, place = other, one
                                else:
                                    line, place = one, other
                                meets = place if same else n - 1 - place
                                gains[other] = s[line, place] + t[line, place]
                                if meets == line:
                                    gains[other] = 0
                            gain, ratio = best_lines(gains, cost, 2 * BLOCK, chosen)
                            if ratio > best:
                                best = ratio
                                step[0], step[1], step[2] = kind, source_turns, 0
                                step[3], step[4], step[5] = turn, one, gain
                                lines[:] = chosen
        ratios[c] = best
