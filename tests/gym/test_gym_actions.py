"""Sets of actions: all different, as many as there should be, and masks that lose nothing."""

import pytest

from cubesolve import Cube, NotationError, UnsupportedSizeError
from cubesolve.gym import ACTION_SETS, action_moves
from cubesolve.gym.actions import mask_table

COUNTS = {
    ("quarter", 2): 6, ("quarter", 3): 12, ("half", 2): 9, ("half", 3): 18, ("half", 7): 18,
    ("wide", 2): 9, ("wide", 3): 18, ("wide", 4): 27, ("wide", 5): 36,
    ("slices", 2): 9, ("slices", 3): 27, ("slices", 5): 45,
}  # fmt: skip


@pytest.mark.parametrize(("name", "size"), COUNTS)
def test_actions_differ_in_what_they_do(name: str, size: int) -> None:
    moves = action_moves(name, size)
    assert len(moves) == COUNTS[name, size]
    assert len({Cube.from_alg(move, size) for move in moves}) == len(moves)
    assert not any(Cube.from_alg(move, size).solved for move in moves)


@pytest.mark.parametrize(("name", "size"), [("half", 2), ("quarter", 3), ("slices", 3)])
def test_a_mask_reaches_all_that_three_moves_reach(name: str, size: int) -> None:
    moves = action_moves(name, size)
    table = mask_table(moves, size)
    everything, masked = {Cube(size)}, {(Cube(size), -1)}
    for _ in range(3 if size == 2 else 2):
        everything |= {after(cube, move) for cube in everything for move in moves}
        masked |= {
            (after(cube, move), number)
            for cube, last in masked
            for number, move in enumerate(moves)
            if table[last, number]
        }
    assert {cube for cube, _ in masked} == everything
    assert table[-1].all()
    assert not table[:-1].all(axis=1).any()
    assert len(masked) < 1 + sum(len(moves) ** depth for depth in range(1, 4 if size == 2 else 3))


def after(cube: Cube, move: object) -> Cube:
    twin = cube.copy()
    twin.play(move)  # type: ignore[arg-type]
    return twin


def test_a_mask_never_forbids_everything() -> None:
    assert mask_table(action_moves(["R", "R2", "R'"], 3), 3).tolist() == [[1, 1, 1]] * 4
    assert mask_table(action_moves(["R", "R'"], 3), 3).tolist() == [[1, 0], [0, 1], [1, 1]]


def test_own_lists_and_mistakes() -> None:
    assert [str(move) for move in action_moves(["R", "M'", "3Rw"], 5)] == ["R", "M'", "3Rw"]
    with pytest.raises(ValueError, match="quarter, half, wide, slices"):
        action_moves("all", 3)
    with pytest.raises(ValueError, match="at least one"):
        action_moves([], 3)
    with pytest.raises(ValueError, match="turn something"):
        action_moves(["R4"], 3)
    with pytest.raises(NotationError):
        action_moves(["M"], 4)
    with pytest.raises(UnsupportedSizeError):
        action_moves("half", 1)
    assert set(ACTION_SETS) == {name for name, _ in COUNTS}
