"""Takes the pictures of the page: `python tools/take_screenshots.py [FOLDER] [MODE ...]`.

Needs Chromium, as the tests of the page do. Every mode at three sizes, light and dark, or those
modes that are named: `python tools/take_screenshots.py docs/pictures/page scan`.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, FilePayload, Page, ViewportSize, sync_playwright

from cubesolve import Cube

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from drawn_faces import Image, Look, draw_cube

HOME = Path(__file__).parent.parent / "docs" / "pictures" / "page"
HANDLE = Path(__file__).parent.parent / "tests" / "browser" / "handle.js"
FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1440, "height": 900},
    "mid": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 844},
}
SHADES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# A solved 3x3 with one corner turned in its place.
TWISTED = "UUUUUUUUF" + "URRRRRRRR" + "FFRFFFFFF" + "D" * 9 + "L" * 9 + "B" * 9


def wait_for(page: Page, condition: str) -> None:
    """Wait for a condition; the page's policy forbids Playwright's own way."""
    end = time.monotonic() + 600
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"never true: {condition}"
        time.sleep(0.03)


def choose(page: Page, size: int, seed: int) -> None:
    """Take a scrambled cube."""
    page.fill("#size-field", str(size))
    page.press("#size-field", "Enter")
    page.evaluate("document.querySelector('#panel-play details').open = true")
    page.fill("#scramble-seed", str(seed))
    page.evaluate("document.querySelector('#panel-play details').open = false")
    page.click("#scramble")
    wait_for(page, "!cubesolve.isSolved()")


def solve(page: Page, method: str, part: float) -> None:
    """Solve, and go to a place in the solution."""
    page.click("#tab-solve")
    page.select_option("#method", method)
    page.click("#solve")
    wait_for(page, "!!cubesolve.solution()")
    page.evaluate("(part) => cubesolve.player.seek(Math.round(cubesolve.total() * part))", part)


def show_play(page: Page) -> None:
    """Show a cube in the middle of some turns."""
    page.fill("#size-field", "3")
    page.press("#size-field", "Enter")
    page.fill("#alg", "[R: [U, R' D R]] F2")
    wait_for(page, "cubesolve.total() > 0")
    page.evaluate("document.getElementById('panel-play').scrollTop = 0")


def show_solve(page: Page) -> None:
    """Show a solution of a 5x5."""
    choose(page, 5, 3)
    solve(page, "beginner", 0.285)


def show_even(page: Page) -> None:
    """Show a solution of a 4x4, with trackers."""
    choose(page, 4, 2)
    solve(page, "cfop", 0.05)


def show_paint(page: Page) -> None:
    """Show a painted cube with a fault."""
    page.click("#tab-paint")
    page.fill("#import-text", TWISTED)
    page.click("#import-button")
    page.evaluate("document.getElementById('panel-paint').scrollTop = 0")
    wait_for(page, "cubesolve.paint.verdict !== null")


def show_huge(page: Page) -> None:
    """Show the film of a 1000x1000 in the middle of its solution."""
    choose(page, 1000, 1)
    solve(page, "fast", 0.68)


def show_follow(page: Page) -> None:
    """Show a turn of a 4x4 for hands."""
    choose(page, 4, 2)
    page.click("#tab-solve")
    page.evaluate("document.getElementById('follow-button').click()")
    page.click("text=A method to learn")
    page.click("#follow-start")
    wait_for(page, "!!document.getElementById('follow-next')")
    page.click("#follow-next")


def jpeg(image: Image) -> bytes:
    """Return a picture as a file."""
    return cv2.imencode(".jpg", image[..., ::-1])[1].tobytes()


def show_scan(page: Page) -> None:
    """Show a scan with five faces found, and the sixth still missing."""
    cube = Cube.random_state(4, seed=8)
    images = draw_cube(cube, Look(tilt=10, roll=4, seed=8))
    page.click("#tab-paint")
    page.click("#scan-open")
    files: list[FilePayload] = [
        {"name": f"{i}.jpg", "mimeType": "image/jpeg", "buffer": jpeg(images[i])}
        for i in (2, 1, 5, 4, 0)
    ]
    page.set_input_files("#scan-files", files)
    wait_for(page, "document.querySelectorAll('#scan-faces .missing').length === 1")
    wait_for(page, "document.getElementById('scan-busy').hidden")


def show_learn(page: Page) -> None:
    """Show a lesson with a hint."""
    page.evaluate("Math.random = () => 0.3")
    page.click("#tab-learn")
    page.click("[data-lesson=middle]")
    wait_for(page, "!cubesolve.isSolved()")
    for kind in ("idea", "turn"):
        page.evaluate("document.getElementById('learn-hint').click()")
        wait_for(page, f"document.getElementById('learn-status').dataset.kind === '{kind}'")
    page.evaluate("document.querySelector('.learn-do').scrollIntoView({ block: 'end' })")


def show_drill(page: Page) -> None:
    """Show a sheet of cases."""
    page.click("#tab-learn")
    page.click("[data-opens=oll]")
    wait_for(page, "document.querySelectorAll('.case-card').length === 57")


MODES = {
    "play": show_play,
    "solve": show_solve,
    "even": show_even,
    "paint": show_paint,
    "follow": show_follow,
    "scan": show_scan,
    "learn": show_learn,
    "drill": show_drill,
}
ONCE = {"huge": show_huge}  # in one size and shade


PIXELS = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const sheet = new OffscreenCanvas(picture.width, picture.height);
  const pen = sheet.getContext('2d');
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  let text = '';
  for (let i = 0; i < data.length; i += 8192) {
    text += String.fromCharCode(...data.subarray(i, i + 8192));
  }
  return [picture.width, picture.height, btoa(text)];
}"""


def shrink(page: Page, png: bytes) -> bytes:
    """Return a picture with at most 256 colours, which is a third of the bytes."""
    width, height, text = page.evaluate(PIXELS, base64.b64encode(png).decode())
    pixels = np.frombuffer(base64.b64decode(text), np.uint8).reshape(-1, 4)[:, :3]
    colors, places, counts = np.unique(pixels >> 1, axis=0, return_inverse=True, return_counts=True)
    boxes = [np.arange(len(colors))]
    while len(boxes) < 256:
        spread = [np.ptp(colors[box], axis=0).max() * counts[box].sum() ** 0.5 for box in boxes]
        box = boxes.pop(int(np.argmax(spread)))
        if len(box) == 1:
            boxes.append(box)
            break
        box = box[np.argsort(colors[box, np.ptp(colors[box], axis=0).argmax()], kind="stable")]
        share = np.cumsum(counts[box]) / counts[box].sum()
        middle = min(len(box) - 1, max(1, int(np.searchsorted(share, 0.5))))
        boxes += [box[:middle], box[middle:]]
    palette = np.zeros((len(boxes), 3), np.uint8)
    index = np.zeros(len(colors), np.uint8)
    for number, box in enumerate(boxes):
        mean = np.average(colors[box].astype(float) * 2 + 0.5, axis=0, weights=counts[box])
        palette[number] = np.clip(mean.round(), 0, 255)
        index[box] = number
    rows = index[places.ravel()].reshape(height, width)
    return encode(rows, palette)


def encode(rows: NDArray[np.uint8], palette: NDArray[np.uint8]) -> bytes:
    """Return a PNG of numbers of colours."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    height, width = rows.shape
    lines = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    packed = zlib.compress(lines, 9)
    parts = ((b"IHDR", head), (b"PLTE", palette.tobytes()), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def take(browser: Browser, address: str, folder: Path, only: list[str]) -> None:
    """Take the pictures of these modes, or all."""
    sheet = browser.new_page()
    for name, size in SIZES.items():
        for shade in SHADES:
            phone = name == "phone"
            once = ONCE if (name, shade) == ("wide", "light") else {}
            for mode, show in {**MODES, **once}.items():
                if only and mode not in only:
                    continue
                context = browser.new_context(
                    viewport=size,
                    color_scheme=shade,
                    has_touch=phone,
                    is_mobile=phone,
                    reduced_motion="reduce",
                    device_scale_factor=1 if phone else 0.8,
                )
                page = context.new_page()
                page.goto(address)
                page.evaluate(HANDLE.read_text(encoding="utf-8"))
                show(page)
                page.evaluate("document.getElementById('toasts').replaceChildren()")
                page.evaluate("document.activeElement.blur()")
                page.mouse.move(2, 2)
                time.sleep(0.6)
                picture = shrink(sheet, page.screenshot())
                (folder / f"{mode}-{name}-{shade}.png").write_bytes(picture)
                context.close()


def main() -> None:
    """Start the server and the browser, and take the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HOME
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "cubesolve", "web", "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found is not None
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=path, args=FLAGS)
            take(browser, found.group(), folder, sys.argv[2:])
            browser.close()
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
