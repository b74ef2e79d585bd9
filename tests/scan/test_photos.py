"""Photographs, drawn: they come out as the cube they show, and what is no photograph is named."""

import io
import json
import shlex
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import drawn_faces
from cubesolve import Cube, ScanError, draw, scan_face, scan_photos, scan_readings
from cubesolve.cli import main
from cubesolve.cli.main import COMMANDS
from cubesolve.scan.pictures import picture_size
from drawn_faces import Image, Look, draw_cube
from scan_cubes import readings, same_but_for_names


def png(image: Image) -> bytes:
    return cv2.imencode(".png", image[..., ::-1])[1].tobytes()


@pytest.mark.parametrize(
    ("size", "plastic"), [(2, "black"), (3, "white"), (4, "stickerless"), (10, "black")]
)
def test_pictures_show_their_cube(size: int, plastic: str) -> None:
    cube = Cube.random_state(size, seed=size)
    found = scan_photos(draw_cube(cube, Look(plastic, tilt=12, roll=5, seed=size)), ordered=True)
    assert found.size == size
    assert same_but_for_names(found.facelets, cube.facelets())


@pytest.mark.parametrize("size", [3, 5, 8])
def test_stickers_of_a_colour_may_run_together(size: int) -> None:
    """No line goes between two of a colour, and nothing covers them."""
    cube = Cube.random_state(size, seed=size)
    found = scan_photos(draw_cube(cube, Look("gapless", tilt=8, roll=4, seed=size)), ordered=True)
    assert found.size == size
    assert same_but_for_names(found.facelets, cube.facelets())


HOLDS = {"U": "x'", "R": "y", "F": "", "D": "x", "L": "y'", "B": "y2"}


@pytest.mark.parametrize(("size", "yaw", "pitch"), [(2, 20, 8), (3, 12, 14), (7, 0, 0)])
def test_pictures_that_we_draw_ourselves_show_their_cube(size: int, yaw: int, pitch: int) -> None:
    cube = Cube.random_state(size, seed=size)
    pictures = []
    for hold in HOLDS.values():
        held = cube.copy()
        held.play(hold)
        drawn = draw(held, yaw=yaw, pitch=pitch, width=480, background="#8899aa").image()
        pictures.append(np.asarray(drawn.convert("RGB")))
    assert same_but_for_names(scan_photos(pictures, ordered=True).facelets, cube.facelets())


def test_a_photograph_of_ten_megabytes(faces: list[Image]) -> None:
    large = cv2.resize(faces[0], (4000, 3000), interpolation=cv2.INTER_LINEAR).astype(np.int16)
    large += np.random.default_rng(1).integers(-25, 25, large.shape, dtype=np.int16)
    pixels = np.clip(large, 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 98])[1].tobytes()
    assert len(data) > 10_000_000
    found = scan_face(data)
    assert found.size == 3
    small = scan_face(faces[0])
    assert np.allclose(found.corners, small.corners, atol=0.02)


def test_burnt_out_stickers_are_read_at_their_rims(monkeypatch: pytest.MonkeyPatch) -> None:
    pale = list(drawn_faces.COLORS)
    pale[3] = (238, 240, 160)
    monkeypatch.setattr(drawn_faces, "COLORS", pale)
    cube = Cube.random_state(3, seed=16)
    pictures = draw_cube(cube, Look(tilt=5, seed=16))
    burnt = [np.clip(image * 1.7, 0, 255).astype(np.uint8) for image in pictures]
    found = scan_photos(burnt, ordered=True)
    assert same_but_for_names(found.facelets, cube.facelets())
    # Without rims white and yellow are one, and that is said.
    faces = [scan_face(image).readings[..., :3] for image in burnt]
    assert not scan_readings(faces).is_certain


def test_a_row_of_white_stickers_on_white_plastic() -> None:
    cube = Cube.random_state(3, seed=23)
    pictures = draw_cube(cube, Look("white", tilt=8, roll=3, seed=23))
    bright = [np.clip(image * 1.3, 0, 255).astype(np.uint8) for image in pictures]
    assert same_but_for_names(scan_photos(bright, ordered=True).facelets, cube.facelets())


def test_white_stickers_on_white_plastic_in_the_dark() -> None:
    cube = Cube.random_state(2, seed=2)
    pictures = draw_cube(cube, Look("white", tilt=8, roll=3, seed=2))
    dark = [(image * 0.4).astype(np.uint8) for image in pictures]
    assert same_but_for_names(scan_photos(dark, ordered=True).facelets, cube.facelets())


def test_glare_on_a_sticker_hides_nothing() -> None:
    """A lamp over the middle of each face: what is darkest there has the sticker's colour."""
    cube = Cube.random_state(3, seed=1)
    pictures = draw_cube(cube, Look(seed=1))
    for number, image in enumerate(pictures):
        height, width = image.shape[:2]
        corners = scan_face(image).corners * [width, height]
        side = float(np.hypot(*(corners[1] - corners[0]))) / 3
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        middle = corners.mean(axis=0)
        away = np.abs(np.stack([x - middle[0], y - middle[1]])).max(axis=0)
        light = np.where(away < 0.4 * side, 140 + 330 * (x - middle[0]) / side, 0)[..., None]
        pictures[number] = np.clip(image + light, 0, 255).astype(np.uint8)
    found = scan_photos(pictures, ordered=True)
    assert same_but_for_names(found.facelets, cube.facelets())


def test_a_square_beside_a_small_face_does_not_make_it_larger() -> None:
    """On a table as dark as the plastic, nothing is seen at the other places of a 3x3."""
    image = np.full((540, 960, 3), 18, dtype=np.uint8)
    for x, y in ((500, 150), (630, 150), (500, 280), (630, 280), (370, 280)):
        cv2.rectangle(image, (x, y), (x + 112, y + 112), (210, 60, 40), -1)
    image[150:393, 630:743] = image[150:393, 630:743, ::-1].copy()
    assert scan_face(cv2.GaussianBlur(image, (0, 0), 0.8)).size == 2


@pytest.mark.parametrize("columns", [(0, 1, 2), (0, 1, 2, 3)])
def test_smaller_things_in_line_with_a_face_are_no_part_of_it(
    columns: tuple[int, ...],
) -> None:
    image = np.full((540, 960, 3), 150, dtype=np.uint8)
    image[132:398, 302:568] = 18
    for column in columns:
        half, color = ((56, (210, 60, 40)), (40, (90, 80, 70)))[column not in (1, 2)]
        for row in (0, 1):
            x, y = 240 + 130 * column, 200 + 130 * row
            cv2.rectangle(image, (x - half, y - half), (x + half, y + half), color, -1)
    found = scan_face(cv2.GaussianBlur(image[92:438], (0, 0), 0.8))
    assert found.size == 2
    assert np.allclose(found.corners[0] * [960, 346], (305, 43), atol=15)


def test_what_looks_hidden_may_lie_outside_a_face_of_the_size_that_others_have() -> None:
    cube = Cube.random_state(2, seed=5)
    pictures = draw_cube(cube, Look(seed=5))
    table = np.full_like(pictures[2], 18)
    colors = ["URFDLB".index(letter) for letter in cube.facelets()[8:12]]
    for (x, y), color in zip(((300, 100), (420, 100), (300, 220), (420, 220)), colors, strict=True):
        shade = tuple(map(float, drawn_faces.COLORS[color]))
        cv2.rectangle(table, (x + 6, y + 6), (x + 112, y + 112), shade, -1)
    for x, y in ((180, 220), (300, 340)):  # two squares beside the face, and stripes
        cv2.rectangle(table, (x + 6, y + 6), (x + 112, y + 112), (210, 60, 40), -1)
    table[346:452:8, 426:532] = 250
    table[347:452:8, 426:532] = 250
    pictures[2] = cv2.GaussianBlur(table, (0, 0), 0.8).astype(np.uint8)
    with pytest.raises(ScanError, match="row 3, column 3 is hidden"):
        scan_face(pictures[2])
    found = scan_photos(pictures, ordered=True)
    assert same_but_for_names(found.facelets, cube.facelets())


@pytest.mark.filterwarnings("error")
def test_a_black_sticker_is_read_without_a_warning(faces: list[Image]) -> None:
    where = scan_face(faces[0])
    black = np.zeros_like(faces[0])
    assert not scan_face(black, corners=where.corners, size=3).readings.any()


def test_a_face_where_its_corners_are_said(faces: list[Image]) -> None:
    face = scan_face(faces[0])
    again = scan_face(faces[0], corners=face.corners, size=3)
    assert np.allclose(again.readings, face.readings, atol=3)
    with pytest.raises(ScanError, match="four corners"):
        scan_face(faces[0], corners=[[0, 0]], size=3)
    with pytest.raises(ScanError, match="in order around it"):
        scan_face(faces[0], corners=face.corners[[0, 2, 1, 3]], size=3)
    with pytest.raises(ScanError, match="four corners"):
        scan_face(faces[0], corners=[["left", "top"]] * 4, size=3)
    with pytest.raises(ScanError, match="size"):
        scan_face(faces[0], corners=face.corners)
    for size in (1, 11):
        with pytest.raises(ScanError, match=f"a size from 2 to 10, got {size}"):
            scan_face(faces[0], size=size)


def test_turned_pictures_as_bytes() -> None:
    cube = Cube.random_state(4, seed=8)
    pictures = draw_cube(cube, Look(tilt=5, seed=3))
    turned = [np.ascontiguousarray(np.rot90(image, k)) for k, image in enumerate(pictures)]
    found = scan_photos(dict(zip("URFDLB", map(png, turned), strict=True)))
    assert same_but_for_names(found.facelets, cube.facelets())
    assert found.turns == (0, 1, 2, 3, 0, 1)


def test_the_command_reads_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cube = Cube.random_state(3, seed=9)
    for face, image in zip("URFDLB", draw_cube(cube, Look(seed=4)), strict=True):
        (tmp_path / f"{face.lower()}.png").write_bytes(png(image))
    (tmp_path / "notes.txt").write_text("a cube")
    (tmp_path / "._u.png").write_bytes(b"what a system keeps beside a file")
    (tmp_path / "old.png").mkdir()
    assert main(["scan", str(tmp_path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["size"], data["facelets"]) == (3, cube.facelets())
    assert main(["scan", str(tmp_path / "holiday")]) == 2
    assert "holiday: no such file or folder" in capsys.readouterr().err
    (tmp_path / "b.png").unlink()
    assert main(["scan", str(tmp_path)]) == 2
    assert "expected six pictures, found 5\n" in capsys.readouterr().err
    (tmp_path / "b.HEIC").write_bytes(b"")
    assert main(["scan", str(tmp_path)]) == 2
    assert "found 5; b.HEIC is not JPEG, PNG or WebP" in capsys.readouterr().err
    (tmp_path / "u.bmp").write_bytes(b"")
    assert main(["scan", str(tmp_path)]) == 2
    assert "found 5; b.HEIC and 1 more are not JPEG" in capsys.readouterr().err


def test_help_has_examples_that_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cube = Cube.random_state(3, seed=9)
    monkeypatch.chdir(tmp_path)
    Path("photos").mkdir()
    for face, image in zip("URFDLB", draw_cube(cube, Look(seed=4)), strict=True):
        for path in (Path("photos", f"{face}.jpg"), Path(f"{face}.jpg")):
            assert cv2.imwrite(str(path), image[..., ::-1])
    given = json.dumps(readings(cube).tolist()).encode()
    with pytest.raises(SystemExit):
        main(["scan", "--help"])
    helped = capsys.readouterr().out
    for example in COMMANDS["scan"].examples:
        assert example in helped
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        assert main(shlex.split(example.partition(" < ")[0])[1:]) == 0
        assert cube.facelets() in capsys.readouterr().out


@pytest.fixture(scope="module")
def faces() -> list[Image]:
    return draw_cube(Cube.random_state(3, seed=1), Look(seed=1))


def error_of(pictures: list[object]) -> str:
    with pytest.raises(ScanError) as caught:
        scan_photos(pictures, ordered=True)
    return str(caught.value)


def test_what_is_no_photograph_of_a_face_is_named(faces: list[Image]) -> None:
    empty = np.full((600, 800, 3), 120, dtype=np.uint8)
    assert "picture 2 shows no cube" in error_of([faces[0], empty, *faces[2:]])
    two = np.hstack([faces[0], faces[1]])
    assert "more than one cube" in error_of([two, *faces[1:]])
    small = cv2.resize(faces[1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    beside = np.vstack([small, np.full((300, 400, 3), 120, dtype=np.uint8)])
    assert "more than one cube" in error_of([np.hstack([faces[0], beside]), *faces[1:]])
    assert "not a JPEG" in error_of([b"some text", *faces[1:]])
    assert "damaged" in error_of([png(faces[0])[:500], *faces[1:]])
    assert "six pictures" in error_of([*faces[:5]])
    turned = np.ascontiguousarray(np.rot90(faces[4]))
    assert "picture 2 and picture 5 show the same face" in error_of([faces[0], turned, *faces[2:]])
    # The same where faces have no middle of their own.
    even = draw_cube(Cube.random_state(2, seed=4), Look(seed=1))
    turned = np.ascontiguousarray(np.rot90(even[4]))
    assert "picture 2 and picture 5 show the same face" in error_of([even[0], turned, *even[2:]])
    assert "expected a path, the bytes" in error_of([None, *faces[1:]])
    for wrong in ("photos", None):
        with pytest.raises(ScanError, match="six pictures"):
            scan_photos(wrong)  # type: ignore[arg-type]
    five = draw_cube(Cube(5), Look(seed=2))[0]
    assert "picture 1 shows a grid of 5 x 5" in error_of([five, *faces[1:]])


def test_a_cube_of_another_size_is_not_replaced_by_something_beside_it() -> None:
    pictures = draw_cube(Cube.random_state(2, seed=2), Look(seed=2))
    other = draw_cube(Cube.random_state(3, seed=2), Look(seed=2))[0]
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):  # four small things on the table
        place = (700 + 22 * column, 20 + 22 * row)
        cv2.rectangle(other, place, (place[0] + 17, place[1] + 17), (40, 40, 200), -1)
    assert "picture 1 shows a grid of 3 x 3" in error_of([other, *pictures[1:]])


def test_three_squares_beside_a_face_are_no_other_cube(faces: list[Image]) -> None:
    beside = np.full((600, 600, 3), 120, dtype=np.uint8)
    for x, y in ((60, 60), (310, 60), (310, 310)):
        cv2.rectangle(beside, (x, y), (x + 220, y + 220), (40, 60, 90), -1)
    assert scan_face(np.hstack([faces[0], beside])).size == 3


def test_a_hand_over_the_cube_is_seen(faces: list[Image]) -> None:
    covered = faces[0].copy()
    cv2.ellipse(covered, (500, 250), (120, 200), 20, 0, 360, (200, 150, 120), -1)
    with pytest.raises(ScanError):
        scan_photos([covered, *faces[1:]], ordered=True)


def covered(image: Image, side: str, lines: int, tone: tuple[int, int, int]) -> Image:
    """Return a picture of a face with a hand over so many of its lines at one side."""
    found = scan_face(image)
    height, width = image.shape[:2]
    corners = np.roll(found.corners * [width, height], -SIDES.index(side), axis=0)
    along, inwards = corners[1] - corners[0], corners[3] - corners[0]
    deep = lines / found.size * inwards
    outline = [
        corners[0] - 0.2 * along - inwards,
        corners[1] + 0.2 * along - inwards,
        corners[1] + 0.2 * along + deep,
        corners[0] - 0.2 * along + deep,
    ]
    mask = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(mask, [np.array(outline, dtype=np.int32)], 1)
    waves = 1 + 0.1 * np.sin(np.arange(width) / 60) * np.cos(np.arange(height) / 70)[:, None]
    skin = np.clip(np.array(tone) * waves[..., None], 0, 255).astype(np.uint8)
    return np.where(mask[..., None] > 0, skin, image)


SIDES = ["top", "right", "bottom", "left"]


@pytest.mark.parametrize("plastic", ["black", "white", "stickerless"])
@pytest.mark.parametrize(
    ("size", "lines"),
    [(3, 1), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((4, 1), (5, 1), (7, 2)))],
)
def test_a_hand_over_some_lines_is_named(size: int, lines: int, plastic: str) -> None:
    """Each plastic has two of the sides, so each side of each size is covered at least once."""
    faces = draw_cube(Cube.random_state(size, seed=size), Look(plastic, tilt=8, roll=3, seed=size))
    for number, side in list(enumerate(SIDES))[plastic == "white" :: 2]:
        tone = ((224, 172, 140), (198, 134, 96))[number % 2]
        pictures: list[object] = [*faces]
        pictures[number] = covered(faces[number], side, lines, tone)
        edge = "top or bottom" if side in ("top", "bottom") else "left or right"
        said = error_of(pictures)
        assert said.startswith(f"picture {number + 1}: something covers stickers at the {edge}")
        assert "take this picture again" in said


def test_nothing_covers_a_face_that_is_all_in_sight() -> None:
    for size, plastic in ((2, "white"), (3, "stickerless"), (6, "white"), (8, "black")):
        for image in draw_cube(Cube(size), Look(plastic, tilt=15, roll=8, seed=size)):
            assert scan_face(image).size == size  # even where all stickers are of one colour


def test_a_blurred_face_is_not_covered() -> None:
    """White stickers on white plastic: neither they nor the lines between them are seen."""
    for image in draw_cube(Cube.random_state(7, seed=27), Look("white", tilt=8, roll=3, seed=27)):
        assert scan_face(cv2.GaussianBlur(image, (0, 0), 2.0), size=7).size == 7


def test_a_missing_face_is_named(faces: list[Image]) -> None:
    with pytest.raises(ScanError, match="the picture of B is missing"):
        scan_photos(dict(zip("URFDL", faces, strict=False)))


@pytest.mark.parametrize("kind", [".png", ".jpg", ".webp"])
def test_sizes_are_read_from_heads(kind: str) -> None:
    data = cv2.imencode(kind, np.zeros((60, 90, 3), dtype=np.uint8))[1].tobytes()
    assert picture_size(data) == (90, 60)


def test_marks_without_a_length_hide_no_size() -> None:
    data = cv2.imencode(".jpg", np.zeros((60, 90, 3), dtype=np.uint8))[1].tobytes()
    for mark in (b"\xff\x01", b"\xff\xd0", b"\xff\xd7\xff\x01"):
        assert picture_size(data[:2] + mark + data[2:]) == (90, 60)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no such devices")
def test_a_device_that_never_ends_is_no_photograph() -> None:
    assert "too large" in error_of(["/dev/zero"] * 6)


def test_a_bomb_is_not_opened() -> None:
    data = bytearray(png(np.zeros((60, 60, 3), dtype=np.uint8)))
    data[16:24] = (60_000).to_bytes(4, "big") * 2
    assert "too large: 60000 x 60000" in error_of([bytes(data)] * 6)


@pytest.mark.parametrize("size", [(0, 0), (100_000_000, 1)])
def test_a_head_that_says_a_strange_size_is_named_by_us_alone(
    size: tuple[int, int], capfd: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(png(np.zeros((60, 60, 3), dtype=np.uint8)))
    data[16:24] = b"".join(side.to_bytes(4, "big") for side in size)
    assert f"too small: {size[0]} x {size[1]}" in error_of([bytes(data)] * 6)
    assert capfd.readouterr().err == ""
