"""What the search of a big cube brings to be solved shortly: its stages as steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from cubesolve.methods.big.plans import nodes_at_first, nodes_at_least
from cubesolve.model import Cube
from cubesolve.model.geometry import N_FACES
from cubesolve.protocols import Phase
from cubesolve.search.gluing import Finish
from cubesolve.search.reductions import Effort, Reductions
from cubesolve.stages.short import PhaseStep, SizeSearch
from cubesolve.words import short as words

#: The sizes that are solved so.
SIZES = range(6, 21)
#: Nodes of a search without a limit, in millions: some four seconds on two cores. Sizes above 13
#: have as many as that, which are too few for an answer.
_NODES = {6: 75, 7: 85, 8: 70, 9: 85, 10: 90, 11: 60, 12: 70, 13: 80}
_LARGE_ROUND = 480_000_000  # from size 11 on: nodes of a round that comes before the last one
_LARGE_FROM = 11
_REDUCING = 0.9  # the share of a search for stages: the 3x3 that is left is soon done
_N_AXES = 3


def _easy(size: int) -> int:
    """Return of how many neighbours hardly ever so few differ: two thirds, of five sixths."""
    return 8 * size * (size - 1)


def big_search(size: int, finish: Callable[[], Mapping[int, Finish]]) -> SizeSearch:
    """Return the search of a size, whose glued cubes are reduced by the phases of smaller ones.

    `finish` gives these by size, when it is asked: only who needs them loads the compiler.
    """

    def start(cube: Cube, effort: Effort) -> Reductions:
        from cubesolve.methods.big.search import BigReductions

        return BigReductions(cube, effort, finish())

    nodes = _NODES[min(size, max(_NODES))] * 1_000_000
    return SizeSearch(
        size=size,
        nodes=nodes,
        start=start,
        phases=tuple(_phases(size)),
        easy=_easy(size),
        reducing=_REDUCING,
        nodes_at_first=nodes_at_first(size),
        nodes_at_least=nodes_at_least(size),
        least_round=nodes if size < _LARGE_FROM else _LARGE_ROUND,
    )


def _phases(size: int) -> list[PhaseStep]:
    inner = size // 2 - 1
    found = [
        PhaseStep(Phase.CENTERS, words.centers_on_an_axis, _centers_on_axes),
        PhaseStep(Phase.CENTERS, words.centers_on_all_axes, _centers_on_axes),
    ]
    for layer in range(2, inner + 1):
        said = partial(words.layers_joined, layer)
        found.append(PhaseStep(Phase.CENTERS, said, partial(_ring, layer)))
    for layer in range(inner, 0, -1):
        as_4x4 = layer == inner and size % 2 == 0
        said = partial(words.wings_as_4x4 if as_4x4 else words.wings_as_5x5, layer)
        found.append(PhaseStep(Phase.EDGES, said, partial(_wings, layer)))
    return found


def _centers_on_axes(cube: Cube) -> list[int]:
    """Return the slots of centres on the axes that two colours fill, mixed or not."""
    size = cube.size
    colors = cube.colors().reshape(N_FACES, size, size)
    slots = np.arange(colors.size).reshape(colors.shape)
    inside = slice(1, size - 1)
    found: list[int] = []
    for axis in range(_N_AXES):
        faces = [axis, axis + _N_AXES]
        if len(np.unique(colors[faces, inside, inside])) <= 2:
            found.extend(slots[faces, inside, inside].ravel().tolist())
    return found


def _ring(layer: int, cube: Cube) -> list[int]:
    """Return the slots of the centres that are in a layer, counted from any face but their own."""
    size = cube.size
    slots = np.arange(N_FACES * size**2).reshape(N_FACES, size, size)[:, 1:-1, 1:-1]
    rows = [layer - 1, size - 2 - layer]
    across, down = slots[:, rows].ravel(), slots[:, :, rows].ravel()
    return sorted({*across.tolist(), *down.tolist()})


def _wings(layer: int, cube: Cube) -> list[int]:
    """Return the slots of the wings of a layer, one of each."""
    slots: list[int] = cube.geometry.wing_orbits()[layer - 1, :, 0].tolist()
    return slots
