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
        args.svg.write_text(plot(curves), encoding="utf-8")


def plot(curves: dict[str, tuple[tuple[float, float], ...]]) -> str:
    """Return a picture of length against time, which grows by factors."""
    from math import log10

    colors = ("#0051ba", "#c41e3a", "#009e60", "#ff8c00")

    def at(time: float, length: float) -> tuple[float, float]:
        return 60 + (log10(time) + 3.2) * 190, 30 + (21 - length) * 100

    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 330"',
        ' font-family="sans-serif" font-size="12"><rect width="680" height="330" fill="white"/>',
    ]
    for time in (0.001, 0.01, 0.1, 0.5):
        x, _ = at(time, 21)
        lines.append(f'<path d="M{x:.0f} 30V280" stroke="#ddd"/>')
        lines.append(f'<text x="{x:.0f}" y="298" text-anchor="middle">{1000 * time:g} ms</text>')
    for tenth in range(185, 211, 5):
        _, y = at(1, tenth / 10)
        lines.append(f'<path d="M60 {y:.0f}H600" stroke="#ddd"/>')
        lines.append(f'<text x="52" y="{y + 4:.0f}" text-anchor="end">{tenth / 10:g}</text>')
    lines.append('<text x="60" y="18">mean length in half turns, against time per solve</text>')
    for (name, points), color in zip(curves.items(), colors, strict=False):
        spots = [at(*point) for point in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in spots]
        x, y = spots[0]
        lines.append(f'<text x="{x + 6:.1f}" y="{y - 6:.1f}" fill="{color}">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
