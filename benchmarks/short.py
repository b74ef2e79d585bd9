"""Method `short`: lengths against time, by size: `python -m benchmarks.short`.

For each size and limit it prints the mean length in OBTM over random states, the range, and the
mean wall and processor time of a solve; from size 6 on also the mean lengths of the stages, the
peak memory, and the best published mean. The states are new in each run; `--seed` repeats one.
Every solution is replayed on the independent model of the tests. `--nodes` gives limits by nodes
instead, which do not depend on how busy the machine is. With `--svg FOLDER` it draws length against
time for each size, processor time if the limits are nodes, beside other programs: `kociemba` is
measured in the same run, on one thread; those in Java and C++ were measured once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time, time_ns
from typing import NamedTuple

from benchmarks.plots import Curves, plot
from benchmarks.two_phase import rival
from cubesolve import Cube, Limit, Solution, solve

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from oracle import Oracle

#: The limits of each size, in seconds: a new size needs a row here, and one below if it has rivals.
TIMES: dict[int, tuple[float, ...]] = {
    3: (0.01, 0.05, 0.5),
    4: (0.1, 0.5, 2.0),
    5: (1.0, 3.0, 10.0),
    6: (5.0, 30.0),
    7: (10.0, 30.0),
    8: (20.0,),
    9: (30.0,),
    10: (60.0,),
    11: (60.0,),
    12: (60.0,),
    13: (60.0,),
    16: (60.0,),
    20: (60.0,),
}
FEW = (3, 4, 5)  # sizes that are measured if none are named: the others take long
#: Means that dwalton76's solver (C, gigabytes of tables, minutes) is published with.
PUBLISHED = {6: 135.7, 7: 193.8, 8: 306.4, 9: 368.6, 10: 523.4}
#: Measured once on such a machine, two cores, tables loaded: seconds and mean lengths.
RIVALS: dict[int, Curves] = {
    3: {
        "min2phase (Java)": ((0.0044, 19.68), (0.033, 19.13), (0.139, 18.76), (0.53, 18.50)),
        "rob-twophase (C++, 676 MB)": ((0.01, 19.06), (0.05, 18.73)),
    },
    4: {"TPR (Java)": ((0.22, 44.71), (1.04, 43.6)), "cubing.js": ((0.55, 45.7),)},
    5: {"cube555 (Java)": ((1.5, 70.9),)},
}


class Row(NamedTuple):
    """What came of one limit."""

    lengths: list[int]
    wall: float
    processor: float
    stages: list[float]  # mean lengths

    @property
    def mean(self) -> float:
        """The mean length."""
        return sum(self.lengths) / len(self.lengths)


def measured(cubes: Sequence[Cube], limit: Limit) -> Row:
    """Return what a limit brings on average."""
    lengths = []
    wall, processor = perf_counter(), process_time()
    solutions = [solve(cube, "short", limit=limit, metric="OBTM") for cube in cubes]
    wall, processor = perf_counter() - wall, process_time() - processor
    for cube, solution in zip(cubes, solutions, strict=True):
        check(cube, solution)
        lengths.append(solution.count("OBTM"))
    return Row(lengths, wall / len(cubes), processor / len(cubes), stages(solutions))


def stages(solutions: Sequence[Solution]) -> list[float]:
    """Return the mean lengths of steps, over the solutions that have as many as most."""
    counts = [len(solution.steps) for solution in solutions]
    usual = max(sorted(set(counts)), key=counts.count)
    alike = [solution.steps for solution in solutions if len(solution.steps) == usual]
    return [
        sum(steps[k].alg.count("OBTM", solutions[0].size) for steps in alike) / len(alike)
        for k in range(usual)
    ]


def check(cube: Cube, solution: Solution) -> None:
    """Raise `AssertionError` unless the solution, backwards, makes the cube of a solved one."""
    oracle = Oracle(cube.size)
    for face, first, last, turns in solution.alg.inverse().blocks(cube.size):
        oracle.turn(face, range(first, last + 1), turns)
    assert pattern(oracle.facelets()) == pattern(cube.facelets()), cube.facelets()


def pattern(facelets: str) -> list[int]:
    """Return which stickers are alike: an even cube may end in another hold."""
    numbers: dict[str, int] = {}
    return [numbers.setdefault(letter, len(numbers)) for letter in facelets]


def main() -> None:
    """Print the tables, and draw them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(FEW), choices=list(TIMES))
    parser.add_argument("--count", type=int, default=100, help="states of each size")
    parser.add_argument("--seed", type=int, help="of the states; new ones if absent")
    parser.add_argument("--nodes", type=int, nargs="+", help="limits by nodes instead of time")
    parser.add_argument("--svg", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    seed = time_ns() // 1_000_000 if args.seed is None else args.seed
    print(f"{args.count} random states of each size, seed {seed}; lengths in OBTM")
    for size in args.sizes:
        cubes = [Cube.random_state(size, seed + number) for number in range(args.count)]
        measured([Cube.random_state(size, seed - 1)], Limit(nodes=1))  # loads tables
        beside = measured_rivals(cubes)
        for name, ((seconds, mean),) in beside.items():
            print(f"{size}x{size} by {name}: {mean:.2f}, {seconds:.3f} s", flush=True)
        points = []
        for amount in args.nodes or TIMES[size]:
            limit = Limit(nodes=int(amount)) if args.nodes else Limit(time=amount)
            row = measured(cubes, limit)
            points.append((row.processor if args.nodes else row.wall, row.mean))
            print(
                f"{size}x{size} at {amount:>11,} {'nodes' if args.nodes else 's'}:"
                f" {row.mean:.2f} ({min(row.lengths)} to {max(row.lengths)}),"
                f" {row.wall:.3f} s, processor {row.processor:.3f} s",
                flush=True,
            )
            if size >= 6:
                print(
                    f"  stages {' '.join(f'{mean:.1f}' for mean in row.stages)}; dwalton76"
                    f" {PUBLISHED.get(size, 'none')}; peak memory {peak_memory():,.0f} MB",
                    flush=True,
                )
        if args.svg:
            curves = {"CubeSolve": tuple(points), **RIVALS.get(size, {}), **beside}
            kind = "processor time" if args.nodes else "time"
            text = plot(curves, f"{size}x{size}: mean length in OBTM, against {kind} per solve")
            (args.svg / f"short-{size}.svg").write_text(text, encoding="utf-8")


def measured_rivals(cubes: Sequence[Cube]) -> Curves:
    """Return what other programs bring on the same cubes: of those in Python, for the 3x3."""
    if cubes[0].size != 3:
        return {}
    try:
        mean, seconds = rival([cube.facelets() for cube in cubes])
    except ImportError:
        print('kociemba is not installed: pip install ".[bench]"')
        return {}
    return {"kociemba (C)": ((seconds, mean),)}


def peak_memory() -> float:
    """Return how many megabytes the process has had at most, mapped tables too."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1000


if __name__ == "__main__":
    main()
