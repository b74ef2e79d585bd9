"""Coordinates: every value has a state, that state has the value, and it says what it should."""

import numpy as np
import pytest
from sticker_search import (
    Bytes,
    Ints,
    cubies,
    played,
    random_phase_2_states,
    random_states,
    states_of,
    values_of,
)

from cubesolve.methods.three.two_phase.coordinates import SLICE_SOLVED, Coordinate
from cubesolve.methods.three.two_phase.cubie import Cubies

C = Coordinate
SIZES = {
    C.TWIST: 3**7,
    C.FLIP: 2**11,
    C.SLICE_SORTED: 12 * 11 * 10 * 9,
    C.U_EDGES: 12 * 11 * 10 * 9,
    C.D_EDGES: 12 * 11 * 10 * 9,
    C.CORNERS: 40320,
    C.UD_EDGES: 40320,
    C.FLIP_SLICE: 495 * 2048,
}
SMALL = [coordinate for coordinate in C if coordinate != C.FLIP_SLICE]


def pattern(coordinate: Coordinate, state: Cubies) -> list[int]:
    """Return what a coordinate is about, spelt out slot by slot or place by place."""
    corner, edge = state.corners[::3] // 3, state.edges[::2] // 2
    twist, flip = state.corners % 3, state.edges % 2
    in_slice = edge >= 8
    found: dict[Coordinate, Bytes | Ints] = {
        C.TWIST: twist,
        C.FLIP: flip,
        C.SLICE_SORTED: np.where(in_slice, edge, 99),
        C.U_EDGES: np.where(edge < 4, edge, 99),
        C.D_EDGES: np.where((edge >= 4) & ~in_slice, edge, 99),
        C.CORNERS: corner,
        C.UD_EDGES: edge[:8],
        C.FLIP_SLICE: np.concatenate([in_slice, flip]),
    }
    return list(map(int, found[coordinate]))


def check_pieces(corners: Bytes, edges: Bytes) -> None:
    """Check that rows hold every piece once, in one piece, with twists and flips that add up."""
    for stickers, n, width in ((corners, 8, 3), (edges, 12, 2)):
        pieces = (stickers // width).reshape(-1, n, width)
        assert (pieces == pieces[:, :, :1]).all()
        assert (np.sort(pieces[:, :, 0], axis=1) == np.arange(n)).all()
        turned = (stickers % width).reshape(-1, n, width).astype(int)
        assert ((turned - turned[:, :, :1]) % width == np.arange(width)).all()
        assert (turned[:, :, 0].sum(axis=1) % width == 0).all()


def test_the_sizes() -> None:
    assert {coordinate: coordinate.size for coordinate in C} == SIZES


@pytest.mark.parametrize("coordinate", SMALL, ids=lambda c: c.name)
def test_every_value(coordinate: Coordinate) -> None:
    values = np.arange(coordinate.size)
    corners, edges = states_of(coordinate, range(coordinate.size))
    assert np.array_equal(values_of(coordinate, corners, edges), values)
    check_pieces(corners, edges)


@pytest.mark.parametrize("coordinate", C, ids=lambda c: c.name)
def test_methods_are_the_kernels(coordinate: Coordinate) -> None:
    values = range(0, coordinate.size, coordinate.size // 50)
    corners, edges = states_of(coordinate, values)
    for value, c, e in zip(values, corners, edges, strict=True):
        assert coordinate.state(value) == Cubies(c, e)
        assert coordinate.of(Cubies(c, e)) == value


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(range(0, C.FLIP_SLICE.size, 13), id="every 13th"),
        pytest.param(range(C.FLIP_SLICE.size), id="all", marks=pytest.mark.slow),
    ],
)
def test_every_value_of_flip_slice(chosen: range) -> None:
    corners, edges = states_of(C.FLIP_SLICE, chosen)
    assert np.array_equal(values_of(C.FLIP_SLICE, corners, edges), chosen)
    check_pieces(corners, edges)


@pytest.mark.parametrize("coordinate", C, ids=lambda c: c.name)
def test_says_what_it_is_about(coordinate: Coordinate) -> None:
    """States with the same value are alike in what the coordinate is about, and only there."""
    states = random_phase_2_states if coordinate == C.UD_EDGES else random_states
    for state in states(200, 3):
        like = coordinate.state(coordinate.of(state))
        assert pattern(coordinate, like) == pattern(coordinate, state)


def test_all_else_is_as_on_a_solved_cube() -> None:
    home = np.arange(24)
    for coordinate in C:
        state = coordinate.state(coordinate.size * 2 // 3)
        about_corners = coordinate in (C.TWIST, C.CORNERS)
        assert np.array_equal(state.edges, home) == about_corners
        assert np.array_equal(state.corners, home) != about_corners
    twisted = C.TWIST.state(1234).corners
    assert np.array_equal(twisted // 3, home // 3)
    flipped = C.FLIP.state(1234).edges
    assert np.array_equal(flipped // 2, home // 2)


def test_solved() -> None:
    values = {coordinate: coordinate.of(Cubies.solved()) for coordinate in C}
    assert values[C.TWIST] == values[C.FLIP] == values[C.CORNERS] == values[C.UD_EDGES] == 0
    assert values[C.SLICE_SORTED] == SLICE_SOLVED * 24
    assert values[C.FLIP_SLICE] == SLICE_SOLVED * 2048
    for coordinate in C:
        assert coordinate.state(values[coordinate]).is_solved


def test_slice_sorted_and_flip_make_flip_slice() -> None:
    for state in random_states(100, 4):
        expected = C.SLICE_SORTED.of(state) // 24 * 2048 + C.FLIP.of(state)
        assert C.FLIP_SLICE.of(state) == expected


@pytest.mark.parametrize(
    ("moves", "keeps"),
    [
        ("U", {"TWIST", "FLIP", "SLICE_SORTED", "D_EDGES", "FLIP_SLICE"}),
        ("D'", {"TWIST", "FLIP", "SLICE_SORTED", "U_EDGES", "FLIP_SLICE"}),
        ("R", {"FLIP"}),
        ("F2", {"TWIST", "FLIP", "FLIP_SLICE"}),
        ("F", set()),
        ("R U R' U'", {"FLIP", "D_EDGES"}),
    ],
)
def test_what_turns_keep(moves: str, keeps: set[str]) -> None:
    state, home = cubies(played(moves)), Cubies.solved()
    without_ud = [coordinate for coordinate in C if coordinate != C.UD_EDGES]
    assert {c.name for c in without_ud if c.of(state) == c.of(home)} == keeps


def test_values_out_of_range_are_refused() -> None:
    for coordinate in C:
        for value in (-1, coordinate.size):
            with pytest.raises(ValueError, match=f"expected {coordinate.name} from 0 to"):
                coordinate.state(value)
