"""The page's modules as one, for front ends that take a single file.

They are read from the package when they are first asked for, so there is no copy to keep. Each
module becomes a function that returns what it exports. That is enough, for the modules are written
in one way, which `tests/test_page_layers.py` holds: named imports and exports of declarations, no
cycles, nothing that changes after it is exported.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent.parent / "web" / "static"
ENTRY = "widget/widget"

_IMPORT = re.compile(r"^import\s+\{(?P<names>[^}]*)\}\s+from\s+'(?P<path>[^']+)';\n", re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function\*?|class) (?P<name>\w+))", re.M)
_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*?\*/[ \t]*\n", re.M | re.S)


@cache
def script() -> str:
    """Return one module that does what the widget's modules do together."""
    names: dict[str, str] = {}
    parts: list[str] = []
    _collect(ENTRY, names, parts)
    return f"{''.join(parts)}export default {{ render: {names[ENTRY]}.render }};\n"


def style() -> str:
    """Return the widget's style sheet."""
    return (STATIC / "css" / "widget.css").read_text(encoding="utf-8")


def _collect(module: str, names: dict[str, str], parts: list[str]) -> None:
    """Add a module after those that it imports."""
    text = (STATIC / "js" / f"{module}.js").read_text(encoding="utf-8")
    heads = []
    for match in _IMPORT.finditer(text):
        other = _target(module, match["path"])
        if other not in names:
            _collect(other, names, parts)
        taken = re.sub(r"\s+as\s+", ": ", " ".join(match["names"].split()))
        heads.append(f"const {{ {taken} }} = {names[other]};\n")
    exported = ", ".join(match["name"] for match in _EXPORT.finditer(text))
    body = _EXPORT.sub("", _COMMENT.sub("", _IMPORT.sub("", text)))
    names[module] = f"${len(names)}"
    inside = f"{''.join(heads)}{body}return {{ {exported} }};\n"
    parts.append(f"const {names[module]} = (() => {{\n{inside}}})();\n")


def _target(module: str, path: str) -> str:
    js = STATIC / "js"
    found = ((js / module).parent / path).resolve()
    return found.relative_to(js.resolve()).with_suffix("").as_posix()
