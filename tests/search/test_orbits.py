"""Orbits of big cubes agree with the oracle, and with the symmetries of turns."""

import random

import numpy as np
import pytest

from cubesolve import Cube
from cubesolve.model.geometry import ROTATED_FACES
from cubesolve.search.orbits import (
    Orbit,
    colors_in,
    faces_of,
    pieces,
    pieces_in,
    turn_images,
    turns_of,
)
from cubesolve.search.symmetry import FACE_MAPS
from oracle import Oracle

BLOCKS = [*"URFDLB", *(f"{face}w" for face in "URFDLB")]
NAMES = [block + amount for block in BLOCKS for amount in ("", "2", "'")]


def orbits(size: int) -> list[Orbit]:
    return [orbit for orbit in pieces(size) if orbit is not None]


@pytest.mark.parametrize("size", [4, 5])
def test_turns_are_those_of_the_oracle(size: int) -> None:
    """What the oracle brings to a place's own sticker, the orbit's turn brings there."""
    for turn, name in enumerate(NAMES):
        oracle = Oracle(size)
        oracle.play(name)
        now = np.array(oracle.stickers())
        for orbit in orbits(size):
            own = orbit.slots[:, 0]
            assert np.array_equal(now[own], own[orbit.turns[turn]])


@pytest.mark.parametrize("size", [4, 5])
def test_a_played_state_reads_as_turned(size: int) -> None:
    rng = random.Random(size)
    turns = [rng.randrange(36) for _ in range(40)]
    oracle = Oracle(size)
    for turn in turns:
        oracle.play(NAMES[turn])
    found = pieces(size)
    faces = faces_of(Cube.from_facelets(oracle.facelets()))
    for orbit, centers in (
        (found.corners, False),
        (found.wings, False),
        (found.midges, False),
        (found.x_centers, True),
        (found.t_centers, True),
    ):
        if orbit is None:
            continue
        state = np.arange(24)
        for turn in turns:
            state = state[orbit.turns[turn]]
        if centers:
            assert np.array_equal(colors_in(orbit, faces), state // 4)
        else:
            assert np.array_equal(pieces_in(orbit, faces), state)


def test_the_wings_of_a_reduced_cube_are_the_edges_of_a_3x3() -> None:
    from cubesolve.stages.stickers import stickers_of

    alg = "R U F' D2 L B' U2 R' F"
    reduced, small = Cube.from_alg(alg, 4), Cube.from_alg(alg, 3)
    corners, edges = stickers_of(small)
    faces = faces_of(reduced)
    assert np.array_equal(pieces_in(pieces(4).wings, faces), edges)
    assert np.array_equal(pieces_in(pieces(4).corners, faces), corners)
    five = faces_of(Cube.from_alg(f"x y {alg}", 5))
    held = stickers_of(Cube.from_alg(f"x y {alg}", 3))
    assert np.array_equal(pieces_in(pieces(5).wings, five), held[1])
    midges = pieces(5).midges
    assert midges is not None
    assert np.array_equal(pieces_in(midges, five), held[1])


@pytest.mark.parametrize("size", [4, 5])
def test_symmetries_carry_turns_to_turns(size: int) -> None:
    for orbit in orbits(size):
        for symmetry in range(48):
            to = orbit.images[symmetry].astype(int)
            assert sorted(to) == list(range(24))
            back = np.argsort(to)
            for turn in (0, 4, 8, 20, 21, 35):
                seen = to[orbit.turns[turn][back]]
                assert np.array_equal(seen, orbit.turns[turn_images()[symmetry, turn]])
    assert FACE_MAPS[0] == ROTATED_FACES[0]


def test_turns_that_are_enough() -> None:
    assert turns_of(5).names == tuple(NAMES)
    assert turns_of(4).names == tuple(NAMES[:27])
    assert turns_of(6).names[-1] == "3Fw'"
