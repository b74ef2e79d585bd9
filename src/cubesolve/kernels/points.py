"""Turns of single layers of a big cube: points that they carry, layers of labels, merged lists.

A point has three coordinates: how deep it lies below U, R and F, from 0. A turn has an axis (0, 1
or 2 for U, R, F), a layer counted from that face, from 0, and quarter turns clockwise seen from
there. Whatever the axis, one of them carries the next two coordinates (b, c) to (m - c, b), with m
the deepest layer. So one formula serves all turns of all layers.

Labels of the cubies of a cube lie in one array by `(first * p + second) * p + third` coordinate,
where p is n or the odd number after it. With p = 64 or 128 a layer would lie in few places of the
processor's caches, and turning it took five times as long.

A short list of turns can be looked at by layers: of each layer, `axis * n + layer`, the bits of the
turns that turn it. A point then goes from one turn that moves it straight to the next.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.records import part, resumable
from cubesolve.kernels.words import FULL, NONE, ONE, first_bits, highest_bit, lowest_bit

MOST_TURNS = 63  # of a list that has bits
SST, RBTM, OBTM = range(3)  # what lists of turns are counted in


class Turns(NamedTuple):
    """A list of turns; its length is kept by who has it."""

    axis: Any
    layer: Any
    turns: Any


def new_turns(room: int) -> Turns:
    """Return an empty list with room for some turns."""
    return Turns(np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int64))


@part
def pitch(n):
    """Return p."""
    return n | 1


@part
def index_at(x, y, z, n):
    """Return where the label of a cubie lies by its coordinates, which may be arrays."""
    p = pitch(n)
    return (x * p + y) * p + z


@part
def after(axis):
    """Return the axis that comes next."""
    return axis + 1 if axis < 2 else 0


@part
def turn_point(points, at, m, axis, turns):
    """Turn the point at a place of an array about an axis."""
    b = after(axis)
    c = 3 - axis - b
    u, v = points[at + b], points[at + c]
    if turns == 1:
        points[at + b], points[at + c] = m - v, u
    elif turns == 2:
        points[at + b], points[at + c] = m - u, m - v
    elif turns == 3:
        points[at + b], points[at + c] = v, m - u


@part
def turn_if_in(points, at, m, axis, layer, turns):
    """Turn a point about an axis if it lies in the layer that turns."""
    if points[at + axis] == layer:
        turn_point(points, at, m, axis, turns)


@part
def clear_bits(bits, n, moves, first, last):
    """Forget the turns from the first one on, of a list whose bits are set."""
    kept = first_bits(first)
    for t in range(first, last):
        bits[moves.axis[t] * n + moves.layer[t]] &= kept


@part
def set_bits(bits, n, moves, first, last):
    """Set a bit for each of the turns first..last-1, by axis and layer."""
    for t in range(first, last):
        bits[moves.axis[t] * n + moves.layer[t]] |= ONE << np.uint64(t)


@part
def carry(points, at, n, moves, bits, gap):
    """Carry a point from a gap to the end; return where the label there lies.

    The bits say which turns touch its layers, so that the others cost nothing.
    """
    m = n - 1
    x, y, z = points[at], points[at + 1], points[at + 2]
    ahead = FULL << np.uint64(gap)
    while True:
        hits = (bits[x] | bits[n + y] | bits[2 * n + z]) & ahead
        if hits == NONE:
            return index_at(x, y, z, n)
        t = lowest_bit(hits)
        ahead = FULL << np.uint64(t + 1)
        axis, turns = moves.axis[t], moves.turns[t]
        if axis == 0:
            y, z = turned(y, z, m, turns)
        elif axis == 1:
            z, x = turned(z, x, m, turns)
        else:
            x, y = turned(x, y, m, turns)


@part
def turned(u, v, m, turns):
    """Return two coordinates after 1 to 3 quarter turns about the axis before them."""
    if turns == 1:
        return m - v, u
    if turns == 2:
        return m - u, m - v
    return v, m - u


@part
def carry_back(points, n, moves, bits, gap, length):
    """Carry the first point from the end of a list back to a gap."""
    between = first_bits(length) & ~first_bits(gap)
    while True:
        hits = bits[points[0]] | bits[n + points[1]] | bits[2 * n + points[2]]
        hits &= between
        if hits == NONE:
            return
        t = highest_bit(hits)
        between &= first_bits(t)
        turn_point(points, 0, n - 1, moves.axis[t], 4 - moves.turns[t])


@part
def index_of(points, at, n):
    """Return where the label of a point lies."""
    return index_at(points[at], points[at + 1], points[at + 2], n)


@part
def point_of(points, index, n):
    """Put the point whose label lies at an index first."""
    p = pitch(n)
    points[2] = index % p
    points[1] = index // p % p
    points[0] = index // (p * p)


@part
def stride(axis, n):
    """Return how far apart labels of neighbours along an axis are."""
    p = pitch(n)
    return p * p if axis == 0 else (p if axis == 1 else 1)


@part
def turn_labels(labels, n, axis, layer, turns):
    """Turn the labels of a layer."""
    m = n - 1
    b = after(axis)
    down, along = stride(b, n), stride(3 - axis - b, n)
    base = layer * stride(axis, n)
    rings = n // 2 if layer == 0 or layer == m else 1
    for r in range(rings):
        for k in range(r, m - r):
            p = base + r * down + k * along
            q = base + (m - k) * down + r * along
            s = base + (m - r) * down + (m - k) * along
            t = base + k * down + (m - r) * along
            if turns == 2:
                labels[p], labels[s] = labels[s], labels[p]
                labels[q], labels[t] = labels[t], labels[q]
            elif turns == 1:
                labels[p], labels[q], labels[s], labels[t] = (
                    labels[t],
                    labels[p],
                    labels[q],
                    labels[s],
                )
            else:
                labels[p], labels[q], labels[s], labels[t] = (
                    labels[q],
                    labels[s],
                    labels[t],
                    labels[p],
                )


@part
def unpack(word):
    """Return axis, layer and turns of a word of `kernels/turn_words.py` about U, R or F."""
    word = np.int64(word)
    return (word >> 2) & 3, (word >> 5) - 1, word & 3


@part
def pack(axis, layer, turns):
    """Return the word of a turn."""
    return np.int32((layer + 1) << 5 | axis << 2 | turns)


@resumable
def play_labels(words, first, last, labels, n):
    """Turn labels by the words first..last-1; by their inverses, backwards, if last < first."""
    for t in range(first, last):
        axis, layer, turns = unpack(words[t])
        turn_labels(labels, n, axis, layer, turns)
    for t in range(first - 1, last - 1, -1):
        axis, layer, turns = unpack(words[t])
        turn_labels(labels, n, axis, layer, 4 - turns)


@part
def push(moves, length, axis, layer, turns):
    """Add a turn to a list, merged with a turn of its layer where that is possible.

    Returns the new length.
    """
    at = length - 1
    while at >= 0 and moves.axis[at] == axis:
        if moves.layer[at] == layer:
            total = (moves.turns[at] + turns) & 3
            moves.turns[at] = total
            if total:
                return length
            for t in range(at, length - 1):
                moves.axis[t] = moves.axis[t + 1]
                moves.layer[t] = moves.layer[t + 1]
                moves.turns[t] = moves.turns[t + 1]
            return length - 1
        at -= 1
    moves.axis[length] = axis
    moves.layer[length] = layer
    moves.turns[length] = turns
    return length + 1


@part
def turned_by(moves, first, last, layer):
    """Return by how much a layer is turned in a group of turns about one axis."""
    for t in range(first, last):
        if moves.layer[t] == layer:
            return moves.turns[t]
    return 0


@part
def group_cost(moves, first, last, m, metric):
    """Return what the turns first..last-1, all about one axis, each layer once, count."""
    cuts, ones, threes = 0, 0, 0
    for t in range(first, last):
        layer, turns = moves.layer[t], moves.turns[t]
        below = turned_by(moves, first, last, layer - 1)
        above = turned_by(moves, first, last, layer + 1)
        step = (turns - below) & 3
        if step and (layer > 0 or metric == RBTM):
            cuts += 1
            ones += step == 1
            threes += step == 3
        if above == 0 and (layer < m or metric == RBTM):
            cuts += 1
            ones += turns == 3
            threes += turns == 1
    if metric == OBTM:
        return cuts
    pairs = min(ones, threes)
    twos = cuts - ones - threes
    return cuts - pairs - twos // 2 - twos % 2 - (max(ones, threes) - pairs) // 4


@part
def cost(moves, first, last, m, metric):
    """Return what the turns first..last-1 count; groups about one axis must be whole."""
    if metric == SST:
        return last - first
    total = 0
    start = first
    for t in range(first + 1, last + 1):
        if t == last or moves.axis[t] != moves.axis[start]:
            if t > start:
                total += group_cost(moves, start, t, m, metric)
            start = t
    return total
