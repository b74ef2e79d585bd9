"""Writes the case sheets as data of the page: `python -m cubesolve.web.cases`.

They are the package's own cases; a test holds the page's file equal to them.
"""

from __future__ import annotations

import json
from pathlib import Path

from cubesolve import case_sheets

FILE = Path(__file__).parent / "static" / "data" / "cases.json"


def cases_text() -> str:
    """Return the text of the page's file: one case on each line."""
    rows = [
        json.dumps(
            {
                "sheet": case.sheet,
                "name": case.name,
                "size": case.size,
                "alg": str(case.alg),
                "goal": case.goal,
            }
        )
        for cases in case_sheets().values()
        for case in cases
    ]
    return "[\n" + ",\n".join(rows) + "\n]\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(cases_text(), encoding="utf-8", newline="\n")
