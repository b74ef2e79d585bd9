"""Tables that are built once and kept in the user's cache folder.

One process builds a table while others wait for it; then all map the same file. What is broken or
of another version is built again, and where nothing can be kept, a table is built in memory.
`CUBESOLVE_CACHE` names another folder.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import TypeVar

from cubesolve.cache import cache_folder, warn_not_kept, writable_folder
from cubesolve.file_lock import locked, pause
from cubesolve.interrupts import breakable, restoring
from cubesolve.loading import loads
from cubesolve.protocols import ProgressListener, no_progress
from cubesolve.search.pruning import Progress
from cubesolve.search.read_only import read_only
from cubesolve.search.table_file import (
    MAGIC,
    NEW,
    Arrays,
    BadTable,
    Expected,
    Outdated,
    open_arrays,
    write_arrays,
)

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_SUFFIX, _LOCK = ".table", ".lock"
_OLD_SUFFIX = ".tables"  # of files that held all tables of one version


class TableState(StrEnum):
    """What is found of a table in the cache folder."""

    BUILT = "built"
    MISSING = "missing"
    OUTDATED = "outdated"  #: of another version of CubeSolve: it is built again when needed
    DAMAGED = "damaged"  #: not what was written: it is built again when needed


@dataclass(frozen=True)
class Table:
    """A table of a method: its name, what it holds, and how it is built.

    `version` changes with what `build` gives, so that older files are built again. `build` is given
    the arrays of the tables that it `needs`, and tells which share is done. `expects` says what the
    arrays must be like: kernels look nothing up outside of them. Where it is not said, a file that
    another user could have written is not read. Where a search can do with a smaller set of tables,
    `only_in` says which of the two sets this one is part of: see `cubesolve.search.table_sets`.
    """

    name: str
    version: int
    size: int  #: of the cubes that it is for
    holds: str  #: in words
    build: Callable[..., Arrays]
    needs: tuple[Table, ...] = ()
    expects: Mapping[str, Expected] = field(default_factory=dict, hash=False)
    only_in: str = ""

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return cache_folder() / f"{self.name}{_SUFFIX}"

    @property
    def file(self) -> Path | None:
        """Where its file is found, if anywhere."""
        for path in (self.path, self._place):
            with suppress(OSError):
                path.stat()
                return path
        return None

    @property
    def bytes_on_disk(self) -> int:
        """How large its file is."""
        path = self.file
        if path is not None:
            with suppress(OSError):  # it may be gone by now
                return path.stat().st_size
        return 0

    def check(self) -> TableState:
        """Return what is found in the cache folder; all of the file is read."""
        try:
            self._open()
        except (FileNotFoundError, NotADirectoryError):
            return TableState.MISSING
        except Outdated:
            return TableState.OUTDATED
        except (OSError, BadTable):
            return TableState.DAMAGED
        return TableState.BUILT

    @loads
    def load(self, on_progress: ProgressListener = no_progress) -> Arrays:
        """Return the arrays, which cannot be written to; build the table first if it is not there.

        Warns, once for a folder, if it cannot be kept.
        """
        with suppress(OSError, BadTable):
            return self._open()
        needed = [table.load(on_progress) for table in self.needs]
        with self._locked(on_progress) as problem:
            if problem is None:
                with suppress(OSError, BadTable):  # another process may have built it meanwhile
                    return self._open()
            arrays = self._build(on_progress, needed)
            if problem is None:
                try:
                    write_arrays(self._place, self.version, arrays)
                    return self._open()
                except (OSError, BadTable) as error:
                    problem = error if isinstance(error, OSError) else OSError(0, str(error))
        warn_not_kept(self.path.parent, problem)
        return arrays

    def _open(self) -> Arrays:
        """Return the arrays of the file, here or in the place of one that cannot be written."""
        try:
            return self._open_at(self.path)
        except (OSError, BadTable):
            place = self._place
            if place == self.path:
                raise
            with suppress(OSError, BadTable):
                return self._open_at(place)
            raise

    def _open_at(self, path: Path) -> Arrays:
        arrays = open_arrays(path, self.version, trusts=bool(self.expects))
        for name, expected in self.expects.items():
            expected.check(name, arrays.get(name))
        return arrays

    @property
    def _place(self) -> Path:
        """Where it is written: beside its path only if nothing can be written there."""
        return (writable_folder() or cache_folder()) / self.path.name

    def share(self) -> bool:
        """Let other users read the table; return whether there is one in the cache folder."""
        try:
            self._open_at(self.path)
        except (OSError, BadTable):
            return False
        for path, rights in ((self.path, 0o444), (self.path.parent, 0o555)):
            path.chmod(path.stat().st_mode | rights)
        return True

    def clear(self) -> int:
        """Remove the file, and what a killed process has left; return how many bytes they had.

        Raises `BlockingIOError` while another process builds it.
        """

        def refuse() -> None:
            raise BlockingIOError(0, "another process is building this table", str(self.path))

        place = self._place
        if not place.parent.is_dir():
            return 0
        with locked(place.with_suffix(_LOCK), refuse):
            return sum(_remove(place.with_suffix(s)) for s in (_SUFFIX, _OLD_SUFFIX, NEW))

    def _build(self, on_progress: ProgressListener, needed: list[Arrays]) -> Arrays:
        what = f"building a table of {self.holds}"
        on_progress(what, 0.0)
        arrays = self.build(lambda share: on_progress(what, share), *needed)
        return {name: read_only(array) for name, array in arrays.items()}

    @restoring
    def _locked(self, on_progress: ProgressListener) -> Iterator[OSError | None]:
        """Let no other process build the table; give the error if nothing can be written."""
        what = f"another process is building a table of {self.holds}"
        place = self._place

        @breakable
        def wait() -> None:
            on_progress(what, None)
            pause()

        with ExitStack() as stack:
            problem = None
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                stack.enter_context(locked(place.with_suffix(_LOCK), wait))
                _clear_leftovers(place.parent)
            except OSError as error:
                problem = error
            yield problem


def kept(
    make: Callable[[Key, ProgressListener], Value],
) -> Callable[[Key, ProgressListener], Value]:
    """Keep for each key what a function makes of it: once, whichever threads ask at once."""
    found: dict[Key, Value] = {}
    lock = Lock()
    make = loads(make)

    def get(key: Key, on_progress: ProgressListener = no_progress) -> Value:
        if key not in found:
            with lock:
                if key not in found:
                    found[key] = make(key, on_progress)
        return found[key]

    return get


def part_of(progress: Progress, first: float, last: float) -> Progress:
    """Return who hears the share of a part that goes from `first` to `last` of the whole.

    >>> heard = []
    >>> part_of(heard.append, 0.25, 0.75)(0.5); heard
    [0.5]
    """
    return lambda share: progress(first + (last - first) * share)


def clear_unknown(known: frozenset[str]) -> int:
    """Remove tables of other versions that no method has any more; return their bytes."""
    removed = 0
    for path in sorted(cache_folder().glob("*.table*")):
        if path.stem not in known and path.suffix in (_SUFFIX, _OLD_SUFFIX) and _is_ours(path):
            removed += _remove(path)
    return removed


def _clear_leftovers(folder: Path) -> None:
    """Remove half-written files whose writer is gone: nobody holds the lock that it held."""
    for path in sorted(folder.glob(f"*{NEW}")):
        with suppress(OSError), locked(path.with_suffix(_LOCK), _give_up):
            path.unlink(missing_ok=True)


def _give_up() -> None:
    raise BlockingIOError(0, "another process is building this table")


def _is_ours(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _remove(path: Path) -> int:
    if not path.is_file():
        return 0
    length = path.stat().st_size
    path.unlink()
    return length
