"""Text to `Alg`: one grammar for what cubers and programs write."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from cubesolve.errors import NotationError
from cubesolve.notation.alg import Alg, Commutator, Conjugate, Group, Node, Pause
from cubesolve.notation.layers import (
    ALL_INNER,
    FACES,
    MIDDLE,
    OUTER,
    ROTATIONS,
    SLICES,
    WHOLE,
    Layers,
    Range,
)
from cubesolve.notation.move import Move

MAX_DEPTH = 100  # brackets within brackets
MAX_DIGITS = 8  # as many as MAX_NUMBER has
_MEMORY = 200_000  # words kept with their moves

_PRIMES = str.maketrans(dict.fromkeys("’‘′ʼ´`ʹ＇", "'"))  # noqa: RUF001
_MOVE = re.compile(
    r"""(?: \[ (?P<set>[\d:,\-\ \t]*) \] | (?P<from>\d+) - (?P<to>\d+) | (?P<number>\d+) )?
        (?P<letter>[URFDLBMESXYZurfdlbmesxyz]) (?P<wide>w)?
        (?: \[ (?P<after>[\d:,\-\ \t]*) \] )?
        (?P<amount>\d+'?|'\d*)?""",
    re.VERBOSE | re.ASCII,
)
_AMOUNT = re.compile(r"\d+'?|'\d*", re.ASCII)
_BLANK = re.compile(r"(?:[\s\ufeff]+|//[^\n]*|\#[^\n]*)+")
_LAYER_SET = re.compile(r"\[[\d:,\-\s]*\]", re.ASCII)
_RANGE = re.compile(r"(\d+)|(\d*)[ \t]*:[ \t]*(-?\d+)?", re.ASCII)


class _Words(dict[str, Move]):
    """Every word seen so far with the move that it spells; no move, `KeyError`."""

    def __missing__(self, word: str) -> Move:
        match = _MOVE.fullmatch(word)
        if match is None:
            raise KeyError(word)
        if len(self) >= _MEMORY:
            self.clear()
        move = self[word] = _build(match, word, 0)
        return move


_WORDS = _Words()


def parse_alg(text: str, size: int | None = None) -> Alg:
    """Return the algorithm that the text spells; with a size, every move must exist on that cube.

    >>> str(parse_alg("R [U, r2'] // a comment"))
    "R [U, Rw2']"
    """
    plain = text.translate(_PRIMES)
    try:
        # A flat sequence of words, by far the most common text, needs no reader.
        alg = Alg(map(_WORDS.__getitem__, plain.split()))
    except (KeyError, NotationError):
        alg = _Reader(plain, text, None).read()
    if size is not None:
        try:
            for move in dict.fromkeys(alg.moves):
                move.resolve(size)
        except NotationError:
            _Reader(plain, text, size).read()
            raise
    return alg


@lru_cache(maxsize=4096)
def parse_short(text: str) -> Alg:
    """Return the algorithm that the text spells, remembered from the last time."""
    return parse_alg(text)


def parse_move(text: str) -> Move:
    """Return the one move that the text spells."""
    nodes = parse_alg(text).nodes
    if len(nodes) != 1 or not isinstance(nodes[0], Move):
        raise NotationError("expected exactly one move", text, 1)
    return nodes[0]


class _Reader:
    """Reads nested algorithms by recursive descent and knows the place of every fault."""

    def __init__(self, plain: str, text: str, size: int | None) -> None:
        self.plain = plain
        self.text = text
        self.size = size
        self.at = 0
        self.depth = 0

    def read(self) -> Alg:
        nodes = self.sequence()
        if self.at < len(self.plain):
            self.fail_at(self.at)
        return Alg(nodes)

    def sequence(self) -> list[Node]:
        """Read up to the end, or to a character that only an enclosing bracket understands."""
        nodes: list[Node] = []
        while True:
            self.skip_blank()
            if self.at == len(self.plain) or self.plain[self.at] in "),]:":
                return nodes
            nodes.append(self.node())

    def node(self) -> Node:
        character = self.plain[self.at]
        if character == ".":
            self.at += 1
            return Pause()
        if character == "(":
            return self.group()
        if character == "[" and not _LAYER_SET.match(self.plain, self.at):
            return self.bracket()
        return self.move()

    def move(self) -> Move:
        match = _MOVE.match(self.plain, self.at)
        if match is None:
            self.fail_at(self.at)
        try:
            word = match.group()
            move = _WORDS[word]
            if self.size is not None:
                move.resolve(self.size)
        except NotationError as error:
            place = 0 if self.size is not None and error.text != word else error.position - 1
            raise self.error(error.problem, self.at + place, error.hint) from None
        self.at = match.end()
        return move

    def group(self) -> Group:
        start = self.enter()
        nodes = self.sequence()
        if not nodes and self.at < len(self.plain):
            raise self.error("expected a move in this group", self.at)
        self.close(start, ")")
        return Group(Alg(nodes), self.amount())

    def bracket(self) -> Commutator | Conjugate:
        start = self.enter()
        first = self.part(start)
        separator = self.plain[self.at : self.at + 1]
        if separator not in (",", ":"):
            if not separator:
                raise self.error("this bracket is never closed", start)
            raise self.error("expected , or : in this bracket", self.at, "[A, B] or [A: B]")
        self.at += 1
        second = self.part(start)
        self.close(start, "]")
        kind = Commutator if separator == "," else Conjugate
        return kind(first, second, self.amount())

    def part(self, start: int) -> Alg:
        nodes = self.sequence()
        if not nodes:
            if self.at == len(self.plain):
                raise self.error("this bracket is never closed", start)
            raise self.error("expected a move", self.at, "[A, B] or [A: B], neither part empty")
        return Alg(nodes)

    def enter(self) -> int:
        start = self.at
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"brackets are nested deeper than {MAX_DEPTH}", start)
        self.at += 1
        return start

    def close(self, start: int, bracket: str) -> None:
        if self.at == len(self.plain):
            raise self.error("this bracket is never closed", start)
        if self.plain[self.at] != bracket:
            raise self.error(f"expected a move or {bracket}", self.at)
        self.at += 1
        self.depth -= 1

    def amount(self) -> int:
        match = _AMOUNT.match(self.plain, self.at)
        if match is None:
            return 1
        try:
            amount = _amount(match.group(), 0, match.group())
        except NotationError as error:
            raise self.error(error.problem, self.at + error.position - 1, error.hint) from None
        self.at = match.end()
        return amount

    def skip_blank(self) -> None:
        match = _BLANK.match(self.plain, self.at)
        if match is not None:
            self.at = match.end()

    def fail_at(self, at: int) -> NoReturn:
        character = self.plain[at]
        if character in ")]":
            raise self.error(f"there is no bracket for this {character}", at)
        if character in ",:":
            raise self.error("expected a move", at, "commutators are [A, B], conjugates [A: B]")
        raise self.error("expected a move", at, _hint(self.plain, at))

    def error(self, problem: str, at: int, hint: str = "") -> NotationError:
        return NotationError(problem, self.text, at + 1, hint)


def _hint(plain: str, at: int) -> str:
    rest = plain[at:]
    if rest[0] == "'":
        return "a prime follows its move at once and stands once"
    layers = _LAYER_SET.match(rest)
    if layers or re.match(r"\d", rest):
        return "layers are followed by a letter: [2:3]R, 3Rw, 2-4Rw"
    if rest[0] in "wW":
        return "a wide turn is written Rw or r"
    return "moves begin with U R F D L B, M E S, x y z, or a lower-case letter for a wide turn"


def _build(match: re.Match[str], text: str, start: int) -> Move:
    """Return the move that a match spells; `start` is where the match begins in the text."""

    def fail(problem: str, group: str, hint: str = "") -> NoReturn:
        raise NotationError(problem, text, match.start(group) - start + 1, hint)

    def number(group: str) -> int:
        return _number(match.group(group), text, match.start(group) - start)

    letter = match.group("letter")
    before, after = match.group("set"), match.group("after")
    counted = match.group("number") is not None or match.group("from") is not None
    wide = match.group("wide") is not None
    if after is not None and (before is not None or counted or letter.lower() in "xyz"):
        fail("expected the layers of a move only once", "after", "[2:3]R or R[2:3]")
    group = "set" if before is not None else "after"
    written = before if before is not None else after
    amount_word = match.group("amount")
    amount = 1
    if amount_word:
        amount = _amount(amount_word, match.start("amount") - start, text)

    if letter.lower() in ROTATIONS:
        if written is not None or counted or wide:
            fail("a turn of the whole cube takes no layers", "letter", "write x, y or z")
        return Move(letter.lower(), WHOLE, amount)

    if letter.upper() in SLICES:
        if counted or wide:
            fail(
                "layers of a slice stand in brackets",
                "letter",
                f"write [2]{letter.upper()} or [1:2]{letter.upper()}",
            )
        if letter.islower():
            if written is not None:
                fail(f"{letter} is all inner layers already", group, f"write [2]{letter.upper()}")
            return Move(letter.upper(), ALL_INNER, amount)
        if written is None:
            return Move(letter, MIDDLE, amount)
        return Move(letter, _set(written, 0, text, match.start(group) - start), amount)

    if letter.islower():
        if wide:
            fail(
                "a lower-case letter is wide already",
                "wide",
                f"write {letter} or {letter.upper()}w",
            )
        wide = True
    face = letter.upper()
    assert face in FACES
    if written is not None:
        layers = _set(written, -1, text, match.start(group) - start)
        if wide and (len(layers) > 1 or layers[0][0] == layers[0][1]):
            fail("a set of layers needs no wide turn", group, f"write [{written}]{face}")
        return Move(face, layers, amount)
    if match.group("from") is not None:
        if not wide:
            hint = f"write {match.group('from')}-{match.group('to')}{face}w"
            fail("a range of layers is a wide turn", "letter", hint)
        first, last = number("from"), number("to")
        if last < first:
            fail("this range of layers runs backwards", "from")
        return Move(face, ((first, last),), amount)
    if match.group("number") is not None:
        count = number("number")
        if wide and count == 1:
            fail("a wide turn takes at least 2 layers", "number", f"write {face}")
        return Move(face, ((1, count),) if wide else ((count, count),), amount)
    return Move(face, ((1, 2),) if wide else OUTER, amount)


def _set(written: str, open_end: int, text: str, at: int) -> Layers:
    ranges: list[Range] = []
    for part in written.split(","):
        word = part.strip()
        indent = len(part) - len(part.lstrip())
        match = _RANGE.fullmatch(word)
        if match is None:
            what = "an empty set of layers" if not word else "expected layers such as 2 or 2:4"
            raise NotationError(what, text, at + 1, "[2]R, [2:3]R, [1,3]R, [2:]R, [:-1]Rw")
        alone, start, end = match.groups()
        if alone is not None:
            layer = _number(alone, text, at + indent)
            ranges.append((layer, layer))
        else:
            first = _number(start, text, at + indent) if start else 1
            last = open_end
            if end is not None:
                sign = -1 if end.startswith("-") else 1
                last = sign * _number(end.lstrip("-"), text, at + indent + match.start(3))
            if 0 < last < first:
                raise NotationError("this range of layers runs backwards", text, at + 1)
            ranges.append((first, last))
        at += len(part) + 1
    return tuple(ranges)


def _number(digits: str, text: str, at: int) -> int:
    if len(digits) > MAX_DIGITS:
        raise NotationError(f"a number has at most {MAX_DIGITS} digits", text, at + 1)
    value = int(digits)
    if value == 0:
        raise NotationError("layers and amounts count from 1", text, at + 1)
    return value


def _amount(word: str, at: int, text: str) -> int:
    digits = word.strip("'")
    size = _number(digits, text, at + word.index(digits)) if digits else 1
    return -size if "'" in word else size
