"""Text to `Alg`: one grammar for what cubers and programs write."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

from cubesolve.errors import NotationError, is_plain, visible_name
from cubesolve.notation.alg import (
    MAX_DEPTH,
    MAX_MOVES,
    Alg,
    Commutator,
    Conjugate,
    Group,
    Node,
    Pause,
)
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

MAX_DIGITS = 8  # as many as MAX_NUMBER has
_MEMORY = 65_536  # words kept with their moves
_LONGEST_KEPT = 20  # characters: a set of thousands of layers would take megabytes

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
    """Short words seen so far with the move that each spells; no move, `KeyError`."""

    def __missing__(self, word: str) -> Move:
        match = _MOVE.fullmatch(word)
        if match is None:
            raise KeyError(word)
        move = _build(match, word, 0)
        if len(word) <= _LONGEST_KEPT:
            if len(self) >= _MEMORY:
                self.clear()
            self[word] = move
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
        alg.check_length(MAX_MOVES)
        try:
            for move in alg.distinct_moves:
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
            raise self.error(f"there is no opening bracket for this {character}", at)
        if character in ",:":
            raise self.error("expected a move", at, "commutators are [A, B], conjugates [A: B]")
        shown = "" if is_plain(character) else f", got {visible_name(character)}"
        raise self.error(f"expected a move{shown}", at, _hint(self.plain, at))

    def error(self, problem: str, at: int, hint: str = "") -> NotationError:
        return NotationError(problem, self.text, at + 1, hint)


def _hint(plain: str, at: int) -> str:
    rest = plain[at:]
    if rest[0] == "'":
        return "a prime comes right after its move, and only once"
    layers = _LAYER_SET.match(rest)
    if layers or re.match(r"\d", rest):
        return "layers are followed by a letter: [2:3]R, 3Rw, 2-4Rw"
    if rest[0] in "wW":
        return "a wide turn is written Rw or r"
    return "moves begin with U R F D L B, M E S, x y z, or a lower-case letter for a wide turn"


@dataclass(frozen=True)
class _Written:
    """A move as it stands in the text: a match, and where the text begins in what was matched."""

    match: re.Match[str]
    text: str
    start: int

    def part(self, name: str) -> str | None:
        return self.match.group(name)

    def at(self, name: str) -> int:
        return self.match.start(name) - self.start

    def fail(self, problem: str, name: str, hint: str = "") -> NoReturn:
        raise NotationError(problem, self.text, self.at(name) + 1, hint)

    def number(self, name: str) -> int:
        return _number(self.match.group(name), self.text, self.at(name))

    @property
    def set_name(self) -> str:
        """The name of the part that holds a set of layers, before or after the letter."""
        return "set" if self.part("set") is not None else "after"

    @property
    def set(self) -> str | None:
        return self.part(self.set_name)

    def layers(self, open_end: int) -> Layers:
        return _set(self.match.group(self.set_name), open_end, self.text, self.at(self.set_name))

    @property
    def is_counted(self) -> bool:
        """Whether a number or a range stands before the letter."""
        return self.part("number") is not None or self.part("from") is not None

    @property
    def is_wide(self) -> bool:
        return self.part("wide") is not None


def _build(match: re.Match[str], text: str, start: int) -> Move:
    """Return the move that a match spells; `start` is where the match begins in the text."""
    written = _Written(match, text, start)
    letter = match.group("letter")
    if written.part("after") is not None and (
        written.part("set") is not None or written.is_counted or letter.lower() in ROTATIONS
    ):
        written.fail("expected the layers of a move only once", "after", "[2:3]R or R[2:3]")
    amount = 1
    if match.group("amount"):
        amount = _amount(match.group("amount"), written.at("amount"), text)
    if letter.lower() in ROTATIONS:
        return _rotation(written, letter, amount)
    if letter.upper() in SLICES:
        return _slice(written, letter, amount)
    return _face_turn(written, letter, amount)


def _rotation(written: _Written, letter: str, amount: int) -> Move:
    if written.set is not None or written.is_counted or written.is_wide:
        written.fail("a turn of the whole cube takes no layers", "letter", "write x, y or z")
    return Move(letter.lower(), WHOLE, amount)


def _slice(written: _Written, letter: str, amount: int) -> Move:
    name = letter.upper()
    if written.is_counted or written.is_wide:
        hint = f"write [2]{name} or [1:2]{name}"
        written.fail("write the layers of a slice in brackets", "letter", hint)
    if letter.islower():
        if written.set is not None:
            problem = f"{letter} is all inner layers already"
            written.fail(problem, written.set_name, f"write [2]{name}")
        return Move(name, ALL_INNER, amount)
    if written.set is None:
        return Move(letter, MIDDLE, amount)
    return Move(letter, written.layers(open_end=0), amount)


def _face_turn(written: _Written, letter: str, amount: int) -> Move:
    face = letter.upper()
    assert face in FACES
    if letter.islower() and written.is_wide:
        hint = f"write {letter} or {face}w"
        written.fail("a lower-case letter is wide already", "wide", hint)
    wide = letter.islower() or written.is_wide
    if written.set is not None:
        layers = written.layers(open_end=-1)
        if wide and (len(layers) > 1 or layers[0][0] == layers[0][1]):
            hint = f"write [{written.set}]{face}"
            written.fail("a set of layers needs no wide turn", written.set_name, hint)
        return Move(face, layers, amount)
    if written.part("from") is not None:
        if not wide:
            hint = f"write {written.part('from')}-{written.part('to')}{face}w"
            written.fail("a range of layers is a wide turn", "letter", hint)
        first, last = written.number("from"), written.number("to")
        if last < first:
            written.fail("this range of layers runs backwards", "from")
        return Move(face, ((first, last),), amount)
    if written.part("number") is not None:
        count = written.number("number")
        if wide and count == 1:
            written.fail("a wide turn takes at least 2 layers", "number", f"write {face}")
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
