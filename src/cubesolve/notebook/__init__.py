"""Cubes and solutions in a notebook, alive: the page's own view, in step with Python.

This module loads nothing of notebooks itself; `widget` does, when something is shown.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from cubesolve.errors import MissingExtraError
from cubesolve.model import Cube
from cubesolve.solving.solution import Solution

if TYPE_CHECKING:
    from cubesolve.notebook.widget import CubeWidget

__all__ = ["live", "show"]


def show(what: Cube | Solution, **options: Any) -> CubeWidget:
    """Return a widget that shows a cube, or plays a solution; needs the extra `notebook`.

    `options` are traits of `CubeWidget`: `height`, `speed`, `marks`.
    """
    try:
        from cubesolve.notebook.widget import CubeWidget
    except ImportError:
        raise MissingExtraError("widgets", "notebook") from None
    return CubeWidget(what, **options)


def live(what: Cube | Solution) -> dict[str, Any] | None:
    """Return what a notebook shows of a cube or solution, or none outside of one.

    That is a widget, or without the extra a picture, as SVG.
    """
    if not _in_notebook():
        return None
    try:
        from cubesolve.notebook.widget import bundle_of
    except ImportError:
        return {"image/svg+xml": what._repr_svg_(), "text/plain": repr(what)}
    return bundle_of(what)


def _in_notebook() -> bool:
    """Whether this runs in the kernel of Jupyter or in a notebook of marimo."""
    ipython, marimo = sys.modules.get("IPython"), sys.modules.get("marimo")
    shell = ipython.get_ipython() if ipython is not None else None
    if getattr(shell, "kernel", None) is not None:
        return True
    return marimo is not None and bool(marimo.running_in_notebook())


Cube.live_view = live
Solution.live_view = live
