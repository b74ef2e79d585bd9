"""The few turns, if there are any, after which a cube is whole again, or nearly so.

Layers that are out of line show where colours break off at a seam. A beam of states with fewer and
fewer breaks finds the few turns that solve a cube of not too many layers. Where it does not, what
turns about one axis would close is seen at once for all layers; the axis that closes most is turned
first, and where two close about as much, or one closes all of its seams, one after the other is
tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cubesolve.checkpoints import checkpoint
from cubesolve.model import Cube
from cubesolve.model.geometry import AXIS_FACES, AXIS_OF_FACE, FACE_NAMES, Ints, geometry
from cubesolve.model.identify import Colors
from cubesolve.moves import LongAlg, Turns
from cubesolve.notation import Alg, Move
from cubesolve.protocols import Limit, until
from cubesolve.search.few_breaks import beam_turns
from cubesolve.search.orbits import turns_of

_FEW_BREAKS, _MANY_BREAKS = 0.75, 0.92  # of all neighbours: 0.83 differ in a random state
_ROUNDS = 8
_ALIKE = 0.95  # of the gain of the axis that closes most: another one is tried, too,
_FORKS = 2  # in the first rounds
_SEARCHED = 42  # layers up to which there is a beam
_MOST_BLOCKS = 20  # turns of outer blocks that it looks for: an inner layer takes two
_MOST_COMPARED = 1_600_000  # neighbours at a step of the beam: some ten milliseconds in all
_WIDEST = 1_000
_STRIPS, _NUMBERS_OF_AXIS = 4, 14  # of the table of a geometry
_ROTATIONS = "xyz"  # by axis


def looks_near(colors: Colors, size: int) -> bool:
    """Tell whether fewer neighbours on the faces differ than in a random state.

    Or more: on a checkerboard all do.
    """
    grids = colors.reshape(6, size, size)
    broken = np.count_nonzero(grids[:, :, 1:] != grids[:, :, :-1])
    broken += np.count_nonzero(grids[:, 1:] != grids[:, :-1])
    share = broken / (12 * size * (size - 1))
    return not _FEW_BREAKS < share < _MANY_BREAKS


class _Closed(NamedTuple):
    """Breaks before and after some turns, and axes to begin with that seemed as good."""

    before: int
    left: int
    turns: Turns
    other_ways: list[tuple[int, ...]]


def turns_back(cube: Cube, widths: Ints, limit: Limit) -> Turns:
    """Return turns that solve a cube or close half of what is broken; none if there are none.

    `widths` tell which layers are thick: they rest if others can turn in their stead. There is no
    beam, or no more of it, when the limit's time is over.
    """
    size = cube.size
    blocks: tuple[int, ...] | None = None
    if size <= _SEARCHED:
        compared = len(turns_of(size)) * 4 * size
        width = min(_WIDEST, _MOST_COMPARED // compared)
        with until(limit):
            blocks = beam_turns(cube, _MOST_BLOCKS, width, _look)
    closing = _closing_turns(cube)
    if blocks is None:
        return closing.turns
    found = _thin(turns_of(size).to_alg(blocks), widths)
    return closing.turns if not closing.left and len(closing.turns) < len(found) else found


def _look() -> bool:
    """Raise what gives the beam up; else it goes on."""
    checkpoint()
    return False


def _thin(alg: Alg, widths: Ints) -> Turns:
    """Return turns of layers that do the same, up to a turn of the whole cube, and turn few."""
    size = len(widths)
    groups: list[tuple[int, Ints]] = []
    for face, first, last, turns in alg.blocks(size):
        number = FACE_NAMES.index(face)
        axis = AXIS_OF_FACE[number]
        if not groups or groups[-1][0] != axis:
            groups.append((axis, np.zeros(size, np.int64)))
        amounts = groups[-1][1]
        if number == AXIS_FACES[axis]:
            amounts[first - 1 : last] += turns
        else:
            amounts[size - last : size - first + 1] -= turns
    moves: list[Move] = []
    for axis, amounts in groups:
        rest = int(np.bincount(amounts % 4, widths, minlength=4).argmax())
        face = FACE_NAMES[AXIS_FACES[axis]]
        moves += [
            Move(face, ((layer + 1, layer + 1),), int(amounts[layer] - rest) % 4)
            for layer in np.flatnonzero((amounts - rest) % 4).tolist()
        ]
        moves += [Move(_ROTATIONS[axis], amount=rest)] if rest else []
    return LongAlg.of_layers(Alg(moves).without_rotations(size), size).turns


def _closing_turns(cube: Cube) -> _Closed:
    """Return turns that close at least half of what is broken, if any: the best of some ways."""
    ways: list[tuple[int, ...]] = [()]
    found: list[_Closed] = []
    for axes in ways:
        closed = _closed(cube, axes)
        found.append(closed)
        if not closed.left:
            break
        ways += [each for each in closed.other_ways if each not in ways]
    best = min(found, key=lambda each: (each.left, len(each.turns)))
    if 2 * best.left <= best.before:
        return best
    return best._replace(left=best.before, turns=np.empty(0, np.int32))


def _closed(cube: Cube, axes: tuple[int, ...]) -> _Closed:
    """Turn layers about some axes first, then about those that close most."""
    now, turns = cube.copy(), [np.empty(0, np.int32)]
    size = cube.size
    left: list[int] = []
    others: list[tuple[int, ...]] = []
    for _ in range(_ROUNDS):
        colors = now.colors()
        seams = [_breaks(colors, size, axis) for axis in range(3)]
        left.append(sum(int(each[:, 0].sum()) for each in seams))
        gains = [int((each[:, 0] - each.min(axis=1)).sum()) for each in seams]
        best = int(np.argmax(gains))
        if len(left) > len(axes):
            whole = [not each.min(axis=1).any() for each in seams]
            good = [
                axis
                for axis in range(3)
                if gains[axis] > _ALIKE * gains[best] or (whole[axis] and gains[axis])
            ]
            others += [(*axes, axis) for axis in good if axis != best and len(axes) < _FORKS]
            axes = (*axes, best)
        axis = axes[len(left) - 1]
        if not gains[axis]:
            break
        words = _words(np.argmin(seams[axis], axis=1), size, axis)
        now.play(LongAlg(words, size))
        turns.append(words)
    return _Closed(left[0], left[-1], np.concatenate(turns), others)


def _breaks(colors: Colors, size: int, axis: int) -> Ints:
    """Return (seam, turns): how many neighbours differ with all beyond the seam turned so far."""
    table = geometry(size).turning_table
    begin = 1 + _NUMBERS_OF_AXIS * axis
    strips = table[begin : begin + 3 * _STRIPS].reshape(_STRIPS, 3)
    rings = np.concatenate(
        [
            np.lib.stride_tricks.as_strided(colors[start:], (size, size), (deeper, further))
            for start, deeper, further in strips
        ],
        axis=1,
    )
    return np.stack(
        [
            np.count_nonzero(rings[:-1] != np.roll(rings[1:], turns * size, axis=1), axis=1)
            for turns in range(4)
        ],
        axis=1,
    )


def _words(beyond: Ints, size: int, axis: int) -> Turns:
    """Return the turns of layers that turn what is beyond each seam so far; most layers rest."""
    turns = np.cumsum([0, *beyond]) % 4
    turns = (turns - np.bincount(turns, minlength=4).argmax()) % 4
    layers = np.flatnonzero(turns)
    face = AXIS_FACES[axis]
    return ((layers + 1) << 5 | face << 2 | turns[layers]).astype(np.int32)
