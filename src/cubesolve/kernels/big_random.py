"""Random centres straight into planes, each arrangement of an orbit as likely as any other.

An orbit has 24 cells, four of each colour: 24!/(4!)^6 arrangements. One number below that is four:
which 4 of 24 cells have colour 0, which 4 of the other 20 colour 1, which 4 of the other 16 colour
2, and how colours 3, 4 and 5 lie on the last 12. Three bits of each colour are built from the last
to the first: cells move up where the 4 new ones come between them.

Random numbers are those of SplitMix64. Row r begins at its number r * 2^32, so that rows are the
same whoever makes them, in whatever order. Four numbers in ranges come out of one of 64 bits
without any bias: see Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, call-arg"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.planes import N_PLANES, WORDS, color_bit, word_at
from cubesolve.kernels.records import inlined, int64, integers, kernel, record, uint32, uint64, void
from cubesolve.kernels.words import NONE, ONE, WORD, transpose

N_FIRST, N_SECOND, N_THIRD, N_LAST = 10_626, 4_845, 1_820, 34_650  # ways to choose, as above
N_ARRANGEMENTS = N_FIRST * N_SECOND * N_THIRD * N_LAST

_N_FIRST, _N_SECOND = np.uint64(N_FIRST), np.uint64(N_SECOND)
_N_THIRD, _N_LAST = np.uint64(N_THIRD), np.uint64(N_LAST)
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_2, _4, _24, _48 = np.uint64(2), np.uint64(4), np.uint64(24), np.uint64(48)
_HALF = np.uint64(0xFFFFFFFF)
_TWO_PLANES = np.uint64((1 << 48) - 1)
# Of 2^64 numbers so many are too many to be shared out evenly.
_REFUSED = np.uint64((1 << 64) % N_ARRANGEMENTS)


class Choices(NamedTuple):
    """For each choice of 4 cells: the set, and which cells below move up by 4, by 2 and by 1.

    `last` has 12 cells as three words of 24 bits, the first two of them in the lower 48.
    """

    first: Any
    second: Any
    third: Any
    last: Any


class Rows(NamedTuple):
    """Rows first..last-1 of a cube with so many columns; `to` is where they go among the planes."""

    first: int
    last: int
    to: int
    columns: int
    n_chunks: int


CHOICES = record(Choices, uint32[:, ::1], uint32[:, ::1], uint32[:, ::1], uint64[::1])
ROWS = integers(Rows)


@inlined
def random_word(state):
    """Return the number that belongs to a state of SplitMix64."""
    word = (state ^ (state >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@inlined
def high_word(word, factor):
    """Return the upper 64 bits of a product with a factor below 2^32."""
    return ((word >> _32) * factor + (((word & _HALF) * factor) >> _32)) >> _32


@inlined
def shifted(cells, moving, by):
    """Move some of two sets of cells, one 24 bits above the other, up."""
    moving = cells & (moving | moving << _24)
    return cells ^ moving ^ (moving << by)


@inlined
def moved_up(cells, choice):
    """Make room for four cells in two sets of cells."""
    cells = shifted(cells, np.uint64(choice[1]), _4)
    cells = shifted(cells, np.uint64(choice[2]), _2)
    return shifted(cells, np.uint64(choice[3]), ONE)


@inlined
def arrange(first, second, third, last):
    """Return an arrangement as words of 24 cells: first and second bits of colours, third bits."""
    low, high = last & _TWO_PLANES, last >> _48
    low, high = moved_up(low, third) | np.uint64(third[0]) << _24, moved_up(high, third)
    low, high = moved_up(low, second) | np.uint64(second[0]), moved_up(high, second)
    return moved_up(low, first), moved_up(high, first)


@inlined
def draw_orbit(state, choices):
    """Draw an arrangement; return the state after, and the arrangement's two words."""
    while True:
        state += _GAMMA
        word = random_word(state)
        first = choices.first[np.int64(high_word(word, _N_FIRST))]
        word *= _N_FIRST
        second = choices.second[np.int64(high_word(word, _N_SECOND))]
        word *= _N_SECOND
        third = choices.third[np.int64(high_word(word, _N_THIRD))]
        word *= _N_THIRD
        last = choices.last[np.int64(high_word(word, _N_LAST))]
        word *= _N_LAST
        if word >= _REFUSED:
            low, high = arrange(first, second, third, last)
            return state, low, high


@kernel(void(int64[::1], CHOICES, uint64[::1]))
def arrangement(numbers, choices, out):
    """Do what `arrange` does, for one who asks from outside."""
    out[0], out[1] = arrange(
        choices.first[numbers[0]],
        choices.second[numbers[1]],
        choices.third[numbers[2]],
        choices.last[numbers[3]],
    )


@kernel(void(uint64[::1], ROWS, uint64, CHOICES, uint64[:, ::1]), nogil=True)
def draw_rows(planes, rows, key, choices, room):
    """Fill rows with random cells; `room` is twice 64 words."""
    for row in range(rows.first, rows.last):
        state = key + (np.uint64(row) << _32) * _GAMMA
        for word in range(rows.n_chunks * WORDS):
            count = min(WORD, rows.columns - WORD * word)
            for k in range(WORD):
                room[0, k], room[1, k] = NONE, NONE
                if k < count:
                    state, room[0, k], room[1, k] = draw_orbit(state, choices)
            transpose(room[0])
            transpose(room[1])
            beyond = NONE if count >= WORD else ~((ONE << np.uint64(max(count, 0))) - ONE)
            for plane in range(N_PLANES):
                at = word_at(rows.to + row - rows.first, rows.n_chunks, word, plane)
                color = plane >> 2
                planes[at] = room[0, plane] | beyond & color_bit(color, 0)
                planes[at + WORDS] = room[0, plane + 24] | beyond & color_bit(color, 1)
                planes[at + 2 * WORDS] = room[1, plane] | beyond & color_bit(color, 2)
