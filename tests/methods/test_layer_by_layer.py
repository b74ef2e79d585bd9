"""Layer by layer on any size: every state, layers that stay, parities, steps that go on."""

from functools import cache, partial
from itertools import product

import numpy as np
import pytest

from cubesolve import (
    Alg,
    ColorScheme,
    Cube,
    FacesTrackerHolder,
    Operator,
    Solution,
    SolveStep,
    random_moves,
    solve,
)
from cubesolve.checkpoints import watched
from cubesolve.methods.layers import LayerByLayerNxNSolver
from cubesolve.methods.three.beginner import BeginnerSolver3x3
from cubesolve.methods.three.cfop import CFOP3x3
from cubesolve.model.geometry import NORMALS, dot
from cubesolve.protocols import SolverResults
from cubesolve.stages.layers.holding import best_hold
from cubesolve.stages.layers.last_layer import cycles_of_up
from cubesolve.stages.layers.rows import from_side, from_up
from cubesolve.stages.layers.wings import Kind, table_of
from cubesolve.stages.parity import parity_of
from states import HOLDS, parities, single_turns

SEEDS = ("0", "1", "2", "42", "100", "456", "789", "999")
STEPS = LayerByLayerNxNSolver.steps


def check(cube: Cube) -> Solution:
    before = cube.stickers.copy()
    solution = solve(cube, "layers")
    assert (cube.stickers == before).all()
    played = cube.copy()
    played.play(solution.alg)
    assert played.solved
    return solution


def layers_from(cube: Cube, down: int) -> int:
    """Return how many layers, counted from a face, are complete: each side shows one colour there.

    A cube of several layers is complete only if they agree with each other.
    """
    n = cube.size
    grids = cube.colors().reshape(6, n, n)
    if len(np.unique(grids[down])) > 1:
        return 0
    sides = [face for face in range(6) if dot(NORMALS[face], NORMALS[down]) == 0]
    done = 0
    for layer in range(n):
        rows = [_line(cube, side, down, layer) for side in sides]
        if any(len(set(row)) > 1 for row in rows):
            return done
        first = [row[0] for row in rows]
        if layer == 0:
            bottom = first
        if first != bottom:
            return done
        done += 1
    return done


def _line(cube: Cube, side: int, down: int, layer: int) -> list[int]:
    return [int(number) for number in cube.colors()[_slots(cube.size, side, down, layer)]]


@cache
def _slots(size: int, side: int, down: int, layer: int) -> list[int]:
    """Return the slots of a side in a layer, counted from a face, by where they stand in space."""
    place = size - 1 - 2 * layer
    geometry = Cube(size).geometry
    slots = range(side * size**2, (side + 1) * size**2)
    return [slot for slot in slots if dot(geometry.point(slot), NORMALS[down]) == place]


def most_layers(cube: Cube) -> int:
    return max(layers_from(cube, face) for face in range(6))


# Every state


@pytest.mark.parametrize("size", range(2, 13))
def test_one_turn_of_any_layers(size: int) -> None:
    turns = single_turns(size)
    for turn in turns if size < 6 else turns[size % 3 :: 3 * (size - 4)]:
        check(Cube.from_alg(turn, size))


@pytest.mark.slow
@pytest.mark.parametrize("size", range(6, 13))
def test_one_turn_of_all_layers(size: int) -> None:
    sets = [f"[{a}:{b}]{f}" for a in range(1, size) for b in range(a, size) for f in "RUF"]
    turns = (*single_turns(size), *sets)
    for turn in turns[size % 3 :: 3]:
        check(Cube.from_alg(turn, size))


@pytest.mark.parametrize(
    ("size", "text"),
    [
        *product((5, 7), ("[:]M", "[:]S'", "[2:]R", "[1]E")),
        (7, "[1:2]E2"),
        (12, "[1:4]E [7:8]E"),
    ],
)
def test_states_that_others_have_failed_on(size: int, text: str) -> None:
    for hold in HOLDS[:: 5 if size < 12 else 23]:
        check(Cube.from_alg(f"{text} {hold}", size))


@pytest.mark.parametrize(("size", "count"), [(8, 3), (9, 2), (10, 2), (12, 1), (15, 1)])
def test_larger_sizes(size: int, count: int) -> None:
    for seed in range(count):
        check(Cube.random_state(size, seed))


@pytest.mark.slow
def test_size_33() -> None:
    check(Cube.random_state(33, 0))


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 6])
def test_many_even_states(size: int) -> None:
    for seed in range(40):
        check(Cube.random_state(size, seed))


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_only_one_layer_is_wrong(size: int) -> None:
    """The last layer alone, or one middle layer: little is done then."""
    whole = solve(Cube.random_state(size, 1), "layers").count("OBTM")
    for layer in range(2, size):
        solution = check(Cube.from_alg(f"{layer}D", size))
        assert solution.count("OBTM") <= 2
    for text in ("R U R' U R U2 R'", "U", "R2 U R U R' U' R' U' R' U R'"):
        assert check(Cube.from_alg(text, size)).count("OBTM") < whole / 2


@pytest.mark.parametrize("size", [4, 6, 8])
def test_only_one_face_of_a_tracker_is_wrong(size: int) -> None:
    for a, b, k in (("F", "U", 1), ("R", "F", 2), ("U", "B", 2)):
        text = f"[{k}]M {a} [{3 - k}]M {a}' [{k}]M' {a} [{3 - k}]M' {a}'"
        check(Cube.from_alg(text, size))
        check(Cube.from_alg(f"{text} {b}", size))


@pytest.mark.parametrize("size", [4, 5, 6])
def test_perfectly_even_centres(size: int) -> None:
    """Faces where every colour is as frequent as any other give no majority."""
    for text in ("m u2 s' m2 e s", "m e s m e s", "[1]M [1]E [1]S [2]M' [2]E [2]S2"):
        check(Cube.from_alg(text, size))


@pytest.mark.parametrize("letters", ["WOGYRB", "YRBWOG", "PKCLNA"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_other_colour_schemes(size: int, letters: str) -> None:
    check(Cube.random_state(size, 7, ColorScheme.parse(letters)))


@pytest.mark.parametrize("size", [3, *(pytest.param(n, marks=pytest.mark.slow) for n in (4, 5))])
def test_all_holds_of_one_state(size: int) -> None:
    for hold in HOLDS:
        cube = Cube.random_state(size, 5)
        cube.play(hold)
        check(cube)


# Steps


def is_reached(cube: Cube, what: SolveStep) -> bool:
    """Whether the goal of a step is there, read from the cube alone."""
    n = cube.size
    grids = cube.colors().reshape(6, n, n)
    if what == SolveStep.FIRST_CENTERS:
        return any(len(np.unique(grids[face, 1:-1, 1:-1])) == 1 for face in range(6))
    if what in (SolveStep.FIRST_EDGES, SolveStep.FIRST_CROSS):
        return any(
            len(np.unique(grids[face, 1:-1, 1:-1])) == 1
            and _whole_edges(cube, int(grids[face, 1, 1])) == 4
            and (what == SolveStep.FIRST_EDGES or _has_cross(cube, face))
            for face in range(6)
        )
    if what == SolveStep.FIRST_LAYER:
        return most_layers(cube) >= 1
    if what.kind == SolveStep.MIDDLE:
        return most_layers(cube) > (what.layers or n - 2)
    if what == SolveStep.LAST_CENTERS:
        return all(center.is3x3 for center in cube.centers)
    if what == SolveStep.LAST_EDGES:
        return cube.is3x3
    assert what == SolveStep.LAST_CROSS
    edges = all(edge.match_faces for edge in cube.edges)
    return cube.is3x3 and edges and most_layers(cube) >= n - 1


def _whole_edges(cube: Cube, color: int) -> int:
    area = cube.geometry.area
    return sum(
        edge.is3x3 and any(cube.sticker_at(slot) // area == color for slot in edge.slots)
        for edge in cube.edges
    )


def _has_cross(cube: Cube, face: int) -> bool:
    """Whether the edges of a face show its colour there, and their sides are in the scheme's order.

    Sides of even sizes have no colour yet, so it must be the order of some hold of the scheme.
    """
    edges = cube.faces[face].edges
    down = cube.color_at(_middle(cube, face))
    if any(edge.face_color(cube.faces[face]) != down for edge in edges):
        return False
    shown = {edge.get_other_face(cube.faces[face]).number: edge for edge in edges}
    sides = {n: e.face_color(cube.faces[n]) for n, e in shown.items()}
    return any(
        hold.colors[face] == down and all(hold.colors[n] == color for n, color in sides.items())
        for hold in cube.scheme.rotations()
    )


def _middle(cube: Cube, face: int) -> int:
    return cube.geometry.center_slot(face, 0, 0) if cube.size > 3 else face * 9 + 4


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_each_step_alone_and_then_on_from_there(size: int) -> None:
    every = [*STEPS[:4], *(SolveStep.middle(k) for k in range(1, size - 1)), *STEPS[4:]]
    for seed in range(2):
        cube = Cube.random_state(size, seed)
        for what in every:
            cube.play(solve(cube, "layers", what).alg)
            assert is_reached(cube, what), what
            assert not solve(cube, "layers", what).alg, what
        cube.play(solve(cube, "layers").alg)
        assert cube.solved


def test_stopped_after_any_step_it_goes_on() -> None:
    """A solve that ends after any of its own steps can be taken up by another."""
    for size in (4, 5, 6):
        cube = Cube.random_state(size, 2)
        solution = solve(cube, "layers")
        for step in solution.steps[: 60 : 7 if size > 4 else 3]:
            cube.play(step.alg)
        check(cube)


def test_middle_layers_are_counted_from_the_bottom() -> None:
    cube = Cube.random_state(6, 1)
    assert SolveStep("Middle-2") is SolveStep.middle(2)
    assert SolveStep.middle(2).kind is SolveStep.MIDDLE
    assert SolveStep.middle(2).layers == 2
    assert SolveStep.MIDDLE.layers is None
    assert solve(cube, "layers", "middle-2").to_json()["what"] == "middle-2"
    with pytest.raises(ValueError, match="from 1 to 4, got 5"):
        solve(cube, "layers", "middle-5")
    for wrong in ("middle-0", "middle-", "middle-x"):
        with pytest.raises(ValueError, match="expected one of the steps"):
            SolveStep(wrong)
    with pytest.raises(ValueError, match="expected one of the steps of cfop"):
        solve(cube, "cfop", "middle-2")


@pytest.mark.parametrize("size", [3, 4, 5, 6, 8])
def test_layers_below_stay_at_every_step(size: int) -> None:
    """Once a layer is complete it is complete at every boundary of a step from then on."""
    for seed in range(2):
        cube = Cube.random_state(size, seed)
        solution = solve(cube, "layers")
        done = 0
        down = None
        for step in solution.steps:
            cube.play(step.alg)
            if down is None:
                counts = [layers_from(cube, face) for face in range(6)]
                if max(counts):
                    down = counts.index(max(counts))
            if down is not None:
                now = layers_from(cube, down)
                assert now >= done, step.title
                done = now
        assert done == size


# Markers


@pytest.mark.parametrize("size", [4, 5, 6])
def test_markers_follow_their_stickers(size: int) -> None:
    cube = Cube.random_state(size, 3)
    solution = solve(cube, "layers", SolveStep.LAST_EDGES)
    marked = 0
    for step in solution.steps:
        stickers = [cube.sticker_at(slot) for slot in step.moved]
        cube.play(step.alg)
        assert [cube.sticker_at(slot) for slot in step.targets] == stickers, step.title
        assert step.explanation
        assert len(step.trackers) == (0 if size % 2 else 3)
        marked += bool(stickers)
    assert marked > 0.7 * len(solution.steps)


def test_progress_is_told() -> None:
    titles: list[str] = []
    solve(Cube.random_state(5, 1), "layers", on_step=lambda step: titles.append(step.title))
    assert len(titles) > 20


# Parity


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_parities_are_those_of_the_start(size: int) -> None:
    seen = set()
    for seed in range(12):
        cube = Cube.random_state(size, seed)
        results = solve(cube, "layers").results
        expected = parity_of(cube)
        assert results.was_even_edge_parity == expected.was_even_edge_parity
        assert results.was_partial_edge_parity == expected.was_partial_edge_parity
        assert results.was_corner_swap is False or size % 2 == 0
        seen.add(str(results))
    assert len(seen) > 1


@pytest.mark.parametrize("size", [4, 6, 8])
def test_parities_of_a_last_layer(size: int) -> None:
    """One flipped edge, or two swapped corners, on top of layers that are done."""
    flips = {name: check(Cube.from_alg(text, size)) for name, text in parities(size).items()}
    assert flips["edge parity"].results == SolverResults(was_even_edge_parity=True)
    assert flips["edge parity"].count("OBTM") < 90
    swapped = check(Cube.from_alg(parities(size)["corner swap"], size))
    assert swapped.results.was_corner_swap
    assert not swapped.results.was_even_edge_parity


def test_a_solve_up_to_the_first_layer_meets_no_parity() -> None:
    for seed in range(4):
        results = solve(Cube.random_state(4, seed), "layers", "first-layer").results
        assert results == SolverResults()


# What steps are made of


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_commutators_of_rows_cycle_three_cells_each(size: int) -> None:
    for front, row, column, turn in product(
        range(4), range(1, size - 1), range(1, size - 1), (1, 3)
    ):
        algs = []
        if column != (row if turn == 1 else size - 1 - row):
            algs.append(from_up(size, front, row, [column], turn))
        if row != (size - 1 - column if turn == 1 else column):
            algs += [from_side(size, front, row, [column], turn, way, 1) for way in (1, 2, 3)]
        for moves in algs:
            cube = Cube.from_alg(Alg(moves), size)
            moved = np.flatnonzero(cube.stickers != np.arange(len(cube.stickers)))
            assert len(moved) == 3
            assert "FLBR"[front] in {"URFDLB"[slot // size**2] for slot in moved}


@pytest.mark.parametrize("kind", Kind)
def test_four_wings_can_be_placed_from_anywhere(kind: Kind) -> None:
    """Every way to have four wings in the layer and above it has a distance."""
    table = table_of(kind)
    closed = table.distance[:: table.follows.shape[1]].reshape((16,) * 4)
    known = int(np.sum(closed < 255))
    if kind is Kind.MIDDLE:  # a midge takes both places of its edge
        assert known == 16 * 14 * 12 * 10
    else:
        assert known >= 12 * 11 * 10 * 9
    for a, b in ((0, 1), (1, 2), (2, 3), (0, 3)):
        assert (np.diagonal(closed, axis1=a, axis2=b) == 255).all()  # never two in one place


def test_all_cycles_of_three_wings_of_the_last_layer_are_there() -> None:
    """8 x 7 x 6 / 3 cycles, each of which moves three wings and nothing else."""
    cycles = cycles_of_up()
    seen = {tuple(three) for half in (0, 1) for three in cycles.places[:, half].tolist()}
    assert len(seen) == 112
    for number, cycle in enumerate(cycles.cycles):
        for layer in (1, 2):
            cube = Cube.from_alg(cycle.alg(4, [layer]), 4)
            moved = np.flatnonzero(cube.stickers != np.arange(96))
            assert len(moved) == 6
            assert len(set(cycles.places[number, layer - 1].tolist())) == 3
        wide = Cube.from_alg(cycle.alg(8, [1, 2, 4]), 8)
        assert int(np.sum(wide.stickers != np.arange(384))) == 18


# Trackers


@pytest.mark.parametrize("size", [4, 5, 6])
def test_face_colours_follow_what_is_built(size: int) -> None:
    """A first layer decides the colours of the sides, whatever cells above it say."""
    cube = Cube(size)
    cube.play("2-3Uw" if size > 4 else "2U")
    hold = best_hold(cube)
    held = cube.copy()
    held.play(hold.turn)
    with FacesTrackerHolder(held, scheme=hold.colors) as holder:
        colors = holder.face_colors
        corner = held.corner("DFR")
        assert all(edge.color == colors[edge.face.name] for edge in corner.edges)
        held.play("y")
        assert list(colors.values()) != list(holder.face_colors.values())
        assert all(
            edge.color == holder.face_colors[edge.face.name] for edge in held.corner("DFR").edges
        )


def test_marks_are_gone_afterwards() -> None:
    operator = Operator(Cube.random_state(4, 1))
    LayerByLayerNxNSolver(BeginnerSolver3x3(), CFOP3x3()).solve(operator, SolveStep.ALL)
    assert operator.cube.solved
    assert not FacesTrackerHolder.tracked_slots(operator.cube)


def test_random_moves_of_any_layers() -> None:
    for size, seed in product((4, 5, 6, 7), range(4)):
        check(Cube.from_alg(random_moves(size, 3 + 4 * seed, seed), size))


def test_the_clock_is_looked_at_while_a_hold_is_chosen() -> None:
    """On a 100x100 whose edges are whole that took longer than an answer may be late."""
    looks: list[int] = []
    with watched(partial(looks.append, 1)):
        best_hold(Cube.from_alg("R2 L2 U2 D2 F2 B2", 6))
    assert len(looks) == 6 * 24  # faces, and ways to hold them
