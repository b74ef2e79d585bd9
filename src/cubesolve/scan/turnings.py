"""All ways to turn six pictures that make a possible cube of the same colours.

A scrambled cube has one way. On one that is hardly scrambled many faces look the same when they are
turned, and the right layer turned one way looks like the left one turned the other way.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from cubesolve.model.geometry import N_FACES
from cubesolve.scan.arrangements import Coloring, turned_cells
from cubesolve.scan.laws import CORNER_COLORS, MIDGE_COLORS, WING_COLORS, Ints
from cubesolve.scan.possible import Laws

_NONE = -1  # no such piece


def possible_turns(laws: Laws, labels: Ints, coloring: Coloring) -> Ints:
    """Return (way, face): how pictures may be turned whose readings have these colours.

    A picture that looks the same in several ways is turned as little as possible.
    """
    size = laws.geometry.size
    as_face = np.argsort(coloring.colors)
    pictures = as_face[labels].reshape(N_FACES, -1)[list(coloring.pictures)]
    turned = pictures[:, turned_cells(size)]  # (face, turns, cell)
    turns = np.array(list(product(*map(_different, turned))))
    for keeps in (_keeps_corners, _keeps_edges):
        cubes = np.concatenate([turned[f, turns[:, f]] for f in range(N_FACES)], axis=1)
        turns = turns[keeps(laws, cubes)]
    return turns


def _different(turned: Ints) -> list[int]:
    """Return the turns (turns, cell) in which a picture looks different from those before."""
    return sorted(map(int, np.unique(turned, axis=0, return_index=True)[1]))


def _keeps_corners(laws: Laws, cubes: Ints) -> npt.NDArray[np.bool_]:
    """Tell for each cube (cube, slot) whether all its corners exist, once, and twists add up."""
    pieces, twists = _pieces(cubes, laws.corner_slots, CORNER_COLORS)
    kept: npt.NDArray[np.bool_] = _each_once(pieces) & (twists.sum(axis=1) % 3 == 0)
    return kept


def _keeps_edges(laws: Laws, cubes: Ints) -> npt.NDArray[np.bool_]:
    """Tell for each cube with possible corners whether its edges go with them."""
    kept = np.ones(len(cubes), dtype=bool)
    if len(laws.midge_slots):
        pieces, flips = _pieces(cubes, laws.midge_slots, MIDGE_COLORS)
        corners, _ = _pieces(cubes, laws.corner_slots, CORNER_COLORS)
        kept &= _each_once(pieces) & (flips.sum(axis=1) % 2 == 0)
        kept &= _are_odd(pieces) == _are_odd(corners)
    for slots in laws.wing_slots:
        kept &= _each_once(_pieces(cubes, slots, WING_COLORS[:, None])[0])
    return kept


def _pieces(cubes: Ints, slots: Ints, colors: Ints) -> tuple[Ints, Ints]:
    """Return (cube, place) which piece is there and how it is turned, of pieces (piece, turned)."""
    digits = N_FACES ** np.arange(slots.shape[1])
    known = np.full(N_FACES ** slots.shape[1], _NONE)
    ways = colors.shape[1]
    known[(colors.reshape(-1, slots.shape[1]) @ digits)] = np.arange(len(colors) * ways)
    found = known[cubes[:, slots] @ digits]
    return np.where(found == _NONE, _NONE, found // ways), found % ways


def _each_once(pieces: Ints) -> npt.NDArray[np.bool_]:
    each: npt.NDArray[np.bool_] = np.all(
        np.sort(pieces, axis=1) == np.arange(pieces.shape[1]), axis=1
    )
    return each


def _are_odd(pieces: Ints) -> npt.NDArray[np.bool_]:
    """Tell for each permutation whether it is odd."""
    first, second = np.triu_indices(pieces.shape[1], 1)
    swaps = np.sum(pieces[:, first] > pieces[:, second], axis=1)
    return np.asarray(swaps % 2 == 1)
