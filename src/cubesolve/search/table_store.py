"""Tables that are built once and kept in the user's cache folder.

A file is written whole or not at all: under another name first, which then takes its place. What
does not read back exactly as it was written is built again. Two processes that build the same table
both write the same file, so neither minds the other. `CUBESOLVE_CACHE` names another folder.
"""

from __future__ import annotations

import json
import os
import tempfile
import warnings
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from cubesolve.protocols import ProgressListener

Arrays = dict[str, npt.NDArray[Any]]

VERSION = 1  # of the tables' meaning and of the file's form: another one is built anew
_MAGIC = b"CUBESOLVE TABLES\n"
_CHUNK = 1 << 22


def cache_folder() -> Path:
    """Return where tables are kept."""
    chosen = os.environ.get("CUBESOLVE_CACHE")
    return Path(chosen) if chosen else user_cache_path("cubesolve", appauthor=False)


def load_or_build(
    name: str, build: Callable[[ProgressListener], Arrays], on_progress: ProgressListener
) -> Arrays:
    """Return the tables of this name from the cache folder, built first if they are not there."""
    path = cache_folder() / f"{name}.tables"
    with suppress(OSError, ValueError):
        return read_tables(path)
    arrays = build(on_progress)
    try:
        write_tables(path, arrays)
    except OSError as error:
        warnings.warn(f"tables could not be kept in {path.parent}: {error.strerror}", stacklevel=2)
    return arrays


def write_tables(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write arrays to a file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    header = json.dumps(
        {
            "version": VERSION,
            "arrays": [
                {
                    "name": name,
                    "dtype": array.dtype.str,
                    "shape": array.shape,
                    "checksum": zlib.crc32(_bytes_of(array)),
                }
                for name, array in arrays.items()
            ],
        }
    ).encode()
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + len(header).to_bytes(4, "little") + header)
            file.write(zlib.crc32(header).to_bytes(4, "little"))
            for array in arrays.values():
                file.write(_bytes_of(array))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def read_tables(path: Path) -> Arrays:
    """Return the arrays of a file.

    Raises `OSError` if there is none, `ValueError` if it is not exactly what was written.
    """
    found: Arrays = {}
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise ValueError(f"{path} does not hold tables")
        length = int.from_bytes(file.read(4), "little")
        if length > path.stat().st_size:
            raise ValueError(f"the header of {path} is broken")
        header = file.read(length)
        if zlib.crc32(header) != int.from_bytes(file.read(4), "little"):
            raise ValueError(f"the header of {path} is broken")
        about = json.loads(header)
        if about["version"] != VERSION:
            raise ValueError(f"{path} has version {about['version']}, not {VERSION}")
        entries = about["arrays"]
        start = file.tell()
    arrays = [np.empty(entry["shape"], entry["dtype"]) for entry in entries]
    starts = list(accumulate((array.nbytes for array in arrays), initial=start))
    if path.stat().st_size != starts[-1]:
        raise ValueError(f"{path} is too short or too long")
    # On several cores: most of the time goes into memory that is touched for the first time.
    with ThreadPoolExecutor() as pool:
        checksums = pool.map(partial(_read_array, path), arrays, starts)
        for entry, array, checksum in zip(entries, arrays, checksums, strict=True):
            if checksum != entry["checksum"]:
                raise ValueError(f"{entry['name']} in {path} is broken")
            found[entry["name"]] = array
    return found


def _read_array(path: Path, array: npt.NDArray[Any], start: int) -> int:
    """Fill an array from a place in a file; return the checksum."""
    data = _bytes_of(array)
    checksum = 0
    with path.open("rb") as file:
        file.seek(start)
        # Read and sum in pieces that stay in the processor's cache between the two.
        for first in range(0, len(data), _CHUNK):
            piece = data[first : first + _CHUNK]
            if file.readinto(piece) != len(piece):
                raise ValueError(f"{path} ends too early")
            checksum = zlib.crc32(piece, checksum)
    return checksum


def _bytes_of(array: npt.NDArray[Any]) -> memoryview:
    return array.reshape(-1).view(np.uint8).data
