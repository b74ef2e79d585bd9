"""The records in `benchmarks/records/` solve what they say, in as many slice turns as they say.

Their files are read here as docs/huge.md describes them, and replayed on the oracle.
"""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from cubesolve import Cube, read_moves, verify_moves
from oracle import FACES, Oracle, read_token

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "benchmarks" / "records"
RECORDS: list[dict[str, Any]] = json.loads((FOLDER / "records.json").read_text(encoding="utf-8"))
ON_THE_ORACLE = 40  # layers; with more it would take minutes

Turn = tuple[str, int, int]  # face, layer from that face, clockwise quarter turns


def file_turns(path: Path) -> tuple[int, list[Turn]]:
    """Return the size and the turns of a file of moves."""
    data = path.read_bytes()
    name, version, bytes_of_a_turn, size, count, checksum, more = struct.unpack(
        "<8sHHIQIQ", data[:36]
    )
    assert (name, version, bytes_of_a_turn, more) == (b"CUBETURN", 1, 4, 0)
    assert data[36:64] == bytes(28)
    assert zlib.crc32(data[64:]) == checksum
    assert len(data) == 64 + 4 * count
    words = struct.unpack(f"<{count}I", data[64:])
    return size, [(FACES[word >> 2 & 7], word >> 5, word & 3) for word in words]


def slice_turns(turns: list[Turn], size: int) -> int:
    """Return how many turns of single layers there are when those of a layer that meet are one."""
    count, axis, total = 0, "", dict[int, int]()
    for face, layer, amount in [*turns, ("", 1, 1)]:
        now = {"D": "U", "L": "R", "B": "F"}.get(face, face)
        if now != axis:
            count += sum(1 for each in total.values() if each % 4)
            axis, total = now, {}
        from_first = layer if now == face else size + 1 - layer
        total[from_first] = total.get(from_first, 0) + (amount if now == face else -amount)
    return count


def is_solved(colors: list[str]) -> bool:
    area = len(colors) // 6
    return all(len(set(colors[at : at + area])) == 1 for at in range(0, len(colors), area))


def test_there_are_records_and_no_other_files() -> None:
    assert RECORDS
    files = {path.name for path in FOLDER.iterdir()} - {"records.json"}
    assert files == {record["file"] for record in RECORDS}
    assert [record["size"] for record in RECORDS] == sorted({r["size"] for r in RECORDS})


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["file"])
def test_a_record_solves_its_state(record: dict[str, Any]) -> None:
    size, turns = file_turns(FOLDER / record["file"])
    assert size == record["size"]
    assert slice_turns(turns, size) == len(turns) == record["turns"]
    cube = Cube.random_state(size, record["seed"])
    if size <= ON_THE_ORACLE:
        oracle = Oracle(size)
        for face, layer, amount in turns:
            oracle.turn(face, [layer], amount)
        start = cube.facelets()
        assert not is_solved(list(start))
        assert is_solved([start[home] for home in oracle.stickers()])
    assert verify_moves(cube, read_moves(FOLDER / record["file"]))


def test_one_turn_less_does_not_solve() -> None:
    """What the test above does would tell a solution from none."""
    record = RECORDS[0]
    size, turns = file_turns(FOLDER / record["file"])
    oracle = Oracle(size)
    for face, layer, amount in turns[:-1]:
        oracle.turn(face, [layer], amount)
    start = Cube.random_state(size, record["seed"]).facelets()
    assert not is_solved([start[home] for home in oracle.stickers()])


def test_the_pages_say_what_the_records_are() -> None:
    page = (ROOT / "docs" / "huge.md").read_text(encoding="utf-8")
    for record in RECORDS:
        size, turns = record["size"], record["turns"]
        state = f"`Cube.random_state({size}, {record['seed']})`"
        assert f"| {size} | {turns:,} | {turns / size**2:.2f} | {state} |" in page


@pytest.mark.parametrize(
    ("text", "expected"),
    [("R R", 1), ("R L R", 2), ("R 4L", 0), ("2R L 2R'", 1), ("R U R'", 3), ("R2 R2", 0)],
)
def test_turns_that_meet_are_counted_as_one(text: str, expected: int) -> None:
    read = [read_token(token, 4) for token in text.split()]
    assert slice_turns([(face, layers[0], turns) for face, layers, turns in read], 4) == expected
