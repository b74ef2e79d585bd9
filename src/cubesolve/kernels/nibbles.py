"""Numbers of four bits, two in a byte: half the memory, and so twice as much of it in the caches.

Entries are counted by `uint32`: where many are asked for, wider numbers would cost time.
"""

import numpy as np
from numba import types

from cubesolve.kernels.compiling import njit

BYTES = types.Array(types.uint8, 1, "C", readonly=True)


@njit(types.Array(types.uint8, 1, "C")(BYTES), cache=True, nogil=True)
def pack(numbers):  # type: ignore[no-untyped-def]
    """Return numbers in four bits each, those above 15 as 15."""
    packed = np.zeros((len(numbers) + 1) // 2, np.uint8)
    for i in range(len(numbers)):
        packed[i >> 1] |= np.uint8(min(numbers[i], np.uint8(15)) << (4 * (i & 1)))
    return packed


@njit(cache=True, inline="always")
def nibble(packed, entry):  # type: ignore[no-untyped-def]
    """Return the number at an entry, which is a `uint32`."""
    shift = (entry & np.uint32(1)) << np.uint32(2)
    return (packed[entry >> np.uint32(1)] >> shift) & np.uint32(15)
