"""Taking hold of the cube: picking, dragging layers, orbiting, zooming, painting, interrupting."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import OpenPage
from page_driver import until
from playwright.sync_api import Page
from test_view_picture import BEHIND, check_picture, scrambled, stage

from cubesolve import Alg, Cube
from cubesolve.model.geometry import DOWNS, RIGHTS, Vector, face_towards, negative

# Every face is seen from one of these sides.
CAMERAS = [(32, 26), (-148, -26)]


@pytest.fixture
def page(sharp_page: Page) -> Page:
    return sharp_page


@pytest.mark.parametrize("size", [2, 3, 4, 7, 50])
def test_picking_agrees_with_projection(page: Page, site: str, size: int) -> None:
    stage(page, site, size)
    wrong = page.evaluate(
        """() => {
          const wrong = [];
          const sides = [[32, 26, 1], [-148, -26, 1], [5, 80, 1], [100, -3, 0.6], [-60, 40, 1.7]];
          for (const [yaw, pitch, factor] of sides) {
            stage.view.resetCamera();
            stage.view.orbit(yaw, pitch);
            stage.view.zoom(factor);
            const inside = ([, x, y]) => x > 0 && y > 0 && x < 720 && y < 540;
            const seen = stage.visible().filter(inside);
            if (seen.length < stage.cube.size ** 2) wrong.push('few are seen');
            for (const [slot, x, y] of seen) {
              if (stage.view.pick(x, y) !== slot) wrong.push([slot, x, y]);
            }
          }
          return wrong;
        }"""
    )
    assert wrong == []


def test_beside_the_cube_is_no_slot(page: Page, site: str) -> None:
    stage(page, site, 3)
    for x, y in ((2, 2), (718, 2), (360, 538), (50, 270)):
        assert page.evaluate("([x, y]) => stage.view.pick(x, y)", [x, y]) == -1


def slot_of(size: int, face: int, row: int, col: int) -> int:
    return face * size * size + row * size + col


def place(page: Page, slot: int) -> tuple[float, float]:
    found = page.evaluate("(slot) => stage.view.project(slot)", slot)
    return found["x"], found["y"]


def drag(page: Page, start: tuple[float, float], way: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    for step in (0.2, 0.6, 1.0):
        page.mouse.move(start[0] + way[0] * step, start[1] + way[1] * step)
    page.wait_for_timeout(120)  # the finger rests: nothing is thrown
    page.mouse.up()
    page.evaluate("stage.settled()")


def events(page: Page, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "(kind) => stage.events.filter(({ type }) => type === kind)", kind
    )
    return found


@pytest.mark.parametrize(
    ("size", "camera"),
    [(2, CAMERAS[0]), (3, CAMERAS[0]), (3, CAMERAS[1]), (4, CAMERAS[1]), (50, CAMERAS[0])],
)
def test_a_dragged_sticker_takes_its_layer_along(
    page: Page, site: str, size: int, camera: tuple[int, int]
) -> None:
    """A quarter turn brings the sticker to the face that it was pushed towards."""
    stage(page, site, size)
    page.evaluate("([yaw, pitch]) => stage.view.orbit(yaw, pitch)", camera)
    cube = Cube(size)
    faces = sorted({slot // size**2 for slot, _, _ in page.evaluate("stage.visible()")})
    assert len(faces) == 3
    cells = [(0, size - 1), (size // 2, 0), (size - 1, size // 2), (0, 0)]
    for face in faces:
        ways = [(name, along, sign) for name, along in directions(face) for sign in (1, -1)]
        for (row, col), (name, along, sign) in zip(cells, ways, strict=True):
            check_drag(page, cube, slot_of(size, face, row, col), name, along, sign)
        cells = cells[1:] + cells[:1]
    check_picture(page, cube)


def directions(face: int) -> list[tuple[str, Vector]]:
    return [("right", RIGHTS[face]), ("down", DOWNS[face])]


def check_drag(page: Page, cube: Cube, slot: int, direction: str, along: Vector, sign: int) -> None:
    size = cube.size
    face = slot // size**2
    # How far a whole face is in this direction, in pixels; a quarter turn is pi / 4 of that.
    ends = [slot_of(size, face, 0, 0)]
    ends.append(
        slot_of(size, face, 0, size - 1)
        if direction == "right"
        else slot_of(size, face, size - 1, 0)
    )
    (x0, y0), (x1, y1) = (place(page, end) for end in ends)
    scale = sign * size / (size - 1) * 0.785
    page.evaluate("stage.events.length = 0")
    drag(page, place(page, slot), ((x1 - x0) * scale, (y1 - y0) * scale))
    (turn,) = events(page, "turn")
    assert turn["first"] == turn["last"]
    assert turn["turns"] in (1, 3)
    sticker = int(cube.stickers[slot])
    cube.play(Alg.from_blocks([(turn["face"], turn["first"], turn["last"], turn["turns"])], size))
    (now,) = (cube.stickers == sticker).nonzero()[0]
    assert int(now) // size**2 == face_towards(along if sign > 0 else negative(along))


def test_a_layer_follows_the_finger_and_snaps_back(page: Page, site: str) -> None:
    stage(page, site, 3)
    x, y = place(page, slot_of(3, 2, 0, 1))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 3)
    page.mouse.move(x + 40, y + 6)
    assert page.evaluate("stage.view.turning")
    page.wait_for_timeout(120)
    page.mouse.up()
    page.evaluate("stage.settled()")
    assert events(page, "turn") == []
    assert events(page, "pick") == []
    check_picture(page, Cube(3))


def test_a_long_drag_turns_twice(page: Page, site: str) -> None:
    stage(page, site, 3)
    (x0, y0), (x1, y1) = (place(page, slot_of(3, 2, 0, col)) for col in (0, 2))
    drag(page, (x0, y0), ((x1 - x0) * 2.35, (y1 - y0) * 2.35))
    (turn,) = events(page, "turn")
    assert (turn["face"], turn["turns"]) == ("U", 2)
    cube = Cube(3)
    cube.play("U2")
    check_picture(page, cube)


def test_a_click_picks(page: Page, site: str) -> None:
    stage(page, site, 4)
    slot = slot_of(4, 1, 2, 1)
    page.mouse.click(*place(page, slot))
    page.mouse.click(5, 5)
    assert [event["slot"] for event in events(page, "pick")] == [slot]


def test_painting_passes_over_stickers(page: Page, site: str) -> None:
    stage(page, site, 7)
    page.evaluate("stage.view.mode = 'paint'")
    (x0, y0), (x1, y1) = (place(page, slot_of(7, 2, 3, col)) for col in (0, 6))
    drag(page, (x0, y0), (x1 - x0, y1 - y0))
    assert [event["slot"] for event in events(page, "pick")] == [
        slot_of(7, 2, 3, col) for col in range(7)
    ]
    assert events(page, "turn") == []
    page.mouse.click(x0, y0)
    assert events(page, "pick")[-1]["slot"] == slot_of(7, 2, 3, 0)


def test_orbit_keeps_up_up(page: Page, site: str) -> None:
    stage(page, site, 3)
    before = page.evaluate("stage.view.camera")
    drag(page, (40, 300), (100, 0))
    after = page.evaluate("stage.view.camera")
    assert after["yaw"] < before["yaw"] - 10
    assert abs(after["pitch"] - before["pitch"]) < 1
    drag(page, (40, 20), (0, 500))
    assert 60 < page.evaluate("stage.view.camera.pitch") < 90
    assert events(page, "turn") == []
    assert events(page, "orbit")
    page.evaluate("stage.view.resetCamera()")
    assert page.evaluate("stage.view.camera") == before


def test_the_wheel_zooms_into_what_is_under_it(page: Page, site: str) -> None:
    stage(page, site, 50)
    x, y = place(page, slot_of(50, 2, 12, 30))
    page.mouse.move(x, y)
    for _ in range(6):
        page.mouse.wheel(0, -200)
    until(page, "stage.view.camera.zoom > 5")
    assert page.evaluate("([x, y]) => stage.view.pick(x, y)", [x, y]) == slot_of(50, 2, 12, 30)
    for _ in range(20):
        page.mouse.wheel(0, 240)
    until(page, "stage.view.camera.zoom < 0.5")
    page.evaluate("stage.view.zoom(1 / stage.view.camera.zoom)")
    page.evaluate("stage.drawn()")
    check_picture(page, Cube(50))


def test_two_fingers_pinch(open_page: OpenPage, site: str) -> None:
    page = open_page(viewport={"width": 400, "height": 700}, has_touch=True)
    stage(page, site, 3)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", (180, 350))
    send("touchStart", (180, 350), (220, 350))
    send("touchMove", (160, 350), (240, 350))
    send("touchMove", (120, 350), (280, 350))
    send("touchEnd")
    page.evaluate("stage.settled()")
    assert page.evaluate("stage.view.camera.zoom") == pytest.approx(4, rel=0.05)
    assert events(page, "turn") == []
    page.evaluate("stage.view.resetCamera()")
    x, y = place(page, slot_of(3, 2, 0, 0))
    send("touchStart", (x, y))
    for step in range(1, 8):
        send("touchMove", (x + 16 * step, y + 4 * step))
    page.wait_for_timeout(120)
    send("touchEnd")
    page.evaluate("stage.settled()")
    (turn,) = events(page, "turn")
    assert (turn["face"], turn["turns"]) == ("U", 3)


def test_turns_interrupt_each_other(page: Page, site: str) -> None:
    stage(page, site, 4)
    order = page.evaluate(
        """async () => {
          const { parse } = await import('/static/js/model/notation.js');
          const order = [];
          const waiting = [];
          for (const text of ['R', 'Uw2', "F'"]) {
            const [{ turns }] = parse(text, 4);
            const { next, after } = stage.outcome(turns);
            stage.cube = next;
            const duration = text === "F'" ? 40 : 60000;
            waiting.push(stage.view.turn(turns, { duration, after }).then(() => order.push(text)));
          }
          await Promise.all(waiting);
          return order;
        }"""
    )
    assert order == ["R", "Uw2", "F'"]
    cube = Cube(4)
    cube.play("R Uw2 F'")
    check_picture(page, cube)


def test_colors_during_a_turn(page: Page, site: str) -> None:
    """Those that the turn ends with do not disturb it; others end it at once."""
    stage(page, site, 3)
    went_on, ended = page.evaluate(
        """async () => {
          const turns = [{ face: 'R', first: 1, last: 1, turns: 1 }];
          const { after } = stage.outcome(turns);
          const done = stage.view.turn(turns, { duration: 60000, after });
          await stage.drawn();
          stage.view.setColors(after.slice());
          const wentOn = stage.view.turning;
          stage.view.setColors(stage.cube.colors());
          await done;
          return [wentOn, !stage.view.turning];
        }"""
    )
    assert went_on
    assert ended
    check_picture(page, Cube(3))


def test_a_turn_ends_a_drag(page: Page, site: str) -> None:
    stage(page, site, 3)
    x, y = place(page, slot_of(3, 2, 1, 1))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 6)
    page.mouse.move(x + 80, y + 12)
    page.evaluate("stage.play('R', 30)")
    page.mouse.move(x + 90, y + 12)
    page.mouse.up()
    page.evaluate("stage.settled()")
    assert events(page, "turn") == []
    cube = Cube(3)
    cube.play("R")
    check_picture(page, cube)


def test_reduced_motion(open_page: OpenPage, site: str) -> None:
    page = open_page(viewport={"width": 600, "height": 500}, reduced_motion="reduce")
    stage(page, site, 3, "system")
    assert page.evaluate("stage.view.reducedMotion")
    page.evaluate("stage.play('R U', 60000)")
    cube = Cube(3)
    cube.play("R U")
    check_picture(page, cube)


@pytest.mark.parametrize("net", ["", "net"])
def test_what_a_view_refuses(page: Page, site: str, net: str) -> None:
    stage(page, site, 3, net)
    for call, message in {
        "setSize(1)": "got 1",
        "setSize(2.5)": "got 2.5",
        "setColors(new Uint8Array(5))": "expected 54 bytes for size 3, got 5",
        "setMarkers(new Uint8Array(96))": "expected 54 bytes for size 3, got 96",
        "turn([], {after: new Uint8Array(1)})": "expected 54 bytes for size 3, got 1",
        "setPalette(['red'])": "expected a colour such as #1a2b3c, got red",
        "setPalette([], {body: '#12'})": "got #12",
        "setPalette([], {markerPalette: ['#ggg']})": "got #ggg",
    }.items():
        got = page.evaluate(
            f"(async () => stage.view.{call})().then(() => 'nothing', (error) => error.message)"
        )
        assert message in got
    check_picture(page, Cube(3))


# The net.


@pytest.mark.parametrize("size", [2, 7, 50])
def test_the_net_shows_the_cube(page: Page, site: str, size: int) -> None:
    stage(page, site, size, "net")
    cube, text = scrambled(size)
    page.evaluate("(text) => stage.play(text)", text)
    check_picture(page, cube)
    wrong = page.evaluate(
        "stage.visible().filter(([slot, x, y]) => stage.view.pick(x, y) !== slot).length"
    )
    assert wrong == 0


def test_the_net_is_played_with(page: Page, site: str) -> None:
    stage(page, site, 4, "net")
    cube = Cube(4)
    for face in range(6):
        for index, (name, along) in enumerate(directions(face)):
            check_drag(page, cube, slot_of(4, face, 1, 2), name, along, 1 if index else -1)
    check_picture(page, cube)
    page.evaluate("stage.view.mode = 'paint'; stage.events.length = 0")
    (x0, y0), (x1, y1) = (place(page, slot_of(4, 2, 3, col)) for col in (0, 3))
    drag(page, (x0, y0), (x1 - x0, y1 - y0))
    assert {event["slot"] for event in events(page, "pick")} >= {
        slot_of(4, 2, 3, 0),
        slot_of(4, 2, 3, 3),
    }
    assert events(page, "turn") == []


def test_the_net_shows_markers(page: Page, site: str) -> None:
    stage(page, site, 3, "net")
    page.evaluate(
        "const markers = new Uint8Array(54); markers[5 * 9 + 2] = 1 + 8 * 2;"
        "stage.view.setMarkers(markers)"
    )
    x, y = place(page, 5 * 9 + 2)
    ((red, green, blue, _),) = page.evaluate("(at) => stage.pixels([at])", [x, y])
    assert (red, green, blue) == (0xFF, 0x2F, 0xD0)


def test_both_views_leave_their_canvas(page: Page, site: str) -> None:
    for net in ("", "net"):
        stage(page, site, 3, net)
        page.evaluate("stage.view.orbit(...[10, 10]); stage.view.dispose()")
        page.mouse.click(360, 270)
        assert events(page, "pick") == []


def test_seen_from_behind(page: Page, site: str) -> None:
    stage(page, site, 3)
    page.evaluate("([yaw, pitch]) => stage.view.orbit(yaw, pitch)", BEHIND)
    faces = {slot // 9 for slot, _, _ in page.evaluate("stage.visible()")}
    assert faces == {3, 4, 5}
