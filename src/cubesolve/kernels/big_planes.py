"""Questions to planes: whether all is solved, which colours there are, whether they can be."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, call-arg"

from typing import NamedTuple

from cubesolve.kernels.planes import (
    BITS,
    CHUNK,
    N_PLANES,
    PLANE,
    WORDS,
    cell_color,
    color_bit,
    word_at,
)
from cubesolve.kernels.records import inlined, int64, integers, kernel, uint8, uint64, void
from cubesolve.kernels.words import FULL, NONE, WORD, count_bits, first_bits

N_COLORS = 6
_EACH = 4  # cells of a colour in an orbit


class Region(NamedTuple):
    """Part of a face: every so many cells from a first row and column on, so many rows and columns.

    `size` is that of the cube.
    """

    size: int
    face: int
    row: int
    column: int
    height: int
    width: int
    step: int


REGION = integers(Region)


@inlined
def shows(planes, at, color):
    """Return which of 64 cells show a colour."""
    differing = planes[at] ^ color_bit(color, 0)
    differing |= planes[at + WORDS] ^ color_bit(color, 1)
    return ~(differing | planes[at + 2 * WORDS] ^ color_bit(color, 2))


@kernel(int64(uint64[::1], int64, int64))
def first_unsolved(planes, first, last):
    """Return the first of some words that does not show solved cells, or -1."""
    for at in range(first, last):
        in_chunk = at % (N_PLANES * PLANE)
        color, bit = in_chunk // PLANE >> 2, in_chunk % PLANE // WORDS
        if planes[at] != color_bit(color, bit):
            return at
    return -1


@kernel(void(uint64[::1], int64, int64))
def solve_all(planes, first, last):
    """Make all cells of chunks first..last-1 solved."""
    at = first * N_PLANES * PLANE
    for _ in range(first, last):
        for plane in range(N_PLANES):
            for bit in range(BITS):
                for word in range(WORDS):
                    planes[at + word] = color_bit(plane >> 2, bit)
                at += WORDS


@kernel(void(uint64[::1], int64, int64, int64, int64[:, ::1]), nogil=True)
def count_colors(planes, first, last, columns, counts):
    """Add to (face, colour) how many cells of rows first..last-1 are so."""
    n_chunks = (columns + CHUNK - 1) // CHUNK
    for row in range(first, last):
        for word in range((columns + WORD - 1) // WORD):
            inside = first_bits(columns - WORD * word)
            for plane in range(N_PLANES):
                at = word_at(row, n_chunks, word, plane)
                for color in range(N_COLORS):
                    counts[plane >> 2, color] += count_bits(shows(planes, at, color) & inside)


@inlined
def four_of_each(planes, row, n_chunks, word):
    """Return which of 64 orbits have each colour four times."""
    good = FULL
    for color in range(N_COLORS):
        ones, twos, fours, more = NONE, NONE, NONE, NONE
        for plane in range(N_PLANES):
            new = shows(planes, word_at(row, n_chunks, word, plane), color)
            carry = ones & new
            ones ^= new
            new = twos & carry
            twos ^= carry
            more |= fours & new
            fours ^= new
        good &= fours & ~(ones | twos | more)
    return good


@kernel(int64(uint64[::1], int64, int64, int64))
def wrong_orbits(planes, first, last, columns):
    """Return how many orbits of rows first..last-1 have not each colour four times."""
    n_chunks, wrong = (columns + CHUNK - 1) // CHUNK, 0
    for row in range(first, last):
        for word in range((columns + WORD - 1) // WORD):
            good = four_of_each(planes, row, n_chunks, word)
            wrong += count_bits(~good & first_bits(columns - WORD * word))
    return wrong


@inlined
def center_color(planes, size, face, row, column):
    """Return the colour of a centre cell that is not fixed."""
    rows, end = (size - 2) // 2, size - 1
    n_chunks = ((size - 1) // 2 + CHUNK - 1) // CHUNK
    turns = 0
    # Turned back far enough, the face's cell is in the part that the planes number.
    while not (1 <= row <= rows and 1 <= column <= (size - 1) // 2):
        row, column = end - column, row
        turns += 1
    at = word_at(row - 1, n_chunks, (column - 1) >> 6, 4 * face + turns)
    return cell_color(planes, at, column - 1)


@kernel(void(uint64[::1], REGION, uint8[:, ::1]))
def read_region(planes, region, out):
    """Write the colours of the centre cells of a region that are not fixed; leave all others."""
    size = region.size
    for i in range(region.height):
        row = region.row + i * region.step
        for j in range(region.width):
            column = region.column + j * region.step
            inner = 0 < row < size - 1 and 0 < column < size - 1
            fixed = size % 2 == 1 and row == size // 2 and column == size // 2
            if inner and not fixed:
                out[i, j] = center_color(planes, size, region.face, row, column)
