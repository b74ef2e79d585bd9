"""A film as one SVG that plays wherever pictures are shown, also in a README.

Panels are drawn once for each turn; a shot only says where they are. Shots are shown one after the
other by a style sheet, with no script.
"""

from __future__ import annotations

from cubesolve.model import Cube
from cubesolve.pictures.arrows import place_arrows
from cubesolve.pictures.film import Film, Shot
from cubesolve.pictures.still import arrows_svg, background_svg
from cubesolve.render.markers import with_trackers
from cubesolve.render.space import Panel
from cubesolve.render.svg import Drawing, svg_text

_STYLE = (
    "g.s{{visibility:hidden;animation:a {total:.6g}s step-end infinite}}"
    "@keyframes a{{0%{{visibility:visible}}{share:.5g}%{{visibility:hidden}}}}"
    "#first,#last{{animation-name:b}}#last{{animation-name:c}}"
    "@keyframes b{{0%{{visibility:visible}}{first:.5g}%{{visibility:hidden}}}}"
    "@keyframes c{{0%{{visibility:visible}}{last:.5g}%{{visibility:hidden}}}}"
    # Who wants no motion sees how it begins.
    "@media(prefers-reduced-motion:reduce){{g.s{{animation:none}}#first{{visibility:visible}}}}"
)


def film_svg(film: Film) -> str:
    """Return the whole film."""
    total = film.seconds
    book = _Book(film)
    elapsed = 0
    for number, (shot, cube) in enumerate(film.states()):
        name = {0: ' id="first"', len(film.shots) - 1: ' id="last"'}.get(number, "")
        book.add(shot, cube, f'{name} style="animation-delay:{elapsed / 1000:.6g}s"')
        elapsed += shot.milliseconds
    one = min(shot.milliseconds for shot in film.shots)
    style = _STYLE.format(
        total=total,
        share=one / total / 10,
        first=film.shots[0].milliseconds / total / 10,
        last=film.shots[-1].milliseconds / total / 10,
    )
    behind = background_svg(film.frame, film.style.background)
    body = f"<style>{style}</style><defs>{''.join(book.parts)}</defs>{behind}{''.join(book.shots)}"
    return svg_text(film.frame, film.cube.size, body)


class _Book:
    """Collects shots, and the panels that they share."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.parts: list[str] = []
        self.shots: list[str] = []
        self.names: dict[str, str] = {}  # by what is drawn

    def add(self, shot: Shot, cube: Cube, attributes: str) -> None:
        """Add a shot."""
        paints = self.film.style.paints(cube)
        drawing = Drawing(cube, paints, with_trackers(cube, None), ())
        panels = [self.film.frame.place(panel) for panel in self.film.panels(shot)]
        uses = "".join(self.use(drawing, panel) for panel in panels)
        if self.film.ends and not shot.turns:
            uses += arrows_svg(place_arrows(self.film.ends, panels), self.film.style.arrow_color)
        self.shots.append(f'<g class="s"{attributes}>{uses}</g>')

    def use(self, drawing: Drawing, panel: Panel) -> str:
        """Return a panel in its place, drawn before or now."""
        content = drawing.content(panel)
        name = self.names.get(content)
        if name is None:
            name = self.names[content] = f"p{len(self.names)}"
            self.parts.append(f'<g id="{name}">{content}</g>')
        numbers = " ".join(f"{number:.4g}" for number in panel.matrix)
        shown = "" if panel.opacity == 1 else f' opacity="{panel.opacity}"'
        return f'<use href="#{name}" transform="matrix({numbers})"{shown}/>'
