"""The cube as a value: equality, hash, copies, `repr`, sizes."""

from __future__ import annotations

import copy
import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_reference import HOLDS, random_tokens

import cubesolve
from cubesolve import BOY, DEFAULT_SCHEME, ColorScheme, Cube, InvalidCubeError, UnsupportedSizeError
from oracle import FACES

laws = settings(derandomize=True, deadline=None, max_examples=60)
NAMES = {name: getattr(cubesolve, name) for name in cubesolve.__all__}
schemes = st.sampled_from([DEFAULT_SCHEME, BOY, ColorScheme.parse("PKCLNA").mirrored()])


@laws
@given(st.integers(2, 7), st.integers(0, 10**6), st.integers(0, 9), schemes)
def test_repr_can_be_pasted_back(size: int, seed: int, length: int, scheme: ColorScheme) -> None:
    cube = Cube(size, scheme)
    cube.play(" ".join(random_tokens(size, length, seed)))
    again = eval(repr(cube), dict(NAMES))
    assert isinstance(again, Cube)
    assert again == cube
    assert again.scheme == scheme
    assert again.facelets() == cube.facelets()
    assert "invalid" not in repr(cube)
    assert cube.facelets() in str(cube)


@laws
@given(st.integers(2, 6), st.integers(0, 10**6), schemes)
def test_repr_of_an_invalid_cube(size: int, seed: int, scheme: ColorScheme) -> None:
    random = Random(seed)
    text = "".join(random.choice(FACES) for _ in range(6 * size**2))
    cube = Cube.from_facelets(text, scheme, allow_invalid=True)
    assert eval(repr(cube), dict(NAMES)) == cube
    twisted = Cube(size, scheme)
    stickers = twisted.stickers.copy()
    corner = list(twisted.corner("UFR").slots)
    stickers[corner] = np.roll(stickers[corner], 1)
    twisted.set_stickers(stickers)
    assert eval(repr(twisted), dict(NAMES)) == twisted
    with pytest.raises(InvalidCubeError):
        Cube.from_facelets(twisted.facelets())


def test_repr_of_a_cube_that_only_looks_solved() -> None:
    for hold in HOLDS:
        cube = Cube.from_alg(hold, 4)
        assert eval(repr(cube), dict(NAMES)) == cube
    swapped = Cube(4)
    stickers = swapped.stickers.copy()
    stickers[[5, 6]] = stickers[[6, 5]]
    swapped.set_stickers(stickers)
    assert swapped == Cube(4)
    assert eval(repr(swapped), dict(NAMES)) == swapped


@laws
@given(st.integers(2, 6), st.integers(0, 10**6), schemes)
def test_a_copy_is_its_own_cube(size: int, seed: int, scheme: ColorScheme) -> None:
    moves = " ".join(random_tokens(size, 6, seed))
    cube = Cube.random_state(size, seed, scheme)
    before = cube.stickers.tolist()
    twin = cube.copy()
    assert twin == cube
    assert twin.stickers.tolist() == before
    assert hash(twin) == hash(cube)
    twin.play(moves)
    twin.play("R")
    assert cube.stickers.tolist() == before
    kept = twin.stickers.tolist()
    cube.play("F")
    assert twin.stickers.tolist() == kept
    assert all(face.cube is twin for face in twin.faces)
    for other in (copy.deepcopy(twin), pickle.loads(pickle.dumps(twin))):
        assert other == twin
        other.play("U")
        assert twin.stickers.tolist() == kept
        assert other.part_edge(0).color == other.color_at(0)


@laws
@given(st.integers(2, 5), st.integers(0, 10**6), st.integers(0, 10**6))
def test_equal_is_what_looks_equal(size: int, one: int, two: int) -> None:
    a, b = Cube(size), Cube(size)
    a.play(" ".join(random_tokens(size, 3, one)))
    b.play(" ".join(random_tokens(size, 3, two)))
    assert (a == b) == (a.facelets() == b.facelets())
    assert (a != b) == (a.facelets() != b.facelets())
    if a == b:
        assert hash(a) == hash(b)


def test_equal_or_not() -> None:
    a, b = Cube.from_alg("R L'"), Cube.from_alg("L' R")
    assert a == b
    assert hash(a) == hash(b)
    assert len({a, b, Cube(3), Cube(2)}) == 3
    assert Cube(3) != Cube(2)
    assert Cube(3) != Cube(3, BOY)
    assert hash(Cube(3)) != hash(Cube(3, BOY))
    assert Cube.from_alg("R") != Cube.from_alg("R'")
    assert Cube(3) != "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
    assert len({hash(Cube.random_state(3, seed)) for seed in range(100)}) == 100


@pytest.mark.parametrize("size", [1, 0, -3])
def test_sizes_that_do_not_exist(size: int) -> None:
    for make in (Cube, lambda n: Cube.from_alg("R", n), lambda n: Cube.random_state(n, 1)):
        with pytest.raises(UnsupportedSizeError, match=str(size)):
            make(size)


def test_a_cube_of_a_thousand() -> None:
    size = 1000
    cube = Cube(size)
    assert cube.solved
    assert cube.is_even
    assert repr(cube) == "Cube(1000)"
    cube.play("R 500Uw' [2:999]F2 x m")
    assert not cube.solved
    assert cube.edge("UF").get_slice(400).colors
    assert cube.center("R").get_slice(997, 3).color in cube.scheme.colors
    for slot in (0, 1, 1500, 5_999_999, 2_345_678):
        edge = cube.part_edge(slot)
        assert edge.color == cube.color_at(slot)
        assert cube.find_sticker(edge.sticker) == slot
        assert len(cube.orbit(edge.parent)) in (8, 24)
    text = cube.facelets()
    assert len(text) == 6_000_000
    again = Cube.from_facelets(text)  # which also finds it reachable
    assert again == cube
    assert hash(again) == hash(cube)
    cube.play("m' x' [2:999]F2 500Uw R'")
    assert cube.solved
    assert cube == Cube(size)


def test_a_2x2_has_corners_only() -> None:
    cube = Cube(2)
    assert len(cube.parts) == len(cube.corners) == 8
    assert (*cube.edges, *cube.centers, *cube.up.edges) == ()
    for ask in (lambda: cube.edge("UF"), lambda: cube.center("U"), lambda: cube.up.center):
        with pytest.raises(UnsupportedSizeError, match="size 2"):
            ask()
    assert cube.is3x3


def test_stickers_cannot_be_written() -> None:
    cube = Cube(3)
    with pytest.raises(ValueError, match="read-only"):
        cube.stickers[0] = 5
    assert cube.stickers.dtype == np.int32


@pytest.mark.parametrize(
    "stickers", [[], range(53), range(55), [54] * 54, [-1] * 54, np.zeros((6, 9))]
)
def test_stickers_that_do_not_fit(stickers: object) -> None:
    cube = Cube.random_state(3, 1)
    before = cube.stickers.tolist()
    with pytest.raises(ValueError, match="expected 54"):
        cube.set_stickers(stickers)  # type: ignore[arg-type]
    assert cube.stickers.tolist() == before


@pytest.mark.parametrize("size", range(2, 8))
def test_solved_in_every_hold_and_only_then(size: int) -> None:
    for hold in HOLDS:
        cube = Cube.from_alg(hold, size)
        assert cube.solved
        assert all(face.solved for face in cube.faces)
        cube.play("[1]F")
        assert not cube.solved
        assert cube.front.solved
        assert cube.back.solved
        assert not cube.up.solved
    assert Cube(size).is_even == (size % 2 == 0)


def test_solved_reads_colours_not_stickers() -> None:
    cube = Cube.from_facelets("".join(face * 16 for face in "RUFDLB"), allow_invalid=True)
    assert cube.solved
    assert not cube.is_solvable()


def test_reset_and_from_alg() -> None:
    cube = Cube.random_state(4, 3, BOY)
    cube.reset()
    assert cube == Cube(4, BOY)
    assert Cube.from_alg("R U", 4, BOY).scheme == BOY
    twin = Cube(4, BOY)
    twin.play("R U")
    assert Cube.from_alg("R U", 4, BOY) == twin
