"""Compiled inner loops: plain arrays and integers in and out."""

from importlib import import_module
from typing import Any

from cubesolve.interrupts import unbroken
from cubesolve.loading import loads


@unbroken
@loads
def load_whole(module: str) -> Any:
    """Import a module of Numba: an import that Ctrl-C has broken off cannot be done again."""
    return import_module(module)


load_whole("numba")
