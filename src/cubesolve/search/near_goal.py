"""Near-goal hashes, built outwards from the goals a level at a time: see `kernels.near_goal`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.search.pruning import Progress

_CHUNK = 2_000  # states that are turned together: all of it fits into a cache

States = npt.NDArray[Any]
Keys = npt.NDArray[np.uint64]
Slots = npt.NDArray[np.uint16]


class Growth(NamedTuple):
    """How a hash grows from states: what is a turn away, and what states are known by."""

    turn: Callable[[States, States], None]
    keys: Callable[[States, Keys], None]
    n_turns: int


def build_near(
    growth: Growth, goals: States, depth: int, n_slots: int, progress: Progress
) -> tuple[Slots, list[States]]:
    """Return a hash of all states up to a distance from the goals, and the states of each level.

    The last level is not kept. The number of slots is a power of two.
    """
    slots = np.zeros(n_slots, np.uint16)
    levels = [_put(growth, slots, goals, 0, len(goals))]
    for distance in range(1, depth + 1):
        states = levels[-1]
        is_last = distance == depth
        parts = []
        for first in range(0, len(states), _CHUNK):
            chunk = states[first : first + _CHUNK]
            turned = np.empty((len(chunk) * growth.n_turns, states.shape[1]), states.dtype)
            growth.turn(chunk, turned)
            parts.append(_put(growth, slots, turned, distance, 0 if is_last else len(turned)))
            if is_last:
                progress(min(1.0, (first + _CHUNK) / len(states)))
        if not is_last:
            levels.append(np.concatenate(parts))
    return slots, levels


def _put(growth: Growth, slots: Slots, states: States, distance: int, room: int) -> States:
    """Note states; return those that are new, if there is room for them."""
    from cubesolve.kernels.near_goal import put_states

    keys = np.empty(len(states), np.uint64)
    growth.keys(states, keys)
    out = np.empty((room, states.shape[1]), states.dtype)
    count = int(put_states(slots, keys, states, distance, out))
    return out[: min(count, room)].copy()
