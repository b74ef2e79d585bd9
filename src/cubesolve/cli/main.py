"""The command `cubesolve`."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple, TextIO

from cubesolve import CubeSolveError, InternalSWError, SolveFailed
from cubesolve.cli import batch, commands, completion, drawing, scanning, solving, tables, web
from cubesolve.cli.exits import BAD_INPUT, EPILOG, FAILED, INTERRUPTED, OK
from cubesolve.cli.inputs import UsageError
from cubesolve.cli.outputs import show_warnings
from cubesolve.interrupts import signal_main_after
from cubesolve.starting import COMMAND, is_loaded
from cubesolve.telling import open_closed_stderr, tell
from cubesolve.version import __version__


class Command(NamedTuple):
    """A command: what it is for, its arguments, what it does, and examples."""

    summary: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    examples: tuple[str, ...]


COMMANDS = {
    "show": Command(
        "show a cube in the terminal, or draw it",
        commands.add_show,
        commands.show,
        (
            "cubesolve show --size 4",
            'cubesolve show --size 5 --scramble "Rw U 3Fw\' M2" --svg cube.svg',
            "cubesolve show --size 7 --random 1 --json",
            "cubesolve scramble --state | cubesolve show --facelets -",
        ),
    ),
    "draw": Command(
        "draw a cube into a file, or make a film of moves or of a solution",
        drawing.add_draw,
        drawing.draw_cube,
        (
            "cubesolve draw cube.png --random 1",
            "cubesolve draw oll.png --case \"R U R' U R U2 R'\" --view top --stickering oll",
            "cubesolve draw pll.svg --view top --stickering pll --arrow UFR-UBL --arrow UBL-UFR",
            "cubesolve draw sexy.gif --alg \"R U R' U'\"",
            "cubesolve draw solve.svg --random 1 --solve",
            "cubesolve draw big.webp --size 5 --random 1 --solve cage --width 400",
        ),
    ),
    "scramble": Command(
        "write a random scramble, or a random state",
        commands.add_scramble,
        commands.scramble,
        (
            "cubesolve scramble",
            "cubesolve scramble --size 5 --seed 1 --count 10",
            "cubesolve scramble --size 4 --state",
        ),
    ),
    "apply": Command(
        "play an algorithm on a cube",
        commands.add_apply,
        commands.apply,
        (
            "cubesolve apply \"R U R' U'\"",
            'cubesolve apply "[2:3]R [1]M" --size 6',
            "cubesolve scramble | cubesolve apply - --json",
        ),
    ),
    "check": Command(
        "check whether a cube can be solved, and say what is wrong if not",
        commands.add_check,
        commands.check,
        (
            "cubesolve check UUUURRRRFFFFDDDDLLLLBBBB",
            "cubesolve check - < facelets.txt",
            "cubesolve scramble --size 6 --state | cubesolve check - --json",
        ),
    ),
    "solve": Command(
        "solve a cube, and explain how",
        solving.add_solve,
        solving.solve_cube,
        (
            'cubesolve solve --scramble "R U2 F\' L"',
            "cubesolve solve --size 5 --random 1 --explain",
            "cubesolve solve --random 1 --time 0.5",
            'cubesolve solve --scramble "R U F D2 L\' B2" --method optimal --metric QTM',
            "cubesolve solve --size 4 --random 1 --what centers --nets --explain",
            "cubesolve solve --size 1000 --random 1 --out moves.bin",
            "cubesolve solve --size 5000 --random 1",
            "cubesolve scramble --size 6 --state | cubesolve solve --facelets - --json",
        ),
    ),
    "scan": Command(
        "find the cube that photographs of its six faces show",
        scanning.add_scan,
        scanning.scan,
        (
            "cubesolve scan photos/",
            "cubesolve scan U.jpg R.jpg F.jpg D.jpg L.jpg B.jpg --json",
            "cubesolve scan --readings - --json < readings.json",
        ),
    ),
    "batch": Command(
        "solve every cube of a file, on all cores or on a cluster",
        batch.add_batch,
        batch.batch,
        (
            "cubesolve batch states.txt --out solutions.jsonl --time 0.5",
            "cubesolve batch scrambles.txt --scrambles --size 4 --out solutions.parquet",
            "cubesolve batch states.txt --out solutions.jsonl --scheduler tcp://10.0.0.1:8786",
        ),
    ),
    "verify": Command(
        "replay a file of moves on a cube, and say whether they solve it",
        solving.add_verify,
        solving.verify,
        (
            "cubesolve solve --size 100 --random 1 --out moves.bin",
            "cubesolve verify moves.bin --random 1",
            "cubesolve verify moves.bin --random 1 --layers 24 --sample 7",
        ),
    ),
    "methods": Command(
        "list the methods and the steps they offer",
        solving.add_methods,
        solving.methods,
        ("cubesolve methods", "cubesolve methods --json"),
    ),
    "tables": Command(
        "list, build or remove the tables that searches keep",
        tables.add_tables,
        tables.tables,
        (
            "cubesolve tables",
            "cubesolve tables --build",
            "cubesolve tables --build 4 5",
            "cubesolve tables --build 2 three-distances-obtm",
            "cubesolve tables --clear three-distances-qtm",
            "cubesolve tables --json",
        ),
    ),
    "web": Command(
        "open the page: see, turn, paint and solve cubes in the browser",
        web.add_web,
        web.web,
        (
            "cubesolve web",
            "cubesolve web --no-open --port 9000",
            "cubesolve web --host 0.0.0.0 --name cubes.example",
        ),
    ),
    "alg": Command(
        "read an algorithm: expand, simplify, invert, mirror, rotate and count it",
        commands.add_alg,
        commands.alg,
        (
            'cubesolve alg "[R, U] x R U R\'"',
            'cubesolve alg "R L R\' 2L" --size 5 --simplify',
            'cubesolve alg "R U R\'" --mirror M --inverse',
            'cubesolve alg "2R U\' Rw2" --size 4 --words',
        ),
    ),
    "completion": Command(
        "write a script that lets your shell complete what you type",
        completion.add_completion,
        completion.completion,
        (
            "source <(cubesolve completion bash)     # in ~/.bashrc",
            "source <(cubesolve completion zsh)      # in ~/.zshrc, after compinit",
            "cubesolve completion fish > ~/.config/fish/completions/cubesolve.fish",
        ),
    ),
}


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="cubesolve",
        description="Rubik's cubes of any size: show, scramble, turn, check and solve them.",
        epilog=f"cubesolve COMMAND --help explains a command, with examples.\n\n{EPILOG}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cubesolve {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        sub = subparsers.add_parser(
            name,
            help=command.summary,
            description=f"{command.summary[0].upper()}{command.summary[1:]}.",
            epilog="examples:\n"
            + "\n".join(f"  {line}" for line in command.examples)
            + f"\n\n{EPILOG}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(sub)
        sub.set_defaults(subparser=sub)
    parser.set_defaults(parser=parser)  # for `completion`, which writes about all of it
    return parser


def run() -> int:
    """Run the command line as a process of its own: Ctrl-C is neither lost nor a traceback."""
    sys.unraisablehook = _on_lost
    open_closed_stderr()
    try:
        return main()
    except KeyboardInterrupt:
        tell(f"{COMMAND}: interrupted")
        return INTERRUPTED
    finally:
        # What is left is Python's own end, which has no way to tell of an exception.
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # closed by who called us
                _empty(stream)


def _empty(stream: TextIO) -> None:
    """Write what a stream still holds; if that cannot be, let it go nowhere."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _on_lost(lost: sys.UnraisableHookArgs) -> None:
    """Send Ctrl-C again that came where exceptions go nowhere, as when garbage is removed."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        signal_main_after(_on_lost.__code__)
    else:
        sys.__unraisablehook__(lost)


def _check_values(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    """Refuse `--size=--`: where `argparse` takes the dashes away, an empty list would be left."""
    for word in takewhile("--".__ne__, arguments):
        if word.startswith("--") and word.endswith("=--"):
            parser.error(f"argument {word.removesuffix('=--')}: expected one argument")


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    try:
        args, unknown = build_parser().parse_known_args(arguments)
    except SystemExit:
        sys.stdout.flush()  # what --help writes
        raise
    _check_values(args.subparser, arguments)
    if unknown:  # the parser of all commands would show their names, not what this one takes
        args.subparser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return args


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code: see `cubesolve.cli.exits`."""
    is_loaded()
    if sys.stdout is None:  # closed by who called us
        return BAD_INPUT
    name = COMMAND
    try:
        args = _parse(sys.argv[1:] if arguments is None else arguments)
        name = f"{COMMAND} {args.command}"
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        with warnings.catch_warnings():
            show_warnings(args.command)
            code = COMMANDS[args.command].run(args)
        sys.stdout.flush()
        return code
    except (SolveFailed, InternalSWError) as error:
        tell(f"{name}: {error}")
        return FAILED
    except (CubeSolveError, UsageError) as error:
        # Lines after the first keep their place under it: one of them may point with a caret.
        message = str(error).replace("\n", "\n" + " " * len(f"{name}: "))
        tell(f"{name}: {message}")
        return BAD_INPUT
    except BrokenPipeError:  # who read our output has seen enough
        return OK
    except OSError as error:
        where = "" if error.filename is None else f": {error.filename}"
        tell(f"{name}: {error.strerror or error}{where}")
        return BAD_INPUT
    except MemoryError:
        tell(f"{name}: there is not enough memory")
        return FAILED
    except KeyboardInterrupt:
        tell(f"{name}: interrupted")
        return INTERRUPTED
