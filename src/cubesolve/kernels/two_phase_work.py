"""Where the search of the two-phase algorithm keeps its place between two calls."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

# What `job` holds.
TOTAL = 0  # turns before phase 2: those of phase 1 and those played before the view
VIEW = 1  # the view that is searched
LEVEL = 2  # how deep the search is in it; -1 if it has not begun
LONGEST = 3  # an answer may cost so much
NODES = 4  # looked at so far
ANSWER = 5  # the view that has the answer; -1 if there is none
LENGTH = 6  # how many turns the answer has
READY = 7  # how many views have been made
PHASE_2 = 8  # phase 2 may cost so much
JOB_SIZE = 9

MAX_LEVEL = 32
# Fields of a view.
V_TWIST, V_FLIP, V_SLICE_SORTED, V_U, V_D, V_CORNERS, V_DISTANCE, V_COST = range(8)
N_FIELDS = 8

SLICE_SOLVED = 494

# Fields of a node that waits, of an end, and what `counts` counts.
W_TWIST, W_FLIP, W_SORTED, W_CORNERS, W_LEFT, W_TURN, W_STEM, W_PATH = range(8)
E_SORTED, E_CORNERS, E_STEM, E_PATH = range(4)
STEMS, NODES_WAITING, ENDS = range(3)
PATH_BITS = 5  # of a turn in a path, which begins with a 1

BATCH = 64  # nodes that are followed at once
N_TURNS = 18
# The nodes that came last are followed first: no distance leaves more waiting than one batch has
# children, and there are at most seven distances.
MOST_WAITING = 8 * BATCH * N_TURNS
MOST_ENDS = 2 * BATCH * N_TURNS


class Waiting(NamedTuple):
    """Nodes from where every turn must lead nearer, and where those that are followed have ended.

    A stem is how the search came to where nodes began to wait; their own turns are their path.
    """

    counts: npt.NDArray[np.int64]
    stems: npt.NDArray[np.int64]  # by stem: the view, and how many turns
    stem_turns: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.int64]  # by node and field
    ends: npt.NDArray[np.int64]  # by end and field


class Work(NamedTuple):
    """Where a search keeps its place between two calls, and what it finds."""

    job: npt.NDArray[np.int64]
    views: npt.NDArray[np.int64]  # by view and field
    levels: npt.NDArray[np.int64]  # by field and level
    nearer: npt.NDArray[np.int64]  # by level and turn: how far from phase 2's group it leads
    waiting: Waiting
    out: npt.NDArray[np.int64]  # the turns of an answer


def new_work(n_views: int) -> Work:
    """Return the place of a search that has not begun, with room for so many views."""
    waiting = Waiting(
        np.zeros(3, np.int64),
        np.empty((BATCH, 2), np.int64),
        np.empty((BATCH, MAX_LEVEL), np.uint8),
        np.empty((MOST_WAITING, 8), np.int64),
        np.empty((MOST_ENDS, 4), np.int64),
    )
    work = Work(
        np.zeros(JOB_SIZE, np.int64),
        np.empty((n_views, N_FIELDS), np.int64),
        np.empty((N_FIELDS, MAX_LEVEL), np.int64),
        np.empty((MAX_LEVEL, N_TURNS), np.int64),
        waiting,
        np.empty(2 * MAX_LEVEL, np.int64),
    )
    work.job[VIEW] = work.job[LEVEL] = work.job[ANSWER] = -1
    return work
