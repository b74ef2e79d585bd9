"""Every method on seeded random states: `python -m benchmarks.solvers`.

Prints, by method and size: solved, mean lengths in OBTM, RBTM and QTM, turns of the whole cube that
a person would make, CPU seconds of a solve, and how often each parity was met; beside them, as
ratios, the lengths and CPU seconds of the public system that this project set out to beat, measured
once on such a machine. With `--svg FILE` it draws the lengths.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from cubesolve import SOLVERS, Cube, solve

SIZES = (3, 4, 5, 6, 8, 10)
QUICK = [method.name for method in SOLVERS.values() if method.largest is None]
# OBTM, QTM, CPU seconds by size of the system whose documents this project began with.
RIVAL = {
    "beginner": {3: (157, 165, 0.013), 4: (499, 470, 0.046), 5: (730, 638, 0.088),
                 6: (1135, 979, 0.142), 8: (2049, 1696, 0.329), 10: (3282, 2659, 0.611),
                 20: (13475, 10327, 4.0)},
    "cfop": {3: (83, 89, 0.013), 4: (364, 332, 0.041), 5: (630, 545, 0.090),
             6: (983, 831, 0.138), 8: (1879, 1535, 0.354), 10: (3056, 2450, 0.642),
             20: (13278, 10207, 4.7)},
    "two-phase": {3: (20, 29, 0.02), 4: (292, 262, 0.08), 5: (570, 486, 0.09),
                  6: (914, 765, 0.19), 8: (1807, 1465, 0.43), 10: (2976, 2372, 0.70),
                  20: (13240, 10159, 4.2)},
    "cage": {3: (83, 89, 0.019), 4: (520, 491, 0.060), 5: (695, 600, 0.124),
             6: (1176, 1022, 0.173), 8: (2118, 1774, 0.383), 10: (3464, 2861, 0.695),
             20: (14189, 11189, 4.8)},
    "layers": {3: (162, 161, 0.04), 4: (784, 722, 0.12), 5: (1005, 884, 0.15),
               6: (1710, 1480, 0.33), 8: (3171, 2685, 0.85), 10: (5109, 4288, 1.5),
               20: (18069, 14257, 11)},
}  # fmt: skip
COLORS = {
    "beginner": "#0051ba",
    "cfop": "#c41e3a",
    "two-phase": "#009e60",
    "cage": "#ff8c00",
    "cage-two-phase": "#8a5a00",
    "layers": "#7a5195",
}


@dataclass
class Row:
    """Means over some states of one size."""

    method: str
    size: int
    solved: int
    count: int
    obtm: float
    rbtm: float
    qtm: float
    rotations: float
    seconds: float
    edge_parity: float
    corner_swap: float
    partial: float


def measure(method: str, size: int, count: int) -> Row:
    """Solve random states and check every solution."""
    totals = [0.0] * 8
    solved = 0
    solve(Cube.random_state(size, 10**6), method)  # build what is built once
    for seed in range(count):
        cube = Cube.random_state(size, seed)
        start = process_time()
        solution = solve(cube, method)
        seconds = process_time() - start
        cube.play(solution.alg)
        solved += cube.solved
        results = solution.results
        numbers = (
            solution.count("OBTM"),
            solution.count("RBTM"),
            solution.count("QTM"),
            sum(move.is_rotation for move in solution.human),
            seconds,
            results.was_even_edge_parity,
            results.was_corner_swap,
            results.was_partial_edge_parity,
        )
        totals = [a + b for a, b in zip(totals, numbers, strict=True)]
    return Row(method, size, solved, count, *(total / count for total in totals))


def main() -> None:
    """Print the table, and draw it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--methods", nargs="+", default=QUICK, choices=list(SOLVERS))
    parser.add_argument("--count", type=int, default=50, help="states of each size")
    parser.add_argument("--svg", type=Path, help="draw the lengths into this file")
    args = parser.parse_args()
    print(
        f"{'method':<14} {'N':>3} {'solved':>7} {'OBTM':>8} {'RBTM':>7} {'QTM':>7} {'rot':>5}"
        f" {'CPU s':>7} {'edge':>5} {'corner':>6} {'wings':>5}   beside: OBTM, QTM, CPU"
    )
    rows = []
    for method in args.methods:
        for size in args.sizes:
            if not SOLVERS[method].fits(size):
                continue
            row = measure(method, size, args.count)
            rows.append(row)
            print(line(row), flush=True)
    if args.svg:
        args.svg.write_text(plot(rows), encoding="utf-8")


def line(row: Row) -> str:
    """Return a row of the table, with ratios to the system that was measured once."""
    text = (
        f"{row.method:<14} {row.size:>3} {row.solved:>3}/{row.count:<3} {row.obtm:8.1f}"
        f" {row.rbtm:7.1f} {row.qtm:7.1f} {row.rotations:5.1f} {row.seconds:7.3f}"
        f" {row.edge_parity:5.0%} {row.corner_swap:6.0%} {row.partial:5.0%}"
    )
    rival = RIVAL.get(row.method, {}).get(row.size)
    if rival:
        ratios = (row.obtm / rival[0], row.qtm / rival[1], row.seconds / rival[2])
        text += "   " + ", ".join(f"{ratio:.0%}" for ratio in ratios)
    return text


def plot(rows: list[Row]) -> str:
    """Return the lengths by size as a picture, both axes logarithmic, the rival dashed."""
    from math import log

    sizes = [row.size for row in rows]
    lengths = [row.obtm for row in rows]
    lengths += [RIVAL[r.method][r.size][0] for r in rows if r.size in RIVAL.get(r.method, {})]
    low, high = log(min(sizes)), log(max(max(sizes), min(sizes) + 1))
    bottom, top = log(min(lengths)), log(max(lengths))

    def at(size: float, length: float) -> str:
        x = 60 + 400 * (log(size) - low) / (high - low)
        y = 300 - 270 * (log(length) - bottom) / (top - bottom)
        return f"{x:.1f},{y:.1f}"

    shapes = []
    for method in dict.fromkeys(row.method for row in rows):
        color = COLORS.get(method, "#555555")
        mine = [row for row in rows if row.method == method]
        ours = " ".join(at(row.size, row.obtm) for row in mine)
        rival = RIVAL.get(method, {})
        theirs = " ".join(at(r.size, rival[r.size][0]) for r in mine if r.size in rival)
        shapes.append(f'<polyline points="{ours}" stroke="{color}" fill="none" stroke-width="2"/>')
        shapes.append(
            f'<polyline points="{theirs}" stroke="{color}" fill="none" stroke-dasharray="4"/>'
        )
        x, y = at(mine[-1].size, mine[-1].obtm).split(",")
        x, y = f"{float(x) + 6:.1f}", f"{float(y) + 14 * len(shapes) // 3:.1f}"
        shapes.append(f'<text x="{x}" y="{y}" fill="{color}">{method}</text>')
    for size in sorted(set(sizes)):
        x = at(size, min(lengths)).split(",")[0]
        shapes.append(f'<text x="{x}" y="318" text-anchor="middle">{size}</text>')
    for length in (50, 100, 200, 500, 1000, 2000, 5000, 10000):
        if bottom <= log(length) <= top:
            y = at(min(sizes), length).split(",")[1]
            shapes.append(f'<text x="50" y="{y}" text-anchor="end">{length}</text>')
    body = "".join(shapes)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="560" height="330" viewBox="0 0 560 330"'
        ' font-family="sans-serif" font-size="12"><title>Mean length in OBTM by size; dashed: the'
        f" system measured before</title>{body}</svg>\n"
    )


if __name__ == "__main__":
    main()
