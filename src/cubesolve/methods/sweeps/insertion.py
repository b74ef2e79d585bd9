"""What a list of turns leaves wrong, put right by commutators where they cost least."""

from __future__ import annotations

import numpy as np

from cubesolve.methods.sweeps.annealing import Words
from cubesolve.methods.sweeps.cubies import Labels, cubies

_WORTH = 2.2  # turns that may be paid for one more piece in place


def insert_all(words: Words, labels: Labels, size: int, metric: int = 0) -> Words | None:
    """Return the list with all that it leaves wrong put right; `None` if that cannot be done so.

    `labels` are those that the list leaves.
    """
    from cubesolve.kernels import insertion as kernel

    there = cubies(size)
    orbits = np.concatenate([there.centers, there.wings])
    wrong = labels != there.goal
    n_wrong = int(np.count_nonzero(wrong))
    inserter = kernel.new_inserter(size, len(words) + 8 * (n_wrong + 8))
    kernel.load_words(inserter, words)
    for orbit in orbits[wrong[orbits].any(axis=1)]:
        kernel.load_orbit(inserter, orbit, labels, there.goal, size)
        while (inserter.labels != inserter.goal).any():
            if not kernel.insert_one(inserter, _WORTH, metric, size):
                return None
    found = np.empty(int(inserter.state[kernel.LENGTH]), np.int32)
    kernel.write_words(inserter, found)
    return found
