"""Which colour each face of a cage gets, where no middle centre says so.

Edges and corners fit together in any hold, so an even cube leaves 24 choices. Each leaves some
centre cells right and some parts of the cage solved. In twelve of them the edges are permuted
unlike the corners: a quarter turn of all colours permutes the edges oddly and the corners evenly.
There two corners would have to be swapped, which no 3x3 needs.
"""

from __future__ import annotations

from dataclasses import dataclass

from cubesolve.model import ColorScheme, Cube, FaceName
from cubesolve.model.validity import ProblemKind, is_odd
from cubesolve.stages.shadow import ShadowCubeHelper
from cubesolve.trackers import center_counts

# In OBTM and QTM, added up: what a wrong cell, an unsolved part, and a swap of corners cost.
_CELL_COST = 7.0
_PART_COST = 4.0
_SWAP_COST = 21.0


@dataclass(frozen=True)
class CageColors:
    """The colours of the faces, `None` if middle centres have them.

    `swaps_corners` tells that two corners must be swapped first; `was_corner_swap` that they would
    have to be if only cells and parts counted.
    """

    scheme: ColorScheme | None
    swaps_corners: bool = False
    was_corner_swap: bool = False


def choose_colors(cube: Cube) -> CageColors:
    """Return the colours that cost least; those of a solved cage if there is one."""
    if not cube.is_even or cube.size < 4:
        return CageColors(None)
    schemes = cube.scheme.rotations()
    shadow = _shadow(cube)
    at_first = has_problem(cube, ProblemKind.PERMUTATION_PARITY)
    swaps = [at_first ^ is_odd(_order(cube, scheme)) for scheme in schemes]
    left = [_parts_left(shadow, scheme) for scheme in schemes]
    if 0 in left:
        return CageColors(schemes[left.index(0)])
    wrong = wrong_cells(cube, schemes)
    costs = [_CELL_COST * w + _PART_COST * p for w, p in zip(wrong, left, strict=True)]
    fair = [cost + _SWAP_COST * swap for cost, swap in zip(costs, swaps, strict=True)]
    best = fair.index(min(fair))
    return CageColors(schemes[best], swaps[best], swaps[costs.index(min(costs))])


def has_problem(cube: Cube, kind: ProblemKind) -> bool:
    """Whether a cube with paired edges has this problem as a 3x3 in the scheme's own hold."""
    return any(problem.kind == kind for problem in _shadow(cube).problems())


def _shadow(cube: Cube) -> Cube:
    colors = dict(zip(FaceName, cube.scheme.colors, strict=True))
    return ShadowCubeHelper(cube, colors).create_shadow()


def _order(cube: Cube, scheme: ColorScheme) -> list[int]:
    """Return where each colour of the cube's own scheme is in another hold."""
    return [cube.scheme.colors.index(color) for color in scheme.colors]


def _parts_left(shadow: Cube, scheme: ColorScheme) -> int:
    """Return how many edges and corners do not match these colours of the faces."""
    return sum(
        any(edge.color != scheme.colors[edge.face.number] for edge in part.edges)
        for part in (*shadow.edges, *shadow.corners)
    )


def wrong_cells(cube: Cube, schemes: list[ColorScheme]) -> list[int]:
    """Return how many centre cells do not have the colour of their face, in each of these holds."""
    counts = center_counts(cube)
    return [
        int(counts.sum()) - sum(int(counts[f, c]) for f, c in enumerate(_order(cube, scheme)))
        for scheme in schemes
    ]
