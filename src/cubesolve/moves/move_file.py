"""Files of moves: a head of 64 bytes, then turns, four bytes each or packed.

The head, little-endian: 8 bytes `CUBETURN`, a version (2 bytes), the bytes of a turn (2 bytes), the
size (4), how many turns there are (8), a checksum of all that follows (4, CRC-32), how many bytes
follow (8; 0 in version 1), 28 zeros. A turn is a word: layer from 1 << 5 | face << 2 | clockwise
quarter turns 1 to 3, with faces URFDLB as 0 to 5.

Version 1 has words of four bytes. Version 2 is for what does not fit in memory: parts, each with
two numbers of four bytes, how many turns and how many bytes follow, then turns of about one byte as
`kernels/turn_bytes.py` says; there the bytes of a turn are 0. Each part can be read without the
others.

A file gets its name only when it is complete, so none that was cut off by an error or Ctrl-C is
taken for whole; one that was cut off afterwards is told by its length.
"""

from __future__ import annotations

import errno
import os
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from cubesolve.errors import MoveFileError
from cubesolve.machine import require_memory
from cubesolve.moves.long_alg import LongAlg, Turns
from cubesolve.notation import SMALLEST_SIZE

MAGIC = b"CUBETURN"
_HEAD = struct.Struct("<8sHHIQIQ28x")
_PART = struct.Struct("<II")
_WORDS, _PACKED = 1, 2  # versions
_WORD = 4
_PIECE = 1 << 22  # turns that are looked at or written at once
_LARGEST = (1 << 26) - 1  # layers that a word has bits for
_NO_TURN = "move {place} is not a turn of a cube of size {size}"

Bytes = npt.NDArray[np.uint8]
Share = Callable[[float], None]


class MoveFile:
    """A file of moves that is read as they are needed, without loading all.

    Raises `MoveFileError` for what is none, or was cut off.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        _check_is_file(self.path)
        with self.path.open("rb") as file:
            head = file.read(_HEAD.size)
            self.length = os.fstat(file.fileno()).st_size
        if len(head) < _HEAD.size or not head.startswith(MAGIC):
            raise MoveFileError(f"this is not a file of moves: {self.path}")
        _, version, word, self.size, self.count, self.checksum, bytes_ = _HEAD.unpack(head)
        if (version, word) not in ((_WORDS, _WORD), (_PACKED, 0)):
            raise MoveFileError(
                f"this file of moves has version {version}, expected {_WORDS} or {_PACKED}"
            )
        if not SMALLEST_SIZE <= self.size <= _LARGEST:
            raise MoveFileError(f"this file was changed: no cube has {self.size:,} layers")
        self.is_packed = version == _PACKED
        expected = _HEAD.size + (bytes_ if self.is_packed else _WORD * self.count)
        if self.length != expected:
            raise MoveFileError(
                f"this file was cut off or changed: {self.length} bytes of {expected}"
            )

    @property
    def alg(self) -> LongAlg:
        """The moves; those of version 1 are read from the file when they are looked at.

        Raises `NotEnoughRoomError` for packed ones that do not fit in memory: see `pieces`.
        """
        if not self.count:
            return LongAlg(np.empty(0, np.int32), self.size)
        if not self.is_packed:
            turns: Turns = np.memmap(self.path, np.dtype("<i4"), "c", _HEAD.size, (self.count,))
            return LongAlg(turns, self.size)
        require_memory(_WORD * self.count, f"a list of {self.count:,} turns")
        turns, at = np.empty(self.count, np.int32), 0
        for piece in self.pieces():
            turns[at : at + len(piece)] = piece
            at += len(piece)
        return LongAlg(turns, self.size)

    def pieces(self, on_share: Share | None = None) -> Iterator[Turns]:
        """Yield all turns, some millions at a time; each piece is good until the next comes.

        Raises `MoveFileError` at the end if bytes were changed, and where one is no turn of this
        size. `on_share` hears how much of the file is done.
        """
        from cubesolve.kernels.turn_words import first_wrong

        count = checksum = 0
        with self.path.open("rb") as file:
            file.seek(_HEAD.size)
            for turns, data in self._packed(file) if self.is_packed else self._plain(file):
                checksum = zlib.crc32(data, checksum)
                wrong = first_wrong(turns, self.size)
                if wrong >= 0:
                    raise MoveFileError(_NO_TURN.format(place=count + wrong + 1, size=self.size))
                count += len(turns)
                yield turns
                if on_share is not None:
                    on_share(file.tell() / self.length)
        if checksum != self.checksum or count != self.count:
            raise MoveFileError(f"this file was changed: its checksum does not match: {self.path}")

    def _plain(self, file: BinaryIO) -> Iterator[tuple[Turns, bytes]]:
        while data := file.read(_WORD * _PIECE):
            yield np.frombuffer(data, dtype="<i4").astype(np.int32), data

    def _packed(self, file: BinaryIO) -> Iterator[tuple[Turns, bytes]]:
        from cubesolve.kernels.turn_bytes import unpack_turns

        room = np.empty(_PIECE, np.int32)
        while head := file.read(_PART.size):
            n_turns, n_bytes = _PART.unpack(head) if len(head) == _PART.size else (0, -1)
            data = file.read(n_bytes) if 0 <= n_bytes <= self.length else b""
            room = room if n_turns <= len(room) else np.empty(min(n_turns, self.length), np.int32)
            turns = room[:n_turns]
            if len(data) != n_bytes or unpack_turns(_as_bytes(data), turns) != n_turns:
                raise MoveFileError(f"this file was changed: part of it is not moves: {self.path}")
            yield turns, head + data

    def check(self) -> None:
        """Raise `MoveFileError` if bytes were changed, or one is no turn of this size."""
        for _ in self.pieces():
            pass


def _as_bytes(data: bytes) -> Bytes:
    # A copy, since kernels are compiled for arrays that can be written to.
    return np.frombuffer(data, dtype=np.uint8).copy()


def packed(turns: Turns, room: Bytes) -> tuple[Bytes, Bytes]:
    """Return room, larger if it must be, and in it turns as parts of a packed file."""
    from cubesolve.kernels.turn_bytes import LONGEST, pack_turns

    starts = range(0, len(turns), _PIECE)
    near = min(_PIECE, len(turns))
    needed = near + _PART.size * len(starts) + LONGEST * len(turns)
    if len(room) < needed:
        room = np.empty(needed + needed // 8, np.uint8)
    first = at = near
    for start in starts:
        piece, head = turns[start : start + _PIECE], at
        at += _PART.size
        count = int(pack_turns(piece, room[:near], room[at:]))
        room[head:at] = np.frombuffer(_PART.pack(len(piece), count), np.uint8)
        at += count
    return room, room[first:at]


class MoveWriter:
    """Writes a file of moves piece by piece; `with` gives it its name at the end, or nothing.

    An error, or Ctrl-C, inside the block leaves no file behind, and one that was there before as it
    was.
    """

    def __init__(self, path: str | os.PathLike[str], size: int, *, is_packed: bool = False) -> None:
        self.path = Path(path)
        self.size = size
        self.is_packed = is_packed
        self.count = 0
        self.length = 0
        self._checksum = 0

    def __enter__(self) -> MoveWriter:
        number, self._draft = _new_draft(self.path)
        self._file = os.fdopen(number, "wb", buffering=0)
        try:
            self._write(bytes(_HEAD.size))
        except BaseException:
            self._discard()
            raise
        return self

    def write(self, turns: Turns) -> None:
        """Write turns after those before."""
        if self.is_packed:
            _, parts = packed(turns, np.empty(0, np.uint8))
            self.write_packed(parts, len(turns))
            return
        self._add(np.ascontiguousarray(turns, dtype="<i4").data.cast("B"), len(turns))

    def write_packed(self, parts: Bytes, count: int) -> None:
        """Write parts that `packed` has made of so many turns."""
        self._add(parts.data, count)

    def _add(self, data: memoryview, count: int) -> None:
        self._checksum = zlib.crc32(data, self._checksum)
        self._write(data)
        self.count += count
        self.length += len(data)

    def _write(self, data: bytes | memoryview) -> None:
        rest = memoryview(data)
        try:
            while len(rest):
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise MoveFileError(
                    f"the disk is full after {self.count:,} turns; nothing was kept: {self.path}"
                ) from error
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._discard()
            return
        version, word = (_PACKED, 0) if self.is_packed else (_WORDS, _WORD)
        length = self.length if self.is_packed else 0
        head = _HEAD.pack(MAGIC, version, word, self.size, self.count, self._checksum, length)
        try:
            self._file.seek(0)
            self._write(head)
            os.fsync(self._file.fileno())
            self._file.close()
            os.chmod(self._draft, 0o666 & ~_umask())
            os.replace(self._draft, self.path)
        except BaseException:
            self._discard()
            raise

    def _discard(self) -> None:
        with suppress(OSError):
            self._file.close()
        Path(self._draft).unlink(missing_ok=True)


def _new_draft(path: Path) -> tuple[int, str]:
    """Return a file that is open, and its name, beside the one whose name it may get."""
    _check_is_file(path)
    try:
        return tempfile.mkstemp(".part", f".{path.name}.", path.absolute().parent)
    except OSError as error:  # it names the draft, of which nobody knows
        raise OSError(error.errno, error.strerror, str(path)) from error


def _check_is_file(path: Path) -> None:
    """Refuse a folder, a pipe or a device; a name that is free is one of a file."""
    if path.exists() and not path.is_file():
        raise MoveFileError(f"expected the name of a file, got {path}")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise what writing a file of moves would, before long work is done for it."""
    number, draft = _new_draft(Path(path))
    os.close(number)
    Path(draft).unlink()


def write_moves(path: str | os.PathLike[str], alg: LongAlg) -> None:
    """Write an algorithm into a file of moves; an error leaves no file behind."""
    with MoveWriter(path, alg.size) as writer:
        for start in range(0, len(alg), _PIECE):
            writer.write(alg.turns[start : start + _PIECE])


def read_moves(path: str | os.PathLike[str]) -> LongAlg:
    """Return the algorithm of a file of moves, which stays in the file until it is looked at.

    Raises `MoveFileError` for a foreign, cut-off or damaged file, `NotEnoughRoomError` for one that
    holds more packed turns than fit in memory.
    """
    file = MoveFile(path)
    file.check()
    return file.alg


def is_move_file(name: str) -> bool:
    """Tell whether this is the name of a file that begins as a file of moves does."""
    try:
        if not Path(name).is_file():  # a pipe of this name would be waited for
            return False
        with Path(name).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False
