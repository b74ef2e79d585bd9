"""The commutators of an orbit of centres or wings: eight turns that cycle three of its pieces.

Orbits that lie in layers in the same way have the same commutators, if layers are called by the
number that they have for the orbit. So these are found again only where an orbit of another kind
comes next.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.cycles import (
    Desk,
    crossing_behind,
    crossing_on_face,
    is_movable,
    new_desk,
    set_cycle,
    write_commutator,
)
from cubesolve.kernels.points import index_of, pitch, point_of, turn_point, unpack
from cubesolve.kernels.records import part

N_PLACES = 24
MOST_WAYS = 6912  # commutators of an orbit
LAYERS = 6  # along an axis in which an orbit lies, at most
N_LAYERS = 3 * LAYERS
WORD = 8  # turns of a commutator


class Orbit(NamedTuple):
    """An orbit, what is at its places after a list of turns, and its commutators.

    `places` are the indices of the orbit's labels, `number` says which of them an index is. `roles`
    numbers the layers that it lies in, along each axis, from 1; `counts` are how many there are,
    `layers` has them by number, `kinds` the roles of each place. `carried` says where a turn of
    such a layer carries each place.

    `words` are its commutators as letters: four times the number of the layer plus quarter turns.
    `cycles` are the three places that each carries to the next, `n_ways` has how many there are.
    """

    places: Any
    number: Any
    labels: Any
    goal: Any
    roles: Any
    counts: Any
    layers: Any
    kinds: Any
    carried: Any
    words: Any
    cycles: Any
    n_ways: Any
    desk: Desk


def new_orbit(n: int) -> Orbit:
    """Return room for an orbit of size n."""
    return Orbit(
        np.zeros(N_PLACES, np.int64),
        np.full(pitch(n) ** 3, -1, np.int32),
        np.zeros(N_PLACES, np.int64),
        np.zeros(N_PLACES, np.int64),
        np.zeros((3, n), np.uint8),
        np.zeros(3, np.int64),
        np.zeros(N_LAYERS, np.int64),
        np.zeros((N_PLACES, 3), np.int64),
        np.zeros((N_LAYERS, 4, N_PLACES), np.int64),
        np.zeros((MOST_WAYS, WORD), np.int8),
        np.zeros((MOST_WAYS, 3), np.int8),
        np.zeros(1, np.int64),
        new_desk(8 * n + 400),
    )


@part
def unpack_words(moves, words):
    """Take a list of words as turns."""
    for t in range(len(words)):
        axis, layer, turns = unpack(words[t])
        moves.axis[t] = axis
        moves.layer[t] = layer
        moves.turns[t] = turns


@part
def letter_of(orbit, axis, layer, turns):
    """Return the letter of a turn; -1 if the orbit does not lie in its layer."""
    role = np.int64(orbit.roles[axis, layer])
    return 4 * (axis * LAYERS + role - 1) + turns if role else np.int64(-1)


@part
def turn_of(orbit, letter):
    """Return the turn of a letter: its axis, layer and quarter turns."""
    letter = np.int64(letter)
    return (letter >> 2) // LAYERS, orbit.layers[letter >> 2], letter & 3


@part
def write_way(orbit, way):
    """Write the turns of a commutator as the desk's word."""
    word = orbit.desk.word
    for k in range(WORD):
        word.axis[k], word.layer[k], word.turns[k] = turn_of(orbit, orbit.words[way, k])


@part
def add_way(orbit, n, x, f, y):
    """Note both orders of a commutator whose crossing is set, if it is one of three pieces."""
    points, word = orbit.desk.points, orbit.desk.word
    if not is_movable(points, n - 1):
        return
    set_cycle(points, n - 1, x, f, y)
    for x_first in range(2):
        way = orbit.n_ways[0]
        write_commutator(word, x, f, y, x_first == 1)
        for k in range(WORD):
            letter = letter_of(orbit, word.axis[k], word.layer[k], word.turns[k])
            orbit.words[way, k] = letter
        for k in range(3):
            to = (3 - k) % 3 if x_first else k
            orbit.cycles[way, to] = orbit.number[index_of(points, 3 * k, n)]
        orbit.n_ways[0] += 1


@part
def add_ways_at(orbit, n, index, x_axis, f_axis):
    """Note all commutators that cross at a place, with x and f about these axes."""
    points = orbit.desk.points
    m = n - 1
    third = 3 - x_axis - f_axis
    for amounts in range(18):
        point_of(points, index, n)
        x = (np.int64(x_axis), points[x_axis], np.int64(1 + amounts % 3))
        f = (np.int64(f_axis), points[f_axis], np.int64(1 + amounts // 9 * 2))
        turns = np.int64(1 + amounts // 3 % 3)
        behind = (np.int64(third), points[third], turns)
        turn_point(points, 0, m, f[0], f[2])
        y = (x[0], points[x_axis], turns)
        if crossing_on_face(points, m, x, f, y) and index_of(points, 0, n) == index:
            add_way(orbit, n, x, f, y)
        is_inside = 0 < x[1] < m and 0 < behind[1] < m
        opposite = (f[0], m - f[1], f[2])
        if is_inside and crossing_behind(points, m, x, opposite, behind):
            add_way(orbit, n, x, opposite, behind)


@part
def number_layer(orbit, axis, layer):
    """Return the role of a layer along its axis: the next one if it has none yet."""
    role = np.int64(orbit.roles[axis, layer])
    if not role:
        orbit.layers[axis * LAYERS + orbit.counts[axis]] = layer
        orbit.counts[axis] += 1
        role = orbit.counts[axis]
        orbit.roles[axis, layer] = role
    return role


@part
def note_kind(orbit, place, axis, layer):
    """Note the role of a layer in which a place lies; tell whether that is another than before."""
    role = number_layer(orbit, axis, layer)
    before = orbit.kinds[place, axis]
    orbit.kinds[place, axis] = role
    return role != before


@part
def note_turns(orbit, key, n):
    """Note where turns of a layer that the orbit lies in carry its places."""
    points = orbit.desk.points
    axis, layer = key // LAYERS, orbit.layers[key]
    for turns in range(1, 4):
        for k in range(N_PLACES):
            point_of(points, orbit.places[k], n)
            if points[axis] == layer:
                turn_point(points, 0, n - 1, axis, turns)
            orbit.carried[key, turns, k] = orbit.number[index_of(points, 0, n)]


@part
def find_ways(orbit, n):
    """Find where turns carry the places of an orbit, and all its commutators."""
    for axis in range(3):
        for k in range(orbit.counts[axis]):
            note_turns(orbit, axis * LAYERS + k, n)
    orbit.n_ways[0] = 0
    for k in range(N_PLACES):
        for x_axis in range(3):
            for f_axis in range(3):
                if x_axis != f_axis:
                    add_ways_at(orbit, n, orbit.places[k], x_axis, f_axis)


@part
def go_to_orbit(orbit, indices, labels, goal, n):
    """Go on to an orbit, by the indices of its labels; tell whether its commutators are others."""
    for k in range(N_PLACES):
        if orbit.places[k]:
            orbit.number[orbit.places[k]] = -1
    orbit.roles[:] = 0
    orbit.counts[:] = 0
    for axis in range(3):  # the faces always come first, as wings would else look like centres
        number_layer(orbit, axis, 0)
        number_layer(orbit, axis, n - 1)
    is_other = False
    for k in range(N_PLACES):
        index = indices[k]
        orbit.places[k] = index
        orbit.number[index] = k
        orbit.labels[k] = labels[index]
        orbit.goal[k] = goal[index]
        point_of(orbit.desk.points, index, n)
        for axis in range(3):
            is_other |= note_kind(orbit, k, axis, orbit.desk.points[axis])
    if is_other:
        find_ways(orbit, n)
    return is_other
