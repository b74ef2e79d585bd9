"""Short solutions of the 3x3 beside `kociemba`: `python -m benchmarks.two_phase`.

On the same random states in one run: mean length and time per solve of `kociemba` (the package in
C), the length of ours in its own time per solve, and at other times; then how long a first use
takes with no table and nothing compiled, and a first solve in a second process. All lengths are in
half turns, all on one thread. With `--svg FILE` it draws length against time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.plots import plot
from cubesolve import Cube, Limit
from cubesolve.methods.three.two_phase.cubie import Cubies
from cubesolve.methods.three.two_phase.search import solutions

TIMES = (0.001, 0.002, 0.005, 0.01, 0.03, 0.05, 0.15, 0.5)
# Measured once on such a machine: seconds and mean lengths.
OTHERS = {
    "min2phase (Java)": (
        (0.0009, 20.59), (0.0044, 19.68), (0.033, 19.13), (0.139, 18.76), (0.53, 18.50),
    ),
    "rob-twophase (C++, 676 MB)": ((0.01, 19.06), (0.05, 18.73)),
}  # fmt: skip
FIRST_SOLVE = "from cubesolve import *; solve(Cube.random_state(3, 1), 'two-phase')"


def reading(states: list[str]) -> float:
    """Return the mean time to read a state from letters and to check it."""
    began = perf_counter()
    for text in states:
        Cubies.from_cube(Cube.from_facelets(text))
    return (perf_counter() - began) / len(states)


def curve(states: list[str], times: tuple[float, ...]) -> list[float]:
    """Return the mean length of the best solution that is there after each time of search."""
    totals = [0.0] * len(times)
    for text in states:
        best: list[int] = []
        state = Cubies.from_cube(Cube.from_facelets(text))
        found = list(solutions(state, limit=Limit(time=times[-1])))
        assert state.play(found[-1].turns).is_solved
        lengths = [(solution.seconds, solution.cost) for solution in found]
        for time in times:
            # Where a first solution took longer than a time, it counts all the same.
            best.append(min((n for at, n in lengths if at <= time), default=lengths[0][1]))
        totals = [total + length for total, length in zip(totals, best, strict=True)]
    return [total / len(states) for total in totals]


def rival(states: list[str]) -> tuple[float, float]:
    """Return the mean length and time of `kociemba`."""
    import kociemba

    kociemba.solve(states[0])
    moves, began = 0, perf_counter()
    for text in states:
        moves += len(kociemba.solve(text).split())
    return moves / len(states), (perf_counter() - began) / len(states)


def start_up() -> tuple[float, float]:
    """Return how long a first use takes, and a first solve in the process after it."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"CUBESOLVE_CACHE": folder, "NUMBA_CACHE_DIR": folder}
        times = []
        for _ in range(2):
            began = perf_counter()
            command = [sys.executable, "-c", FIRST_SOLVE]
            subprocess.run(command, env={**os.environ, **places}, check=True)
            times.append(perf_counter() - began)
    return times[0], times[1]


def main() -> None:
    """Print the tables, and draw them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--longest", type=float, default=0.5, help="seconds of search per state")
    parser.add_argument("--svg", type=Path, metavar="FILE")
    args = parser.parse_args()
    states = [Cube.random_state(3, seed).facelets() for seed in range(args.count)]
    next(solutions(Cubies.from_cube(Cube.from_facelets(states[0]))))  # tables into memory
    try:
        length, seconds = rival(states)
    except ImportError:
        print('kociemba is not installed: pip install ".[bench]"')
        length, seconds = float("nan"), TIMES[-1]
    overhead = reading(states)
    left = seconds - overhead  # for the search, in kociemba's time
    times = tuple(sorted({*(t for t in TIMES if t <= args.longest), left}))
    ours = curve(states, times)
    print(f"{args.count} random states, mean length in half turns")
    print(f"kociemba: {length:.2f} in {1000 * seconds:.1f} ms per solve")
    print(f"ours: reading and checking a state {1000 * overhead:.1f} ms, then searching")
    for time, mean in zip(times, ours, strict=True):
        mark = (
            f"  ({mean - length:+.2f} in kociemba's time, reading included)" if time == left else ""
        )
        print(f"ours at {1000 * time:6.1f} ms: {mean:.2f}{mark}")
    first, second = start_up()
    print(f"first use, nothing compiled and no table: {first:.1f} s; next process: {second:.1f} s")
    if args.svg:
        curves = {"CubeSolve": tuple(zip(times, ours, strict=True)), **OTHERS}
        if length == length:
            curves["kociemba (C)"] = ((seconds, length),)
        title = "mean length in half turns, against time per solve"
        args.svg.write_text(plot(curves, title), encoding="utf-8")


if __name__ == "__main__":
    main()
