"""Every exception that CubeSolve raises on purpose."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

_WINDOW = 60  # characters of a long line that an error shows around the place
_NAMELESS = {"Cc": "a control character", "Cs": "half a character", "Co": "a private character"}


def is_plain(letter: str) -> bool:
    """Return whether a letter is what it looks like: others show nothing, or look like a B."""
    return letter.isascii() and letter.isprintable()


def visible_name(letter: str) -> str:
    """Return a letter as a message can show it: one that is not plain comes with its name.

    >>> visible_name("Q"), visible_name("µ")
    ("'Q'", "'µ' (MICRO SIGN)")
    """
    if is_plain(letter):
        return repr(letter)
    kind = _NAMELESS.get(unicodedata.category(letter), "no character")
    return f"{letter!r} ({unicodedata.name(letter, kind)})"


class CubeSolveError(Exception):
    """Root of all errors that CubeSolve raises on purpose."""


class MissingExtraError(CubeSolveError, ImportError):
    """Something needs a package that comes with an extra which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} need an extra: pip install 'cubesolve[{extra}]'")
        self.extra = extra


class NotationError(CubeSolveError, ValueError):
    """A text is not an algorithm, or a move does not exist on this size.

    `text` is what was read, `position` the place in it from 1, `hint` what to write instead.
    """

    def __init__(self, problem: str, text: str, position: int, hint: str = "") -> None:
        super().__init__(problem, text, position, hint)
        self.problem = problem
        self.text = text
        self.position = position
        self.hint = hint

    @property
    def line(self) -> int:
        """Line of the place, counted from 1."""
        return self.text.count("\n", 0, self.position - 1) + 1

    @property
    def column(self) -> int:
        """Column of the place in its line, counted from 1."""
        return self.position - 1 - self.text.rfind("\n", 0, self.position - 1)

    def __str__(self) -> str:
        where = f"{self.column}" if "\n" not in self.text else f"line {self.line}, {self.column}"
        shown, before = self._window()
        head = f'{self.problem} at {where}: "'
        message = f'{head}{shown}"\n{" " * (len(head) + before)}^'
        return f"{message}\nhint: {self.hint}" if self.hint else message

    def _window(self) -> tuple[str, int]:
        line = self.text.split("\n")[self.line - 1]
        at = self.column - 1
        start = max(0, at - _WINDOW) if len(line) > 2 * _WINDOW else 0
        end = len(line) if len(line) <= 2 * _WINDOW else at + _WINDOW
        prefix = "…" if start else ""
        suffix = "…" if end < len(line) else ""
        # A tab or another control character would push the caret out of its column.
        shown = "".join(c if c.isprintable() else " " for c in line[start:end])
        return prefix + shown + suffix, len(prefix) + at - start


class InvalidCubeError(CubeSolveError, ValueError):
    """A state cannot be reached by turning a cube; `problems` names everything that is wrong."""

    def __init__(self, problems: Sequence[Any]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "; ".join(str(p) for p in self.problems)


class InternalSWError(CubeSolveError):
    """A promise of our own is broken: a fault of the program that calls, or of ours."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came while a cube was solved; `best` is the best `Solution` so far, if there is one.

    Like every `KeyboardInterrupt` it is no `CubeSolveError`, nor any other `Exception`.
    """

    def __init__(self, best: Any = None) -> None:
        super().__init__()
        self.best = best


class SolveFailed(CubeSolveError, RuntimeError):
    """A method could not solve this state."""


class NoSolutionInTime(SolveFailed):
    """A method has no solution within its limit of time.

    `method` and `seconds` say which and how long; `instead` names a quicker method, if there is.
    """

    def __init__(self, method: str, seconds: float, instead: str = "") -> None:
        super().__init__(method, seconds, instead)
        self.method = method
        self.seconds = seconds
        self.instead = instead

    def __str__(self) -> str:
        quicker = f", or use the method {self.instead}" if self.instead else ""
        found = f"no solution by {self.method} within {self.seconds:g} s"
        return f"{found}: allow more time{quicker}"


class EvenCubeEdgeParityException(CubeSolveError):
    """An even cube, seen as a 3x3, has an odd number of flipped edges."""


class EvenCubeCornerSwapException(CubeSolveError):
    """An even cube, seen as a 3x3, has two corners swapped."""


class UnsupportedSizeError(CubeSolveError, ValueError):
    """A cube of this size does not exist, or the method is not made for it."""


class ScanError(CubeSolveError, ValueError):
    """Pictures or readings do not show a cube; the message says what is missing or wrong."""


class MoveFileError(CubeSolveError, ValueError):
    """A file of moves is foreign, cut off or damaged."""


class NotEnoughRoomError(CubeSolveError, MemoryError):
    """The machine has not enough memory or disk for what was asked; nothing was begun."""
