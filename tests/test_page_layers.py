"""The page's modules in order: who may import whom, no cycles, nothing that nobody uses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cubesolve

JS = Path(cubesolve.__file__).parent / "web" / "static" / "js"

# Folder -> what it may import beside itself: a folder, or one module of it.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "model": (),  # cubes and no document: it runs without a browser
    "view": ("model/colors", "model/geometry"),  # stickers and turns, no rules
    "page": ("model", "view"),
    "learn": ("model", "view", "page"),  # following along and lessons: loaded when they are wanted
    # The cube in a notebook: of the page only what knows nothing of the rest of it.
    "widget": ("model", "view", "page/dom", "page/player", "page/step_list"),
}
# What a folder may load later, when someone wants it: no import, and so no part of a circle.
MAY_LOAD: dict[str, tuple[str, ...]] = {"page": ("learn",)}
# Types say what a value looks like and load no code.
MAY_NAME_TYPES_OF: dict[str, tuple[str, ...]] = {**MAY_IMPORT, "view": ("model",)}
ENTRIES = {"page/start", "page/app", "widget/widget"}  # which the page, or a notebook, loads

_IMPORT = re.compile(r"^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?'(?P<path>[^']+)';", re.M)
_LATER = re.compile(r"const \{ (?P<names>[^}]*) \} = await import\('(?P<path>[^']+)'\);")
_TYPE = re.compile(r"import\('(?P<path>[^']+)'\)\.\w+")
_EXPORT = re.compile(r"^export (?:async )?(?:const|let|function\*?|class) (?P<name>\w+)", re.M)
# Every other way to write an import or export that the patterns above would not see.
_UNSEEN = re.compile(
    r"^export (?:\{|\*|default)|(?<!\} = await )\bimport\((?!'[^']+'\)\.)|^import \*|^import \w",
    re.M,
)
_DOCUMENT = re.compile(
    r"(?<![\w.'])(?:document|window|localStorage|sessionStorage|matchMedia)\b[.(]"
)


def modules() -> list[str]:
    return [str(path.relative_to(JS).with_suffix("")) for path in sorted(JS.rglob("*.js"))]


def text_of(module: str) -> str:
    return (JS / f"{module}.js").read_text(encoding="utf-8")


def target(module: str, path: str) -> str:
    assert path.startswith("."), f"{module} imports {path}, which is not ours"
    found = ((JS / module).parent / path).resolve()
    assert found.is_file(), f"{module} imports {path}, which does not exist"
    return str(found.relative_to(JS.resolve()).with_suffix(""))


def imports(module: str) -> dict[str, set[str]]:
    """Return the names that a module takes from each of the others."""
    found: dict[str, set[str]] = {}
    for match in _IMPORT.finditer(text_of(module)):
        names = {name.split(" as ")[0].strip() for name in (match["names"] or "").split(",")}
        found.setdefault(target(module, match["path"]), set()).update(names - {""})
    return found


def loads(module: str) -> dict[str, set[str]]:
    """Return the names that a module takes from others which it loads when they are wanted."""
    return {
        target(module, match["path"]): set(match["names"].split(", "))
        for match in _LATER.finditer(text_of(module))
    }


def types(module: str) -> set[str]:
    return {target(module, match["path"]) for match in _TYPE.finditer(text_of(module))}


def is_allowed(module: str, other: str, table: dict[str, tuple[str, ...]]) -> bool:
    home = module.split("/")[0]
    return any(other == one or other.startswith(f"{one}/") for one in (home, *table[home]))


@pytest.mark.parametrize("module", modules())
def test_imports_stay_within_the_table(module: str) -> None:
    assert module.split("/")[0] in MAY_IMPORT, f"no rule for {module}: add it to the table"
    for other in imports(module):
        assert is_allowed(module, other, MAY_IMPORT), f"{module} must not import {other}"
    for other in loads(module):
        table = {folder: MAY_LOAD.get(folder, ()) for folder in MAY_IMPORT}
        assert is_allowed(module, other, table), f"{module} must not load {other}"
    for other in types(module):
        assert is_allowed(module, other, MAY_NAME_TYPES_OF), f"{module} must not know {other}"


def test_the_walk_sees_every_import_and_export() -> None:
    assert {"DOWNS", "FACES"} <= imports("model/cube")["model/geometry"]
    assert "paint" in imports("page/paint_panel")["page/paint"]  # over several lines
    for module in modules():
        unseen = _UNSEEN.search(text_of(module))
        assert unseen is None, f"{module}: write {unseen[0]!r} so that the walk sees it"


@pytest.mark.parametrize("module", [one for one in modules() if one.startswith("model/")])
def test_the_model_knows_no_document(module: str) -> None:
    found = _DOCUMENT.search(text_of(module))
    assert found is None, f"{module} uses {found[0]}"


def test_no_cycles() -> None:
    graph = {module: set(imports(module)) for module in modules()}
    while free := [module for module, others in graph.items() if not others & graph.keys()]:
        for module in free:
            del graph[module]
    assert not graph, f"these import each other in a circle: {', '.join(graph)}"


def test_what_is_exported_is_used_by_another_module() -> None:
    used: dict[str, set[str]] = {module: set() for module in modules()}
    for module in modules():
        for other, names in [*imports(module).items(), *loads(module).items()]:
            used[other] |= names
    unused = [
        f"{module}: {match['name']}"
        for module in modules()
        if module not in ENTRIES
        for match in _EXPORT.finditer(text_of(module))
        if match["name"] not in used[module]
    ]
    assert unused == []
    known = {m: {e["name"] for e in _EXPORT.finditer(text_of(m))} for m in modules()}
    assert all(names <= known[module] for module, names in used.items())


def test_every_module_is_loaded() -> None:
    reached: set[str] = set()
    ahead = sorted(ENTRIES)
    while ahead:
        module = ahead.pop()
        if module not in reached:
            reached.add(module)
            ahead.extend(imports(module))
            ahead.extend(loads(module))
    assert reached == set(modules())
