"""Chromium for the tests of the page, and the two things it can be pointed at.

`page` is a fresh page that fails its test on any console error and on any request to another host.
`site` serves the modules of the page with the small pages in this folder; `server` is the real
thing, started as a user starts it.
"""

from __future__ import annotations

import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from page_driver import PATIENCE
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

HERE = Path(__file__).parent
STATIC = HERE.parent.parent / "src" / "cubesolve" / "web" / "static"
#: The processor draws the cube as a graphics card would; all around it, more cheaply.
FLAGS = [
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-rasterization",
    "--disable-gpu-compositing",
]
POLICY = (
    "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
COARSE = 0.2  # device pixels in a pixel of the page
SMALL = (720, 540)  # a page where every pixel counts: the processor draws them
#: A tab keeps its name from page to page.
FORGET = """
if (location.protocol.startsWith('http') && !window.name.includes(location.origin)) {
  localStorage.clear();
  window.name += location.origin;
}
"""
OpenPage = Callable[..., Page]
Desks = Callable[[int, int, float], BrowserContext]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: drives Chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = f"{HERE}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


def chromium_path() -> str | None:
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = chromium_path()
    if path is None:
        message = "Chromium is not installed: apt-get install chromium, or set CHROMIUM to its path"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    started = playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield started
    started.close()


@pytest.fixture
def watch() -> Iterator[Callable[[Page], None]]:
    """Look at all that pages do; a fault of any of them fails the test."""
    faults: list[str] = []

    def watch(page: Page) -> None:
        page.on("console", check_message)
        page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
        page.on("request", lambda request: check_host(request.url))

    def check_message(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text}")

    def check_host(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
            faults.append(f"request to another host: {url}")

    yield watch
    assert not faults, "\n".join(faults)


@pytest.fixture
def open_page(browser: Browser, watch: Callable[[Page], None]) -> Iterator[OpenPage]:
    """Make pages of any kind: the arguments are those of `browser.new_context`."""
    contexts = []

    def new_page(**options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        context.on("page", watch)
        return context.new_page()

    yield new_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def desks(browser: Browser, site: str) -> Iterator[Desks]:
    """Return contexts in which one page after the other is opened: one for each kind of screen.

    Each has a page that stays open, whose process serves the others and has their modules compiled
    from the second on. So a page costs half of what it would with a context of its own.
    """
    contexts = {}

    def desk(width: int, height: int, scale: float) -> BrowserContext:
        if (width, height, scale) not in contexts:
            context = browser.new_context(
                viewport={"width": width, "height": height}, device_scale_factor=scale
            )
            context.set_default_timeout(1000 * PATIENCE)
            context.new_page().goto(f"{site}/blank.html")
            contexts[width, height, scale] = context
        return contexts[width, height, scale]

    yield desk
    for context in contexts.values():
        context.close()


@contextmanager
def page_on(desk: BrowserContext, watch: Callable[[Page], None]) -> Iterator[Page]:
    """Open a page that finds nothing which another has kept.

    It forgets that itself, when it first sees a host: a page may still write while it is closed.
    """
    (stays,) = desk.pages
    desk.on("page", watch)
    opened = desk.new_page()
    opened.add_init_script(FORGET)
    yield opened
    desk.remove_listener("page", watch)
    for other in desk.pages:
        if other is not stays:
            other.close()


@pytest.fixture
def page(desks: Desks, watch: Callable[[Page], None]) -> Iterator[Page]:
    """Return a page with few pixels, which the processor draws: the layout is that of any other."""
    with page_on(desks(1280, 800, COARSE), watch) as opened:
        yield opened


@pytest.fixture
def sharp_page(desks: Desks, watch: Callable[[Page], None]) -> Iterator[Page]:
    """Return a small page that has all its pixels."""
    with page_on(desks(*SMALL, 1), watch) as opened:
        yield opened


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves `/static/…` from the package and everything else from this folder."""

    def translate_path(self, path: str) -> str:
        clean = urlsplit(path).path
        root = STATIC if clean.startswith("/static/") else HERE
        found = (root / clean.removeprefix("/static/").lstrip("/")).resolve()
        return str(found if root in (found, *found.parents) else HERE / "missing")

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Return the address of a plain file server under the policy of the real one."""
    handler = functools.partial(_Handler, directory=str(HERE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.server_address[1]}"
        listening.shutdown()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Return the address of `cubesolve web`, without a slash at its end."""
    command = [sys.executable, "-u", "-m", "cubesolve", "web", "--no-open", "--port", "0"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    printed = []
    address = None
    for line in process.stdout:
        printed.append(line)
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            address = found.group()
            break
    if address is None:
        process.kill()
        pytest.fail("cubesolve web told no address: " + "".join(printed))
    # What the server says later must not fill the pipe.
    drain = threading.Thread(target=process.stdout.read, daemon=True)
    drain.start()
    yield address
    process.terminate()
    process.wait(timeout=20)
