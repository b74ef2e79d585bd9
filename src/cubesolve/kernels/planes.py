"""Centres as bit planes: three bits for each colour, 512 columns of a row side by side.

A cube of size N has h = (N-2)//2 rows and c = (N-1)//2 columns of centre orbits, and 24 planes:
plane `4 * face + turns` shows at row i and column j the cell to which so many clockwise turns of
the face would carry its cell (1+i, 1+j). On odd sizes the last column is that of the middle layer.
All cells but the fixed centres are there, each once.

The planes lie in one flat array: row, chunk of 512 columns, plane, bit of the colour, 8 words. So
what happens to a row of orbits happens within 4.6 kB. Columns beyond the last show solved cells.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, call-arg"

import numpy as np

from cubesolve.kernels.records import boolean, inlined, int64, kernel, uint8, uint64, void
from cubesolve.kernels.vectors import gather_bits
from cubesolve.kernels.words import FULL, NONE, ONE, WORD, first_bits, transpose

N_PLANES = 24
BITS = 3
WORDS = 8  # of a chunk
CHUNK = WORD * WORDS  # columns
PLANE = BITS * WORDS  # words of one plane in a chunk
CHUNK_WORDS = N_PLANES * PLANE


@inlined
def word_at(row, n_chunks, word, plane):
    """Return where the first bit of colours of 64 columns of a row lies; the others follow by 8."""
    chunk = row * n_chunks + (word >> 3)
    return chunk * CHUNK_WORDS + plane * PLANE + (word & 7)


@inlined
def color_bit(color, bit):
    """Return a word full of one bit of a colour."""
    return FULL if (color >> bit) & 1 else NONE


@inlined
def gather(colors, at, step, count, beyond, out):
    """Gather up to 64 cells from a place on by steps, as three words; the rest shows `beyond`."""
    first, second, third = NONE, NONE, NONE
    for k in range(min(count, WORD)):
        color = np.uint64(colors[at + k * step])
        shift = np.uint64(k)
        first |= (color & ONE) << shift
        second |= ((color >> ONE) & ONE) << shift
        third |= (color >> np.uint64(2)) << shift
    rest = ~first_bits(count)
    out[0] = first | (rest & color_bit(beyond, 0))
    out[1] = second | (rest & color_bit(beyond, 1))
    out[2] = third | (rest & color_bit(beyond, 2))


@inlined
def gather_line(colors, at, step, count, beyond, out, vectors):
    """Gather up to 64 cells of a row of a face, forwards or backwards, as three words."""
    if vectors and count >= WORD:
        gather_bits(colors, at if step > 0 else at - WORD + 1, step < 0, out)
    else:
        gather(colors, at, step, count, beyond, out)


@inlined
def pack_lines(colors, size, face, n_chunks, planes, room, vectors):
    """Pack the two planes of a face whose rows run along its rows."""
    rows, columns = (size - 2) // 2, (size - 1) // 2
    start = face * size * size
    for row in range(rows):
        there = start + (1 + row) * size + 1
        back = start + (size - 2 - row) * size + size - 2
        for word in range(n_chunks * WORDS):
            count = columns - WORD * word
            at = word_at(row, n_chunks, word, 4 * face)
            gather_line(colors, there + WORD * word, 1, count, face, room[0], vectors)
            for bit in range(BITS):
                planes[at + bit * WORDS] = room[0, bit]
            gather_line(colors, back - WORD * word, -1, count, face, room[0], vectors)
            for bit in range(BITS):
                planes[at + 2 * PLANE + bit * WORDS] = room[0, bit]


@inlined
def pack_block(colors, size, place, planes, room, vectors):
    """Pack 64 rows by 64 columns of a plane whose rows run along the columns of its face."""
    plane, top, word, n_chunks = place
    rows, columns = (size - 2) // 2, (size - 1) // 2
    face, turns = plane >> 2, plane & 3
    start, step = face * size * size, -1 if turns == 1 else 1
    height = min(WORD, rows - top)
    for k in range(WORD):
        column = WORD * word + k
        line, cell = (1 + column, size - 2 - top) if turns == 1 else (size - 2 - column, 1 + top)
        count = height if column < columns else 0
        gather_line(colors, start + line * size + cell, step, count, face, room[3], vectors)
        for bit in range(BITS):
            room[bit, k] = room[3, bit]
    for bit in range(BITS):
        transpose(room[bit])
        for k in range(height):
            planes[word_at(top + k, n_chunks, word, plane) + bit * WORDS] = room[bit, k]


@kernel(void(uint8[::1], int64, uint64[::1], uint64[:, ::1], boolean))
def pack(colors, size, planes, room, vectors):
    """Fill planes from the colours of all slots; `room` is 4 times 64 words."""
    n_chunks = ((size - 1) // 2 + CHUNK - 1) // CHUNK
    for face in range(6):
        pack_lines(colors, size, face, n_chunks, planes, room, vectors)
        for top in range(0, (size - 2) // 2, WORD):
            for word in range(n_chunks * WORDS):
                for turns in (1, 3):
                    place = (4 * face + turns, top, word, n_chunks)
                    pack_block(colors, size, place, planes, room, vectors)


@inlined
def cell_color(planes, at, column):
    """Return the colour of a column of the 64 whose first bit lies here."""
    shift = np.uint64(column & (WORD - 1))
    color = (planes[at] >> shift) & ONE
    color |= ((planes[at + WORDS] >> shift) & ONE) << ONE
    return color | ((planes[at + 2 * WORDS] >> shift) & ONE) << np.uint64(2)


@kernel(void(uint64[::1], int64, uint8[::1]))
def unpack(planes, size, colors):
    """Write the colours of the centre cells, but for the fixed ones, into their slots."""
    rows, columns, end = (size - 2) // 2, (size - 1) // 2, size - 1
    n_chunks = (columns + CHUNK - 1) // CHUNK
    for plane in range(N_PLANES):
        start = (plane >> 2) * size * size
        for i in range(rows):
            for j in range(columns):
                row, column = 1 + i, 1 + j
                for _ in range(plane & 3):
                    row, column = column, end - row
                at = word_at(i, n_chunks, j >> 6, plane)
                colors[start + row * size + column] = cell_color(planes, at, j)
