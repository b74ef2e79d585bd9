"""Phase 5: the other eight edges are paired, and the centres finished."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.five import N_HALF_PERM, Phase5
from cubesolve.kernels.relative import RelativeGraph
from cubesolve.methods.five import middle
from cubesolve.methods.five.pieces import (
    FB,
    N_EDGES,
    PHASE_TURNS,
    RL,
    UD,
    keeps_low,
    orbits,
    symmetries_keeping,
)
from cubesolve.methods.five.splits import (
    SOLVED,
    closure,
    numbered,
    pair_images,
    pair_moves,
    split_numbers,
    to_faces,
)
from cubesolve.search.classes import sorted_by
from cubesolve.search.near_goal import Growth, build_near
from cubesolve.search.orbits import Ints
from cubesolve.search.pruning import Progress, build_distances, graph_of
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import Classes, without_conjugates, without_symmetry
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_store import part_of

_BITS = 4
_SIDES = 6  # states of the centres of U and D, and of F and B
#: The edges that phase 4 leaves.
EDGES = np.array([edge for edge in range(N_EDGES) if edge not in middle.GOAL])


def keeping() -> list[int]:
    """Return the symmetries that keep R and L, and the low wings of the eight edges."""
    return [s for s in symmetries_keeping(RL) if keeps_low(s, EDGES)]


def mirror() -> int:
    """Return a symmetry that keeps R and L, and makes high wings of the low ones."""
    odd = 2 * EDGES + 1
    images = orbits()[2].images
    return next(s for s in symmetries_keeping(RL) if not np.any(images[s][odd] % 2))


def _permuted(wings_to: Ints, midges_to: Ints, orders: Ints) -> Ints:
    """Return the numbers of permutations after wings and midges have moved.

    A permutation says for each wing where its midge is.
    """
    from cubesolve.kernels.ranks import rank_all

    moved = np.empty(orders.shape, np.uint8)
    moved[:, wings_to] = midges_to[orders]
    found: Ints = rank_all(moved, 1)
    return found


def _there(to_midges: Ints, to_wings: Ints) -> tuple[Ints, Ints, Ints]:
    """Return where midges, low wings and high wings of the eight edges go among these."""
    number = np.full(N_EDGES, -1)
    number[EDGES] = np.arange(len(EDGES))
    return (
        number[to_midges[2 * EDGES] // 2],
        number[to_wings[2 * EDGES] // 2],
        number[to_wings[2 * EDGES + 1] // 2],
    )


def build_coordinates_5() -> Arrays:
    """Return what turns and symmetries make of the coordinates of phase 5."""
    turns = PHASE_TURNS[4]
    sides = [_side(faces) for faces in (UD, FB)]
    return _build_edges() | {
        "rl_moves": pair_moves(RL, turns).astype(np.uint16),
        "rl_images": pair_images(RL, [*keeping(), mirror()]).astype(np.uint16),
        "side_moves": _side_moves(sides),
        "side_images": _side_images(sides),
        "ud_of": numbered(sides[0]).astype(np.uint16),
        "fb_of": numbered(sides[1]).astype(np.uint16),
        "split_of": split_numbers(),
    }


def _build_edges() -> Arrays:
    wings, midges = orbits()[2:]
    orders = np.array(list(permutations(range(len(EDGES)))))
    moves = [
        _there(np.argsort(midges.turns[turn]), np.argsort(wings.turns[turn]))
        for turn in PHASE_TURNS[4]
    ]
    seen = [_there(midges.images[s], wings.images[s]) for s in keeping()]
    classes = sorted_by((_permuted(low, m, orders) for m, low, _ in seen), _BITS)
    m, _, high = _there(midges.images[mirror()], wings.images[mirror()])
    return {
        "l_moves": _table([_permuted(low, m, orders) for m, low, _ in moves]),
        "h_moves": _table([_permuted(high, m, orders) for m, _, high in moves]),
        "number": classes.number,
        "smallest": classes.smallest,
        "keeps": classes.keeps.astype(np.uint16),
        "h_images": _table([_permuted(high, m, orders) for m, _, high in seen]),
        "mirror": _permuted(high, m, orders).astype(np.uint16),
    }


def _table(columns: list[Ints]) -> npt.NDArray[np.uint16]:
    return np.stack(columns, axis=1).astype(np.uint16)


def _side(faces: tuple[int, int]) -> list[int]:
    """Return the centres of two faces that phase 5 can solve."""
    return closure(pair_moves(faces, PHASE_TURNS[4]), SOLVED)


def _side_moves(sides: list[list[int]]) -> npt.NDArray[np.uint16]:
    ud, fb = (
        numbered(side)[pair_moves(faces, PHASE_TURNS[4])[side]]
        for side, faces in zip(sides, (UD, FB), strict=True)
    )
    return (ud[:, None, :] * _SIDES + fb[None, :, :]).reshape(_SIDES**2, -1).astype(np.uint16)


def _side_images(sides: list[list[int]]) -> npt.NDArray[np.uint16]:
    """Return what symmetries make of the sides; some take U and D to F and B."""
    found = np.empty((_SIDES, _SIDES, len(keeping())), np.int64)
    numbers = {frozenset(faces): numbered(s) for faces, s in zip((UD, FB), sides, strict=True)}
    for column, symmetry in enumerate(keeping()):
        of_ud, of_fb = (
            numbers[frozenset(to_faces(faces, symmetry))][pair_images(faces, [symmetry])[side, 0]]
            for faces, side in zip((UD, FB), sides, strict=True)
        )
        stays = to_faces(UD, symmetry)[0] in UD
        found[:, :, column] = (
            of_ud[:, None] * _SIDES + of_fb if stays else of_fb * _SIDES + of_ud[:, None]
        )
    return found.reshape(_SIDES**2, -1).astype(np.uint16)


def build_distances_5(c: Arrays, progress: Progress) -> Arrays:
    """Return the distances of phase 5."""
    from cubesolve.kernels.nibbles import pack

    costs = (1,) * len(PHASE_TURNS[4])
    moves = c["number"][c["l_moves"][c["smallest"]]]
    classes = Classes(c["number"], c["smallest"], c["keeps"], moves)
    number = int(c["number"][0])
    goal, seen = number >> _BITS, number & 15
    centers = graph_of(
        without_symmetry(c["side_moves"]),
        c["rl_moves"],
        without_conjugates(len(c["rl_moves"])),
        costs,
    )
    solved_side = int(c["ud_of"][SOLVED]) * _SIDES + int(c["fb_of"][SOLVED])
    by_rl = graph_of(classes, c["rl_moves"], c["rl_images"], costs)
    high = int(c["h_images"][0, seen]) // 2
    found = {
        "centers": build_distances(centers, (solved_side, SOLVED), part_of(progress, 0.0, 0.01)),
        "low_rl": build_distances(
            by_rl, (goal, int(c["rl_images"][SOLVED, seen])), part_of(progress, 0.01, 0.2)
        ),
        "edges": build_distances(_edges(c, classes), (goal, high), part_of(progress, 0.2, 1.0)),
    }
    return {name: pack(read_only(array)) for name, array in found.items()}


def _edges(c: Arrays, classes: Classes) -> RelativeGraph:
    """Return low wings with high ones of the same parity, by half their numbers.

    Of two permutations `2 * k` and `2 * k + 1` one is even and one is odd.
    """
    odd = _parities()
    pairs = np.arange(N_HALF_PERM)
    by_parity = [2 * pairs + (odd[2 * pairs] != parity) for parity in range(2)]
    return RelativeGraph(
        read_only(classes.moves),
        read_only(c["keeps"]),
        read_only(odd[c["smallest"]]),
        read_only(odd[c["l_moves"][[0, 1]]]),  # an even permutation and an odd one
        read_only(np.stack([c["h_moves"][rows] // 2 for rows in by_parity])),
        read_only(np.stack([c["h_images"][rows] // 2 for rows in by_parity])),
        read_only(np.ones(len(PHASE_TURNS[4]), np.int64)),
    )


def _parities() -> npt.NDArray[np.uint8]:
    """Return for each permutation of eight whether it is odd."""
    orders = np.array(list(permutations(range(len(EDGES)))))
    swapped = [orders[:, i] > orders[:, j] for j in range(len(EDGES)) for i in range(j)]
    found: npt.NDArray[np.uint8] = (np.sum(swapped, axis=0) % 2).astype(np.uint8)
    return found


def build_near_5(c: Arrays, nearest: int, slots: int, progress: Progress) -> Arrays:
    """Return the near-goal hash of phase 5."""
    from cubesolve.kernels import five_near as kernel

    nothing = np.zeros(1, np.uint8)
    given = dict.fromkeys(("edges", "low_rl", "centers"), nothing)
    tables = phase_5(c, given, {"near": np.zeros(1, np.uint16)}, nearest)
    solved_side = int(c["ud_of"][SOLVED]) * _SIDES + int(c["fb_of"][SOLVED])
    growth = Growth(
        lambda states, out: kernel.turn_5(states, out, tables),
        lambda states, keys: kernel.keys_5(states, keys, tables),
        len(PHASE_TURNS[4]),
    )
    goal = np.array([[0, 0, SOLVED, solved_side]], np.uint16)
    return {"near": build_near(growth, goal, nearest, slots, progress)[0]}


def phase_5(c: Arrays, distances: Arrays, near: Arrays, nearest: int) -> Phase5:
    """Return the tables of phase 5."""
    fields = {**c, **near, **distances}
    names = [name for name in Phase5._fields if name != "nearest"]
    return Phase5(**{name: read_only(fields[name]) for name in names}, nearest=nearest)
