"""Balls: all that is a few turns from where two orbits are placed, with exact distances.

The distances of single orbits say little of both together. Near the goal there are few states, so
a hash table can hold them: then a beam that comes near goes straight on, in all shortest ways.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.compiling import njit
from cubesolve.kernels.masks import turned_mask

NEVER = 65_535  # the rating of what is not looked at
NO_TURN = -1
STEP = 10  # what a turn counts in the ratings of what is in a ball
_DISTANCE_BITS = 4
_MIX = 0x9E3779B97F4A7C15
SIEVE_BITS = 24


class Ball(NamedTuple):
    """What is near a goal. `slots` are a hash table of keys with distances; 0 is none."""

    slots: npt.NDArray[np.uint64]
    sieve: npt.NDArray[np.uint64]  # as bits, by hash: whether something may be there
    radius: int  # 0 if it is not known what is near


@njit(cache=True, inline="always")
def ball_key(first, second, flag):  # type: ignore[no-untyped-def]
    """Return a number for two sets of places and a flag."""
    both = np.uint64(first) | (np.uint64(second) << np.uint64(24))
    return both | (np.uint64(flag) << np.uint64(48))


@njit(cache=True, inline="always")
def slot_of(slots, key, mixed):  # type: ignore[no-untyped-def]
    """Return where a key is, or where there is room for it."""
    room = np.uint64(len(slots) - 1)
    slot = (mixed >> np.uint64(20)) & room
    while slots[slot] != 0 and slots[slot] >> np.uint64(_DISTANCE_BITS) != key:
        slot = (slot + np.uint64(1)) & room
    return slot


@njit(cache=True, inline="always")
def put_in(ball, key, mixed, slot, distance):  # type: ignore[no-untyped-def]
    """Note a key in its slot."""
    ball.slots[slot] = (key << np.uint64(_DISTANCE_BITS)) | np.uint64(distance)
    bit = mixed >> np.uint64(64 - SIEVE_BITS)
    ball.sieve[bit >> np.uint64(6)] |= np.uint64(1) << (bit & np.uint64(63))


@njit(cache=True, nogil=True)
def begin_ball(goal, ball, queue):  # type: ignore[no-untyped-def]
    """Note a goal of both orbits in a ball, and as the first of the queue."""
    queue[0] = ball_key(goal, goal, 0)
    mixed = queue[0] * np.uint64(_MIX)
    put_in(ball, queue[0], mixed, slot_of(ball.slots, queue[0], mixed), 0)


@njit(cache=True, nogil=True)
def grow_ball(tables, flips, ball, queue, reached, most):  # type: ignore[no-untyped-def]
    """Fill a ball around the goal that is in it; tell whether more is left to do.

    `tables[turn, orbit]` are what turns do to sets. It goes on from where it has `reached`, the
    next state in the queue and its end, for so many of them at most. Where there is no room for
    all, the end is -1.
    """
    slots = ball.slots
    head, count = reached
    end = head + most
    while head < min(count, end):
        key = queue[head]
        head += 1
        before = slots[slot_of(slots, key, key * np.uint64(_MIX))]
        distance = np.int64(before & np.uint64((1 << _DISTANCE_BITS) - 1)) + 1
        if distance > ball.radius:  # as is what comes after it
            head = count
            break
        first = np.uint32(key & np.uint64(0xFFFFFF))
        second = np.uint32((key >> np.uint64(24)) & np.uint64(0xFFFFFF))
        flag = np.uint32(key >> np.uint64(48))
        for turn in range(len(tables)):
            to = ball_key(
                turned_mask(tables[turn], 0, first),
                turned_mask(tables[turn], 1, second),
                flag ^ flips[turn],
            )
            mixed = to * np.uint64(_MIX)
            slot = slot_of(slots, to, mixed)
            if slots[slot] != 0:
                continue
            if count == len(queue):
                reached[1] = -1
                return False
            put_in(ball, to, mixed, slot, distance)
            queue[count] = to
            count += 1
    reached[0], reached[1] = head, count
    return head < count


@njit(cache=True, nogil=True)
def rate_placed(states, last, turns, s, ratings):  # type: ignore[no-untyped-def]
    """Write by turn and state how far two orbits are from their faces after the turn.

    What is in the ball comes first, by its distance.
    """
    slots, sieve, radius = s.ball.slots, s.ball.sieve, s.ball.radius
    beyond = (radius + 1) * STEP
    for turn in turns:
        first_table, second_table = s.turned[turn, 0], s.turned[turn, 1]
        flip = s.flips[turn]
        axis, cut = s.axes[turn], s.cuts[turn]
        for i in range(len(states)):
            before = last[i]
            if before != NO_TURN and s.axes[before] == axis and cut <= s.cuts[before]:
                ratings[turn, i] = NEVER
                continue
            first = turned_mask(s.tables, first_table, states[i, 0])
            second = turned_mask(s.tables, second_table, states[i, 1])
            flag = (states[i, 2] ^ flip) & np.uint32(1)
            more = s.odd * np.int64(flag)
            a = s.distances[0, s.high[first >> 12] + s.low[first & 4095] + more]
            b = s.distances[1, s.high[second >> 12] + s.low[second & 4095] + more]
            if a <= radius and b <= radius:
                key = ball_key(first, second, flag)
                mixed = key * np.uint64(_MIX)
                bit = mixed >> np.uint64(64 - SIEVE_BITS)
                if (sieve[bit >> np.uint64(6)] >> (bit & np.uint64(63))) & np.uint64(1):
                    found = slots[slot_of(slots, key, mixed)]
                    if found != 0:
                        distance = found & np.uint64((1 << _DISTANCE_BITS) - 1)
                        ratings[turn, i] = STEP * np.int64(distance)
                        continue
            ratings[turn, i] = min(beyond + s.weights[a] + s.weights[b], NEVER - 1)
