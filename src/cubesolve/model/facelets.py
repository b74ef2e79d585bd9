"""Reading facelet text: letters to colours."""

from __future__ import annotations

from math import isqrt

import numpy as np

from cubesolve.errors import InvalidCubeError, visible_name
from cubesolve.model.colors import ColorScheme
from cubesolve.model.geometry import FACE_NAMES, MAX_SIZE, N_FACES, geometry
from cubesolve.model.identify import Colors
from cubesolve.model.validity import Problem, ProblemKind
from cubesolve.notation import SMALLEST_SIZE


def colors_from_text(text: str, scheme: ColorScheme) -> tuple[int, Colors]:
    """Return the size and the colour numbers that the letters spell.

    Raises `InvalidCubeError` with the place of a wrong letter, or with the nearest right length.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected facelets as text, got {text!r}")
    letters = "".join(text.replace("\ufeff", "").split())  # some editors begin a file with it
    used = set(letters)
    if used <= set(FACE_NAMES):
        alphabet = FACE_NAMES
    elif used <= set(scheme.letters):
        alphabet = scheme.letters
    else:
        raise InvalidCubeError([_wrong_letter(letters, scheme)])
    size = _size(len(letters))
    if size is None:
        raise InvalidCubeError([_wrong_length(len(letters))])
    numbers = np.zeros(128, dtype=np.uint8)
    numbers[list(alphabet.encode())] = np.arange(N_FACES)
    return size, numbers[np.frombuffer(letters.encode(), dtype=np.uint8)]


def _size(length: int) -> int | None:
    size = isqrt(length // N_FACES)
    fits = size * size * N_FACES == length and SMALLEST_SIZE <= size <= MAX_SIZE
    return size if fits else None


def _wrong_length(length: int) -> Problem:
    below = max(SMALLEST_SIZE, isqrt(length // N_FACES))
    lengths = " or ".join(f"{6 * n * n} for size {n}" for n in (below, below + 1))
    message = f"expected 6 x N x N letters, such as {lengths}, got {length}"
    return Problem(ProblemKind.WRONG_LENGTH, message, (f"letter {length + 1}",))


def _wrong_letter(letters: str, scheme: ColorScheme) -> Problem:
    known = FACE_NAMES + scheme.letters
    strange = next((i for i, letter in enumerate(letters) if letter not in known), None)
    if strange is None:
        # Every letter is known, but they belong to two alphabets: the first one chose.
        first_only = next(
            i for i, c in enumerate(letters) if (c in FACE_NAMES) != (c in scheme.letters)
        )
        alphabet = FACE_NAMES if letters[first_only] in FACE_NAMES else scheme.letters
        strange = next(i for i, letter in enumerate(letters) if letter not in alphabet)
        expected = f"only face letters {FACE_NAMES} or only colour letters {scheme.letters}"
    else:
        expected = f"face letters {FACE_NAMES} or colour letters {scheme.letters}"
    place = f"letter {strange + 1}"
    size = _size(len(letters))
    slots: tuple[int, ...] = ()
    if size is not None:
        place += f" ({geometry(size).place_name(strange)})"
        slots = (strange,)
    message = f"expected {expected}, got {visible_name(letters[strange])} at {place}"
    return Problem(ProblemKind.UNKNOWN_LETTER, message, (place,), slots)
