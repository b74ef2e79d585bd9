"""The one list of tables that methods keep, for who wants to see, build or remove them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cubesolve.methods.big.quads import TABLES as TABLES_BIG
from cubesolve.methods.five import TABLES as TABLES_5X5
from cubesolve.methods.four import TABLES as TABLES_4X4
from cubesolve.methods.four.glued import SORTING_TABLE
from cubesolve.methods.three.two_phase import TABLES as TABLES_3X3
from cubesolve.methods.two import TABLES as TABLES_2X2
from cubesolve.protocols import ProgressListener, no_progress
from cubesolve.search.table_group import load_together
from cubesolve.search.table_sets import chosen_set, in_set
from cubesolve.search.table_store import Table, TableState, clear_unknown

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        *TABLES_2X2,
        *TABLES_3X3,
        *TABLES_4X4,
        *TABLES_5X5,
        SORTING_TABLE,
        *TABLES_BIG,
    )
}


def find_tables(names: Sequence[str] = ()) -> list[Table]:
    """Return tables by their names, or by the size of the cubes that they are for; else all.

    >>> [table.name for table in find_tables(["2", "three-coordinates"])]
    ['two-distances-obtm', 'two-distances-qtm', 'three-coordinates']

    Raises `ValueError` for a name that no table has.
    """
    tables = TABLES.values()
    for name in names:
        if not any(name in (table.name, str(table.size)) for table in tables):
            raise ValueError(
                f"expected one of the tables {', '.join(TABLES)}, or a size; got {name!r}"
            )
    return [t for t in tables if not names or t.name in names or str(t.size) in names]


def build_tables(
    names: Sequence[str] = (), on_progress: ProgressListener = no_progress
) -> list[Table]:
    """Build the tables that are not there yet; return those that could not be kept.

    Where there are two sets for a size, those of the set that `CUBESOLVE_TABLES` asks for are
    built, and those that are named.
    """
    found = find_tables(names)
    wanted = in_set(found, chosen_set())
    tables = [table for table in found if table in wanted or table.name in names]
    for _, of_one_size in groupby(tables, key=lambda table: table.size):
        load_together(list(of_one_size), on_progress)
    return [table for table in tables if table.check() != TableState.BUILT]


def clear_tables(names: Sequence[str] = ()) -> int:
    """Remove tables from the cache folder; return how many bytes they had.

    Without names, those that no method has any more go too. Raises `BlockingIOError` while another
    process builds one of them.
    """
    removed = sum(table.clear() for table in find_tables(names))
    return removed if names else removed + clear_unknown(frozenset(TABLES))
