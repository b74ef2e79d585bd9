"""Sets of places as bits: every mask has its own number, and turns move the places."""

import numpy as np
import pytest

from cubesolve.kernels.masks import mask_rank, turned_mask
from cubesolve.search.masks import all_masks, mask_ranks, mask_turns
from cubesolve.search.orbits import pieces


@pytest.mark.parametrize("size", [0, 1, 8, 12, 24])
def test_numbers_are_in_the_order_of_the_masks(size: int) -> None:
    masks = all_masks(24, size)
    ranks = mask_ranks(size)
    found = ranks.high[masks >> 12] + ranks.low[masks & 4095]
    assert np.array_equal(found, np.arange(len(masks)))
    assert mask_rank(ranks, masks[-1]) == len(masks) - 1


def test_turns_move_the_places_of_a_mask() -> None:
    orbit = pieces(5).t_centers
    assert orbit is not None
    tables = mask_turns(orbit.turns)
    rng = np.random.default_rng(1)
    for turn in range(36):
        state = rng.integers(0, 2, 24)
        bits = np.left_shift(1, np.arange(24))
        before, after = int(state @ bits), int(state[orbit.turns[turn]] @ bits)
        assert turned_mask(tables, turn, before) == after
