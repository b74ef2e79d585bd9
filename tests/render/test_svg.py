import base64
import re
import struct
import xml.etree.ElementTree as ET
import zlib

import numpy as np
import pytest

from cubesolve import Color, Cube, FacesTrackerHolder, Mark, Marker, svg
from cubesolve.render import png

NS = "{http://www.w3.org/2000/svg}"


def stickers(group: ET.Element) -> dict[tuple[int, int], str]:
    """Return the fill of each cell, by (row, column), as the paths of one face say."""
    found = {}
    for path in group.findall(f"{NS}g/{NS}path"):
        for column, row in re.findall(r"M(\d+)\.18 (\d+)\.18h", path.attrib["d"]):
            found[int(row), int(column)] = path.attrib["fill"]
    return found


@pytest.mark.parametrize("size", [2, 3, 5, 12])
def test_the_net_shows_every_sticker_in_its_place(size: int) -> None:
    cube = Cube.random_state(size, 3)
    groups = ET.fromstring(svg(cube, "net")).findall(f"{NS}g")
    assert len(groups) == 6
    for face, group in zip(cube.faces, groups, strict=True):
        seen = stickers(group)
        assert len(seen) == size * size
        for (row, column), fill in seen.items():
            assert fill == face.part_edge(row, column).color.hex


def test_space_shows_the_faces_towards_the_viewer() -> None:
    cube = Cube.random_state(4, 5)
    groups = ET.fromstring(svg(cube)).findall(f"{NS}g")
    assert [stickers(g)[0, 0] for g in groups] == [
        cube.face(f).part_edge(0, 0).color.hex for f in "URF"
    ]
    behind = ET.fromstring(svg(cube, yaw=36 + 180, pitch=-28)).findall(f"{NS}g")
    assert [stickers(g)[0, 0] for g in behind] == [
        cube.face(f).part_edge(0, 0).color.hex for f in "DLB"
    ]
    assert len(ET.fromstring(svg(cube, hints=True)).findall(f"{NS}g")) == 6


def corner_points(size: int, view_group: ET.Element) -> dict[tuple[int, int], tuple[float, float]]:
    """Return where the corners of a face lie in the picture, by (row, column) from 0 to size."""
    match = re.fullmatch(r"matrix\((.*)\)", view_group.attrib["transform"])
    assert match
    a, b, c, d, e, f = map(float, match.group(1).split())
    return {
        (row, column): (a * column + c * row + e, b * column + d * row + f)
        for row in (0, size)
        for column in (0, size)
    }


def test_faces_in_space_meet_at_their_edges() -> None:
    up, right, front = (corner_points(5, g) for g in ET.fromstring(svg(Cube(5))).findall(f"{NS}g"))
    assert front[0, 0] == pytest.approx(up[5, 0], abs=0.1)  # corner UFL
    assert front[0, 5] == pytest.approx(up[5, 5], abs=0.1)  # UFR
    assert front[0, 5] == pytest.approx(right[0, 0], abs=0.1)
    assert front[5, 5] == pytest.approx(right[5, 0], abs=0.1)  # DFR
    assert right[0, 5] == pytest.approx(up[0, 5], abs=0.1)  # UBR


def test_one_path_for_each_colour() -> None:
    cube = Cube.random_state(20, 1)
    for group in ET.fromstring(svg(cube, "net")).findall(f"{NS}g"):
        paths = group.findall(f"{NS}g/{NS}path")
        assert len(paths) == len({p.attrib["fill"] for p in paths}) <= 6


def test_large_cubes_are_small_pictures() -> None:
    cube = Cube.random_state(200, 1)
    text = svg(cube)
    assert len(text) < 100_000
    images = list(ET.fromstring(text).iter(f"{NS}image"))
    assert len(images) == 3
    data = base64.b64decode(images[0].attrib["href"].split(",")[1])
    colors = cube.colors()[: 200 * 200].reshape(200, 200)
    assert np.array_equal(read_png(data), colors)


def read_png(data: bytes) -> np.ndarray:
    """Read a four-bit palette picture back, knowing only the file format."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, {}
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (crc,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert crc == zlib.crc32(name + body)
        chunks[name] = body
        at += 12 + length
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (4, 3)
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), dtype=np.uint8)
    packed = lines.reshape(height, -1)[:, 1:]
    pixels = np.stack([packed >> 4, packed & 15], axis=2).reshape(height, -1)
    return pixels[:, :width]


@pytest.mark.parametrize("width", [1, 2, 5, 8])
def test_png_round_trip(width: int) -> None:
    grid = (np.arange(3 * width, dtype=np.uint8) % 6).reshape(3, width)
    assert np.array_equal(read_png(png(grid, [(i, i, i) for i in range(6)])), grid)


def test_markers_and_targets_are_drawn_on_their_slots() -> None:
    cube = Cube(5)
    markers = {
        cube.face("F").part_edge(1, 2).slot: Marker(Mark.DOT, Color.RED),
        cube.face("R").part_edge(3, 3).slot: Marker(Mark.RING),
        cube.face("U").part_edge(4, 0).slot: Marker(Mark.CROSS),
    }
    root = ET.fromstring(svg(cube, markers=markers, targets=cube.edge("UF")))
    dot = next(c for c in root.iter(f"{NS}circle") if c.attrib["fill"] == Color.RED.hex)
    assert (dot.attrib["cx"], dot.attrib["cy"]) == ("2.5", "1.5")
    ring = next(c for c in root.iter(f"{NS}circle") if c.attrib["fill"] == "none")
    assert (ring.attrib["cx"], ring.attrib["cy"]) == ("3.5", "3.5")
    frames = [p for p in root.iter(f"{NS}path") if p.attrib.get("fill") == "none"]
    assert len(frames) == 6  # three wings with two stickers each
    assert any(p.attrib["d"].startswith("M0.3 4.3l") for p in root.iter(f"{NS}path"))


def test_notebooks_see_the_picture() -> None:
    cube = Cube.random_state(3, 1)
    assert cube._repr_svg_() == svg(cube)


def test_an_unknown_view_is_refused() -> None:
    with pytest.raises(ValueError, match="3d or net"):
        svg(Cube(3), "side")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="yaw or pitch, got roll"):
        svg(Cube(3), roll=3)  # type: ignore[call-arg]


def test_tracker_marks_are_dots_in_the_tracked_colour() -> None:
    cube = Cube.random_state(6, 1)
    with FacesTrackerHolder(cube) as holder:
        cube.play("x 2R")
        drawn = ET.fromstring(svg(cube, "net"))
        found = {}
        for face, group in zip(cube.faces, drawn.findall(f"{NS}g"), strict=True):
            for dot in group.findall(f"{NS}circle"):
                row, column = (int(float(dot.attrib[k]) - 0.5) for k in ("cy", "cx"))
                found[face.part_edge(row, column).slot] = dot.attrib["fill"]
        expected = FacesTrackerHolder.tracked_slots(cube)
        assert found == {slot: color.hex for slot, color in expected.items()}
        assert set(expected.values()) <= {t.color for t in holder.trackers}
        assert len(found) == 3
    assert "<circle" not in svg(cube, "net")
