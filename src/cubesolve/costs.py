"""What turns cost: the one place that says it, for kernels, stages and searches.

Stages that are to be short in outer block turns (OBTM) and in quarter turns (QTM) add both up:

- OBTM counts the boundaries between layers that turn and layers that rest: `BOUNDARY` for each. An
  outer block has one, a block of inner layers two, and two blocks turned together have four.
- QTM counts quarters, however many layers turn by them: `QUARTERS[turns]`.

So a turn of layers costs `QUARTERS[turns] + BOUNDARY * boundaries`. This module imports nothing:
compiled code reads these numbers as constants.
"""

from __future__ import annotations

from typing import Protocol

# By clockwise quarter turns, 0 to 3.
HALVES = (0, 1, 1, 1)  # OBTM of a face
QUARTERS = (0, 1, 2, 1)  # QTM of a face, or of any layers that turn together
BOUNDARY = 1
FACE_TURN = (0, 2, 3, 2)  # both added up: a face has one boundary
BLOCK = 2 * BOUNDARY  # what a block of inner layers adds to the quarters of its turn

_BY_METRIC = {"OBTM": HALVES, "QTM": QUARTERS}


class Counted(Protocol):
    """What can be counted: an `Alg`."""

    def count(self, metric: str, size: int) -> int:
        """Return the length in a metric."""


def face_turn(metric: str, turns: int) -> int:
    """Return what a turn of a face costs in one metric, OBTM or QTM.

    >>> face_turn("OBTM", 2), face_turn("QTM", 2)
    (1, 2)
    """
    return _BY_METRIC[metric][turns % 4]


def alg_cost(alg: Counted, size: int) -> int:
    """Return OBTM and QTM of an algorithm, added up."""
    return alg.count("OBTM", size) + alg.count("QTM", size)
