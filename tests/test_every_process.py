"""The same answers in every process, whatever `PYTHONHASHSEED` says.

One process for each seed prints everything: starting Python and loading compiled code takes longer
than most of what is asked.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from cubesolve import SOLVERS

SEEDS = ("0", "42")
# A proof takes minutes, and is one number in every process.
METHODS = [name for name, method in SOLVERS.items() if method.largest is None]
COMMANDS = (
    ["scramble", "--size", "6", "--seed", "5", "--count", "3", "--json"],
    ["scramble", "--size", "4", "--seed", "5", "--state", "--json"],
    ["show", "--size", "5", "--random", "7", "--svg", "-", "--hints"],
    ["show", "--size", "5", "--random", "7", "--color", "always"],
    ["apply", "R [U, Fw] m", "--size", "5", "--random", "7", "--json"],
    ["check", "UUUURRRRFFFFDDDDLLLLBBBU", "--json"],
    ["alg", "R L R' [U, F] M2 x", "--json"],
)
PROGRAMS = {
    **{
        method: f"for size in (3, 4, 5, 6, 8): print(solve(Cube.random_state(size, 1), {method!r}))"
        for method in METHODS
    },
    "short": (
        "for size, nodes in ((4, 100_000), (5, 100_000), (6, 1)):\n"
        "    print(solve(Cube.random_state(size, 1), 'short', limit=Limit(nodes=nodes)))"
    ),
    "iter_solutions": (
        "for seed in range(3):\n"
        "    for found in iter_solutions(Cube.random_state(3, seed), limit=Limit(nodes=50_000)):\n"
        "        print(found)"
    ),
    "random moves": (
        "for size in (*range(2, 11), 33):\n"
        "    print(random_moves(size, 30, size), random_moves(size, seed=7))"
    ),
    "random states": (
        "for size in range(2, 9):\n"
        "    for seed in (0, 1, 2**40): print(Cube.random_state(size, seed).facelets())"
    ),
    "hashes of cubes": (
        "for cube in (Cube(3), Cube(2, BOY), Cube.random_state(5, 2, BOY)): print(hash(cube))"
    ),
    "trackers": (
        "for size in (4, 6, 8, 10):\n"
        "    for seed in range(20):\n"
        "        with FacesTrackerHolder(Cube.random_state(size, seed)) as holder:\n"
        "            print([(n.value, c.letter) for n, c in holder.face_colors.items()])\n"
        "            print([(t.color.letter, t.face_name.value) for t in holder.trackers])"
    ),
    **{
        " ".join(command): f"from cubesolve.cli import main\nprint(main({command!r}))"
        for command in COMMANDS
    },
}
MARK = "\f"  # a form feed begins what a program prints


def printed(seed: str) -> dict[str, str]:
    """Return what each program prints in one process with this seed."""
    code = "".join(
        f"print({MARK + name!r})\nexec('from cubesolve import *\\n' + {program!r}, {{}})\n"
        for name, program in PROGRAMS.items()
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    parts = (part.split("\n", 1) for part in done.stdout.split(MARK)[1:])
    return dict(parts)


@pytest.mark.slow
def test_the_same_in_every_process() -> None:
    with ThreadPoolExecutor(2) as pool:
        first, *others = pool.map(printed, SEEDS)
    assert list(first) == list(PROGRAMS)
    assert all(first.values()), "a program that prints nothing proves nothing"
    for other in others:
        for name, text in first.items():
            assert other[name] == text, name
