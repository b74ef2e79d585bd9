"""Turns that are written one after the other into one array, which grows where it must."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Turns = npt.NDArray[np.int32]


class GrowingTurns:
    """An array of turns with room at its end; memory that nothing is written to costs nothing.

    >>> turns = GrowingTurns(2)
    >>> for k in range(3):
    ...     turns.room(2)[0] = k
    ...     turns.keep(1)
    >>> turns.all().tolist()
    [0, 1, 2]
    """

    def __init__(self, expected: int) -> None:
        self._turns = np.empty(max(expected, 1), np.int32)
        self.count = 0

    def room(self, most: int) -> Turns:
        """Return room for so many turns after those that are kept."""
        if self.count + most > len(self._turns):
            larger = np.empty(max(self.count + most, 3 * len(self._turns) // 2), np.int32)
            larger[: self.count] = self._turns[: self.count]
            self._turns = larger
        return self._turns[self.count : self.count + most]

    def keep(self, count: int) -> None:
        """Keep so many turns of those that were written into the room."""
        self.count += count

    def add(self, turns: Turns) -> None:
        """Write turns after the others, and keep them."""
        self.room(len(turns))[:] = turns
        self.keep(len(turns))

    def all(self) -> Turns:
        """Return all turns that are kept."""
        return self._turns[: self.count]
