"""Symmetries: a group of 48, what they make of turns and values, and the classes of the 16."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from sticker_search import (
    HOLDS,
    NAMES,
    conjugated,
    played,
    random_phase_2_states,
    random_states,
    states_of,
    values_of,
)

from cubesolve.methods.three.two_phase.coordinates import Coordinate
from cubesolve.methods.three.two_phase.cubie import (
    ALL_TURNS,
    PHASE_2_TURNS,
    Cubies,
    turn_arrays,
)
from cubesolve.methods.three.two_phase.symmetry import (
    build_classes,
    build_conjugates,
    conjugate_turns,
    seen_along_axes,
    symmetry_arrays,
)
from cubesolve.search.symmetry import AXIS_SYMMETRIES, FACE_MAPS, N_AXIAL, Classes

C = Coordinate
U, R, F, D, L, B = range(6)
N_CLASSES = {C.FLIP_SLICE: 64430, C.CORNERS: 2768}


@cache
def classes(coordinate: Coordinate) -> Classes:
    return build_classes(coordinate, ALL_TURNS if coordinate == C.FLIP_SLICE else PHASE_2_TURNS)


def conjugate(state: Cubies, symmetry: int) -> Cubies:
    maps = symmetry_arrays()
    return Cubies(
        conjugated(state.corners, maps.corners[symmetry]),
        conjugated(state.edges, maps.edges[symmetry]),
    )


def after(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(second[face] for face in first)


def test_48_different_maps_that_keep_opposite_faces_opposite() -> None:
    assert len(set(FACE_MAPS)) == 48
    for to in FACE_MAPS:
        assert sorted(to) == list(range(6))
        assert all((to[face] - to[face + 3]) % 6 == 3 for face in range(3))


def test_a_group() -> None:
    maps = set(FACE_MAPS)
    home = tuple(range(6))
    assert FACE_MAPS[0] == home
    for a, b in product(FACE_MAPS, repeat=2):
        assert after(a, b) in maps
    for a in FACE_MAPS:
        assert any(after(a, b) == home for b in FACE_MAPS)


def test_the_first_16_keep_the_axis() -> None:
    keep = [to[U] in (U, D) for to in FACE_MAPS]
    assert keep == [True] * N_AXIAL + [False] * 32


def test_arrays_are_a_group_too() -> None:
    """The same products as the maps of faces."""
    maps = symmetry_arrays()
    rng = np.random.default_rng(1)
    for a, b in rng.integers(48, size=(200, 2)):
        both = FACE_MAPS.index(after(FACE_MAPS[a], FACE_MAPS[b]))
        assert np.array_equal(maps.corners[b][maps.corners[a]], maps.corners[both])
        assert np.array_equal(maps.edges[b][maps.edges[a]], maps.edges[both])
    for rows in maps:
        assert len(np.unique(rows, axis=0)) == 48
        assert (np.sort(rows, axis=1) == np.arange(24)).all()


def test_symmetries_along_the_axes() -> None:
    x, y, z = (FACE_MAPS[symmetry] for symmetry in AXIS_SYMMETRIES)
    assert x == tuple(range(6))
    assert [y[face] for face in (U, R, F)] == [R, F, U]
    assert [z[face] for face in (U, R, F)] == [F, U, R]
    state = random_states(1, 1)[0]
    seen = seen_along_axes(state)
    assert list(seen) == [conjugate(state, symmetry) for symmetry in AXIS_SYMMETRIES]


@pytest.mark.parametrize("symmetry", range(48))
def test_turns_as_a_symmetry_sees_them(symmetry: int) -> None:
    arrays = turn_arrays()
    for turn in range(18):
        seen = conjugate(Cubies(arrays.corners[turn], arrays.edges[turn]), symmetry)
        image = conjugate_turns()[symmetry, turn]
        assert seen == Cubies(arrays.corners[image], arrays.edges[image])


@pytest.mark.parametrize("hold", HOLDS)
def test_turns_of_a_cube_held_otherwise(hold: str) -> None:
    """On the oracle: turn the cube back, play a turn, and turn the cube again."""
    held = played(hold)
    back = " ".join(
        token[:-1] if token.endswith("'") else token if token.endswith("2") else token + "'"
        for token in reversed(hold.split())
    )
    to = [0] * 6
    for face in range(6):
        to[int(held[9 * face + 4]) // 9] = face
    symmetry = FACE_MAPS.index(tuple(to))
    for turn, name in enumerate(NAMES):
        image = NAMES[conjugate_turns()[symmetry, turn]]
        assert np.array_equal(played(f"{back} {name} {hold}"), played(image))


def test_states_as_a_symmetry_sees_them() -> None:
    """Turns that a symmetry has changed lead to the state that it has changed."""
    rng = np.random.default_rng(2)
    for symmetry in range(48):
        word = rng.integers(18, size=15)
        seen = conjugate_turns()[symmetry, word]
        expected = conjugate(Cubies.solved().play(map(int, word)), symmetry)
        assert Cubies.solved().play(map(int, seen)) == expected


@pytest.mark.parametrize("coordinate", [C.TWIST, C.UD_EDGES], ids=lambda c: c.name)
def test_conjugates_of_values(coordinate: Coordinate) -> None:
    table = build_conjugates(coordinate)
    assert table.shape == (coordinate.size, N_AXIAL)
    step = coordinate.size // 2000
    corners, edges = states_of(coordinate, range(0, coordinate.size, step))
    maps = symmetry_arrays()
    for symmetry in range(N_AXIAL):
        seen = values_of(
            coordinate,
            conjugated(corners, maps.corners[symmetry]),
            conjugated(edges, maps.edges[symmetry]),
        )
        assert np.array_equal(table[::step, symmetry], seen)
    assert (np.sort(table, axis=0) == np.arange(coordinate.size)[:, np.newaxis]).all()


@pytest.mark.parametrize("coordinate", [C.TWIST, C.UD_EDGES], ids=lambda c: c.name)
def test_conjugates_of_any_state(coordinate: Coordinate) -> None:
    """A table holds for all states of a value, not for the one that it was made from."""
    table = build_conjugates(coordinate)
    states = random_phase_2_states if coordinate == C.UD_EDGES else random_states
    for state in states(40, 3):
        for symmetry in range(N_AXIAL):
            expected = coordinate.of(conjugate(state, symmetry))
            assert table[coordinate.of(state), symmetry] == expected


@pytest.mark.parametrize("coordinate", N_CLASSES, ids=lambda c: c.name)
def test_number_of_classes(coordinate: Coordinate) -> None:
    found = classes(coordinate)
    assert len(found.smallest) == len(found.keeps) == len(found.moves) == N_CLASSES[coordinate]
    assert np.array_equal(np.unique(found.number >> 4), np.arange(N_CLASSES[coordinate]))


@pytest.mark.parametrize("coordinate", N_CLASSES, ids=lambda c: c.name)
def test_the_smallest_of_each_class(coordinate: Coordinate) -> None:
    found = classes(coordinate)
    _, first = np.unique(found.number >> 4, return_index=True)
    assert np.array_equal(found.smallest, first)
    assert (found.number[found.smallest] & 15 == 0).all()


@pytest.mark.parametrize(
    ("coordinate", "step"),
    [
        (C.CORNERS, 1),
        (C.FLIP_SLICE, 29),
        pytest.param(C.FLIP_SLICE, 1, marks=pytest.mark.slow),
    ],
)
def test_each_value_is_taken_to_the_smallest_of_its_class(
    coordinate: Coordinate, step: int
) -> None:
    found, maps = classes(coordinate), symmetry_arrays()
    corners, edges = states_of(coordinate, range(0, coordinate.size, step))
    numbers = found.number[::step]
    for symmetry in range(N_AXIAL):
        chosen = numbers & 15 == symmetry
        assert chosen.any()
        seen = values_of(
            coordinate,
            conjugated(corners[chosen], maps.corners[symmetry]),
            conjugated(edges[chosen], maps.edges[symmetry]),
        )
        assert np.array_equal(seen, found.smallest[numbers[chosen] >> 4])


@pytest.mark.parametrize(
    ("coordinate", "step"),
    [
        (C.CORNERS, 1),
        (C.FLIP_SLICE, 23),
        pytest.param(C.FLIP_SLICE, 1, marks=pytest.mark.slow),
    ],
)
def test_symmetries_that_keep_the_smallest(coordinate: Coordinate, step: int) -> None:
    found, maps = classes(coordinate), symmetry_arrays()
    smallest = found.smallest[::step]
    corners, edges = states_of(coordinate, smallest.tolist())
    for symmetry in range(N_AXIAL):
        seen = values_of(
            coordinate,
            conjugated(corners, maps.corners[symmetry]),
            conjugated(edges, maps.edges[symmetry]),
        )
        kept = found.keeps[::step] >> symmetry & 1 == 1
        assert np.array_equal(kept, seen == smallest)


@pytest.mark.parametrize("coordinate", N_CLASSES, ids=lambda c: c.name)
def test_sizes_of_classes(coordinate: Coordinate) -> None:
    """A class has 16 values for each symmetry that keeps one of them."""
    found = classes(coordinate)
    sizes = np.bincount(found.number >> 4)
    keeping = np.array([int(bits).bit_count() for bits in found.keeps])
    assert (sizes * keeping == 16).all()
