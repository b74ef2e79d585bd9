"""Cubes of very many layers, by `fast` and `short`: `python -m benchmarks.huge`.

Each row is one random state in a process of its own: turns of single layers (slice turns, SST), the
same over N² and over the counting bound, below which most states cannot be solved; seconds cold, of
the whole process with imports and tables, and warm, of a solve alone (wall, and of all cores
together); the most memory; how the turns were verified. Above 4,096 layers the state is a
`BigCube`, and there are two rows: turns only counted, and turns handed on as they come, which are
verified. `--sizes 65536` is for patient people with 12 GiB of memory.

With `--json FILE` the rows are kept, also beside those of another run; `--svg FILE` draws them with
what others have published.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter, process_time, time
from typing import Any

from cubesolve import SOLVERS, BigCube, Cube, RandomState, Solution, solve, solve_big, verify_moves

SIZES = (10, 20, 33, 50, 100, 200, 500, 1000, 2000, 4096, 10_000)
BIG_ABOVE = 4096
VERIFIED_WHOLE = 500  # every turn on every sticker; larger ones by a sample, unless told
METHODS = ("fast", "short")
SHORT_UP_TO = 200
Row = dict[str, Any]

# Turns over N², by size. RCube was built and run on such a machine; the others are published.
PUBLISHED: dict[str, tuple[tuple[int, float], ...]] = {
    "RCube (C++)": (
        (10, 44.3), (20, 28.6), (50, 18.1), (100, 13.4), (200, 10.5), (512, 8.5), (1000, 7.82),
        (2048, 7.46),
    ),
    "Santa 2023, winner": ((10, 4.5), (33, 4.26)),
    "by hand (qqwref)": ((111, 16.4),),
    "Kociemba, centres only": ((101, 6.84),),
}  # fmt: skip


def counting_bound(size: int) -> int:
    """Return how many slice turns it takes to reach as many states as there are.

    Successive turns about one axis are one syllable. With (1+3x)^N - 1 for the syllables of an axis
    by their turns, sequences grow as 1/x where two such axes make 1.
    """
    corners = math.lgamma(9) + 7 * math.log(3)
    odd = math.lgamma(13) + 10 * math.log(2) if size % 2 else -math.log(24)
    wings = (size - 2) // 2 * math.lgamma(25)
    orbit = math.lgamma(25) - 6 * math.lgamma(5)
    states = corners + odd + wings + (size - 2) ** 2 // 4 * orbit
    growth = -math.log((1.5 ** (1 / size) - 1) / 3)
    return math.ceil(states / growth)


def rows_of(args: argparse.Namespace) -> list[Row]:
    """Return the rows of a method and a size, measured in this process."""
    method, size = args.one[0], int(args.one[1])
    if size > BIG_ABOVE:
        return [big_row(size, args.began, False), big_row(size, args.began, True)]
    cube = Cube.random_state(size, 1)
    limit = args.time if method == "short" else None
    solution, wall, cores = timed(cube, method, limit)
    cold = time() - args.began
    if method == "fast":
        repeated = [timed(cube, method, None) for _ in range(3 if size < 4000 else 1)]
        solution, wall, cores = min(repeated, key=lambda each: each[1])
    sampled = None if args.whole or size <= VERIFIED_WHOLE else 16
    found = verify_moves(cube, solution.alg, layers=sampled)
    assert found, f"{method} does not solve size {size}"
    return [row(method, size, solution.count("SST"), (cold, wall, cores), found.how)]


def timed(cube: Cube, method: str, limit: float | None) -> tuple[Solution, float, float]:
    """Return a solution, and how long it took: wall, and of all cores together."""
    wall, cores = perf_counter(), process_time()
    solution = solve(cube, method, limit=limit)
    return solution, perf_counter() - wall, process_time() - cores


def big_row(size: int, began: float, handed_on: bool) -> Row:
    """Return the row of a cube that is solved in place, its turns counted or handed on."""
    cube = BigCube.random_state(size, 1)
    replay = None
    if handed_on:
        from cubesolve.solving.verify import Replay, sample_layers

        layers = sample_layers(size)
        replay = Replay(RandomState(size, 1).layers(layers).colors(), size, layers)
    wall, cores = perf_counter(), process_time()
    solution = solve_big(cube, on_turns=replay.play if replay else None)
    times = (time() - began, perf_counter() - wall, process_time() - cores)
    assert cube.solved
    how = "every sticker on the planes"
    if replay is not None:
        found = replay.result()
        assert found, f"fast does not solve size {size}"
        how = found.how
    name = "fast, handed on" if handed_on else "fast, counted"
    return row(name, size, solution.turns, times, how)


def row(method: str, size: int, turns: int, times: tuple[float, float, float], how: str) -> Row:
    """Return a row as plain data."""
    import resource

    cold, wall, cores = times
    return {
        "method": method,
        "size": size,
        "turns": turns,
        "over": turns / size**2,
        "bound": turns / counting_bound(size),
        "cold": cold,
        "wall": wall,
        "cores": cores,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "verified": how,
    }


def measured(args: argparse.Namespace) -> Iterable[Row]:
    """Yield rows, each of a process of its own."""
    for method in args.methods:
        for size in args.sizes:
            if method not in SOLVERS or not SOLVERS[method].fits(size):
                continue
            if method == "short" and size > args.short_up_to:
                continue
            command = [sys.executable, "-m", "benchmarks.huge", "--one", method, str(size)]
            command += ["--began", str(time()), "--time", str(args.time)]
            command += ["--whole"] if args.whole else []
            done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
            if done.returncode:
                print(f"{method} {size}: {done.stderr.strip().splitlines()[-1]}")
                continue
            yield from json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Print the table; keep and draw it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--time", type=float, default=60, help="seconds for short")
    parser.add_argument("--short-up-to", type=int, default=SHORT_UP_TO, metavar="N")
    parser.add_argument("--whole", action="store_true", help="replay all turns, up to size 2,000")
    parser.add_argument("--json", type=Path, metavar="FILE", help="rows to keep, and kept before")
    parser.add_argument("--svg", type=Path, metavar="FILE")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one is not None:
        print(json.dumps(rows_of(args)))
        return
    kept: list[Row] = []
    if args.json is not None and args.json.exists():
        kept = json.loads(args.json.read_text(encoding="utf-8"))
    print(
        "| method | N | SST | over N² | over bound | cold s | warm s | core s | MiB | verified on |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for new in measured(args):
        kept = [old for old in kept if (old["method"], old["size"]) != (new["method"], new["size"])]
        kept.append(new)
        print(
            f"| {new['method']} | {new['size']:,} | {new['turns']:,} | {new['over']:.2f} |"
            f" {new['bound']:.2f} | {new['cold']:.2f} | {new['wall']:.3f} | {new['cores']:.3f} |"
            f" {new['memory']:.0f} | {new['verified']} |",
            flush=True,
        )
    kept.sort(key=lambda old: (old["method"], old["size"]))
    if args.json is not None:
        args.json.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    if args.svg is not None:
        args.svg.write_text(plot(kept), encoding="utf-8")


def plot(rows: list[Row]) -> str:
    """Return a picture of turns over N² against the size, both growing by factors."""
    colors = ("#0051ba", "#009e60", "#c41e3a", "#ff8c00", "#7b2d8b", "#8a5a2b", "#777777")
    curves: dict[str, list[tuple[int, float]]] = {}
    for each in rows:
        name = f"CubeSolve, {each['method'].partition(',')[0]}"
        curves.setdefault(name, []).append((each["size"], each["over"]))
    bound = [(n, counting_bound(n) / n**2) for n in (10, 33, 100, 1000, 10_000, 65_536)]
    others = {name: list(points) for name, points in PUBLISHED.items()}
    curves = {**curves, **others, "counting bound": bound}

    def at(size: int, over: float) -> tuple[float, float]:
        return 50 + (math.log10(size) - 0.9) * 140, 360 - math.log2(over) * 58

    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 440"',
        ' font-family="sans-serif" font-size="12"><rect width="700" height="440" fill="white"/>',
        '<text x="50" y="20">slice turns over N², against the size N</text>',
    ]
    for size in (10, 100, 1000, 10_000, 65_536):
        x, _ = at(size, 1)
        lines.append(f'<path d="M{x:.0f} 40V390" stroke="#ddd"/>')
        lines.append(f'<text x="{x:.0f}" y="408" text-anchor="middle">{size:,}</text>')
    for over in (1, 2, 4, 8, 16, 32):
        _, y = at(10, over)
        lines.append(f'<path d="M50 {y:.0f}H610" stroke="#ddd"/>')
        lines.append(f'<text x="42" y="{y + 4:.0f}" text-anchor="end">{over}</text>')
    for number, (name, points) in enumerate(curves.items()):
        color = colors[number % len(colors)]
        spots = [at(*point) for point in sorted(set(points))]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in spots]
        place = 60 + 18 * number
        lines.append(f'<circle cx="430" cy="{place - 4}" r="4" fill="{color}"/>')
        lines.append(f'<text x="440" y="{place}" fill="{color}">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
