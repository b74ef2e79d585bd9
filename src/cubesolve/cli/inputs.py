"""What commands read: cubes and algorithms from arguments, or from standard input."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import BinaryIO

from cubesolve import BigCube, ColorScheme, Cube
from cubesolve.machine import require_memory

_PIECE = 1 << 26  # bytes that are read at once
_MOST_BYTES = 4_000_000_000  # more than the facelets of a cube that fits in memory
_MOST_DIGITS = 18  # of a number: more than anyone needs, and quick to read
_CUBE_BYTES = 60  # for each cell of a face: stickers, their colours, and what is made of them
BIG_ABOVE = 4096  # sizes above are drawn as a `BigCube`, whose seeds stand for other states


class UsageError(Exception):
    """The arguments do not make sense together, or cannot be read."""


def read_text(argument: str) -> str:
    """Return the argument, or standard input if it is `-`."""
    if argument != "-":
        return argument
    if sys.stdin is None:
        raise UsageError("standard input is closed")
    return _read_whole(sys.stdin.buffer, "standard input")


def _read_whole(file: BinaryIO, name: str) -> str:
    """Return the text that a file holds."""
    try:
        return read_bytes(file, name).decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8 text at byte {error.start + 1}") from None


def read_bytes(file: BinaryIO, name: str) -> bytes:
    """Return what a file holds, unless that is more than anyone writes: a device may never end."""
    parts, total = [], 0
    while part := file.read(_PIECE):
        parts.append(part)
        total += len(part)
        if total > _MOST_BYTES:
            raise UsageError(f"{name}: expected at most {_MOST_BYTES:,} bytes")
        require_memory(3 * total, f"what is in {name}")
    return b"".join(parts)


def whole_number(low: int) -> type[int]:
    """Return a reader of whole numbers from `low` up, for argparse."""

    class WholeNumber(int):
        def __new__(cls, text: str) -> WholeNumber:
            is_number = text.isascii() and text.isdigit()
            if is_number and len(text) > _MOST_DIGITS:
                raise argparse.ArgumentTypeError(
                    f"expected a number of at most {_MOST_DIGITS} digits, got {text!r}"
                )
            if not is_number or int(text) < low:
                raise argparse.ArgumentTypeError(
                    f"expected a whole number of at least {low}, got {text!r}"
                )
            return super().__new__(cls, text)

    return WholeNumber


def scheme(letters: str) -> ColorScheme:
    """Return the colour scheme with these letters, for argparse."""
    try:
        return ColorScheme.parse(letters)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_cube_arguments(parser: argparse.ArgumentParser) -> None:
    """Let a command take a cube."""
    group = parser.add_argument_group("which cube", "a solved one unless you say otherwise")
    group.add_argument(
        "-n", "--size", type=whole_number(2), metavar="N", help="size of the cube (default: 3)"
    )
    source = group.add_mutually_exclusive_group()
    source.add_argument(
        "--facelets",
        metavar="TEXT",
        help="6xNxN letters for faces or colours, face by face in the order U R F D L B, or a file"
        " that holds them; - reads standard input",
    )
    source.add_argument(
        "--scramble",
        metavar="ALG",
        help="moves from the solved cube; - reads standard input",
    )
    source.add_argument(
        "--random", type=whole_number(0), metavar="SEED", help="a random state with this seed"
    )
    add_scheme_argument(group)
    group.add_argument(
        "--allow-invalid",
        action="store_true",
        help="allow facelets of a cube that cannot be solved",
    )


def add_scheme_argument(parser: argparse._ActionsContainer) -> None:
    """Let a command take a colour scheme."""
    parser.add_argument(
        "--scheme",
        type=scheme,
        default=ColorScheme.parse("WRGYOB"),
        metavar="LETTERS",
        help="colours of U R F D L B (default: WRGYOB)",
    )


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or none at all
        return False


def read_cube(args: argparse.Namespace) -> Cube:
    """Return the cube that the arguments name."""
    size = 3 if args.size is None else int(args.size)
    if args.facelets is not None:
        text = read_text(args.facelets)
        # What came from standard input is no name of a file, nor is what is letters and blanks.
        if args.facelets != "-" and not "".join(text.split()).isalpha() and _is_file(text):
            with Path(text).open("rb") as file:
                text = _read_whole(file, text)
        cube = Cube.from_facelets(text, args.scheme, allow_invalid=args.allow_invalid)
        if args.size is not None and cube.size != size:
            raise UsageError(f"--size is {size}, but the facelets make a cube of size {cube.size}")
        return cube
    if size > BIG_ABOVE:
        require_memory(_CUBE_BYTES * size * size, f"a cube of size {size} as a list of stickers")
    if args.random is not None:
        if size > BIG_ABOVE:
            return BigCube.random_state(size, int(args.random), args.scheme).to_cube()
        return Cube.random_state(size, int(args.random), args.scheme)
    cube = Cube(size, args.scheme)
    if args.scramble is not None:
        cube.play(read_text(args.scramble))
    return cube
