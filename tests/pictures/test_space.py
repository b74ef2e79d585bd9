"""Panels in space: where every sticker is, also while layers turn."""

import pytest

from cubesolve import Cube, Move
from cubesolve.render.space import Camera, Panel, apply, space_panels, top_panels

Seen = dict[tuple[float, float], int]

MOVES = ["R", "L'", "U2", "Dw", "2F", "B'", "x", "y2", "z'", "[1,3]R", "3U'", "M", "[2]E"]
CAMERAS = [(36, 28), (-30, 50), (200, -20), (10, 5)]


def middles(size: int, cube: Cube, panels: list[Panel]) -> Seen:
    """Return the sticker that is seen at each place of the picture, nearer ones over others."""
    found = {}
    for panel in panels:
        if panel.face is None:
            continue
        for row in panel.rows:
            for column in panel.columns:
                x, y = apply(panel.matrix, (column + 0.5, row + 0.5))
                slot = cube.geometry.slot(panel.face, row, column)
                found[round(x, 6) + 0.0, round(y, 6) + 0.0] = cube.sticker_at(slot)
    return found


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("move", MOVES)
def test_a_whole_turn_brings_stickers_where_the_model_says(
    move: str, camera: tuple[float, float]
) -> None:
    size = 5
    before = Cube(size)
    after = Cube(size)
    after.play(move)
    eye = Camera(*camera)
    turns = Move(move).resolve(size)
    turned = middles(size, before, space_panels(size, eye, "none", turns, 1.0))
    assert turned == middles(size, after, space_panels(size, eye))
    assert len(turned) == 3 * size * size


@pytest.mark.parametrize("hidden", ["none", "floating", "through"])
def test_faces_that_look_away_are_shown_if_asked_for(hidden: str) -> None:
    faces = [p.face for p in space_panels(4, Camera(36, 28), hidden)]
    assert faces[-3:] == [0, 1, 2]
    assert sorted(f for f in faces if f is not None) == (
        [0, 1, 2] if hidden == "none" else list(range(6))
    )


def test_layers_nearer_to_the_eye_come_later() -> None:
    # Seen from the right, R is nearest: whatever the layers do, its panels are drawn last.
    turns = Move("R").resolve(3)
    panels = space_panels(3, Camera(36, 28), "none", turns, 0.5)
    assert panels[0].columns == range(2)
    assert [p.face for p in panels].index(1) > [p.face for p in panels].index(0)
    behind = space_panels(3, Camera(-36, 28), "none", turns, 0.5)
    assert 4 in [p.face for p in behind[3:]]  # L belongs to the layers that rest, drawn last


def test_from_above_the_sides_touch_their_stickers() -> None:
    up, *sides = top_panels(3)
    edges = {
        "F": ((0, 3), (3, 3)), "R": ((3, 3), (3, 0)), "B": ((3, 0), (0, 0)), "L": ((0, 0), (0, 3)),
    }  # fmt: skip
    for panel in sides:
        assert panel.face is not None
        start, end = edges["URFDLB"[panel.face]]
        assert apply(panel.matrix, (0, 0)) == pytest.approx(apply(up.matrix, start))
        assert apply(panel.matrix, (3, 0)) == pytest.approx(apply(up.matrix, end))
