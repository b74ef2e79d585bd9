"""How tests speak to the page: through its own modules, never by reading pixels."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from cubesolve import Alg, Cube

HANDLE = (Path(__file__).parent / "handle.js").read_text(encoding="utf-8")
PATIENCE = 240  # seconds; only a broken page needs them, or a machine with much else to do


def visit(page: Page, server: str, fragment: str = "") -> Page:
    """Open the page and wait until it is ready."""
    page.goto(f"{server}/{fragment}")
    take_handle(page)
    return page


def take_handle(page: Page) -> None:
    """Wait until a page that was loaded is ready, and gather its modules as `cubesolve`."""
    page.evaluate(HANDLE)


def until(page: Page, condition: str) -> None:
    """Wait for a condition; the page's policy forbids Playwright's own way of doing so."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"never true: {condition}"
        page.wait_for_timeout(25)


def frame(page: Page) -> None:
    """Wait until the page has drawn what it knows now."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def kept(page: Page, size: int, moves: str) -> None:
    """Wait until the page has kept this cube for a reload."""
    cube = "JSON.parse(sessionStorage.getItem('cubesolve.cube') ?? '{}')"
    wanted = json.dumps(json.dumps([size, moves], separators=(",", ":")))
    until(page, f"(({{ size, moves }}) => JSON.stringify([size, moves]))({cube}) === {wanted}")


def idle(page: Page) -> None:
    page.evaluate("cubesolve.idle()")


def choose_size(page: Page, size: int) -> None:
    field = page.locator("#size-field")
    field.fill(str(size))
    field.press("Enter")
    until(page, f"cubesolve.size() === {size}")
    page.locator("#cube").focus()


def scramble(page: Page, seed: int = 1) -> None:
    if not page.locator("#scramble-seed").is_visible():
        page.locator("#panel-play summary").click()
    page.fill("#scramble-seed", str(seed))
    page.click("#scramble")
    until(page, "!cubesolve.isSolved()")


def solve(page: Page, method: str = "auto", what: str = "all") -> None:
    page.click("#tab-solve")
    page.select_option("#method", method)
    page.select_option("#what", what)
    page.click("#solve")
    until(page, "!!cubesolve.solution()")


def facelets(page: Page) -> str:
    return str(page.evaluate("cubesolve.facelets()"))


def played(page: Page) -> str:
    """Return the moves up to the cursor."""
    return str(
        page.evaluate("cubesolve.session.track.moves.labels(0, cubesolve.cursor()).join(' ')")
    )


def blocks(page: Page) -> list[Any]:
    """Return the turns up to the cursor as the moves of programs."""
    places = "Array.from({ length: cubesolve.cursor() }, (_, at) => at)"
    turns = f"{places}.flatMap((at) => cubesolve.session.track.moves.at(at).turns)"
    return list(page.evaluate(f"{turns}.map((t) => [t.face, t.first, t.last, t.turns])"))


def check_model(page: Page, size: int, start: str | None = None) -> None:
    """Check that the page shows what the library's cube is after the same moves."""
    cube = Cube(size) if start is None else Cube.from_facelets(start)
    cube.play(Alg.from_blocks(blocks(page), size))
    assert facelets(page) == cube.facelets()


def place_of(page: Page, slot: int) -> tuple[float, float]:
    """Return where a sticker comes to rest on the page; the view must find it there again.

    What lies around the cube may still change, and move it by a row of a big cube.
    """
    found = page.evaluate(
        """async (slot) => {
          const { view } = cubesolve.stage;
          const measure = () => {
            const box = document.getElementById('cube').getBoundingClientRect();
            const { x, y } = view.project(slot);
            return view.pick(x, y) === slot ? [box.left + x, box.top + y] : null;
          };
          const frame = () => new Promise(requestAnimationFrame);
          let place = null;
          for (let still = 0; still < 5; ) {
            await frame();
            await new Promise((resolve) => setTimeout(resolve, 20));
            const now = measure();
            still = String(now) === String(place) ? still + 1 : 0;
            place = now;
          }
          return place;
        }""",
        slot,
    )
    assert found is not None, f"slot {slot} is not in sight"
    return found[0], found[1]
