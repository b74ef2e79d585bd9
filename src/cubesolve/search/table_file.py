"""Files of arrays: written whole or not at all, and mapped into memory by who reads them.

All processes that map a file share its memory. A file is never changed once it has its name: it is
written under another one first, and a new version takes its place.
"""

from __future__ import annotations

import json
import mmap
import os
import stat
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.cache import is_safe

Arrays = dict[str, npt.NDArray[Any]]

FORMAT = 2  # of the file
MAGIC = b"CUBESOLVE TABLES\n"
NEW = ".new"  # what a file is called while it is written
_ALIGNMENT = 64  # bytes: a line of a processor's cache
_HEADER_FROM = len(MAGIC) + 8  # after its length and its checksum


class BadTable(ValueError):
    """A file is not what was written."""


class Outdated(BadTable):
    """A file is of another version."""


def write_arrays(path: Path, version: int, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write arrays to a file, whole or not at all.

    Only one process at a time may write a file: see `cubesolve.file_lock`.
    """
    parts = [_padded(array) for array in arrays.values()]
    entries = [
        {
            "name": name,
            "dtype": array.dtype.str,
            "shape": array.shape,
            "checksum": zlib.crc32(part),
        }
        for (name, array), part in zip(arrays.items(), parts, strict=True)
    ]
    header = json.dumps({"format": FORMAT, "version": version, "arrays": entries}).encode()
    header += b" " * (-(_HEADER_FROM + len(header)) % _ALIGNMENT)
    new = path.with_suffix(NEW)
    # In a folder that others can write, a link there could lead to a file of ours.
    with suppress(FileNotFoundError):
        os.unlink(new)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(new, flags, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + _number(len(header)) + _number(zlib.crc32(header)) + header)
            for part in parts:
                file.write(part)
        os.replace(new, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise


class Expected(NamedTuple):
    """What an array must be like: its type, its shape, and that its numbers are below a limit."""

    dtype: type[np.integer[Any]]
    shape: tuple[int, ...]
    limit: int | None = None  # any number will do

    def check(self, name: str, array: npt.NDArray[Any] | None) -> None:
        """Raise `BadTable` for an array that is not so."""
        if array is None or array.dtype != self.dtype or array.shape != self.shape:
            found = "nothing" if array is None else f"{array.dtype} {array.shape}"
            raise BadTable(f"{name} is {found}, not {np.dtype(self.dtype)} {self.shape}")
        if self.limit is not None and not 0 <= int(array.min()) <= int(array.max()) < self.limit:
            raise BadTable(f"{name} has numbers outside of 0 to {self.limit - 1}")


def open_arrays(path: Path, version: int, *, trusts: bool = True) -> Arrays:
    """Return the arrays of a file, mapped into memory; they cannot be written to.

    Every byte is checked: what is opened is exactly what was written. Unless it `trusts`, a file
    that another user could have written is refused. Raises `OSError` if there is
    no file, `Outdated` or `BadTable` if it is another one.
    """
    data = _map(path, trusts)
    if bytes(data[: len(MAGIC)]) != MAGIC:
        raise BadTable(f"{path} does not hold tables")
    header = data[_HEADER_FROM:][: _read_number(data, len(MAGIC))]
    if zlib.crc32(header) != _read_number(data, len(MAGIC) + 4):
        raise BadTable(f"the header of {path} is broken")
    try:
        return _arrays_of(data, json.loads(bytes(header)), version, _HEADER_FROM + len(header))
    except BadTable as error:
        raise type(error)(f"{path} {error}") from None
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
        raise BadTable(f"the header of {path} makes no sense") from None


def _arrays_of(data: memoryview, about: dict[str, Any], version: int, start: int) -> Arrays:
    """Return the arrays that a header tells of, which begin at `start`."""
    found = (about["format"], about["version"])
    if found != (FORMAT, version):
        raise Outdated(f"has version {found}, not {(FORMAT, version)}")
    entries = about["arrays"]
    arrays: Arrays = {}
    parts = []
    for entry in entries:
        dtype = np.dtype(entry["dtype"])
        if dtype.kind not in "iu":
            raise BadTable(f"holds {dtype}, not whole numbers")
        length = _aligned(prod(entry["shape"]) * dtype.itemsize)
        parts.append(data[start : start + length])
        if len(parts[-1]) != length:
            raise BadTable("is too short")
        arrays[entry["name"]] = np.ndarray(entry["shape"], dtype, data, start)
        start += length
    if len(data) != start:
        raise BadTable("is too long")
    with ThreadPoolExecutor() as pool:
        for entry, checksum in zip(entries, pool.map(zlib.crc32, parts), strict=True):
            if checksum != entry["checksum"]:
                raise BadTable(f"is broken: {entry['name']}")
    return arrays


def _map(path: Path, trusts: bool) -> memoryview:
    """Return the bytes of a file, read from disk where they are asked for."""
    # What is not a file, such as a pipe that nobody writes to, must not be waited for.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise BadTable(f"{path} is not a file")
        if not trusts and not is_safe(about):
            raise BadTable(f"{path} may have been written by another user")
        if about.st_size < _HEADER_FROM:
            raise BadTable(f"{path} is too short")
        return memoryview(mmap.mmap(handle, 0, access=mmap.ACCESS_READ))
    finally:
        os.close(handle)


def _padded(array: npt.NDArray[Any]) -> memoryview:
    """Return the bytes of an array, filled up so that the next one is aligned."""
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    missing = _aligned(len(data)) - len(data)
    return (np.concatenate([data, np.zeros(missing, np.uint8)]) if missing else data).data


def _aligned(length: int) -> int:
    return length + -length % _ALIGNMENT


def _number(value: int) -> bytes:
    return value.to_bytes(4, "little")


def _read_number(data: memoryview, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")
