"""The best step of pairing edges, against every step that there is."""

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest
from kernel_cubes import COMPILER_OFF, subsets, wings_of

from cubesolve import Alg, Cube
from cubesolve.costs import alg_cost
from cubesolve.kernels import edges as kernel
from cubesolve.model.face_translation import slice_move
from cubesolve.stages.edge_tables import (
    SetupTable,
    Way,
    WayTable,
    free_ways,
    insertions_and_flips,
    permuted,
    setups,
    sliced_alg,
)

SETUPS = 0 if COMPILER_OFF else 1  # turns of the setups that are tried


def paired(cube: Cube) -> int:
    """Return how many wings go with the middle one of their edge."""
    wings = wings_of(cube)
    middle = cube.n_slices // 2
    return int(np.sum(wings == wings[:, middle : middle + 1]))


def united(cube: Cube) -> int:
    """Return on how many edges the two middle wings show the same."""
    wings = wings_of(cube)
    middle = cube.n_slices // 2
    return int(np.sum(wings[:, middle - 1] == wings[:, middle]))


def with_middles_united(size: int) -> Cube:
    """Return a random cube whose middle wings, one or two, are still together."""
    random = Random(size)
    low, high = (size + 1) // 2, size // 2 + 1
    layers = [f"[{k}]" for k in range(1, low)] + [f"[{low}:{high}]"]
    moves = [random.choice(layers) + random.choice("URF") for _ in range(60)]
    return Cube.from_alg(" ".join(moves), size)


def layer_sets(n: int) -> Iterator[list[int]]:
    """Yield sets of layers without the middle ones, of two mirror images at most one."""
    free = [k for k in range(n) if k not in (n // 2, n - 1 - n // 2)]
    for layers in subsets(free):
        if not any(n - 1 - k in layers for k in layers):
            yield layers


def cost_of(size: int, setup: Alg, way: Way, layers: list[int]) -> int:
    """Return what all parts cost; none merges with another."""
    inner = [layer + 1 for layer in layers]
    slices = [slice_move(size, way.axis, inner, k) for k in (way.turns, way.back) if k]
    return sum(alg_cost(part, size) for part in (setup, way.alg, *(Alg([s]) for s in slices)))


def played(cube: Cube, setup: Alg, way: Way, layers: list[int]) -> Cube:
    after = cube.copy()
    after.play(setup + sliced_alg(cube.size, way, [layer + 1 for layer in layers]))
    return after


WAYS: dict[str, Callable[[], WayTable]] = {
    "kept": lambda: insertions_and_flips()[0],
    "free": free_ways,
}


def some(name: str, size: int) -> tuple[SetupTable, WayTable]:
    """Return setups and ways to try: fewer where there are more sets of layers."""
    ways = WAYS[name]()
    step = len(ways.ways) // 40
    return setups(SETUPS if size < 7 else 0), ways[slice(None, None, step)]


def contiguous(ways: WayTable) -> kernel.Ways:
    return kernel.Ways(*map(np.ascontiguousarray, ways.effects))


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("size", [5, 6] if COMPILER_OFF else [5, 6, 7])
def test_no_step_is_better(size: int, name: str) -> None:
    cube = with_middles_united(size)
    before = paired(cube)
    n = cube.n_slices
    table, ways = some(name, size)
    rng = np.random.default_rng(size)
    bonus = rng.integers(-2, 3, n)
    best = 0.0
    for setup in table.algs:
        for way in ways.ways:
            for layers in layer_sets(n):
                gain = paired(played(cube, setup, way, layers)) - before
                gain += int(bonus[layers].sum()) if way.changes_parity else 0
                best = max(best, gain / cost_of(size, setup, way, layers))
    chosen = np.zeros(n, dtype=np.uint8)
    wings, room = wings_of(cube), kernel.new_room(n)
    effects = table.effects, contiguous(ways)
    step = kernel.best_step(wings, n // 2, bonus, *effects, 0.0, room, chosen)
    assert step.ratio == pytest.approx(best)
    layers = np.flatnonzero(chosen).tolist()
    way = ways.ways[step.way]
    after = played(cube, table.algs[step.setup], way, layers)
    more = int(bonus[layers].sum()) if way.changes_parity else 0
    assert paired(after) - before + more == step.gain


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("size", [4, 6])
def test_no_union_is_better(size: int, name: str) -> None:
    cube = Cube.random_state(size, 5)
    n = cube.n_slices
    table, ways = some(name, size)
    best = 0.0
    for setup in table.algs:
        for way in ways.ways:
            for layer in (n // 2 - 1, n // 2):
                gain = united(played(cube, setup, way, [layer])) - united(cube)
                gain -= 2 if way.changes_parity else 0
                best = max(best, gain / cost_of(size, setup, way, [layer]))
    chosen = np.zeros(n, dtype=np.uint8)
    effects = table.effects, contiguous(ways)
    step = kernel.best_union(wings_of(cube), -2, *effects, 0.0, kernel.new_room(n), chosen)
    assert step.ratio == pytest.approx(best)


def test_whole_edges_have_no_step() -> None:
    n = 3
    wings, bonus, chosen = wings_of(Cube(5)), np.zeros(n, dtype=np.int64), np.zeros(n, np.uint8)
    effects = setups(SETUPS).effects, insertions_and_flips()[0].effects
    step = kernel.best_step(wings, 1, bonus, *effects, 0.0, kernel.new_room(n), chosen)
    assert step == kernel.Step(0.0, 0, 0, 0)


def test_setups_carry_edges_as_their_turns_do() -> None:
    cube = Cube.random_state(5, 2)
    wings = wings_of(cube)
    table = setups(1)
    for number, alg in enumerate(table.algs):
        after = cube.copy()
        after.play(alg)
        assert np.array_equal(permuted(wings, table, number), wings_of(after)), alg


def test_parity_is_changed_where_that_gains_more() -> None:
    """A solved cube with a bonus: only ways that change the parity gain."""
    n = 3
    bonus, chosen = np.array([20, 0, 20]), np.zeros(n, dtype=np.uint8)
    effects = setups(0).effects, free_ways().effects
    step = kernel.best_step(wings_of(Cube(5)), 1, bonus, *effects, 0.0, kernel.new_room(n), chosen)
    assert step.gain > 0
    assert free_ways().ways[step.way].changes_parity
    assert chosen.sum() == 1
