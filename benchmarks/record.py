"""The shortest solutions, kept, and a way to keep a shorter one: `python -m benchmarks.record`.

`benchmarks/records/` has a file of moves for each size, `33.bin`, as `Solution.save_moves` and
`cubesolve solve --out` write it (docs/huge.md says how it is made), and `records.json` with the
seed of the random state, the slice turns, the limit and how it was found. Without a file, all
records are replayed and shown. With one it is replayed, and kept if it solves the state in fewer
slice turns than the record of its size:

    cubesolve solve --size 33 --random 5 --method short --nodes 10000000000 --out moves.bin
    python -m benchmarks.record moves.bin --seed 5 --limit "10,000,000,000 nodes" --how "40 minutes"

Rows are printed as docs/huge.md has them; `tests/test_records.py` replays every record on a model
of its own, and looks for its row there.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TypedDict

from cubesolve import Cube, Metric, read_moves, verify_moves, write_moves

FOLDER = Path(__file__).parent / "records"
NOTES = FOLDER / "records.json"


class Record(TypedDict):
    """What is noted of a record: its file, whose state is `Cube.random_state(size, seed)`."""

    size: int
    seed: int
    turns: int
    file: str
    limit: str
    how: str


def kept() -> list[Record]:
    """Return all records, the smallest size first."""
    found: list[Record] = json.loads(NOTES.read_text(encoding="utf-8")) if NOTES.exists() else []
    return found


def replayed(path: Path, seed: int) -> tuple[int, int]:
    """Return the size and the slice turns of a file of moves; it must solve the state of a seed."""
    alg = read_moves(path)
    if not verify_moves(Cube.random_state(alg.size, seed), alg):
        raise SystemExit(f"{path} does not solve Cube.random_state({alg.size}, {seed})")
    return alg.size, alg.count(Metric.SST, alg.size)


def keep(path: Path, seed: int, limit: str, how: str) -> Record:
    """Keep the moves of a file as the record of its size; it must be shorter than the one there."""
    size, turns = replayed(path, seed)
    others = [one for one in kept() if one["size"] != size]
    for one in kept():
        if one["size"] == size and turns >= one["turns"]:
            raise SystemExit(f"{turns:,} slice turns are not fewer than the {one['turns']:,} kept")
    file = f"{size}.bin"
    record = Record(size=size, seed=seed, turns=turns, file=file, limit=limit, how=how)
    write_moves(FOLDER / file, read_moves(path).simplify(size))
    notes = sorted([*others, record], key=lambda one: one["size"])
    NOTES.write_text(json.dumps(notes, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return record


def row(record: Record) -> str:
    """Return the row of a record in docs/huge.md."""
    size, turns = record["size"], record["turns"]
    state = f"`Cube.random_state({size}, {record['seed']})`"
    over = f"{turns / size**2:.2f}"
    return f"| {size} | {turns:,} | {over} | {state} | {record['limit']} | {record['how']} |"


def main() -> None:
    """Keep a record, or replay all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("moves", type=Path, nargs="?", help="a file of moves to keep")
    parser.add_argument("--seed", type=int, help="of the random state that it solves")
    parser.add_argument("--limit", help="how far the search went, in words")
    parser.add_argument("--how", default="", help="what else there is to say, in words")
    args = parser.parse_args()
    if args.moves is not None:
        if args.seed is None or args.limit is None:
            parser.error("a record needs --seed and --limit")
        print(row(keep(args.moves, args.seed, args.limit, args.how)))
        return
    for record in kept():
        found = replayed(FOLDER / record["file"], record["seed"])
        assert found == (record["size"], record["turns"]), found
        print(row(record))


if __name__ == "__main__":
    main()
