"""From the masks of steps to turns: in which order rows are taken, and the turns themselves.

In a step, columns X and rows Y of one axis turn: for rows 1, 2, 3, ... the columns of the first are
turned, then T Y1 T' with T a turn of the target face, the columns where the second differs, T Y2 T'
and so on; at the end the columns go back, and T Y1' Y2' Y3' ... T' takes the rows back together.
That is the product of the commutators of all rows. Rows come in any order, so the one that differs
least from the one before comes next.

A turn is a word: layer from 1 << 5 | face << 2 | clockwise quarter turns. The face's own layer is
1, so row i and column i are layer i + 2.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, call-arg"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.fast_centers import (
    N_STEPS,
    OTHER,
    SIDE,
    SOURCE,
    STEP_WORDS,
    TARGET,
    TURN,
    X,
    Y,
)
from cubesolve.kernels.planes import CHUNK, WORDS
from cubesolve.kernels.records import inlined, int32, int64, integers, kernel, record, uint64
from cubesolve.kernels.vectors import count_differing, put_bits
from cubesolve.kernels.words import NONE, ONE, WORD, count_bits, lowest_bit

SPARE = 16  # words that must follow what is written


class Rows(NamedTuple):
    """So many rows from a first one, and how many of those left are looked at for the next."""

    first: int
    height: int
    n_chunks: int
    window: int
    vectors: int


class Plan(NamedTuple):
    """For each step its rows in their order, how many there are, and how many columns turn.

    `joined` are rows that turn with the same columns as the one before.
    """

    order: Any
    used: Any
    toggles: Any
    joined: Any


class Pen(NamedTuple):
    """Where turns are written to, and a state: place, the last turn of a face and how far, ...

    ... and how far the target and the source face are turned. `ends` is where each stage ends.
    """

    out: Any
    state: Any
    ends: Any


AT, LAST_FACE, LAST_TURNS, TARGET_AT, SOURCE_AT, WRITES = range(6)  # of the state of a pen

ROWS = integers(Rows)
PLAN = record(Plan, int64[:, ::1], int64[::1], int64[::1], int64[::1])
PEN = record(Pen, int32[::1], int64[::1], int64[::1])


def new_plan(rows: int) -> Plan:
    """Return room for the plan of so many rows."""
    return Plan(
        np.zeros((N_STEPS, rows), np.int64),
        np.zeros(N_STEPS, np.int64),
        np.zeros(N_STEPS, np.int64),
        np.zeros(N_STEPS, np.int64),
    )


@inlined
def differing(words, a, b, count, vectors):
    """Return in how many bits two stretches of words differ."""
    total = 0
    if vectors:
        for k in range(0, count, WORDS):
            total += count_differing(words, a + k, b + k)
    else:
        for k in range(count):
            total += count_bits(words[a + k] ^ words[b + k])
    return total


@inlined
def gather_step(masks, step, rows, order, near):
    """Copy the masks of a step side by side, and number the rows that it uses."""
    used, width = 0, rows.n_chunks * WORDS
    for row in range(rows.height):
        to, anything = row * width, NONE
        for chunk in range(rows.n_chunks):
            at = (row * rows.n_chunks + chunk) * STEP_WORDS + step * WORDS
            for word in range(WORDS):
                near[to] = masks[at + word]
                anything |= near[to]
                to += 1
        if anything:
            order[used] = row
            used += 1
    return used


@kernel(int64(uint64[::1], ROWS, PLAN, uint64[::1]), nogil=True)
def order_rows(masks, rows, plan, near):
    """Choose for each step the order of its rows; return at most how many turns that makes.

    `near` is room for one step's masks, and one row of zeros after them.
    """
    width, total = rows.n_chunks * WORDS, 0
    nothing = rows.height * width
    for k in range(width):
        near[nothing + k] = NONE
    for step in range(N_STEPS):
        order = plan.order[step]
        used = gather_step(masks, step, rows, order, near)
        toggles, joined, here = 0, 0, nothing
        for k in range(used):
            best, least = k, 1 << 62
            for candidate in range(k, min(used, k + rows.window)):
                far = differing(near, here, order[candidate] * width, width, rows.vectors)
                if far < least:
                    best, least = candidate, far
            order[k], order[best] = order[best], order[k]
            here = order[k] * width
            toggles += least
            joined += least == 0
        if used:
            toggles += differing(near, here, nothing, width, rows.vectors)
        plan.used[step], plan.toggles[step], plan.joined[step] = used, toggles, joined
        total += toggles + 4 * used + 8
    return total


@inlined
def turn_face(pen, face, amount):
    """Turn a face, together with a turn of the same face just before."""
    state, amount = pen.state, amount & 3
    if not amount:
        return
    if state[LAST_FACE] == face:
        state[AT] -= 1
        amount = (amount + state[LAST_TURNS]) & 3
        if not amount:
            state[LAST_FACE] = -1
            return
    if state[WRITES]:
        pen.out[state[AT]] = 1 << 5 | face << 2 | amount
    state[LAST_FACE], state[LAST_TURNS] = face, amount
    state[AT] += 1


@inlined
def turn_target_to(pen, stage, position):
    """Turn the target face to one of its four positions."""
    turn_face(pen, stage[TARGET], position - pen.state[TARGET_AT])
    pen.state[TARGET_AT] = position & 3


@inlined
def turn_source_to(pen, stage, position):
    """Turn the source face to a position; the target face must be at home for that."""
    if pen.state[SOURCE_AT] != position:
        turn_target_to(pen, stage, 0)
        turn_face(pen, stage[SOURCE], position - pen.state[SOURCE_AT])
        pen.state[SOURCE_AT] = position


@inlined
def put_row(pen, row, face, turns):
    """Turn the layer of a row."""
    if pen.state[WRITES]:
        pen.out[pen.state[AT]] = (row + 2) << 5 | face << 2 | turns
    pen.state[AT] += 1
    pen.state[LAST_FACE] = -1


@inlined
def put_columns(out, at, bits, on, first, flip, vectors):
    """Turn the layers of up to 64 columns; return where the next turn is written."""
    if vectors:
        return put_bits(out, at, bits, on, np.int32(first), np.int32(flip))
    while bits:
        k = lowest_bit(bits)
        bits &= bits - ONE
        word = first + (k << 5)
        out[at] = word ^ flip if (on >> np.uint64(k)) & ONE else word
        at += 1
    return at


@inlined
def change_columns(pen, masks, before, after, stage, rows):
    """Turn the columns in which two rows of masks differ; -1 stands for none; tell if any do."""
    turned = stage[SIDE] << 2 | stage[X]
    back = stage[SIDE] << 2 | (4 - stage[X])
    at = pen.state[AT]
    for chunk in range(rows.n_chunks):
        for word in range(WORDS):
            k = chunk * STEP_WORDS + word
            old = masks[before + k] if before >= 0 else NONE
            new = masks[after + k] if after >= 0 else NONE
            if old != new:
                first = (chunk * CHUNK + word * WORD + 2) << 5 | back
                at = put_columns(pen.out, at, old ^ new, new, first, turned ^ back, rows.vectors)
    any_turned = at > pen.state[AT]
    if any_turned:
        pen.state[AT], pen.state[LAST_FACE] = at, -1
    return any_turned


@inlined
def write_step(pen, masks, step, stage, plan, rows):
    """Write the turns of one step that uses some rows."""
    d, order = step & 3, plan.order[step]
    turned, back = stage[Y], 4 - stage[Y]
    here = -1
    turn_source_to(pen, stage, (step >> 2) & 3)
    for k in range(plan.used[step]):
        row = order[k]
        after = row * rows.n_chunks * STEP_WORDS + step * WORDS
        same = True
        for chunk in range(rows.n_chunks * (here >= 0)):
            for word in range(WORDS):
                w = chunk * STEP_WORDS + word
                same = same and masks[here + w] == masks[after + w]
        if not same or here < 0:
            turn_target_to(pen, stage, d)
            change_columns(pen, masks, here, after, stage, rows)
            turn_target_to(pen, stage, d + stage[TURN])
        put_row(pen, rows.first + row, stage[OTHER], turned)
        here = after
    turn_target_to(pen, stage, d)
    change_columns(pen, masks, here, -1, stage, rows)
    turn_target_to(pen, stage, d + stage[TURN])
    for k in range(plan.used[step]):
        put_row(pen, rows.first + order[k], stage[OTHER], back)


@inlined
def count_step(pen, step, stage, plan):
    """Do what `write_step` does to the state of a pen, without writing or looking at masks."""
    d, used = step & 3, plan.used[step]
    turn_source_to(pen, stage, (step >> 2) & 3)
    turn_target_to(pen, stage, d)
    # Between rows that differ the target face turns twice; the first and the last turns are here.
    pen.state[AT] += plan.toggles[step] + 2 * used + 2 * (used - plan.joined[step]) + 1
    pen.state[LAST_FACE] = -1
    pen.state[TARGET_AT] = (d + stage[TURN]) & 3


@kernel(int64(uint64[::1], ROWS, int64[:, ::1], PLAN, PEN), nogil=True)
def write_turns(masks, rows, stages, plan, pen):
    """Write the turns of a block of rows, or only count them; return how many there are."""
    state = pen.state
    for stage in range(len(stages)):
        state[TARGET_AT], state[SOURCE_AT] = 0, 0
        for position in range(16):
            step = 16 * stage + position
            if plan.used[step] and state[WRITES]:
                write_step(pen, masks, step, stages[stage], plan, rows)
            elif plan.used[step]:
                count_step(pen, step, stages[stage], plan)
        turn_target_to(pen, stages[stage], 0)
        turn_source_to(pen, stages[stage], 0)
        pen.ends[stage] = state[AT]
    return state[AT]
