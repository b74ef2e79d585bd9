import re

import pytest

from cubesolve import Color, Cube, FacesTrackerHolder, Mark, Marker, net
from cubesolve.render.markers import contrast

ESCAPE = re.compile(r"\x1b\[([\d;]*)m")


def cells(text: str) -> list[list[tuple[str, str]]]:
    """Read painted text as rows of (escape codes, character)."""
    rows = []
    for line in text.split("\n"):
        row: list[tuple[str, str]] = []
        paint = ""
        for part in re.split(r"(\x1b\[[\d;]*m)", line):
            match = ESCAPE.fullmatch(part)
            if match:
                paint = match.group(1) if match.group(1) != "0" else ""
            else:
                row += [(paint, character) for character in part]
        rows.append(row)
    return rows


def test_letters_are_the_net_of_the_colours() -> None:
    cube = Cube(3)
    cube.play("R U2 F' x")
    letters = cube.color_letters()
    faces = {face: letters[9 * i : 9 * i + 9] for i, face in enumerate("URFDLB")}
    lines = net(cube, color=False).split("\n")
    rows = [line.replace(" ", "") for line in lines]
    assert rows[:3] == [faces["U"][3 * r : 3 * r + 3] for r in range(3)]
    assert rows[3:6] == ["".join(faces[f][3 * r : 3 * r + 3] for f in "LFRB") for r in range(3)]
    assert rows[6:] == [faces["D"][3 * r : 3 * r + 3] for r in range(3)]
    assert lines[0].startswith(" " * 6)
    assert lines[0][6] == faces["U"][0]


@pytest.mark.parametrize("size", [2, 3, 4, 7])
def test_wide_cells_have_the_colours_of_the_stickers(size: int) -> None:
    cube = Cube.random_state(size, 1)
    rows = cells(net(cube))
    for row in range(size):
        for column in range(size):
            color = cube.face("U").part_edge(row, column).color
            paint, character = rows[row][2 * size + 1 + 2 * column]
            assert paint == "48;2;{};{};{}".format(*color.rgb)
            assert character == " "
            color = cube.face("B").part_edge(row, column).color
            paint, _ = rows[size + row][3 * (2 * size + 1) + 2 * column]
            assert paint == "48;2;{};{};{}".format(*color.rgb)


@pytest.mark.parametrize(("size", "width"), [(10, 60), (10, 43), (33, 140), (5, 24)])
def test_half_cells_show_two_rows_and_fit(size: int, width: int) -> None:
    cube = Cube.random_state(size, 2)
    rows = cells(net(cube, width=width))
    assert max(map(len, rows)) <= width
    for row in range(size):
        for column in range(size):
            color = cube.face("F").part_edge(row, column).color
            paint, character = rows[(size + 1) // 2 + row // 2][size + 1 + column]
            assert character == "▀"
            layer = "38" if row % 2 == 0 else "48"
            assert "{};2;{};{};{}".format(layer, *color.rgb) in paint


def test_a_cube_too_large_is_sampled_and_says_so() -> None:
    cube = Cube.random_state(100, 1)
    text = net(cube, width=80)
    assert max(len(row) for row in cells(text)[:-1]) <= 80
    assert text.endswith("(every 6th row and column of 100)")
    for size, told in ((25, "2nd"), (50, "3rd"), (210, "12th"), (400, "22nd")):
        assert net(Cube(size), width=80).endswith(f"(every {told} row and column of {size})")


def test_markers_and_targets_are_seen_in_every_mode() -> None:
    cube = Cube(3)
    markers = {
        cube.face("U").part_edge(0, 0).slot: Marker(Mark.DOT, Color.RED),
        cube.face("U").part_edge(0, 1).slot: Marker(Mark.RING),
        cube.face("U").part_edge(0, 2).slot: Marker(Mark.CROSS),
    }
    target = cube.corner("DFR")
    letters = net(cube, color=False, markers=markers, targets=target)
    assert letters.split("\n")[0].strip() == "W*WoWx"
    assert letters.count("+") == 3
    wide = net(cube, markers=markers, targets=target)
    for mark in "●○✕":
        assert wide.count(mark) == 1
    assert wide.count("[]") == 3
    assert "38;2;{};{};{}".format(*Color.RED.rgb) in wide.split("●")[0][-40:]
    half = net(cube, markers=markers, targets=target, width=16)
    assert half != net(cube, width=16)


def test_256_colours_where_true_colour_is_missing() -> None:
    text = net(Cube(2), true_color=False)
    assert "48;5;231" in text
    assert ";2;" not in text


def test_the_scheme_gives_letters_and_colours() -> None:
    from cubesolve import ColorScheme

    cube = Cube(2, ColorScheme.parse("PKCLNA"))
    assert set(net(cube, color=False)) - set(" \n") == set("PKCLNA")


def test_tracker_marks_are_dots_in_the_tracked_colour() -> None:
    cube = Cube.random_state(4, 1)
    with FacesTrackerHolder(cube):
        rows = cells(net(cube))
        dots = [paint for row in rows for paint, character in row if character == "●"]
        inks = sorted(paint.split("38;2;")[1] for paint in dots)
        seen = [
            contrast(color.rgb) if cube.color_at(slot) is color else color.rgb
            for slot, color in FacesTrackerHolder.tracked_slots(cube).items()
        ]
        assert inks == sorted("{};{};{}".format(*rgb) for rgb in seen)
        assert net(cube, color=False).count("*") == 3
    assert "●" not in net(cube)


@pytest.mark.parametrize("width", [None, 40])
def test_a_dot_is_seen_on_its_own_colour(width: int | None) -> None:
    cube = Cube(6)
    for face in cube.faces:
        slot = face.part_edge(0, 0).slot
        marked = net(cube, width=width, markers={slot: Marker(Mark.DOT, cube.color_at(slot))})
        shades = [
            re.findall(r"[34]8;2;([\d;]+?)(?=;[34]8|$)", p)
            for row in cells(marked)
            for p, c in row
            if c == "●"
        ]
        assert all(shade != ink for shade, ink in shades)
        assert marked.replace("●", " ") != net(cube, width=width)
