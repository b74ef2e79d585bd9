"""Three-cycles of centres and wings: where a turn crosses others, and what that does.

Take a turn x, and something else u: a turn, or a turn y between f and its inverse. If x and u have
just one cubie p in common, moving u across x changes what comes out by one three-cycle: what is at
p goes to where x carries p, what is there to where u carries p, and what is there to p. Two slices
of different axes cross on two opposite faces, which makes two such cycles.

In the comments a, b, d are the axes of x, of f, and the third one.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.points import Turns, carry, new_turns, turn_if_in, turn_point
from cubesolve.kernels.records import part

MOST_CYCLES = 12
_MOST_INSIDE = 14  # turns between a face's turn and its inverse
_WORD = 8  # turns of a commutator


class Desk(NamedTuple):
    """Where changes of a list of turns are worked out.

    `points` has room for three points, `cycles` for the ends of up to twelve three-cycles: three
    indices of labels each. `word` are turns to be put in, `draft` is part of the list as it would
    be. `count` has how many cycles there are. `bits` say which turns of the list turn each layer of
    a cube of size n, where cycles are carried through it.
    """

    points: Any
    cycles: Any
    count: Any
    word: Turns
    draft: Turns
    bits: Any


def new_desk(room: int, n: int = 0) -> Desk:
    """Return a desk for lists of up to so many turns."""
    return Desk(
        np.zeros(9, np.int64),
        np.zeros(3 * MOST_CYCLES + 3, np.int64),
        np.zeros(1, np.int64),
        new_turns(_WORD),
        new_turns(room),
        np.zeros(3 * n, np.uint64),
    )


@part
def put_point(points, axes, coordinates):
    """Put a point first: three axes in any order, and its coordinates along them."""
    points[axes[0]] = coordinates[0]
    points[axes[1]] = coordinates[1]
    points[axes[2]] = coordinates[2]


@part
def set_cycle(points, m, x, f, y):
    """Put where x carries the first point second, and where f y f' carries it third."""
    for k in range(3):
        points[3 + k] = points[k]
        points[6 + k] = points[k]
    turn_point(points, 3, m, x[0], x[2])
    turn_if_in(points, 6, m, f[0], f[1], f[2])
    turn_if_in(points, 6, m, y[0], y[1], y[2])
    turn_if_in(points, 6, m, f[0], f[1], 4 - f[2])


@part
def note_cycle(desk, n, moves, gap):
    """Carry the three points to the end of the list, and note where they come out."""
    at = 3 * desk.count[0]
    for k in range(3):
        desk.cycles[at + k] = carry(desk.points, 3 * k, n, moves, desk.bits, gap)
    desk.count[0] += 1


@part
def is_half(turn):
    """Tell whether a turn is a half turn."""
    return turn[2] == 2


@part
def meet_twice(x, y, m):
    """Tell whether two slices that cross on two faces do not make two separate three-cycles."""
    x_mid, y_mid = 2 * x[1] == m, 2 * y[1] == m
    return (x_mid and y_mid) or (x_mid and is_half(y)) or (y_mid and is_half(x))


@part
def cross_slice(desk, n, moves, gap, x, y, side):
    """Note one of two cycles that moving a slice x across a slice y makes, at the gap after y."""
    m = n - 1
    put_point(desk.points, (x[0], y[0], 3 - x[0] - y[0]), (x[1], y[1], side * m))
    set_cycle(desk.points, m, x, (y[0], y[1], 0), y)
    note_cycle(desk, n, moves, gap)


@part
def crossing_on_face(points, m, x, f, y):
    """Put the one point first where x crosses f y f', with y parallel to x; tell if there is one.

    The strip that y shares with the layer of f lies across x while f is turned by a quarter.
    """
    third = 3 - x[0] - f[0]
    if y[1] == x[1] or is_half(f):
        return False
    axes = (x[0], f[0], third)
    put_point(points, axes, (x[1], f[1], y[1]))
    for k in range(3):
        points[3 + k] = points[k]
    turn_point(points, 3, m, f[0], f[2])
    if points[3 + x[0]] != y[1]:
        points[third] = m - y[1]
    return True


@part
def crossing_behind(points, m, x, f, y):
    """Put the one point first where x crosses f y f', with y about the third axis, f a face.

    The two slices cross on f and behind it, and f turned by a quarter takes the first away.
    """
    axes = (x[0], f[0], y[0])
    put_point(points, axes, (x[1], f[1], y[1]))
    turn_point(points, 0, m, f[0], f[2])
    if is_half(f) or points[y[0]] == y[1]:
        return False
    put_point(points, axes, (x[1], m - f[1], y[1]))
    return True


@part
def is_movable(points, m):
    """Tell whether the first point is a centre or a wing that turns can carry elsewhere."""
    outer, middle = 0, 0
    for k in range(3):
        outer += points[k] == 0 or points[k] == m
        middle += 2 * points[k] == m
    return (outer == 1 and middle < 2) or (outer == 2 and middle == 0)


@part
def cross_inside(desk, n, moves, gap, x, f, y, is_last):
    """Note what moving x across f y f' does, one of several y between f and its inverse.

    The gap is the one after y; if it is the last, the one after the inverse of f.
    """
    m = n - 1
    axes = (x[0], f[0], 3 - x[0] - f[0])
    points = desk.points
    found = 0
    if x[0] == f[0]:  # f leaves x alone
        if y[1] == 0 or y[1] == m or meet_twice(x, y, m):
            return False
        axes = (x[0], y[0], 3 - x[0] - y[0])
        found = 2
    elif y[0] == x[0]:
        if y[1] == x[1] or (is_half(f) and m - y[1] == x[1]):
            return False
        found = 0 if is_half(f) else 1
    else:
        if y[1] == 0 or y[1] == m:
            return False
        if is_half(f):
            if meet_twice(x, y, m) or is_half(x) or is_half(y):
                return False
            axes = (x[0], y[0], f[0])
            found = 2
        else:
            found = 1
    if desk.count[0] + found > MOST_CYCLES:
        return False
    for side in range(found):
        if x[0] == f[0]:
            put_point(points, axes, (x[1], y[1], side * m))
        elif y[0] == x[0]:
            if not crossing_on_face(points, m, x, f, y):
                return False
        elif is_half(f):
            behind = m - f[1]
            put_point(points, axes, (x[1], m - y[1] if side else y[1], f[1] if side else behind))
        elif not crossing_behind(points, m, x, f, y):
            return False
        if not is_movable(points, m):
            return False
        set_cycle(points, m, x, f, y)
        if not is_last:
            for k in range(3):
                turn_if_in(points, 3 * k, m, f[0], f[1], f[2])
        note_cycle(desk, n, moves, gap)
    return True


@part
def end_of_inside(moves, length, t, f):
    """Return where the inverse of the face's turn at t is, if one axis alone turns in between."""
    u = t + 1
    if u >= length or moves.axis[u] == f[0]:
        return -1
    axis = moves.axis[u]
    while u < length and moves.axis[u] == axis and u - t < _MOST_INSIDE:
        u += 1
    if u >= length or moves.axis[u] != f[0] or moves.layer[u] != f[1]:
        return -1
    return u if moves.turns[u] == 4 - f[2] else -1


@part
def crossed_end(moves, length, gap, until, x, m):
    """Return where a slice ends that is moved across some turns, at least to a gap.

    Faces among them must be turned back. It is -1 if that cannot be done with a few three-cycles.
    """
    t, slices = gap, 0
    while t < until:
        y = (moves.axis[t], moves.layer[t], moves.turns[t])
        if y[0] == x[0]:
            t += 1
        elif 0 < y[1] < m:
            if meet_twice(x, y, m):
                return -1
            slices += 1
            t += 1
        else:
            last = end_of_inside(moves, length, t, y)
            if last < 0:
                return -1
            t = last + 1
    return t if 2 * slices <= MOST_CYCLES else -1


@part
def write_commutator(word, x, f, y, x_first):
    """Write the eight turns that make the cycle of x and f y f' in one order or the other.

    With x first it is the cycle from where x and f y f' cross to where the latter carries that.
    """
    at = 0
    for half in range(2):
        if x_first:
            at = _write(word, at, x, half == 0)
        at = _write(word, at, f, False)
        at = _write(word, at, y, half == 0)
        at = _write(word, at, f, True)
        if not x_first:
            at = _write(word, at, x, half == 0)


@part
def _write(word, at, turn, inverse):
    word.axis[at], word.layer[at] = turn[0], turn[1]
    word.turns[at] = 4 - turn[2] if inverse else turn[2]
    return at + 1


@part
def note_commutator(desk, n, moves, gap, x, f, y, x_first):
    """Note the cycle of a commutator put into a gap, whose point is set."""
    set_cycle(desk.points, n - 1, x, f, y)
    desk.count[0] = 0
    note_cycle(desk, n, moves, gap)
    if x_first:
        desk.cycles[1], desk.cycles[2] = desk.cycles[2], desk.cycles[1]
