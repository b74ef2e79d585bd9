"""What commands write: pictures in the terminal, JSON."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from cubesolve import Cube, net
from cubesolve.telling import tell

JSON_VERSION = 1
_BAR = 20  # characters of a bar


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Let a command write JSON, or choose colours."""
    parser.add_argument("--json", action="store_true", help="write JSON for programs")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in the terminal (default: auto, which respects NO_COLOR)",
    )


def write(text: str) -> None:
    """Write a line to standard output."""
    sys.stdout.write(f"{text}\n")


def write_json(data: dict[str, Any]) -> None:
    """Write one JSON object, with a version first: its own if it has one."""
    write(json.dumps({"version": JSON_VERSION, **data}, ensure_ascii=False))


def write_json_list(data: dict[str, Any], name: str, entries: Iterable[Any]) -> None:
    """Write one JSON object with a list as its last member, each entry as soon as it is there."""
    none = json.dumps({"version": JSON_VERSION, **data, name: []}, ensure_ascii=False)
    before, end = none[:-2], none[-2:]
    for entry in entries:  # the first may be refused: then nothing is written
        sys.stdout.write(before + json.dumps(entry, ensure_ascii=False))
        before = ", "
    write(end if before == ", " else none)


def write_net(cube: Cube, args: argparse.Namespace) -> None:
    """Write the cube's net, in colour where the terminal shows colours."""
    color = args.color == "always" or (args.color == "auto" and _shows_colors())
    true_color = os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    write(net(cube, color=color, true_color=true_color, width=width))


@contextmanager
def progress_line() -> Iterator[Callable[[str, float | None], None]]:
    """Give what shows on a terminal what long work is doing, in a line that goes at its end."""
    shows = sys.stderr is not None and sys.stderr.isatty()

    def show(what: str, share: float | None) -> None:
        if shows:
            # One that is longer than the terminal is wide could not be taken back.
            line = progress_text(what, share)[: shutil.get_terminal_size().columns - 1]
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if shows:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def progress_text(what: str, share: float | None) -> str:
    """Return how far long work is, with a bar where its share is known.

    >>> progress_text("building a table", 0.42)
    '[########............]  42% building a table'
    """
    if share is None:
        return what
    filled = round(share * _BAR)
    return f"[{'#' * filled}{'.' * (_BAR - filled)}] {share:4.0%} {what}"


def show_warnings(command: str) -> None:
    """Let warnings of the library be told as the other messages of a command are."""

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        tell(f"cubesolve {command}: {message}")

    warnings.showwarning = show


def _shows_colors() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()
