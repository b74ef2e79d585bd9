"""Sets of places as bits: turned by tables of bytes, and numbered by tables of twelve bits.

`cubesolve.search.masks` makes the tables.
"""

from cubesolve.kernels.compiling import njit


@njit(cache=True, inline="always")
def turned_mask(tables, turn, mask):  # type: ignore[no-untyped-def]
    """Return what a turn makes of a set of up to 24 places."""
    low = tables[turn, 0, mask & 255] | tables[turn, 1, (mask >> 8) & 255]
    return low | tables[turn, 2, mask >> 16]


@njit(cache=True, inline="always")
def mask_rank(ranks, mask):  # type: ignore[no-untyped-def]
    """Return the number of a set among all that have as many places."""
    return ranks.high[mask >> 12] + ranks.low[mask & 4095]
