"""Playing on the page: turns by drag, key, button and text, and the way back."""

from __future__ import annotations

import random

import pytest
from page_driver import (
    blocks,
    check_model,
    choose_size,
    facelets,
    idle,
    place_of,
    played,
    scramble,
    take_handle,
    until,
    visit,
)
from playwright.sync_api import Page, expect

from cubesolve import Alg, Cube, random_moves

SIZES = [2, 3, 4, 7, 50]


def test_drag_turns_the_row_of_the_sticker(page: Page, server: str) -> None:
    visit(page, server)
    for size in SIZES:
        choose_size(page, size)
        row = size // 2
        slot = 2 * size * size + row * size + size // 2  # on the front
        x, y = place_of(page, slot)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y + 12, steps=5)
        page.mouse.move(x + 190, y + 40, steps=5)
        page.mouse.up()
        until(page, "cubesolve.cursor() === 1")
        idle(page)
        check_model(page, size)
        # To the right is where U turns anticlockwise; the turn may be told from D's side.
        turned = Alg.from_blocks([("U", row + 1, row + 1, 3)], size)
        assert facelets(page) == Cube.from_alg(turned, size).facelets()


def test_letters_turn_and_shift_turns_back(page: Page, server: str) -> None:
    visit(page, server)
    for size in SIZES:
        choose_size(page, size)
        for key in ("r", "u", "Shift+F", "d", "Shift+L", "b", "x", "Shift+y"):
            page.keyboard.press(key)
        assert played(page) == "R U F' D L' B x y'"
        check_model(page, size)


def test_keys_by_place_are_heises(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    page.click("#settings-button")
    page.select_option("#key-family", "heise")
    page.keyboard.press("Escape")
    for code in ("KeyI", "KeyF", "KeyH", "KeyS", "KeyU", "KeyT", "Semicolon"):
        page.keyboard.press(code)
    assert played(page) == "R U' F D Rw x y"
    check_model(page, 4)


def test_digits_choose_how_many_layers_turn(page: Page, server: str) -> None:
    choose_size(visit(page, server), 7)
    page.keyboard.press("3")
    page.keyboard.press("r")
    page.keyboard.press("\\")
    page.keyboard.press("u")
    page.keyboard.press("1")
    page.keyboard.press("f")
    assert blocks(page) == [["R", 1, 3, 1], ["U", 3, 3, 1], ["F", 1, 1, 1]]
    check_model(page, 7)


def test_a_key_can_be_given_to_another_action(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#settings-button")
    page.locator("#key-table button", has_text="R'").first.click()
    page.keyboard.press("q")
    expect(page.locator("#key-table button", has_text="R'").first).to_be_focused()
    page.keyboard.press("Escape")
    page.reload()
    take_handle(page)
    page.locator("#cube").focus()
    page.keyboard.press("q")
    page.keyboard.press("Shift+R")
    assert played(page) == "R'"


def test_who_waits_for_a_key_may_change_their_mind(page: Page, server: str) -> None:
    """One action at a time, and none after Tab or after the dialog was closed."""
    visit(page, server)
    page.click("#settings-button")
    rows = page.locator("#key-table button")
    rows.filter(has_text="R'").first.click()
    expect(page.locator("#settings-dialog .announce")).to_contain_text("Press the new key for R'")
    rows.filter(has_text="U'").first.click()
    expect(page.locator(".waiting")).to_have_count(1)
    page.keyboard.press("q")
    expect(page.locator("#settings-dialog .announce")).to_have_text("U': Q")
    rows.filter(has_text="F'").first.click()
    page.keyboard.press("Escape")
    expect(page.locator(".waiting")).to_have_count(0)
    expect(page.locator("#settings-dialog")).to_be_visible()
    rows.filter(has_text="F'").first.click()
    page.keyboard.press("Tab")
    expect(page.locator(".waiting")).to_have_count(0)
    rows.filter(has_text="F'").first.click()
    page.click("#settings-dialog .icon-button")
    page.locator("#cube").focus()
    page.keyboard.press("q")
    page.keyboard.press("Shift+R")
    page.keyboard.press("Shift+F")
    assert played(page) == "U' R' F'"


def test_buttons_turn(page: Page, server: str) -> None:
    visit(page, server)
    for size in SIZES:
        choose_size(page, size)
        for name in ("R", "U'", "F2", "x", "y'", "B"):
            page.click(f'#turn-grid button[data-turn="{name}"]')
        assert played(page) == "R U' F2 x y' B"
        check_model(page, size)


def test_500_random_moves_lead_to_the_same_cube(page: Page, server: str) -> None:
    visit(page, server)
    for size in (2, 3, 4, 7, 12):
        choose_size(page, size)
        alg = random_moves(size, 500, seed=size)
        page.fill("#alg", str(alg))
        until(page, "cubesolve.total() > 0")
        expect(page.locator("#alg-error")).to_be_empty()
        assert facelets(page) == Cube.from_alg(alg, size).facelets()
        middle = random.Random(size).randrange(500)
        page.evaluate(f"cubesolve.player.seek({middle})")
        check_model(page, size)


def test_undo_and_redo(page: Page, server: str) -> None:
    choose_size(visit(page, server), 3)
    for key in "ruf":
        page.keyboard.press(key)
    whole = facelets(page)
    page.click("#undo")
    page.keyboard.press("Control+z")
    assert played(page) == "R"
    check_model(page, 3)
    page.click("#redo")
    page.keyboard.press("Control+y")
    assert facelets(page) == whole
    page.keyboard.press("Backspace")
    page.keyboard.press("d")
    assert played(page) == "R U D"
    expect(page.locator("#redo")).to_be_disabled()


def test_a_scramble_is_undone_as_one(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page)
    first = facelets(page)
    page.click("#reset")
    assert page.evaluate("cubesolve.isSolved()")
    page.click("#undo")
    assert facelets(page) == first


@pytest.mark.parametrize("kind", ["state", "moves"])
def test_a_seed_gives_the_same_cube(page: Page, server: str, kind: str) -> None:
    choose_size(visit(page, server), 4)
    page.locator("#panel-play summary").click()
    page.select_option("#scramble-kind", kind)
    scramble(page, 42)
    first = facelets(page)
    page.click("#reset")
    scramble(page, 42)
    assert facelets(page) == first
    assert not Cube.from_facelets(first).solved


def test_errors_of_an_algorithm_are_marked_at_their_column(page: Page, server: str) -> None:
    visit(page, server)
    page.locator("#alg").press_sequentially("R U Q")
    expect(page.locator("#alg-error")).to_contain_text("Column 5")
    expect(page.locator("#alg-marks .wrong")).to_have_text("Q")
    assert played(page) == "R U"
    page.keyboard.press("Backspace")
    expect(page.locator("#alg-error")).to_be_empty()


def test_the_caret_is_the_place_in_the_moves(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "[R, U] F2")
    until(page, "cubesolve.total() === 5")
    page.locator("#alg").evaluate("(box) => box.setSelectionRange(0, 0)")
    until(page, "cubesolve.cursor() === 0")
    page.keyboard.press("End")
    until(page, "cubesolve.cursor() === 5")
    check_model(page, 3)
    expect(page.locator("#alg-marks .played")).to_have_text("F2")


def test_other_sizes_by_slider_and_field(page: Page, server: str) -> None:
    visit(page, server)
    page.locator("#size-slider").fill("100")
    until(page, "cubesolve.size() === 100")
    choose_size(page, 300)
    expect(page.locator("#size-note")).to_be_visible()
    page.keyboard.press("r")
    idle(page)
    check_model(page, 300)
    page.fill("#size-field", "5000")
    page.locator("#size-field").press("Enter")
    expect(page.locator("#size-note")).to_contain_text("2 to 1000")
    assert page.evaluate("cubesolve.size()") == 300
