"""Changes of a window that annealing tries.

Each keeps corners, middle edges and fixed centres as they are:

- a pair: a turn of a slice here and its inverse a little later. It is put in, taken out, or moved;
- a junction: between the turn of a face and that of a slice, the commutator whose ends cancel both;
- a commutator of eight turns that cancels a slice beside it, or takes in a piece that is wrong.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

import numpy as np

from cubesolve.kernels.annealing_window import (
    LENGTH,
    N_WRONG,
    NONE,
    below,
    do_cycles,
    exponential,
    inner_axis,
    put_change,
    undo_cycles,
    uniform,
    wrong_point,
)
from cubesolve.kernels.cycles import (
    MOST_CYCLES,
    cross_inside,
    cross_slice,
    crossed_end,
    crossing_behind,
    crossing_on_face,
    end_of_inside,
    is_movable,
    note_commutator,
    write_commutator,
)
from cubesolve.kernels.drafts import draft_change, group_end, group_start
from cubesolve.kernels.points import SST, after, index_of, point_of, turn_point
from cubesolve.kernels.records import part
from cubesolve.kernels.words import NONE as NO_BITS
from cubesolve.kernels.words import first_bits, highest_bit

_MORE = 1.5  # what the other cycles of a change may make up for
_NEVER = 1.0e9


@part
def far(random):
    """Return how many turns further: few more often than many."""
    return 1 + np.int64(2.0 * exponential(random))


@part
def other_axis(random, axis):
    """Return one of the two other axes at random."""
    other = after(axis)
    return 3 - axis - other if uniform(random) < 0.5 else other


@part
def crossing_slice(points, axis, m):
    """Return axis and layer of a slice about another axis that the first point is in.

    The axis is -1 if the point is in outer layers only.
    """
    b = after(axis)
    c = 3 - axis - b
    if 0 < points[b] < m:
        return b, points[b]
    return (c, points[c]) if 0 < points[c] < m else (NONE, 0)


@part
def choose_crossing(window, n):
    """Choose a slice turn that moves a wrong piece, and a slice that crosses it there.

    Returns the number of the turn, and axis and layer of the slice; the axis is -1 if none is.
    """
    moves, points, bits = window.moves, window.desk.points, window.desk.bits
    point_of(points, window.wrong[below(window.random, window.state[N_WRONG])], n)
    m = n - 1
    turn, axis, layer, seen = 0, NONE, 0, 0
    before = first_bits(window.state[LENGTH])
    while True:
        hits = (bits[points[0]] | bits[n + points[1]] | bits[2 * n + points[2]]) & before
        if hits == NO_BITS:
            return turn, axis, layer
        t = highest_bit(hits)
        before = first_bits(t)
        chosen = False
        if 0 < moves.layer[t] < m:
            seen += 1
            # So each of those that are seen in the end is as likely as any other.
            chosen = uniform(window.random) * seen < 1.0
        after_it = uniform(window.random) < 0.5
        if chosen and after_it:
            turn = t
            axis, layer = crossing_slice(points, moves.axis[t], m)
        turn_point(points, 0, m, moves.axis[t], 4 - moves.turns[t])
        if chosen and not after_it:
            turn = t
            axis, layer = crossing_slice(points, moves.axis[t], m)


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
            return 0, 0, NONE, 0, 0
        if uniform(random) < 0.15:
            turns = 1 + below(random, 3)
        if uniform(random) < 0.5:
            return t, min(length, t + 1 + far(random)), axis, layer, 4 - turns
        return max(0, t - far(random)), t + 1, axis, layer, turns
    if window.state[N_WRONG] and uniform(random) < heat.guided:
        t, axis, layer = choose_crossing(window, n)
        if axis != NONE:
            start, end = max(0, t + 1 - far(random)), min(length, t + far(random))
            return start, end, axis, layer, 1 + below(random, 3)
        start = below(random, length)
        end = min(length, start + far(random))
        wrong_point(window, start, n)
        axis = inner_axis(window, m)
        if axis == NONE:
            return 0, 0, NONE, 0, 0
        return start, end, axis, window.desk.points[axis], 1 + below(random, 3)
    start = below(random, length)
    end = min(length, start + far(random))
    return start, end, below(random, 3), 1 + below(random, n - 2), 1 + below(random, 3)


@part
def meeting(moves, length, gap, axis, layer, turns):
    """Return what a turn adds to the slice turns of a list, -1 to 1, and whether that is all.

    It is not where it cancels the only turn of its group, and those beside it cancel then.
    """
    at = NONE
    t = gap - 1
    while t >= 0 and moves.axis[t] == axis:
        if moves.layer[t] == layer:
            at = t
        t -= 1
    t = gap
    while t < length and moves.axis[t] == axis:
        if moves.layer[t] == layer:
            at = t
        t += 1
    if at == NONE:
        return 1, True
    if (moves.turns[at] + turns) & 3:
        return 0, True
    return -1, not parts_meet(moves, length, at)


@part
def parts_meet(moves, length, at):
    """Tell whether turns of one layer meet if a turn goes that lies between them."""
    if at == 0 or at == length - 1 or moves.axis[at - 1] != moves.axis[at + 1]:
        return False
    axis = moves.axis[at - 1]
    if axis == moves.axis[at]:
        return False
    left = at - 1
    while left >= 0 and moves.axis[left] == axis:
        right = at + 1
        while right < length and moves.axis[right] == axis:
            if moves.layer[left] == moves.layer[right]:
                return True
            right += 1
        left -= 1
    return False


@part
def cross_turns(window, n, start, end, x, least):
    """Do to the labels what moving x from a gap to another does; return how much that gains.

    It stops where it gains so little that what follows will hardly make up for it: so little is
    returned then.
    """
    moves, desk, length = window.moves, window.desk, window.state[LENGTH]
    m = n - 1
    gain, t = 0.0, start
    desk.count[0] = 0
    while t < end:
        y = (moves.axis[t], moves.layer[t], moves.turns[t])
        if y[0] == x[0]:
            t += 1
        elif 0 < y[1] < m:
            if desk.count[0] + 2 > MOST_CYCLES:
                return -2.0 * _NEVER
            for side in range(2):
                cross_slice(desk, n, moves, t + 1, x, y, side)
                gain += do_cycles(window, desk.count[0] - 1)
                if gain < least - _MORE:
                    return gain
            t += 1
        else:
            last = end_of_inside(moves, length, t, y)
            for e in range(t + 1, last):
                inside = (moves.axis[e], moves.layer[e], moves.turns[e])
                is_last = e == last - 1
                done = desk.count[0]
                gap = last + 1 if is_last else e + 1
                crossed = cross_inside(desk, n, moves, gap, x, y, inside, is_last)
                gain += do_cycles(window, done)
                if not crossed or gain < least - _MORE:
                    return -2.0 * _NEVER
            t = last + 1
    return gain


@part
def try_pair(window, heat, n, hurdle):
    """Try to put in, take out or move a pair of turns."""
    moves, desk, length = window.moves, window.desk, window.state[LENGTH]
    start, until, axis, layer, turns = choose_pair(window, heat, n)
    if axis == NONE:
        return
    while start < until and moves.axis[start] == axis:
        start += 1
    if start >= until:
        return
    x = (axis, layer, 4 - turns)
    end = crossed_end(moves, length, start, until, x, n - 1)
    if end < 0:
        return
    first, first_is_all = meeting(moves, length, start, axis, layer, turns)
    second, second_is_all = meeting(moves, length, end, axis, layer, 4 - turns)
    # Where both cancel, what is on either side of both may meet.
    is_known = heat.metric == SST and first_is_all and second_is_all and first + second > -2
    least = (first + second - hurdle) / heat.price if is_known else -_NEVER
    gain = cross_turns(window, n, start, end, x, least)
    if gain < least or desk.count[0] == 0:
        undo_cycles(window)
        return
    word = desk.word
    for k in range(2):
        word.axis[k], word.layer[k] = axis, layer
        word.turns[k] = turns if k == 0 else 4 - turns
    low, high, count, more = draft_change(moves, length, desk, 1, start, 1, end, heat.metric, n - 1)
    if more - heat.price * gain <= hurdle:
        put_change(window, n, low, high, count)
    else:
        undo_cycles(window)


@part
def try_crossing(window, heat, n, hurdle, gap, crossing):
    """Try to put the commutator of a crossing, x f y f' and back, into a gap.

    `crossing` is x, f, y, and whether x comes first.
    """
    x, f, y, x_first = crossing
    write_commutator(window.desk.word, x, f, y, x_first)
    note_commutator(window.desk, n, window.moves, gap, x, f, y, x_first)
    gain = do_cycles(window, 0)
    # At best both its ends cancel.
    if (2 if heat.metric == SST else 0) - heat.price * gain <= hurdle:
        low, high, count, more = draft_change(
            window.moves, window.state[LENGTH], window.desk, 8, gap, 0, gap, heat.metric, n - 1
        )
        if more - heat.price * gain <= hurdle:
            put_change(window, n, low, high, count)
            return
    undo_cycles(window)


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
        try_crossing(window, heat, n, hurdle, gap, (x, f, y, x_first))


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
    f_axis = other_axis(random, axis)
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
        try_crossing(window, heat, n, hurdle, gap, (x, f, y, x_first))


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
    f_axis = other_axis(random, axis)
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
        try_crossing(window, heat, n, hurdle, gap, (x, f, y, uniform(random) < 0.5))
