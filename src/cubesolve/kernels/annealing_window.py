"""The window that annealing works on: part of a list of turns, and the labels where it ends.

A change of the turns does a few three-cycles to these labels, so what it is worth is known without
turning anything.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.cycles import Desk, new_desk
from cubesolve.kernels.drafts import put_draft
from cubesolve.kernels.points import (
    MOST_TURNS,
    Turns,
    after,
    carry_back,
    clear_bits,
    new_turns,
    pitch,
    point_of,
    set_bits,
)
from cubesolve.kernels.records import part

LENGTH, N_WRONG, N_TOUCHED, NODES = range(4)  # of the state of a window
NONE = -1
_FIRST_WING = 6  # labels below are centres
_WING_WEIGHT = 1.3
SPARE = 8  # turns that a change may add
# The logarithm of a number at random takes longer than most of a change does.
_EXPONENTIAL = -np.log((np.arange(1 << 12) + 0.5) / (1 << 12))


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


def new_window(n: int, surface: Any, seed: int) -> Window:
    """Return a window for cubes of size n."""
    cubies, room = len(surface), pitch(n) ** 3
    return Window(
        new_turns(MOST_TURNS),
        np.zeros(room, np.uint8),
        np.zeros(room, np.uint8),
        np.zeros(cubies, np.int64),
        np.full(room, NONE, np.int32),
        np.zeros(cubies, np.int64),
        np.zeros(room, np.uint8),
        surface,
        np.zeros(4, np.int64),
        np.array([seed * 2 + 1], np.uint64) * np.uint64(0x9E3779B97F4A7C15),
        new_desk(MOST_TURNS + SPARE, n),
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
def exponential(random):
    """Return a number with an exponential distribution, of mean one, at random."""
    return _EXPONENTIAL[np.int64(uniform(random) * len(_EXPONENTIAL))]


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
            window.place[index] = NONE
    window.state[N_WRONG] = count


@part
def weight_of(label):
    """Return how much a piece counts that is wrong."""
    return _WING_WEIGHT if label >= _FIRST_WING else 1.0


@part
def do_cycles(window, first):
    """Do the noted cycles, from the first one on, to the labels; return how much that gains."""
    labels, goal, cycles = window.labels, window.goal, window.desk.cycles
    gain = 0.0
    for c in range(first, window.desk.count[0]):
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
            place[index] = NONE


@part
def wrong_point(window, gap, n):
    """Put a wrong piece first, where it is at a gap of the window."""
    index = window.wrong[below(window.random, window.state[N_WRONG])]
    point_of(window.desk.points, index, n)
    carry_back(window.desk.points, n, window.moves, window.desk.bits, gap, window.state[LENGTH])


@part
def inner_axis(window, m):
    """Return an axis along which the first point is not in an outer layer."""
    axis = below(window.random, 3)
    for _ in range(3):
        if 0 < window.desk.points[axis] < m:
            return axis
        axis = after(axis)
    return NONE


@part
def put_change(window, n, low, high, count):
    """Put the draft in place of the turns low..high-1, and keep what the cycles have changed."""
    state, moves, bits = window.state, window.moves, window.desk.bits
    clear_bits(bits, n, moves, low, state[LENGTH])
    state[LENGTH] = put_draft(moves, state[LENGTH], window.desk.draft, low, high, count)
    set_bits(bits, n, moves, low, state[LENGTH])
    keep_cycles(window)
