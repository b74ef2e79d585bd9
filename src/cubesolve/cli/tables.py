"""The command `tables`."""

from __future__ import annotations

import argparse
import stat

from cubesolve import TABLES, Table, TableState, build_tables, cache_folder, clear_tables
from cubesolve.cli.inputs import UsageError
from cubesolve.cli.outputs import progress_line, write, write_json
from cubesolve.solving.as_json import tables_json
from cubesolve.telling import tell


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tables`."""
    which = "give table names or cube sizes (default: all)"
    action = parser.add_mutually_exclusive_group()
    action.add_argument(
        "--build", nargs="*", metavar="TABLE", help=f"build missing tables; {which}"
    )
    action.add_argument("--clear", nargs="*", metavar="TABLE", help=f"remove tables; {which}")
    parser.add_argument(
        "--shared",
        action="store_true",
        help="let other users of this machine read the tables; name a folder that they can reach"
        " with CUBESOLVE_CACHE",
    )
    parser.add_argument("--json", action="store_true", help="write JSON for programs")


def tables(args: argparse.Namespace) -> int:
    """Build or remove tables if that is wanted, and list all."""
    missing: list[Table] = []
    try:
        if args.build is not None:
            with progress_line() as on_progress:
                missing = build_tables(args.build, on_progress)
        if args.clear is not None:
            clear_tables(args.clear)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if args.shared:
        _share()
    states = {table: table.check() for table in TABLES.values()}
    if args.json:
        write_json(tables_json(states))
    else:
        _write_list(states)
    if missing:
        names = ", ".join(table.name for table in missing)
        tell(f"cubesolve tables: could not store {names}")
    return 1 if missing else 0


def _share() -> None:
    """Let other users read the tables, and say if they cannot get there."""
    for table in TABLES.values():
        table.share()
    for folder in cache_folder().absolute().parents:
        if folder.exists() and not folder.stat().st_mode & stat.S_IXOTH:
            tell(f"cubesolve tables: other users cannot enter {folder}")


def _write_list(states: dict[Table, TableState]) -> None:
    for table, state in states.items():
        size = megabytes(table.bytes_on_disk)
        what = f"{table.holds}, version {table.version}"
        write(f"{table.name:<22}{size:>10}  {state.value:<10}{what}")
    total = megabytes(sum(table.bytes_on_disk for table in states))
    found = [table.file for table in states]
    folders = dict.fromkeys(str(file.parent) for file in found if file is not None)
    write(f"{total} in {' and '.join(folders) or cache_folder()}")


def megabytes(count: int) -> str:
    """Return a number of bytes for people.

    >>> megabytes(129_322_368), megabytes(0)
    ('129.3 MB', '0.0 MB')
    """
    return f"{count / 1e6:.1f} MB"
