"""The phases of the 5x5: coordinates against rows that are turned, and distances near the goal."""

import random
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from cubesolve import Cube
from cubesolve.kernels import five_near, five_starts, five_walk
from cubesolve.kernels.five import close_bit
from cubesolve.kernels.near_goal import near_distance
from cubesolve.methods.five import centers, last_edges, middle, wings
from cubesolve.methods.five.candidates import Candidates, views
from cubesolve.methods.five.pieces import (
    PHASE_TURNS,
    is_half,
    row_of,
    row_turns,
    solved_row,
    symmetries,
)
from cubesolve.search.coordinates import Bytes
from cubesolve.search.orbits import block_turns
from cubesolve.search.read_only import read_only
from cubesolve.search.table_file import Arrays
from oracle import Oracle

NAMES = block_turns(5).names
NOTHING: Arrays = {
    name: np.zeros(1, np.uint8)
    for name in ("edges", "low_ud", "low_fb", "low_rl", "centers", "close")
}
# As tables are: kernels would be compiled once more for arrays that can be written to.
NO_DISTANCES = read_only(np.zeros(1 << 26, np.uint8))
NO_HASH: Arrays = {"near": np.zeros(1, np.uint16)}


@cache
def coordinates_4() -> Arrays:
    return middle.build_coordinates_4()


@cache
def coordinates_5() -> Arrays:
    return last_edges.build_coordinates_5()


def played(turns: list[int]) -> Bytes:
    row = solved_row()
    for turn in turns:
        row = row[row_turns()[turn]]
    return row


def some_turns(phase: int, seed: int, count: int = 30) -> list[int]:
    return random.Random(seed).choices(PHASE_TURNS[phase].tolist(), k=count)


def test_rows_are_those_of_the_oracle() -> None:
    turns = some_turns(0, 1, 60)
    oracle = Oracle(5)
    for turn in turns:
        oracle.play(NAMES[turn])
    assert np.array_equal(row_of(Cube.from_facelets(oracle.facelets())), played(turns))


def test_symmetries_make_rows_of_rows() -> None:
    row, seen = played(some_turns(0, 2, 40)), np.empty(96, np.uint8)
    for s in range(48):
        five_starts.see(row, s, views(), seen)
        for turn in (0, 8, 20, 35):
            after = np.empty(96, np.uint8)
            five_starts.see(row[row_turns()[turn]], s, views(), after)
            assert np.array_equal(after, seen[row_turns()[symmetries().turns[s, turn]]])
        back = np.empty(96, np.uint8)
        five_starts.see(seen, int(symmetries().inverse[s]), views(), back)
        assert np.array_equal(back, row)


@pytest.mark.parametrize("phase", [3, 4])
def test_later_phases_keep_low_wings_low(phase: int) -> None:
    row = played(some_turns(phase, 3, 200))
    assert five_starts.has_low_and_high(row)
    assert not np.any(row[48:72:2] % 2)
    assert not five_starts.has_low_and_high(played([NAMES.index("Rw"), *some_turns(phase, 3)]))


def start_4(row: Bytes) -> npt.NDArray[np.int64]:
    """Return all starts of phase 4 by which families they pair."""
    tables = middle.phase_4(
        coordinates_4(), NOTHING | {"low_ud": np.zeros(0, np.uint8)}, NO_HASH, 7
    )
    big = dict.fromkeys(("edges", "low_fb", "centers"), NO_DISTANCES)
    tables = tables._replace(**big)  # type: ignore[arg-type]
    out = np.empty((1000, five_walk.START_SIZE), np.int64)
    rows = row[None].copy()
    count = five_starts.starts_4(rows, np.zeros(1, np.int64), np.arange(1), out, tables)
    return out[:count, five_walk.FIELDS : five_walk.SOURCE]


def test_coordinates_of_phase_4_turn_as_rows_do() -> None:
    """Every start of a turned row is a start of the row, turned by tables: with U and D at rest."""
    c = coordinates_4()
    row = played(some_turns(3, 5, 40))
    before = start_4(row)
    for column, turn in enumerate(PHASE_TURNS[3].tolist()):
        after = {tuple(start) for start in start_4(row[row_turns()[turn]]).tolist()}
        turned = {
            (
                int(c["m_moves"][m, column]),
                int(c["l_moves"][m, low, column]),
                int(c["h_moves"][m, high, column]),
                int(c["ud_moves"][ud, column]),
                int(c["fb_moves"][fb, column]),
            )
            for m, low, high, ud, fb in before.tolist()
        }
        if NAMES[turn][0] in "UD" and "w" not in NAMES[turn]:
            assert turned == after  # no piece comes to the edges between U and D, or leaves them
        else:
            assert turned & after or not after


def start_5(row: Bytes) -> list[int]:
    tables = last_edges.phase_5(coordinates_5(), NOTHING, NO_HASH, 9)
    big = dict.fromkeys(("edges", "low_rl", "centers"), NO_DISTANCES)
    out = np.empty((1, five_walk.START_SIZE), np.int64)
    costs = np.zeros(1, np.int64)
    rows, tables = row[None].copy(), tables._replace(**big)  # type: ignore[arg-type]
    assert five_starts.starts_5(rows, costs, last_edges.EDGES, out, tables) == 1
    found: list[int] = out[0, five_walk.FIELDS : five_walk.FIELDS + 4].tolist()
    return found


def test_coordinates_of_phase_5_turn_as_rows_do() -> None:
    c = coordinates_5()
    row = solved_row()
    for turn in some_turns(4, 6, 60):
        before = start_5(row)
        row = row[row_turns()[turn]]
        column = PHASE_TURNS[4].tolist().index(turn)
        names = ("l_moves", "h_moves", "rl_moves", "side_moves")
        expected = [int(c[name][v, column]) for name, v in zip(names, before, strict=True)]
        assert start_5(row) == expected
    assert start_5(solved_row())[:3] == [0, 0, 0]


def test_what_phase_4_has_not_reached_is_left_out() -> None:
    row = solved_row()[row_turns()[NAMES.index("Rw2")]]  # takes wings out of the middle edges
    with pytest.raises(AssertionError):
        start_5(row)


def seen_from_goal(rows: list[Bytes], turns: list[int], depth: int) -> dict[bytes, int]:
    """Return all rows up to a distance, by a plain search."""
    found = {row.tobytes(): 0 for row in rows}
    front = list(rows)
    for distance in range(1, depth + 1):
        further = []
        for row in front:
            for turn in turns:
                to = row[row_turns()[turn]]
                if to.tobytes() not in found:
                    found[to.tobytes()] = distance
                    further.append(to)
        front = further
    return found


def test_the_hash_of_phase_5_knows_distances() -> None:
    depth = 3
    c = coordinates_5()
    near = last_edges.build_near_5(c, depth, 1 << 14, lambda share: None)
    tables = last_edges.phase_5(c, NOTHING, near, depth)
    key = np.empty(1, np.uint64)
    turns = PHASE_TURNS[4].tolist()
    for text, distance in seen_from_goal([solved_row()], turns, depth).items():
        state = np.array([start_5(np.frombuffer(text, np.uint8))], np.uint16)
        five_near.keys_5(state, key, tables)
        assert near_distance(tables.near, key[0]) <= distance  # other rows have its coordinates


def test_the_hash_of_phase_1_knows_distances() -> None:
    depth = 2
    c = centers.build_coordinates_1()
    near = centers.build_near_1(c, depth, 1 << 12, lambda share: None)
    tables = centers.phase_1(c, near, depth)
    bits, key = np.left_shift(1, np.arange(24)), np.empty(1, np.uint64)
    least: dict[tuple[int, int], int] = {}
    for text, distance in seen_from_goal([solved_row()], list(range(36)), depth).items():
        is_fb = np.isin(np.frombuffer(text, np.uint8)[:48], (2, 5))
        state = int(is_fb[:24] @ bits), int(is_fb[24:] @ bits)
        least[state] = min(distance, least.get(state, distance))
    for (x, t), distance in least.items():
        five_near.keys_1(np.array([[x, t]], np.uint32), key, tables)
        assert near_distance(tables.near, key[0]) == distance


def test_the_hash_of_phase_3_knows_distances_and_what_is_close() -> None:
    depth = 2
    c = wings.build_coordinates_3()
    near = wings.build_near_3(c, depth, 1 << 12, lambda share: None)
    tables = wings.phase_3(c, NOTHING | near, depth)
    key = np.empty(1, np.uint64)
    choices = five_starts.Choices(np.empty((2, 64), np.int64), np.empty((2, 64), np.int64))
    masks, flips = choices
    least: dict[tuple[int, int], int] = {}
    for text, distance in seen_from_goal([solved_row()], PHASE_TURNS[2].tolist(), depth).items():
        five_starts.choices_3(np.frombuffer(text, np.uint8).copy(), choices)
        state = int(masks[0, 0] | masks[1, 0]), int(flips[0, 0] ^ flips[1, 0])
        least[state] = min(distance, least.get(state, distance))
    for state, distance in least.items():
        five_near.keys_3(np.array([state], np.uint32), key, tables)
        assert near_distance(tables.near, key[0]) == distance
        if distance < depth:
            bit = int(close_bit(state[0], state[1], tables))
            assert bit == 1


def test_candidates_play_in_any_frame() -> None:
    """What a way does in a frame, its path does to the cube as it is held."""
    row = played(some_turns(0, 9, 25))
    ways = np.zeros((48, five_walk.WAY_SIZE), np.int32)
    turns = random.Random(4).choices(range(24), k=5)
    ways[:, five_walk.WAY_START] = np.arange(48)
    ways[:, five_walk.WAY_LENGTH] = len(turns)
    ways[:, five_walk.WAY_TURNS : five_walk.WAY_TURNS + len(turns)] = turns
    start = Candidates.start(row).pick(np.zeros(48, np.int64)).seen(np.arange(48))
    found = start.played(ways, 2)
    back = found.seen(symmetries().inverse[found.frames])
    for i in range(48):
        plain = row
        for turn in found.paths[i, : found.lengths[i]].tolist():
            plain = plain[row_turns()[turn]]
        assert np.array_equal(plain, back.rows[i])


def test_turns_of_phases() -> None:
    assert [len(turns) for turns in PHASE_TURNS] == [36, 22, 24, 16, 14, 18]
    assert all(is_half(turn) for turn in PHASE_TURNS[3].tolist() if turn >= 18)
