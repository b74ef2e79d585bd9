"""Readings of six faces to a cube."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from cubesolve.errors import ScanError
from cubesolve.model.colors import DEFAULT_SCHEME, Color, ColorScheme
from cubesolve.model.geometry import FACE_NAMES, N_FACES, geometry
from cubesolve.scan.arrangements import slots_of
from cubesolve.scan.doubts import Doubts
from cubesolve.scan.laws import Ints
from cubesolve.scan.names import is_usual_scheme, name_colors
from cubesolve.scan.oklab import Floats
from cubesolve.scan.resolve import Resolved, Resolver
from cubesolve.scan.result import Scan
from cubesolve.scan.shades import Seen

_ALIKE = 12.0  # readings that differ less, in every channel, are of one colour
_BURNT_OUT = 235.0  # where all channels are above, white and yellow may look alike
_PALE = 0.65  # of its brightest channel that the darkest has where a colour may have been burnt out
_OUTSIDE = "expected red, green and blue from 0 to 255"
_GRID = "expected N rows of N colours [red, green, blue]"
LARGEST = 32  # layers: what a person can hold, and more


def resolve_readings(
    grids: Sequence[Any] | Floats, *, ordered: bool = True, names: Sequence[str] = ()
) -> Scan:
    """Return the cube that six grids of readings show; see `scan_readings`."""
    seen = _checked(grids)
    names = names or [f"picture {n}" for n in range(1, 1 + N_FACES)]
    size = seen.rgb.shape[1]
    _check_few_alike(seen.rgb, names)
    if size % 2:  # each face has its own middle
        _check_different(seen.rgb, names, but_pale=True)
    shape = geometry(size)
    resolved = Resolver(shape, seen, ordered).resolve()
    _check_read_alike(seen.rgb, _colors_read(size, resolved), names)
    colors = name_colors(resolved.shades.means)
    doubts = Doubts(shape, resolved, colors)
    if doubts.against:  # on even sizes two faces may look the same, but then all readings fit
        _check_different(seen.rgb, names)
    doubtful = doubts.collect()
    facelets, scheme = _written(size, resolved, colors)
    arrangement = resolved.arrangement
    return Scan(size, facelets, scheme, doubtful, arrangement.pictures, arrangement.turns)


def _checked(grids: Sequence[Any] | Floats) -> Seen:
    """Return the readings as arrays (6, N, N, 3), or say what is wrong with them."""
    if not isinstance(grids, Sequence | np.ndarray):
        raise ScanError(f"expected six faces in a list or an array, got {type(grids).__name__}")
    if len(grids) != N_FACES:
        raise ScanError(f"expected six faces in the order U R F D L B, got {len(grids)}")
    faces = [_numbers(grid, face) for face, grid in zip(FACE_NAMES, grids, strict=True)]
    shapes = [" x ".join(map(str, face.shape)) for face in faces]
    for face, numbers, shape in zip(FACE_NAMES, faces, shapes, strict=True):
        if not _is_grid(numbers):
            raise ScanError(f"{face}: {_GRID}, got {shape}")
        if shape != shapes[0]:
            raise ScanError(
                f"expected six grids of the same size, got {shapes[0]} for U and {shape} for {face}"
            )
    rgb = np.stack(faces)
    if not 2 <= rgb.shape[1] <= LARGEST:
        raise ScanError(f"expected a cube of 2 to {LARGEST} layers, got {rgb.shape[1]}")
    outside = np.argwhere(~((rgb >= 0) & (rgb <= 255)).all(axis=-1))  # NaN is nowhere
    if len(outside):
        face, row, column = outside[0].tolist()
        got = ", ".join(f"{value:g}" for value in rgb[face, row, column].tolist())
        place = f"{FACE_NAMES[face]}, row {row + 1}, column {column + 1}"
        raise ScanError(f"{place}: {_OUTSIDE}, got [{got}]")
    if np.ptp(rgb[..., :3].reshape(-1, 3), axis=0).max() < _ALIKE:
        raise ScanError("all readings are alike: it is too dark or too bright to tell colours")
    return Seen(rgb[..., :3], rgb[..., 3:] if rgb.shape[3] == 6 else None)


def _numbers(grid: Any, face: str) -> Floats:
    """Return what was given for a face as numbers; a text is none, also if it says one."""
    try:
        given = np.asarray(grid)
        numbers = None if given.dtype.kind in "US" else np.asarray(given, dtype=np.float64)
    except OverflowError:
        raise ScanError(f"{face}: {_OUTSIDE}, got a far larger number") from None
    except (TypeError, ValueError):
        raise ScanError(f"{face}: {_GRID}, got lists of different lengths") from None
    if numbers is None:
        raise ScanError(f"{face}: {_GRID}, got text")
    return numbers


def _is_grid(numbers: Floats) -> bool:
    shape = numbers.shape
    return len(shape) == 3 and shape[0] == shape[1] and shape[2] in (3, 6)


def _check_few_alike(rgb: Floats, names: Sequence[str]) -> None:
    """Raise `ScanError` if more faces look the same than on any cube.

    With middles no two do, but for two colours that are burnt out; else a face has its corners'
    colours, of each of which there are four.
    """
    most = 2 if rgb.shape[1] % 2 else 4
    for one in range(N_FACES):
        others = [two for two in range(N_FACES) if two != one and _turns_alike(rgb, one, two)]
        if len(others) >= most and rgb[one].min() < _BURNT_OUT:
            raise _same_face(names[one], names[others[0]])


def _check_different(rgb: Floats, names: Sequence[str], *, but_pale: bool = False) -> None:
    """Raise `ScanError` if one face is there twice, and is not burnt out.

    With `but_pale`, a pale one does not count: a burnt-out picture may have been darkened later.
    """
    middle = rgb.shape[1] // 2
    for one, two in combinations(range(N_FACES), 2):
        color = rgb[one, middle, middle]
        if color.min() >= _BURNT_OUT or (but_pale and _is_pale(color)):
            continue
        if _turns_alike(rgb, one, two):
            raise _same_face(names[one], names[two])


def _check_read_alike(rgb: Floats, colors: Ints, names: Sequence[str]) -> None:
    """Raise `ScanError` if faces that look the same were read as different ones.

    Where colours may be burnt out they may differ and look the same; elsewhere they are one.
    """
    for one, two in combinations(range(N_FACES), 2):
        vivid = ~_is_pale(rgb[one])
        turned = [np.rot90(colors[two], turns) for turns in _turns_alike(rgb, one, two)]
        if turned and all(np.any(vivid & (colors[one] != face)) for face in turned):
            raise _same_face(names[one], names[two])


def _turns_alike(rgb: Floats, one: int, two: int) -> list[int]:
    """Return by how many quarter turns a face looks the same as another."""
    alike = _ALIKE * float(rgb.max()) / 255
    faces = [np.rot90(rgb[two], turns) for turns in range(4)]
    return [turns for turns, face in enumerate(faces) if np.abs(rgb[one] - face).max() < alike]


def _is_pale(color: Floats) -> npt.NDArray[np.bool_]:
    pale: npt.NDArray[np.bool_] = color.min(axis=-1) > _PALE * color.max(axis=-1)
    return pale


def _same_face(one: str, two: str) -> ScanError:
    return ScanError(f"{one} and {two} show the same face")


def _colors_read(size: int, resolved: Resolved) -> Ints:
    """Return the colour of each reading (6, N, N)."""
    arrangement = resolved.arrangement
    read = np.empty(N_FACES * size * size, dtype=np.int64)
    colors = np.array(arrangement.colors)[resolved.possible.faces]
    read[slots_of(arrangement, size)] = colors
    return read.reshape(N_FACES, size, size)


def _written(size: int, resolved: Resolved, names: tuple[Color, ...]) -> tuple[str, ColorScheme]:
    """Return the facelets and the scheme that they are written in.

    With middle centres each face has its own letter in the middle; else letters go by colour.
    """
    colors = tuple(names[color] for color in resolved.arrangement.colors)
    held = ColorScheme(colors)
    scheme = DEFAULT_SCHEME if size % 2 == 0 and is_usual_scheme(colors) else held
    letters = [str(scheme.face(color)) for color in colors]
    return "".join(letters[face] for face in resolved.possible.faces.tolist()), scheme
