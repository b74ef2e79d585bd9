"""Writes the package's colours as a module of the page: `python -m cubesolve.web.colors`.

There is one table of colours, in the package; a test holds the page's module equal to it.
"""

from __future__ import annotations

from pathlib import Path

from cubesolve import BOY, DEFAULT_SCHEME, Color

MODULE = Path(__file__).parent / "static" / "js" / "model" / "colors.js"


def colors_module() -> str:
    """Return the text of the page's module."""
    rows = "\n".join(
        f"  {{ name: '{color.name.lower()}', letter: '{color.letter}', hex: '{color.hex}' }},"
        for color in Color
    )
    return f"""/**
 * The colours of the package. Written by `python -m cubesolve.web.colors`: change them there.
 *
 * @typedef {{{{name: string, letter: string, hex: string}}}} Color
 */

/** @type {{readonly Color[]}} */
export const COLORS = [
{rows}
];

/** Letters of the colours of U R F D L B: white on top and green in front. */
export const WHITE_ON_TOP = '{DEFAULT_SCHEME.letters}';

/** The same cube held with yellow on top and blue in front. */
export const YELLOW_ON_TOP = '{BOY.letters}';

/** The colour with this letter. @param {{string}} letter @returns {{Color}} */
export function colorOf(letter) {{
  const found = COLORS.find((color) => color.letter === letter);
  if (!found) throw new RangeError(`expected the letter of a colour, got ${{letter}}`);
  return found;
}}
"""


if __name__ == "__main__":
    MODULE.write_text(colors_module(), encoding="utf-8", newline="\n")
