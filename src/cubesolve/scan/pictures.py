"""Pictures in files and bytes: what kind, how large, and the pixels."""

from __future__ import annotations

import struct
from os import PathLike
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from cubesolve.errors import ScanError
from cubesolve.scan.cells import Image

Picture = str | PathLike[str] | bytes | npt.NDArray[np.uint8]

MOST_BYTES = 64 * 2**20
_MOST_PIXELS = 120_000_000
_MANY_PIXELS = 6_000_000  # a JPEG with more is read at a fraction of its size
_SMALLEST = 48  # pixels: the shorter side


def read_picture(picture: Picture, name: str) -> Image:
    """Return the pixels, as BGR, of a file, of its bytes, or of an array (height, width, RGB)."""
    if isinstance(picture, np.ndarray):
        image = _from_array(picture, name)
    elif isinstance(picture, bytes | bytearray | memoryview):
        image = _decoded(bytes(picture), name)
    elif isinstance(picture, str | PathLike):
        image = _decoded(_read(Path(picture)), name)
    else:
        raise ScanError(
            f"{name}: expected a path, the bytes of a file or an array (height, width, 3) of bytes,"
            f" got {type(picture).__name__}"
        )
    _check_large_enough(image.shape[1], image.shape[0], name)
    return image


def scaled(image: Image, longer: int) -> Image:
    """Return the picture with this longer side; a smaller one stays as it is."""
    factor = longer / max(image.shape[:2])
    if factor >= 1:
        return image
    size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
    found: Image = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return found


def _read(path: Path) -> bytes:
    """Return what is in a file, and little more than is looked at: a device may never end."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _check_large_enough(width: int, height: int, name: str) -> None:
    if min(width, height) < _SMALLEST:
        raise ScanError(f"{name} is too small: {width} x {height} pixels")


def _from_array(array: npt.NDArray[np.uint8], name: str) -> Image:
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] != 3:
        raise ScanError(f"{name}: expected an array (height, width, 3) of bytes, RGB")
    return np.ascontiguousarray(array[..., ::-1])


def _decoded(data: bytes, name: str) -> Image:
    if len(data) > MOST_BYTES:
        raise ScanError(f"{name} is too large: at most {MOST_BYTES >> 20} MB")
    size = picture_size(data)
    if size is None:
        raise ScanError(f"{name} is not a JPEG, PNG or WebP picture")
    pixels = size[0] * size[1]
    if pixels > _MOST_PIXELS:
        raise ScanError(f"{name} is too large: {size[0]} x {size[1]} pixels")
    _check_large_enough(*size, name)  # before a decoder writes its own words about it
    how = cv2.IMREAD_COLOR
    if pixels > _MANY_PIXELS:
        how = cv2.IMREAD_REDUCED_COLOR_2
    if pixels > 4 * _MANY_PIXELS:
        how = cv2.IMREAD_REDUCED_COLOR_4
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), how)
    if image is None:
        raise ScanError(f"{name} is damaged: its pixels cannot be read")
    return np.asarray(image, dtype=np.uint8)


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height as a picture's head says, or None if this is no picture we read."""
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return struct.unpack(">II", data[16:24])
        if data[:2] == b"\xff\xd8":
            return _jpeg_size(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
    except (struct.error, IndexError):
        pass
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # a byte that fills up
            at += 1
        elif kind == 0x01 or 0xD0 <= kind <= 0xD7:  # nothing belongs to these
            at += 2
        elif 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return None
