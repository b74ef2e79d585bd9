"""Sweeps: rows of commutators that share the turns of their columns.

For a slice x and something else u, a turn or a turn between those of a face, the commutator
`x u x' u'` cycles three pieces where they cross. Take many columns x and many rows u. Set the
columns as the first row needs them, do the row, set them as the second needs them, and so on; at
the end turn the columns back and undo all rows at once. Rows do not touch what the cycles of other
rows move, so this is the product of all their commutators, and a column costs a turn only where
two rows in a row want it differently.

A kind of sweep says which axes turn, how, and where rows and columns cross. A column has four
states: how far it is turned in a row. So what is best for it, gains less a price for each turn,
is found by dynamic programming over the rows, for each column by itself.

Labels are by sticker here: `(plane * n + u) * n + v`, with planes `2 * axis + side`, and u and v
along the next two axes. Then all places of a kind of sweep are linear in row and column. They are
kept four times: as they are, upside down, and both with u and v exchanged. So what a row needs is
in order along the columns in one of them.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.points import pack
from cubesolve.kernels.records import part, resumable

BOTH, ON_FACE, BEHIND = range(3)  # where rows and columns cross: on two faces, or only on one
# The fields of a kind.
CROSSING, X_AXIS, Y_AXIS, Y_TURNS, F_AXIS, F_LAYER, F_TURNS, MIRRORED, BACKWARDS = range(9)
UNIT = 64  # values are whole numbers of such parts of a piece
_NEVER = -100  # the gain of what must not be
KIND, N_ROWS, GAIN, COST = range(4)  # of the state of a sweep
N_STATE = 4


class Sweep(NamedTuple):
    """A sweep: its kind and what it costs and brings, the layers of its rows, and the states."""

    state: Any
    rows: Any
    states: Any


def new_sweep(n: int) -> Sweep:
    """Return room for a sweep of size n."""
    return Sweep(np.zeros(N_STATE, np.int64), np.zeros(n, np.int64), np.zeros((n, n), np.uint8))


class Sweeper(NamedTuple):
    """Room for sweeps of one size, and the labels that they are for.

    `kinds` and `places` describe the kinds of sweeps: offset, step from column to column, and from
    row to row, in the first of the four ways in which labels are kept. `rows` are the layers of the
    rows, `gains` (row, column, state) what the cycles there bring, `states` (row, column) what was
    chosen; `best` is the best sweep so far.
    """

    labels: Any
    goal: Any
    lines: Any
    twin: Any
    kinds: Any
    places: Any
    rows: Any
    gains: Any
    values: Any
    marks: Any
    states: Any
    row_gains: Any
    order: Any
    free: Any
    sides: Any
    state: Any
    best: Sweep
    random: Any


def new_sweeper(n: int, kinds: Any, places: Any, twin: Any, seed: int) -> Sweeper:
    """Return room for sweeps of size n of these kinds."""
    area = 6 * n * n
    return Sweeper(
        np.zeros(area, np.uint8),
        np.zeros(area, np.uint8),
        np.zeros((2, 4 * area), np.uint8),
        twin,
        kinds,
        places,
        np.zeros(n, np.int64),
        np.zeros((n, n, 4), np.int8),
        np.zeros((n, 4), np.int16),
        np.zeros((n, n), np.uint8),
        np.zeros((n, n), np.uint8),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.uint8),
        np.zeros(n, np.uint8),
        np.zeros(N_STATE, np.int64),
        new_sweep(n),
        np.array([seed * 2 + 1], np.uint64) * np.uint64(0x9E3779B97F4A7C15),
    )


@part
def below(random, count):
    """Return a number from 0 to count - 1 at random."""
    x = random[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    random[0] = x
    mixed = (x * np.uint64(2685821657736338717)) >> np.uint64(32)
    return np.int64((mixed * np.uint64(count)) >> np.uint64(32))


@part
def row_cost(kind):
    """Return the turns of a row and of taking it back, without those of columns."""
    return 2 if kind[CROSSING] == BOTH else 4


@resumable
def load_labels(sweeper, labels, goal, places, n):
    """Take the labels and the goal of cubies; `places` are theirs, by sticker."""
    for k in range(len(places)):
        sweeper.labels[k] = labels[places[k]]
        sweeper.goal[k] = goal[places[k]]
    write_lines(sweeper.lines[0], sweeper.labels, n)
    write_lines(sweeper.lines[1], sweeper.goal, n)


@part
def write_lines(lines, labels, n):
    """Write labels along their columns and rows, in both directions."""
    m = n - 1
    size = 6 * n * n
    for plane in range(6):
        for u in range(n):
            for v in range(n):
                label = labels[(plane * n + u) * n + v]
                lines[(plane * n + u) * n + v] = label
                lines[size + (plane * n + u) * n + m - v] = label
                lines[2 * size + (plane * n + v) * n + u] = label
                lines[3 * size + (plane * n + v) * n + m - u] = label


@part
def choose_rows(sweeper, kind, n):
    """Choose layers for the rows at random, in a random order; return how many there are."""
    rows, random = sweeper.rows, sweeper.random
    m = n - 1
    count = 0
    if kind[CROSSING] == BOTH:
        for layer in range(1, (m + 1) // 2):
            rows[count] = layer if below(random, 2) else m - layer
            sweeper.sides[layer] = below(random, 2)
            count += 1
    else:
        for layer in range(1, m):
            if below(random, 2):
                rows[count] = layer
                count += 1
        if kind[CROSSING] == ON_FACE:
            rows[count] = m * below(random, 2)  # of wings; the other one would touch its cycles
            count += 1
    for k in range(count - 1, 0, -1):
        other = below(random, k + 1)
        rows[k], rows[other] = rows[other], rows[k]
    return count


@part
def free_columns(sweeper, kind, n_rows, n):
    """Mark the layers that may be columns."""
    free = sweeper.free
    m = n - 1
    free[:] = 1
    free[0] = 0
    free[m] = 0
    if kind[CROSSING] != BOTH:
        for k in range(n_rows):
            layer = sweeper.rows[sweeper.order[k]]
            free[m - layer if kind[MIRRORED] else layer] = 0
    elif kind[Y_TURNS] == 2:  # it carries each column to the one opposite
        for layer in range(1, (n + 1) // 2):
            free[layer if sweeper.sides[layer] else m - layer] = 0


@part
def add_center_gains(gains, lines, starts, goals, backwards, n):
    """Add what each column brings in a row of centres, by its state."""
    p_line, r_line = lines[starts[0] : starts[0] + n], lines[starts[4] : starts[4] + n]
    q1_line, q2_line = lines[starts[1] : starts[1] + n], lines[starts[2] : starts[2] + n]
    q3_line = lines[starts[3] : starts[3] + n]
    gp, g1, g2, g3, gr = goals
    if backwards:
        for a in range(n):
            p, r = p_line[a], r_line[a]
            q1, q2, q3 = q1_line[a], q2_line[a], q3_line[a]
            base = np.int8(r == gp) - np.int8(p == gp) - np.int8(r == gr)
            gains[a, 1] += base + np.int8(p == g1) + np.int8(q1 == gr) - np.int8(q1 == g1)
            gains[a, 2] += base + np.int8(p == g2) + np.int8(q2 == gr) - np.int8(q2 == g2)
            gains[a, 3] += base + np.int8(p == g3) + np.int8(q3 == gr) - np.int8(q3 == g3)
    else:
        for a in range(n):
            p, r = p_line[a], r_line[a]
            q1, q2, q3 = q1_line[a], q2_line[a], q3_line[a]
            base = np.int8(p == gr) - np.int8(p == gp) - np.int8(r == gr)
            gains[a, 1] += base + np.int8(q1 == gp) + np.int8(r == g1) - np.int8(q1 == g1)
            gains[a, 2] += base + np.int8(q2 == gp) + np.int8(r == g2) - np.int8(q2 == g2)
            gains[a, 3] += base + np.int8(q3 == gp) + np.int8(r == g3) - np.int8(q3 == g3)


@part
def add_wing_gains(gains, lines, goal_lines, starts, backwards, n):
    """Add what each column brings in a row of wings, by its state."""
    for a in range(1, n - 1):
        p, r = lines[starts[0] + a], lines[starts[4] + a]
        gp, gr = goal_lines[starts[0] + a], goal_lines[starts[4] + a]
        for s in range(1, 4):
            q, gq = lines[starts[s] + a], goal_lines[starts[s] + a]
            gain = -np.int8(p == gp) - np.int8(r == gr) - np.int8(q == gq)
            if backwards:
                gain += np.int8(r == gp) + np.int8(p == gq) + np.int8(q == gr)
            else:
                gain += np.int8(q == gp) + np.int8(p == gr) + np.int8(r == gq)
            gains[a, s] += _NEVER if 2 * a == n - 1 else gain  # the middle edges stay


@part
def find_gains(sweeper, number, n_rows, n):
    """Note what each column brings in each row, by its state."""
    kind, lines, goal_lines = sweeper.kinds[number], sweeper.lines[0], sweeper.lines[1]
    families = 2 if kind[CROSSING] == BOTH else 1
    for k in range(n_rows):
        layer = sweeper.rows[k]
        gains = sweeper.gains[k]
        gains[:] = 0
        for family in range(families):
            place = sweeper.places[number, family]
            starts = (
                place[0, 3] + layer * place[0, 4],
                place[1, 3] + layer * place[1, 4],
                place[2, 3] + layer * place[2, 4],
                place[3, 3] + layer * place[3, 4],
                place[4, 3] + layer * place[4, 4],
            )
            if layer == 0 or layer == n - 1:
                add_wing_gains(gains, lines, goal_lines, starts, kind[BACKWARDS], n)
            else:
                goals = (
                    np.uint8(place[0, 5]),
                    np.uint8(place[1, 5]),
                    np.uint8(place[2, 5]),
                    np.uint8(place[3, 5]),
                    np.uint8(place[4, 5]),
                )
                add_center_gains(gains, lines, starts, goals, kind[BACKWARDS], n)


@part
def step_forward(values, gains, marks, price, n):
    """Go on by a row: the best value of each state of each column, and how it came about."""
    for a in range(n):
        v0, v1, v2, v3 = values[a, 0], values[a, 1], values[a, 2], values[a, 3]
        best = max(max(v0, v1), max(v2, v3))
        least = np.int16(best - price)
        origin = 0 if v0 == best else (1 if v1 == best else (2 if v2 == best else 3))
        stays = (
            np.uint8(v0 >= least)
            | np.uint8(v1 >= least) << 1
            | np.uint8(v2 >= least) << 2
            | np.uint8(v3 >= least) << 3
        )
        marks[a] = np.uint8(stays | origin << 4)
        values[a, 0] = max(v0, least) - best + UNIT * np.int16(gains[a, 0])
        values[a, 1] = max(v1, least) - best + UNIT * np.int16(gains[a, 1])
        values[a, 2] = max(v2, least) - best + UNIT * np.int16(gains[a, 2])
        values[a, 3] = max(v3, least) - best + UNIT * np.int16(gains[a, 3])


@part
def step_back(after, before, marks, free, n):
    """Find the states of columns in the row before; return how many of them change."""
    changes = np.int64(0)
    for a in range(n):
        state, mark = after[a], marks[a]
        other = state if (mark >> state) & 1 else np.uint8(mark >> 4)
        other *= free[a]
        before[a] = other
        changes += np.int64(other != state)
    return changes


@part
def gain_of(gains, states, n):
    """Return what the columns bring in a row."""
    gain = np.int64(0)
    for a in range(n):
        state = states[a]
        one = gains[a, 1] if state == 1 else np.int8(0)
        two = gains[a, 2] if state == 2 else np.int8(0)
        three = gains[a, 3] if state == 3 else np.int8(0)
        gain += np.int64(one) + np.int64(two) + np.int64(three)
    return gain


@part
def choose_states(sweeper, n_rows, price, n):
    """Choose the states of all columns in all rows; return how often columns turn."""
    values, states, free = sweeper.values, sweeper.states, sweeper.free
    price = np.int16(price * UNIT)
    values[:] = -price
    values[:, 0] = 0
    for k in range(n_rows):
        step_forward(values, sweeper.gains[sweeper.order[k]], sweeper.marks[k], price, n)
    changes = 0
    last = states[n_rows - 1]
    for a in range(n):
        state, best = 0, values[a, 0]
        for s in range(1, 4):
            if values[a, s] - price > best:
                state, best = s, values[a, s] - price
        last[a] = state * free[a]
        changes += last[a] != 0
    for k in range(n_rows - 1, 0, -1):
        changes += step_back(states[k], states[k - 1], sweeper.marks[k], free, n)
    for a in range(n):
        changes += states[0, a] != 0
    for k in range(n_rows):
        sweeper.row_gains[k] = gain_of(sweeper.gains[sweeper.order[k]], states[k], n)
    return changes


@part
def drop_rows(sweeper, n_rows, least):
    """Leave out the rows that bring too little; return how many are left."""
    kept = 0
    for k in range(n_rows):
        if sweeper.row_gains[k] >= least:
            sweeper.order[kept] = sweeper.order[k]
            kept += 1
    return kept


@part
def try_kind(sweeper, number, price, n):
    """Try a kind of sweep with rows at random; return what it brings less its turns' price."""
    kind, state = sweeper.kinds[number], sweeper.state
    n_rows = choose_rows(sweeper, kind, n)
    find_gains(sweeper, number, n_rows, n)
    for k in range(n_rows):
        sweeper.order[k] = k
    each = row_cost(kind)
    while n_rows:
        free_columns(sweeper, kind, n_rows, n)
        changes = choose_states(sweeper, n_rows, price, n)
        kept = drop_rows(sweeper, n_rows, price * each)
        if kept == n_rows:
            break
        n_rows = kept
    state[N_ROWS] = n_rows
    if not n_rows:
        return 0.0
    gain = 0
    for k in range(n_rows):
        gain += sweeper.row_gains[k]
    state[KIND], state[GAIN] = number, gain
    state[COST] = changes + each * n_rows + (0 if kind[CROSSING] == BOTH else 2)
    return gain - price * state[COST]


@part
def keep_best(sweeper, n):
    """Note the sweep as the best so far."""
    best, state = sweeper.best, sweeper.state
    for field in range(N_STATE):
        best.state[field] = state[field]
    for k in range(state[N_ROWS]):
        best.rows[k] = sweeper.rows[sweeper.order[k]]
        for a in range(n):
            best.states[k, a] = sweeper.states[k, a]


@resumable
def find_sweep(sweeper, price, tries, n):
    """Try some sweeps; return what the best of them brings less its turns' price, or 0."""
    most = 0.0
    for _ in range(tries):
        number = below(sweeper.random, len(sweeper.kinds))
        worth = try_kind(sweeper, number, price, n)
        if worth > most:
            most = worth
            keep_best(sweeper, n)
    return most


@part
def do_cycle(labels, place, backwards, s, a, layer):
    """Do the cycle of a column and a row to the labels; return the three places."""
    p = place[0, 0] + a * place[0, 1] + layer * place[0, 2]
    q = place[s, 0] + a * place[s, 1] + layer * place[s, 2]
    r = place[4, 0] + a * place[4, 1] + layer * place[4, 2]
    if backwards:
        q, r = r, q
    labels[p], labels[r], labels[q] = labels[q], labels[p], labels[r]
    return p, q, r


@resumable
def do_sweep(sweeper, sweep, n):
    """Do the cycles of a sweep to the labels."""
    number = sweep.state[KIND]
    kind, labels, twin = sweeper.kinds[number], sweeper.labels, sweeper.twin
    for k in range(sweep.state[N_ROWS]):
        layer = sweep.rows[k]
        is_wing = layer == 0 or layer == n - 1
        for a in range(n):
            s = sweep.states[k, a]
            for family in range((2 if kind[CROSSING] == BOTH else 1) if s else 0):
                place = sweeper.places[number, family]
                p, q, r = do_cycle(labels, place, kind[BACKWARDS], s, a, layer)
                if is_wing:
                    labels[twin[p]], labels[twin[q]] = labels[p], labels[q]
                    labels[twin[r]] = labels[r]
    write_lines(sweeper.lines[0], labels, n)


@part
def write_row(words, count, kind, first, last, rows, turns):
    """Write the turns of rows first..last-1, between those of the face if it has one."""
    if kind[CROSSING] != BOTH:
        words[count] = pack(kind[F_AXIS], kind[F_LAYER], kind[F_TURNS])
        count += 1
    for k in range(first, last):
        words[count] = pack(kind[Y_AXIS], rows[k], turns)
        count += 1
    if kind[CROSSING] != BOTH:
        words[count] = pack(kind[F_AXIS], kind[F_LAYER], 4 - kind[F_TURNS])
        count += 1
    return count


@resumable
def write_sweep(words, sweep, kinds, n):
    """Write the turns of a sweep; return how many there are."""
    kind, rows = kinds[sweep.state[KIND]], sweep.rows
    n_rows = sweep.state[N_ROWS]
    turns = kind[Y_TURNS]
    count = 0
    if kind[BACKWARDS]:
        count = write_row(words, count, kind, 0, n_rows, rows, turns)
        turns = 4 - turns
    for k in range(n_rows + 1):
        for a in range(n):
            before = np.int64(sweep.states[k - 1, a]) if k else 0
            after = np.int64(sweep.states[k, a]) if k < n_rows else 0
            if before != after:
                words[count] = pack(kind[X_AXIS], a, (after - before) & 3)
                count += 1
        if k < n_rows:
            count = write_row(words, count, kind, k, k + 1, rows, turns)
    if not kind[BACKWARDS]:
        count = write_row(words, count, kind, 0, n_rows, rows, 4 - turns)
    return count
