"""Values sorted into classes by what symmetries make of them, given as tables of images."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Sorted(NamedTuple):
    """Which class each value belongs to.

    `number[value]` is the class and, in the lower bits, a symmetry that takes the value to
    `smallest` of its class; `keeps[class]` are, as bits, the symmetries that leave that one as it
    is.
    """

    number: npt.NDArray[np.uint32]
    smallest: npt.NDArray[np.uint32]
    keeps: npt.NDArray[np.uint32]


def sorted_by(images: Iterable[npt.NDArray[Any]], bits: int) -> Sorted:
    """Return the classes of values; each symmetry in its turn says what it makes of all values.

    The first does nothing, and `bits` hold the number of a symmetry.

    >>> negative = np.array([0, 3, 2, 1])  # of numbers up to 3, by fours
    >>> sorted_by([np.arange(4), negative], bits=1).number.tolist()  # 3 is -1
    [0, 2, 4, 3]
    """
    images = iter(images)
    own = next(images).astype(np.uint32)
    least = own.copy()
    by = np.zeros(len(own), np.uint32)
    keeps = np.ones(len(own), np.uint32)
    for symmetry, image in enumerate(images, 1):
        seen = image.astype(np.uint32)
        keeps |= (seen == own).astype(np.uint32) << np.uint32(symmetry)
        smaller = seen < least
        least[smaller] = seen[smaller]
        by[smaller] = symmetry
    smallest = np.flatnonzero(least == own)
    classes = np.empty(len(own), np.uint32)
    classes[smallest] = np.arange(len(smallest))
    number = (classes[least] << np.uint32(bits)) | by
    return Sorted(number, smallest.astype(np.uint32), keeps[smallest])
