"""The page under rough hands: things at once, a slow or dead server, broken links and leftovers."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from page_driver import (
    check_model,
    choose_size,
    facelets,
    frame,
    idle,
    kept,
    place_of,
    played,
    scramble,
    take_handle,
    until,
    visit,
)
from playwright.sync_api import Browser, Page, Route, expect


@pytest.fixture
def rough_page(browser: Browser) -> Iterator[Page]:
    """A page whose requests may fail, which the console tells of; nothing may go uncaught."""
    faults: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults, "\n".join(faults)


class Held:
    """Requests that wait until they are let go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(pattern, lambda route: self.routes.append(route))

    def wait(self) -> None:
        while not self.routes:
            self.page.wait_for_timeout(20)

    def let_go(self) -> None:
        for route in self.routes:
            route.continue_()
        self.routes.clear()


# ------------------------------------------------------------ a slow server, a dead server


def test_a_late_scramble_does_not_take_away_the_cube_in_play(page: Page, server: str) -> None:
    visit(page, server)
    held = Held(page, "**/api/scramble")
    page.click("#scramble")
    held.wait()
    choose_size(page, 4)
    page.keyboard.press("r")
    with page.expect_response("**/api/scramble"):
        held.let_go()
    expect(page.locator("#scramble")).to_be_enabled()
    assert page.evaluate("cubesolve.size()") == 4
    assert played(page) == "R"


@pytest.mark.parametrize("hands", ["another turn", "back and another turn", "a new cube"])
def test_a_late_solution_of_another_cube_is_dropped(page: Page, server: str, hands: str) -> None:
    visit(page, server)
    page.fill("#alg", "R U F")
    until(page, "cubesolve.cursor() === 3")
    held = Held(page, "**/api/solve")
    page.click("#go-solve")
    held.wait()
    page.locator("#cube").focus()
    if hands == "a new cube":
        page.click("#tab-play")
        choose_size(page, 4)
    else:
        if hands == "back and another turn":
            page.keyboard.press("Backspace")
        page.keyboard.press("l")
    before = played(page)
    with page.expect_response("**/api/solve"):
        held.let_go()
    until(page, "document.getElementById('progress').hidden")
    assert page.evaluate("cubesolve.solution()") is None
    assert played(page) == before
    expect(page.locator("#toasts")).to_contain_text("changed")


def test_a_late_simplification_does_not_overwrite_what_is_typed(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "R R")
    held = Held(page, "**/api/alg")
    page.click("#alg-simplify")
    held.wait()
    page.fill("#alg", "R R U")
    with page.expect_response("**/api/alg") as answer:
        held.let_go()
    answer.value.finished()
    frame(page)
    assert page.input_value("#alg") == "R R U"


def test_the_page_lives_on_without_its_server(rough_page: Page, server: str) -> None:
    page = visit(rough_page, server)
    page.keyboard.press("r")
    page.route("**/api/**", lambda route: route.abort())
    page.click("#scramble")
    expect(page.locator("#toasts")).to_contain_text("does not answer")
    page.click("#go-solve")
    expect(page.locator("#solve-error")).to_contain_text("does not answer")
    page.click("#tab-paint")
    expect(page.locator("#verdict")).to_contain_text("does not answer")
    page.route("**/learn/**", lambda route: route.abort())
    page.click("#tab-learn")
    expect(page.locator("#toasts")).to_contain_text("could not be loaded")
    page.click("#tab-play")
    page.locator("#cube").focus()
    page.keyboard.press("u")
    assert played(page) == "R U"
    page.unroute("**/api/**")
    scramble(page)


def test_a_page_that_came_before_its_methods_gets_them_later(rough_page: Page, server: str) -> None:
    rough_page.route("**/api/methods", lambda route: route.abort())
    page = visit(rough_page, server)
    expect(page.locator("#solve-error")).to_contain_text("does not answer")
    page.unroute("**/api/methods")
    scramble(page)
    page.click("#go-solve")
    until(page, "!!cubesolve.solution()")
    expect(page.locator("#solve-error")).to_be_empty()


def test_a_server_that_dies_in_the_middle_of_a_solve(rough_page: Page) -> None:
    command = [sys.executable, "-m", "cubesolve", "web", "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert found is not None
        page = visit(rough_page, found.group())
        choose_size(page, 70)
        scramble(page)
        page.click("#tab-solve")
        page.select_option("#method", "beginner")
        page.click("#solve")
        until(page, "document.getElementById('progress-text').textContent.includes('move')")
    finally:
        process.kill()
        process.wait()
    expect(page.locator("#solve-error")).not_to_be_empty()
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#solve")).to_be_enabled()


# ------------------------------------------------------------ broken links, leftovers


@pytest.mark.parametrize(
    "fragment", ["#size=3&alg=R&at=x", "#size=3&alg=R&at=-1", "#size=3&alg=R&at=1.5"]
)
def test_a_link_with_a_place_that_is_none(page: Page, server: str, fragment: str) -> None:
    visit(page, server, fragment)
    expect(page.locator("#toasts")).to_contain_text("could not be read")
    page.keyboard.press("r")
    check_model(page, 3)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (
            "cubesolve.settings",
            '{"keys": null, "speed": "fast", "own": ["red", 1, 2, 3, 4, 5], "theme": 7}',
        ),
        ("cubesolve.settings", "[1]"),
        ("cubesolve.settings", '{"scheme": "none", "back": "none", "speed": 99, "sheet": ""}'),
        ("cubesolve.cube", '{"size": 3, "isFromSolved": true, "moves": "R", "cursor": null}'),
        ("cubesolve.cube", '{"size": 1e9, "isFromSolved": true, "moves": "", "cursor": 0}'),
        ("cubesolve.cube", "null"),
        ("cubesolve.paint", "ABC" * 18),
    ],
)
def test_leftovers_of_another_time(page: Page, server: str, key: str, text: str) -> None:
    page.add_init_script(f"localStorage.setItem({key!r}, {text!r})")
    visit(page, server)
    page.locator("#cube").focus()
    page.keyboard.press("u")
    until(page, "cubesolve.cursor() === 1")
    for mode in ("solve", "paint", "play"):
        page.click(f"#tab-{mode}")
    page.click("#settings-button")


def test_a_browser_that_keeps_nothing(page: Page, server: str) -> None:
    """As when cookies are blocked: then to ask for a storage is an error."""
    page.add_init_script("""
      const get = () => { throw new DOMException('', 'SecurityError'); };
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get });
      }""")
    visit(page, server)
    page.keyboard.press("u")
    until(page, "cubesolve.cursor() === 1")
    page.click("#theme-button")
    page.click("#tab-paint")
    expect(page.locator("#verdict")).to_contain_text("can be solved")
    page.click("#tab-learn")
    page.click("[data-lesson=cross]")
    expect(page.locator("#learn-task")).not_to_be_empty()


def test_garbage_in_the_algorithm_box(page: Page, server: str) -> None:
    visit(page, server)
    for text in (
        "((((R)999)999)999)999",
        "[" * 5000,
        "R" * 20000,
        "\0\u202e😀",
        "<b>R</b>",
        "R // U\n# x\nF",
    ):
        page.fill("#alg", text)
        page.fill("#alg", "R U")
        until(page, "cubesolve.cursor() === 2")
        assert played(page) == "R U"
        check_model(page, 3)
        page.fill("#alg", "")
        until(page, "cubesolve.cursor() === 0")


def test_a_browser_that_lets_nobody_copy(page: Page, server: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    visit(page, server)
    page.keyboard.press("r")
    page.click("#alg-copy")
    expect(page.locator("#toasts")).to_contain_text("does not let this page copy")


# ------------------------------------------------------------ things at once


def test_a_drag_in_the_middle_of_a_turn(page: Page, server: str) -> None:
    visit(page, server)
    page.evaluate("cubesolve.player.duration = () => 1500")
    x, y = place_of(page, 2 * 9 + 4)
    page.keyboard.press("r")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 12, steps=3)
    page.mouse.move(x + 190, y + 40, steps=3)
    page.mouse.up()
    until(page, "cubesolve.cursor() === 2")
    idle(page)
    check_model(page, 3)


def test_another_window_size_in_the_middle_of_playing(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    scramble(page)
    start = facelets(page)
    page.click("#go-solve")
    until(page, "!!cubesolve.solution()")
    page.locator("#speed").fill("6")
    page.click("#play")
    for width, height in ((390, 844), (1440, 900), (800, 400), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"innerWidth === {width}")
        frame(page)
    assert page.evaluate("cubesolve.player.isPlaying")
    page.locator("#speed").fill("9")
    until(page, "cubesolve.cursor() === cubesolve.total()")
    assert page.evaluate("cubesolve.isSolved()")
    check_model(page, 4, start)


def test_another_cube_size_in_the_middle_of_playing(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "(R U R' U')20")
    until(page, "cubesolve.total() === 80")
    page.click("#to-start")
    page.click("#play")
    until(page, "cubesolve.cursor() > 1")
    choose_size(page, 5)
    until(page, "!cubesolve.player.isPlaying")
    assert page.evaluate("[cubesolve.cursor(), cubesolve.total()]") == [0, 0]
    page.keyboard.press("r")
    check_model(page, 5)


def test_painting_while_a_cube_is_solved(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page)
    start = facelets(page)
    held = Held(page, "**/api/solve")
    page.click("#go-solve")
    held.wait()
    page.click("#tab-paint")
    held.let_go()
    until(page, "!!cubesolve.solution()")
    assert page.evaluate("cubesolve.session.mode") == "paint"
    page.click("#tab-solve")
    page.evaluate("cubesolve.player.seek(cubesolve.total())")
    assert page.evaluate("cubesolve.isSolved()")
    check_model(page, 3, start)


def test_back_leads_out_and_forward_in_again(page: Page, server: str) -> None:
    visit(page, server)
    page.keyboard.press("r")
    kept(page, 3, "R")
    page.goto("about:blank")
    page.go_back()
    take_handle(page)
    assert played(page) == "R"


def test_a_thousand_layers_turn_and_outlive_a_reload(page: Page, server: str) -> None:
    choose_size(visit(page, server), 1000)
    for key in ("r", "u", "Shift+F"):
        page.keyboard.press(key)
    idle(page)
    check_model(page, 1000)
    kept(page, 1000, "R U F'")
    page.reload()
    take_handle(page)
    assert played(page) == "R U F'"
    check_model(page, 1000)


def test_all_by_keyboard(page: Page, server: str) -> None:
    """Scramble, solve and play without a mouse."""
    visit(page, server)
    page.locator("#scramble").focus()
    page.keyboard.press("Enter")
    until(page, "!cubesolve.isSolved()")
    page.locator("#go-solve").focus()
    page.keyboard.press("Enter")
    until(page, "!!cubesolve.solution()")
    page.locator("#cube").focus()
    page.keyboard.press("End")
    until(page, "cubesolve.isSolved()")
    page.locator("#tab-solve").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-paint"


def test_a_button_that_does_its_work_keeps_the_focus(page: Page, server: str) -> None:
    """Keys go on from there, although it can do nothing more, or not yet, or is gone."""
    visit(page, server)
    scramble = page.locator("#scramble")
    scramble.press("Enter")
    until(page, "!cubesolve.isSolved()")
    expect(scramble).to_be_enabled()
    expect(scramble).to_be_focused()
    page.locator(".toast button").press("Enter")  # which goes with its message
    until(page, "cubesolve.isSolved()")
    expect(page.locator("#cube")).to_be_focused()
    page.fill("#alg", "R U F R' D2 L")
    page.locator("#go-solve").press("Enter")
    expect(page.locator("#tab-solve")).to_be_focused()
    until(page, "!!cubesolve.solution()")
    page.locator("#solve").press("Enter")
    expect(page.locator("#solve")).to_be_enabled()
    expect(page.locator("#solve")).to_be_focused()
    end = page.locator("#to-end")
    end.press("Enter")
    until(page, "cubesolve.isSolved()")
    expect(end).to_be_focused()
    expect(end).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.querySelector('#to-end').disabled")
    page.locator("#to-start").press("Enter")
    expect(end).to_be_enabled()
    assert not page.evaluate("document.querySelector('#to-end').disabled")
    page.evaluate("cubesolve.player.seek(6)")
    page.select_option("#method", "beginner")
    page.locator("#solve").press("Enter")
    until(page, "cubesolve.session.track.solution?.steps.length > 2")
    moves = page.locator("#now-moves button")
    moves.last.press("Enter")  # the list is that of the next step then
    until(page, "cubesolve.session.track.stepIndex() > 0")
    page.wait_for_timeout(100)
    assert page.evaluate("document.activeElement !== document.body")
