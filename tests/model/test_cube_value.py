"""The cube as a value: equality, hash, copies, `repr`, sizes."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

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
    assert str(cube) == cubesolve.net(cube, color=False)


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


@pytest.mark.parametrize("size", ["3", 3.0, None])
def test_sizes_that_are_not_whole_numbers(size: Any) -> None:
    with pytest.raises(TypeError, match=f"expected a whole number as the size, got {size!r}"):
        Cube(size)


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


# Names that people guess


def test_other_names_of_the_same() -> None:
    assert Cube.random(4, seed=1, scheme=BOY) == Cube.random_state(4, 1, BOY)
    assert Cube.random(seed=5).size == 3
    scramble = "Rw U2 F'"
    assert Cube.scrambled(scramble, 4, BOY) == Cube.from_alg(scramble, 4, BOY)
    assert Cube.scrambled("R").size == 3
    cube = Cube(3)
    assert cube.is_solved is True
    assert cube.up.is_solved
    cube.play("R")
    assert cube.is_solved is False
    assert not cube.up.is_solved


def test_print_shows_the_net() -> None:
    assert str(Cube.scrambled("R U R' U'", 2)) == (
        "    W O\n    W G\nB O G Y R W B R\nO O G G W R B B\n    Y R\n    Y Y"
    )


# Pickles


@pytest.mark.parametrize(("size", "width"), [(2, 1), (6, 1), (7, 2), (104, 2), (105, 4)])
def test_a_pickle_is_hardly_longer_than_the_stickers(size: int, width: int) -> None:
    cube = Cube.random_state(size, 1, BOY)
    cube.play("R U")
    assert [part.colors for part in cube.corners]  # views are not kept
    data = pickle.dumps(cube)
    assert len(data) <= 6 * size**2 * width + 150
    again = pickle.loads(data)
    assert again.stickers.tolist() == cube.stickers.tolist()
    assert again.stickers.dtype == np.int32
    assert (again.size, again.scheme) == (size, BOY)
    again.play("U' R'")
    assert again == Cube.random_state(size, 1, BOY)


def test_a_pickle_keeps_attributes_and_no_provider() -> None:
    cube = Cube.scrambled("R U", 4)
    cube.part_edge(0).moveable_attributes["note"] = [1]
    cube.part_edge(5).fixed_attributes["here"] = True
    cube.part_edge(7).moveable_attributes  # noqa: B018  # looked at, nothing noted

    class Provider:
        def get_face_color(self, name: object) -> cubesolve.Color:
            return cubesolve.Color.BLUE

    with cube.with_faces_color_provider(Provider()):
        twins = pickle.loads(pickle.dumps(cube)), copy.deepcopy(cube)
    for twin in twins:
        assert twin.part_edge(0).moveable_attributes == {"note": [1]}
        assert twin.part_edge(5).fixed_attributes == {"here": True}
        assert twin.noted_stickers() == cube.noted_stickers()
        assert twin.up.color != cubesolve.Color.BLUE
        twin.part_edge(0).moveable_attributes["note"].append(2)
    assert cube.part_edge(0).moveable_attributes == {"note": [1]}
    assert copy.copy(cube).noted_stickers() == cube.noted_stickers()


@pytest.mark.parametrize("scheme", [DEFAULT_SCHEME, BOY, ColorScheme.parse("PKCLNA").mirrored()])
def test_schemes_pickle(scheme: ColorScheme) -> None:
    for twin in (pickle.loads(pickle.dumps(scheme)), copy.deepcopy(scheme), copy.copy(scheme)):
        assert twin == scheme
        assert hash(twin) == hash(scheme)
        assert twin.letters == scheme.letters
