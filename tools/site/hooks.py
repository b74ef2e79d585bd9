"""What the site adds to the pages: the live cube, and what nobody had to list by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import cubesolve
from cubesolve import Cube, solve
from cubesolve.notebook.modules import script, style

HERE = Path(__file__).parent
SEED = 74  # of the cube on the front page, which is solved in few moves


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put pages that the navigation does not name under More, and decisions under their page."""
    docs = Path(config.docs_dir)
    nav: list[Any] = list(config.nav or [])
    named = set(_names(nav))
    pages = sorted(p.relative_to(docs).as_posix() for p in docs.rglob("*.md"))
    others = [page for page in pages if page not in named and not page.startswith("decisions/")]
    if others:
        nav.append({"More": others})
    config.nav = nav
    config.not_in_nav = None
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the live cube: the page's own modules as one file, and a solution for it to play."""
    solution = solve(Cube.random_state(3, seed=SEED), "cfop").to_json()
    data = f"const SOLUTION = {json.dumps(solution)};\n"
    start = (HERE / "live.js").read_text(encoding="utf-8")
    body = script().replace("export default { render:", "const widget = { render:")
    files.append(File.generated(config, "live/live.js", content=body + data + start))
    files.append(File.generated(config, "live/live.css", content=style()))
    files.append(File.generated(config, "decisions/index.md", content=_decisions(config)))
    files.append(File.generated(config, "reference/more.md", content=_other_names(config)))
    return files


def _other_names(config: MkDocsConfig) -> str:
    """Return a page with every public name that no other page of the reference has."""
    pages = (Path(config.docs_dir) / "reference").glob("*.md")
    told = re.findall(r"^::: cubesolve\.(\w+)", "".join(p.read_text() for p in pages), re.M)
    others = [name for name in cubesolve.__all__ if name not in told]
    entries = "\n\n".join(f"::: cubesolve.{name}" for name in others)
    return f"# More names\n\nThe other names of `import cubesolve`.\n\n{entries}\n"


def _names(nav: list[Any]) -> list[str]:
    found: list[str] = []
    for entry in nav:
        value = next(iter(entry.values())) if isinstance(entry, dict) else entry
        found += _names(value) if isinstance(value, list) else [value]
    return found


def _decisions(config: MkDocsConfig) -> str:
    """Return a page that lists every decision by its title."""
    lines = ["# Decisions", "", "Why things are as they are.", ""]
    for path in sorted((Path(config.docs_dir) / "decisions").glob("[0-9]*.md")):
        title = path.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
        number = int(path.name[:4])
        title = title.removeprefix(f"{number}. ")
        lines.append(f"{number}. [{title}]({path.name})")
    return "\n".join(lines) + "\n"
