"""Case sheets for drills: positions that learners meet again and again, each with an algorithm.

The algorithms are those of the methods: OLL and PLL from CFOP's own tables, pairs as its search
inserts them, parities as reduction fixes them, and the last centres and edges as it solves them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cubesolve.commutators import CommunicatorHelper
from cubesolve.methods.three.cfop.cases import OLL, PLL
from cubesolve.methods.three.cfop.solver import pair_algs
from cubesolve.model import Cube
from cubesolve.notation import Alg
from cubesolve.operator import Operator
from cubesolve.protocols import SolveStep
from cubesolve.solving.solve import solve
from cubesolve.stages.parity import flip_alg, flip_edge, swap_corners
from cubesolve.words import cases as words

Cell = tuple[int, int]

# Blocks of centre cells, from their bottom left to their top right.
_BLOCKS: dict[int, tuple[tuple[Cell, Cell], ...]] = {
    4: (((0, 0), (0, 0)), ((0, 1), (0, 1)), ((1, 0), (1, 0)), ((1, 1), (1, 1))),
    5: (((0, 0), (0, 0)), ((0, 1), (0, 1)), ((1, 0), (1, 0)), ((0, 0), (0, 1))),
}
# Which of the four wings of two edges change places, by size.
_SWAPS: dict[int, tuple[tuple[int, int], ...]] = {4: ((0, 1), (0, 3)), 5: ((0, 2), (0, 1), (0, 3))}
_LAST_EDGES = ("FL", "FR")


@dataclass(frozen=True)
class Case:
    """A position with its algorithm: played backwards on a solved cube, it makes the position.

    `goal` is what the algorithm reaches: `L2` (two layers), `last-up` (the last layer oriented),
    `pairs` (all edges paired) or `solved`.
    """

    sheet: str
    name: str
    size: int
    alg: Alg
    goal: str

    @property
    def cube(self) -> Cube:
        """The position, on a cube that is otherwise solved."""
        return Cube.from_alg(self.alg.inverse(), self.size)


@cache
def case_sheets() -> dict[str, tuple[Case, ...]]:
    """Return the sheets by name, in the order in which people learn them.

    >>> {name: len(cases) for name, cases in case_sheets().items()}
    {'f2l': 41, 'oll': 57, 'pll': 21, 'parity': 4, 'centers': 8, 'edges': 5}
    >>> print(case_sheets()["pll"][0].name, case_sheets()["pll"][0].alg)
    PLL Aa R' F R' B2 R F' R' B2 R2
    """
    cases = [
        *(Case("f2l", words.pair(k + 1), 3, alg, "L2") for k, alg in enumerate(pair_algs())),
        *(Case("oll", name, 3, Alg(text), "last-up") for name, text in OLL.items()),
        *(Case("pll", n, 3, Alg(t).without_rotations(3), "solved") for n, t in PLL.items()),
        *_parities(),
        *_last_centers(),
        *_last_edges(),
    ]
    names = dict.fromkeys(case.sheet for case in cases)
    return {name: tuple(case for case in cases if case.sheet == name) for name in names}


def _parities() -> Iterator[Case]:
    for size in (4, 6):
        operator = Operator(Cube(size))
        flip_edge(operator)
        yield Case("parity", words.flipped_edge(size), size, operator.history, "solved")
    operator = Operator(Cube(4))
    swap_corners(operator)
    yield Case("parity", words.swapped_edges(4), 4, operator.history, "solved")
    yield Case("parity", words.last_edge_wings(5), 5, flip_alg([2]), "solved")


def _last_centers() -> Iterator[Case]:
    """Yield cycles of centre pieces between U and F, which leave everything else alone."""
    for size, blocks in _BLOCKS.items():
        helper = CommunicatorHelper(Operator(Cube(size)))
        for number, block in enumerate(blocks, 1):
            alg = helper.do_communicator("U", "F", block, dry_run=True).algorithm
            pieces = block[1][1] - block[0][1] + 1
            name = words.center_cycle(size, pieces, number)
            yield Case("centers", name, size, alg, "solved")


def _last_edges() -> Iterator[Case]:
    """Yield cubes whose last two edges have exchanged wings, as reduction pairs them."""
    for size, swaps in _SWAPS.items():
        for number, (first, second) in enumerate(swaps, 1):
            cube = _with_swapped_wings(size, first, second)
            alg = solve(cube, "beginner", SolveStep.EDGES).alg
            yield Case("edges", words.last_wings(size, number), size, alg, "pairs")


def _with_swapped_wings(size: int, first: int, second: int) -> Cube:
    """Return a cube solved but for two of the outermost wings of the last two edges."""
    cube = Cube(size)
    places = {slot for name in _LAST_EDGES for slot in cube.edge(name).slots}
    wings = [wing for wing in cube.geometry.wing_orbits()[0].tolist() if wing[0] in places]
    letters = list(cube.facelets())
    for a, b in zip(wings[first], wings[second], strict=True):
        letters[a], letters[b] = letters[b], letters[a]
    return Cube.from_facelets("".join(letters))
