"""Moves that explain themselves, following along with a cube in hand, and lessons."""

from __future__ import annotations

import json
import re

from conftest import COARSE, OpenPage
from page_driver import choose_size, facelets, frame, idle, take_handle, until, visit
from playwright.sync_api import Page, expect

from cubesolve import Cube, SolveStep, case_sheets, move_words, solve
from oracle import Oracle
from spoken import obey

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
    assert page.evaluate("follow.scrollWidth - follow.clientWidth") == 0  # all of it is in sight
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


def test_moves_explain_themselves_on_the_timeline_and_in_dialogs(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "R U2 F'")
    idle(page)
    bar = page.locator("#track")
    box = bar.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 2 / 3 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator("#track-tip")).to_have_text("move 2 · turn the top face halfway round")
    page.mouse.move(box["x"], box["y"] + box["height"] / 2)
    expect(page.locator("#track-tip")).to_have_text("start")
    bar.focus()
    page.keyboard.press("End")
    expect(bar).to_have_attribute(
        "aria-valuetext", "move 3 of 3, turn the front face anticlockwise"
    )
    tip = page.locator("#move-tip")
    page.click("#help-button")
    page.locator("#help-body [data-move='3Rw']").scroll_into_view_if_needed()
    frame(page)  # for what scrolls hides the tip
    page.hover("#help-body [data-move='3Rw']")
    expect(tip).to_be_visible()
    expect(tip).to_have_text("3Rw turn the three layers on the right away from you")
    assert (
        tip.evaluate("tip => tip.closest('dialog')?.id") == "help-dialog"
    )  # over which it is seen
    page.hover("#help-body td [data-move='M']")
    expect(tip).to_contain_text("turn the middle layer between left and right towards you")
    page.keyboard.press("Escape")
    page.click("#settings-button")
    page.locator('#key-table [data-move="U\'"]').hover()
    expect(tip).to_have_text("U' turn the top face to the right")
    page.keyboard.press("Escape")
    page.click("#tab-learn")
    page.click("[data-lesson=layers]")  # on a 4x4, which has no M
    page.hover(".learn-goal [data-move='M']")
    expect(tip).to_have_text("M turn the middle layer between left and right towards you")
    page.click("#learn-list")
    page.click("[data-lesson=corners]")
    page.locator("#learn-list").focus()
    page.keyboard.press("Tab")  # moves in a row of a sentence have the focus together
    run = page.locator("#panel-learn .text-run").first
    expect(run).to_be_focused()
    expect(run).to_have_attribute("aria-describedby", "move-tip")
    expect(tip).to_have_text(
        "R turn the right face away from youU turn the top face to the left"
        "R' turn the right face towards you"
    )
    page.click("#learn-list")
    page.click("[data-opens=bench]")
    page.hover(".chip [data-move='2R']")
    expect(tip).to_have_text("2R turn the second layer from the right away from you")
    page.locator("#bench-play").focus()
    page.keyboard.press("Tab")
    expect(tip).to_contain_text("D turn the bottom face to the right")


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
    expect(page.locator("#follow-end")).to_have_text("Solved. Well done!")
    page.keyboard.press("Escape")
    expect(page.locator("#follow")).to_have_count(0)
    assert page.evaluate("[cubesolve.isSolved(), window.awake]") == [True, 0]
    page.locator("#cube").focus()
    page.keyboard.press("r")
    assert not page.evaluate("cubesolve.isSolved()")


def test_following_by_keys_and_screen_reader(page: Page, server: str) -> None:
    """The focus is never lost, and each turn is announced; its step, when it begins."""
    visit(page, server)
    page.fill("#alg", "R U' F")
    page.click("#tab-solve")
    page.locator("#follow-button").press("Enter")
    expect(page.locator("#follow-start")).to_be_focused()
    method = page.locator("#follow-method")
    method.select_option("cfop")
    method.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(method).to_be_focused()
    expect(page.locator("[name=follow-way]:checked")).to_have_value("cfop")
    page.locator("#follow-start").press("Enter")
    words, said = page.locator("#follow-words"), page.locator("#announce")
    expect(page.locator("#follow-next")).to_be_focused()
    title = page.locator("#follow-step").inner_text()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(said).to_have_text(f"{title}. {words.inner_text()}")
    page.keyboard.press("Enter")
    expect(page.locator("#follow-count")).to_contain_text("Turn 2 of")
    assert page.locator("#follow-step").inner_text() == title
    expect(said).to_have_text(words.inner_text())
    page.locator("#follow-back").press("Enter")
    expect(page.locator("#follow-count")).to_contain_text("Turn 1 of")
    expect(page.locator("#follow-next")).to_be_focused()


def test_nothing_lies_over_the_cube_that_is_followed(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "R U' F")
    page.click("#tab-solve")
    page.click("#solve")
    expect(page.locator(".toast")).to_contain_text("Play")
    page.click("#follow-button")
    expect(page.locator("#follow-words")).not_to_be_empty()
    expect(page.locator(".toast")).to_have_count(0, timeout=1)


def test_following_outlives_a_reload_and_a_scan_that_is_given_up(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "R U' F")
    page.click("#tab-solve")
    page.click("#solve")
    until(page, "!!cubesolve.solution()")
    page.evaluate("cubesolve.player.seek(0)")  # to the moves that made the cube
    page.click("#follow-button")
    count = page.locator("#follow-count")
    expect(count).to_have_text("Turn 1 of 3")
    page.click("#follow-next")
    expect(count).to_have_text("Turn 2 of 3")
    page.reload()
    expect(count).to_have_text("Turn 2 of 3")
    page.click("#follow-lost")
    page.click("#follow-scan")
    page.keyboard.press("Escape")
    expect(page.locator("#scan-dialog")).to_be_hidden()
    expect(count).to_have_text("Turn 2 of 3")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#follow-button")).to_be_visible()
    take_handle(page)
    expect(page.locator("#follow")).to_have_count(0)


# A search that has found a solution and goes on looking.
ENDLESS = """
  const ask = window.fetch;
  window.fetch = async (path, options) => {
    const answer = await ask(path, options);
    if (path !== '/api/solve') return answer;
    const lines = (await answer.text()).trim().split('\\n').map(JSON.parse);
    const line = { ...lines.at(-1), type: 'better', seconds: 1 };
    return new Response(new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\\n`));
        options.signal.onabort = () => stream.error(options.signal.reason);
      },
    }));
  };
"""


def test_who_follows_need_not_wait_for_the_shortest(page: Page, server: str) -> None:
    page.add_init_script(ENDLESS)
    visit(page, server)
    page.fill("#alg", "R U' F")
    page.click("#tab-solve")
    page.click("#follow-button")
    page.click("#follow-start")
    expect(page.locator("#follow-note")).to_have_text(
        "The best so far has 3 turns. Looking for fewer…"
    )
    page.click("#follow-cancel")
    expect(page.locator("#follow-note")).to_be_empty()
    page.click("#follow-start")
    page.click("#follow-enough")
    expect(page.locator("#follow-count")).to_have_text("Turn 1 of 3")


def press(page: Page, *names: str) -> None:
    """Press some things in one moment, faster than the page answers."""
    page.evaluate("names => names.forEach((one) => document.querySelector(one).click())", names)


def test_who_is_lost_while_a_turn_is_shown_stays_there(page: Page, server: str) -> None:
    visit(page, server)
    begin_following(page, "R U' F")
    press(page, "#follow-next", "#follow-lost")
    idle(page)
    frame(page)
    expect(page.locator("#follow-scan")).to_be_visible(timeout=1)
    page.click("#follow-on")
    expect(page.locator("#follow-count")).to_have_text("Turn 2 of 3")


def test_two_clicks_follow_once(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "R U' F")
    page.click("#tab-solve")
    press(page, "#follow-button", "#follow-button")
    page.click("#follow-start")
    expect(page.locator("#follow-words")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#follow")).to_have_count(0)


def test_who_leaves_the_lessons_at_once_keeps_the_own_cube(page: Page, server: str) -> None:
    visit(page, server)
    page.click("#tab-learn")
    page.click("[data-lesson=turns]")  # which opens again with the tab
    page.reload()
    take_handle(page)
    page.click("#tab-play")
    page.fill("#alg", "R U F")
    own = facelets(page)
    page.reload()
    take_handle(page)
    press(page, "#tab-learn", "#tab-play")
    page.evaluate("import('/static/js/learn/panel.js')")
    until(page, "!!document.querySelector('link[href*=\"learn.css\"]')?.sheet")
    frame(page)
    assert page.evaluate("cubesolve.session.outside") is None
    assert facelets(page) == own


def test_following_on_a_phone(open_page: OpenPage, server: str) -> None:
    """Upright, on its side, and on a small one: what is read and pressed is in sight."""
    page = open_page(
        viewport={"width": 390, "height": 780}, device_scale_factor=COARSE, has_touch=True
    )
    visit(page, server)
    begin_following(page, "R2 U")
    for width, height in ((844, 390), (568, 320), (320, 568), (390, 780)):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("#follow-next", "#follow-words", "#follow-lost", "[title^='Stop following']"):
            box = page.locator(name).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        words, card = (page.locator(f".follow-{one}").bounding_box() for one in ("words", "card"))
        assert words is not None
        assert card is not None
        assert card["y"] < words["y"]
        assert words["height"] < card["height"]
    page.tap(".follow-card")
    expect(page.locator("#follow-words")).to_have_text("Turn the right face halfway round.")
    page.set_viewport_size({"width": 320, "height": 568})
    page.tap("#follow-lost")
    assert page.evaluate("follow.scrollWidth - follow.clientWidth") == 0
    page.tap("#follow-on")
    idle(page)
    page.tap("#follow-next")
    until(page, "cubesolve.isSolved()")


# Reads one sentence after the other, as fast as the page shows them.
READ_ALOUD = """async () => {
  const shown = (id) => document.getElementById(id)?.textContent;
  const said = [];
  while (!shown('follow-end')) {
    const count = shown('follow-count');
    said.push(shown('follow-words'));
    document.getElementById('follow-next').click();
    while (shown('follow-count') === count) await new Promise((done) => setTimeout(done, 1));
  }
  return said;
}"""


def test_words_alone_solve_a_5x5_on_a_phone(open_page: OpenPage, server: str) -> None:
    """By a method to learn, on a cube that knows nothing of the page."""
    page = open_page(
        viewport={"width": 360, "height": 740},
        device_scale_factor=COARSE,
        has_touch=True,
        reduced_motion="reduce",
    )
    visit(page, server)
    cube = Cube.random_state(5, seed=18)
    page.tap("#tab-paint")
    page.fill("#import-text", cube.facelets())
    page.tap("#import-button")
    page.tap("#use-paint")
    page.tap("#tab-solve")
    page.tap("#follow-button")
    page.select_option("#follow-method", "cage")
    page.tap("#follow-start")
    expect(page.locator("#follow-words")).not_to_be_empty()
    hands = Oracle(5)
    for sentence in page.evaluate(READ_ALOUD):
        obey(hands, sentence)
    before = cube.facelets()
    after = "".join(before[home] for home in hands.stickers())
    assert all(len(set(after[at : at + 25])) == 1 for at in range(0, 150, 25))
    expect(page.locator("#follow-end")).to_have_text("Solved. Well done!")


# Follows the words of hints until the lesson is done, and nothing else: what they say is looked up
# in `presses`, words to buttons. Returns how many turns it took.
WALK = """async (presses) => {
  const button = (name) => document.querySelector(name);
  const status = button('#learn-status');
  const quiet = () => new Promise((done) => setTimeout(done, 1));
  let turns = 0;
  while (button('#learn-next').hidden && !status.classList.contains('good')) {
    if (turns > 600 || status.classList.contains('bad')) throw new Error(status.textContent);
    button('#learn-hint').click();
    while (button('#learn-hint').disabled && !status.classList.contains('good')) await quiet();
    if (status.dataset.kind !== 'turn') continue;
    const wanted = presses[status.textContent];
    if (!wanted) throw new Error(`who reads this does not know what to do: ${status.textContent}`);
    for (const [layers, name] of wanted) {
      button(`[data-layers="${layers}"]`)?.click();
      button(`.learn-pad [data-turn="${name}"]`).click();
      turns++;
    }
    await quiet();
  }
  return turns;
}"""
LAYERS = {"": "1false", "2": "2true", "w": "2false", "3": "3true"}


def presses(size: int) -> dict[str, list[tuple[str, str]]]:
    """Return what to press for each sentence that a beginner may read."""
    found: dict[str, list[tuple[str, str]]] = {}
    for face in "URFDLB":
        for kind in ("", "2", "w", "3")[: {3: 1, 4: 3}.get(size)]:
            label = kind + face if kind.isdigit() else face + kind
            for amount, presses in (("", [face]), ("'", [f"{face}'"]), ("2", [face, face])):
                words = move_words(label + amount, size)
                found[f"{words[0].upper()}{words[1:]}."] = [(LAYERS[kind], p) for p in presses]
    return found


def open_lessons(open_page: OpenPage, server: str, lesson: str) -> Page:
    page = open_page(
        viewport={"width": 1280, "height": 800},
        device_scale_factor=COARSE,
        reduced_motion="reduce",
    )
    page.add_init_script("Math.random = () => 0.4242")  # the cube of the lessons
    visit(page, server)
    page.click("#tab-learn")
    page.click(f"[data-lesson={lesson}]")
    return page


def test_words_and_hints_alone_solve_a_3x3(open_page: OpenPage, server: str) -> None:
    """From a scrambled cube through the five lessons, on one and the same cube."""
    page = open_lessons(open_page, server, "cross")
    until(page, "!cubesolve.isSolved()")
    turns = 0
    for lesson in range(5):
        turns += page.evaluate(WALK, presses(3))
        if lesson < 4:
            assert not page.evaluate("cubesolve.isSolved()")
            before = facelets(page)
            page.click("#learn-next")
            until(page, "cubesolve.cursor() === 0")
            assert facelets(page) == before
    assert page.evaluate("cubesolve.isSolved()")
    expect(page.locator("#learn-status")).to_have_text("You did it. The cube is solved.")
    assert 60 < turns < 300
    page.reload()
    page.click("#learn-list")
    for name in ("cross", "corners", "middle", "last-cross", "last-corners"):
        expect(page.locator(f"[data-lesson={name}]")).to_have_attribute(
            "aria-label", re.compile("done")
        )


def test_a_lesson_on_a_phone(open_page: OpenPage, server: str) -> None:
    """All of it is within the width of the screen and large enough for fingers."""
    size = {"width": 390, "height": 780}
    page = open_page(
        viewport=size, device_scale_factor=COARSE, has_touch=True, reduced_motion="reduce"
    )
    page.add_init_script("Math.random = () => 0.4242")
    visit(page, server)
    page.tap("#tab-learn")
    page.tap("[data-lesson=middle]")
    until(page, "!cubesolve.isSolved()")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    names = ["#learn-hint", "#learn-undo", "#learn-list"]
    names += [f'.learn-pad [data-turn="{face}"]' for face in "URFDLB"]
    for name in names:
        page.locator(name).scroll_into_view_if_needed()
        box = page.locator(name).bounding_box()
        assert box is not None, name
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 390, name
        assert min(box["width"], box["height"]) >= 28, name
    cube = page.locator("#cube").bounding_box()
    assert cube is not None
    assert cube["y"] >= 0  # it stays in sight beside the words
    assert cube["height"] > 150
    page.evaluate(WALK, presses(3))
    expect(page.locator("#learn-next")).to_be_visible()


def test_words_and_hints_alone_solve_a_4x4_after_both_parities(
    open_page: OpenPage, server: str
) -> None:
    page = open_lessons(open_page, server, "oll-parity")
    for lesson in range(3):
        until(page, "!cubesolve.isSolved()")
        found = solve(Cube.from_facelets(facelets(page)), "beginner").results
        parities = (found.was_even_edge_parity, found.was_corner_swap)
        assert parities == [(True, False), (False, True), (True, True)][lesson]
        page.evaluate(WALK, presses(4))
        assert page.evaluate("cubesolve.size() === 4 && cubesolve.isSolved()")
        if lesson < 2:
            page.click("#learn-next")


def test_who_learns_to_build_centres_need_not_know_of_parity(
    open_page: OpenPage, server: str
) -> None:
    page = open_lessons(open_page, server, "centres")
    until(page, "!cubesolve.isSolved()")
    with page.expect_request("**/api/solve*") as asked:
        page.click("#learn-hint")
    body = asked.value.post_data_json
    assert body is not None
    assert body["options"] == {"parity": "detect"}
    expect(page.locator("#learn-status")).to_contain_text("centre")
    expect(page.locator("#learn-progress")).to_contain_text("of 6 centres done")
    expect(page.locator("#learn-status")).to_be_in_viewport()


def test_buttons_stay_where_they_are_whatever_a_hint_says(open_page: OpenPage, server: str) -> None:
    """Who presses Hint twice must not press a turn."""
    page = open_lessons(open_page, server, "cross")
    until(page, "!cubesolve.isSolved()")
    places, words = set(), set()
    for _ in range(3):
        page.click("#learn-hint")
        until(page, "!document.querySelector('#learn-hint').disabled")
        places.add(page.evaluate("document.querySelector('#learn-hint').offsetTop"))
        words.add(page.locator("#learn-status").inner_text())
    assert len(words) > 1
    assert len(places) == 1


def test_who_looked_from_another_side_goes_on_from_the_front(page: Page, server: str) -> None:
    """Words and picture say the same: right is what is held on the right."""
    visit(page, server)
    begin_following(page, "R U' F")
    camera = "(({ yaw, pitch, zoom }) => [yaw, pitch, zoom])(cubesolve.stage.view.camera)"
    before = page.evaluate(camera)
    page.evaluate("cubesolve.stage.view.orbit(-140, -30)")
    page.evaluate("cubesolve.stage.view.zoom(1.5)")
    page.click("#follow-next")
    expect(page.locator("#follow-count")).to_have_text("Turn 2 of 3")
    assert page.evaluate(camera) == [*before[:2], 1.5]


def test_words_come_into_sight_on_a_small_phone(open_page: OpenPage, server: str) -> None:
    """And the button that was tapped does not push them out again when it has the focus back."""
    page = open_page(
        viewport={"width": 320, "height": 568},
        device_scale_factor=COARSE,
        has_touch=True,
        reduced_motion="reduce",
    )
    page.add_init_script("Math.random = () => 0.4242")
    visit(page, server)
    page.tap("#tab-learn")
    for lesson in ("pieces", "pairing"):
        page.tap(f"[data-lesson={lesson}]")
        hint = page.locator("#learn-hint")
        expect(hint).to_be_enabled()
        hint.tap()
        expect(hint).to_be_enabled()
        status = page.locator("#learn-status")
        expect(status).not_to_be_empty()
        words, panel = (page.locator(f"#{one}").bounding_box() for one in ("learn-status", "panel"))
        assert words is not None
        assert panel is not None
        in_sight = min(words["y"] + words["height"], 568) - max(words["y"], panel["y"])
        assert in_sight >= 0.8 * min(words["height"], 200), lesson
        page.locator("#learn-list").tap()
    page.tap("[data-opens=bench]")
    assert page.evaluate("panel.scrollWidth - panel.clientWidth") == 0
    chips = page.locator(".chip").evaluate_all("all => all.map((e) => e.scrollWidth)")
    assert max(chips) < 320
    learn = "document.getElementById('panel-learn')"
    assert page.evaluate(f"{learn}.scrollWidth - {learn}.clientWidth") == 0


def test_centres_that_no_solved_cube_has_are_told(open_page: OpenPage, server: str) -> None:
    """Each has one colour, and the goal is not reached: then it is said why."""
    page = open_lessons(open_page, server, "pieces")
    letters = list(Cube(4).facelets())
    for face in (1, 4):  # red and orange have changed places
        for cell in (5, 6, 9, 10):
            letters[16 * face + cell] = "RL"[face == 1]
    place = json.dumps(["centres 0", "".join(letters)])
    page.evaluate("(place) => sessionStorage.setItem('cubesolve.lesson', place)", place)
    page.click("#learn-list")
    page.click("[data-lesson=centres]")
    expect(page.locator("#learn-progress")).to_have_text("6 of 6 centres done")
    page.click('.learn-pad [data-turn="U"]')
    status = page.locator("#learn-status")
    expect(status).to_contain_text("some have to change places: with white on top and green in")
    assert turn_hint(page) in presses(4)


def test_a_hint_is_for_the_cube_as_it_is_when_the_hint_comes(
    open_page: OpenPage, server: str
) -> None:
    page = open_lessons(open_page, server, "cross")
    until(page, "!cubesolve.isSolved()")
    cube = Cube.from_facelets(facelets(page))
    # A turn after which the solver begins in another way.
    (turn, *_) = (face for face in "RFDLB" if first_words(cube, face) != first_words(cube))
    press(page, "#learn-hint", f'.learn-pad [data-turn="{turn}"]')
    status, ready = page.locator("#learn-status"), "!document.querySelector('#learn-hint').disabled"
    until(page, ready)
    while status.get_attribute("data-kind") != "turn":
        page.click("#learn-hint")
        until(page, ready)
    expect(status).to_have_text(first_words(cube, turn))


def first_words(cube: Cube, turn: str = "") -> str:
    """Return what the solver says of the first turn to the cross, after some turn."""
    turned = cube.copy()
    turned.play(turn)
    words = move_words(solve(turned, "beginner", SolveStep("L1x")).human.moves[0], 3)
    return f"{words[0].upper()}{words[1:]}."


def test_hints_lead_back_to_the_way_that_is_taught(open_page: OpenPage, server: str) -> None:
    """Who turned something else is told to take it back, turn by turn, and then goes on."""
    page = open_lessons(open_page, server, "turns")
    task, status = page.locator("#learn-task"), page.locator("#learn-status")
    for turn in ("R", "U'", "F", "F"):
        page.click(f'.learn-pad [data-turn="{turn}"]')
    expect(task).to_contain_text("four in a row")
    for turn in ("R", "D", "L"):
        page.click(f'.learn-pad [data-turn="{turn}"]')
    for words, turn in (
        ("Take it back: turn the left face away from you.", "L'"),
        ("Take it back: turn the bottom face to the left.", "D'"),
        ("Turn the top face to the left.", "U"),
        ("Turn the right face towards you.", "R'"),
        ("Turn the top face to the right.", "U'"),
    ):
        page.click("#learn-hint")
        expect(status).to_have_text(words)
        page.click(f'.learn-pad [data-turn="{turn}"]')
    expect(status).to_have_text("You did it.")


def turn_hint(page: Page) -> str:
    """Ask for hints until one says a turn."""
    status, ready = page.locator("#learn-status"), "!document.querySelector('#learn-hint').disabled"
    until(page, ready)
    page.click("#learn-hint")
    until(page, ready)
    while status.get_attribute("data-kind") != "turn":
        page.click("#learn-hint")
        until(page, ready)
    return status.inner_text()


def test_a_hint_asks_for_turns_that_the_lesson_has_buttons_for(
    open_page: OpenPage, server: str
) -> None:
    page = open_lessons(open_page, server, "five")
    until(page, "!cubesolve.isSolved()")
    pad = presses(5)
    moves = ["Uw'", "Rw", "L'"]
    (case,) = (one for one in case_sheets()["parity"] if one.size == 5)
    cube = case.cube
    cube.play(" ".join(moves))
    (first, *_) = solve(cube, "beginner").human.moves
    assert str(first) == "3-4Rw"  # which has no button
    for move in moves:
        words = move_words(move, 5)
        for layers, name in pad[f"{words[0].upper()}{words[1:]}."]:
            page.click(f'[data-layers="{layers}"]')
            page.click(f'.learn-pad [data-turn="{name}"]')
    said = []
    for _ in range(2):
        said.append(turn_hint(page))
        for layers, name in pad[said[-1]]:
            page.click(f'[data-layers="{layers}"]')
            page.click(f'.learn-pad [data-turn="{name}"]')
    assert said == [
        "Turn the middle layer between left and right away from you.",
        "Turn the second layer from the left away from you.",
    ]


def test_hints_take_a_commutator_back_as_the_lesson_teaches(
    open_page: OpenPage, server: str
) -> None:
    """Also after other turns, and after a reload, which forgets how the cube was reached."""
    page = open_lessons(open_page, server, "commutator")
    until(page, "!cubesolve.isSolved()")
    pad = presses(3)

    def obey_hints(count: int) -> None:
        for _ in range(count):
            for _, name in pad[turn_hint(page)]:
                page.click(f'.learn-pad [data-turn="{name}"]')

    page.click("#learn-hint")
    expect(page.locator("#learn-status")).to_contain_text("with the parts exchanged")
    obey_hints(3)
    page.click('.learn-pad [data-turn="L"]')
    assert turn_hint(page) == "Take it back: turn the left face away from you."
    page.click('.learn-pad [data-turn="L\'"]')
    page.reload()
    take_handle(page)
    until(page, "document.querySelector('#learn-hint')?.disabled === false")
    obey_hints(5)
    expect(page.locator("#learn-status")).to_have_text("You did it. The cube is solved.")
    # From a place off the way, whose turns nobody knows, the solver leads on.
    page.click("#learn-again")
    until(page, "!cubesolve.isSolved()")
    page.click('.learn-pad [data-turn="F"]')
    page.reload()
    take_handle(page)
    until(page, "document.querySelector('#learn-hint')?.disabled === false")
    assert turn_hint(page) in pad


def test_a_lesson_by_keys_keeps_the_focus(open_page: OpenPage, server: str) -> None:
    page = open_lessons(open_page, server, "centres")
    until(page, "!cubesolve.isSolved()")
    hint, chip = page.locator("#learn-hint"), page.locator("[data-layers='2true']")
    hint.press("Enter")
    expect(page.locator("#learn-status")).to_contain_text("centre")
    expect(hint).to_be_focused()
    chip.press("Enter")
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(chip).to_be_focused()


def test_a_hint_that_is_not_waited_for(open_page: OpenPage, server: str) -> None:
    page = open_lessons(open_page, server, "cross")
    until(page, "!cubesolve.isSolved()")
    before = facelets(page)
    press(page, "#learn-hint", "#learn-again")
    until(page, f"cubesolve.facelets() !== '{before}' || cubesolve.cursor() === 0")
    until(page, "!document.querySelector('#learn-hint').disabled")
    page.click("#learn-hint")
    expect(page.locator("#learn-status")).not_to_be_empty()


def test_pieces_are_found_by_keys(open_page: OpenPage, server: str) -> None:
    page = open_lessons(open_page, server, "pieces")
    until(page, "cubesolve.stage.isAsking")
    page.locator("#cube").focus()
    for keys in ("ArrowUp ArrowUp ArrowLeft Enter", "ArrowRight Space", "ArrowDown Enter"):
        for key in keys.split():
            page.keyboard.press(key)
    expect(page.locator("#learn-status")).to_have_text("You did it.")
    assert page.evaluate("cubesolve.cursor()") == 0  # no key stepped along the moves
    page.click("#learn-again")  # once more, from the first task
    expect(page.locator("#learn-task")).to_contain_text("Tap a corner")
    page.locator("#cube").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#learn-status")).to_have_text("That is a centre.")


def test_any_way_counts_and_what_was_undone_is_said(open_page: OpenPage, server: str) -> None:
    page = open_lessons(open_page, server, "turns")
    own = page.evaluate("cubesolve.session.outside.facelets()")
    task, status = page.locator("#learn-task"), page.locator("#learn-status")
    expect(task).to_contain_text("Do R:")
    task.locator(".text-move").hover()
    expect(page.locator("#move-tip")).to_have_text("R turn the right face away from you")
    for _ in range(3):  # three quarters one way are a quarter the other way
        page.click('.learn-pad [data-turn="R\'"]')
    expect(task).to_contain_text("Do U'")
    page.click("#learn-list")
    page.click("[data-lesson=corners]")
    expect(page.locator("#learn-progress")).to_contain_text(re.compile("[4-7] of 8 pieces done"))
    page.locator("#cube").focus()
    page.keyboard.press("Shift+F")
    expect(status).to_contain_text("Out of place for now: the")
    expect(status).to_contain_text("green-white edge")
    before = facelets(page)
    page.reload()
    take_handle(page)
    until(page, "cubesolve.session.outside !== null")
    assert facelets(page) == before  # a reload takes nothing away
    page.keyboard.press("f")
    expect(status).to_contain_text("In place")
    page.click("#tab-play")  # and the cube of one's own is back
    assert facelets(page) == own


def test_drills_and_the_workbench(open_page: OpenPage, server: str) -> None:
    page = open_lessons(open_page, server, "pieces")
    page.click("#learn-list")
    page.click("[data-opens=pll]")
    expect(page.locator(".case-card")).to_have_count(21)
    expect(page.locator(".learn-title")).to_be_focused()  # keys and screen readers go on from there
    page.click("[data-case='PLL Ja']")
    expect(page.locator("#drill-title")).to_be_focused()
    until(page, "!cubesolve.isSolved()")
    page.locator("#cube").focus()
    (case,) = (one for one in case_sheets()["pll"] if one.name == "PLL Ja")
    for move in case.alg.moves:
        for _ in range(2 if move.turns == 2 else 1):
            page.keyboard.press(f"Shift+{move.letter}" if move.turns == 3 else move.letter.lower())
    status = page.locator("#drill-status")
    expect(status).to_have_text(re.compile(r"Solved in [\d.]+ s and \d+ turns\."))
    page.click("#drill-next")
    until(page, "!cubesolve.isSolved()")
    names = page.locator("[data-answer]").evaluate_all("all => all.map((e) => e.dataset.answer)")
    assert len(set(names)) == 4
    top = "document.querySelector('#drill-show').offsetTop"
    place = page.evaluate(top)
    for name in names:
        page.click(f"[data-answer='{name}']")
        if "Yes" in status.inner_text():
            break
    expect(status).to_contain_text("Now solve it.")
    assert page.evaluate(top) == place  # words push no button from under a finger
    page.click("#drill-show")
    assert page.locator("#panel-learn .moves [data-move]").count() > 5
    page.reload()
    page.click("[data-opens=pll]")
    expect(page.locator("[data-case='PLL Ja']")).to_contain_text("best")
    page.click("#learn-list")
    expect(page.locator("[data-opens=pll]")).to_be_focused()
    page.click("[data-opens=bench]")
    expect(page.locator("#bench-result")).to_contain_text("A pure cycle of three")
    assert page.locator("#bench-moves .part-a").count() == 6
    page.fill("#bench-b", "Q")
    expect(page.locator("#bench-error")).to_contain_text("expected a move")
    expect(page.locator("#bench-result")).to_be_empty()  # what was there is not of these parts
    page.fill("#bench-b", "")
    expect(page.locator("#bench-result")).to_have_text("Write both parts.")
    page.fill("#bench-b", "(R U)99999")
    expect(page.locator("#bench-error")).to_contain_text("200 are the most")
    page.fill("#bench-b", "D")
    expect(page.locator("#bench-result")).to_contain_text("A pure cycle of three")
    take_handle(page)
    page.evaluate(
        "() => { const { view } = cubesolve.stage; const set = view.setMarkers.bind(view);"
        " view.setMarkers = (marks) => { window.marks = marks; set(marks); }; }"
    )
    page.fill("#bench-a", "R' D' R D R' D' R D")
    page.fill("#bench-b", "U")
    expect(page.locator("#bench-result")).to_have_text(
        "A and B share 1 piece. Together they turn 2 pieces in their places."
    )
    page.click("#learn-list")
    page.click("[data-opens=oll]")  # what is drawn there has no marks of the commutator
    expect(page.locator(".case-card")).to_have_count(57)
    assert page.evaluate("!window.marks?.some((mark) => mark) && window.marks !== undefined")


def test_pictures_of_last_edges_show_these_edges_alone(open_page: OpenPage, server: str) -> None:
    page = open_lessons(open_page, server, "pieces")
    page.click("#learn-list")
    page.click("[data-opens=edges]")
    expect(page.locator(".case-card")).to_have_count(5)
    grey = page.evaluate("import('/static/js/page/schemes.js').then((all) => all.UNPAINTED)")
    for card in page.locator(".case-card").all():
        size = int((card.get_attribute("data-case") or "")[0])
        fills = card.locator(".tile").evaluate_all("all => all.map((e) => e.getAttribute('fill'))")
        colored = [at for at, fill in enumerate(fills) if fill != grey]
        cells = [(at // size**2, at // size % size, at % size) for at in colored]
        inner = [cell for cell in cells if {0, size - 1}.isdisjoint(cell[1:])]
        assert len(inner) == 3 * (size - 2) ** 2
        # Beside them, both sides of the edge at the front right, and one of that at the front left.
        assert len(cells) - len(inner) in (2 * (size - 2), 3 * (size - 2))


LEFTOVERS = {
    "cubesolve.lessons": '{"done": {"cross": 1}, "at": 5}',
    "cubesolve.drills": '{"times": {"PLL Ja": 5, "PLL Jb": {"best": "x", "last": 3, "tries": 1}}}',
    "cubesolve.follow": '{"method": "no such method", "aloud": "yes", "seconds": 0.001}',
    "cubesolve.doubts": "7",
}


def test_leftovers_of_another_kind_and_of_another_tab(page: Page, server: str) -> None:
    for key, text in LEFTOVERS.items():
        page.add_init_script(f"localStorage.setItem({key!r}, {text!r})")
    visit(page, server)
    page.click("#tab-learn")
    page.click("[data-opens=pll]")
    expect(page.locator(".case-card .note")).to_have_text(["not yet"] * 21)
    page.click("#drill-run")
    expect(page.locator("[data-answer]")).to_have_count(4)
    # Another tab has done a lesson in between.
    page.evaluate("""localStorage.setItem('cubesolve.lessons', '{"done": ["cross"], "at": ""}')""")
    page.click("#learn-list")
    done = page.locator("[data-lesson=cross]")
    expect(done).to_have_attribute("aria-label", "1. The white cross, done")
    assert "cross" in page.evaluate("localStorage.getItem('cubesolve.lessons')")
    page.click("#tab-play")
    begin_following(page, "R U' F")
    expect(page.locator("#follow-timer")).to_have_value("0")


def test_a_step_can_be_opened(page: Page, server: str) -> None:
    """Why it was chosen, its parts in colours on the list and on the cube, before and after."""
    visit(page, server)
    page.fill("#alg", "F R U R' U' F'")
    page.click("#tab-solve")
    page.select_option("#method", "beginner")
    page.click("#solve")
    until(page, "cubesolve.solution() !== null")
    page.click("#now-why > summary")
    why = page.locator("#now-why-body")
    expect(why).to_contain_text("that a beginner knows")
    expect(why).to_contain_text("Before: 13 of 20 edges and corners in place.")
    colored = page.locator("#now-moves .role-a, #now-moves .role-b").count()
    assert colored >= 2
    steps = page.evaluate("cubesolve.solution().steps.map((step) => step.parts)")
    first = next(part for part in steps[0] if part["role"] == "a")
    page.evaluate(f"cubesolve.player.seek(cubesolve.cursor() + {first['from']})")
    marks = set(page.evaluate("[...cubesolve.stage.picture().marks]"))
    assert 1 + 8 * 9 in marks  # a dot in the colour of A


# How many points of each sticker in sight an arrow lights: its middle, and four around it.
LIT = """async ([size, moves]) => {
  const { TurnArrow } = await import('/static/js/view/arrow.js');
  const { parse } = await import('/static/js/model/notation.js');
  await (await import('/static/js/learn/style.js')).loadStyle();
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.classList.add('turn-arrow');
  document.getElementById('cube').after(svg);
  const { view } = cubesolve.stage;
  const arrow = new TurnArrow(svg, view);
  const area = size * size;
  const points = (slot) => {
    const [face, cell] = [Math.floor(slot / area), slot % area];
    const [row, column] = [Math.floor(cell / size), cell % size];
    const at = (r, c) => view.project(face * area + r * size + c);
    const here = at(row, column);
    const step = (r, c, way) => {
      const other = at(row + way * r, column + way * c);
      return [way * (other.x - here.x), way * (other.y - here.y)];
    };
    const right = step(0, 1, column + 1 < size ? 1 : -1);
    const down = step(1, 0, row + 1 < size ? 1 : -1);
    const towards = ([a, b]) => new DOMPoint(
      here.x + a * right[0] + b * down[0], here.y + a * right[1] + b * down[1]);
    return [[0, 0], [-0.3, -0.3], [-0.3, 0.3], [0.3, -0.3], [0.3, 0.3]].map(towards);
  };
  const slots = Array.from({ length: 6 * area }, (_, slot) => slot);
  const visible = slots.filter((slot) => view.project(slot).visible);
  const isIn = (band, point) => band.isPointInFill(point) || band.isPointInStroke(point);
  const lit = moves.map((move) => {
    arrow.show(parse(move, size)[0].turns, size);
    const bands = [...svg.querySelectorAll('.arrow-band')];
    const isLit = (point) => bands.some((band) => isIn(band, point));
    return visible.map((slot) => [slot, points(slot).filter(isLit).length]);
  });
  arrow.dispose();
  svg.remove();
  return lit;
}"""


def test_the_arrow_lights_the_layers_that_turn_and_no_others(page: Page, server: str) -> None:
    visit(page, server)
    kinds = ("{}", "{}w", "2{}", "[1,3]{}")
    for size in (2, 3, 5):
        choose_size(page, size)
        idle(page)
        some = kinds if size > 3 else kinds[:1]
        moves = [kind.format(face) for kind in some for face in "URFDLB"] + ["M", "E", "S"] * (
            size % 2
        )
        for move, lit in zip(moves, page.evaluate(LIT, [size, moves]), strict=True):
            hands = Oracle(size)
            hands.play(move)
            face = "LDF"["MES".index(move)] if move in "MES" else move.strip("[]123,w")
            turned = {slot for slot, home in enumerate(hands.stickers()) if slot != home}
            for slot, points in lit:
                on_side = slot in turned and "URFDLB"[slot // size**2] != face
                assert points == (5 if on_side else 0), (size, move, slot, points)
