"""`Film`: an alg on a cube, turn by turn, as GIF, WebP or an SVG that moves by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

from cubesolve.model import Cube
from cubesolve.notation import Playable
from cubesolve.notation.alg import as_alg
from cubesolve.notation.move import Turn
from cubesolve.pictures.arrows import place_arrows, read_arrows
from cubesolve.pictures.raster import Content, Raster
from cubesolve.pictures.still import FilePath
from cubesolve.pictures.style import Style, Styling, check_size
from cubesolve.render.markers import with_trackers
from cubesolve.render.space import Frame, Panel, fit
from cubesolve.render.svg import Paints
from cubesolve.whole_file import written_whole

if TYPE_CHECKING:
    from PIL.Image import Image

FRAMES_A_SECOND = 20  # GIF counts hundredths, and many viewers slow down anything quicker
_USUAL_SPEED = FRAMES_A_SECOND / 6  # turns a second
_FASTEST = FRAMES_A_SECOND / 3  # turns a second
_PICTURES = 130  # of turning layers in a long film, as long as each turn has one: files stay small
_SOON_OVER = 9.0  # seconds that a long film is made to last, if it need not be faster than that
_MOST_MOVES = 10_000  # half an hour
_HALF_TURN = 1.5  # as long as a quarter
_FIRST_HOLD, _LAST_HOLD = 1.0, 2.0  # seconds


class Shot(NamedTuple):
    """One picture of a film: which state, what is turning and how far, and for how long."""

    state: int
    turns: tuple[Turn, ...]
    share: float
    milliseconds: int


class Film:
    """An alg played on a cube: `save` writes it, `frames` are its pictures.

    `speed` is in turns a second; without it long algs are played faster and have fewer pictures for
    each turn. Films move in space, so `view` is `3d`.

    >>> from cubesolve import Cube, film
    >>> moving = film(Cube(2), "R U R' U'", speed=4)
    >>> len(moving.shots), moving.seconds
    (21, 3.95)
    """

    def __init__(
        self, cube: Cube, alg: Playable, style: Style | None = None, speed: float | None = None
    ) -> None:
        check_size(cube)
        self.style = style or Style()
        if self.style.view != "3d":
            raise ValueError(f"a film needs the view 3d, got {self.style.view!r}")
        self.cube = cube.copy()
        read = as_alg(alg)
        read.check_length(_MOST_MOVES)
        self.cube.check(alg)
        resolved = (move.resolve(cube.size) for move in read.moves)
        self.turns = [turns for turns in resolved if turns]
        pictures = FRAMES_A_SECOND
        if speed is None:
            pictures = max(1, _PICTURES // max(1, len(self.turns)))
            speed = min(_FASTEST, max(_USUAL_SPEED, len(self.turns) / _SOON_OVER))
        if not 0.1 <= speed <= FRAMES_A_SECOND:
            raise ValueError(f"expected a speed from 0.1 to {FRAMES_A_SECOND}, got {speed}")
        self.speed = speed
        self.a_turn = min(pictures, max(1, round(FRAMES_A_SECOND / speed)))  # pictures
        self.ends = read_arrows(cube, self.style.arrows)

    @cached_property
    def shots(self) -> list[Shot]:
        """Every picture, in order."""
        found = [Shot(0, (), 0.0, round(1000 * _FIRST_HOLD))]
        for number, turns in enumerate(self.turns):
            found += self._turning(number, turns)
        if found[-1].turns:
            found.append(Shot(len(self.turns), (), 0.0, 0))
        found[-1] = found[-1]._replace(milliseconds=round(1000 * _LAST_HOLD))
        return found

    def _turning(self, number: int, turns: tuple[Turn, ...]) -> Iterator[Shot]:
        """Yield the pictures of one turn, the last at rest; one alone is an eighth turn on."""
        one = 10 * round(100 / (self.speed * self.a_turn))  # GIF counts hundredths
        half = any(turn.turns == 2 for turn in turns)
        if self.a_turn == 1:
            yield Shot(number, turns, 0.25 if half else 0.5, one)
            return
        count = round(self.a_turn * (_HALF_TURN if half else 1.0))
        yield from (Shot(number, turns, _ease(i / count), one) for i in range(1, count))
        yield Shot(number + 1, (), 0.0, one)

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return sum(shot.milliseconds for shot in self.shots) / 1000

    def panels(self, shot: Shot) -> list[Panel]:
        """Return what is seen in a shot, back to front."""
        return self.style.panels(self.cube.size, shot.turns, shot.share)

    @cached_property
    def frame(self) -> Frame:
        """What holds every shot."""
        moments = {(shot.turns, shot.share): shot for shot in self.shots}
        every = (panel for shot in moments.values() for panel in self.panels(shot))
        return fit(every, self.style.width)

    def states(self) -> Iterator[tuple[Shot, Cube]]:
        """Yield each shot with the cube that it shows, which is turned on afterwards."""
        cube = self.cube.copy()
        at = 0
        for shot in self.shots:
            while at < shot.state:
                cube.play(_moves(self.turns[at], cube.size))
                at += 1
            yield shot, cube

    def frames(self, background: str | None = None) -> Iterator[Image]:
        """Yield the pictures as Pillow images; a background that is asked for comes first."""
        size = self.cube.size
        raster = Raster(self.frame, size, background or self.style.background)
        paints: Paints | None = None
        seen = -1
        for shot, cube in self.states():
            if paints is None or shot.state != seen:
                paints, seen = self.style.paints(cube), shot.state
                markers = with_trackers(cube, None)
                content = Content(size, paints, markers, (), self.style.arrow_color)
            panels = self.panels(shot)
            resting = [] if shot.turns else [self.frame.place(panel) for panel in panels]
            yield raster.image(panels, content, place_arrows(self.ends, resting))

    def svg(self) -> str:
        """Return the film as an SVG that plays by itself, over and over."""
        from cubesolve.pictures.film_svg import film_svg

        return film_svg(self)

    def save(self, path: FilePath) -> None:
        """Write the film as `.gif`, `.webp` or `.svg`; a GIF has a white background if none is set.

        GIF and WebP need the extra `pictures`. The file is written whole or not at all.
        """
        from cubesolve.pictures.film_files import save_gif, save_webp

        path = Path(path)
        kind = path.suffix.lower()
        if kind not in (".svg", ".gif", ".webp"):
            raise ValueError(
                f"expected the name of a film to end in .gif, .webp or .svg, got {path.name!r}"
            )
        with written_whole(path) as draft:
            if kind == ".svg":
                draft.write_text(self.svg() + "\n", encoding="utf-8")
            elif kind == ".gif":
                save_gif(self, draft)
            else:
                save_webp(self, draft)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"image/svg+xml": self.svg()}


def film(
    cube: Cube, alg: Playable, *, speed: float | None = None, **styling: Unpack[Styling]
) -> Film:
    """Return a film of an alg on the cube, which is not turned itself; `styling` as in `Style`."""
    return Film(cube, alg, Style(**styling), speed)


def _ease(t: float) -> float:
    """Return how far a turn is: slow at both ends, but not so slow that turns seem to stop."""
    return 0.35 * t + 0.65 * t * t * (3 - 2 * t)


def _moves(turns: tuple[Turn, ...], size: int) -> Playable:
    from cubesolve.notation import Move

    return [Move.from_turn(turn, size) for turn in turns]
