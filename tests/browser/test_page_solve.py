"""Solving on the page: every method, playing, scrubbing, notes, comparing."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from page_driver import check_model, choose_size, facelets, idle, scramble, solve, until, visit
from playwright.sync_api import Page, expect

from cubesolve import SOLVERS, Cube, SolveStep


def sizes_of(method: str) -> list[int]:
    """Return some sizes of a method; the proof for a random 3x3 takes minutes."""
    sizes = [n for n in (2, 3, 4) if method == "auto" or SOLVERS[method].fits(n)]
    return [n for n in sizes if (method, n) != ("optimal", 3)]


@pytest.mark.parametrize("method", ["auto", *SOLVERS])
def test_scramble_solve_play_to_the_end(page: Page, server: str, method: str) -> None:
    visit(page, server)
    for size in sizes_of(method):
        page.click("#tab-play")
        choose_size(page, size)
        scramble(page, seed=5)
        start = facelets(page)
        solve(page, method)
        assert page.evaluate("cubesolve.cursor()") == 0
        page.locator("#speed").fill("9")
        page.click("#play")
        until(page, "cubesolve.cursor() === cubesolve.total()")
        assert page.evaluate("cubesolve.isSolved()")
        check_model(page, size, start)
        expect(page.locator("#status")).to_contain_text("solved")


def test_stop_with_the_best_so_far_and_search_on(page: Page, server: str) -> None:
    """A proof takes minutes, so that there is time to stop it; `fast` leaves much to be found."""
    visit(page, server)
    scramble(page, seed=5)
    start = facelets(page)
    page.click("#tab-solve")
    page.select_option("#method", "optimal")
    page.click("#solve")
    page.click("#use-best")
    until(page, "!!cubesolve.solution()")
    page.click("#to-end")
    assert page.evaluate("cubesolve.isSolved()")
    check_model(page, 3, start)
    before = page.evaluate("cubesolve.solution()")
    assert not before["results"]["is_optimal"]
    page.click("#keep-searching")
    expect(page.locator("#progress")).to_be_visible()
    page.click("#cancel-solve")
    expect(page.locator("#toasts")).to_contain_text("Cancelled")
    assert page.evaluate("cubesolve.solution()") == before

    page.click("#tab-play")
    choose_size(page, 4)
    scramble(page, seed=5)
    start = facelets(page)
    solve(page, "fast")
    page.click("#to-end")
    long = page.evaluate("cubesolve.solution().counts.OBTM")
    page.click("#keep-searching")
    page.click("#use-best")
    until(page, "cubesolve.solution().method === 'short'")
    assert page.evaluate("cubesolve.solution().counts.OBTM") < long
    page.click("#to-end")
    check_model(page, 4, start)
    assert page.evaluate("cubesolve.isSolved()")


def test_a_phone_shows_how_a_search_goes(open_page: Callable[..., Page], server: str) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, device_scale_factor=0.5)
    visit(page, server)
    scramble(page, seed=5)
    page.click("#tab-solve")
    page.select_option("#method", "optimal")
    page.evaluate("document.getElementById('solve').click()")  # without a look for the button
    expect(page.locator("#use-best")).to_be_visible()
    expect(page.locator("#progress-text")).to_be_in_viewport()
    expect(page.locator("#use-best")).to_be_in_viewport()
    expect(page.locator("#cancel-solve")).to_be_in_viewport()
    page.click("#use-best")
    until(page, "!!cubesolve.solution()")


def test_a_long_solution_is_packed_and_every_place_is_right(page: Page, server: str) -> None:
    choose_size(visit(page, server), 40)
    scramble(page, seed=5)
    start = facelets(page)
    solve(page)
    expect(page.locator("#toasts")).to_contain_text("moves (OBTM) in")
    assert page.evaluate("cubesolve.session.track.moves.words.length") > 10_000
    page.evaluate("cubesolve.player.seek(3000)")
    check_model(page, 40, start)
    page.click("#to-end")
    expect(page.locator("#status")).to_contain_text("· solved")
    total = page.evaluate("cubesolve.total()")
    page.locator("#cube").press("r")  # goes on from here
    until(page, "cubesolve.solution() === null && !cubesolve.isSolved()")
    assert page.evaluate("cubesolve.total()") == total + 1


FILM = """() => {
  const [size, count] = [500, 501_000];
  const words = new Uint32Array(2 * count);
  for (let k = 0; k < count; k++) {
    words[k] = ((1 + ((k * 37) % size)) << 5) | (((k * 5) % 6) << 2) | 1;
    words[2 * count - 1 - k] = words[k] ^ 2;
  }
  const counts = { OBTM: 1, RBTM: 1, SST: 1, QTM: 1, ETM: 1 };
  const marks = { moved: [], targets: [], trackers: [] };
  const all = { from: 0, to: 2 * count };
  const said = { title: 'There', explanation: 'and back', phase: 0, parity: null };
  const step = { ...all, ...marks, ...said };
  const told = { what: 'all', method: 'fast', scheme: 'WRGYOB', metric: 'OBTM', results: {} };
  const json = { ...told, size, counts, steps: [step], seconds: 1 };
  const phases = [{ ...all, name: 'Centres', color: '#3f7be8' }];
  cubesolve.session.track.setSolution(words, { json, steps: [step], phases });
}"""


def test_a_solution_that_is_too_long_is_a_film(page: Page, server: str) -> None:
    """Half way only some layers are known, so nothing can be done to the cube there."""
    choose_size(visit(page, server), 500)
    page.evaluate(FILM)
    page.evaluate("cubesolve.player.seek(501000)")
    expect(page.locator("#status")).to_contain_text("film of 200 layers")
    page.locator("#cube").press("r")
    expect(page.locator("#toasts")).to_contain_text("only some of the layers")
    page.click("#tab-solve")
    page.click("#solve")
    page.click("#share-button")
    assert page.input_value("#share-facelets") == ""
    page.keyboard.press("Escape")
    assert page.evaluate("cubesolve.total()") == 1_002_000
    page.click("#step-forward")
    idle(page)
    assert page.evaluate("cubesolve.cursor()") == 501_001
    page.click("#to-end")
    expect(page.locator("#status")).to_contain_text("· solved")
    page.click("#to-start")
    assert page.evaluate("cubesolve.stage.picture().size") == 500


def test_a_proven_solution(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "R U F' L2 D")
    until(page, "cubesolve.cursor() === 5 && !cubesolve.isSolved()")
    idle(page)
    solve(page, "optimal")
    assert page.evaluate("cubesolve.total() - cubesolve.cursor()") == 5
    page.locator("#speed").fill("9")
    page.click("#play")
    until(page, "cubesolve.cursor() === cubesolve.total()")
    assert page.evaluate("cubesolve.isSolved()")


def test_moves_are_shown_one_by_one(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page)
    start = facelets(page)
    solve(page)
    page.locator("#speed").fill("7")
    page.click("#step-end")
    until(page, "!cubesolve.player.isPlaying")
    end = page.evaluate("cubesolve.session.track.solution.steps[0].to")
    assert page.evaluate("cubesolve.cursor()") == end
    check_model(page, 3, start)


def test_the_fastest_speed_by_keys(page: Page, server: str) -> None:
    visit(page, server)
    most = int(page.locator("#speed").get_attribute("max") or 0)
    page.locator("#cube").focus()
    for _ in range(most + 1):
        page.keyboard.press("+")
    assert page.evaluate("cubesolve.settings.speed") == most
    expect(page.locator("#speed-text")).to_have_text("20k/s")


def test_how_long_playing_takes(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "(R U R' U')30")
    until(page, "cubesolve.total() === 120")
    page.locator("#speed").fill("0")
    expect(page.locator("#speed")).to_have_attribute(
        "title", "0.5 turns a second: 4 minutes for all moves"
    )


def test_pause_step_and_back(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page)
    solve(page)
    page.locator("#cube").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("cubesolve.cursor()") == 1
    page.keyboard.press("Space")
    until(page, "cubesolve.cursor() > 2")
    page.keyboard.press("Space")
    assert not page.evaluate("cubesolve.player.isPlaying")
    page.keyboard.press("Home")
    assert page.evaluate("cubesolve.cursor()") == 0


def test_scrubbing_reaches_every_place(page: Page, server: str) -> None:
    choose_size(visit(page, server), 5)
    scramble(page, seed=3)
    start = facelets(page)
    solve(page)
    box = page.locator("#track").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    for part in (0.9, 0.1, 0.55):
        page.mouse.move(box["x"] + box["width"] * 0.3, middle)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * part, middle, steps=4)
        page.mouse.up()
        total = page.evaluate("cubesolve.total()")
        assert abs(page.evaluate("cubesolve.cursor()") - part * total) < 3
        check_model(page, 5, start)


def test_every_place_of_a_long_solution_is_right(page: Page, server: str) -> None:
    choose_size(visit(page, server), 10)
    scramble(page, seed=2)
    start = facelets(page)
    solve(page, "cage-two-phase")
    total = page.evaluate("cubesolve.total()")
    assert total > 500
    for at in (total, 3, total // 2, total - 1, total // 3, 0):
        page.evaluate(f"cubesolve.player.seek({at})")
        check_model(page, 10, start)


def test_only_the_steps_in_sight_are_rows(page: Page, server: str) -> None:
    choose_size(visit(page, server), 10)
    scramble(page, seed=2)
    solve(page, "cage-two-phase")
    steps = page.evaluate("cubesolve.solution().steps.length")
    assert steps > 60
    assert page.locator(".step").count() < 40
    page.click("#to-end")
    current = page.locator('.step[aria-selected="true"]')
    expect(current).to_have_attribute("aria-posinset", str(steps))
    expect(current).to_be_in_viewport()


def test_the_current_step_is_named_with_its_moves(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page)
    solve(page, "beginner")
    step = page.evaluate("cubesolve.session.track.solution.steps[2]")
    page.evaluate(f"cubesolve.player.seek({step['from'] + 1})")
    expect(page.locator("#now-title")).to_have_text(step["title"])
    expect(page.locator("#now-explanation")).to_have_text(step["explanation"])
    expect(page.locator("#now-moves .current")).to_have_count(1)
    expect(page.locator('.step[aria-selected="true"] .title')).to_have_text(step["title"])
    expect(page.locator("#announce")).to_contain_text(step["title"])


def test_phases_fill_the_timeline(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    scramble(page)
    solve(page, "beginner")
    parts = page.evaluate(
        "[...document.querySelectorAll('.segment')].map((s) => [+s.dataset.from, +s.dataset.to])"
    )
    total = page.evaluate("cubesolve.total()")
    ends = [0, *(part[1] for part in parts)]
    assert [part[0] for part in parts] == ends[:-1]
    assert ends[-1] == total
    assert 3 <= len(parts) <= 12


def test_marks_travel_with_their_pieces(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    scramble(page)
    start = facelets(page)
    solve(page, "beginner")
    found = page.evaluate(
        """() => {
          const { session, player, stage } = cubesolve;
          const steps = session.track.solution.steps;
          const step = steps.find((one) => one.moved.length && one.to - one.from > 2);
          const dots = () => [...stage.picture().marks.entries()]
            .filter(([, mark]) => mark % 8 === 1 && (mark < 24 || mark >= 72)) // no trackers
            .map(([slot]) => slot);
          player.seek(step.from);
          const before = dots();
          player.seek(step.to - 1);
          return { step, before, after: dots() };
        }"""
    )
    assert sorted(found["before"]) == sorted(set(found["step"]["moved"]))
    marked = Cube.from_facelets(start)
    numbers = {}
    for at in (found["step"]["from"], found["step"]["to"] - 1):
        page.evaluate(f"cubesolve.player.seek({at})")
        check_model(page, 4, start)
        moves = page.evaluate("cubesolve.session.track.moves.labels(0, cubesolve.cursor())")
        cube = marked.copy()
        cube.play(" ".join(moves))
        slots = found["before"] if at == found["step"]["from"] else found["after"]
        numbers[at] = sorted(cube.sticker_at(slot) for slot in slots)
    first, second = numbers.values()
    assert first == second


def test_marks_have_switches(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    scramble(page)
    solve(page, "beginner")
    boxes = page.locator("#legend input")
    expect(boxes).to_have_count(3)
    assert page.evaluate("cubesolve.stage.picture().marks.some((mark) => mark > 0)")
    for index in range(3):
        boxes.nth(index).press("Space")
        expect(boxes.nth(index)).not_to_be_checked()
        expect(boxes.nth(index)).to_be_focused()
    assert not page.evaluate("cubesolve.stage.picture().marks.some((mark) => mark > 0)")


def test_stop_after_a_step(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    scramble(page)
    solve(page, "beginner", "centers")
    page.click("#to-end")
    colors = facelets(page)
    for face in range(6):
        inner = {colors[face * 16 + slot] for slot in (5, 6, 9, 10)}
        assert len(inner) == 1
    assert not page.evaluate("cubesolve.isSolved()")


def test_counts_follow_the_metric(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    scramble(page)
    solve(page)
    counts = page.evaluate("cubesolve.solution().counts")
    for metric, count in counts.items():
        page.select_option("#metric", metric)
        expect(page.locator("#count")).to_have_text(f"{count:,}")


def test_a_turn_by_hand_leaves_the_solution(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page)
    start = facelets(page)
    solve(page)
    page.evaluate("cubesolve.player.seek(4)")
    page.locator("#cube").focus()
    page.keyboard.press("r")
    assert page.evaluate("cubesolve.total()") == 5
    assert page.evaluate("cubesolve.solution()") is None
    check_model(page, 3, start)


def test_a_solve_can_be_cancelled(page: Page, server: str) -> None:
    """By a method that takes minutes at this size, so that there is something to cancel."""
    choose_size(visit(page, server), 100)
    scramble(page)
    page.click("#tab-solve")
    page.select_option("#method", "layers")
    page.click("#solve")
    page.locator("#cancel-solve").click()
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#solve")).to_be_enabled()
    assert page.evaluate("cubesolve.solution()") is None


def test_two_methods_side_by_side(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page)
    page.click("#tab-solve")
    page.click("#compare-button")
    page.select_option("#compare-a", "beginner")
    page.select_option("#compare-b", "cfop")
    page.click("#compare-run")
    table = page.locator("#compare-result table")
    expect(table).to_be_visible()
    heads = [name.lower() for name in table.locator("thead th").all_inner_texts()]
    assert heads[1:] == ["beginner", "cfop"]
    shown = table.locator("tbody tr").first.locator("td").nth(1).inner_text()
    table.get_by_role("button", name="Watch").nth(1).click()
    assert page.evaluate("cubesolve.solution().method") == "cfop"
    assert str(page.evaluate("cubesolve.solution().counts.OBTM")) == shown


def test_comparing_stops_what_plays(page: Page, server: str) -> None:
    """Else the cube would have moved on from the state that is solved."""
    visit(page, server)
    scramble(page)
    solve(page, "beginner")
    page.locator("#speed").fill("2")
    page.click("#play")
    until(page, "cubesolve.cursor() > 1")
    page.click("#compare-button")
    at = page.evaluate("cubesolve.cursor()")
    page.click("#compare-run")
    expect(page.locator("#compare-result table")).to_be_visible()
    assert page.evaluate("cubesolve.cursor()") == at
    page.locator("#compare-result").get_by_role("button", name="Watch").first.click()
    page.evaluate("cubesolve.player.seek(cubesolve.total())")
    assert page.evaluate("cubesolve.isSolved()")


def test_the_page_offers_the_steps_of_a_method(page: Page, server: str) -> None:
    choose_size(visit(page, server), 5)
    scramble(page)
    page.click("#tab-solve")
    for name, method in SOLVERS.items():
        if not method.fits(5):
            continue
        page.select_option("#method", name)
        offered = page.locator("#what option").all()
        words = [option.get_attribute("value") or "" for option in offered]
        kinds = list(dict.fromkeys(SolveStep(word).kind for word in reversed(words)))
        assert kinds == list(method.steps)
        names = [option.inner_text() for option in offered]
        assert len(set(names)) == len(names)
        assert all(name[0].isupper() for name in names)
    solve(page, "layers", "middle-2")
    assert page.evaluate("cubesolve.solution().what") == "middle-2"
    page.evaluate("cubesolve.player.seek(cubesolve.total())")
    expect(page.locator("#now-title")).to_have_text("Done: First 2 middle layers")


def test_the_solution_as_text_and_json(page: Page, server: str) -> None:
    visit(page, server)
    scramble(page)
    start = facelets(page)
    solve(page)
    page.click("#share-button")
    with page.expect_download() as saved:
        page.click("#save-json")
    data = json.loads(saved.value.path().read_text())
    assert data["facelets"] == start
    with page.expect_download() as saved:
        page.click("#save-text")
    cube = Cube.from_facelets(start)
    cube.play(saved.value.path().read_text())
    assert cube.solved


def test_only_what_a_search_can_minimise_at_this_size_is_offered(page: Page, server: str) -> None:
    choose_size(visit(page, server), 12)
    page.click("#tab-solve")
    page.select_option("#method", "short")
    offered = page.locator("#shorten option").evaluate_all("all => all.map((one) => one.value)")
    assert offered == ["SST", "OBTM", "RBTM"]
    expect(page.locator("#shorten")).to_have_value("SST")


def test_what_a_search_minimises(page: Page, server: str) -> None:
    visit(page, server)
    page.fill("#alg", "R2 U2 F")
    until(page, "cubesolve.cursor() === 3")
    page.click("#tab-solve")
    page.select_option("#method", "beginner")
    expect(page.locator("#shorten-field")).to_be_hidden()
    page.select_option("#method", "optimal")
    expect(page.locator("#shorten-field")).to_be_visible()
    page.select_option("#shorten", "QTM")
    page.click("#solve")
    until(page, "!!cubesolve.solution()")
    assert page.evaluate("cubesolve.solution().metric") == "QTM"
    expect(page.locator("#findings .proof")).to_have_text("Shortest possible")
    page.select_option("#method", "beginner")
    page.click("#solve")
    until(page, "cubesolve.solution()?.method === 'beginner'")
    expect(page.locator("#findings .proof")).to_have_count(0)


def test_parity_leads_to_its_step(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    page.fill("#alg", "Rw U2 x Rw U2 Rw U2 Rw' U2 Lw U2 Rw' U2 Rw U2 Rw' U2 Rw' x'")
    until(page, "cubesolve.total() > 15 && cubesolve.cursor() === cubesolve.total()")
    solve(page, "beginner")
    steps = page.evaluate("cubesolve.session.track.solution.steps")
    fixing = [index for index, step in enumerate(steps) if step["parity"]]
    assert fixing
    links = page.locator("#findings button")
    expect(links).to_have_count(len(fixing))
    links.first.click()
    assert page.evaluate("cubesolve.cursor()") == steps[fixing[0]]["from"]


def test_progress_fills_a_bar(page: Page, server: str) -> None:
    choose_size(visit(page, server), 4)
    scramble(page)
    lines = [
        {"type": "queued", "position": 1},
        {"type": "progress", "moves": 0, "what": "building a table", "share": 0.42, "seconds": 1},
        {"type": "error", "error": {"kind": "not solved", "message": "no"}},
    ]
    page.evaluate(
        """(lines) => {
          const real = window.fetch;
          window.fetch = (path, ...rest) => {
            if (path !== '/api/solve') return real(path, ...rest);
            const text = new TextEncoder();
            const send = (out) => {
              window.next = () => {
                out.enqueue(text.encode(JSON.stringify(lines.shift()) + '\\n'));
                if (!lines.length) out.close();
              };
            };
            return Promise.resolve(new Response(new ReadableStream({ start: send })));
          };
        }""",
        lines,
    )
    page.click("#go-solve")
    bar = page.locator("#progress-bar")
    page.evaluate("window.next()")
    expect(page.locator("#progress-text")).to_have_text("Waiting for 1 other solve")
    assert bar.get_attribute("aria-valuenow") is None
    page.evaluate("window.next()")
    expect(bar).to_have_attribute("aria-valuenow", "42")
    expect(page.locator("#progress-text")).to_have_text("Building a table · 42%")
    assert page.evaluate("document.getElementById('progress-done').style.width") == "42%"
    page.evaluate("window.next()")
    expect(page.locator("#progress")).to_be_hidden()
