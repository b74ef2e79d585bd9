"""Painting one's own cube: what is impossible is named, and marked where it is."""

from __future__ import annotations

import re

from page_driver import choose_size, facelets, place_of, until, visit
from playwright.sync_api import Page, expect

from cubesolve import Cube

SOLVED = Cube(3).facelets()


def swapped(text: str, *slots: int) -> str:
    """Return the text with the letters at these slots moved one on."""
    letters = list(text)
    for slot, source in zip(slots, slots[1:] + slots[:1], strict=True):
        letters[slot] = text[source]
    return "".join(letters)


IMPOSSIBLE = {
    "Corner twist": swapped(SOLVED, 8, 9, 20),
    "Edge flip": swapped(SOLVED, 7, 19),
    "Permutation parity": swapped(swapped(SOLVED, 19, 10), 7, 5),
    "Colour count": "R" + SOLVED[1:],
    "Impossible corner": swapped(SOLVED, 8, 29),
}


def paint(page: Page, text: str) -> None:
    page.click("#tab-paint")
    page.fill("#import-text", text)
    page.click("#import-button")
    until(page, "cubesolve.paint.verdict !== null")


def test_an_impossible_cube_is_named_and_marked(page: Page, server: str) -> None:
    visit(page, server)
    for kind, text in IMPOSSIBLE.items():
        paint(page, SOLVED)  # so that the verdict below is of what comes next
        expect(page.locator("#problems button")).to_have_count(0)
        paint(page, text)
        named = page.locator("#problems .kind", has_text=re.compile(f"^{kind}$"))
        expect(named.first).to_be_visible()
        expect(page.locator("#use-paint")).to_be_disabled()
        problems = Cube.from_facelets(text, allow_invalid=True).problems()
        shown = page.locator("#problems button").all_inner_texts()
        assert [each.split("\n")[1].lower() for each in shown] == [str(p).lower() for p in problems]
        marked = page.evaluate(
            "[...cubesolve.stage.picture().marks.entries()].filter((m) => m[1]).map((m) => m[0])"
        )
        assert set(marked) == {slot for problem in problems for slot in problem.slots}


def test_painting_sticker_by_sticker(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#tab-paint")
    for key, slot in (("2", 8), ("3", 9), ("1", 20)):
        page.keyboard.press(key)
        page.mouse.click(*place_of(page, slot))
        until(page, f"cubesolve.paint.colors[{slot}] === {int(key) - 1}")
    until(page, "cubesolve.paint.verdict !== null")
    expect(page.locator("#problems .kind")).to_have_text(["Corner twist"])
    for _ in range(3):
        page.click("#paint-undo")
    expect(page.locator("#verdict")).to_contain_text("solved")
    assert facelets(page) == SOLVED


def test_painting_by_keys(page: Page, server: str) -> None:
    """Arrows go from sticker to sticker, over the edges too, and Enter paints."""
    visit(page, server)
    page.click("#tab-paint")
    page.locator("#cube").focus()
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")  # the middle of the front
    spoken = page.locator("#announce")
    expect(spoken).to_have_text("front, row 2, column 2: green")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(spoken).to_have_text("bottom, row 1, column 2: yellow")
    assert page.evaluate("cubesolve.stage.view.camera.pitch") < 0  # the bottom is in sight
    page.keyboard.press("Enter")
    expect(spoken).to_have_text("bottom, row 1, column 2: red")
    assert page.evaluate("cubesolve.paint.colors[3 * 9 + 1]") == 1
    page.locator("#tab-paint").focus()
    assert page.evaluate("cubesolve.stage.pointed") == -1


def test_a_drag_paints_what_it_passes(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#tab-paint")
    page.keyboard.press("4")
    (x, y), (x2, y2) = place_of(page, 21), place_of(page, 23)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x2, y2, steps=12)
    page.mouse.up()
    until(page, "cubesolve.paint.colors[23] === 3")
    assert page.evaluate("[...cubesolve.paint.colors.slice(21, 24)]") == [3, 3, 3]
    assert page.evaluate("cubesolve.cursor()") == 0


def test_filling_faces_until_it_is_whole(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    page.click("#tab-paint")
    page.click("#paint-blank")
    expect(page.locator("#verdict")).to_have_text("96 stickers to paint")
    page.click("#fill-mode")
    for face in (0, 1, 2):
        page.keyboard.press(str(face + 1))
        page.mouse.click(*place_of(page, face * 16 + 5))
    expect(page.locator("#verdict")).to_have_text("48 stickers to paint")
    expect(page.locator("#palette .amount").first).to_have_text("16/16")


def test_a_good_cube_is_used_and_solved(page: Page, server: str) -> None:
    start = Cube.random_state(4, seed=9).facelets()
    paint(visit(page, server), start)
    expect(page.locator("#verdict")).to_contain_text("can be solved")
    page.click("#use-paint")
    assert facelets(page) == start
    page.click("#solve")
    until(page, "!!cubesolve.solution()")
    page.click("#to-end")
    assert page.evaluate("cubesolve.isSolved()")


def test_colours_are_read_as_well(page: Page, server: str) -> None:
    cube = Cube.random_state(3, seed=4)
    text = cube.facelets().translate(str.maketrans("URFDLB", "WRGYOB"))
    paint(visit(page, server), "\n".join(text[i : i + 9] for i in range(0, 54, 9)))
    page.click("#use-paint")
    assert facelets(page) == cube.facelets()


def test_what_is_no_cube_is_refused_with_a_reason(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#tab-paint")
    page.fill("#import-text", "UUU")
    page.click("#import-button")
    expect(page.locator("#import-error")).to_contain_text("got 3")
    page.fill("#import-text", "Q" + SOLVED[1:])
    page.click("#import-button")
    expect(page.locator("#import-error")).to_contain_text("got Q at place 1")


def test_reasons_speak_in_the_colours_in_use(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#settings-button")
    page.locator('.scheme[data-id="yellow"]').click()
    page.keyboard.press("Escape")
    paint(page, "R" + SOLVED[1:])
    expect(page.locator("#problems")).to_contain_text("yellow 8, red 10")
