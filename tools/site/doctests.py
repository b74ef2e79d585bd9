"""Examples in docstrings as code: what begins with >>> is fenced, for pages take it for text."""

from __future__ import annotations

from typing import Any

import griffe


class Doctests(griffe.Extension):
    """Fences the examples of every docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change a docstring when its object is read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return the text with a fence round each run of lines from >>> to the next empty line."""
    lines: list[str] = []
    is_inside = False
    for line in [*text.splitlines(), ""]:
        if line.startswith(">>>") and not is_inside:
            lines.append("```pycon")
            is_inside = True
        if not line.strip() and is_inside:
            lines.append("```")
            is_inside = False
        lines.append(line)
    return "\n".join(lines).rstrip("\n")
