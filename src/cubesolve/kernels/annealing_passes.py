"""Windows that go along both halves of a list of turns at once, each in a thread of its own.

A change in one half is a change of labels for the other: after each window, what it touched is
carried to where the other half's window ends. So both work on what is really there, except for
what happened since the last window, and any list that comes out does to corners, middle edges and
fixed centres what it did before.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.annealing import anneal
from cubesolve.kernels.annealing_window import (
    LENGTH,
    N_TOUCHED,
    SPARE,
    Window,
    list_wrong,
    new_window,
)
from cubesolve.kernels.points import (
    MOST_TURNS,
    index_of,
    pack,
    point_of,
    push,
    turn_labels,
    turn_point,
    unpack,
)
from cubesolve.kernels.records import part, resumable

START, END, TOTAL = range(3)  # of the state of a half
_LONGEST = MOST_TURNS - SPARE  # a window to begin with


class Half(NamedTuple):
    """Half of a list as words, and the window that goes along it."""

    words: Any
    state: Any
    window: Window


def new_half(n: int, room: int, surface: Any, seed: int) -> Half:
    """Return an empty half with room for so many words."""
    return Half(np.zeros(room, np.int32), np.zeros(3, np.int64), new_window(n, surface, seed))


@part
def axis_of(word):
    """Return the axis of a word."""
    return (word >> 2) & 3


@part
def next_end(half, start, width):
    """Return where the window that starts here ends; turns about one axis stay together if few."""
    words, total = half.words, half.state[TOTAL]
    end = min(total, start + width)
    if total - end < width // 3:
        return total
    longest = min(total, start + _LONGEST)
    while 0 < end < longest and axis_of(words[end]) == axis_of(words[end - 1]):
        end += 1
    return end


@resumable
def load_window(half, start, width, n):
    """Go on to the window that starts here; the labels follow to its end."""
    state, window = half.state, half.window
    end = next_end(half, start, width)
    for t in range(state[END], end):
        axis, layer, turns = unpack(half.words[t])
        turn_labels(window.labels, n, axis, layer, turns)
        turn_labels(window.goal, n, axis, layer, turns)
    for t in range(state[END] - 1, end - 1, -1):
        axis, layer, turns = unpack(half.words[t])
        turn_labels(window.labels, n, axis, layer, 4 - turns)
        turn_labels(window.goal, n, axis, layer, 4 - turns)
    state[START], state[END] = start, end
    window.state[LENGTH] = end - start
    for k in range(end - start):
        axis, layer, turns = unpack(half.words[start + k])
        window.moves.axis[k] = axis
        window.moves.layer[k] = layer
        window.moves.turns[k] = turns


@resumable
def anneal_window(half, heat, n):
    """Anneal the window, and put it back into its half."""
    state, window, words = half.state, half.window, half.words
    for k in range(window.state[N_TOUCHED]):
        window.mark[window.touched[k]] = 0
    window.state[N_TOUCHED] = 0
    anneal(window, heat, n)
    start, end = state[START], state[END]
    more = window.state[LENGTH] - (end - start)
    if more > 0:
        for t in range(state[TOTAL] - 1, end - 1, -1):
            words[t + more] = words[t]
    elif more < 0:
        for t in range(end, state[TOTAL]):
            words[t + more] = words[t]
    moves = window.moves
    for k in range(window.state[LENGTH]):
        words[start + k] = pack(moves.axis[k], moves.layer[k], moves.turns[k])
    state[END] = end + more
    state[TOTAL] += more


@part
def carry_word(points, m, word, inverse):
    """Carry the first point through a word or its inverse."""
    axis, layer, turns = unpack(word)
    if points[axis] == layer:
        turn_point(points, 0, m, axis, 4 - turns if inverse else turns)


@resumable
def tell_second(first, second, n):
    """Tell the second half what the window of the first has changed."""
    m = n - 1
    points = second.window.desk.points
    for k in range(first.window.state[N_TOUCHED]):
        index = first.window.touched[k]
        point_of(points, index, n)
        for t in range(first.state[END], first.state[TOTAL]):
            carry_word(points, m, first.words[t], False)
        for t in range(second.state[END]):
            carry_word(points, m, second.words[t], False)
        second.window.labels[index_of(points, 0, n)] = first.window.labels[index]


@resumable
def tell_first(first, second, n):
    """Tell the first half what the window of the second has changed."""
    m = n - 1
    points = first.window.desk.points
    for k in range(second.window.state[N_TOUCHED]):
        index = second.window.touched[k]
        point_of(points, index, n)
        for t in range(second.state[END] - 1, -1, -1):
            carry_word(points, m, second.words[t], True)
        for t in range(first.state[TOTAL] - 1, first.state[END] - 1, -1):
            carry_word(points, m, first.words[t], True)
        first.window.goal[index_of(points, 0, n)] = second.window.goal[index]


@resumable
def merge_turns(words, count, moves):
    """Merge the turns of a list in place; return how many are left."""
    length = 0
    for t in range(count):
        axis, layer, turns = unpack(words[t])
        length = push(moves, length, axis, layer, turns)
    for t in range(length):
        words[t] = pack(moves.axis[t], moves.layer[t], moves.turns[t])
    return length


@resumable
def count_wrong(window):
    """Return how many pieces are wrong where the window ends."""
    list_wrong(window)
    return window.state[1]
