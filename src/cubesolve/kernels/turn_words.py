"""Turns of single layers as words: counted in every metric, merged, checked, made into codes.

A word is layer from 1 << 5 | face << 2 | clockwise quarter turns 1 to 3, faces in the order URFDLB.
About each axis layers are numbered from R, U or F here; successive turns about one axis are a run,
of which only the net turn of each layer matters.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.kernels.records import inlined, int32, int64, kernel, record, uint8, void

OBTM, RBTM, SST, QTM = range(4)  # of the counts
N_METRICS = 4


class Run(NamedTuple):
    """The net turn of each layer in a run, a zero on both sides, and which layers were touched.

    `state` holds the axis and how many were touched.
    """

    net: Any
    touched: Any
    layers: Any
    state: Any


RUN = record(Run, uint8[::1], uint8[::1], int64[::1], int64[::1])


def new_run(size: int) -> Run:
    """Return an empty run of a cube of this size."""
    return Run(
        np.zeros(size + 2, np.uint8),
        np.zeros(size + 2, np.uint8),
        np.zeros(size + 2, np.int64),
        np.array([-1, 0]),
    )


@inlined
def add_to_run(run, size, word):
    """Add a turn about the axis of a run."""
    face, layer, turns = (word >> 2) & 7, word >> 5, word & 3
    if face >= 3:
        layer, turns = size + 1 - layer, 4 - turns
    if not run.touched[layer]:
        run.touched[layer] = 1
        run.layers[run.state[1]] = layer
        run.state[1] += 1
    run.net[layer] = (run.net[layer] + turns) & 3


@inlined
def empty_run(run):
    """Forget the turns of a run."""
    for k in range(run.state[1]):
        run.net[run.layers[k]] = 0
        run.touched[run.layers[k]] = 0
    run.state[1] = 0


@inlined
def count_run(run, size, counts):
    """Add to the counts what a run takes: see `notation/metrics.py` for why."""
    ones, twos, threes, inner, turned, kinds = 0, 0, 0, 0, 0, 0
    for k in range(run.state[1]):
        layer = run.layers[k]
        turned += run.net[layer] != 0
        kinds |= 1 << run.net[layer]
        for after in range(layer, layer + 1 + (run.touched[layer + 1] == 0)):
            change = (np.int64(run.net[after]) - np.int64(run.net[after - 1])) & 3
            inner += change != 0 and 1 < after <= size
            ones += change == 1
            twos += change == 2
            threes += change == 3
    pairs = min(ones, threes)
    left = max(ones, threes) - pairs
    counts[OBTM] += inner
    counts[RBTM] += ones + twos + threes - pairs - twos // 2 - twos % 2 - left // 4
    counts[SST] += turned
    kinds &= 14
    quarters = (kinds >> 1 & 1) + (kinds >> 2 & 1) + (kinds >> 3 & 1)
    counts[QTM] += 2 if kinds == 4 else quarters


@kernel(void(int32[::1], int64, RUN, int64[::1]))
def count_words(words, size, run, counts):
    """Count turns in four metrics; the last run stays open for the turns that follow."""
    for k in range(len(words)):
        axis = ((words[k] >> 2) & 7) % 3
        if axis != run.state[0]:
            count_run(run, size, counts)
            empty_run(run)
            run.state[0] = axis
        add_to_run(run, size, np.int64(words[k]))


@kernel(void(int64, RUN, int64[::1]))
def count_rest(size, run, counts):
    """Count the run that is open."""
    count_run(run, size, counts)
    empty_run(run)
    run.state[0] = -1


@inlined
def write_run(run, size, out, at):
    """Write the net turns of a run in the order of their first touch; return where it ends."""
    axis = run.state[0]
    for k in range(run.state[1]):
        layer, turns = run.layers[k], np.int64(run.net[run.layers[k]])
        face = axis
        if 2 * layer > size + 1:
            face, layer, turns = axis + 3, size + 1 - layer, 4 - turns
        if run.net[run.layers[k]]:
            out[at] = layer << 5 | face << 2 | turns
            at += 1
    return at


@kernel(int64(int32[::1], int64, RUN, int32[::1], int64[::1]))
def merge_words(words, size, run, out, starts):
    """Merge turns of one layer in each run; return how many remain.

    Runs that come to nothing let their neighbours meet. `starts` is room for where runs start.
    """
    at, n_runs = 0, 0
    for k in range(len(words)):
        axis = ((words[k] >> 2) & 7) % 3
        if axis != run.state[0]:
            if run.state[1]:
                end = write_run(run, size, out, at)
                if end > at:
                    starts[n_runs] = at
                    n_runs += 1
                    at = end
                empty_run(run)
            run.state[0] = axis
            if n_runs and ((out[starts[n_runs - 1]] >> 2) & 7) % 3 == axis:
                n_runs -= 1
                for j in range(starts[n_runs], at):
                    add_to_run(run, size, np.int64(out[j]))
                at = starts[n_runs]
        add_to_run(run, size, np.int64(words[k]))
    at = write_run(run, size, out, at)
    empty_run(run)
    run.state[0] = -1
    return at


@kernel(int64(int32[::1], int64))
def first_wrong(words, size):
    """Return the place of the first word that is no turn of this size, or -1."""
    for k in range(len(words)):
        layer = words[k] >> 5
        if layer < 1 or layer > size or (words[k] >> 2) & 7 > 5 or words[k] & 3 == 0:
            return k
    return -1


@kernel(void(int32[::1], int64[::1]))
def codes_of_words(words, codes):
    """Write turns as the codes that `kernels/turning.py` plays."""
    for k in range(len(words)):
        word = np.int64(words[k])
        face, layer = (word >> 2) & 7, word >> 5
        side = face % 3
        axis = 1 - side if side < 2 else 2
        codes[k] = axis | (word & 3) << 2 | (face >= 3) << 4 | layer << 7 | layer << 35


@kernel(void(int32[::1], int32[::1]))
def invert_words(words, out):
    """Write the turns that take turns back."""
    for k in range(len(words)):
        word = words[len(words) - 1 - k]
        out[k] = word & ~3 | (4 - (word & 3)) & 3
