"""Readings come out as the cube that they were made from, or as a question."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubesolve import Cube, ScanError, scan_readings
from cubesolve.cli import main
from cubesolve.model.geometry import geometry
from cubesolve.scan.arrangements import Arrangement
from cubesolve.scan.order import face_order
from cubesolve.scan.possible import Possible
from cubesolve.scan.resolve import Resolved, Resolver
from cubesolve.scan.shades import Ends, Seen, fit_shades
from scan_cubes import ODD_ONES, USUAL, Floats, readings, same_but_for_names

SIZES = (2, 3, 4, 5, 6, 7)


def fall_off(rgb: Floats) -> Floats:
    steps = np.linspace(0.65, 1.35, rgb.shape[1])[:, None, None]
    return np.stack([face * (steps[::-1] if f % 2 else steps) for f, face in enumerate(rgb)])


DISTURBANCES: dict[str, Callable[[Floats], Floats]] = {
    "as they are": lambda rgb: rgb,
    "dark": lambda rgb: rgb * 0.4,
    "each face in its own light": lambda rgb: rgb * np.linspace(0.5, 1.0, 6)[:, None, None, None],
    "cast": lambda rgb: rgb * [1.0, 0.85, 0.72],
    "falling off": fall_off,
}


#: Of a checkerboard of sizes and lights, the half that the tests of every day have.
LIGHTS = [
    pytest.param(size, name, marks=[pytest.mark.slow] if (i + k) % 2 else [])
    for (i, size), (k, name) in product(enumerate(SIZES), enumerate(DISTURBANCES))
]


@pytest.mark.parametrize(("size", "light"), LIGHTS)
def test_light_does_not_matter(size: int, light: str) -> None:
    disturb = DISTURBANCES[light]
    cube = Cube.random_state(size, seed=size)
    found = scan_readings(np.clip(disturb(readings(cube)), 0, 255))
    assert same_but_for_names(found.facelets, cube.facelets())
    assert found.is_certain
    assert found.cube.is_solvable()


@pytest.mark.parametrize("size", SIZES)
def test_turned_faces_are_put_right(size: int) -> None:
    cube = Cube.random_state(size, seed=10 + size)
    turned = np.stack([np.rot90(face, k) for k, face in enumerate(readings(cube))])
    found = scan_readings(turned)
    assert same_but_for_names(found.facelets, cube.facelets())
    assert found.turns == (0, 1, 2, 3, 0, 1)


@pytest.mark.parametrize(("size", "moves"), [(3, "R"), (4, "2R"), (5, "R")])
def test_several_ways_to_hold_turned_pictures_are_a_question(size: int, moves: str) -> None:
    """The right layer turned one way looks like the left one turned the other way."""
    cube = Cube(size)
    cube.play(moves)
    assert scan_readings(readings(cube)).is_certain
    turned = [np.rot90(face, k) for face, k in zip(readings(cube), (2, 0, 2, 1, 0, 3), strict=True)]
    found = scan_readings(turned)
    assert found.cube.is_solvable()
    assert any("may be turned another way" in doubt.reason for doubt in found.doubtful)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_any_order(size: int) -> None:
    cube = Cube.random_state(size, seed=20 + size)
    shuffled = readings(cube)[[4, 2, 0, 5, 1, 3]]
    found = scan_readings(shuffled, ordered=False)
    seen = {rotated.facelets() for rotated in holds(found.cube)}
    assert any(same_but_for_names(facelets, cube.facelets()) for facelets in seen)


def holds(cube: Cube) -> list[Cube]:
    """Return the cube as it is held in 24 ways."""
    held = []
    for tip in ("", "x", "x2", "x'", "z", "z'"):
        for spin in ("", "y", "y2", "y'"):
            copy = cube.copy()
            copy.play(f"{tip} {spin}")
            held.append(copy)
    return held


@pytest.mark.parametrize("size", [2, 3, 4])
def test_any_six_colours(size: int) -> None:
    cube = Cube.random_state(size, seed=30 + size)
    found = scan_readings(readings(cube, colors=ODD_ONES))
    assert same_but_for_names(found.facelets, cube.facelets())


def test_a_red_that_looks_orange_is_put_right() -> None:
    cube = Cube.random_state(3, seed=4)
    rgb = readings(cube)
    where = int(np.flatnonzero(np.array(list(cube.facelets())) == "R")[0])
    rgb.reshape(-1, 3)[where] = 0.4 * np.array(USUAL[1]) + 0.6 * np.array(USUAL[4])
    assert scan_readings(rgb).facelets == cube.facelets()


def test_a_centre_between_two_colours_is_a_question() -> None:
    cube = Cube.random_state(4, seed=5)
    rgb = readings(cube)
    letters = np.array(list(cube.facelets()))
    corner_of_centres = np.array([16 * face + cell for face in range(6) for cell in (5, 6, 9, 10)])
    between = (np.array(USUAL[1]) + np.array(USUAL[4])) / 2.0
    doubtful = [next(s for s in corner_of_centres if letters[s] == letter) for letter in "RL"]
    rgb.reshape(-1, 3)[doubtful] = between
    found = scan_readings(rgb)
    assert {doubt.slot for doubt in found.doubtful} >= set(map(int, doubtful))
    assert all("look alike" in doubt.reason for doubt in found.doubtful)
    assert list(found.doubtful) == sorted(found.doubtful, key=lambda d: (d.margin, d.slot))


BRIGHT = (
    (245, 251, 252),
    (195, 42, 76),
    (24, 191, 208),
    (236, 253, 200),
    (247, 174, 118),
    (44, 92, 225),
)


@pytest.mark.parametrize(("size", "seed"), [(5, 4), (6, 4)])
def test_each_face_may_have_its_own_tint_where_white_and_yellow_are_nearly_burnt_out(
    size: int, seed: int
) -> None:
    cube = Cube.random_state(size, seed=seed)
    tints = np.random.default_rng(seed).uniform(0.85, 1.15, (6, 1, 1, 3))
    bright = np.clip(readings(cube, colors=BRIGHT), 0, 253)
    found = scan_readings(np.clip(bright * tints, 0, 255))
    assert same_but_for_names(found.facelets, cube.facelets())


BEYOND = (
    (290, 296, 298),
    (224, 45, 80),
    (26, 219, 238),
    (280, 291, 232),
    (285, 198, 132),
    (48, 103, 258),
)


@pytest.mark.parametrize(("size", "seed", "noise"), [(4, 2, 10), (5, 2, 12), (6, 4, 8)])
def test_whites_are_all_burnt_out_and_yellows_come_near(size: int, seed: int, noise: float) -> None:
    """A blue just below its end is a yellow's if those of all whites are at the end."""
    cube = Cube.random_state(size, seed=seed)
    found = scan_readings(readings(cube, seed, BEYOND, noise))
    assert same_but_for_names(found.facelets, cube.facelets())


PALE = (
    (206, 200, 202),
    (170, 40, 45),
    (40, 90, 112),
    (190, 172, 130),
    (170, 95, 80),
    (50, 93, 190),
)


DIM = (
    ((174, 36, 0), (86, 9, 1), (16, 33, 116), (111, 106, 123)),
    ((63, 57, 6), (3, 82, 104), (3, 45, 62), (157, 152, 206)),
    ((24, 48, 144), (132, 21, 7), (196, 28, 4), (106, 102, 119)),
    ((63, 3, 6), (130, 144, 5), (91, 95, 20), (151, 7, 3)),
    ((2, 39, 47), (121, 6, 0), (16, 17, 61), (183, 150, 18)),
    ((9, 128, 120), (1, 33, 79), (76, 5, 0), (58, 94, 85)),
)


def test_a_turned_picture_and_two_colours_that_look_alike_are_a_question() -> None:
    """Two stickers that are red or orange, by the light: with the one picture or with another."""
    cube = Cube.random_state(2, seed=411)
    found = scan_readings(np.array(DIM, dtype=np.float64).reshape(6, 2, 2, 3))
    assert same_but_for_names(found.facelets, cube.facelets()) or not found.is_certain


def test_pale_colours_of_few_stickers_each_face_in_a_light_of_its_own() -> None:
    cube = Cube.random_state(2, seed=9)
    rng = np.random.default_rng(9)
    lights = rng.uniform(0.5, 1.2, (6, 1, 1, 1)) * rng.uniform(0.85, 1.15, (6, 1, 1, 3))
    found = scan_readings(np.clip(readings(cube, seed=9, colors=PALE) * lights, 0, 255))
    assert same_but_for_names(found.facelets, cube.facelets())


def test_two_colours_burnt_out_on_an_ordered_cube_are_read_as_ordered_and_asked_about() -> None:
    cube = Cube(4)
    cube.play("2U")
    rgb = readings(cube)
    burnt = np.isin(np.array(list(cube.facelets())), ["U", "D"])
    rgb.reshape(-1, 3)[burnt] = np.random.default_rng(1).uniform(250, 255, (32, 3))
    found = scan_readings(rgb)
    assert same_but_for_names(found.facelets, cube.facelets())
    centers = {16 * face + cell for face in (0, 3) for cell in (5, 6, 9, 10)}
    assert {doubt.slot for doubt in found.doubtful} >= centers


@pytest.mark.parametrize("seed", [1, 2])
def test_two_faces_of_burnt_out_colours_only_in_lights_of_their_own(seed: int) -> None:
    """The tint of a face is no colour: rims that differ on one face tell the colours apart."""
    cube = Cube(3)
    cube.play("M2 E2 S2")
    white, yellow = (251, 252, 250), (252, 252, 249)
    colors = ((170, 25, 40), white, (10, 130, 70), (220, 90, 20), yellow, (10, 70, 165))
    dark = ((90, 15, 25), (120, 124, 130), (8, 70, 40), (115, 50, 12), (122, 126, 100), (6, 40, 90))
    rgb = readings(cube, seed, colors, noise=1)
    rims = readings(cube, seed + 9, dark, noise=5)
    tints = np.ones((6, 1, 1, 3))
    tints[[1, 4], 0, 0] = (1, 1, 1.12), (1.03, 1.02, 0.9)
    found = scan_readings(np.clip(np.concatenate([rgb * tints, rims * tints], axis=-1), 0, 255))
    assert same_but_for_names(found.facelets, cube.facelets())


def test_colours_that_look_the_same_are_not_swapped_on_all_but_corners() -> None:
    """Corners tell two colours apart by which way round they go; all else follows by order."""
    shape, faces = geometry(4), np.repeat(np.arange(6), 16)
    other = np.where(np.isin(faces, (0, 3)), 3 - faces, faces)
    other[np.array(shape.corner_slots)] = faces[np.array(shape.corner_slots)]
    costs = np.where(np.arange(6) == faces[:, None], 0.0, 20.0)
    costs[np.isin(faces, (0, 3))[:, None] & np.isin(np.arange(6), (0, 3))] = 0.0
    seen = Seen(readings(Cube(4)), None)
    arrangement = Arrangement(tuple(range(6)), (0,) * 6, tuple(range(6)))
    shades = fit_shades(seen, faces, None)
    swapped = Possible(0.0, other)
    best = Resolved(0.0, swapped, arrangement, costs, shades, [], [], Ends.SOFT)
    found = Resolver(shape, seen, ordered=True)._in_order(best)
    assert found is not None
    assert found.faces.tolist() == faces.tolist()


@pytest.mark.parametrize("size", SIZES)
def test_a_scrambled_cube_has_no_order(size: int) -> None:
    for seed in range(20):
        letters = Cube.random_state(size, seed=seed).facelets()
        faces = np.array(["URFDLB".index(letter) for letter in letters]).reshape(6, -1)
        assert face_order(faces) is None


@pytest.mark.parametrize(("size", "moves"), [(2, "R2"), (4, "Rw2"), (6, "3Rw2")])
def test_two_faces_of_an_even_cube_may_look_the_same(size: int, moves: str) -> None:
    cube = Cube(size)
    cube.play(moves)
    assert same_but_for_names(scan_readings(readings(cube)).facelets, cube.facelets())


def test_burnt_out_faces_that_were_darkened_later_are_not_the_same_face() -> None:
    """White and yellow read the same on a solved cube, but no channel is near its end."""
    burnt = ((247, 253, 253), *USUAL[1:3], (247, 252, 249), *USUAL[4:])
    found = scan_readings(0.5 * readings(Cube(3), colors=burnt, noise=1))
    assert found.facelets == Cube(3).facelets()


@pytest.mark.parametrize("twice", range(6))
def test_a_face_that_is_there_twice_is_named(twice: int) -> None:
    rgb = 0.5 * readings(Cube.random_state(5, seed=3), noise=1)
    other = (twice + 1) % 6
    rgb[other] = np.rot90(rgb[twice])
    words = " and ".join(f"picture {n + 1}" for n in sorted((twice, other)))
    with pytest.raises(ScanError, match=f"{words} show the same face"):
        scan_readings(rgb)


@pytest.mark.parametrize(("seed", "one", "two"), [(4, 1, 5), (20, 1, 3)])
def test_a_face_that_is_there_twice_is_named_where_light_could_explain_it(
    seed: int, one: int, two: int
) -> None:
    """Four stickers of a face fit other colours in another light, and a possible cube came out."""
    rng = np.random.default_rng(seed)
    rgb = readings(Cube.random_state(2, seed=seed), seed)
    rgb *= rng.uniform(0.6, 1.1, (6, 1, 1, 1)) * rng.uniform(0.9, 1.1, (6, 1, 1, 3))
    first, second = rng.permutation(6)[:2]
    rgb[second] = np.rot90(rgb[first])
    with pytest.raises(ScanError, match=f"picture {one + 1} and picture {two + 1} show the same"):
        scan_readings(np.clip(rgb, 0, 255))


@pytest.mark.parametrize("size", [3, 7])
def test_a_face_with_a_white_middle_that_is_there_twice_is_named(size: int) -> None:
    rgb = readings(Cube.random_state(size, seed=1))
    rgb[:, size // 2, size // 2] = USUAL
    rgb[0, size // 2, size // 2] = rgb[3, size // 2, size // 2] = 250
    rgb[3] = np.rot90(rgb[0])
    with pytest.raises(ScanError, match="picture 1 and picture 4 show the same face"):
        scan_readings(rgb)


@pytest.mark.parametrize(("size", "seed"), [(3, 2), (5, 2), (5, 3)])
def test_rims_tell_burnt_out_colours_apart_where_each_face_has_a_tint(size: int, seed: int) -> None:
    cube = Cube.random_state(size, seed=seed)
    tints = np.random.default_rng(seed).uniform(0.85, 1.15, (6, 1, 1, 3))
    burnt = ((250, 252, 252), *USUAL[1:3], (249, 252, 246), *USUAL[4:])
    faded = ((140, 142, 142), *USUAL[1:3], (138, 142, 126), *USUAL[4:])
    middles = readings(cube, seed, burnt, noise=1)
    rims = readings(cube, seed + 1, faded, noise=1.5)
    rgb = np.concatenate([middles * tints, rims * tints], axis=-1)
    found = scan_readings(np.clip(rgb, 0, 255))
    assert same_but_for_names(found.facelets, cube.facelets())


def test_two_faces_with_burnt_out_middles_may_look_the_same() -> None:
    """Both have red above and orange below, and the middles are white and yellow."""
    cube = Cube(3)
    cube.play("F B")
    burnt = ((250, 252, 253), *USUAL[1:3], (251, 252, 250), *USUAL[4:])
    found = scan_readings(readings(cube, colors=burnt, noise=1))
    assert found.size == 3


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_six_times_the_same_face_is_named_at_once(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No cube is looked for: that could take half a minute."""
    monkeypatch.delattr(Resolver, "resolve")
    face = readings(Cube.random_state(size, seed=1))[0]
    with pytest.raises(ScanError, match="picture 1 and picture 2 show the same face"):
        scan_readings([face] * 6)


def test_a_twisted_corner_is_never_solved_silently() -> None:
    cube = Cube.random_state(3, seed=6)
    rgb = readings(cube).reshape(-1, 3)
    numbers = list(geometry(3).corner_slots[0])
    rgb[numbers] = rgb[numbers[1:] + numbers[:1]]
    try:
        found = scan_readings(rgb.reshape(6, 3, 3, 3))
    except ScanError:
        return
    assert not found.is_certain


@pytest.mark.slow
def test_colours_of_no_cube_are_refused() -> None:
    noise = np.random.default_rng(1).uniform(0, 255, (6, 5, 5, 3))
    with pytest.raises(ScanError, match="not the colours of a cube"):
        scan_readings(noise)


# A 2x2 in hard light, another on each face, brightened by 1.6: each sticker, and its rim.
BRIGHTENED = np.array([
    [255, 219, 188, 90, 68, 114], [37, 215, 255, 77, 105, 143],
    [255, 255, 255, 71, 73, 110], [56, 242, 255, 41, 62, 128],
    [158, 11, 49, 67, 18, 56], [247, 255, 255, 83, 89, 153],
    [158, 11, 49, 79, 17, 55], [235, 224, 150, 154, 145, 118],
    [210, 9, 39, 119, 28, 57], [238, 255, 255, 89, 91, 158],
    [227, 214, 145, 116, 106, 95], [238, 255, 255, 238, 255, 255],
    [48, 204, 255, 27, 38, 123], [40, 223, 255, 52, 76, 119],
    [255, 233, 177, 134, 83, 95], [255, 20, 67, 135, 38, 82],
    [34, 139, 204, 23, 42, 95], [47, 209, 255, 51, 66, 137],
    [255, 255, 255, 74, 78, 162], [255, 214, 168, 99, 69, 91],
    [255, 152, 107, 154, 85, 78], [255, 255, 205, 98, 84, 61],
    [26, 139, 177, 36, 73, 100], [35, 132, 255, 23, 39, 106],
])  # fmt: skip


def test_a_small_cube_is_compared_with_cubes_that_are_far_from_it() -> None:
    """The colours of a wrong cube fit it so well that the true one seems far more improbable."""
    found = scan_readings(BRIGHTENED.reshape(6, 2, 2, 6))
    assert same_but_for_names(found.facelets, "LFDBRURDRUDUBFLRFBULLDFB")


GRID = [[[1, 2, 3]] * 3] * 3


@pytest.mark.parametrize(
    ("grids", "words"),
    [
        ([], "six faces"),
        ([[[[1, 2, 3]]]] * 6, "2 to"),
        ([[[[1, 2, 3]] * 3] * 2] * 6, "N rows of N"),
        ([[[["red"] * 3] * 3] * 3] * 6, "N rows of N"),
        ([[[[1, 2, 300]] * 3] * 3] * 6, "0 to 255"),
        ([[[[1, 2, 10**400]] * 3] * 3] * 6, "0 to 255"),
        ([[[[1, 2, 3]] * 3] * 3] * 6, "too dark or too bright"),
        ([[[[250, 252, 255]] * 4] * 4] * 6, "too dark or too bright"),
        ([[[[1, 2, float("nan")]] * 3] * 3] * 6, "0 to 255"),
        (None, "six faces"),
        ({"U": 1}, "the readings of R, F, D, L, B are missing"),
        ([GRID, *[[*GRID[:2], [[1, 2, 3]] * 2]] * 5], "^R: .* lists of different lengths"),
        ([GRID, GRID, [[[1, 2, 3]] * 4] * 4, *[GRID] * 3], "3 x 3 x 3 for U and 4 x 4 x 3 for F"),
        ([GRID, GRID, [*GRID[:2], [*GRID[0][:2], ["1", 2, 3]]], *[GRID] * 3], "^F: .* got text"),
        (
            [*[GRID] * 4, [GRID[0], [*GRID[0][:2], [1, -2, 3]], GRID[0]], GRID],
            r"^L, row 2, column 3: .* 0 to 255, got \[1, -2, 3\]",
        ),
    ],
)
def test_what_is_no_reading_is_named(grids: Any, words: str) -> None:
    with pytest.raises(ScanError, match=words):
        scan_readings(grids)


def test_readings_by_the_names_of_faces() -> None:
    cube = Cube.random_state(3, seed=7)
    named = dict(zip("BLDFRU", readings(cube)[::-1], strict=True))
    assert scan_readings(named).facelets == cube.facelets()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cube = Cube.random_state(3, seed=7)
    path = tmp_path / "readings.json"
    path.write_text(json.dumps(readings(cube).tolist()))
    assert main(["scan", "--readings", str(path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["size"], data["facelets"], data["doubtful"]) == (3, cube.facelets(), [])
    assert main(["scan", "--readings", str(path)]) == 0
    assert cube.facelets() in capsys.readouterr().out
    for data in (b"no JSON", b"\xff\x80 no text", b"[" + 5000 * b"9" + b"]"):
        path.write_bytes(data)
        assert main(["scan", "--readings", str(path)]) == 2
        assert "expected JSON" in capsys.readouterr().err
    path.write_bytes(b" " * 10_000_001)
    assert main(["scan", "--readings", str(path)]) == 2
    assert "expected at most 10,000,000 bytes" in capsys.readouterr().err
