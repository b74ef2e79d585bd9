"""The documentation's site: built strictly, with a cube on its front page that needs no server."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import OpenPage

mkdocs_build = pytest.importorskip("mkdocs.commands.build")
ROOT = Path(__file__).parents[2]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site; a warning would have ended the build."""
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    mkdocs_build.build(config)
    return folder


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(built))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_address[1]}"
        listening.shutdown()


def test_every_public_name_has_its_place(built: Path) -> None:
    import cubesolve

    text = "".join(page.read_text("utf-8") for page in (built / "reference").glob("*.html"))
    missing = [name for name in cubesolve.__all__ if f'id="cubesolve.{name}"' not in text]
    assert missing == []


def test_the_cube_on_the_front_page_is_alive(address: str, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1000, "height": 900}, device_scale_factor=0.3)
    page.goto(f"{address}/index.html")
    cube = page.locator(".live-cube")
    cube.locator("canvas").wait_for()
    assert "1. " in (cube.locator("> .title").text_content() or "")
    total = int((cube.locator(".where").text_content() or "").split("/")[1])
    assert total > 20
    cube.locator("button.end").click()
    assert cube.locator(".where").text_content() == f"{total} / {total}"
    assert cube.locator("> .title").text_content() == "Solved"
    cube.focus()
    page.keyboard.press("r")
    assert cube.locator(".where").text_content() == f"{total + 1} / {total + 1}"
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
