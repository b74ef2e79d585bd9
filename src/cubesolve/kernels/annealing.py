"""Annealing of a window of a long list of turns: shorter lists that leave fewer pieces wrong.

The list need not solve the cube. Its energy is its length, and `price` for each piece that it
leaves wrong. Each change keeps corners, middle edges and fixed centres as they are, and does a few
three-cycles of centres and wings to what comes out at the end of the window, so what a change is
worth is known without turning anything. There are three kinds:

- a pair: a turn of a slice here and its inverse a little later. It is put in, taken out, or moved;
- a junction: between the turn of a face and that of a slice, the commutator whose ends cancel both;
- a commutator of eight turns that cancels a slice beside it, or takes in a piece that is wrong.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.cycles import (
    Desk,
    cross_turns,
    crossing_behind,
    crossing_on_face,
    is_movable,
    new_desk,
    note_commutator,
    write_commutator,
)
from cubesolve.kernels.drafts import draft_change, group_end, group_start, put_draft
from cubesolve.kernels.points import (
    SST,
    Turns,
    carry_back,
    index_of,
    new_turns,
    point_of,
    turn_point,
)
from cubesolve.kernels.records import part

LENGTH, N_WRONG, N_TOUCHED, NODES = range(4)  # of the state of a window
_NONE = -1
_FIRST_WING = 6  # labels below are centres
_WING_WEIGHT = 1.3
_SPARE = 40  # turns that changes may add before a window is too long


class Heat(NamedTuple):
    """How a window is annealed: for so many turns of its own length, at which price, how hot."""

    tries: Any  # for each turn of the window
    price: Any  # of a wrong piece, in turns
    temperature: Any
    guided: Any  # the share of changes that begin at a wrong piece
    junctions: Any  # the share of junctions
    beside: Any  # the share of commutators beside a slice
    commutators: Any  # the share of commutators anywhere
    metric: Any


class Window(NamedTuple):
    """Part of a list of turns, and the labels where it ends.

    `labels` are what the turns so far bring there, `goal` what is needed there. `wrong` lists the
    indices that differ, `place` says where each is in that list. `touched` lists the indices that
    changes have reached, `mark` those that are listed.
    """

    moves: Turns
    labels: Any
    goal: Any
    wrong: Any
    place: Any
    touched: Any
    mark: Any
    surface: Any
    state: Any
    random: Any
    desk: Desk


def new_window(n: int, room: int, surface: Any, seed: int) -> Window:
    """Return a window of up to so many turns for cubes of size n."""
    cubies = len(surface)
    return Window(
        new_turns(room),
        np.zeros(n**3, np.uint8),
        np.zeros(n**3, np.uint8),
        np.zeros(cubies, np.int64),
        np.full(n**3, _NONE, np.int32),
        np.zeros(cubies, np.int64),
        np.zeros(n**3, np.uint8),
        surface,
        np.zeros(4, np.int64),
        np.array([seed * 2 + 1], np.uint64) * np.uint64(0x9E3779B97F4A7C15),
        new_desk(room),
    )


@part
def uniform(random):
    """Return a number from 0 to 1 at random."""
    x = random[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    random[0] = x
    return (
        np.float64((x * np.uint64(2685821657736338717)) >> np.uint64(11)) * 1.1102230246251565e-16
    )


@part
def below(random, count):
    """Return a number from 0 to count - 1 at random."""
    return np.int64(uniform(random) * count)


@part
def list_wrong(window):
    """List what is wrong at the end of the window."""
    count = 0
    for k in range(len(window.surface)):
        index = np.int64(window.surface[k])
        if window.labels[index] != window.goal[index]:
            window.wrong[count] = index
            window.place[index] = count
            count += 1
        else:
            window.place[index] = _NONE
    window.state[N_WRONG] = count


@part
def weight_of(label):
    """Return how much a piece counts that is wrong."""
    return _WING_WEIGHT if label >= _FIRST_WING else 1.0


@part
def do_cycles(window):
    """Do the noted cycles to the labels; return how much that mends."""
    labels, goal, cycles = window.labels, window.goal, window.desk.cycles
    gain = 0.0
    for c in range(window.desk.count[0]):
        p, q, r = cycles[3 * c], cycles[3 * c + 1], cycles[3 * c + 2]
        a, b, d = labels[p], labels[q], labels[r]
        more = np.int64(a == goal[q]) + np.int64(b == goal[r]) + np.int64(d == goal[p])
        less = np.int64(a == goal[p]) + np.int64(b == goal[q]) + np.int64(d == goal[r])
        gain += weight_of(a) * (more - less)
        labels[q], labels[r], labels[p] = a, b, d
    return gain


@part
def undo_cycles(window):
    """Take back the noted cycles."""
    labels, cycles = window.labels, window.desk.cycles
    for c in range(window.desk.count[0] - 1, -1, -1):
        p, q, r = cycles[3 * c], cycles[3 * c + 1], cycles[3 * c + 2]
        labels[p], labels[q], labels[r] = labels[q], labels[r], labels[p]


@part
def keep_cycles(window):
    """Note what the cycles have changed in the lists of wrong and touched places."""
    state, place, wrong = window.state, window.place, window.wrong
    for k in range(3 * window.desk.count[0]):
        index = window.desk.cycles[k]
        if not window.mark[index]:
            window.mark[index] = 1
            window.touched[state[N_TOUCHED]] = index
            state[N_TOUCHED] += 1
        if window.labels[index] != window.goal[index]:
            if place[index] < 0:
                place[index] = state[N_WRONG]
                wrong[state[N_WRONG]] = index
                state[N_WRONG] += 1
        elif place[index] >= 0:
            state[N_WRONG] -= 1
            other = wrong[state[N_WRONG]]
            wrong[place[index]] = other
            place[other] = place[index]
            place[index] = _NONE


@part
def wrong_point(window, gap, n):
    """Put a wrong piece first, where it is at a gap of the window."""
    index = window.wrong[below(window.random, window.state[N_WRONG])]
    point_of(window.desk.points, index, n)
    carry_back(window.desk.points, n - 1, window.moves, gap, window.state[LENGTH])


@part
def inner_axis(window, m):
    """Return an axis along which the first point is not in an outer layer."""
    axis = below(window.random, 3)
    for _ in range(3):
        if 0 < window.desk.points[axis] < m:
            return axis
        axis = axis + 1 if axis < 2 else 0
    return _NONE


@part
def far(random):
    """Return how many turns further: few more often than many."""
    return 1 + np.int64(-2.0 * np.log(uniform(random) + 1e-12))


@part
def choose_pair(window, heat, n):
    """Choose a turn of a slice, to be put in at one gap and taken back at another.

    Returns both gaps, and axis, layer and turns; the axis is -1 where there is nothing to do.
    """
    moves, random, length = window.moves, window.random, window.state[LENGTH]
    m = n - 1
    if uniform(random) < 0.55:  # one that is there is taken out, and put in again further on
        t = below(random, length)
        axis, layer, turns = moves.axis[t], moves.layer[t], moves.turns[t]
        if layer == 0 or layer == m:
            return 0, 0, _NONE, 0, 0
        if uniform(random) < 0.15:
            turns = 1 + below(random, 3)
        if uniform(random) < 0.5:
            return t, min(length, t + 1 + far(random)), axis, layer, 4 - turns
        return max(0, t - far(random)), t + 1, axis, layer, turns
    start = below(random, length)
    end = min(length, start + far(random))
    if window.state[N_WRONG] and uniform(random) < heat.guided:
        wrong_point(window, start, n)
        axis = inner_axis(window, m)
        if axis == _NONE:
            return 0, 0, _NONE, 0, 0
        return start, end, axis, window.desk.points[axis], 1 + below(random, 3)
    return start, end, below(random, 3), 1 + below(random, n - 2), 1 + below(random, 3)


@part
def try_pair(window, heat, n, hurdle):
    """Try to put in, take out or move a pair of turns."""
    moves, word, state = window.moves, window.desk.word, window.state
    start, until, axis, layer, turns = choose_pair(window, heat, n)
    if axis == _NONE:
        return
    while start < until and moves.axis[start] == axis:
        start += 1
    if start >= until:
        return
    x = (axis, layer, 4 - turns)
    end = cross_turns(window.desk, n, moves, state[LENGTH], start, until, x)
    if end < 0 or window.desk.count[0] == 0:
        return
    for k in range(2):
        word.axis[k], word.layer[k] = axis, layer
        word.turns[k] = turns if k == 0 else 4 - turns
    low, high, count, more = draft_change(
        moves, state[LENGTH], window.desk, 1, start, 1, end, heat.metric, n - 1
    )
    settle(window, heat, hurdle, low, high, count, more)


@part
def settle(window, heat, hurdle, low, high, count, more):
    """Keep a drafted change if its energy is below the hurdle."""
    gain = do_cycles(window)
    if more - heat.price * gain <= hurdle:
        state = window.state
        state[LENGTH] = put_draft(window.moves, state[LENGTH], window.desk.draft, low, high, count)
        keep_cycles(window)
    else:
        undo_cycles(window)


@part
def try_word(window, heat, n, hurdle, gap):
    """Try to put the commutator of the word, whose cycle is noted, into a gap."""
    gain = do_cycles(window)
    undo_cycles(window)
    # At best both its ends cancel.
    if (2 if heat.metric == SST else 0) - heat.price * gain > hurdle:
        return
    low, high, count, more = draft_change(
        window.moves, window.state[LENGTH], window.desk, 8, gap, 0, gap, heat.metric, n - 1
    )
    settle(window, heat, hurdle, low, high, count, more)


@part
def odd_turns(random):
    """Return a quarter turn one way or the other."""
    return 1 if uniform(random) < 0.5 else 3


@part
def try_junction(window, heat, n, hurdle):
    """Try the commutator whose ends cancel the turns of a face and a slice beside a gap."""
    moves, random, length = window.moves, window.random, window.state[LENGTH]
    m = n - 1
    if length < 2:
        return
    gap = 1 + below(random, length - 1)
    if moves.axis[gap - 1] == moves.axis[gap]:
        return
    first, last = group_start(moves, gap - 1), group_end(moves, gap, length)
    left = first + below(random, gap - first)
    right = gap + below(random, last - gap)
    left_is_face = moves.layer[left] == 0 or moves.layer[left] == m
    if left_is_face == (moves.layer[right] == 0 or moves.layer[right] == m):
        return
    x_is_face = uniform(random) < 0.34
    x_first = left_is_face == x_is_face
    if x_first:
        x = (moves.axis[left], moves.layer[left], moves.turns[left])
        f = (moves.axis[right], moves.layer[right], moves.turns[right])
    else:
        x = (moves.axis[right], moves.layer[right], 4 - moves.turns[right])
        f = (moves.axis[left], moves.layer[left], 4 - moves.turns[left])
    if f[2] == 2 or uniform(random) < 0.1:
        f = (f[0], f[1], odd_turns(random))
    if uniform(random) < 0.15:
        x = (x[0], x[1], 1 + below(random, 3))
    turns = 1 + below(random, 3)
    parallel = x_is_face or uniform(random) < 0.5
    if parallel:
        layer = below(random, n)
        if x_is_face and (layer == 0 or layer == m):
            layer = m - x[1]  # the opposite face: a cycle of wings
        y = (x[0], layer, turns)
        found = crossing_on_face(window.desk.points, m, x, f, y)
    else:
        y = (3 - x[0] - f[0], 1 + below(random, n - 2), turns)
        found = crossing_behind(window.desk.points, m, x, f, y)
    if found and is_movable(window.desk.points, m):
        write_commutator(window.desk.word, x, f, y, x_first)
        note_commutator(window.desk, n, moves, gap, length, x, f, y, x_first)
        try_word(window, heat, n, hurdle, gap)


@part
def try_beside(window, heat, n, hurdle):
    """Try a commutator that cancels a slice beside a gap: it brings turns of faces."""
    moves, random, length = window.moves, window.random, window.state[LENGTH]
    m = n - 1
    if not length:
        return
    t = below(random, length)
    axis, layer, turns = moves.axis[t], moves.layer[t], moves.turns[t]
    if layer == 0 or layer == m:
        return
    f_axis = axis + 1 if axis < 2 else 0
    if uniform(random) < 0.5:
        f_axis = 3 - axis - f_axis
    f = (f_axis, m * below(random, 2), odd_turns(random))
    x_first = uniform(random) < 0.5
    # The slice on the left is cancelled by the first turn, one on the right by the last.
    gap = t + 1 if x_first else t
    x = (axis, layer, turns if x_first else 4 - turns)
    amount = 1 + below(random, 3)
    if uniform(random) < 0.5:
        y = (axis, below(random, n), amount)
        found = crossing_on_face(window.desk.points, m, x, f, y)
    else:
        y = (3 - axis - f_axis, 1 + below(random, n - 2), amount)
        found = crossing_behind(window.desk.points, m, x, f, y)
    if found and is_movable(window.desk.points, m):
        write_commutator(window.desk.word, x, f, y, x_first)
        note_commutator(window.desk, n, moves, gap, length, x, f, y, x_first)
        try_word(window, heat, n, hurdle, gap)


@part
def try_commutator(window, heat, n, hurdle):
    """Try a commutator of eight turns that takes in a wrong piece."""
    random, points = window.random, window.desk.points
    m = n - 1
    if not window.state[N_WRONG]:
        return
    gap = below(random, window.state[LENGTH] + 1)
    wrong_point(window, gap, n)
    axis = inner_axis(window, m)
    x = (axis, points[axis], 1 + below(random, 3))
    if uniform(random) < 0.5:  # the piece is where x carries the crossing to
        turn_point(points, 0, m, x[0], 4 - x[2])
    f_axis = axis + 1 if axis < 2 else 0
    if uniform(random) < 0.5:
        f_axis = 3 - axis - f_axis
    if 0 < points[f_axis] < m:
        f_axis = 3 - axis - f_axis
    f = (f_axis, points[f_axis], odd_turns(random))
    third = 3 - axis - f_axis
    y = (third, points[third], 1 + below(random, 3))
    if 0 < y[1] < m and uniform(random) < 0.5:
        f = (f_axis, m - f[1], f[2])
        found = crossing_behind(points, m, x, f, y)
    else:
        index = index_of(points, 0, n)
        turn_point(points, 0, m, f[0], f[2])
        y = (axis, points[axis], y[2])
        found = crossing_on_face(points, m, x, f, y)
        found = found and index_of(points, 0, n) == index
    if found and is_movable(points, m):
        x_first = uniform(random) < 0.5
        write_commutator(window.desk.word, x, f, y, x_first)
        note_commutator(window.desk, n, window.moves, gap, window.state[LENGTH], x, f, y, x_first)
        try_word(window, heat, n, hurdle, gap)


@part
def shuffle_groups(window):
    """Change the order of turns about one axis here and there: it matters to pairs."""
    moves = window.moves
    for t in range(window.state[LENGTH] - 1):
        if moves.axis[t] == moves.axis[t + 1] and uniform(window.random) < 0.5:
            moves.layer[t], moves.layer[t + 1] = moves.layer[t + 1], moves.layer[t]
            moves.turns[t], moves.turns[t + 1] = moves.turns[t + 1], moves.turns[t]


@part
def anneal(window, heat, n):
    """Try many changes of a window."""
    list_wrong(window)
    shuffle_groups(window)
    state, random = window.state, window.random
    tries = np.int64(heat.tries * max(state[LENGTH], 20))
    for _ in range(tries):
        if state[LENGTH] > len(window.moves.axis) - _SPARE:
            break
        hurdle = -heat.temperature * np.log(uniform(random) + 1e-300)
        kind = uniform(random)
        if kind < heat.junctions:
            try_junction(window, heat, n, hurdle)
        elif kind < heat.junctions + heat.beside:
            try_beside(window, heat, n, hurdle)
        elif kind < heat.junctions + heat.beside + heat.commutators:
            try_commutator(window, heat, n, hurdle)
        elif state[LENGTH]:
            try_pair(window, heat, n, hurdle)
    state[NODES] += tries
