"""Ranks of permutations and orientations, for any number of pieces, against `itertools`."""

from itertools import permutations, product

import numpy as np
import pytest

from cubesolve.kernels import ranks


@pytest.mark.parametrize("n", range(1, 8))
def test_permutations_are_numbered_in_the_order_of_a_dictionary(n: int) -> None:
    for width in (1, 2, 3):
        states = np.empty((len(list(permutations(range(n)))), n * width), np.uint8)
        ranks.place_all(np.arange(len(states)), width, states)
        pieces = states[:, ::width] // width
        assert pieces.tolist() == [list(order) for order in permutations(range(n))]
        assert np.array_equal(
            states, np.repeat(pieces, width, axis=1) * width + _stickers(n, width)
        )
        assert np.array_equal(ranks.rank_all(states, width), np.arange(len(states)))


def _stickers(n: int, width: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.tile(np.arange(width), n)


@pytest.mark.parametrize(("n", "width"), [(2, 3), (4, 3), (7, 3), (3, 2), (8, 2)])
def test_orientations_are_numbered_by_all_pieces_but_the_last(n: int, width: int) -> None:
    states = np.tile(np.arange(n * width, dtype=np.uint8), (width ** (n - 1), 1))
    ranks.orient_all(np.arange(len(states)), width, states)
    assert np.array_equal(ranks.orientation_all(states, width), np.arange(len(states)))
    assert np.array_equal(
        states // width, np.tile(np.repeat(np.arange(n), width), (len(states), 1))
    )
    turned = -(states[:, ::width].astype(int)) % width
    expected = [list(digits) for digits in product(range(width), repeat=n - 1)]
    assert turned[:, :-1].tolist() == expected
    assert (turned.sum(axis=1) % width == 0).all()


def test_sets() -> None:
    assert ranks.CHOOSE[12, 4] == 495
    assert ranks.CHOOSE[24, 8] == 735_471
    assert ranks.CHOOSE[3, 4] == 0
