"""Small PNG pictures of colour grids, without an imaging library."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(grid: npt.NDArray[np.uint8], palette: Sequence[tuple[int, int, int]]) -> bytes:
    """Return a picture with one pixel for each cell: numbers below 16 into the palette."""
    height, width = grid.shape
    padded = np.zeros((height, width + width % 2), dtype=np.uint8)
    padded[:, :width] = grid
    packed = padded[:, ::2] << 4 | padded[:, 1::2]
    # Each line begins with the number of its filter: none.
    lines = np.zeros((height, packed.shape[1] + 1), dtype=np.uint8)
    lines[:, 1:] = packed
    header = struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)
    colors = bytes(part for color in palette for part in color)
    chunks = ((b"IHDR", header), (b"PLTE", colors), (b"IDAT", zlib.compress(lines.tobytes())))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in (*chunks, (b"IEND", b"")))


def _chunk(name: bytes, data: bytes) -> bytes:
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
