"""Distances of four wings, where they are known beforehand."""

from itertools import product

import numpy as np

from cubesolve.checkpoints import made_once
from cubesolve.kernels.wing_table import PLACES, UNKNOWN
from cubesolve.stages.layers.wings import distances


def test_wings_that_go_round() -> None:
    """With turns of all sixteen places by one, the way round is the shorter of two.

    A third move, by four, costs 2 and needs the second of two extras, which only the first moves
    change.
    """
    steps = np.array([1, -1, 4])
    carried = (np.arange(PLACES)[None, :] + steps[:, None]) % PLACES
    follows = np.array([[1, 0], [1, 0], [-1, 1]])
    cost = np.array([1, 1, 2])
    home = [0, 1, 2, 3]

    def number(shift: int, extra: int) -> int:
        code = 0
        for place in home:
            code = code << 4 | (place + shift) % PLACES
        return code * 2 + extra

    found = made_once(lambda: distances(carried, follows, cost, number(0, 0)))()
    expected = {(0, 0): 0}
    for _ in range(40):  # relax as long as anything changes, without any order
        for (shift, extra), move in product(list(expected), range(3)):
            further = int(follows[move, extra])
            if further >= 0:
                there = (shift + int(steps[move])) % PLACES, further
                total = expected[shift, extra] + int(cost[move])
                expected[there] = min(expected.get(there, 99), total)
    assert len(expected) == PLACES  # an even shift has the first extra, an odd one the second
    for (shift, extra), distance in expected.items():
        assert found[number(shift, extra)] == distance
    assert int(np.sum(found != UNKNOWN)) == len(expected)
