"""Stickers of corners and edges: read from a cube, turned, undone, and written back."""

from math import lcm

import numpy as np
import pytest
from sticker_search import (
    HOLDS,
    NAMES,
    PHASE_2_NAMES,
    SOLVED,
    cubies,
    played,
    random_states,
    replayed,
    turns,
)

from cubesolve import BOY, ColorScheme, Cube, iter_solutions
from cubesolve.methods.three.two_phase.cubie import (
    PHASE_2_TURNS,
    TURNS,
    Cubies,
    turn_arrays,
)

SCHEMES = (BOY, ColorScheme.parse("PKCLNA"))


def order_of(text: str) -> int:
    """Return how often moves must be played until the cube is solved again."""
    step = Cubies.from_cube(Cube.from_alg(text))
    state, count = step, 1
    while not state.is_solved:
        state, count = state.then(step), count + 1
    return count


def test_names_of_turns() -> None:
    assert list(TURNS.names) == NAMES
    assert [TURNS.names[turn] for turn in PHASE_2_TURNS] == PHASE_2_NAMES
    assert [TURNS.names[turn] for turn in TURNS.quarter] == [n for n in NAMES if "2" not in n]


def test_solved() -> None:
    assert Cubies.solved().is_solved
    assert Cubies.from_cube(Cube(3)).is_solved
    assert Cubies.solved().to_cube() == Cube(3)


@pytest.mark.parametrize("seed", range(40))
def test_from_a_cube_and_back(seed: int) -> None:
    cube = Cube.random_state(3, seed)
    assert Cubies.from_cube(cube).to_cube().facelets() == cube.facelets()


def test_parts_are_those_of_the_cube() -> None:
    """`corners[slot]` is the sticker in a slot: parts are read by name, not by the kernels."""
    cube = Cube.from_alg("R U F' D2 L B'")
    state = Cubies.from_cube(cube)
    solved = Cube(3)
    for number, corner in enumerate(cube.corners):
        for k, slot in enumerate(corner.slots):
            piece, sticker = divmod(int(state.corners[3 * number + k]), 3)
            assert cube.sticker_at(slot) == solved.corners[piece].slots[sticker]
    for number, edge in enumerate(cube.edges):
        for k, slot in enumerate(edge.slots):
            piece, sticker = divmod(int(state.edges[2 * number + k]), 2)
            assert cube.sticker_at(slot) == solved.edges[piece].slots[sticker]


@pytest.mark.parametrize("hold", HOLDS)
def test_turns_that_solve_the_cubies_solve_the_cube_as_held(hold: str) -> None:
    rng = np.random.default_rng(HOLDS.index(hold))
    for scheme in SCHEMES:
        word = list(map(int, rng.integers(18, size=25)))
        held = Cube(3, scheme)
        held.play(hold)
        held.play(" ".join(NAMES[turn] for turn in word))
        state = Cubies.from_cube(held)
        assert state == Cubies.solved().play(word)
        assert state.play(map(TURNS.inverse, reversed(word))).is_solved
        searched = next(iter_solutions(held))
        assert not any(move.is_rotation for move in searched)
        held.play(searched)
        assert held.solved


def test_each_turn_is_the_oracles() -> None:
    arrays = turn_arrays()
    for turn, row in enumerate(turns()):
        expected = cubies(row)
        assert Cubies(arrays.corners[turn], arrays.edges[turn]) == expected
        assert Cubies.solved().play([turn]) == expected


def test_words_of_turns_are_the_oracles() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        word = rng.integers(18, size=20)
        names = [NAMES[turn] for turn in word]
        state = Cubies.solved().play(map(int, word))
        assert state == cubies(replayed(SOLVED, names))
        assert state.to_cube() == Cube.from_alg(" ".join(names))


def test_then_and_inverse() -> None:
    states = random_states(30, 1)
    one = Cubies.solved()
    for a, b, c in zip(states[:10], states[10:20], states[20:], strict=True):
        assert a.then(b).then(c) == a.then(b.then(c))
        assert a.then(b) != b.then(a)
        assert a.then(one) == one.then(a) == a
        assert a.then(a.inverse()).is_solved
        assert a.inverse().then(a).is_solved
        assert a.inverse().inverse() == a
        assert a.then(b).inverse() == b.inverse().then(a.inverse())


def test_then_plays_the_moves_of_both() -> None:
    first, second = "R U2 F' D", "L' B2 U R'"
    a, b = Cubies.from_cube(Cube.from_alg(first)), Cubies.from_cube(Cube.from_alg(second))
    assert a.then(b) == cubies(played(f"{first} {second}"))
    assert a.then(b) != cubies(played(f"{second} {first}"))


def test_a_state_is_not_changed() -> None:
    state = random_states(1, 2)[0]
    corners, edges = state.corners.copy(), state.edges.copy()
    state.then(state)
    state.inverse()
    state.play(range(18))
    assert np.array_equal(state.corners, corners)
    assert np.array_equal(state.edges, edges)


def test_is_solved_looks_at_corners_and_at_edges() -> None:
    turned = Cubies.solved().play([0])
    home = Cubies.solved()
    assert not Cubies(turned.corners, home.edges).is_solved
    assert not Cubies(home.corners, turned.edges).is_solved
    assert Cubies(turned.corners, home.edges) != home
    assert Cubies(home.corners, turned.edges) != home


@pytest.mark.parametrize(
    ("text", "order"),
    [("R", 4), ("R2", 2), ("R U", 105), ("R U R' U'", 6), ("R U2 D' B D'", 1260), ("R U'", 63)],
)
def test_orders(text: str, order: int) -> None:
    assert order_of(text) == order


def test_order_is_that_of_corners_and_edges() -> None:
    """(R U) moves corners with order 15 and edges with order 7."""
    step = Cubies.from_cube(Cube.from_alg("R U"))
    corners = Cubies(step.corners, Cubies.solved().edges)
    edges = Cubies(Cubies.solved().corners, step.edges)
    orders = []
    for part in (corners, edges):
        state, count = part, 1
        while not state.is_solved:
            state, count = state.then(part), count + 1
        orders.append(count)
    assert orders == [15, 7]
    assert lcm(*orders) == 105


def test_inverse_turns() -> None:
    for turn, name in enumerate(TURNS.names):
        back = TURNS.inverse(turn)
        assert TURNS.names[back][0] == name[0]
        assert Cubies.solved().play([turn, back]).is_solved
