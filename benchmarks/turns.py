"""Turns per second beside `magiccube`, measured in one run: `python -m benchmarks.turns`.

Both play the same text: turns of a face, of an inner layer, a mixed sequence of faces, wide blocks
and inner layers, and one move at a time. Times are the best of several rounds.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from time import perf_counter

import magiccube

from cubesolve import Alg, Cube, Operator

SIZES = (3, 4, 5, 10, 50, 100, 1000)
RIVAL_UP_TO = 100  # above, magiccube needs minutes and gigabytes for its pieces
ROUNDS = 5


def best(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the least seconds that a call took."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def texts(size: int, count: int) -> dict[str, list[str]]:
    """Return the moves of each kind, the same in every run."""
    random = Random(size)
    amounts = ("", "'", "2")

    def face() -> str:
        return random.choice("URFDLB") + random.choice(amounts)

    def inner() -> str:
        return f"{random.randint(2, size - 1)}{face()}"

    def wide() -> str:
        letter = random.choice("URFDLB")
        return f"{random.randint(2, max(2, size // 2))}{letter}w{random.choice(amounts)}"

    return {
        "face": [face() for _ in range(count)],
        "inner": [inner() for _ in range(count)],
        "mixed": [random.choice((face, inner, wide))() for _ in range(count)],
    }


def rival_colors(cube: magiccube.Cube, size: int) -> str:
    """Return magiccube's colours in our order of faces."""
    text, area = cube.get(), size * size
    faces = {face: text[i * area : (i + 1) * area] for i, face in enumerate("ULFRBD")}
    return "".join(faces[face] for face in "URFDLB")


def rival_seconds(size: int, moves: list[str]) -> float | None:
    """Return seconds per move of magiccube, from as many moves as are worth the time."""
    if size > RIVAL_UP_TO:
        return None
    count = max(10, min(len(moves), 100_000 // size**2))
    cube = magiccube.Cube(size)
    text = " ".join(moves[:count])
    cube.rotate(text)
    assert rival_colors(cube, size) == Cube.from_alg(text, size).color_letters()
    return best(lambda: cube.rotate(text), 3) / count


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    args = parser.parse_args()
    Operator(Cube(3)).play("R")  # load the kernel
    heads = f"{'cubesolve/s':>13} {'from text/s':>13} {'magiccube/s':>13} {'ratio':>8}"
    print(f"{'N':>5} {'turns':<8} {heads}")
    for size in args.sizes:
        count = max(100, min(10_000, 20_000_000 // size**2))
        for kind, moves in texts(size, count).items():
            alg = Alg.parse(" ".join(moves))
            operator = Operator(Cube(size))
            # A new Alg each time: nothing is remembered from the round before.
            ours = best(lambda: operator.play(Alg(alg.nodes))) / count  # noqa: B023
            text = " ".join(moves)
            from_text = best(lambda: operator.play(text)) / count  # noqa: B023
            show(size, kind, ours, from_text, rival_seconds(size, moves))
        single(size)


def single(size: int) -> None:
    """Print how fast single moves are played, as a solver plays them."""
    operator = Operator(Cube(size))
    (move,) = Alg.parse("R").moves

    def times(play: Callable[[object], object], what: object, count: int) -> float:
        def run() -> None:
            for _ in range(count):
                play(what)

        return best(run) / count

    count = max(20, min(2000, 20_000_000 // size**2))
    ours = times(operator.play, move, count)  # type: ignore[arg-type]
    from_text = times(operator.play, "R", count)  # type: ignore[arg-type]
    rival = None
    if size <= RIVAL_UP_TO:
        cube = magiccube.Cube(size)
        rival = times(cube.rotate, "R", max(5, min(500, 100_000 // size**2)))
    show(size, "single", ours, from_text, rival)


def show(size: int, kind: str, ours: float, from_text: float, rival: float | None) -> None:
    """Print one line; the ratio compares what both did from text."""
    theirs = f"{1 / rival:13,.0f} {rival / from_text:7,.0f}x" if rival else f"{'-':>13} {'-':>8}"
    print(f"{size:>5} {kind:<8} {1 / ours:13,.0f} {1 / from_text:13,.0f} {theirs}", flush=True)


if __name__ == "__main__":
    main()
