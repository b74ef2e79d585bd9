"""Scanning on the page: the camera's film and photographs come out as the cube they show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from conftest import COARSE, FLAGS, OpenPage, chromium_path
from page_driver import facelets, take_handle, until, visit
from playwright.sync_api import FilePayload, Page, Playwright, Route, expect

from cubesolve import Cube
from drawn_faces import Image, Look, draw_cube
from scan_cubes import same_but_for_names

CUBE = Cube.random_state(3, seed=12)
AS_GUIDED = [2, 1, 5, 4, 0, 3]  # F R B L U D
READ = "!document.getElementById('scan-dialog').open"
HELD = 45  # frames of the film that a face is held still


def jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image[..., ::-1])[1].tobytes()


def files(images: list[Image], names: str = "123456") -> list[FilePayload]:
    return [
        {"name": f"{name}.jpg", "mimeType": "image/jpeg", "buffer": jpeg(image)}
        for name, image in zip(names, images, strict=True)
    ]


def open_scan(page: Page, server: str) -> Page:
    visit(page, server)
    page.click("#tab-paint")
    page.click("#scan-open")
    return page


def painted(page: Page) -> str:
    return str(page.evaluate("[...cubesolve.paint.colors].map((c) => 'URFDLB'[c]).join('')"))


def is_held_cube(text: str) -> bool:
    """Whether this is our cube in some hold, whatever its colours are called."""
    for tip in ("", "x", "x2", "x'", "z", "z'"):
        for spin in ("", "y", "y2", "y'"):
            held = Cube.from_facelets(text)
            held.play(f"{tip} {spin}")
            if same_but_for_names(held.facelets(), CUBE.facelets()):
                return True
    return False


def test_photographs_dropped_in_any_order(page: Page, server: str) -> None:
    images = draw_cube(CUBE, Look(tilt=10, roll=4, seed=5))
    open_scan(page, server)
    page.set_input_files("#scan-files", files([images[i] for i in (3, 0, 5, 1, 4, 2)]))
    until(page, READ)
    expect(page.locator("#scan-dialog")).to_be_hidden()
    assert is_held_cube(painted(page))
    expect(page.locator("#verdict")).to_contain_text("can be solved")


def test_a_wrong_grid_is_put_right_with_the_keys(page: Page, server: str) -> None:
    image = draw_cube(CUBE, Look(seed=5))[0]
    open_scan(page, server)
    text: FilePayload = {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
    page.set_input_files("#scan-files", [text, *files([image], "1")])
    expect(page.locator("#scan-faces .note")).to_contain_text("1: 3")
    # Screen readers hear it in the dialog: all behind it is inert.
    expect(page.locator("#scan-dialog [role=status].announce")).to_contain_text("3 by 3 found")
    expect(page.locator("#scan-note")).to_have_text(
        "notes.jpg is not a picture that this browser can read."
    )
    page.click("#scan-faces .scan-photo")
    expect(page.locator(".scan-handle").first).to_be_focused()
    page.select_option("#scan-edit-size", "2")
    expect(page.locator("#scan-faces .note")).to_contain_text("1: 2")
    before = page.locator(".scan-handle").first.get_attribute("aria-label")
    page.locator(".scan-handle").first.focus()
    page.keyboard.press("Shift+ArrowLeft")
    assert page.locator(".scan-handle").first.get_attribute("aria-label") != before
    page.click("#scan-edit-done")
    expect(page.locator("#scan-editor")).to_be_hidden()
    expect(page.locator("#scan-faces .scan-photo")).to_be_focused()  # and keys go on from there
    page.click("#scan-faces .icon-button")
    expect(page.locator("#scan-faces .missing")).to_have_count(6)
    expect(page.locator("#scan-choose")).to_be_focused()


def corner_places(page: Page) -> list[tuple[float, float]]:
    """Return the middles of the four handles on the screen."""
    boxes = [handle.bounding_box() for handle in page.locator(".scan-handle").all()]
    return [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes if b is not None]


def corners(page: Page) -> list[list[float]]:
    """Return where the corners of the grid are in the picture, in percent."""
    read = "['--x', '--y'].map((name) => parseFloat(one.style.getPropertyValue(name)))"
    found: list[list[float]] = page.evaluate(
        f"[...document.querySelectorAll('.scan-handle')].map((one) => {read})"
    )
    return found


def drag_by_mouse(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def drag_by_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y} for x, y in points]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", start)
    for share in (0.3, 0.7, 1):
        x, y = (a + share * (b - a) for a, b in zip(start, end, strict=True))
        touch("touchMove", (x, y))
    touch("touchEnd")
    hand.detach()


def test_a_note_does_not_move_the_picture_under_a_finger(open_page: OpenPage, server: str) -> None:
    page = open_page(viewport={"width": 900, "height": 800})
    open_scan(page, server)
    page.set_input_files("#scan-files", files(draw_cube(CUBE, Look(seed=6))[:1], "1"))
    page.click("#scan-faces li:nth-child(1) .scan-photo")
    photo, note = page.locator("#scan-edit-photo"), page.locator("#scan-note")
    tops = []
    for text in ("", "This is a note. " * 20):
        note.evaluate("(note, text) => { note.textContent = text; }", text)
        box = photo.bounding_box()
        assert box is not None
        tops.append(box["y"])
    assert tops[0] == tops[1]


def test_handles_are_dragged_and_a_wrong_grid_is_put_right(
    open_page: OpenPage, server: str
) -> None:
    """By mouse and by finger: of a wrong grid something is said, and the right one is read."""
    page = open_page(
        viewport={"width": 900, "height": 800}, device_scale_factor=COARSE, has_touch=True
    )
    images = draw_cube(CUBE, Look(tilt=8, seed=6))
    open_scan(page, server)
    page.set_input_files("#scan-files", files([images[i] for i in (4, 0, 5, 2, 1)], "12345"))
    expect(page.locator("#scan-faces .scan-photo")).to_have_count(5)
    page.click("#scan-faces li:nth-child(2) .scan-photo")
    right, (first, _, third, _) = corners(page), corner_places(page)
    # Taken hold of beside its middle, a corner goes as far as the mouse does.
    grip = third[0] + 9, third[1] - 7
    drag_by_mouse(page, grip, (grip[0] - 60, grip[1] - 40))
    moved = corner_places(page)[2]
    assert moved == pytest.approx((third[0] - 60, third[1] - 40), abs=1)
    # Across the others it does not go, for that would be no grid; nor out of the picture.
    drag_by_mouse(page, moved, (first[0] - 30, first[1] - 30))
    assert corner_places(page)[2][0] > first[0]
    drag_by_finger(page, first, (2, 2))
    assert corners(page)[0] == [0, 0]
    page.set_input_files("#scan-files", files([images[3]], "6"))
    expect(page.locator("#scan-faces .scan-photo")).to_have_count(6)
    expect(page.locator("#scan-note")).to_have_class(re.compile("bad"))
    for drag, index in ((drag_by_finger, 0), (drag_by_mouse, 2)):
        picture = page.locator("#scan-edit-photo").bounding_box()
        assert picture is not None
        x, y = (share / 100 for share in right[index])
        home = picture["x"] + x * picture["width"], picture["y"] + y * picture["height"]
        drag(page, corner_places(page)[index], home)
    assert corners(page) == [pytest.approx(place, abs=0.3) for place in right]
    # Who is quicker than the page has the grid read as it is now: it is drawn where that ends.
    page.evaluate("document.getElementById('scan-edit-done').click()")
    x, y = right[2]
    until(
        page,
        f"""(() => {{
          const svg = document.querySelector('#scan-faces li:nth-child(2) .scan-grid');
          if (!svg) return false;
          const [x, y] = svg.querySelector('.over').getAttribute('d').match(/[\\d.]+/g).slice(-2);
          const {{ width, height }} = svg.viewBox.baseVal;
          return Math.hypot(100 * x / width - {x}, 100 * y / height - {y}) < 1;
        }})()""",
    )
    page.click("#scan-read")
    until(page, READ)
    assert is_held_cube(painted(page))


DOUBTS = """async () => {
  const { paint, startPaint } = await import('/static/js/page/paint.js');
  const doubt = { place: 'D1,2', color: 'yellow', other: 'white', reason: 'it is dark', face: 0 };
  startPaint(3, paint.colors, { doubts: [{ ...doubt, slot: 28 }, { ...doubt, slot: 20 }] });
}"""


def test_doubts_are_settled_by_keys_and_outlive_a_reload(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#tab-paint")
    page.evaluate(DOUBTS)
    first = page.locator("#doubts .doubt").first
    expect(first).to_contain_text("Bottom, row 1, column 2: yellow?")
    page.reload()
    take_handle(page)
    expect(page.locator("#doubts .doubt")).to_have_count(2)
    first.focus()
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(first).to_be_focused()
    assert page.evaluate("cubesolve.stage.view.camera.pitch") < 0  # the bottom is in sight
    page.locator("#doubts .chip").nth(1).focus()
    page.keyboard.press("Enter")  # it is white
    assert page.evaluate("cubesolve.paint.colors[28]") == 0
    expect(first).to_contain_text("Front, row 1, column 3")
    expect(first).to_be_focused()


def test_what_is_wrong_with_a_picture_is_said_on_a_phone(open_page: OpenPage, server: str) -> None:
    """In words that name the picture, and without pushing its buttons aside."""
    page = open_page(viewport={"width": 390, "height": 844}, device_scale_factor=COARSE)
    open_scan(page, server)
    images = draw_cube(CUBE, Look(tilt=8, seed=6))[:3]
    images[1] = np.full_like(images[1], 120)
    page.set_input_files("#scan-files", files(images, "URF"))
    expect(page.locator("#scan-faces .note")).to_have_count(3)
    expect(page.locator("#scan-note")).to_contain_text("Picture 2 shows no cube: hold one face")
    for card in page.locator("#scan-faces li").all()[:3]:
        outer, inner = card.bounding_box(), card.locator(".icon-button").bounding_box()
        assert outer is not None
        assert inner is not None
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
        assert outer["height"] < 200
    page.click("#scan-faces li:nth-child(2) .icon-button")
    expect(page.locator("#scan-note")).to_be_empty()


def test_who_closes_the_scan_gets_no_cube_from_it(page: Page, server: str) -> None:
    """The answer comes late: it is held back until the dialog is closed."""
    held: list[Route] = []
    page.route("**/api/scan", lambda route: held.append(route))
    open_scan(page, server)
    page.fill("#import-text", "R U F")
    before = painted(page)
    page.set_input_files("#scan-files", files(draw_cube(CUBE, Look(tilt=8, seed=6)), "URFDLB"))
    while not held:
        page.wait_for_timeout(25)
    page.keyboard.press("Escape")
    page.click("#tab-play")
    with page.expect_response("**/api/scan"):
        held[0].continue_()
    page.wait_for_timeout(100)
    expect(page.locator("#tab-play")).to_have_attribute("aria-selected", "true")
    assert painted(page) == before


def test_who_is_lost_while_following_scans_and_goes_on(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "R U' F")
    page.click("#tab-solve")
    page.click("#follow-button")
    page.click("#follow-start")
    expect(page.locator("#follow-count")).to_have_text("Turn 1 of 3")
    # A turn went astray: the cube in hand is a U2 away from the one on the screen.
    astray = Cube.from_alg("R U' F U2", 3)
    page.click("#follow-lost")
    page.click("#follow-scan")
    page.set_input_files("#scan-files", files(draw_cube(astray, Look(tilt=8, seed=6)), "URFDLB"))
    expect(page.locator("#follow-count")).to_have_text("Turn 1 of 4")
    expect(page.locator("#scan-dialog")).to_be_hidden()
    assert facelets(page) == astray.facelets()


@pytest.fixture
def filmed(playwright: Playwright, tmp_path: Path) -> Iterator[Page]:
    """Return a page whose camera shows the faces of the cube, one after the other."""
    images = draw_cube(CUBE, Look(tilt=6, roll=3, seed=7))
    film = tmp_path / "faces.mjpeg"
    film.write_bytes(b"".join(jpeg(images[i]) * HELD for i in AS_GUIDED))
    flags = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    browser = playwright.chromium.launch(
        executable_path=chromium_path(),
        args=[*FLAGS, *flags, f"--use-file-for-fake-video-capture={film}"],
    )
    yield browser.new_page(device_scale_factor=COARSE)
    browser.close()


def test_the_camera_takes_six_faces_by_itself(filmed: Page, server: str) -> None:
    page = open_scan(filmed, server)
    page.click("#scan-camera")
    until(page, READ)
    assert is_held_cube(painted(page))
    assert not page.evaluate("document.getElementById('scan-video').srcObject")
