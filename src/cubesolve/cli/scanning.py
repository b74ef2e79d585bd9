"""The command `scan`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from cubesolve import Scan, scan_photos, scan_readings
from cubesolve.cli.inputs import UsageError, read_text
from cubesolve.cli.outputs import add_output_arguments, write, write_json, write_net
from cubesolve.words.grammar import counted

_FACES = "URFDLB"
_PICTURES = (".jpg", ".jpeg", ".png", ".webp")
_OTHER_PICTURES = (".heic", ".heif", ".avif", ".bmp", ".gif", ".tif", ".tiff", ".dng")
_MOST_BYTES = 10_000_000  # of readings


def add_scan(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `scan`."""
    parser.add_argument(
        "photos",
        nargs="*",
        metavar="PHOTO",
        help="six photographs, one of each face, or a folder with them; files named U, R, F, D, L"
        " and B say which face they show, others come in any order",
    )
    parser.add_argument(
        "--readings",
        metavar="FILE",
        help="instead of photographs, JSON: six N x N grids of [red, green, blue] from 0 to 255,"
        " faces in the order U R F D L B; - reads standard input",
    )
    parser.add_argument("--any-order", action="store_true", help="the faces may come in any order")
    add_output_arguments(parser)


def scan(args: argparse.Namespace) -> int:
    """Scan a cube, and say what stays doubtful."""
    if bool(args.photos) == (args.readings is not None):
        raise UsageError("expected six photographs, a folder with them, or --readings FILE")
    if args.readings is not None:
        found = scan_readings(_read_grids(args.readings), ordered=not args.any_order)
    else:
        found = _scan_files(_files(args.photos), args.any_order)
    if args.json:
        write_json(found.to_json())
    else:
        _write_scan(found, args)
    return 0


def _scan_files(files: list[Path], any_order: bool) -> Scan:
    by_face = {file.stem.upper(): file for file in files}
    if len(files) == len(_FACES) and set(by_face) == set(_FACES) and not any_order:
        ordered = [by_face[face] for face in _FACES]
        return scan_photos(ordered, names=[file.name for file in ordered], ordered=True)
    return scan_photos(files, names=[file.name for file in files])


def _files(photos: list[str]) -> list[Path]:
    """Return the files that are named, or those of a folder in the order of their names."""
    if len(photos) == 1 and Path(photos[0]).is_dir():
        files = [file for file in sorted(Path(photos[0]).iterdir()) if _is_shown(file)]
        found = [file for file in files if file.suffix.lower() in _PICTURES]
        if len(found) != len(_FACES):
            count = f"expected six pictures, found {len(found)}"
            raise UsageError(f"{photos[0]}: {count}{_said_of_others(files)}")
        return found
    for photo in photos:
        if not Path(photo).exists():
            raise UsageError(f"{photo}: no such file or folder")
    return [Path(photo) for photo in photos]


def _is_shown(file: Path) -> bool:
    """Whether a folder shows this file: systems keep notes of their own, like `._U.jpg`."""
    return not file.name.startswith(".") and not file.is_dir()


def _said_of_others(files: list[Path]) -> str:
    """Return in words which pictures of a folder are of kinds that are not read."""
    names = [file.name for file in files if file.suffix.lower() in _OTHER_PICTURES]
    if not names:
        return ""
    some = f"{names[0]} is" if len(names) == 1 else f"{names[0]} and {len(names) - 1} more are"
    return f"; {some} not JPEG, PNG or WebP, the kinds that can be read"


def _read_grids(argument: str) -> list[Any]:
    text = read_text("-") if argument == "-" else _read_bytes(argument)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{argument}: expected JSON, {error}") from None
    if isinstance(data, dict):
        if set(data) != set(_FACES):
            raise UsageError(f"{argument}: expected the faces {', '.join(_FACES)}")
        data = [data[face] for face in _FACES]
    if not isinstance(data, list):
        raise UsageError(f"{argument}: expected a list of six faces")
    return data


def _read_bytes(name: str) -> bytes:
    """Return what is in a file, which may be a pipe or a device that never ends."""
    with Path(name).open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{name}: expected at most {_MOST_BYTES:,} bytes; six faces take fewer")
    return data


def _write_scan(found: Scan, args: argparse.Namespace) -> None:
    write_net(found.cube, args)
    write(found.facelets)
    if found.doubtful:
        write(f"{counted(len(found.doubtful), 'sticker')} to check, the most doubtful first:")
    for doubt in found.doubtful:
        write(f"  {doubt.place} {doubt.color.name.lower()}: {doubt.reason}")
