"""Random states: uniform over what turns reach, and the same for a seed everywhere."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from math import sqrt

import pytest
from model_reference import center_orbits, cubies, is_odd, of_kind, solved_text, wing_orbits

from cubesolve import BOY, Cube, UnsupportedSizeError

DIGESTS = {
    (2, 0): "afd076b30e6d6100",
    (2, 1): "f0ca0722dc08f060",
    (3, 0): "43579edcb4b54838",
    (3, 1): "73e317558eacc7ec",
    (3, 2**64): "9391da1a15d8be8b",
    (4, 1): "d669adbfd4c5aa89",
    (5, 1): "f7c6055d5ee277c6",
    (6, 1): "e482c69eb5912005",
    (7, 1): "9b20798aef0ffed3",
    (9, 1): "7298edd8d8d1eb13",
    (20, 3): "a23c2e2b0ce10238",
}


def digest(cube: Cube) -> str:
    return hashlib.sha256(cube.facelets().encode()).hexdigest()[:16]


@pytest.mark.parametrize(("size", "seed"), DIGESTS)
def test_the_stream_has_not_changed(size: int, seed: int) -> None:
    assert digest(Cube.random_state(size, seed)) == DIGESTS[size, seed]


def test_seeds() -> None:
    assert Cube.random_state(3, 1) == Cube.random_state(3, 1)
    assert len({Cube.random_state(3, seed).facelets() for seed in range(200)}) == 200
    assert len({Cube.random_state(3).facelets() for _ in range(20)}) == 20  # no seed: new each time
    shown = Cube.random_state(4, 7, BOY)
    assert shown.scheme == BOY
    assert shown.facelets() == Cube.random_state(4, 7).facelets()
    with pytest.raises(ValueError, match="-1"):
        Cube.random_state(3, -1)
    with pytest.raises(UnsupportedSizeError):
        Cube.random_state(1, 0)


@pytest.mark.parametrize("size", range(2, 9))
def test_stickers_are_whole_cubies(size: int) -> None:
    home = {frozenset(cubie.slots) for cubie in cubies(size)}
    for seed in range(10):
        stickers = Cube.random_state(size, seed).stickers.tolist()
        assert sorted(stickers) == list(range(6 * size**2))
        for cubie in cubies(size):
            assert frozenset(stickers[slot] for slot in cubie.slots) in home
        for middle in of_kind(size, "middle"):
            assert stickers[middle.slots[0]] == middle.slots[0]


def close_to_uniform(seen: Iterable[object], kinds: int) -> bool:
    """Whether a chi-square of the counts lies within four standard deviations of its mean."""
    counts = Counter(seen)
    total = counts.total()
    assert len(counts) <= kinds
    expected = total / kinds
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    chi += (kinds - len(counts)) * expected
    freedom = kinds - 1
    return freedom - 4 * sqrt(2 * freedom) < chi < freedom + 4 * sqrt(2 * freedom)


N_STATES = 3000


def states(size: int) -> list[list[int]]:
    return [Cube.random_state(size, seed).stickers.tolist() for seed in range(N_STATES)]


def pieces(state: list[int], homes: list[tuple[int, ...]]) -> tuple[list[int], list[int]]:
    """Return which piece is at each place and how it is turned."""
    number = {slot: (i, j) for i, slots in enumerate(homes) for j, slot in enumerate(slots)}
    found = [number[state[slots[0]]] for slots in homes]
    return [piece for piece, _ in found], [turn for _, turn in found]


def test_corners_of_the_2x2() -> None:
    homes = [corner.slots for corner in of_kind(2, "corner")]
    found = [pieces(state, homes) for state in states(2)]
    assert close_to_uniform((is_odd(order) for order, _ in found), 2)
    for place in range(8):
        assert close_to_uniform(((order[place], turn[place]) for order, turn in found), 24)
    assert close_to_uniform(((order[0], order[7]) for order, _ in found), 56)
    assert close_to_uniform((tuple(turn[:4]) for _, turn in found), 81)
    assert close_to_uniform((tuple(turn[4:]) for _, turn in found), 81)
    assert all(sum(turn) % 3 == 0 for _, turn in found)


def test_corners_and_midges_of_the_3x3() -> None:
    corners = [corner.slots for corner in of_kind(3, "corner")]
    midges = [midge.slots for midge in of_kind(3, "midge")]
    found = [(*pieces(state, corners), *pieces(state, midges)) for state in states(3)]
    parities = [(is_odd(corner), is_odd(midge)) for corner, _, midge, _ in found]
    assert all(a == b for a, b in parities)
    assert close_to_uniform(parities, 2)
    for place in range(12):
        assert close_to_uniform(((midge[place], flip[place]) for *_, midge, flip in found), 24)
    assert close_to_uniform(((midge[0], midge[1]) for *_, midge, _ in found), 132)
    assert close_to_uniform((tuple(flip[:6]) for *_, flip in found), 64)
    assert close_to_uniform((tuple(flip[6:]) for *_, flip in found), 64)
    assert all(sum(flip) % 2 == 0 for *_, flip in found)


def test_wings_and_centres_of_the_4x4() -> None:
    (wings,) = wing_orbits(4)
    (cells,) = center_orbits(4)
    home = solved_text(4)
    found = states(4)
    orders = [pieces(state, list(wings))[0] for state in found]
    assert close_to_uniform((is_odd(order) for order in orders), 2)
    for place in range(24):
        assert close_to_uniform((order[place] for order in orders), 24)
        assert close_to_uniform((home[state[cells[place]]] for state in found), 6)
    corners = [corner.slots for corner in of_kind(4, "corner")]
    both = ((is_odd(pieces(s, corners)[0]), is_odd(o)) for s, o in zip(found, orders, strict=True))
    assert close_to_uniform(both, 4)
