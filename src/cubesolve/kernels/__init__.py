"""Compiled inner loops: plain arrays and integers in and out."""

from cubesolve.interrupts import unbroken
from cubesolve.loading import loads


@unbroken
@loads
def _load_compiler() -> None:
    """Import Numba: an import that Ctrl-C has broken off half way cannot be done again."""
    import numba  # noqa: F401


_load_compiler()
