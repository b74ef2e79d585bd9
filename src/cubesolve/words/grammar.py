"""What sentences are made of: a title with its explanation, numbers with nouns, and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_NUMBERS = (
    "none", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


class Words(NamedTuple):
    """What a step is called, and what it does and why."""

    title: str
    explanation: str


def counted(number: int, noun: str) -> str:
    """Return a number with a noun that agrees with it.

    >>> counted(1, "inner layer"), counted(3, "move")
    ('1 inner layer', '3 moves')
    """
    return f"{number} {plural(number, noun)}"


def spelled(number: int, noun: str) -> str:
    """Return a small number as a word, with a noun that agrees with it.

    >>> spelled(1, "row"), spelled(12, "row"), spelled(13, "row")
    ('one row', 'twelve rows', '13 rows')
    """
    word = _NUMBERS[number] if 0 < number < len(_NUMBERS) else str(number)
    return f"{word} {plural(number, noun)}"


def ordinal(number: int) -> str:
    """Return a place in a row as a word, or as a number with its ending.

    >>> ordinal(3), ordinal(12), ordinal(13), ordinal(22)
    ('third', 'twelfth', '13th', '22nd')
    """
    if number < len(_ORDINALS):
        return _ORDINALS[number]
    is_teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if is_teen else _ENDINGS.get(number % 10, 'th')}"


def plural(number: int, noun: str) -> str:
    """Return the noun alone, with an s unless there is one.

    >>> plural(1, "edge"), plural(2, "edge")
    ('edge', 'edges')
    """
    return noun if number == 1 else f"{noun}s"


def a_cube(size: int) -> str:
    """Return what people call a cube of this size, with the article that goes with it.

    >>> a_cube(3), a_cube(8), a_cube(11), a_cube(118)
    ('a 3x3', 'an 8x8', 'an 11x11', 'a 118x118')
    """
    digits = str(size)
    is_teen = digits[:2] in ("11", "18") and len(digits) % 3 == 2
    article = "an" if digits[0] == "8" or is_teen else "a"
    return f"{article} {size}x{size}"


def listed(things: Sequence[str]) -> str:
    """Return things as a sentence lists them.

    >>> listed(["UF"]), listed(["UF", "UR", "DL"])
    ('UF', 'UF, UR and DL')
    """
    *first, last = things
    return f"{', '.join(first)} and {last}" if first else last
