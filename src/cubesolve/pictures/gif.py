"""GIF files of few colours, small: what stays is left out, and edges may be a little off.

A pixel where an edge runs through may take a neighbouring blend if that makes the file smaller; a
pixel in the middle of a sticker never does.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from cubesolve.render.markers import Rgb

Cells = npt.NDArray[np.uint8]

_BLOCK = 255
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_KEEP_AND_CLEAR = 0b101  # the picture stays under the next one, and one colour is transparent


class GifWriter:
    """Writes pictures of palette numbers; `stand_ins[number]` are colours that may replace it."""

    def __init__(
        self, file: BinaryIO, palette: Sequence[Rgb], stand_ins: Sequence[Sequence[int]]
    ) -> None:
        self.file = file
        self.clear = len(palette)  # the number of what is transparent
        self.width = max(2, self.clear.bit_length())
        self.palette = palette
        self.choices = np.full((2 * len(palette), 2 + max(map(len, stand_ins))), -1, np.int16)
        for number, others in enumerate(stand_ins):
            self.choices[number, : 1 + len(others)] = (number, *others)
            self.choices[self.clear + number, :2] = self.clear, number
        self.longer = np.zeros((4096, 1 << self.width), np.int16)
        self.before: Cells | None = None

    def start(self, width: int, height: int) -> None:
        """Write what comes before the pictures."""
        colors = bytes(chain.from_iterable(self.palette)).ljust(3 << self.width, b"\0")
        flags = 0b1111_0000 | (self.width - 1)
        self.file.write(b"GIF89a" + struct.pack("<HHBBB", width, height, flags, 0, 0))
        self.file.write(colors + _LOOP)

    def add(self, cells: Cells, milliseconds: int) -> None:
        """Write one picture, which is shown so long."""
        same = np.zeros(cells.shape, bool) if self.before is None else cells == self.before
        self.before = cells
        top, bottom, left, right = _changed(same)
        kinds = cells[top:bottom, left:right].astype(np.uint16)
        kinds += same[top:bottom, left:right] * np.uint16(self.clear)
        place = struct.pack("<HHHHB", left, top, right - left, bottom - top, 0)
        control = struct.pack("<BHBB", _KEEP_AND_CLEAR, milliseconds // 10, self.clear, 0)
        self.file.write(b"\x21\xf9\x04" + control + b"\x2c" + place + bytes([self.width]))
        data = self.compressed(kinds.ravel())
        for at in range(0, len(data), _BLOCK):
            part = data[at : at + _BLOCK]
            self.file.write(bytes([len(part)]) + part)
        self.file.write(b"\0")

    def compressed(self, kinds: npt.NDArray[np.uint16]) -> bytes:
        """Return the pixels as LZW."""
        from cubesolve.kernels.lzw import compress

        out = np.empty(2 * len(kinds) + 16, np.uint8)
        length = compress(kinds, self.choices, self.width, self.longer, out)
        return out[:length].tobytes()

    def finish(self) -> None:
        """Write the end."""
        self.file.write(b"\x3b")


def _changed(same: npt.NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Return the rows and columns that hold all that changed; one pixel if nothing did."""
    rows, columns = (np.flatnonzero(~same.all(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return 0, 1, 0, 1
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def write_gif(writer: GifWriter, pictures: Iterable[Cells], times: Iterable[int]) -> None:
    """Write all pictures with their milliseconds."""
    for number, (cells, time) in enumerate(zip(pictures, times, strict=True)):
        if number == 0:
            writer.start(cells.shape[1], cells.shape[0])
        writer.add(cells, time)
    writer.finish()
