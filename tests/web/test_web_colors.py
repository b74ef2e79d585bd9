"""The page has the package's colours, not a copy that someone keeps by hand."""

import re
from pathlib import Path

from cubesolve import Color
from cubesolve.web.colors import MODULE, colors_module


def test_the_page_has_the_colours_of_the_package() -> None:
    advice = "run python -m cubesolve.web.colors"
    assert MODULE.read_text(encoding="utf-8") == colors_module(), advice


def test_no_module_of_the_page_writes_them_again() -> None:
    shades = {color.hex for color in Color} - {Color.WHITE.hex, Color.BLACK.hex}
    for path in Path(MODULE).parent.parent.rglob("*.js"):
        if path != MODULE:
            found = shades & set(re.findall(r"#[0-9a-f]{6}", path.read_text(encoding="utf-8")))
            assert not found, f"{path.name} has {', '.join(sorted(found))}: take it from colors.js"
