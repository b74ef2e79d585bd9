"""All centres of a cube on bit planes: a block of rows from beginning to end.

First the slices that placed the wings are played on a row, then its cells go to their faces in 240
steps: for each target face and source face, in each of their 16 positions, the cells for which one
commutator helps. Which cells these are is what a step leaves behind, as a mask of columns.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, call-arg"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.fast_wings import WALK
from cubesolve.kernels.planes import (
    BITS,
    CHUNK,
    CHUNK_WORDS,
    N_PLANES,
    PLANE,
    WORDS,
    color_bit,
)
from cubesolve.kernels.records import (
    boolean,
    inlined,
    int64,
    integers,
    kernel,
    record,
    uint8,
    uint64,
)
from cubesolve.kernels.vectors import cycle_four, cycle_three
from cubesolve.kernels.words import NONE, WORD, first_bits

N_STAGES = 15
N_STEPS = N_STAGES * 16
STEP_WORDS = N_STEPS * WORDS  # words of the masks of a chunk of a row

TARGET, SOURCE, SIDE, X, TURN, OTHER, Y, A, B, W = range(10)  # columns of the table of stages


class Block(NamedTuple):
    """Rows first..last-1 of a cube with so many columns, in so many chunks."""

    first: int
    last: int
    columns: int
    n_chunks: int
    vectors: int


class Slices(NamedTuple):
    """The slices that placed the wings: for each gap what each row turns, and masks of columns."""

    turns: Any
    masks: Any
    used: Any
    row_cycles: Any
    column_cycles: Any


class Room(NamedTuple):
    """Where planes are now, and the gaps of a row: four planes and where their masks begin.

    `chunk` is room for the planes of one chunk.
    """

    labels: Any
    gaps: Any
    chunk: Any


BLOCK = integers(Block)
SLICES = record(Slices, uint8[:, ::1], uint64[::1], boolean[::1], int64[:, ::1], int64[:, ::1])
ROOM = record(Room, int64[::1], int64[:, ::1], uint64[::1])


def new_room(n_gaps: int) -> Room:
    """Return room for a walk with so many gaps."""
    return Room(
        np.zeros(N_PLANES, np.int64),
        np.zeros((max(n_gaps, 1), 5), np.int64),
        np.zeros(CHUNK_WORDS, np.uint64),
    )


@inlined
def carry_round(labels, a, b, c, d, turns):
    """Carry four labels round by so many places."""
    w, x, y, z = labels[a], labels[b], labels[c], labels[d]
    if turns == 1:
        labels[a], labels[b], labels[c], labels[d] = z, w, x, y
    elif turns == 2:
        labels[a], labels[b], labels[c], labels[d] = y, z, w, x
    else:
        labels[a], labels[b], labels[c], labels[d] = x, y, z, w


@inlined
def walk_row(row, walk, slices, stride, room):
    """Follow the planes of a row along the walk; return how many gaps turn any of its columns.

    Turns of faces, and the row's own slice, only rename planes.
    """
    labels, n_gaps = room.labels, 0
    for plane in range(N_PLANES):
        labels[plane] = plane
    for k in range(len(walk.faces)):
        face, gap = walk.faces[k], walk.gaps[k]
        if gap < 0:
            first = 4 * face
            carry_round(labels, first, first + 1, first + 2, first + 3, walk.turns[k])
        elif slices.used[gap]:
            turns = slices.turns[gap, row]
            if turns:
                p = slices.row_cycles[face]
                carry_round(labels, p[0], p[1], p[2], p[3], turns)
            for i in range(4):
                room.gaps[n_gaps, i] = labels[slices.column_cycles[face, i]] * PLANE
            room.gaps[n_gaps, 4] = gap * 3 * stride
            n_gaps += 1
    return n_gaps


@inlined
def cycle_four_plainly(planes, at, gap, masks, mask, step):
    """Do what `cycle_four` does, word by word."""
    for word in range(PLANE):
        place = mask + word % WORDS
        once, twice, thrice = masks[place], masks[place + step], masks[place + 2 * step]
        never = ~(once | twice | thrice)
        a, b = planes[at + gap[0] + word], planes[at + gap[1] + word]
        c, d = planes[at + gap[2] + word], planes[at + gap[3] + word]
        planes[at + gap[0] + word] = a & never | d & once | c & twice | b & thrice
        planes[at + gap[1] + word] = b & never | a & once | d & twice | c & thrice
        planes[at + gap[2] + word] = c & never | b & once | a & twice | d & thrice
        planes[at + gap[3] + word] = d & never | c & once | b & twice | a & thrice


@inlined
def cycle_three_plainly(planes, a, b, w, color, masks, mask):
    """Do what `cycle_three` does, word by word."""
    low, mid, high = color_bit(color, 0), color_bit(color, 1), color_bit(color, 2)
    for word in range(WORDS):
        x, y, z = a + word, b + word, w + word
        lacks = planes[x] ^ low | planes[x + WORDS] ^ mid | planes[x + 2 * WORDS] ^ high
        wants = planes[y] ^ low | planes[y + WORDS] ^ mid | planes[y + 2 * WORDS] ^ high
        chosen = ~lacks & wants
        masks[mask + word] = chosen
        for bit in range(BITS):
            k = bit * WORDS
            one, two, three = planes[x + k], planes[y + k], planes[z + k]
            planes[x + k] = one ^ chosen & (one ^ three)
            planes[y + k] = two ^ chosen & (two ^ one)
            planes[z + k] = three ^ chosen & (three ^ two)


@inlined
def play_slices(planes, at, chunk, n_gaps, slices, block, room):
    """Play the gaps of a row on one chunk of its columns."""
    stride = block.n_chunks * WORDS
    for k in range(n_gaps):
        gap = room.gaps[k]
        mask = gap[4] + chunk * WORDS
        if block.vectors:
            a, b, c, d = at + gap[0], at + gap[1], at + gap[2], at + gap[3]
            cycle_four(planes, a, b, c, d, slices.masks, mask, stride)
        else:
            cycle_four_plainly(planes, at, gap, slices.masks, mask, stride)


@inlined
def solve_beyond(planes, at, columns, labels):
    """Make cells beyond the last column solved again: slices of rows have moved them."""
    for word in range(WORDS):
        good = first_bits(columns - WORD * word)
        for plane in range(N_PLANES):
            for bit in range(BITS):
                place = at + labels[plane] * PLANE + bit * WORDS + word
                planes[place] = planes[place] & good | color_bit(plane >> 2, bit) & ~good


@inlined
def fill_faces(planes, at, stages, masks, mask, labels, vectors):
    """Take the 240 steps on one chunk of a row."""
    for stage in range(len(stages)):
        target, source = stages[stage, TARGET], stages[stage, SOURCE]
        low, mid, high = color_bit(target, 0), color_bit(target, 1), color_bit(target, 2)
        for position in range(16):
            q, d = position >> 2, position & 3
            a = at + labels[4 * source + ((stages[stage, A] - q) & 3)] * PLANE
            b = at + labels[4 * target + ((stages[stage, B] - d) & 3)] * PLANE
            w = at + labels[4 * source + ((stages[stage, W] - q) & 3)] * PLANE
            if vectors:
                cycle_three(planes, a, b, w, low, mid, high, masks, mask)
            else:
                cycle_three_plainly(planes, a, b, w, target, masks, mask)
            mask += WORDS


@inlined
def wrong_words(planes, at, labels):
    """Return how many words of a chunk do not show solved cells."""
    wrong = 0
    for plane in range(N_PLANES):
        for bit in range(BITS):
            expected = color_bit(plane >> 2, bit)
            place = at + labels[plane] * PLANE + bit * WORDS
            differing = NONE
            for word in range(WORDS):
                differing |= planes[place + word] ^ expected
            wrong += differing != NONE
    return wrong


@inlined
def put_home(planes, at, room):
    """Put the planes of a chunk where their own numbers are."""
    for k in range(CHUNK_WORDS):
        room.chunk[k] = planes[at + k]
    for plane in range(N_PLANES):
        source = room.labels[plane] * PLANE
        for k in range(PLANE):
            planes[at + plane * PLANE + k] = room.chunk[source + k]


@kernel(int64(uint64[::1], BLOCK, WALK, SLICES, int64[:, ::1], uint64[::1], ROOM), nogil=True)
def solve_rows(planes, block, walk, slices, stages, masks, room):
    """Solve a block of rows; fill in the masks of all steps, return how much is not solved."""
    wrong = 0
    for row in range(block.first, block.last):
        n_gaps = walk_row(row, walk, slices, block.n_chunks * WORDS, room)
        for chunk in range(block.n_chunks):
            at = (row * block.n_chunks + chunk) * CHUNK_WORDS
            mask = ((row - block.first) * block.n_chunks + chunk) * STEP_WORDS
            play_slices(planes, at, chunk, n_gaps, slices, block, room)
            if (chunk + 1) * CHUNK > block.columns:
                solve_beyond(planes, at, block.columns - chunk * CHUNK, room.labels)
            fill_faces(planes, at, stages, masks, mask, room.labels, block.vectors)
            wrong += wrong_words(planes, at, room.labels)
            put_home(planes, at, room)
    return wrong
