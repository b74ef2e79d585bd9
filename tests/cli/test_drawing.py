"""The command `draw`."""

from pathlib import Path

import pytest
from PIL import Image

from cubesolve import Cube, draw, film
from cubesolve.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["draw", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_case_seen_from_above(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sune.svg"
    arguments = ("--case", "R U R' U R U2 R'", "--view", "top", "--stickering", "oll")
    assert run(capsys, str(path), *arguments) == (0, "", "")
    cube = Cube(3)
    cube.play("R U2 R' U' R U' R'")
    assert path.read_text() == draw(cube, view="top", stickering="oll").svg() + "\n"


def test_every_look_reaches_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "-", "--size", "4", "--yaw", "-20", "--pitch", "40", "--hidden", "floating",
        "--width", "150", "--colors", "#111,#222,#333,#444,#555,#666", "--plastic", "#777777",
        "--background", "#888888", "--arrow", "UB-UR", "--arrow-color", "#999999",
    )  # fmt: skip
    assert code == 0
    assert out.strip() == draw(
        Cube(4), yaw=-20, pitch=40, hidden="floating", width=150,
        colors=["#111", "#222", "#333", "#444", "#555", "#666"], plastic="#777777",
        background="#888888", arrows=["UB-UR"], arrow_color="#999999",
    ).svg()  # fmt: skip


def test_films(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gif, moving = tmp_path / "a.gif", tmp_path / "a.svg"
    code, out, _ = run(capsys, str(gif), "--alg", "R U", "--width", "60", "--speed", "5")
    assert (code, out) == (0, f"{gif}: 9 pictures, 3.4 seconds\n")
    assert getattr(Image.open(gif), "n_frames", 1) == 9
    assert run(capsys, str(moving), "--scramble", "F R", "--solve", "beginner")[0] == 0
    cube = Cube(3)
    cube.play("F R")
    assert moving.read_text() == film(cube, "R' F'").svg() + "\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a.gif",), "a GIF is a film: say what to play"),
        (("a.png", "--alg", "R"), "a film is .gif, .webp or .svg"),
        (("a.jpg",), "a picture is .png, .webp or .svg"),
        (("a.svg", "--stickering", "x"), "expected full, cross"),
        (("a.svg", "--arrow", "UB"), "expected an arrow"),
        (("a.svg", "--speed", "0", "--alg", "R"), "expected a speed"),
        (("a.svg", "--alg", "4R"), "no layer 4"),
    ],
)
def test_mistakes(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, str(tmp_path / arguments[0]), *arguments[1:])
    assert (code, out) == (2, "")
    assert words in err
    assert not list(tmp_path.iterdir())
