"""A beam of states with few breaks: short solutions of cubes that are not far from solved.

See `cubesolve.kernels.few_turns` for breaks. A turn changes only those across its cut, so what it
makes of their number is known before it is made: the best turns of all states of the beam are
chosen first, and only these are made.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.records import part, resumable

BLOCKED = 32_000  # breaks after a turn that may not follow the one before it
SOLVED = -1
EDGE_PAIRS = 8  # of a cut: it goes through four edges, and there through two faces


class Cuts(NamedTuple):
    """The turns of a size, three for each block, and the neighbours on both sides of their cuts."""

    turns: npt.NDArray[np.uint16]  # by turn and slot: from where something comes to the slot
    follows: npt.NDArray[np.bool_]  # by turn, or none in the last row, and turn after it
    before: npt.NDArray[np.uint16]  # by turn: pairs of slots across its cut
    then: npt.NDArray[np.uint16]  # by turn: the slots that come to them
    weights: npt.NDArray[np.uint64]  # by slot, to tell states apart


class Beam(NamedTuple):
    """States, how many breaks they have, and the turns that led to them, by depth."""

    states: npt.NDArray[np.uint8]
    breaks: npt.NDArray[np.int32]
    turns: npt.NDArray[np.int16]  # by depth: the last turn
    parents: npt.NDArray[np.int32]  # by depth: the number of the state before it


class Room(NamedTuple):
    """What a step works in."""

    scores: npt.NDArray[np.int16]  # by state and turn
    counts: npt.NDArray[np.int64]  # by score
    seen: npt.NDArray[np.uint64]  # a power of two of them
    states: npt.NDArray[np.uint8]
    breaks: npt.NDArray[np.int32]


@part
def across(state, pairs):  # type: ignore[no-untyped-def]
    """Return how many breaks there are across a cut."""
    found = 0
    for i in range(0, EDGE_PAIRS, 2):
        first = state[pairs[i, 0]] != state[pairs[i, 1]]
        found += 2 * (first | (state[pairs[i + 1, 0]] != state[pairs[i + 1, 1]]))
    for i in range(EDGE_PAIRS, len(pairs)):
        found += state[pairs[i, 0]] != state[pairs[i, 1]]
    return found


@part
def score(count, depth, beam, room, cuts):  # type: ignore[no-untyped-def]
    """Write how many breaks each turn of each state leaves, and how often each number comes."""
    n_turns = len(cuts.turns)
    room.counts[:] = 0
    for i in range(count):
        state = beam.states[i]
        follows = cuts.follows[beam.turns[depth, i]]
        rest = 0
        for turn in range(n_turns):
            if turn % 3 == 0:
                rest = beam.breaks[i] - across(state, cuts.before[turn])
            if not follows[turn]:
                room.scores[i, turn] = BLOCKED
                continue
            found = rest + across(state, cuts.then[turn])
            room.scores[i, turn] = found
            room.counts[found] += 1


@part
def is_new(state, room, weights):  # type: ignore[no-untyped-def]
    """Tell whether a state was not seen in this step, and note it."""
    key = np.uint64(1)
    for slot in range(len(state)):
        key += weights[slot] * np.uint64(state[slot])
    key ^= key >> np.uint64(29)
    at = key & np.uint64(len(room.seen) - 1)
    while room.seen[at]:
        if room.seen[at] == key:
            return False
        at = (at + np.uint64(1)) & np.uint64(len(room.seen) - 1)
    room.seen[at] = key
    return True


@resumable
def step(count, depth, most, beam, room, cuts):  # type: ignore[no-untyped-def]
    """Make the best turns of all states; return how many states the beam has then.

    States with `most` breaks or more are left out. Returns SOLVED where one is: it is the first.
    """
    score(count, depth, beam, room, cuts)
    width = len(beam.states)
    limit, left = 0, width
    while limit < most and left > room.counts[limit]:
        left -= room.counts[limit]
        limit += 1
    room.seen[:] = 0
    found = 0
    for i in range(count):
        for turn in range(len(cuts.turns)):
            value = room.scores[i, turn]
            if value > limit or value >= most:
                continue
            if value == limit:
                if left == 0:
                    continue
                left -= 1
            to, gather = room.states[found], cuts.turns[turn]
            for slot in range(len(to)):
                to[slot] = beam.states[i, gather[slot]]
            if not is_new(to, room, cuts.weights):
                continue
            room.breaks[found] = value
            beam.turns[depth + 1, found], beam.parents[depth + 1, found] = turn, i
            if value == 0:
                beam.turns[depth + 1, 0], beam.parents[depth + 1, 0] = turn, i
                return SOLVED
            found += 1
    for i in range(found):
        beam.breaks[i] = room.breaks[i]
        for slot in range(room.states.shape[1]):
            beam.states[i, slot] = room.states[i, slot]
    return found
