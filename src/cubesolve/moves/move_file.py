"""Files of moves: a head of 64 bytes, then four bytes for each turn.

The head, little-endian: 8 bytes `CUBETURN`, a version (2 bytes, 1), the bytes of a turn (2 bytes,
4), the size (4), how many turns there are (8), their checksum (4, CRC-32), 36 zeros. A turn is
layer from 1 << 5 | face << 2 | clockwise quarter turns 1 to 3, with faces URFDLB as 0 to 5.

A file gets its name only when it is complete, so none that was cut off by an error or Ctrl-C is
taken for whole; one that was cut off afterwards is told by its length.
"""

from __future__ import annotations

import os
import struct
import tempfile
import zlib
from pathlib import Path
from types import TracebackType

import numpy as np

from cubesolve.errors import MoveFileError
from cubesolve.moves.long_alg import LongAlg, Turns

MAGIC = b"CUBETURN"
_HEAD = struct.Struct("<8sHHIQI36x")
_VERSION, _WORD = 1, 4
_PIECE = 1 << 22  # turns that are looked at or written at once


class MoveFile:
    """A file of moves that is read as they are needed, without loading all.

    `alg` is over the file itself. Raises `MoveFileError` for what is none, or was cut off.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            head = file.read(_HEAD.size)
            length = os.fstat(file.fileno()).st_size
        if len(head) < _HEAD.size or not head.startswith(MAGIC):
            raise MoveFileError(f"this is no file of moves: {self.path}")
        _, version, word, self.size, self.count, self.checksum = _HEAD.unpack(head)
        if version != _VERSION or word != _WORD or self.size < 2:
            raise MoveFileError(f"this file of moves has version {version}, expected {_VERSION}")
        expected = _HEAD.size + _WORD * self.count
        if length != expected:
            raise MoveFileError(f"this file was cut off or changed: {length} bytes of {expected}")

    @property
    def alg(self) -> LongAlg:
        """The moves, read from the file when they are looked at."""
        if not self.count:
            return LongAlg(np.empty(0, np.int32), self.size)
        turns: Turns = np.memmap(self.path, np.dtype("<i4"), "c", _HEAD.size, (self.count,))
        return LongAlg(turns, self.size)

    def check(self) -> None:
        """Raise `MoveFileError` if bytes were changed, or one is no turn of this size."""
        from cubesolve.kernels.turn_words import first_wrong

        turns, checksum = self.alg.turns, 0
        for start in range(0, self.count, _PIECE):
            piece = np.array(turns[start : start + _PIECE])
            checksum = zlib.crc32(piece.data, checksum)
            wrong = first_wrong(piece, self.size)
            if wrong >= 0:
                place = start + wrong + 1
                raise MoveFileError(f"move {place} is no turn of a cube of size {self.size}")
        if checksum != self.checksum:
            raise MoveFileError(f"this file was changed: its checksum does not fit: {self.path}")


class MoveWriter:
    """Writes a file of moves piece by piece; `with` gives it its name at the end, or nothing.

    An error, or Ctrl-C, inside the block leaves no file behind, and one that was there before as it
    was.
    """

    def __init__(self, path: str | os.PathLike[str], size: int) -> None:
        self.path = Path(path)
        self.size = size
        self.count = 0
        self._checksum = 0

    def __enter__(self) -> MoveWriter:
        folder = self.path.absolute().parent
        if self.path.exists() and not self.path.is_file():
            raise MoveFileError(f"expected the name of a file, got {self.path}")
        number, self._draft = tempfile.mkstemp(".part", f".{self.path.name}.", folder)
        self._file = os.fdopen(number, "wb", buffering=0)
        try:
            self._write(bytes(_HEAD.size))
        except BaseException:
            self._discard()
            raise
        return self

    def write(self, turns: Turns) -> None:
        """Write turns after those before."""
        data = np.ascontiguousarray(turns, dtype="<i4").data.cast("B")
        self._checksum = zlib.crc32(data, self._checksum)
        self._write(data)
        self.count += len(turns)

    def _write(self, data: bytes | memoryview) -> None:
        rest = memoryview(data)
        while len(rest):
            rest = rest[self._file.write(rest) :]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._discard()
            return
        try:
            self._file.seek(0)
            head = _HEAD.pack(MAGIC, _VERSION, _WORD, self.size, self.count, self._checksum)
            self._write(head)
            os.fsync(self._file.fileno())
            self._file.close()
            os.chmod(self._draft, 0o666 & ~_umask())
            os.replace(self._draft, self.path)
        except BaseException:
            self._discard()
            raise

    def _discard(self) -> None:
        self._file.close()
        Path(self._draft).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_moves(path: str | os.PathLike[str], alg: LongAlg) -> None:
    """Write an algorithm into a file of moves; an error leaves no file behind."""
    with MoveWriter(path, alg.size) as writer:
        for start in range(0, len(alg), _PIECE):
            writer.write(alg.turns[start : start + _PIECE])


def read_moves(path: str | os.PathLike[str]) -> LongAlg:
    """Return the algorithm of a file of moves, which stays in the file until it is looked at.

    Raises `MoveFileError` for a foreign, cut-off or damaged file.
    """
    file = MoveFile(path)
    file.check()
    return file.alg


def is_move_file(name: str) -> bool:
    """Tell whether this is the name of a file that begins as a file of moves does."""
    try:
        with Path(name).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False
