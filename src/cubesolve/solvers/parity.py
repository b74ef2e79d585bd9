"""Parities of wings, computed before they are met.

An outer turn permutes the 24 wings of an orbit evenly, a quarter turn of one inner layer oddly. So
the parity of an orbit tells at any time whether it can be paired by outer turns and pairs of
opposite slice turns; if not, one quarter turn of one of its layers mends it, which costs next to
nothing while the centres are still to be built.
"""

from __future__ import annotations

from cubesolve.model import Cube
from cubesolve.model.validity import is_odd
from cubesolve.notation import Alg, Move
from cubesolve.notation.layers import normal_layers
from cubesolve.solvers.protocols import SolverResults

_ADVANCED = "R' U2 L F2 L' F2 R2 U2 R U2 R' U2 F2 R2 F2"


def wing_parities(cube: Cube) -> list[bool]:
    """Return for each orbit of wings, outermost first, whether it is permuted oddly."""
    stickers = cube.stickers
    odd = []
    for orbit in cube.geometry.wing_orbits():
        slots = orbit[:, 0].tolist()
        number = {slot: wing for wing, slot in enumerate(slots)}
        odd.append(is_odd([number[int(stickers[slot])] for slot in slots]))
    return odd


def parity_of(cube: Cube) -> SolverResults:
    """Return the parities of edges that solving this cube must mend."""
    odd = wing_parities(cube)
    reference = cube.is_even and bool(odd) and odd[-1]  # the middle wings, or the midges
    return SolverResults(
        was_even_edge_parity=reference,
        was_partial_edge_parity=any(parity != reference for parity in odd),
    )


def unlike_reference(cube: Cube) -> list[int]:
    """Return the layers, counted from the face, whose orbits do not go with the middle wings."""
    odd = wing_parities(cube)
    reference = cube.is_even and bool(odd) and odd[-1]
    return [k + 2 for k, parity in enumerate(odd) if parity != reference]


def flip_alg(layers: list[int]) -> Alg:
    """Return what exchanges the two wings of UF in these layers, counted from 2, and no others."""
    return with_layers(_ADVANCED, layers)


def with_layers(text: str, layers: list[int]) -> Alg:
    """Return an algorithm in which R, L and M stand for these inner layers, counted from 2."""

    def change(move: Move) -> Move:
        if move.letter in "RL":
            return Move(move.letter, normal_layers((i, i) for i in layers), move.amount)
        if move.letter == "M":
            return Move("M", normal_layers((i - 1, i - 1) for i in layers), move.amount)
        return move

    return Alg(map(change, Alg.parse(text).moves))
