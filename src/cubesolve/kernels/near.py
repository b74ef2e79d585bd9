"""Which turns lead nearer to a goal, for the entries near to it: a hash table.

Where a search must come nearer with every turn, it needs to look at no other turns. A slot holds
`(entry + 1) << 18 | turns`, with turns as bits, and 0 if it is free.
"""

import numpy as np

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.nibbles import nibble
from cubesolve.kernels.pruning import turned

TURN_BITS = 18


@njit(cache=True, inline="always")
def scatter(entry):  # type: ignore[no-untyped-def]
    """Return where the search for an entry begins, before masking."""
    return (entry * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)


@njit(cache=True)
def build_near(packed, nearest, slots, graph):  # type: ignore[no-untyped-def]
    """Return the table for entries up to a distance; `slots` is a power of two."""
    table = np.zeros(slots, np.uint64)
    width = len(graph.value_moves)
    for c in range(len(graph.moves)):
        for value in range(width):
            entry = c * width + value
            distance = np.int64(nibble(packed, np.uint32(entry)))
            if distance == 0 or distance > nearest:
                continue
            turns = 0
            for turn in range(len(graph.costs)):
                to = np.int64(nibble(packed, turned(graph, c, value, turn)))
                turns |= (to == distance - graph.costs[turn]) << turn
            at = scatter(np.uint64(entry)) & np.uint64(slots - 1)
            while table[at]:
                at = (at + np.uint64(1)) & np.uint64(slots - 1)
            table[at] = (np.uint64(entry + 1) << np.uint64(TURN_BITS)) | np.uint64(turns)
    return table


@njit(cache=True, inline="always")
def near_slot(near, entry):  # type: ignore[no-untyped-def]
    """Return where the table is looked at first for an entry."""
    return scatter(np.uint64(entry)) & np.uint64(len(near) - 1)


@njit(cache=True, inline="always")
def near_turns(near, entry):  # type: ignore[no-untyped-def]
    """Return the turns that lead nearer from an entry of the table."""
    mask = np.uint64(len(near) - 1)
    at = near_slot(near, entry)
    key = np.uint64(entry) + np.uint64(1)
    while (near[at] >> np.uint64(TURN_BITS)) != key:
        at = (at + np.uint64(1)) & mask
    return np.int64(near[at] & np.uint64((1 << TURN_BITS) - 1))
