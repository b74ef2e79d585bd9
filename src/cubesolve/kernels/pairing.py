"""The next step of pairing the edges of a first layer, while all other centres are free.

`wings[edge, index]` is the pair of colours that a wing shows, as in `kernels.edges`. A step is a
setup of outer turns and a turn of some layers between U and D, which need not be turned back.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from typing import Any, NamedTuple

import numpy as np

from cubesolve.costs import QUARTERS
from cubesolve.kernels.edges import SETUPS, SWAPPED, WINGS, permute, swapped
from cubesolve.kernels.records import float64, inlined, int64, kernel, record, uint8
from cubesolve.kernels.runs import FORBIDDEN, LINES, Lines, best_runs, copy, inner_price, new_lines


class Anchors(NamedTuple):
    """The edges where wings are to meet, and the colours that these shall show there.

    The layer `kept` does not turn (-1: all may): its wings are where the others go to.
    """

    edges: Any
    codes: Any
    kept: int


class Sources(NamedTuple):
    """What a turn of a layer does, by turns and edge: where the edge's new wing comes from.

    `edge` is -1 if none moves there; `swaps` tells whether the wing's colours change places.
    """

    edge: Any
    swaps: Any


class Step(NamedTuple):
    """The step found: gain over cost, 0 if no step gains; its setup, turns of layers, and gain."""

    ratio: float
    setup: int
    turns: int
    gain: int


class Room(NamedTuple):
    """Room to search in: wings and anchors after a setup, and what each layer gains."""

    wings: Any
    anchors: Anchors
    lines: Lines


ANCHORS = record(Anchors, int64[::1], int64[::1], int64)
SOURCES = record(Sources, int64[:, ::1], int64[:, ::1])
STEP = record(Step, float64, int64, int64, int64)
ROOM = record(Room, WINGS, ANCHORS, LINES)


def new_room(n: int, anchors: Anchors) -> Room:
    """Return room for edges of n wings, and anchors like these."""
    goals = Anchors(anchors.edges.copy(), anchors.codes.copy(), anchors.kept)
    return Room(np.empty((12, n), dtype=np.int64), goals, new_lines(n))


@inlined
def move_anchors(setups, setup, anchors, result):
    """Write to `result` where a setup carries the anchors, and what they show there."""
    for k in range(len(anchors.edges)):
        edge, code = anchors.edges[k], anchors.codes[k]
        if setups.flags[setup, edge] & SWAPPED:
            code = swapped(code)
        result.edges[k], result.codes[k] = setups.to[setup, edge], code


@inlined
def load_gains(wings, anchors, sources, turns, lines):
    """Fill in how many more wings come to their anchor by a turn of each layer."""
    for layer in range(wings.shape[1]):
        gain = 0
        for k in range(len(anchors.edges)):
            edge, code = anchors.edges[k], anchors.codes[k]
            source = sources.edge[turns, edge]
            if source < 0:
                continue
            came = wings[source, layer]
            if sources.swaps[turns, edge]:
                came = swapped(came)
            gain += int(came == code) - int(wings[edge, layer] == code)
        lines.gains[layer] = FORBIDDEN if layer == anchors.kept else gain


@kernel(STEP(WINGS, ANCHORS, SETUPS, SOURCES, ROOM, uint8[::1]))
def best_turn(wings, anchors, setups, sources, room, layers):
    """Find the step that brings most wings to their anchors for its cost.

    `layers` is filled with the layers to turn, numbered like indexes.
    """
    lines = room.lines
    best = Step(0.0, 0, 0, 0)
    for setup in range(len(setups.cost)):
        permute(wings, setups, setup, room.wings)
        move_anchors(setups, setup, anchors, room.anchors)
        for turns in range(1, 4):
            load_gains(room.wings, room.anchors, sources, turns, lines)
            price = inner_price(setups.cost[setup] + QUARTERS[turns], 1)
            found = best_runs(lines, price, False, best.ratio)
            if found.ratio > best.ratio:
                best = Step(found.ratio, setup, turns, found.gain)
                copy(lines.chosen, layers)
    return best
