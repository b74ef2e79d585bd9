"""Still pictures: the right colour in the right place, and mistakes told in words."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cubesolve import Color, Cube, Mark, Marker, Picture, draw
from cubesolve.pictures.stickering import Stickering
from cubesolve.pictures.style import View
from cubesolve.render.space import apply


def sticker_pixels(picture: Picture, image: Image.Image) -> dict[int, Any]:
    """Return the pixel in the middle of every sticker that is seen, by slot."""
    found = {}
    for panel in picture.panels:
        placed = picture.frame.place(panel)
        for row in panel.rows:
            for column in panel.columns:
                x, y = apply(placed.matrix, (column + 0.5, row + 0.5))
                assert panel.face is not None
                slot = picture.cube.geometry.slot(panel.face, row, column)
                found[slot] = image.getpixel((int(x), int(y)))
    return found


@pytest.mark.parametrize("view", ["3d", "net", "top"])
@pytest.mark.parametrize("size", [2, 3, 5, 45])
def test_pixels_are_the_stickers(size: int, view: View) -> None:
    cube = Cube.random_state(size, 3)
    picture = draw(cube, view=view, width=600, background="#ffffff")
    pixels = sticker_pixels(picture, picture.image())
    assert len(pixels) == {"3d": 3, "net": 6}.get(view, 0) * size**2 or view == "top"
    wrong = [s for s, rgb in pixels.items() if rgb != cube.color_at(s).rgb]
    # A pixel of a large cube may straddle two stickers.
    assert len(wrong) <= (0 if size < 40 else len(pixels) // 10)


def test_own_colours_and_what_is_behind() -> None:
    colors = ["#111111", "#222222", "#333333", "#444444", "#555555", "#666"]
    picture = draw(Cube(3), colors=colors, plastic="#abcdef")
    image = picture.image()
    assert image.mode == "RGBA"
    assert image.getchannel("A").getpixel((0, 0)) == 0
    assert set(sticker_pixels(picture, image).values()) == {
        (17, 17, 17, 255), (34, 34, 34, 255), (51, 51, 51, 255),
    }  # fmt: skip
    assert "#abcdef" in picture.svg()


def shown(cube: Cube, stickering: Stickering) -> set[str]:
    """Return the places whose stickers are neither grey nor dim, as names."""
    picture = draw(cube, view="net", stickering=stickering, background="#fff")
    pixels = sticker_pixels(picture, picture.image())
    pure = {slot for slot, rgb in pixels.items() if rgb == cube.color_at(slot).rgb}
    return {cube.geometry.place_name(slot) for slot in pure}


@pytest.mark.parametrize(
    ("stickering", "count"),
    [("full", 54), ("cross", 14), ("f2l", 33), ("oll", 9), ("pll", 21), ("centers", 6),
     ("edges", 24), ("corners", 24), ("UF UFR F2,3", 6), (["DB", 0], 3)],
)  # fmt: skip
def test_stickerings_of_a_solved_cube(stickering: Stickering, count: int) -> None:
    assert len(shown(Cube(3), stickering)) == count


def test_a_sticker_keeps_its_mask_wherever_it_goes() -> None:
    cube = Cube(3)
    cube.play("R U F2")
    corner = cube.find_corner_by_colors([Color.WHITE, Color.GREEN, Color.RED])
    assert corner is not None
    assert shown(cube, "UFR") == {cube.geometry.place_name(slot) for slot in corner.slots}


def test_big_cubes_have_stages_too() -> None:
    assert len(shown(Cube(6), "centers")) == 6 * 16
    assert len(shown(Cube(6), "edges")) == 24 * 4
    assert shown(Cube(2), "cross") == set()


def test_arrows_run_between_stickers() -> None:
    picture = draw(Cube(5), view="top", arrows=["UB-UR", "U1,1-U5,5"])
    path = ET.fromstring(picture.svg())[-1].attrib["d"]
    assert path.count("M") == 4  # shafts and heads
    head = path.split("M")[2]  # of the first one, which points from the back to the right
    (x0, y0), (x1, y1), (x2, y2) = (
        (float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", head)
    )
    assert x1 > max(x0, x2)
    assert y1 > min(y0, y2)
    assert "<path" not in draw(Cube(3), arrows=["DB-DF"]).svg().split("</g>")[-1]  # not seen


def test_arrows_are_drawn_as_pixels_too() -> None:
    picture = draw(Cube(3), view="top", arrows=["U3,1-U1,3"], arrow_color="#ff00ff")
    assert sticker_pixels(picture, picture.image())[4][:3] == (255, 0, 255)


@pytest.mark.parametrize(
    ("styling", "words"),
    [
        ({"view": "side"}, "view to be one of 3d, net, top"),
        ({"hidden": "yes"}, "hidden to be one of"),
        ({"width": 0}, "width from 1"),
        ({"pitch": float("inf")}, "expected angles"),
        ({"colors": ["#fff"]}, "six colours"),
        ({"colors": ["red"] * 6}, "colour such as #1a2b3c"),
        ({"background": "blue"}, "colour such as #1a2b3c"),
        ({"stickering": "what"}, "expected full, cross"),
        ({"stickering": "UF XY"}, "expected full, cross"),
        ({"stickering": "UU"}, "expected a piece such as UFR"),
        ({"arrows": "UB-UR"}, "list of arrows"),
        ({"arrows": ["UB-UB"]}, "between two places"),
        ({"arrows": [""]}, "expected an arrow"),
        ({"arrows": ["-U"]}, "expected a piece"),
    ],
)
def test_mistakes_are_told(styling: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw(Cube(3), **styling)


def test_marks_and_frames_are_drawn_as_pixels_too() -> None:
    cube = Cube(3)
    plain = sticker_pixels(draw(cube, view="net"), draw(cube, view="net").image())
    markers = {13: Marker(Mark.DOT, Color.RED), 22: Marker(Mark.CROSS), 4: Marker(Mark.RING)}
    picture = draw(cube, view="net", markers=markers, targets=[0])
    image = picture.image()
    seen = sticker_pixels(picture, image)
    assert seen[13][:3] == Color.RED.rgb
    assert seen[22][:3] in ((0, 0, 0), (255, 255, 255))
    assert seen[4] == plain[4]  # a ring is empty
    assert image.tobytes() != draw(cube, view="net", markers=markers).image().tobytes()


def test_files(tmp_path: Path) -> None:
    picture = draw(Cube(3), width=100)
    for name in ("a.png", "a.webp", "A.SVG"):
        picture.save(tmp_path / name)
    assert Image.open(tmp_path / "a.png").size == (picture.frame.width, picture.frame.height)
    assert (tmp_path / "A.SVG").read_text() == picture.svg() + "\n"
    with pytest.raises(ValueError, match=r"\.png, \.webp or \.svg"):
        picture.save(tmp_path / "a.jpg")


def test_a_picture_stays_as_the_cube_was() -> None:
    cube = Cube(3)
    picture = draw(cube)
    before = picture.svg()
    cube.play("R")
    assert picture.svg() == before
    assert picture._repr_svg_() == before


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_without_pillow_svg_stays_and_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from cubesolve import Cube, MissingExtraError, draw, film\n"
        "assert draw(Cube(3)).svg() and film(Cube(3), 'R').svg()\n"
        "try: draw(Cube(3)).image()\n"
        "except MissingExtraError as error: print(error)\n"
    )
    done = run(code)
    assert done.stdout.strip() == (
        "pictures as pixels need an extra: pip install 'cubesolve[pictures]'"
    ), done.stderr


def test_extras_are_not_imported_with_the_package() -> None:
    extras = ("PIL", "anywidget", "ipywidgets", "traitlets", "IPython", "numba")
    code = f"import sys, cubesolve; print([n for n in {extras} if n in sys.modules])"
    assert run(code).stdout.strip() == "[]"
