"""What it costs to ask for face colours after a move, by size: `python -m benchmarks.trackers`.

A tracker looks for its mark in 24 slots, so the time should not grow with the cube. The move is
a turn of an inner layer, whose own cost is taken off.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from cubesolve import Cube, FacesTrackerHolder, Move

SIZES = (4, 6, 10, 20, 50, 100, 500)
MOVES = 400
ROUNDS = 7


def best(run: Callable[[], object]) -> float:
    """Return the least seconds that a call took."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def seconds(size: int) -> float:
    """Return the seconds of one `face_colors` after a move that changes the cube."""
    cube = Cube.random_state(size, 1)
    move = Move("R", ((2, 2),), 2)  # twice an even number of times: the marks are where they were
    with FacesTrackerHolder(cube) as holder:

        def turn() -> None:
            for _ in range(MOVES):
                cube.play(move)

        def turn_and_ask() -> None:
            for _ in range(MOVES):
                cube.play(move)
                holder.get_face_colors()

        turn_and_ask()
        return (best(turn_and_ask) - best(turn)) / MOVES


def main() -> None:
    """Print the table."""
    first = seconds(SIZES[0])
    print(f"{'N':>5} {'face_colors':>12} {'to N = 4':>9}")
    for size in SIZES:
        taken = seconds(size)
        print(f"{size:>5} {taken * 1e6:9.1f} µs {taken / first:8.2f}x", flush=True)


if __name__ == "__main__":
    main()
