"""The page in Chromium: from the command to a visible cube, frames a second, turns, the camera.

    python -m benchmarks.page [--runs 7] [--width 1440] [--height 900]

Needs Chromium (`apt-get install chromium`, or its path in CHROMIUM). Without a graphics card the
processor draws, so what is printed is a lower bound of what people see.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

HANDLE = Path(__file__).parent.parent / "tests" / "browser" / "handle.js"
FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
CAMERA = ["--use-fake-device-for-media-stream=fps=60", "--use-fake-ui-for-media-stream"]
SIZES = (3, 50, 100, 1000)
SECONDS = 3.0
SETTLING = 1.5  # seconds for the browser's own window, which people have open already

# When the graphics have finished the first picture of the cube: reading a pixel waits for them.
WATCH = """
const clear = WebGL2RenderingContext.prototype.clear;
WebGL2RenderingContext.prototype.clear = function (...bits) {
  clear.apply(this, bits);
  if (window.firstFrame) return;
  window.firstFrame = {};
  queueMicrotask(() => {
    const { canvas, RGBA, UNSIGNED_BYTE } = this;
    const pixel = new Uint8Array(4);
    this.bindFramebuffer(this.READ_FRAMEBUFFER, null);
    this.readPixels(canvas.width / 2, canvas.height / 2, 1, 1, RGBA, UNSIGNED_BYTE, pixel);
    window.firstFrame = { alpha: pixel[3], at: performance.timeOrigin + performance.now() };
  });
};
"""
FRAMES = """async ([layers, seconds]) => {
  const { stage } = cubesolve;
  const { size } = stage;
  const turn = { face: 'U', first: layers[0], last: layers[1], turns: 1 };
  const frame = () => new Promise(requestAnimationFrame);
  void stage.view.turn([turn], { duration: 1e6 });
  for (let i = 0; i < 5; i++) await frame();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < seconds * 1000) {
    await frame();
    count++;
  }
  const rate = (1000 * count) / (performance.now() - start);
  stage.show();
  await frame();
  return [rate, stage.view.canvas.width];
}"""
TURN = """async (turn) => {
  const { player } = cubesolve;
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const start = performance.now();
  player.turn([turn]);
  const begun = performance.now();
  await frame();
  const shown = performance.now();
  await cubesolve.idle();
  await frame();
  return [begun - start, shown - begun];
}"""


# How many pictures of the camera the page has shown.
COUNT = """
const wait = HTMLVideoElement.prototype.requestVideoFrameCallback;
window.shown = 0;
HTMLVideoElement.prototype.requestVideoFrameCallback = function (then) {
  return wait.call(this, (...told) => {
    then(...told);
    window.shown++;
  });
};
"""


@contextmanager
def running_server() -> Iterator[tuple[str, float]]:
    """Start the command; yield its address, and the seconds until it told it."""
    command = [sys.executable, "-m", "cubesolve", "web", "--no-open", "--port", "0"]
    started = time.time()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found is not None
        yield found.group(), time.time() - started
    finally:
        process.terminate()
        process.wait()


def new_page(browser: Browser, size: ViewportSize) -> Page:
    """Return a page of a browser that has never been here."""
    page = browser.new_context(viewport=size).new_page()
    page.add_init_script(WATCH)
    return page


def wait_for(page: Page, condition: str) -> None:
    """Wait for a condition; the page's policy forbids Playwright's own way."""
    while not page.evaluate(condition):
        time.sleep(0.005)


def start_once(browser: Browser, size: ViewportSize) -> tuple[float, float, float, float]:
    """Return seconds from the command to the address, the page, the cube, and all of the page."""
    page = new_page(browser, size)
    time.sleep(SETTLING)
    started = time.time()
    with running_server() as (address, told):
        page.goto(address, wait_until="commit")
        loaded = time.time() - started
        wait_for(page, "document.readyState !== 'loading'")
        page.evaluate(HANDLE.read_text(encoding="utf-8"))
        ready = time.time() - started
        wait_for(page, "!!window.firstFrame?.at")
        first = page.evaluate("window.firstFrame")
        assert first["alpha"] == 255, "the cube is not in the middle of its first picture"
        page.context.close()
    return told, loaded, first["at"] / 1000 - started, ready


def report_start(browser: Browser, size: ViewportSize, runs: int) -> None:
    """Print how long it takes to see a cube."""
    rows = [start_once(browser, size) for _ in range(runs + 1)][1:]  # the first warms caches up
    print("| from the command to | median | best |\n|---|---|---|")
    for name, column in zip(
        ("its address", "the page's first byte", "the cube in sight", "the whole page"),
        zip(*rows, strict=True),
        strict=True,
    ):
        print(f"| {name} | {statistics.median(column):.2f} s | {min(column):.2f} s |", flush=True)


def report_frames(browser: Browser, size: ViewportSize) -> None:
    """Print frames per second while a layer turns, and what a turn costs before it is seen."""
    print("\n| size | fps, face | fps, middle | turn of a face | turn of a middle layer |")
    print("|---|---|---|---|---|", flush=True)
    with running_server() as (address, _):
        page = new_page(browser, size)
        page.goto(address)
        page.evaluate(HANDLE.read_text(encoding="utf-8"))
        time.sleep(8)  # the workers start
        for layers in SIZES:
            page.fill("#size-field", str(layers))
            page.press("#size-field", "Enter")
            wait_for(page, f"cubesolve.size() === {layers}")
            page.click("#scramble")
            wait_for(page, "!cubesolve.isSolved()")
            middle = (layers + 1) // 2
            rates = [page.evaluate(FRAMES, [span, SECONDS]) for span in ((1, 1), (middle, middle))]
            costs = []
            for layer in (1, middle):
                turn = {"face": "R", "first": layer, "last": layer, "turns": 1}
                runs = [page.evaluate(TURN, turn) for _ in range(5)]
                costs.append(tuple(statistics.median(part) for part in zip(*runs, strict=True)))
            told = " | ".join(f"{a:.1f} + {b:.1f} ms" for a, b in costs)
            (face, pixels), (inner, _) = rates
            print(f"| {layers} | {face:.0f} ({pixels} px) | {inner:.0f} | {told} |", flush=True)
        page.context.close()


def report_camera(browser: Browser, size: ViewportSize) -> None:
    """Print how many pictures of the camera a second are shown; the camera is Chromium's own."""
    with running_server() as (address, _):
        page = new_page(browser, size)
        page.add_init_script(COUNT)
        page.goto(address)
        page.click("#tab-paint")
        page.click("#scan-open")
        page.click("#scan-camera")
        wait_for(page, "window.shown > 10")
        before, started = page.evaluate("window.shown"), time.time()
        time.sleep(3 * SECONDS)
        rate = (page.evaluate("window.shown") - before) / (time.time() - started)
        print(f"\n{rate:.0f} pictures of the camera are shown a second", flush=True)
        page.context.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--only", choices=("start", "frames", "camera"))
    args = parser.parse_args()
    size: ViewportSize = {"width": args.width, "height": args.height}
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=[*FLAGS, *CAMERA])
        if args.only in (None, "start"):
            report_start(browser, size, args.runs)
        if args.only in (None, "frames"):
            report_frames(browser, size)
        if args.only in (None, "camera"):
            report_camera(browser, size)
        browser.close()


if __name__ == "__main__":
    main()
