"""Films: every turn in order, in small files that other programs read."""

import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from cubesolve import Cube, NotationError, Solution, UnsupportedSizeError, draw, film, solve
from cubesolve.pictures.gif import GifWriter, write_gif

NS = "{http://www.w3.org/2000/svg}"
LONGEST = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"  # twenty moves: the superflip


def pictures(path: Path) -> list[tuple[Any, int]]:
    """Return the frames of a file and their milliseconds, as Pillow reads them."""
    found = []
    with Image.open(path) as file:
        for number in range(getattr(file, "n_frames", 1)):
            file.seek(number)
            found.append((np.asarray(file.convert("RGB")).astype(int), file.info["duration"]))
    return found


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_film_is_its_frames(tmp_path: Path, kind: str) -> None:
    moving = film(Cube(3), "R U2 M'", width=120, speed=5, background="#ffffff")
    path = tmp_path / f"film.{kind}"
    moving.save(path)
    read = pictures(path)
    drawn = list(moving.frames())
    assert len(read) == len(drawn) == len(moving.shots)
    assert [time for _, time in read] == [shot.milliseconds for shot in moving.shots]
    for (cells, _), picture in zip(read, drawn, strict=True):
        off = np.abs(cells - np.asarray(picture.convert("RGB"))).max(axis=2)
        assert (off > 30).mean() < 0.12  # edges have fewer shades
        assert off.mean() < 8


def test_a_film_begins_and_ends_with_the_cube(tmp_path: Path) -> None:
    cube = Cube.random_state(3, 5)
    solution = solve(cube, "cfop")
    frames = list(film(cube, solution.alg[:3], width=90).frames())
    after = cube.copy()
    after.play(solution.alg[:3])
    for frame, state in ((frames[0], cube), (frames[-1], after)):
        cells = np.asarray(frame).reshape(-1, 4)
        colors = {tuple(map(int, rgb[:3])) for rgb in cells if rgb[3] == 255}
        assert {state.color_at(slot).rgb for slot in range(27)} <= colors
    assert frames[0].tobytes() != frames[-1].tobytes()


def test_a_solution_saves_itself(tmp_path: Path) -> None:
    cube = Cube.random_state(3, 2)
    solution = solve(cube, "cfop")
    solution.save(tmp_path / "film.svg", width=200)
    text = (tmp_path / "film.svg").read_text()
    assert text == film(cube, solution.alg, width=200).svg() + "\n"
    assert Solution.from_json(solution.to_json()).start_cube() == cube
    with pytest.raises(ValueError, match=r"\.gif, \.webp or \.svg"):
        solution.save(tmp_path / "film.mp4")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["gif", "webp", "svg"])
def test_films_of_the_longest_short_solutions_are_small(tmp_path: Path, kind: str) -> None:
    cube = Cube(3)
    cube.play(LONGEST)
    path = tmp_path / f"film.{kind}"
    film(cube, LONGEST).save(path)
    assert path.stat().st_size < 500_000


@pytest.mark.slow
@pytest.mark.parametrize(("method", "seed"), [("cfop", 2), ("beginner", 27)])
def test_films_of_solutions_that_people_follow_are_small(
    tmp_path: Path, method: str, seed: int
) -> None:
    solution = solve(
        Cube.random(3, seed=seed), method
    )  # the beginner's has 149 moves, which is long
    for kind in ("gif", "webp", "svg"):
        path = tmp_path / f"film.{kind}"
        solution.save(path)
        assert path.stat().st_size < 500_000


@pytest.mark.parametrize("length", [1, 20, 40, 64, 66, 300])
def test_long_films_have_fewer_pictures_but_show_every_turn(length: int) -> None:
    moving = film(Cube(3), "R U2 " * (length // 2) + "F " * (length % 2))
    assert len(moving.shots) <= max(1.25 * 130, length) + 2
    for number, turns in enumerate(moving.turns):
        assert any(shot.state == number and shot.turns == turns for shot in moving.shots)
    for shot in moving.shots:
        if length >= 66 and shot.turns:  # no picture in which a half turn looks like none
            assert shot.share * shot.turns[0].turns % 1 == 0.5
    assert moving.shots[-1].state == length
    assert not moving.shots[-1].turns
    assert moving.seconds >= 0.9 * (3 + length / moving.speed)


def test_the_svg_shows_one_shot_after_the_other() -> None:
    moving = film(Cube(3), "R U2", speed=4)
    root = ET.fromstring(moving.svg())
    shots = root.findall(f"{NS}g")
    assert len(shots) == len(moving.shots)
    elapsed = 0
    names = {part.attrib["id"] for part in root.findall(f"{NS}defs/{NS}g")}
    for shot, group in zip(moving.shots, shots, strict=True):
        assert group.attrib["style"] == f"animation-delay:{elapsed / 1000:.6g}s"
        elapsed += shot.milliseconds
        uses = group.findall(f"{NS}use")
        assert len(uses) >= 3
        assert {use.attrib["href"][1:] for use in uses} <= names
    style = root.findtext(f"{NS}style") or ""
    assert f"animation:a {moving.seconds:.6g}s" in style
    assert "prefers-reduced-motion" in style


def test_a_resting_shot_is_the_still_picture() -> None:
    moving = film(Cube(4), "R")
    still = draw(Cube(4))
    first = ET.fromstring(moving.svg()).findall(f"{NS}g")[0]
    # The film is smaller, for a turning layer sticks out; the directions are the same.
    ours = [use.attrib["transform"] for use in first]
    theirs = re.findall(r'transform="([^"]+)"', still.svg())
    assert len(ours) == len(theirs) == 3
    for a, b in zip(ours, theirs, strict=True):
        left, right = (np.array(re.findall(r"-?[\d.]+", t)[:4], float) for t in (a, b))
        assert left / np.abs(left).max() == pytest.approx(right / np.abs(right).max(), abs=0.01)


def test_long_films_are_faster_and_moves_that_do_nothing_are_left_out() -> None:
    assert film(Cube(3), "R U " * 100).speed > film(Cube(3), "R U").speed
    assert len(film(Cube(3), "R4").turns) == 0
    assert len(film(Cube(3), "").shots) == 1
    with pytest.raises(ValueError, match="speed from"):
        film(Cube(3), "R", speed=0)
    with pytest.raises(ValueError, match="3d"):
        film(Cube(3), "R", view="net")
    with pytest.raises(ValueError, match="no layer 4"):
        film(Cube(3), "4R")


@pytest.mark.parametrize("colors", [1, 2, 7, 31, 255])
def test_gifs_without_stand_ins_are_exact(colors: int) -> None:
    random = np.random.default_rng(colors)
    cells = [random.integers(0, colors, (81, 67)).astype(np.uint8) for _ in range(3)]
    cells += [cells[-1], cells[-1].copy()]
    cells[-1][5, 7] = 0
    palette = [(i, 255 - i, i // 2) for i in range(colors)]
    file = io.BytesIO()
    writer = GifWriter(file, palette, [[] for _ in palette])
    write_gif(writer, cells, [50] * len(cells))
    with Image.open(file) as read:
        assert getattr(read, "n_frames", 1) == len(cells)
        for number, expected in enumerate(cells):
            read.seek(number)
            assert np.array_equal(np.asarray(read.convert("RGB")), np.array(palette)[expected])


def test_more_than_can_be_drawn_is_refused_before_it_is_tried() -> None:
    for make in (draw, lambda cube: film(cube, "R")):
        with pytest.raises(UnsupportedSizeError, match="up to size 500, got 501"):
            make(Cube(501))
    with pytest.raises(NotationError, match="9999999 moves, more than 10000"):
        film(Cube(3), "(R)9999999")
