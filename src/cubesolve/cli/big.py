"""`solve` and `verify` for cubes of so many layers that no list of stickers or turns is made."""

from __future__ import annotations

import argparse
import sys

from cubesolve import BigCube, BigSolution, RandomState, SolveStep, check_room, solve_big
from cubesolve.cli.exits import OK
from cubesolve.cli.inputs import BIG_ABOVE, UsageError
from cubesolve.cli.outputs import progress_line, write, write_json
from cubesolve.machine import storage
from cubesolve.progress import Timed

_METHODS = ("auto", "fast")


def is_big(args: argparse.Namespace) -> bool:
    """Tell whether the arguments name a cube that is solved as a `BigCube`."""
    return (
        args.size is not None
        and args.size > BIG_ABOVE
        and args.facelets is None
        and args.scramble is None
    )


def solve_big_cube(args: argparse.Namespace) -> int:
    """Draw a cube, solve it in place, and write how many turns that took."""
    _check_wishes(args)
    size = int(args.size)
    room = check_room(size, args.out)
    _say(f"size {size:,}: {6 * size * size:,} stickers, about {storage(room.memory)} of memory")
    if args.out is None:
        _say(f"turns are only counted; --out FILE writes them, about {storage(room.disk)}")
    else:
        _say(f"every turn is written to {args.out}, about {storage(room.disk)}")
    with progress_line() as on_progress:
        if args.random is None:
            cube = BigCube(size, args.scheme)
        else:
            cube = BigCube.random_state(size, int(args.random), args.scheme, Timed(on_progress))
        solution = solve_big(cube, args.out, on_progress=on_progress)
    if args.json:
        write_json(solution.to_json())
    else:
        _write(solution, args)
    return OK


def random_big(args: argparse.Namespace) -> RandomState | None:
    """Return the random state that the arguments name, if it is that of a big cube."""
    if not is_big(args) or args.random is None:
        return None
    return RandomState(int(args.size), int(args.random), args.scheme)


def _check_wishes(args: argparse.Namespace) -> None:
    """Refuse what cannot be had of turns that are in no list."""
    if args.method not in _METHODS:
        raise UsageError(f"above size {BIG_ABOVE} the only method is fast, got {args.method}")
    refused = (
        ("--explain", args.explain),
        ("--nets", args.nets),
        ("--keep-rotations", args.keep_rotations),
        ("--notation blocks", args.notation == "blocks"),
        ("--what", args.what != SolveStep.ALL),
    )
    for name, asked in refused:
        if asked:
            raise UsageError(f"{name} is for sizes up to {BIG_ABOVE}; --out FILE writes the turns")
    other_methods = (
        (f"--metric {args.metric}", args.metric not in (None, "OBTM")),
        ("--parity", args.parity is not None),
        ("--simple-edge-parity", args.simple_edge_parity),
    )
    for name, asked in other_methods:
        if asked:
            raise UsageError(f"{name} is for methods that solve sizes up to {BIG_ABOVE} only")


def _say(text: str) -> None:
    """Tell people at a terminal, before it begins."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"cubesolve solve: {text}\n")
        sys.stderr.flush()


def _write(solution: BigSolution, args: argparse.Namespace) -> None:
    size = solution.size
    over = solution.turns / size**2
    write(f"{size:,}x{size:,} by fast: {solution.turns:,} turns of single layers, {over:.2f} N²")
    write(
        f"edges {solution.edge_turns:,}, 3x3 {solution.corner_turns:,},"
        f" centres {solution.center_turns:,}"
    )
    write(f"solved: each of {solution.checked:,} stickers is on its face")
    memory = "" if solution.memory is None else f", {storage(solution.memory)} of memory at most"
    write(f"{solution.seconds:.1f} seconds for the solve{memory}")
    if solution.path is not None:
        state = "" if args.random is None else f" --random {int(args.random)}"
        check = f"cubesolve verify {solution.path}{state}"
        write(f"turns written to {solution.path}; check them: {check}")
