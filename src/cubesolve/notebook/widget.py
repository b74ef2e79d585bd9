"""`CubeWidget`: a cube in a notebook, turned from both sides."""

from __future__ import annotations

import warnings
from typing import Any
from weakref import WeakSet, WeakValueDictionary

import anywidget
import traitlets
from traitlets.utils.bunch import Bunch

from cubesolve.model import Cube
from cubesolve.notation import Alg, Move, Playable, as_alg
from cubesolve.notebook.modules import script, style
from cubesolve.solving.solution import Solution

_SLOWEST, _FASTEST = 0.5, 400.0  # turns a second
_open: WeakSet[CubeWidget] = WeakSet()
_shown: WeakValueDictionary[int, CubeWidget] = WeakValueDictionary()  # by what shows itself


class CubeWidget(anywidget.AnyWidget):
    """A cube that is turned by hand in a notebook, and by `play` in Python; or a solution.

    `cube` is the cube itself: a turn in the notebook turns it, and `observe(…, names="cube")` tells
    of it. A turn by other code is shown after the cell. Widgets of one cube follow each other.

    `moves` are all moves from the start on, `cursor` is a place among them, `playing` whether it
    goes on by itself, at `speed` turns a second. `marks` shows what a step of a solution moves.
    """

    _esm = script()
    _css = style()

    cube = traitlets.Instance(Cube)
    size = traitlets.Int().tag(sync=True)
    start = traitlets.Unicode().tag(sync=True)
    moves = traitlets.Unicode().tag(sync=True)
    cursor = traitlets.Int().tag(sync=True)
    solution: Any = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    palette = traitlets.List(traitlets.Unicode()).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(3.0, min=_SLOWEST, max=_FASTEST).tag(sync=True)
    marks = traitlets.Bool(True).tag(sync=True)
    height = traitlets.Int(320, min=80, max=4000).tag(sync=True)

    def __init__(self, what: Cube | Solution, **options: Any) -> None:
        solution = what if isinstance(what, Solution) else None
        cube = solution.start_cube() if solution is not None else what
        if not isinstance(cube, Cube):
            raise TypeError(f"expected a cube or a solution, got {what!r}")
        self._played: list[Move] = []
        self._counter = cube.modify_counter
        moves = (
            " ".join(str(m) for step in solution.steps for m in step.alg.moves) if solution else ""
        )
        super().__init__(
            cube=cube, size=cube.size, start=cube.facelets(), palette=_palette(cube), moves=moves,
            solution=None if solution is None else solution.to_json(), **options,
        )  # fmt: skip
        self.observe(self._follow, names=["moves", "cursor"])
        self.observe(self._take, names="cube")
        _open.add(self)
        _watch_cells()

    def play(self, alg: Playable) -> None:
        """Play moves on the cube; the notebook shows them turn by turn."""
        self.cube.check(alg)
        self.refresh()
        more = [move for move in as_alg(alg).moves if move.resolve(self.size)]
        kept = self._track()[: self.cursor]
        with self.hold_trait_notifications():
            self.playing = False
            self.solution = None
            self.moves = " ".join(map(str, [*kept, *more]))
            self.cursor = len(kept) + len(more)

    def refresh(self) -> None:
        """Show the cube as it is, if other code has turned it."""
        if self.cube.modify_counter == self._counter:
            return
        self._played = []
        self._counter = self.cube.modify_counter
        with self.hold_sync(), self.hold_trait_notifications():
            self.playing = False
            self.solution, self.moves, self.cursor = None, "", 0
            self.start = self.cube.facelets()

    def _track(self) -> list[Move]:
        """Return the moves from the start on; those that turn nothing do not count."""
        return [move for move in Alg.parse(self.moves).moves if move.resolve(self.size)]

    def _follow(self, _: object) -> None:
        """Turn the cube to where the moves and the cursor are."""
        wanted = self._track()[: self.cursor]
        same = 0
        while same < min(len(wanted), len(self._played)) and wanted[same] == self._played[same]:
            same += 1
        if same == len(wanted) == len(self._played):
            return
        if self.cube.modify_counter != self._counter:
            self.refresh()  # who turned it meanwhile comes first
            return
        self.cube.take_back(Alg(self._played[same:]))
        self.cube.play(Alg(wanted[same:]))
        self._played = wanted
        self._counter = self.cube.modify_counter
        self.notify_change(
            Bunch(name="cube", old=self.cube, new=self.cube, owner=self, type="change")
        )
        for other in [one for one in _open if one is not self and one.cube is self.cube]:
            other._copy(self)

    def _copy(self, other: CubeWidget) -> None:
        """Show what another widget of the same cube shows."""
        self._played = list(other._played)
        self._counter = other._counter
        with self.hold_sync(), self.hold_trait_notifications():
            self.start, self.solution = other.start, other.solution
            self.moves, self.cursor = other.moves, other.cursor

    def _take(self, change: Bunch) -> None:
        """Show another cube from now on."""
        if change.new is change.old:
            return
        self._played, self._counter = [], -1
        with self.hold_sync():
            self.size, self.palette = change.new.size, _palette(change.new)
            self.refresh()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made, {})
        # Where no widget can be shown, a picture is.
        return {**(data or {}), "image/svg+xml": self.cube._repr_svg_()}, metadata


def bundle_of(what: Cube | Solution) -> dict[str, Any]:
    """Return what a notebook shows of a cube or solution; shown again, it is the same widget."""
    widget = _shown.get(id(what))
    if widget is None or widget.shown is not what:
        widget = _shown[id(what)] = CubeWidget(what)
        widget.shown = what  # it lives as long as the widget, so that its id is its own
    else:
        widget.refresh()
    data, _ = widget._repr_mimebundle_()
    return {**data, "text/plain": repr(what)}


def _palette(cube: Cube) -> list[str]:
    return [color.hex for color in cube.scheme.colors]


def _watch_cells() -> None:
    """Let widgets show what a cell did to their cubes, once it has run."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None or getattr(shell, "_cubesolve_watched", False):
        return
    shell._cubesolve_watched = True
    shell.events.register("post_run_cell", _refresh_all)


def _refresh_all(*_: object) -> None:
    for widget in list(_open):
        try:
            widget.refresh()
        except Exception as error:  # one widget must not keep the others from their cubes
            warnings.warn(f"a widget could not be refreshed: {error}", stacklevel=1)
