"""How far four pieces are from home, whatever they are: the edges of a cross, corners of a layer.

Each piece is in one of 24 places, its twist or flip included. Nothing else is looked at, so the
table has an entry for every arrangement of the four, 24^4 in all.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

N_PLACES = 24
_PIECES = 4


class FourPieces:
    """The fewest turns that bring four pieces home: see `build`.

    `turns` says for each turn, by its name, where it carries what is in each place.
    """

    def __init__(
        self, turns: Mapping[str, npt.NDArray[np.int64]], distance: npt.NDArray[np.int8]
    ) -> None:
        self._turns = turns
        self._distance = distance

    @classmethod
    def build(
        cls, home: Sequence[int], turns: Mapping[str, Sequence[int]]
    ) -> Generator[None, None, FourPieces]:
        """Return the table of four pieces that belong in these places, piece by piece of it."""
        arrays = {name: np.array(there) for name, there in turns.items()}
        return cls(arrays, (yield from _distances(_code(home), list(arrays.values()))))

    def distance(self, places: Sequence[int]) -> int:
        """Return how many turns these places of the four pieces are from home."""
        return int(self._distance[_code(places)])

    def fewest_turns(self, places: Sequence[int]) -> list[str]:
        """Return the names of the fewest turns that bring the four pieces home."""
        state = list(places)
        names = []
        while (left := self.distance(state)) > 0:
            for name, there in self._turns.items():
                further = [int(there[place]) for place in state]
                if self.distance(further) < left:
                    names.append(name)
                    state = further
                    break
        return names


def _distances(
    home: int, turns: Sequence[npt.NDArray[np.int64]]
) -> Generator[None, None, npt.NDArray[np.int8]]:
    distance = np.full(N_PLACES**_PIECES, -1, dtype=np.int8)
    front = np.array([home])
    distance[front] = 0
    depth = 0
    while front.size:
        depth += 1
        places = [front // N_PLACES**k % N_PLACES for k in reversed(range(_PIECES))]
        reached = []
        for there in turns:
            further = np.zeros_like(front)
            for place in places:
                further = further * N_PLACES + there[place]
            reached.append(further[distance[further] < 0])
            distance[reached[-1]] = depth
            yield
        front = np.unique(np.concatenate(reached))
    return distance


def _code(places: Sequence[int]) -> int:
    code = 0
    for place in places:
        code = code * N_PLACES + place
    return code
