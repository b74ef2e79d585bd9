"""Moves that explain themselves, following along with a cube in hand, and lessons."""

from __future__ import annotations

from conftest import COARSE, OpenPage
from page_driver import facelets, idle, until, visit
from playwright.sync_api import Page, expect

from cubesolve import Cube

SPOKEN = """
  window.said = [];
  window.speechSynthesis.speak = (one) => window.said.push(one.text);
  navigator.wakeLock.request = async () => {
    window.awake = (window.awake ?? 0) + 1;
    return { release: () => { window.awake -= 1; } };
  };
"""


def begin_following(page: Page, moves: str) -> None:
    page.fill("#alg", moves)
    page.click("#tab-solve")
    page.click("#follow-button")
    expect(page.locator("#follow-hold")).to_contain_text("Hold the white centre on top")
    page.click("#follow-start")
    expect(page.locator("#follow-words")).not_to_be_empty()


def test_moves_explain_themselves(page: Page, server: str) -> None:
    visit(page, server)
    tip = page.locator("#move-tip")
    page.hover('[data-turn="R\'"]')
    expect(tip).to_have_text("R' turn the right face towards you")
    page.click("#layers-more")
    page.hover('[data-turn="U2"]')
    expect(tip).to_have_text("Uw2 turn the two layers at the top halfway round")
    page.hover("h1")
    expect(tip).to_be_hidden()
    page.locator('[data-turn="x"]').focus()
    page.keyboard.press("Tab")
    expect(tip).to_have_text("y turn the whole cube to the left")
    expect(page.locator('[data-turn="y"]')).to_have_attribute("aria-describedby", "move-tip")
    page.fill("#alg", "R [2]M'")
    expect(page.locator("#alg-words")).to_be_empty()  # a 3x3 has no second inner layer
    page.fill("#alg", "R S'")
    words = "S': turn the middle layer between front and back anticlockwise, seen from the front"
    expect(page.locator("#alg-words")).to_have_text(words)


def test_following_along(page: Page, server: str) -> None:
    """Hands alone solve it: words and an arrow for each turn, and a way back for who is lost."""
    page.add_init_script(SPOKEN)
    visit(page, server)
    begin_following(page, "R U' F")
    words = page.locator("#follow-words")
    expect(words).to_have_text("Turn the front face anticlockwise.")
    assert page.locator(".turn-arrow .arrow-line").count() == 1
    assert page.evaluate("window.awake") == 1
    page.click("#follow-aloud")
    page.locator("#cube").focus()
    page.keyboard.press("r")  # no key turns the cube behind the back of who follows
    page.keyboard.press("Space")
    expect(words).to_have_text("Turn the top face to the left.")
    expect(page.locator("#follow-count")).to_have_text("Turn 2 of 3")
    assert page.evaluate("window.said.at(-1)") == "turn the top face to the left"
    page.keyboard.press("ArrowLeft")
    expect(words).to_have_text("Turn the front face anticlockwise.")
    # A turn went astray: the cube in hand is a U2 away from the one on the screen.
    page.click("#follow-lost")
    page.click("#follow-paint")
    painted = Cube.from_alg("R U' F U2", 3)
    page.fill("#import-text", painted.facelets())
    page.click("#import-button")
    page.click("#use-paint")
    expect(page.locator("#follow-count")).to_have_text("Turn 1 of 4")
    assert facelets(page) == painted.facelets()
    page.select_option("#follow-timer", "2")  # hands are busy: it goes on by itself
    expect(page.locator("#follow-end")).to_have_text("Solved. Well done!", timeout=60_000)
    page.keyboard.press("Escape")
    expect(page.locator("#follow")).to_have_count(0)
    assert page.evaluate("[cubesolve.isSolved(), window.awake]") == [True, 0]
    page.locator("#cube").focus()
    page.keyboard.press("r")
    assert not page.evaluate("cubesolve.isSolved()")


def test_following_on_a_phone(open_page: OpenPage, server: str) -> None:
    size = {"width": 390, "height": 780}
    page = open_page(viewport=size, device_scale_factor=COARSE, has_touch=True)
    visit(page, server)
    begin_following(page, "R2 U")
    for name in ("#follow-next", "#follow-words", "#follow-lost"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 780
    page.tap(".follow-card")
    expect(page.locator("#follow-words")).to_have_text("Turn the right face halfway round.")
    idle(page)
    page.tap("#follow-next")
    until(page, "cubesolve.isSolved()")
