"""How long an algorithm is: five ways to count.

Successive turns about one axis are counted together: only the net turn of each layer matters. The
net turns of a run are kept as differences between neighbouring layers, so a run costs as much as it
has moves, on a cube of any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import pairwise

from cubesolve.notation.alg import Alg
from cubesolve.notation.move import Move, Turn

_LARGEST_HTM = 3  # larger cubes have inner blocks, and HTM does not say what they count

Steps = dict[int, int]  # layer from 0 -> change of turns (1 to 3) from the layer before it


class Metric(StrEnum):
    """What counts as one; whole-cube turns are free except in ETM. Small letters will do.

    >>> Metric("obtm")
    <Metric.OBTM: 'OBTM'>
    """

    OBTM = "OBTM"  #: a turn of a block with an outer layer; an inner block counts two
    RBTM = "RBTM"  #: a turn of any contiguous range of layers
    SST = "SST"  #: a turn of a single layer
    QTM = "QTM"  #: a quarter turn of any set of layers
    ETM = "ETM"  #: every move and rotation as written

    @classmethod
    def _missing_(cls, value: object) -> Metric:
        name = value.upper() if isinstance(value, str) else ""
        for metric in cls:
            if metric.value == name:
                return metric
        raise ValueError(f"expected one of the metrics {', '.join(cls)}; got {value!r}")


def metric_for(metric: Metric | str, size: int) -> Metric:
    """Return the metric with this name; on a 2x2 and a 3x3, OBTM is also called HTM.

    >>> metric_for("htm", 3)
    <Metric.OBTM: 'OBTM'>
    """
    if isinstance(metric, str) and metric.upper() == "HTM":
        if size <= _LARGEST_HTM:
            return Metric.OBTM
        raise ValueError(f"HTM is a metric for 2x2 and 3x3; for size {size}, use OBTM")
    return Metric(metric)


def count(alg: Alg, metric: Metric | str, size: int) -> int:
    """Return the length of the algorithm in this metric on a cube of this size."""
    metric = metric_for(metric, size)
    if metric is Metric.ETM:
        for move in dict.fromkeys(alg.moves):
            move.resolve(size)
        return len(alg.moves)
    cost = _COSTS[metric]
    return sum(cost(steps, size) for steps in net_runs(alg.moves, size))


def net_runs(moves: Iterable[Move], size: int) -> Iterator[Steps]:
    """Yield the net turns of each run of moves about one axis, whole-cube turns left out."""
    axis = -1
    steps: Steps = {}
    for move in moves:
        if move.axis != axis:
            if steps:
                yield steps
            axis, steps = move.axis, {}
        for turn in move.resolve(size):
            if turn.first > 0 or turn.last < size - 1:
                add_turn(steps, turn)
    if steps:
        yield steps


def add_turn(steps: Steps, turn: Turn) -> None:
    """Add a block's turn to the differences."""
    for layer, change in ((turn.first, turn.turns), (turn.last + 1, -turn.turns)):
        total = (steps.get(layer, 0) + change) % 4
        if total:
            steps[layer] = total
        else:
            steps.pop(layer, None)


def net_blocks(steps: Steps) -> list[tuple[int, int, int]]:
    """Return the blocks `(first, last, turns)` of layers that turn alike, without those at rest."""
    blocks = []
    turns = 0
    ends = sorted(steps)
    for first, after in pairwise(ends):
        turns = (turns + steps[first]) % 4
        if turns:
            blocks.append((first, after - 1, turns))
    return blocks


def is_whole_turn(steps: Steps, size: int) -> bool:
    """Whether all layers turn alike, or none does."""
    return all(layer in (0, size) for layer in steps)


def _obtm(steps: Steps, size: int) -> int:
    return sum(0 < layer < size for layer in steps)


def _rbtm(steps: Steps, size: int) -> int:
    # A turned range adds its amount at one boundary and takes it off at another: differences that
    # cancel among themselves in a group of g need g - 1 ranges.
    ones, twos, threes = (sum(change == k for change in steps.values()) for k in (1, 2, 3))
    pairs = min(ones, threes)
    left = max(ones, threes) - pairs  # all of one kind: two go with a lone half turn
    return len(steps) - pairs - twos // 2 - twos % 2 - left // 4


def _sst(steps: Steps, size: int) -> int:
    return sum(last - first + 1 for first, last, _ in net_blocks(steps))


def _qtm(steps: Steps, size: int) -> int:
    kinds = {turns for _, _, turns in net_blocks(steps)}
    # Layers that turn twice can share a quarter turn with those that turn once.
    return 2 if kinds == {2} else len(kinds)


_COSTS = {Metric.OBTM: _obtm, Metric.RBTM: _rbtm, Metric.SST: _sst, Metric.QTM: _qtm}
