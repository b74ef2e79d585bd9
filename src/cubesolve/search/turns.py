"""`TurnSet`: the turns that a search plays, what they cost, and which may follow which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from string import digits

import numpy as np
import numpy.typing as npt

from cubesolve.model.geometry import FACE_NAMES
from cubesolve.notation import Alg, Metric

#: What a search can shorten.
METRICS = (Metric.OBTM, Metric.QTM)

_AMOUNTS = ("", "2", "'")
_HALF = 1


def check_metric(metric: Metric) -> None:
    """Raise `ValueError` for a metric that searches do not shorten."""
    if metric not in METRICS:
        names = " or ".join(m.value for m in METRICS)
        raise ValueError(f"expected a metric that a search can minimise, {names}; got {metric}")


class TurnSet:
    """Turns of some blocks of layers, such as U, R and F: turn `3 * block + amount - 1`.

    Turns about one axis can change places, so only one of their orders is searched: that in which
    the blocks are given.

    >>> turns = TurnSet("URFDLB")
    >>> turns.names[:4], turns.inverse(3)
    (('U', 'U2', "U'", 'R'), 5)
    """

    def __init__(self, blocks: Sequence[str]) -> None:
        self.names = tuple(block + amount for block in blocks for amount in _AMOUNTS)
        self._axes = tuple(FACE_NAMES.index(block.lstrip(digits)[0]) % 3 for block in blocks)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def every(self) -> int:
        """All turns as bits."""
        return (1 << len(self)) - 1

    @cached_property
    def quarter(self) -> tuple[int, ...]:
        """The turns by a quarter."""
        return tuple(turn for turn in range(len(self)) if turn % 3 != _HALF)

    @cached_property
    def after(self) -> npt.NDArray[np.int64]:
        """By turn, as bits: which turns may follow it.

        >>> [f"{bits:06b}" for bits in TurnSet("UD").after]  # D, D2, D' after U; nothing after D
        ['111000', '111000', '111000', '000000', '000000', '000000']
        """
        found = np.zeros(len(self), np.int64)
        for turn in range(len(self)):
            for other in range(len(self)):
                if self.axis(turn) != self.axis(other) or turn // 3 < other // 3:
                    found[turn] |= 1 << other
        return found

    @cached_property
    def follows(self) -> npt.NDArray[np.bool_]:
        """By turn and turn after it: whether the second may follow. It fits any number of turns.

        >>> TurnSet("UD").follows[0].tolist()
        [False, False, False, True, True, True]
        """
        blocks = np.arange(len(self)) // 3
        axes = np.array([self.axis(turn) for turn in range(len(self))])
        found: npt.NDArray[np.bool_] = (axes[:, None] != axes) | (blocks[:, None] < blocks)
        return found

    def axis(self, turn: int) -> int:
        """Return the axis that a turn is about."""
        return self._axes[turn // 3]

    def inverse(self, turn: int) -> int:
        """Return the turn that undoes a turn."""
        return turn - turn % 3 + 2 - turn % 3

    def costs(self, metric: Metric) -> tuple[int, ...]:
        """Return what each turn costs; raise `ValueError` for a metric that is not searched."""
        check_metric(metric)
        half = 2 if metric == Metric.QTM else 1
        return tuple(half if turn % 3 == _HALF else 1 for turn in range(len(self)))

    def in_order(self, turns: Iterable[int]) -> tuple[int, ...]:
        """Return turns with neighbours about one axis in the order in which they are searched.

        >>> TurnSet("URFDLB").in_order([9, 0, 3])  # D U R
        (0, 9, 3)
        """
        found: list[int] = []
        for turn in turns:
            at = len(found)
            while at and self.axis(found[at - 1]) == self.axis(turn) and found[at - 1] > turn:
                at -= 1
            found.insert(at, turn)
        return tuple(found)

    def merged(self, turns: Iterable[int]) -> tuple[int, ...]:
        """Return turns with those of one block as one, where only its axis is turned between them.

        >>> TurnSet("URFDLB").merged([3, 13, 4])  # R L2 R2
        (5, 13)
        """
        found: list[int] = []
        for turn in turns:
            at = len(found)
            while at and self.axis(found[at - 1]) == self.axis(turn):
                at -= 1
            same = next((i for i in range(at, len(found)) if found[i] // 3 == turn // 3), None)
            if same is None:
                found.append(turn)
                continue
            amount = (found[same] % 3 + 1 + turn % 3 + 1) % 4
            if amount:
                found[same] = turn - turn % 3 + amount - 1
            else:
                del found[same]
        return tuple(found)

    def to_alg(self, turns: Iterable[int]) -> Alg:
        """Return turns as moves."""
        return Alg.parse(" ".join(self.names[turn] for turn in turns))
