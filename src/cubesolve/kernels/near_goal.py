"""How far states near to a goal are from it: a hash of 16 bits a state.

A slot holds a tag of twelve bits and, in four, the distance and one more; 0 is a free slot. States
that share a tag and meet are taken for each other, which happens to about one in a thousand. So a
distance is a good guess and no proof: whoever comes to a goal by it looks at the state itself.
"""

import numpy as np

from cubesolve.kernels.compiling import njit

#: The distance of what is not in a table.
FAR = 15

_TAG = np.uint64(0xFFF)
_ONE = np.uint64(1)


@njit(cache=True, inline="always")
def scattered(key):  # type: ignore[no-untyped-def]
    """Return the bits that say where a key is looked for, and its tag."""
    bits = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    bits ^= bits >> np.uint64(29)
    return bits * np.uint64(0xBF58476D1CE4E5B9)


@njit(cache=True, inline="always")
def near_distance(slots, bits):  # type: ignore[no-untyped-def]
    """Return how far a state is, whose key was scattered; `FAR` if it is not known."""
    mask = np.uint64(len(slots) - 1)
    at = (bits >> np.uint64(32)) & mask
    tag = (bits >> np.uint64(12)) & _TAG
    while True:
        slot = np.uint64(slots[at])
        if slot == 0:
            return FAR
        if slot >> np.uint64(4) == tag:
            return np.int64(slot & np.uint64(15)) - 1
        at = (at + _ONE) & mask


@njit(cache=True, inline="always")
def put_near(slots, bits, distance):  # type: ignore[no-untyped-def]
    """Note a distance, unless the state has one; tell whether it was new."""
    mask = np.uint64(len(slots) - 1)
    at = (bits >> np.uint64(32)) & mask
    tag = (bits >> np.uint64(12)) & _TAG
    while True:
        slot = np.uint64(slots[at])
        if slot == 0:
            slots[at] = np.uint16((tag << np.uint64(4)) | np.uint64(distance + 1))
            return True
        if slot >> np.uint64(4) == tag:
            return False
        at = (at + _ONE) & mask


@njit(cache=True, nogil=True)
def put_states(slots, keys, states, distance, out):  # type: ignore[no-untyped-def]
    """Note a distance for states by their keys; write the new ones to `out` as far as it has room.

    Returns how many are new.
    """
    count = 0
    for i in range(len(keys)):
        if put_near(slots, keys[i], distance):
            if count < len(out):
                out[count] = states[i]
            count += 1
    return count
