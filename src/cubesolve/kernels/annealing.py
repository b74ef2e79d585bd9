"""Annealing of a window of a long list of turns: shorter lists that leave fewer pieces wrong.

The list need not solve the cube. Its energy is its length, and `price` for each piece that it
leaves wrong.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

import numpy as np

from cubesolve.kernels.annealing_changes import (
    try_beside,
    try_commutator,
    try_junction,
    try_pair,
)
from cubesolve.kernels.annealing_window import (
    LENGTH,
    NODES,
    SPARE,
    exponential,
    list_wrong,
    uniform,
)
from cubesolve.kernels.points import MOST_TURNS, set_bits
from cubesolve.kernels.records import part


@part
def shuffle_groups(window):
    """Change the order of turns about one axis here and there: it matters to pairs."""
    moves = window.moves
    for t in range(window.state[LENGTH] - 1):
        if moves.axis[t] == moves.axis[t + 1] and uniform(window.random) < 0.5:
            moves.layer[t], moves.layer[t + 1] = moves.layer[t + 1], moves.layer[t]
            moves.turns[t], moves.turns[t + 1] = moves.turns[t + 1], moves.turns[t]


@part
def anneal(window, heat, n):
    """Try many changes of a window."""
    list_wrong(window)
    shuffle_groups(window)
    state, random = window.state, window.random
    window.desk.bits[:] = 0
    set_bits(window.desk.bits, n, window.moves, 0, state[LENGTH])
    tries = np.int64(heat.tries * max(state[LENGTH], 20))
    for _ in range(tries):
        if state[LENGTH] > MOST_TURNS - SPARE:
            break
        hurdle = heat.temperature * exponential(random)
        kind = uniform(random)
        if kind < heat.junctions:
            try_junction(window, heat, n, hurdle)
        elif kind < heat.junctions + heat.beside:
            try_beside(window, heat, n, hurdle)
        elif kind < heat.junctions + heat.beside + heat.commutators:
            try_commutator(window, heat, n, hurdle)
        elif state[LENGTH]:
            try_pair(window, heat, n, hurdle)
    state[NODES] += tries
