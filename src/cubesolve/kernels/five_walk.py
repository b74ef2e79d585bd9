"""The depth-first search of all five phases of a 5x5: every way from many starts to a goal.

A start is a row: what it took to come there, how many turns it needs at least, the turn before it,
and its coordinates. From each that can be done in time, `advance` finds all ways that have exactly
the length which makes the total `job[BOUND]`. It stops when it has looked at enough nodes and can
go on from there: all that it knows is in `Walk`. What opens a level is in `five_open`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.five import Phase1, Phase2, Phase3, Phase4, Phase5
from cubesolve.kernels.five_open import N_TURNS, open_1, open_2, open_3, open_4, open_5
from cubesolve.kernels.records import woven

# What `job` holds.
START = 0  # the row that is searched
STRIDE = 1  # each stream takes one of so many rows
LEVEL = 2  # how deep the search is; -1 if no row is being searched
LENGTH = 3  # how many turns the ways from this row have
BOUND = 4  # what all turns together may cost
NODES = 5  # looked at so far
FOUND = 6  # how many ways were found
EACH = 7  # at most so many from one start
HERE = 8  # how many were found from this start
JOB_SIZE = 9

PAUSED, FULL, DONE = 0, 1, 2

# What a start holds; then its coordinates.
COST, LEAST, BEFORE, FIELDS = 0, 1, 2, 3
N_FIELDS = 5
# And where it comes from: the candidate before it, how that is looked at, and how good it seems.
SOURCE, VIEW, SCORE = 8, 9, 10
START_SIZE = 11
NO_TURN = 36

MAX_LEVEL = 32
Phase = Phase1 | Phase2 | Phase3 | Phase4 | Phase5
# What a way holds: its start, its length, and its turns.
WAY_START, WAY_LENGTH, WAY_TURNS = 0, 1, 2
WAY_SIZE = WAY_TURNS + MAX_LEVEL


class Walk(NamedTuple):
    """Where a search keeps its place between two calls, and what it finds."""

    job: npt.NDArray[np.int64]
    at: npt.NDArray[np.int64]  # by level and coordinate
    children: npt.NDArray[np.int64]  # by level, turn and coordinate
    pending: npt.NDArray[np.int64]  # by level: turns that are still to be tried, as bits
    turns: npt.NDArray[np.int64]  # by level: the turn that led there
    ways: npt.NDArray[np.int32]
    # By turn, while a level is opened:
    keys: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.uint32]
    entries: npt.NDArray[np.uint32]
    left: npt.NDArray[np.int64]  # which turns are still in question


class Rules(NamedTuple):
    """By turn of a phase, as bits, which may follow it; and which may be the last."""

    after: npt.NDArray[np.int64]
    last: int


def new_walk(most: int) -> Walk:
    """Return the place of a search with room for so many ways."""
    return Walk(
        np.zeros(JOB_SIZE, np.int64),
        np.zeros((MAX_LEVEL, N_FIELDS), np.int64),
        np.zeros((MAX_LEVEL, N_TURNS, N_FIELDS), np.int64),
        np.zeros(MAX_LEVEL, np.int64),
        np.zeros(MAX_LEVEL, np.int64),
        np.empty((most, WAY_SIZE), np.int32),
        np.zeros(N_TURNS, np.uint64),
        np.zeros(N_TURNS, np.uint32),
        np.zeros(N_TURNS, np.uint32),
        np.zeros(N_TURNS, np.int64),
    )


def open_level(walk: Walk, level: int, rest: int, allowed: int, p: Phase) -> int:
    """Find the turns of a level that are worth trying; return how many it looked at."""
    tried: int = _OPENERS[type(p)](walk, level, rest, allowed, p)
    return tried


_OPENERS = {Phase1: open_1, Phase2: open_2, Phase3: open_3, Phase4: open_4, Phase5: open_5}


@overload(open_level, jit_options={"forceinline": True})
def _open_level(walk, level, rest, allowed, p):  # type: ignore[no-untyped-def]
    """Choose what opens a level when `advance` is compiled for the tables of a phase."""
    opener = _OPENERS[p.instance_class]
    return lambda walk, level, rest, allowed, p: opener(walk, level, rest, allowed, p)


@woven
def note_way(walk, length):  # type: ignore[no-untyped-def]
    """Write the way that has led here."""
    job = walk.job
    way = walk.ways[job[FOUND]]
    way[WAY_START], way[WAY_LENGTH] = job[START], length
    for i in range(length):
        way[WAY_TURNS + i] = walk.turns[i + 1]
    job[FOUND] += 1
    job[HERE] += 1


@woven
def next_start(walk, starts, rules):  # type: ignore[no-untyped-def]
    """Go to the next start; tell whether there is something to search from it."""
    job = walk.job
    job[START] += job[STRIDE]
    start = starts[job[START]]
    job[HERE] = 0
    job[LENGTH] = job[BOUND] - start[COST]
    if job[LENGTH] < start[LEAST]:
        return False
    walk.turns[0] = start[BEFORE]
    if job[LENGTH] == 0:
        if start[BEFORE] == NO_TURN or (rules.last >> start[BEFORE]) & 1:
            note_way(walk, 0)
        return False
    for k in range(N_FIELDS):
        walk.at[0, k] = start[FIELDS + k]
    return True


# It makes no arrays, so nothing needs to be counted: that would cost more than the search.
@njit(cache=True, nogil=True, _nrt=False)
def advance(walk, starts, budget, rules, p):  # type: ignore[no-untyped-def]
    """Search on until so many more nodes are looked at, there is no more room, or all is done."""
    job = walk.job
    level = job[LEVEL]
    nodes = 0
    status = PAUSED
    while nodes < budget:
        if job[FOUND] == len(walk.ways):
            status = FULL
            break
        if level < 0:
            if job[START] + job[STRIDE] >= len(starts):
                status = DONE
                break
            nodes += 1
            if not next_start(walk, starts, rules):
                continue
        else:
            pending = walk.pending[level]
            if pending == 0:
                level -= 1
                continue
            turn = 0
            while not (pending >> turn) & 1:
                turn += 1
            walk.pending[level] = pending & (pending - 1)
            walk.turns[level + 1] = turn
            if level + 1 == job[LENGTH]:
                note_way(walk, level + 1)
                if job[HERE] >= job[EACH]:
                    level = -1
                continue
            for k in range(N_FIELDS):
                walk.at[level + 1, k] = walk.children[level, turn, k]
        level += 1
        rest = job[LENGTH] - level - 1
        allowed = rules.after[walk.turns[level]]
        if rest == 0:
            allowed &= rules.last
        nodes += open_level(walk, level, rest, allowed, p)
    job[LEVEL] = level
    job[NODES] += nodes
    return status
