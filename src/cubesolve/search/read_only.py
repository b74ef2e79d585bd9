"""Arrays that nobody writes to.

Tables are mapped from files, or built in memory where no file can be had. Kernels are compiled for
the kind of array that they are given: all tables are of the one kind that cannot be written.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Scalar = TypeVar("Scalar", bound=np.generic)


def read_only(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Return an array, in one piece, that cannot be written to."""
    found: npt.NDArray[Any] = np.ascontiguousarray(array).view()
    found.flags.writeable = False
    return found
