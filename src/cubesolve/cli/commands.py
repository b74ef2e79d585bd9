"""The commands: each has its arguments and what it does with them."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from cubesolve import (
    Alg,
    Cube,
    InvalidCubeError,
    Metric,
    MoveFileError,
    NotationError,
    Problem,
    is_move_file,
    move_words,
    random_moves,
    random_state_scramble,
    read_moves,
    svg,
)
from cubesolve.cli.inputs import (
    UsageError,
    add_cube_arguments,
    add_scheme_argument,
    read_cube,
    read_text,
    whole_number,
)
from cubesolve.cli.outputs import (
    add_output_arguments,
    progress_line,
    write,
    write_json,
    write_json_list,
    write_net,
)
from cubesolve.solving.as_json import alg_json, cube_json, problems_json
from cubesolve.whole_file import written_whole

LARGEST = 99_999_999  # layers that can be written
MOST_EXPANDED = 200_000  # moves of an algorithm with brackets
MOST_OF_RANDOM_STATES = 4  # larger cubes are scrambled by random moves


def add_show(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `show`."""
    add_cube_arguments(parser)
    picture = parser.add_argument_group("picture")
    picture.add_argument(
        "--svg", metavar="FILE", help="draw the cube into this file; - is standard output"
    )
    picture.add_argument(
        "--view", choices=("3d", "net"), default="3d", help="how to draw it (default: 3d)"
    )
    picture.add_argument(
        "--hints", action="store_true", help="draw the hidden faces behind the cube"
    )
    add_output_arguments(parser)


def show(args: argparse.Namespace) -> int:
    """Show a cube."""
    if args.svg == "-" and args.json:
        raise UsageError("--json and --svg - both write to standard output")
    cube = read_cube(args)
    if args.svg is not None:
        picture = svg(cube, args.view, hints=args.hints)
        if args.svg == "-":
            write(picture)
            return 0
        with written_whole(args.svg) as draft:
            draft.write_text(picture + "\n", encoding="utf-8")
    _write_cube(cube, args)
    return 0


def add_scramble(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `scramble`."""
    parser.add_argument(
        "-n",
        "--size",
        type=whole_number(2),
        default=3,
        metavar="N",
        help="size of the cube (default: 3)",
    )
    parser.add_argument(
        "--seed", type=whole_number(0), metavar="SEED", help="the same seed gives the same scramble"
    )
    parser.add_argument(
        "--count",
        type=whole_number(1),
        default=1,
        metavar="K",
        help="how many to write (default: 1)",
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--length",
        type=whole_number(0),
        metavar="M",
        help="use M random moves, also on sizes 2 to 4, which otherwise get a random state",
    )
    kind.add_argument(
        "--state", action="store_true", help="write a uniformly random state as facelets"
    )
    parser.add_argument("--json", action="store_true", help="write JSON for programs")


def scramble(args: argparse.Namespace) -> int:
    """Write moves to random states up to a 4x4, random moves of larger ones, or states."""
    size = int(args.size)
    if size > LARGEST:
        raise UsageError(f"expected a size of at most {LARGEST}, got {size}")
    length = None if args.length is None else int(args.length)
    first = secrets.randbelow(2**32) if args.seed is None else int(args.seed)
    seeds = range(first, first + int(args.count))
    if args.json:
        found = (_scramble_json(size, length, seed, state=args.state) for seed in seeds)
        write_json_list({"size": size}, "scrambles", found)
        return 0
    for seed in seeds:
        if args.state:
            write(Cube.random_state(size, seed).facelets())
        else:
            write(str(_scramble(size, length, seed)))
    return 0


def _scramble_json(size: int, length: int | None, seed: int, *, state: bool) -> dict[str, Any]:
    if state:
        return {"seed": seed, "facelets": Cube.random_state(size, seed).facelets()}
    alg = _scramble(size, length, seed)
    return {"seed": seed, "alg": str(alg), "moves": alg.blocks(size)}


def _scramble(size: int, length: int | None, seed: int) -> Alg:
    if size > MOST_OF_RANDOM_STATES or length is not None:
        try:
            return random_moves(size, length, seed)
        except ValueError as error:
            raise UsageError(str(error)) from None
    with progress_line() as on_progress:
        return random_state_scramble(size, seed, on_progress)


def add_apply(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `apply`."""
    parser.add_argument(
        "alg",
        metavar="ALG",
        help="the moves to play, or a file of `solve --out`; - reads standard input",
    )
    add_cube_arguments(parser)
    add_output_arguments(parser)


def apply(args: argparse.Namespace) -> int:
    """Play an algorithm on a cube and show it."""
    if "-" in (args.facelets, args.scramble) and args.alg == "-":
        raise UsageError("standard input can be read only once")
    if is_move_file(args.alg):
        alg = read_moves(args.alg)
        if args.size is None and args.facelets is None:
            args.size = alg.size
        cube = read_cube(args)
        if cube.size != alg.size:
            raise UsageError(
                f"these moves are for size {alg.size}, but the cube has size {cube.size}"
            )
        cube.play(alg)
    else:
        cube = read_cube(args)
        _play_text(cube, args.alg)
    _write_cube(cube, args)
    if not args.json:
        write(cube.facelets())
    return 0


def _play_text(cube: Cube, argument: str) -> None:
    """Play moves that are written out, on the command line or on standard input."""
    try:
        cube.play(read_text(argument))
    except NotationError:
        if argument != "-" and os.path.exists(argument):
            raise MoveFileError(f"this is not a file of moves: {argument}") from None
        raise


def add_check(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    parser.add_argument(
        "facelets",
        metavar="FACELETS",
        help="6xNxN letters, face by face, U R F D L B; - reads stdin",
    )
    add_scheme_argument(parser)
    parser.add_argument("--json", action="store_true", help="write JSON for programs")


def check(args: argparse.Namespace) -> int:
    """Say whether a cube can be solved, and if not, everything that is wrong with it."""
    cube = None
    problems: Sequence[Problem] = ()
    try:
        cube = Cube.from_facelets(read_text(args.facelets), args.scheme, allow_invalid=True)
        problems = cube.problems()
    except InvalidCubeError as error:
        problems = error.problems
    if args.json:
        size = None if cube is None else cube.size
        write_json({"size": size, "valid": not problems, "problems": problems_json(problems)})
    elif problems:
        for problem in problems:
            write(f"{problem.kind}: {problem.message}")
    else:
        assert cube is not None
        write(f"this {cube.size}x{cube.size} can be solved")
    return 1 if problems else 0


class _Append(argparse.Action):
    """Remember a change to the algorithm, in the order in which they are asked for."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        changes = [*(getattr(namespace, "changes", None) or ()), (self.dest, values)]
        namespace.changes = changes


_CHANGES: dict[str, Callable[[Alg, Any, int], Alg]] = {
    "expand": lambda alg, _, size: alg.expand(),
    "simplify": lambda alg, _, size: alg.simplify(size),
    "inverse": lambda alg, _, size: alg.inverse(),
    "mirror": lambda alg, across, size: alg.mirror(across),
    "rotate": lambda alg, rotation, size: alg.rotate(rotation),
    "without_rotations": lambda alg, _, size: alg.without_rotations(size, keep_hold=True),
}


def add_alg(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `alg`."""
    parser.add_argument("alg", metavar="ALG", help="the algorithm; - reads standard input")
    parser.add_argument(
        "-n",
        "--size",
        type=whole_number(2),
        default=3,
        metavar="N",
        help="size of the cube (default: 3)",
    )
    changes = parser.add_argument_group(
        "changes", "applied in the order given; only the result is written"
    )
    for name, text in (
        ("expand", "write out groups, commutators and conjugates"),
        ("simplify", "merge turns that can be merged"),
        ("inverse", "invert it"),
        ("without-rotations", "rewrite it without rotations; one that is still needed comes last"),
    ):
        changes.add_argument(
            f"--{name}", action=_Append, nargs=0, help=text, default=argparse.SUPPRESS
        )
    changes.add_argument(
        "--mirror",
        action=_Append,
        choices=("M", "E", "S"),
        help="mirror it: M swaps left and right, E top and bottom, S front and back",
        default=argparse.SUPPRESS,
    )
    changes.add_argument(
        "--rotate",
        action=_Append,
        metavar="ROTATION",
        help="rewrite it for a cube that is first rotated by x, y or z",
        default=argparse.SUPPRESS,
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--words", action="store_true", help="say each move in words, one on each line"
    )
    kind.add_argument("--json", action="store_true", help="write JSON for programs")


def alg(args: argparse.Namespace) -> int:
    """Read an algorithm; change it, or tell all about it."""
    size = int(args.size)
    parsed = Alg.parse(read_text(args.alg), size)
    # What is written out flat may be as long as it likes; brackets make much of little.
    parsed.check_length(max(MOST_EXPANDED, parsed.written_length))
    changes = getattr(args, "changes", ())
    for name, value in changes:
        try:
            parsed = _CHANGES[name](parsed, value, size)
        except ValueError as error:
            raise UsageError(str(error)) from None
    if args.json:
        write_json(alg_json(parsed, size))
    elif args.words:
        moves = list(parsed)
        width = max((len(str(move)) for move in moves), default=0)
        for move in moves:
            write(f"{move!s:<{width}}  {move_words(move, size)}")
    elif changes:
        write(str(parsed))
    else:
        write(f"as read     {parsed}")
        write(f"expanded    {parsed.expand()}")
        write(f"simplified  {parsed.simplify(size)}")
        write(f"inverse     {parsed.inverse()}")
        counts = "  ".join(f"{metric} {parsed.count(metric, size)}" for metric in Metric)
        write(f"size {size}      {counts}")
    return 0


def _write_cube(cube: Cube, args: argparse.Namespace) -> None:
    if args.json:
        write_json(cube_json(cube))
    else:
        write_net(cube, args)
