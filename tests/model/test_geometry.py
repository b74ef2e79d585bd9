"""Where slots lie: the package's geometry against points in space."""

from __future__ import annotations

import numpy as np
import pytest
from model_reference import (
    HOLDS,
    center_orbits,
    cubies,
    of_kind,
    permutation,
    slot_orbits,
    wing_orbits,
)

from cubesolve import UnsupportedSizeError
from cubesolve.model import MAX_SIZE
from cubesolve.model.geometry import (
    CORNER_FACES,
    EDGE_FACES,
    FACE_NAMES,
    NORMALS,
    ROTATIONS,
    geometry,
    opposite_face,
    part_name,
)
from oracle import FACES, FRAMES, Oracle

SIZES = range(2, 10)


def test_faces_look_where_the_oracle_says() -> None:
    assert FACE_NAMES == FACES
    assert [FRAMES[face][0] for face in FACES] == list(NORMALS)
    assert [FACES[opposite_face(face)] for face in range(6)] == list("DLBURF")


@pytest.mark.parametrize("size", SIZES)
def test_slots_and_points(size: int) -> None:
    grid = geometry(size)
    points = Oracle(size).cubies.tolist()
    assert grid.n_slots == len(points) == 6 * size**2
    for slot, point in enumerate(points):
        assert list(grid.point(slot)) == point
        face, row, column = grid.place(slot)
        assert grid.slot(face, row, column) == slot
        assert grid.slot_at(face, grid.point(slot)) == slot
        assert grid.place_name(slot) == f"{FACES[face]}{row + 1},{column + 1}"


@pytest.mark.parametrize("size", SIZES)
def test_piece_is_all_slots_of_the_cubie(size: int) -> None:
    grid = geometry(size)
    for cubie in cubies(size):
        for slot in cubie.slots:
            piece = grid.piece(slot)
            assert set(piece) == set(cubie.slots)
            assert part_name([s // grid.area for s in piece]) == cubie.name
            assert "".join(FACES[s // grid.area] for s in piece) == cubie.name


@pytest.mark.parametrize("size", range(2, 8))
def test_orbit_is_what_turns_connect(size: int) -> None:
    grid = geometry(size)
    for slot, reached in enumerate(slot_orbits(size)):
        orbit = grid.orbit(slot)
        assert set(orbit) == reached
        assert len(orbit) == len(reached) <= 24
        assert orbit[0] == slot


@pytest.mark.parametrize("size", SIZES)
def test_corner_slots_run_clockwise(size: int) -> None:
    found = {tuple(slots) for slots in geometry(size).corner_slots}
    assert found == {cubie.slots for cubie in of_kind(size, "corner")}
    assert len(CORNER_FACES) == len(set(map(frozenset, CORNER_FACES))) == 8


@pytest.mark.parametrize("size", SIZES)
def test_midges_and_middles(size: int) -> None:
    grid = geometry(size)
    assert set(grid.midge_slots) == {cubie.slots for cubie in of_kind(size, "midge")}
    middles = sorted(cubie.slots[0] for cubie in of_kind(size, "middle"))
    assert sorted(grid.middle_slots) == middles
    assert len(grid.midge_slots) == (12 if size % 2 else 0)
    assert len(EDGE_FACES) == len(set(map(frozenset, EDGE_FACES))) == 12


@pytest.mark.parametrize("size", SIZES)
def test_wing_orbits(size: int) -> None:
    orbits = geometry(size).wing_orbits()
    assert orbits.shape == ((size - 2) // 2, 24, 2)
    for orbit in orbits.tolist():
        firsts = {first for first, _ in orbit}
        assert len(firsts) == 24
        assert firsts == slot_orbits(size)[orbit[0][0]]
    mine = {frozenset(frozenset(wing) for wing in orbit) for orbit in wing_orbits(size)}
    theirs = {frozenset(frozenset(wing) for wing in orbit) for orbit in orbits.tolist()}
    assert theirs == mine


@pytest.mark.parametrize("size", SIZES)
def test_center_orbits(size: int) -> None:
    orbits = geometry(size).center_orbits()
    assert sorted(sorted(orbit) for orbit in orbits.tolist()) == center_orbits(size)
    for orbit in orbits.tolist():
        assert [slot // size**2 for slot in orbit] == [face for face in range(6) for _ in range(4)]


@pytest.mark.parametrize("size", SIZES)
def test_rotations_are_the_24_holds(size: int) -> None:
    grid = geometry(size)
    everything = np.arange(grid.n_slots)
    # `permutation` says what comes to a slot, `rotated` where a slot's sticker goes.
    holds = {tuple(np.argsort(permutation(size, hold)).tolist()) for hold in HOLDS}
    mine = {tuple(grid.rotated(everything, i).tolist()) for i in range(len(ROTATIONS))}
    assert len(mine) == 24
    assert mine == holds
    assert grid.rotated(everything, 0).tolist() == everything.tolist()


def test_geometry_is_made_once() -> None:
    assert geometry(4) is geometry(4)


@pytest.mark.parametrize("size", [1, 0, -3, MAX_SIZE + 1, 10**9])
def test_sizes_that_do_not_exist(size: int) -> None:
    with pytest.raises(UnsupportedSizeError, match=str(size)):
        geometry(size)


def test_the_largest_size_fits_its_numbers() -> None:
    assert geometry(MAX_SIZE).n_slots <= np.iinfo(np.int32).max
