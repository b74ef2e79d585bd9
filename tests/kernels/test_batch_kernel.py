"""Batches against the oracle, on sizes small enough for plain Python."""

from random import Random

import numpy as np
import pytest

from cubesolve.kernels import batch
from cubesolve.model.geometry import geometry
from cubesolve.model.move_sets import move_set
from oracle import Oracle, all_tokens

COUNT, LENGTH = 3, 5
TYPES = {2: np.uint8, 3: np.uint8, 4: np.uint16, 5: np.int32, 6: np.uint8}


@pytest.mark.parametrize("size", TYPES)
def test_each_cube_turns_as_in_space(size: int) -> None:
    random = Random(size)
    names = [token + random.choice(("", "2", "'")) for token in all_tokens(size)]
    choices = np.array(
        [[random.randrange(-1, len(names)) for _ in range(LENGTH)] for _ in range(COUNT)]
    )
    stickers = np.tile(np.arange(6 * size * size, dtype=TYPES[size]), (COUNT, 1))
    moves = move_set(names, size)
    table = geometry(size).turning_table
    batch.turn_each(stickers, table, moves.turns, moves.starts, choices)
    oracles = [Oracle(size) for _ in range(COUNT)]
    for oracle, row in zip(oracles, choices, strict=True):
        for choice in row:
            if choice >= 0:
                oracle.play(names[choice])
    assert stickers.tolist() == [oracle.stickers() for oracle in oracles]
    batch.turn_all(stickers, table, move_set([names[:2]], size).turns)
    for oracle in oracles:
        oracle.play(names[0])
        oracle.play(names[1])
    assert stickers.tolist() == [oracle.stickers() for oracle in oracles]


@pytest.mark.parametrize("size", [2, 3, 6, 7])
def test_colours_and_what_is_solved(size: int) -> None:
    area, n_slots = size * size, 6 * size * size
    kind = np.uint8 if n_slots <= 256 else np.uint16
    stickers = np.tile(np.arange(n_slots, dtype=kind), (4, 1))
    moves = move_set(["R", "y x2", "M" if size % 2 else "Rw L'"], size)
    table = geometry(size).turning_table
    choices = np.array([[-1], [0], [1], [2]])
    batch.turn_each(stickers, table, moves.turns, moves.starts, choices)
    colors = np.empty(stickers.shape, dtype=np.uint8)
    batch.write_colors(stickers, area, colors)
    assert colors.tolist() == (stickers // area).tolist()
    solved, home = np.empty(4, dtype=np.bool_), np.empty(4, dtype=np.bool_)
    batch.find_solved(stickers, area, solved)
    batch.find_home(stickers, area, home)
    # Rw L' of a 2x2 turns the whole cube, and then L back.
    assert solved.tolist() == [True, False, True, False]
    assert home.tolist() == [True, False, False, False]
    one_hot = np.zeros((4, n_slots, 6), dtype=np.uint8)
    batch.write_one_hot(stickers, area, one_hot)
    assert one_hot.tolist() == np.eye(6, dtype=int)[colors].tolist()
    found = np.empty(4, dtype=np.int32)
    ones = np.array([1 << batch.COUNTER_BITS * (s // area) for s in range(n_slots)])
    batch.count_strangers(stickers, area, ones, found)
    assert found.tolist() == [
        sum(area - max(face.count(c) for c in set(face)) for face in row)
        for row in colors.reshape(4, 6, area).tolist()
    ]
    assert (found == 0).tolist() == solved.tolist()


def test_no_move_undoes_or_repeats_one_before() -> None:
    names = ["R", "R'", "R2", "L", "U", "F2", "Lw", "M"]
    moves = move_set(names, 3)
    lengths = np.array([0, 1, 60, 60])
    raws = np.random.default_rng(1).integers(0, 1 << 62, (4, 60))
    chosen = np.empty((4, 60), dtype=np.int64)
    batch.draw_moves(raws, lengths, moves.kinds, np.zeros(len(names), dtype=np.int64), chosen)
    assert (chosen >= 0).sum(axis=1).tolist() == lengths.tolist()
    assert chosen[1, 0] >= 0
    assert set(chosen[2:].flat) == set(range(len(names)))
    for row in chosen[2:].tolist():
        turned: set[str] = set()
        for name in (names[choice].rstrip("'2") for choice in row):
            if name in "UF" or "U" in turned or "F" in turned:
                assert name not in turned
                turned.clear()
            assert name not in turned
            turned.add(name)


def test_moves_about_one_axis_only_begin_anew_when_all_were_used() -> None:
    moves = move_set(["R", "L"], 3)
    raws = np.random.default_rng(2).integers(0, 1 << 62, (1, 20))
    chosen = np.empty((1, 20), dtype=np.int64)
    batch.draw_moves(raws, np.array([20]), moves.kinds, np.zeros(2, dtype=np.int64), chosen)
    assert chosen.reshape(10, 2).sum(axis=1).tolist() == [1] * 10
