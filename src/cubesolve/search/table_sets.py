"""Two sets of tables for one search: the large one, or a small one for machines with little room.

The environment variable `CUBESOLVE_TABLES=small` asks for the small one. Who has little room and
has not asked for it is told what both need before anything is built.
"""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from cubesolve.cache import writable_folder
from cubesolve.search.table_store import Table

_VARIABLE = "CUBESOLVE_TABLES"
_CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")
_MEMORY = Path("/proc/meminfo")


class TableSet(StrEnum):
    """Which of two sets."""

    LARGE = "large"
    SMALL = "small"


class Room(NamedTuple):
    """What tables need, in megabytes: in the cache folder, and of memory while they are built."""

    disk: int
    memory: int


def chosen_set() -> TableSet:
    """Return the set that is asked for.

    Raises `ValueError` if the environment asks for one that there is not.
    """
    word = os.environ.get(_VARIABLE) or TableSet.LARGE
    try:
        return TableSet(word)
    except ValueError:
        expected = " or ".join(TableSet)
        raise ValueError(f"expected {_VARIABLE} to be {expected}, got {word!r}") from None


def in_set(tables: Sequence[Table], chosen: TableSet) -> list[Table]:
    """Return the tables of a set: those of both, and those of this one only."""
    return [table for table in tables if table.only_in in ("", chosen)]


def warn_of_little_room(tables: Sequence[Table], needs: dict[TableSet, Room]) -> None:
    """Warn if the chosen tables are still to be built and there is too little room for them."""
    chosen = chosen_set()
    if all(table.bytes_on_disk for table in in_set(tables, chosen)):
        return
    need, size = needs[chosen], tables[0].size
    short = [
        f"{there} MB of {what} free, {needed} MB needed"
        for what, there, needed in (
            ("disk", _free_disk(), need.disk),
            ("memory", _free_memory(), need.memory),
        )
        if there is not None and there < needed
    ]
    if short:
        advice = ""
        if chosen == TableSet.LARGE:
            small = needs[TableSet.SMALL]
            advice = (
                f"; {_VARIABLE}=small asks for tables of {small.disk} MB that are built in"
                f" {small.memory} MB of memory, for solutions that are a little longer"
            )
        warnings.warn(
            f"little room for the tables of the {size}x{size}: {', '.join(short)}{advice}",
            stacklevel=2,
        )


def _free_disk() -> int | None:
    """Return how many megabytes can still be kept, if that can be told."""
    folder = writable_folder()
    if folder is None:
        return None
    folder = folder.absolute()
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        return int(shutil.disk_usage(folder).free / 1e6)
    except OSError:
        return None


def _free_memory() -> int | None:
    """Return how many megabytes of memory there are for one more process, if that can be told."""
    found = []
    with suppress(OSError, ValueError, IndexError):
        found.append(int(_CONTAINER_LIMIT.read_text()))
    with suppress(OSError, ValueError, IndexError):
        lines = dict(line.split(":") for line in _MEMORY.read_text().splitlines())
        found.append(int(lines["MemAvailable"].split()[0]) * 1024)
    return int(min(found) / 1e6) if found else None
