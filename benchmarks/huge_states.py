"""Whether `fast` solves every kind of state, size by size: `python -m benchmarks.huge_states`.

Random states, single turns of layers, checkerboards, scrambled centres alone, one scrambled orbit
of wings, all wings, corners alone, and the solved cube, each in a hold of its own. Every solution
is replayed on colours: whole up to 300 layers, above that where 24 layers cross; `--whole` replays
the first random state whole up to 2,000. The tests do the same for fewer sizes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import process_time

import numpy as np

from cubesolve import BigCube, Cube, solve, verify_moves
from cubesolve.model.big_state import BigState

SIZES = (
    *range(2, 41), *range(63, 67), 100, 101, *range(127, 130), *range(255, 259), 1000, 1001, 2047,
    2048,
)  # fmt: skip
WHOLE_UP_TO = 300
SAMPLED = 24
HOLDS = ("", "x", "y", "z2", "x y'", "z x2")


def mixed(size: int, seed: int, *parts: str) -> Cube:
    """Return a solved cube some parts of which are those of a random state."""
    solved, drawn = BigCube(size).state, BigCube.random_state(size, seed).state
    wings = drawn.wings if "wings" in parts else solved.wings.copy()
    if "orbit" in parts:
        wings[seed % len(wings)] = drawn.wings[0]
    planes = drawn.planes if "centers" in parts else solved.planes
    small = drawn.small if "small" in parts else solved.small
    return BigCube(size, state=BigState(size, planes, wings, small)).to_cube()


def states(size: int) -> Iterator[tuple[str, Cube]]:
    """Yield states with their names."""
    yield "solved", Cube(size)
    for seed in range(2):
        yield f"random {seed}", Cube.random_state(size, seed)
    layers = range(1, size + 1)
    few = layers if size <= 12 else np.linspace(1, size, 7 if size < 300 else 3).astype(int)
    for number, layer in enumerate(few):
        face, amount = "URFDLB"[number % 6], ("", "2", "'")[number % 3]
        yield f"{layer}{face}{amount}", Cube.from_alg(f"{layer}{face}{amount}", size)
    every_second = ",".join(map(str, range(1, size + 1, 2)))
    board = " ".join(f"[{every_second}]{face}2" for face in "RUF")
    yield "checkerboard", Cube.from_alg(board, size)
    if size >= 4:
        for parts in (("centers",), ("orbit",), ("wings",), ("wings", "centers")):
            yield f"only {' and '.join(parts)}", mixed(size, size, *parts)


def main() -> None:
    """Solve and verify all; print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--whole", action="store_true")
    args = parser.parse_args()
    for size in args.sizes:
        began, count, lengths = process_time(), 0, []
        for name, cube in states(size):
            cube.play(HOLDS[count % len(HOLDS)])
            whole = size <= WHOLE_UP_TO or (args.whole and name == "random 0")
            solution = solve(cube, "fast")
            assert verify_moves(cube, solution.alg, layers=None if whole else SAMPLED), (size, name)
            assert name != "solved" or not solution.alg, (size, name)
            lengths.append(f"{name} {len(solution):,}")
            count += 1
        print(f"{size}: {count} states, {process_time() - began:.1f} s; {'; '.join(lengths)}")


if __name__ == "__main__":
    main()
