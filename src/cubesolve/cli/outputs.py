"""What commands write: pictures in the terminal, JSON."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cubesolve import Cube, net

JSON_VERSION = 1


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
            done = "" if share is None else f" {share:4.0%}"
            sys.stderr.write(f"\r\x1b[K{what}{done}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if shows:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _shows_colors() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()
