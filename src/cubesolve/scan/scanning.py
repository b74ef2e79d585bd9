"""The two ways to scan. What they need is loaded when they are called: it is an extra."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy.typing as npt

from cubesolve.errors import MissingExtraError, ScanError
from cubesolve.model.geometry import FACE_NAMES
from cubesolve.scan.result import Scan, ScannedFace


def scan_readings(
    grids: Sequence[Any] | Mapping[str, Any] | npt.NDArray[Any], *, ordered: bool = True
) -> Scan:
    """Return the most probable possible cube for six N x N grids of readings [red, green, blue].

    The faces come in the order U R F D L B, each held upright as in the net or turned, or as a
    mapping from these letters; with `ordered=False` a sequence may have any order. Raises
    `ScanError` when they show no cube.
    """
    try:
        from cubesolve.scan.readings import resolve_readings
    except ModuleNotFoundError as error:
        raise MissingExtraError("scans", "scan") from error
    if isinstance(grids, Mapping):
        return resolve_readings(_in_order(grids, "readings"), ordered=True)
    return resolve_readings(grids, ordered=ordered)


def scan_face(
    image: Any, *, corners: Any = None, size: int | None = None, name: str = "the picture"
) -> ScannedFace:
    """Return the face that one photograph shows; `scan_readings` takes the readings of six.

    Give the cube's `size` if you know it, and where the grid was found in a wrong place also its
    four `corners`: top left, top right, bottom right, bottom left, as fractions of the picture's
    width and height.
    Raises `ScanError` when the picture shows no face, more than one, or less than a whole one.
    """
    try:
        from cubesolve.scan.photos import face_from_corners, find_face
        from cubesolve.scan.pictures import read_picture
    except ModuleNotFoundError as error:
        raise MissingExtraError("scans", "scan") from error
    pixels = read_picture(image, name)
    if corners is None:
        return find_face(pixels, name, size)
    if size is None:
        raise ScanError("expected the cube's size with the corners of a face")
    return face_from_corners(pixels, corners, size)


def scan_photos(
    images: Sequence[Any] | Mapping[str, Any], *, names: Sequence[str] = (), ordered: bool = False
) -> Scan:
    """Return the most probable possible cube for six photographs, one of each face.

    A photograph is a path, the bytes of a JPEG, PNG or WebP file, or an array (height, width, RGB).
    They come in any order, U R F D L B is tried first, and each may be turned; a mapping from `U`,
    `R`, `F`, `D`, `L` and `B`, or `ordered=True`, says which is which. Raises `ScanError` when one
    of them shows no face, more than one, or less than a whole one.
    """
    try:
        from cubesolve.scan.photos import resolve_photos
    except ModuleNotFoundError as error:
        raise MissingExtraError("scans", "scan") from error
    if isinstance(images, Mapping):
        images, names, ordered = _in_order(images, "picture"), list(FACE_NAMES), True
    if isinstance(images, str | bytes | PathLike) or not isinstance(images, Iterable):
        raise ScanError(f"expected six pictures, one for each face, got {type(images).__name__}")
    images = list(images)
    named = list(names) or [_name(image, number) for number, image in enumerate(images, 1)]
    return resolve_photos(images, named, ordered=ordered)


def _in_order(given: Mapping[str, Any], what: str) -> list[Any]:
    """Return what was given for the faces U R F D L B."""
    missing = [face for face in FACE_NAMES if face not in given]
    if missing:
        be = "are" if what.endswith("s") else "is"
        raise ScanError(f"the {what} of {', '.join(missing)} {be} missing")
    return [given[face] for face in FACE_NAMES]


def _name(image: Any, number: int) -> str:
    return Path(image).name if isinstance(image, str | PathLike) else f"picture {number}"
