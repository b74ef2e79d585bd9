"""The page as a whole: links, reloads, narrow screens, screen readers, colours, files."""

from __future__ import annotations

import re
import zlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import COARSE, OpenPage
from page_driver import (
    check_model,
    choose_size,
    facelets,
    idle,
    kept,
    played,
    scramble,
    solve,
    take_handle,
    until,
    visit,
)
from playwright.sync_api import Page, expect

PHONE = {"width": 390, "height": 844}
MODES = ["play", "solve", "paint"]


def link(page: Page) -> str:
    page.click("#share-button")
    address = page.locator("#share-link").input_value()
    page.keyboard.press("Escape")
    return "#" + address.split("#", 1)[1]


@pytest.mark.parametrize("size", [3, 7])
def test_a_link_holds_the_cube_and_its_moves(
    page: Page, open_page: OpenPage, server: str, size: int
) -> None:
    choose_size(visit(page, server), size)
    scramble(page)
    start = facelets(page)
    page.fill("#alg", "[R, U] 2R2 x // a comment")
    until(page, "cubesolve.total() === 6")
    page.locator("#cube").focus()
    page.keyboard.press("ArrowLeft")
    idle(page)
    other = open_page(device_scale_factor=COARSE)
    visit(other, server, link(page))
    assert facelets(other) == facelets(page)
    assert played(other) == played(page)
    assert other.locator("#alg").input_value() == "[R, U] 2R2 x // a comment"
    check_model(other, size, start)


def test_a_link_to_a_solution(page: Page, open_page: OpenPage, server: str) -> None:
    visit(page, server)
    scramble(page)
    page.click("#go-solve")
    until(page, "!!cubesolve.solution()")
    other = open_page(device_scale_factor=COARSE)
    visit(other, server, link(page))
    other.click("#to-end")
    assert other.evaluate("cubesolve.isSolved()")


@pytest.mark.parametrize(
    "fragment",
    ["#size=1", "#size=3&state=UUU", "#size=7&packed=!!", "#size=3&alg=Q", "#size=4&alg=M"],
)
def test_a_broken_link_is_told(page: Page, server: str, fragment: str) -> None:
    visit(page, server, fragment)
    expect(page.locator("#toasts")).to_contain_text("could not be read")
    assert page.evaluate("cubesolve.isSolved()")


def test_a_reload_loses_nothing(page: Page, server: str) -> None:
    choose_size(visit(page, server), 5)
    scramble(page)
    page.locator("#cube").focus()
    page.keyboard.press("r")
    solve(page, "beginner")
    page.evaluate("cubesolve.player.seek(40)")
    before = facelets(page)
    title = page.locator("#now-title").inner_text()
    page.reload()
    take_handle(page)
    assert facelets(page) == before
    assert page.evaluate("cubesolve.cursor()") == 40
    expect(page.locator("#now-title")).to_have_text(title)
    page.click("#to-end")
    assert page.evaluate("cubesolve.isSolved()")


def test_two_tabs_do_not_disturb_each_other(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page, 1)
    first = facelets(page)
    other = page.context.new_page()
    visit(other, server)
    choose_size(other, 4)
    kept(page, 3, "")
    kept(other, 4, "")
    other.close()
    page.reload()
    take_handle(page)
    assert facelets(page) == first


UPRIGHT, ON_ITS_SIDE = [(390, 844), (360, 640), (320, 640)], [(667, 375), (844, 390)]
SCREENS = [*UPRIGHT, *ON_ITS_SIDE, (1024, 768), (1440, 900), (2560, 1440)]
OVERLAYS = ".stage-tools, .legend, .caption, .hint, .layers-badge, .stage > .net"


@pytest.mark.parametrize("size", [{"width": w, "height": h} for w, h in SCREENS])
def test_nothing_is_wider_than_the_screen(
    open_page: OpenPage, server: str, size: dict[str, int]
) -> None:
    page = visit(
        open_page(
            viewport=size, device_scale_factor=COARSE, has_touch=True, is_mobile=size["width"] < 800
        ),
        server,
    )
    scramble(page)
    for mode in (*MODES, "learn"):
        page.click(f"#tab-{mode}")
        if mode == "solve":
            page.click("#solve")
            until(page, "!!cubesolve.solution()")
        outside = page.evaluate(
            """() => [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility())
              .filter((e) => !e.closest('.track, .toasts, .sprite, .visually-hidden, .skip'))
              .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
              .map((e) => e.id || e.className)"""
        )
        assert outside == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        overlaps = page.evaluate(
            """(names) => {
              const stage = document.getElementById('stage').getBoundingClientRect();
              const boxes = [...document.querySelectorAll(names)].filter((e) => e.checkVisibility())
                .map((e) => [e.id || e.className, e.getBoundingClientRect()]);
              const outside = boxes.filter(([, a]) => a.top < stage.top || a.bottom > stage.bottom
                || a.left < stage.left || a.right > stage.right).map(([name]) => name);
              const pairs = boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
                .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom
                  && b.top < a.bottom).map(([other]) => `${one} and ${other}`));
              return [...outside, ...pairs];
            }""",
            OVERLAYS,
        )
        assert overlaps == [], mode
        cube, panel = (page.locator(f"#{name}").bounding_box() for name in ("cube", "panel"))
        assert cube is not None
        assert panel is not None
        assert min(cube["width"], cube["height"]) > 110, mode
        assert panel["height"] > 240, mode


def test_names_are_what_is_seen(open_page: OpenPage, server: str) -> None:
    """Who speaks to the page says what is written there; the page has its title on a phone too."""
    page = visit(open_page(viewport=PHONE, device_scale_factor=COARSE), server)
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name("CubeSolve")
    expect(page.locator("#layers-alone")).to_have_accessible_name(re.compile("^inner"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_touch_targets_are_large_enough(open_page: OpenPage, server: str) -> None:
    page = visit(
        open_page(viewport=PHONE, device_scale_factor=COARSE, has_touch=True, is_mobile=True),
        server,
    )
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, select')].filter((e) => e.checkVisibility())
          .map((e) => [e, e.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.height < 24 || box.width < 36))
          .map(([e]) => e.id || e.textContent)"""
    )
    assert small == []


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: OpenPage, server: str, shade: str) -> None:
    page = visit(
        open_page(
            viewport={"width": 1280, "height": 800}, device_scale_factor=COARSE, color_scheme=shade
        ),
        server,
    )
    choose_size(page, 4)
    scramble(page)

    def check(where: str) -> None:
        found = Axe().run(page).response["violations"]
        serious = [
            (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert serious == [], where

    check("play")
    page.click("#go-solve")
    until(page, "!!cubesolve.solution()")
    page.evaluate("cubesolve.player.seek(20)")
    check("solve")
    page.click("#tab-paint")
    until(page, "cubesolve.paint.verdict !== null")
    check("paint")
    for dialog in ("settings", "help", "share"):
        page.click(f"#{dialog}-button")
        check(dialog)
        page.keyboard.press("Escape")
    page.click("#tab-solve")
    page.click("#compare-button")
    page.click("#compare-run")
    expect(page.locator("#compare-result table")).to_be_visible()
    check("compare")
    page.keyboard.press("Escape")
    page.click("#follow-button")
    expect(page.locator("#follow-words")).not_to_be_empty()
    check("follow")
    page.keyboard.press("Escape")
    page.click("#tab-learn")
    page.click("[data-lesson=commutator]")
    page.click("#learn-example")
    expect(page.locator("#learn-status")).not_to_be_empty()
    check("lesson")
    page.click("#learn-list")
    page.click("[data-opens=pll]")
    page.click("#drill-run")
    check("drill")


def test_a_link_put_into_the_same_tab(page: Page, server: str) -> None:
    visit(page, server)
    with page.expect_event("load"):
        page.evaluate("location.hash = '#size=4&alg=Rw+U'")
    take_handle(page)
    assert page.evaluate("cubesolve.size()") == 4
    assert played(page) == "Rw U"


def test_the_skip_link_leads_to_the_controls(page: Page, server: str) -> None:
    visit(page, server)
    page.keyboard.press("r")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "panel"
    assert played(page) == "R"


def test_everything_is_reached_by_tab(page: Page, server: str) -> None:
    visit(page, server)
    seen = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id"))
    wanted = {"cube", "track", "tab-play", "size-slider", "size-field", "scramble", "go-solve"}
    wanted |= {
        "reset",
        "alg",
        "share-button",
        "settings-button",
        "help-button",
        "speed",
        "back-view",
    }
    assert wanted <= seen


def test_changes_are_spoken(page: Page, server: str) -> None:
    visit(page, server)
    page.locator("#cube").focus()
    page.keyboard.press("Shift+R")
    expect(page.locator("#announce")).to_have_text("R prime, move 1 of 1")
    page.keyboard.press("Backspace")
    expect(page.locator("#announce")).to_contain_text("the cube is solved")
    expect(page.locator("#cube-text")).to_contain_text("U: white white white")


def test_every_module_is_fetched_at_once(page: Page, server: str) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.removeprefix(server)))
    visit(page, server)
    links = page.locator("link[rel=modulepreload]").all()
    preloaded = [link.get_attribute("href") for link in links]
    modules = {path for path in fetched if path.endswith(".js")} - {
        "/static/js/page/start.js",
        "/static/js/page/app.js",
    }
    assert set(preloaded) == modules


def first_pixel(png: bytes) -> bytes:
    """Return red, green and blue of the pixel at the top left."""
    packed, place = b"", 8
    while place < len(png):
        length = int.from_bytes(png[place : place + 4], "big")
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    return zlib.decompress(packed)[1:4]


def test_the_cube_is_drawn_before_the_page_is_ready(page: Page, server: str) -> None:
    visit(page, server)
    box = page.locator("#cube").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shot = page.screenshot(clip={"x": x + 40, "y": y + 60, "width": 1, "height": 1})
    red, green, blue = first_pixel(shot)
    assert max(red, green, blue) - min(red, green, blue) > 80, "no colour where the cube should be"


def test_help_opens_with_a_question_mark(page: Page, server: str) -> None:
    visit(page, server)
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help-dialog")).to_be_hidden()


def test_only_the_cube_and_back(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#focus-button")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#play")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_visible()


def test_schemes_change_the_colours(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#settings-button")
    seen = set()
    for name in ("western", "yellow", "japanese", "clear", "own"):
        page.locator(f'.scheme[data-id="{name}"]').click()
        if name == "own":  # which begin as the usual ones
            page.locator("#own-colors input").first.fill("#123456")
        seen.add(tuple(page.evaluate("cubesolve.stage.palette()")))
    assert len(seen) == 5
    page.reload()
    take_handle(page)
    assert page.evaluate("cubesolve.settings.scheme") == "own"


def test_pictures_are_saved(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#share-button")
    for button, start in {"png": b"\x89PNG", "svg": b"<svg", "net": b"<svg"}.items():
        with page.expect_download() as saved:
            page.click(f"#save-{button}")
        data = saved.value.path().read_bytes()
        assert data.startswith(start)
        assert len(data) > 500


def test_little_motion_is_honoured(open_page: OpenPage, server: str) -> None:
    page = visit(open_page(device_scale_factor=COARSE, reduced_motion="reduce"), server)
    assert page.evaluate("cubesolve.player.duration([], 500)") == 0
    page.locator("#cube").focus()
    page.keyboard.press("r")
    check_model(page, 3)


def test_the_net_stands_beside_the_cube(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#net-view")
    expect(page.locator("#net")).to_be_visible()
    page.locator("#cube").focus()
    page.keyboard.press("r")
    idle(page)
    page.click("#net-view")
    expect(page.locator("#net")).to_be_hidden()


def test_without_webgl2_the_net_takes_its_place(open_page: OpenPage, server: str) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, device_scale_factor=COARSE)
    page.add_init_script(
        """const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind === 'webgl2' ? null : real.call(this, kind, ...rest);
        };"""
    )
    visit(page, server)
    expect(page.locator("#no-webgl")).to_be_visible()
    scramble(page)
    start = facelets(page)
    page.locator("#cube").focus()
    page.keyboard.press("r")
    idle(page)
    check_model(page, 3, start)
    page.click("#go-solve")
    until(page, "!!cubesolve.solution()")
    page.click("#to-end")
    assert page.evaluate("cubesolve.isSolved()")
