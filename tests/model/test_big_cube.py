"""`BigCube`: the same cube as `Cube` where both can be, and uniform where only it can."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from cubesolve import (
    BOY,
    BigCube,
    Cube,
    InvalidCubeError,
    NotEnoughRoomError,
    RandomState,
    UnsupportedSizeError,
)
from cubesolve.model.big_random import choices
from states import HOLDS

SIZES = (2, 3, 4, 5, 6, 7, 12, 65, 66, 131)


def faces_of(cube: BigCube) -> np.ndarray:
    return np.stack([cube.face_colors(face) for face in "URFDLB"])


@pytest.mark.parametrize("size", SIZES)
def test_it_shows_what_the_cube_shows(size: int) -> None:
    cube = Cube.random_state(size, size, BOY)
    cube.play(HOLDS[size % 24])
    big = BigCube.from_cube(cube)
    colors = cube.colors().reshape(6, size, size)
    assert (faces_of(big) == colors).all()
    assert (big.to_cube().colors() == cube.colors()).all()
    assert not big.solved
    assert [list(row) for row in big.counts()] == [
        [int((face == color).sum()) for color in range(6)] for face in colors
    ]
    for face, row, column in (("U", 0, 0), ("L", size - 1, 1), ("B", size // 2, size // 2)):
        slot = cube.geometry.slot("URFDLB".index(face), row, column)
        assert big.color_at(face, row, column) == cube.color_at(slot)


@pytest.mark.parametrize("size", [5, 66])
def test_a_region_is_part_of_a_face(size: int) -> None:
    big = BigCube.random_state(size, 1)
    whole = big.face_colors("F")
    assert (big.face_colors("F", 1, 2, 3, 2) == whole[1:4, 2:4]).all()
    assert (big.face_colors("F", 1, 0, step=2) == whole[1::2, ::2]).all()
    for wrong in ((-1, 0, 1, 1), (0, size, 1, 1), (0, 0, size + 1, 1), (0, 0, 0, 1)):
        with pytest.raises(ValueError, match="expected"):
            big.face_colors("F", *wrong)
    with pytest.raises(ValueError, match="expected a face"):
        big.color_at("X", 0, 0)
    with pytest.raises(ValueError, match="expected a face"):
        big.color_at(0, 0, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "given", "word"),
    [
        (BigCube, ["5"], "expected a whole number as the size, got '5'"),
        (BigCube.random_state, [7.5], "expected a whole number as the size, got 7.5"),
        (BigCube.random_state, [7, "a"], "expected a whole number as the seed, got 'a'"),
        (Cube.random_state, [7, 1.5], "expected a whole number as the seed, got 1.5"),
        (BigCube, [5, "WRGYOB"], "expected a ColorScheme, got 'WRGYOB'; ColorScheme.parse"),
        (Cube, [5, "WRGYOB"], "expected a ColorScheme, got 'WRGYOB'; ColorScheme.parse"),
        (BigCube.from_cube, [BigCube(5)], "expected a Cube, got <BigCube of size 5"),
    ],
)
def test_what_a_cube_cannot_be_made_of_is_refused_in_words(
    make: Callable[..., object], given: list[object], word: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(word)):
        make(*given)


@pytest.mark.parametrize("size", SIZES)
def test_random_states_can_be_solved_and_are_the_same_again(size: int) -> None:
    big = BigCube.random_state(size, 7)
    assert big.to_cube().problems() == []
    assert (faces_of(big) == faces_of(BigCube.random_state(size, 7))).all()
    assert (faces_of(big) != faces_of(BigCube.random_state(size, 8))).any()


def test_a_seed_is_one_state_for_ever() -> None:
    """Files of moves name a state by its seed: another draw would make them wrong."""
    text = BigCube.random_state(6, 1).to_cube().facelets()
    assert text[:36] == "FFRBRDLDRLFRUULUUBLFUDURLDFDLULLDUDR"


def test_both_parities_of_corners_are_drawn_on_even_sizes() -> None:
    """Corners alone can be odd there; on odd sizes middle edges go with them."""
    from cubesolve.model.big_state import cube_of

    odd = [bool(cube_of(RandomState(4, seed).small).problems()) for seed in range(40)]
    assert 8 <= sum(odd) <= 32
    assert not any(cube_of(RandomState(5, seed).small).problems() for seed in range(40))


def test_each_arrangement_has_one_number() -> None:
    """Numbers and arrangements of an orbit: each is read back, so no two have the same."""
    from cubesolve.kernels.big_random import N_ARRANGEMENTS, arrangement

    tables = choices()
    lengths = [len(table) for table in tables]
    assert np.prod([float(n) for n in lengths]) == N_ARRANGEMENTS == 3246670537110000
    out = np.zeros(2, np.uint64)
    draw = np.random.default_rng(1)
    sets = [list(map(int, table[:, 0])) for table in tables[:3]]
    for _ in range(300):
        numbers = np.array([draw.integers(n) for n in lengths])
        arrangement(numbers, tables, out)
        low, high = int(out[0]), int(out[1])
        cells = [
            (low >> k & 1) | (low >> (24 + k) & 1) << 1 | (high >> k & 1) << 2 for k in range(24)
        ]
        assert Counter(cells) == dict.fromkeys(range(6), 4)
        for color in range(3):
            chosen = sum(1 << k for k, cell in enumerate(cells) if cell == color)
            assert sets[color][numbers[color]] == chosen
            cells = [cell for cell in cells if cell != color]
        low, mid, high = (
            sum((cell >> bit & 1) << k for k, cell in enumerate(cells)) for bit in range(3)
        )
        assert int(tables.last[numbers[3]]) == low | mid << 24 | high << 48


def test_random_cells_are_uniform() -> None:
    """Each colour in each place, and each pair of neighbours in an orbit, as often as chance."""
    big = BigCube.random_state(802, 3)
    grids = faces_of(big)[:, 1:-1, 1:-1]
    counts = np.stack([np.bincount(face.ravel(), minlength=6) for face in grids])
    expected = grids[0].size / 6
    # Four of each colour in 24 places: less spread than if cells were drawn alone.
    chi = ((counts - expected) ** 2 / expected).sum()
    assert 5 < chi < 60
    up, right = grids[0].ravel(), grids[1].ravel()
    pairs = np.bincount(up * 6 + right, minlength=36).reshape(6, 6) / up.size
    alike, unlike = 4 / 24 * 3 / 23, 4 / 24 * 4 / 23
    assert np.abs(np.diag(pairs) - alike).max() < 0.003
    assert np.abs(pairs[~np.eye(6, dtype=bool)] - unlike).max() < 0.003


@pytest.mark.parametrize("size", [4, 9, 66])
def test_layers_are_a_small_cube(size: int) -> None:
    big = BigCube.random_state(size, 2)
    chosen = [2] if size < 6 else [4, 2]
    kept = sorted({0, size - 1, *(k - 1 for k in chosen), *(size - k for k in chosen)})
    if size % 2:
        kept = sorted({*kept, size // 2})
    small = faces_of(big)[:, kept][:, :, kept]
    assert (big.layers(chosen).colors() == small.ravel()).all()
    assert (RandomState(size, 2).layers(chosen).colors() == small.ravel()).all()
    assert not big.layers(chosen).problems()
    for wrong in ([1], [2, 2], [size]):
        with pytest.raises(ValueError, match="expected layers"):
            big.layers(wrong)


def test_solved_ones() -> None:
    for size in (4, 5, 1030):
        assert BigCube(size).solved
    for turn in ("R", "2R", "3U2", "z"):
        assert BigCube.from_cube(Cube.from_alg(turn, 8)).solved == (turn == "z")


def test_what_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = list(Cube.random_state(6, 4).facelets())
    a, b = 7, next(k for k in range(36 + 7, 216) if letters[k] != letters[7] and k % 6 == 1)
    letters[a], letters[b] = letters[b], letters[a]
    with pytest.raises(InvalidCubeError):
        BigCube.from_cube(Cube.from_facelets("".join(letters), allow_invalid=True))
    for size in (1, 1 << 26):
        with pytest.raises(UnsupportedSizeError):
            BigCube(size)
    with pytest.raises(ValueError, match="seed"):
        BigCube.random_state(4, -1)
    with pytest.raises(NotEnoughRoomError, match="GiB of memory"):
        BigCube.random_state(5_000_000, 1)
    with pytest.raises(UnsupportedSizeError, match="at most"):
        BigCube.to_cube(type("Huge", (), {"size": 20_000})())


def test_a_picture_of_a_face() -> None:
    """Read back by hand: four bits a pixel, lines without a filter."""
    import struct
    import zlib

    from cubesolve import face_png

    big = BigCube.random_state(50, 1)
    for pixels, shape in ((1024, (30, 20)), (10, (10, 7))):
        data = face_png(big, "R", 5, 7, 30, 20, pixels=pixels)
        width, height = struct.unpack(">II", data[16:24])
        assert (height, width) == shape
        body = data[data.index(b"IDAT") + 4 :]
        lines = np.frombuffer(zlib.decompressobj().decompress(body), np.uint8).reshape(height, -1)
        cells = np.stack([lines[:, 1:] >> 4, lines[:, 1:] & 15], axis=2).reshape(height, -1)
        step = 1 if pixels > 30 else 3
        assert (cells[:, :width] == big.face_colors("R")[5:35:step, 7:27:step]).all()
    with pytest.raises(ValueError, match="pixel"):
        face_png(big, "R", pixels=0)
