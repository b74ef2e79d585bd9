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
    """Return the widget of a cube or solution as a notebook asks for it, or none outside of one.

    Outside, and without the extra, they are shown as they always were: as SVG.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if getattr(shell, "kernel", None) is None:
        return None
    try:
        from cubesolve.notebook.widget import bundle_of
    except ImportError:
        return None
    return bundle_of(what)


Cube.live_view = live
Solution.live_view = live
