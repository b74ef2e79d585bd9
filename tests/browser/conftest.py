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
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from page_driver import PATIENCE
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect, sync_playwright

HERE = Path(__file__).parent
STATIC = HERE.parent.parent / "src" / "cubesolve" / "web" / "static"
FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
POLICY = (
    "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
COARSE = 0.2  # device pixels in a pixel of the page
OpenPage = Callable[..., Page]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: drives Chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
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
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Make pages of any kind: the arguments are those of `browser.new_context`."""
    faults: list[str] = []
    contexts = []

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

    def new_page(**options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        context.on("page", watch)
        return context.new_page()

    yield new_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Return a page with few pixels, which the processor draws: the layout is that of any other."""
    return open_page(viewport={"width": 1280, "height": 800}, device_scale_factor=COARSE)


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
