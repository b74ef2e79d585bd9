"""Phase 4: four edges are paired between U and F, U and B, D and F, D and B."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.kernels.five import N_SET_PLACES, NOT_THERE, Phase4
from cubesolve.kernels.relative import RelativeGraph
from cubesolve.methods.five.pieces import (
    FB,
    PHASE_TURNS,
    RL,
    UD,
    keeps_low,
    orbits,
    symmetries,
    symmetries_keeping,
)
from cubesolve.methods.five.splits import (
    SOLVED,
    closure,
    numbered,
    pair_images,
    pair_moves,
    split_numbers,
)
from cubesolve.search.classes import sorted_by
from cubesolve.search.masks import all_masks
from cubesolve.search.near_goal import Growth, build_near
from cubesolve.search.orbits import Ints
from cubesolve.search.pruning import Progress, build_distances, graph_of
from cubesolve.search.read_only import read_only
from cubesolve.search.symmetry import Classes, without_conjugates, without_symmetry
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_store import part_of

N_PLACES = 8  # edges of U and D, which the four are among
_FOUR = 4
_BITS = 4
GOAL = (0, 1, 4, 5)  #: the edges UF, UB, DF, DB
_COSTS = (1,) * len(PHASE_TURNS[3])
_SHIFTS = np.array([9, 6, 3, 0])  # places of four wings as one number


def keeping() -> list[int]:
    """Return the symmetries that keep all axes and the low wings."""
    return [s for s in symmetries_keeping(UD, RL, FB) if keeps_low(s, np.arange(N_PLACES))]


def mirror() -> int:
    """Return a symmetry that keeps all axes and makes high wings of the low ones."""
    found = symmetries_keeping(UD, RL, FB)
    return next(s for s in found if not keeps_low(s, np.arange(N_PLACES)))


def _orders() -> Ints:
    return np.array(list(permutations(range(N_PLACES), _FOUR)))


def _code(orders: Ints) -> Ints:
    found: Ints = (orders << _SHIFTS).sum(axis=-1)
    return found


def _places_of() -> Ints:
    """Return the number of four places in an order, by three bits for each."""
    found = np.full(1 << 12, NOT_THERE, np.int64)
    found[_code(_orders())] = np.arange(N_SET_PLACES)
    return found


def _relative(midges_to: Ints, wings_to: Ints) -> tuple[Ints, Ints]:
    """Return what becomes of four midges' places, and of their wings' in the order of the midges.

    The second is by places of the midges before, and of the wings.
    """
    sets = all_masks(N_PLACES, _FOUR)
    number = split_numbers().astype(np.int64)
    orders, places_of = _orders(), _places_of()
    new_midges = np.empty(len(sets), np.int64)
    new_wings = np.empty((len(sets), N_SET_PLACES), np.int64)
    for row, mask in enumerate(sets.tolist()):
        there = midges_to[[place for place in range(N_PLACES) if mask >> place & 1]]
        new_midges[row] = number[(1 << there).sum()]
        # The wing of the midge that is now the k-th comes k-th.
        new_wings[row] = places_of[_code(wings_to[orders][:, np.argsort(there)])]
    return new_midges, new_wings


class _There(NamedTuple):
    """Where the midges, low wings and high wings of eight edges go, as edges."""

    midges: Ints
    low: Ints
    high: Ints


def _turned(turn: int) -> _There:
    wings, midges = orbits()[2:]
    return _there(np.argsort(midges.turns[turn]), np.argsort(wings.turns[turn]))


def _seen(symmetry: int) -> _There:
    wings, midges = orbits()[2:]
    return _there(midges.images[symmetry], wings.images[symmetry])


def _there(to_midges: npt.NDArray[np.integer], to_wings: npt.NDArray[np.integer]) -> _There:
    low = np.arange(0, 2 * N_PLACES, 2)
    parts = (to_midges[low], to_wings[low], to_wings[low + 1])
    return _There(*(part.astype(np.int64) // 2 for part in parts))


def build_coordinates_4() -> Arrays:
    """Return what turns and symmetries make of the coordinates of phase 4."""
    return _build_edges() | _build_centers()


def _build_edges() -> Arrays:
    moves, seen = [_turned(turn) for turn in PHASE_TURNS[3].tolist()], [_seen(s) for s in keeping()]
    by_low, by_high = (
        [_relative(to.midges, wings) for to, wings in zip(moves, parts, strict=True)]
        for parts in ([to.low for to in moves], [to.high for to in moves])
    )
    low_images = (_relative(to.midges, to.low) for to in seen)
    classes = sorted_by(((m[:, None] * N_SET_PLACES + low).ravel() for m, low in low_images), _BITS)
    h_images = [_relative(to.midges, to.high)[1] for to in seen]
    mirrored = _seen(mirror())
    mirror_m, mirror_h = _relative(mirrored.midges, mirrored.high)  # they come to low places
    return {
        "m_moves": np.stack([m for m, _ in by_low], axis=1).astype(np.uint8),
        "l_moves": np.stack([low for _, low in by_low], axis=2).astype(np.uint16),
        "h_moves": np.stack([high for _, high in by_high], axis=2).astype(np.uint16),
        "number": classes.number,
        "smallest": classes.smallest,
        "keeps": classes.keeps.astype(np.uint16),
        "groups": (classes.smallest // N_SET_PLACES).astype(np.uint8),
        "h_images": np.stack(h_images, axis=2).astype(np.uint16),
        "mirror_m": mirror_m.astype(np.uint8),
        "mirror_h": mirror_h.astype(np.uint16),
        "places_of": _places_of().astype(np.uint16),
    }


def _build_centers() -> Arrays:
    turns, mirrored = PHASE_TURNS[3], mirror()
    seen = [*keeping(), *(int(symmetries().product[s, mirrored]) for s in keeping())]
    fb_moves = pair_moves(FB, turns)
    of_fb = closure(fb_moves, SOLVED)
    fb_of = numbered(of_fb)
    return {
        "ud_moves": pair_moves(UD, turns).astype(np.uint16),
        "ud_images": pair_images(UD, seen).astype(np.uint16),
        "fb_moves": fb_of[fb_moves[of_fb]].astype(np.uint16),
        "fb_images": fb_of[pair_images(FB, seen)[of_fb]].astype(np.uint16),
        "fb_of": fb_of.astype(np.uint16),
        "split_of": split_numbers(),
    }


def _columns_of_next() -> Ints:
    """Return which of this phase's turns the next one has too."""
    return np.flatnonzero(np.isin(PHASE_TURNS[3], PHASE_TURNS[4]))


def goals_ud() -> list[int]:
    """Return the centres of U and D that phase 5 can solve."""
    return closure(pair_moves(UD, PHASE_TURNS[3]), SOLVED, _columns_of_next())


def goals_fb(c: Arrays) -> list[int]:
    """Return the centres of F and B that phase 5 can solve, as phase 4 numbers them."""
    return closure(c["fb_moves"].astype(np.int64), int(c["fb_of"][SOLVED]), _columns_of_next())


def goal_edges() -> tuple[int, int]:
    """Return the places of four midges and wings that are paired where they belong."""
    mask = sum(1 << edge for edge in GOAL)
    return int(split_numbers()[mask]), int(_places_of()[_code(np.array(GOAL))])


def _classes(c: Arrays) -> Classes:
    group, low = np.divmod(c["smallest"].astype(np.int64), N_SET_PLACES)
    to = c["m_moves"][group].astype(np.int64) * N_SET_PLACES + c["l_moves"][group, low]
    return Classes(c["number"], c["smallest"], c["keeps"], c["number"][to])


class _Goal(NamedTuple):
    """The class of the places of four paired edges, and the symmetry that leads to its smallest."""

    number: int
    symmetry: int

    def starts(self, images: npt.NDArray[np.uint16], values: list[int]) -> list[tuple[int, int]]:
        """Return the goal with some values, as the smallest of the class sees them."""
        return [(self.number, int(images[value, self.symmetry])) for value in values]


def _goal(c: Arrays) -> _Goal:
    m, wings = goal_edges()
    number = int(c["number"][m * N_SET_PLACES + wings])
    return _Goal(number >> _BITS, number & 15)


def build_distances_4(c: Arrays, progress: Progress) -> Arrays:
    """Return the distances of edges, of low wings with F and B, and of centres."""
    from cubesolve.kernels.nibbles import pack

    classes, goal = _classes(c), _goal(c)
    m, wings = goal_edges()
    edges = RelativeGraph(
        read_only(classes.moves),
        read_only(c["keeps"]),
        read_only(c["groups"]),
        read_only(c["m_moves"]),
        read_only(c["h_moves"]),
        read_only(c["h_images"]),
        read_only(np.array(_COSTS, np.int64)),
    )
    n_fb = len(c["fb_moves"])
    by_fb = graph_of(classes, c["fb_moves"], c["fb_images"], _COSTS)
    centers = graph_of(
        without_symmetry(c["ud_moves"]), c["fb_moves"], without_conjugates(n_fb), _COSTS
    )
    solved_centers = [(ud, fb) for ud in goals_ud() for fb in goals_fb(c)]
    found = {
        "centers": build_distances(centers, solved_centers, part_of(progress, 0.0, 0.05)),
        "low_fb": build_distances(
            by_fb, goal.starts(c["fb_images"], goals_fb(c)), part_of(progress, 0.05, 0.25)
        ),
        "edges": build_distances(
            edges, goal.starts(c["h_images"][m], [wings]), part_of(progress, 0.25, 1.0)
        ),
    }
    return {name: pack(read_only(array)) for name, array in found.items()}


def build_low_ud(c: Arrays, progress: Progress) -> Arrays:
    """Return the distances of low wings with the centres of U and D: the largest table."""
    from cubesolve.kernels.nibbles import pack

    graph = graph_of(_classes(c), c["ud_moves"], c["ud_images"], _COSTS)
    starts = _goal(c).starts(c["ud_images"], goals_ud())
    return {"low_ud": pack(read_only(build_distances(graph, starts, progress)))}


def build_near_4(c: Arrays, nearest: int, slots: int, progress: Progress) -> Arrays:
    """Return the near-goal hash of phase 4."""
    from cubesolve.kernels import five_near as kernel

    nothing = np.zeros(1, np.uint8)
    given = dict.fromkeys(("edges", "low_ud", "low_fb", "centers"), nothing)
    tables = phase_4(c, given, {"near": np.zeros(1, np.uint16)}, nearest)
    m, wings = goal_edges()
    goals = np.array(
        [[m, wings, wings, ud, fb] for ud in goals_ud() for fb in goals_fb(c)], np.uint16
    )
    growth = Growth(
        lambda states, out: kernel.turn_4(states, out, tables),
        lambda states, keys: kernel.keys_4(states, keys, tables),
        len(PHASE_TURNS[3]),
    )
    return {"near": build_near(growth, goals, nearest, slots, progress)[0]}


def phase_4(c: Arrays, distances: Arrays, near: Arrays, nearest: int) -> Phase4:
    """Return the tables of phase 4."""
    fields = {**c, **near, **distances}
    names = [name for name in Phase4._fields if name != "nearest"]
    return Phase4(**{name: read_only(fields[name]) for name in names}, nearest=nearest)
