"""Moves that explain themselves, following along with a cube in hand, and lessons."""

from __future__ import annotations

from page_driver import visit
from playwright.sync_api import Page, expect


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
