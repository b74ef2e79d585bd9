"""The next step of pairing edges: of all ways to slice, stir and slice back, the best.

`wings[edge, index]` is the pair of colours that a wing shows: six times the first face's plus the
second's. A step is a setup of outer turns, a turn of some inner layers, outer turns, and another
turn of the layers, which may be none; where centres are to be kept, it is the turn back, and the
outer turns leave every side face as it was. Wings in other layers stay with their edge; those in
the layers part from them on the way.

What a way does is listed for one layer: index l of an edge is called 0, index n-1-l is called 1.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.costs import BLOCK
from cubesolve.kernels.records import float64, inlined, int64, kernel, record, uint8, void
from cubesolve.kernels.runs import FORBIDDEN, LINES, Lines, best_runs, copy, inner_price, new_lines

REVERSED, SWAPPED = 1, 2


class Setups(NamedTuple):
    """Outer turns to begin with: setup s carries an edge to `to[s, edge]`, at a cost.

    `flags[s, edge]` tells how it lies there, `REVERSED` (indexes run the other way) and `SWAPPED`
    (its colours change places).
    """

    to: Any
    flags: Any
    cost: Any


class Ways(NamedTuple):
    """What follows the setup: `cost` without its layers' boundaries, how often these `turn`.

    `changes_parity` tells whether the turns of the layers add up to an odd number of quarters,
    which changes the parity of their wings. `moves[way, k]` is a `WingMove` for k < n_moves[way],
    `unions[way, k]` a `Union` in the same manner. Bits of `touches` are the edges that moves come
    from or compare with, bits of `parts` those that unions would part: where all of them are whole,
    there is nothing to gain.
    """

    cost: Any
    turns: Any
    changes_parity: Any
    moves: Any
    n_moves: Any
    touches: Any
    unions: Any
    n_unions: Any
    parts: Any


class WingMove(NamedTuple):
    """A place gets another wing than it would without slicing.

    It gets the wing of the edge `source` where otherwise that of the edge `home` would have come,
    whose middle wing it is compared with.
    """

    source: int
    source_index: int
    swaps: int
    home: int
    home_index: int


class Union(NamedTuple):
    """Both wings that an edge gets, and the edge that would be there; for the middle of even sizes.

    Each wing has its edge, its index there, and whether its colours change places.
    """

    first: int
    first_index: int
    first_swaps: int
    second: int
    second_index: int
    second_swaps: int
    home: int


class Step(NamedTuple):
    """The step found: gain over cost, its setup, its way, and its gain, 0 if none was found."""

    ratio: float
    setup: int
    way: int
    gain: int


class Room(NamedTuple):
    """Room to search in: the wings after a setup, and what each layer gains.

    `matched` tells which wings go with the middle of their edge.
    """

    wings: Any
    matched: Any
    lines: Lines


WINGS = int64[:, ::1]
SETUPS = record(Setups, int64[:, ::1], int64[:, ::1], float64[::1])
WAYS = record(
    Ways,
    float64[::1],
    int64[::1],
    uint8[::1],
    int64[:, :, ::1],
    int64[::1],
    int64[::1],
    int64[:, :, ::1],
    int64[::1],
    int64[::1],
)
STEP = record(Step, float64, int64, int64, int64)
ROOM = record(Room, WINGS, uint8[:, ::1], LINES)


def new_room(n: int) -> Room:
    """Return room for edges of n wings."""
    return Room(
        np.empty((12, n), dtype=np.int64),
        np.empty((12, n), dtype=np.uint8),
        new_lines(n),
    )


@inlined
def move_at(moves, way, k):
    """Return a row of the table by its names."""
    row = moves[way, k]
    return WingMove(row[0], row[1], row[2], row[3], row[4])


@inlined
def union_at(unions, way, k):
    """Return a row of the table by its names."""
    row = unions[way, k]
    return Union(row[0], row[1], row[2], row[3], row[4], row[5], row[6])


@inlined
def swapped(code):
    """Return the colours the other way round."""
    return (code % 6) * 6 + code // 6


@inlined
def any_positive(numbers):
    """Whether a number is more than 0; the compiler takes seconds for `max`."""
    found = False
    for number in numbers:
        found |= number > 0
    return found


@inlined
def wing_at(wings, edge, index, layer, swaps):
    """Return what the wing of an edge shows whose index a layer calls 0 or 1."""
    code = wings[edge, wings.shape[1] - 1 - layer if index else layer]
    return swapped(code) if swaps else code


@kernel(void(WINGS, SETUPS, int64, WINGS))
def permute(wings, setups, setup, result):
    """Write to `result` what a setup makes of the edges."""
    n = wings.shape[1]
    for edge in range(12):
        flag, there = setups.flags[setup, edge], setups.to[setup, edge]
        for i in range(n):
            code = wings[edge, i]
            if flag & SWAPPED:
                code = swapped(code)
            result[there, n - 1 - i if flag & REVERSED else i] = code


@inlined
def match(room, reference):
    """Note which wings go with that of their edge at the reference; return edges with others."""
    bad = 0
    for edge in range(12):
        for index in range(room.wings.shape[1]):
            same = room.wings[edge, index] == room.wings[edge, reference]
            room.matched[edge, index] = same
            if not same:
                bad |= 1 << edge
    return bad


@inlined
def layer_gain(room, ways, way, layer, reference):
    """Return how many more wings go with their middle if a layer takes part in a way."""
    n = room.wings.shape[1]
    gain = 0
    for k in range(ways.n_moves[way]):
        move = move_at(ways.moves, way, k)
        came = wing_at(room.wings, move.source, move.source_index, layer, move.swaps)
        gain += int(came == room.wings[move.home, reference])
        gain -= int(room.matched[move.home, n - 1 - layer if move.home_index else layer])
    return gain


@inlined
def load_gains(room, ways, way, reference, bonus):
    """Fill in what each layer gains by a way; the middle wings are where the others go to."""
    n = room.wings.shape[1]
    for layer in range(n):
        room.lines.gains[layer] = FORBIDDEN
        if layer != reference and layer != n - 1 - reference:
            gain = layer_gain(room, ways, way, layer, reference)
            if ways.changes_parity[way]:
                gain += bonus[layer]
            room.lines.gains[layer] = gain


@kernel(STEP(WINGS, int64, int64[::1], SETUPS, WAYS, float64, ROOM, uint8[::1]))
def best_step(wings, reference, bonus, setups, ways, least, room, layers):
    """Find the step that brings most wings to their middle wing for its cost, more than `least`.

    `reference` is the index of the middle wing; it and its mirror image do not take part. To change
    the parity of a layer's wings gains its `bonus` more, which is negative where the parity is as
    it should be. `layers` is filled with the layers to slice, numbered like indexes, if there is
    such a step; the first of equal ones counts.
    """
    fixes = any_positive(bonus)
    best = Step(least, 0, 0, 0)
    for setup in range(len(setups.cost)):
        permute(wings, setups, setup, room.wings)
        bad = match(room, reference)
        for way in range(len(ways.cost)):
            if not (ways.touches[way] & bad or (ways.changes_parity[way] and fixes)):
                continue
            load_gains(room, ways, way, reference, bonus)
            price = inner_price(setups.cost[setup] + ways.cost[way], ways.turns[way])
            # Of two layers of one orbit only one: both may carry the same wings.
            found = best_runs(room.lines, price, True, best.ratio)
            if found.ratio > best.ratio:
                best = Step(found.ratio, setup, way, found.gain)
                copy(room.lines.chosen, layers)
    return best


@inlined
def union_gain(room, ways, way, layer, bad):
    """Return how many more edges have two middle wings alike if a layer takes part in a way."""
    gain = 0
    for k in range(ways.n_unions[way]):
        union = union_at(ways.unions, way, k)
        first = wing_at(room.wings, union.first, union.first_index, layer, union.first_swaps)
        second = wing_at(room.wings, union.second, union.second_index, layer, union.second_swaps)
        gain += int(first == second) - int(not bad >> union.home & 1)
    return gain


@inlined
def unlike_middles(wings):
    """Return the edges whose two middle wings show different colours."""
    bad = 0
    for edge in range(12):
        middle = wings.shape[1] // 2
        if wings[edge, middle - 1] != wings[edge, middle]:
            bad |= 1 << edge
    return bad


@inlined
def n_edges(bits):
    """Return how many edges there are bits for."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel(STEP(WINGS, int64, SETUPS, WAYS, float64, ROOM, uint8[::1]))
def best_union(wings, bonus, setups, ways, least, room, layers):
    """Find the step that makes most pairs of the two middle wings for its cost; even sizes.

    It must gain more than `least` for its cost. It slices one of the two middle layers; `layers` is
    filled with that one, if there is such a step.
    """
    n = wings.shape[1]
    low, high = n // 2 - 1, n // 2
    best = Step(least, 0, 0, 0)
    for setup in range(len(setups.cost)):
        permute(wings, setups, setup, room.wings)
        bad = unlike_middles(room.wings)
        for way in range(len(ways.cost)):
            if not (ways.parts[way] & bad or (ways.changes_parity[way] and bonus > 0)):
                continue
            cost = setups.cost[setup] + ways.cost[way] + BLOCK * ways.turns[way]
            more = bonus if ways.changes_parity[way] else 0
            # Only edges that are parted can gain: quicker than to look at their wings.
            if (n_edges(ways.parts[way] & bad) + more) / cost <= best.ratio:
                continue
            for layer in range(low, high + 1):
                gain = union_gain(room, ways, way, layer, bad) + more
                if gain / cost > best.ratio:
                    best = Step(gain / cost, setup, way, gain)
                    layers[:] = 0
                    layers[layer] = 1
    return best
