"""The cube in a real JupyterLab: turned by hand and from Python, played, and after a restart."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from cubesolve import Cube
from cubesolve.notebook.modules import script, style

# Importing it takes seconds, in every process that only looks which tests there are.
pytestmark = pytest.mark.skipif(find_spec("jupyterlab") is None, reason="JupyterLab is missing")

PATIENCE = 60.0  # seconds, of a machine that does other things too
SETUP = """
import asyncio, json
from pathlib import Path
from cubesolve import Cube, show, solve
from cubesolve.notebook.widget import _refresh_all as refresh  # what runs after each cell
cube = Cube(3)
first, second = show(cube, height=200, speed=8.0), show(cube, height=120, speed=8.0)
solution = solve(Cube.from_alg("R U2 F"), "beginner")
told = []
first.observe(lambda change: told.append(change.new.facelets()), names="cube")
played = show(solution, height=200, speed=15.0)
async def serve():
    while True:
        if (asked := Path("ask.py")).exists():
            code = asked.read_text()
            asked.unlink()
            answer = eval(code)
            Path("answer.tmp").write_text(json.dumps(answer))
            Path("answer.tmp").rename("answer.json")
        await asyncio.sleep(0.02)
task = asyncio.ensure_future(serve())
"""


def cell(source: str) -> dict[str, Any]:
    return {
        "cell_type": "code", "execution_count": None, "id": f"c{zlib.crc32(source.encode())}",
        "metadata": {}, "outputs": [], "source": source,
    }  # fmt: skip


NOTEBOOK = {
    "cells": [cell(SETUP), cell("first"), cell("second"), cell("played"), cell("cube")],
    "metadata": {"kernelspec": {"display_name": "Python", "language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}  # fmt: skip


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Return the address of a JupyterLab and the folder that it serves."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "cube.ipynb").write_text(json.dumps(NOTEBOOK))
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--port=0", "--allow-root",
        f"--ServerApp.root_dir={folder}", "--IdentityProvider.token=",
        "--LabApp.expose_app_in_browser=True", "--ServerApp.disable_check_xsrf=True",
    ]  # fmt: skip
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_PLATFORM_DIRS": "1",
    }
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    assert process.stdout is not None
    address = None
    for line in process.stdout:
        if found := re.search(r"http://(?:localhost|127\.0\.0\.1):(\d+)/lab", line):
            address = f"http://127.0.0.1:{found[1]}"
            break
    assert address, "JupyterLab told no address"
    threading.Thread(target=process.stdout.read, daemon=True).start()
    yield address, folder
    process.terminate()
    process.wait(timeout=30)


def wait_for(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.05)


class Lab:
    """The notebook in the browser, and its kernel."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder

    def ask(self, code: str) -> Any:
        """Return the value of an expression in the kernel."""
        answer = self.folder / "answer.json"
        (self.folder / "ask.tmp").write_text(code)
        (self.folder / "ask.tmp").rename(self.folder / "ask.py")
        wait_for(answer.exists, f"the answer to {code}")
        found = json.loads(answer.read_text())
        answer.unlink()
        return found

    def widget(self, number: int) -> Locator:
        return self.page.locator(".cubesolve").nth(number)

    def run_all(self) -> None:
        self.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")

    def drag(self, widget: Locator) -> None:
        """Push the layer under the middle of the front face to the right."""
        box = widget.locator("canvas").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] * 0.46, box["y"] + box["height"] * 0.62
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for step in range(1, 9):
            self.page.mouse.move(x + step * 10, y + step * 2)
        self.page.mouse.up()


@pytest.fixture(scope="module")
def notebook(browser: Browser, lab: tuple[str, Path]) -> Iterator[Lab]:
    address, folder = lab
    context = browser.new_context(viewport={"width": 1000, "height": 1900}, device_scale_factor=0.4)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}/doc/tree/cube.ipynb")
    page.wait_for_function(
        "window.jupyterapp?.shell?.currentWidget?.context?.isReady", timeout=60_000
    )
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.ready")
    found = Lab(page, folder)
    found.run_all()
    page.locator(".cubesolve canvas").nth(3).wait_for()
    yield found
    context.close()
    assert not faults


def test_a_cube_is_turned_from_both_sides(notebook: Lab) -> None:
    assert notebook.ask("cube.is_solved") is True
    notebook.widget(0).scroll_into_view_if_needed()
    notebook.drag(notebook.widget(0))
    wait_for(lambda: notebook.ask("len(told)"), "the turn by hand")
    moves = notebook.ask("first.moves")
    assert notebook.ask("told[-1]") == Cube.from_alg(moves).facelets()
    # The other widget of the same cube follows, and shows the place among the moves.
    assert notebook.ask("second.moves") == moves
    wait_for(lambda: notebook.widget(1).locator(".where").text_content() == "1 / 1", "the second")
    # From Python, turn by turn.
    notebook.ask("first.play(\"R U R' U'\")")
    places = [notebook.widget(number).locator(".where") for number in (0, 1)]
    wait_for(lambda: {p.text_content() for p in places} == {"5 / 5"}, "four turns from Python")
    assert notebook.ask("cube.facelets()") == Cube.from_alg(f"{moves} R U R' U'").facelets()


def test_keys_turn_and_take_back(notebook: Lab) -> None:
    before = notebook.ask("len(first.moves.split())")
    notebook.widget(0).focus()
    notebook.page.keyboard.press("f")
    notebook.page.keyboard.press("Shift+D")
    wait_for(lambda: notebook.ask("first.cursor") == before + 2, "two keys")
    assert notebook.ask("first.moves").endswith("F D'")
    notebook.page.keyboard.press("ArrowLeft")
    wait_for(lambda: notebook.ask("first.cursor") == before + 1, "one back")
    assert notebook.ask("cube == Cube.from_alg(first.moves.rsplit(' ', 1)[0])") is True


def test_a_solution_is_played_with_its_steps(notebook: Lab) -> None:
    widget = notebook.widget(2)
    total = notebook.ask("len(solution)")
    title = notebook.ask("solution.steps[0].title")
    assert title in (widget.locator("> .title").text_content() or "")
    assert widget.locator(".explanation").text_content() == notebook.ask(
        "solution.steps[0].explanation"
    )
    widget.locator("button.play").click()
    wait_for(lambda: notebook.ask("played.cursor") == total, "the end of the solution")
    wait_for(lambda: notebook.ask("played.playing") is False, "the pause at its end")
    assert notebook.ask("played.cube.is_solved") is True
    widget.locator(".place").fill("1")
    wait_for(lambda: notebook.ask("played.cursor") == 1, "the place that was dragged to")
    assert notebook.ask("played.cube.is_solved") is (total == 1)
    notebook.ask("setattr(played, 'playing', True)")
    wait_for(lambda: notebook.ask("played.cursor") == total, "playing from Python")


def test_cells_that_turn_the_cube_show_it(notebook: Lab) -> None:
    notebook.ask("(cube.reset(), cube.play('L2'), refresh())[0]")
    assert notebook.ask("first.start") == Cube.from_alg("L2").facelets()
    assert notebook.ask("(first.moves, first.cursor)") == ["", 0]


def test_after_a_restart_cells_show_cubes_again(notebook: Lab) -> None:
    page = notebook.page
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    page.wait_for_function(
        "jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'",
    )
    # A widget whose kernel is gone must do no harm.
    if notebook.widget(0).count():
        notebook.drag(notebook.widget(0))
    notebook.run_all()
    wait_for(lambda: notebook.ask("cube.is_solved") is True, "the new kernel")
    page.locator(".cubesolve canvas").nth(3).wait_for()
    notebook.ask("first.play('R')")
    wait_for(lambda: notebook.widget(0).locator(".where").text_content() == "1 / 1", "a turn")


HOST = """
<body style="background: #1f1f1f; color: #cccccc">
<div class="cell-output-ipywidget-background" style="background: white"><div id="cell"></div></div>
</body>
"""
#: What a host of widgets does: it loads the module by itself, from nowhere, and gives it a model.
LOAD = """
async ({ script, style, values }) => {
  const sheet = document.createElement('style');
  sheet.textContent = style;
  document.head.append(sheet);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const module = await import(url);
  const heard = new Map();
  const model = {
    get: (name) => values[name],
    set: (name, value) => { values[name] = value; },
    save_changes: () => {},
    on: (names, run) => heard.set(names, run),
    off: (names) => heard.delete(names),
  };
  const el = document.querySelector('#cell');
  const leave = await module.default.render({ model, el });
  const { color } = getComputedStyle(el.querySelector('.where'));
  const shown = getComputedStyle(el).backgroundColor;
  el.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
  const moves = values.moves;
  leave();
  return { color, shown, moves, listening: heard.size, url };
}
"""


def test_a_host_that_loads_one_file_and_puts_widgets_on_white_as_vs_code_does(page: Page) -> None:
    cube = Cube(3)
    values = {
        "size": 3, "start": cube.facelets(), "moves": "", "cursor": 0, "solution": None,
        "palette": [color.hex for color in cube.scheme.colors], "playing": False, "speed": 8,
        "marks": True, "height": 120,
    }  # fmt: skip
    page.set_content(HOST)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    found = page.evaluate(LOAD, {"script": script(), "style": style(), "values": values})
    assert found["moves"] == "R"
    assert found["listening"] == 0
    assert asked == [found["url"]]
    assert (found["color"], found["shown"]) == ("rgb(23, 26, 33)", "rgb(255, 255, 255)")
