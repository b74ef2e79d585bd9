"""Random-state scrambles of 2x2, 3x3 and 4x4, as competitions use them."""

from __future__ import annotations

from itertools import count

from cubesolve.errors import UnsupportedSizeError
from cubesolve.methods.four import FOUR
from cubesolve.methods.three.two_phase import shortest_found, two_phase_pool
from cubesolve.methods.two.optimal import TURNS, distance, distances_for, solution_of_cost
from cubesolve.model import Cube
from cubesolve.notation import Alg, Metric, Move
from cubesolve.operator import Operator
from cubesolve.protocols import Limit, ProgressListener, SolveStep, no_progress
from cubesolve.stages.short import ShortSolver

#: The fewest moves that a state must be from solved: Regulations of the WCA, 4b3.
NEAREST = {2: 4, 3: 2, 4: 2}
_LENGTH_2X2 = 11  # so that the length does not tell how near the state is
_SEEDS = 2**32
_NODES_4X4 = 2_000_000  # a tenth of a second: about 43 turns


def random_state_scramble(
    size: int, seed: int | None = None, on_progress: ProgressListener = no_progress
) -> Alg:
    """Return moves to a uniform random state of a 2x2, 3x3 or 4x4 that is not too near to solved.

    A 2x2 is scrambled by 11 turns of U, R and F, the others by the inverse of a short solution. The
    same seed gives the same scramble.

    >>> print(random_state_scramble(2, seed=1))
    F' U F2 U2 F' U F2 R' F2 R2 U'
    """
    if size not in NEAREST:
        raise UnsupportedSizeError(f"random-state scrambles are for sizes 2 to 4, got {size}")
    if size == 2:
        distances_for(Metric.OBTM, on_progress)
    for attempt in count():
        cube = Cube.random_state(size, None if seed is None else seed + attempt * _SEEDS)
        alg = _scramble_2x2(cube) if size == 2 else _backwards_of(cube, on_progress)
        if alg is not None:
            return alg
    raise AssertionError("counting does not end")


def _scramble_2x2(cube: Cube) -> Alg | None:
    if distance(cube) < NEAREST[2]:
        return None
    for cost in count(_LENGTH_2X2):  # one of these lengths exists for every state
        turns = solution_of_cost(cube, cost)
        if turns is not None:
            return _backwards(TURNS.to_alg(turns))
    raise AssertionError("counting does not end")


def _backwards_of(cube: Cube, on_progress: ProgressListener) -> Alg | None:
    """Return a short solution backwards, unless the state is too near to solved."""
    if cube.size == 3:
        shortest = shortest_found(cube, on_progress)
    else:
        shortest = _shortest_4x4(cube, on_progress)
    # A state as near as that is searched to the end, so the solution is a shortest one.
    return _backwards(shortest) if len(shortest.moves) >= NEAREST[cube.size] else None


def _shortest_4x4(cube: Cube, on_progress: ProgressListener) -> Alg:
    operator = Operator(cube.copy())
    limit = Limit(nodes=_NODES_4X4)
    search = ShortSolver(FOUR, two_phase_pool, limit=limit, on_progress=on_progress)
    search.solve(operator, SolveStep.ALL)
    return operator.history


def _backwards(alg: Alg) -> Alg:
    """Return the inverse with half turns as competitions write them: R2, not R2'."""
    inverse = alg.inverse().moves
    return Alg(
        Move(move.letter, move.layers, 2 if move.amount == -2 else move.amount) for move in inverse
    )
