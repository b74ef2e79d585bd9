"""What a request may hold, declared once: each field reads a value and describes itself.

The OpenAPI document is written from the same declarations that check the requests, so it cannot
promise something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from cubesolve.web.errors import ApiError

_SHOWN = 40  # characters of a wrong value that an error repeats


class Field(Protocol):
    """A kind of value: reads what JSON holds, and describes itself as JSON Schema."""

    def read(self, value: Any, where: str) -> Any:
        """Return the value; raise `ApiError` if it is of another kind."""
        ...

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        ...


@dataclass(frozen=True)
class Integer:
    """A whole number in a range; as in JSON Schema, 3.0 is one."""

    low: int
    high: int
    about: str = ""

    def read(self, value: Any, where: str) -> int:
        """Return the number."""
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not whole or not self.low <= value <= self.high:
            raise _wrong(where, f"a whole number from {self.low} to {self.high}", value)
        return int(value)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        return _described(
            {"type": "integer", "minimum": self.low, "maximum": self.high}, self.about
        )


@dataclass(frozen=True)
class Number:
    """A number in a range."""

    low: float
    high: float
    about: str = ""

    def read(self, value: Any, where: str) -> float:
        """Return the number."""
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        if not plain or not self.low <= value <= self.high:
            raise _wrong(where, f"a number from {self.low:g} to {self.high:g}", value)
        return float(value)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        return _described({"type": "number", "minimum": self.low, "maximum": self.high}, self.about)


@dataclass(frozen=True)
class Text:
    """Text up to a length."""

    longest: int
    about: str = ""
    shortest: int = 0

    def read(self, value: Any, where: str) -> str:
        """Return the text."""
        if not isinstance(value, str):
            raise _wrong(where, "text", value)
        if not self.shortest <= len(value) <= self.longest:
            expected = f"{self.shortest} to {self.longest} characters"
            raise ApiError(422, "value", f"{where}: expected {expected}, got {len(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        lengths: dict[str, Any] = {"type": "string", "maxLength": self.longest}
        if self.shortest:
            lengths["minLength"] = self.shortest
        return _described(lengths, self.about)


@dataclass(frozen=True)
class Choice:
    """One of some words."""

    words: tuple[str, ...]
    about: str = ""

    def read(self, value: Any, where: str) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in self.words:
            raise _wrong(where, f"one of {', '.join(self.words)}", value)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        return _described({"type": "string", "enum": list(self.words)}, self.about)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    about: str = ""

    def read(self, value: Any, where: str) -> bool:
        """Return the flag."""
        if not isinstance(value, bool):
            raise _wrong(where, "true or false", value)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        return _described({"type": "boolean"}, self.about)


@dataclass(frozen=True)
class Written:
    """Text that a pattern describes: one that means the same to Python and to JSON Schema."""

    pattern: str
    expected: str
    about: str = ""

    def read(self, value: Any, where: str) -> str:
        """Return the text."""
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            raise _wrong(where, self.expected, value)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        return _described({"type": "string", "pattern": f"^(?:{self.pattern})$"}, self.about)


@dataclass(frozen=True)
class Items:
    """A list of values of one kind, from so many to so many."""

    each: Field
    least: int
    most: int
    about: str = ""

    def read(self, value: Any, where: str) -> list[Any]:
        """Return the values."""
        if not isinstance(value, list):
            raise _wrong(where, "a list", value)
        if not self.least <= len(value) <= self.most:
            some = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            raise ApiError(422, "value", f"{where}: expected {some} items, got {len(value)}")
        return [self.each.read(item, f"{where}[{i}]") for i, item in enumerate(value)]

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        found = {"type": "array", "items": self.each.schema()}
        return _described({**found, "minItems": self.least, "maxItems": self.most}, self.about)


@dataclass(frozen=True)
class Record:
    """An object with these members and no others.

    `required` must be there, and exactly one of `one_of` if that names any. Members that are absent
    are absent from what is read.
    """

    members: Mapping[str, Field]
    required: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    about: str = ""

    def read(self, value: Any, where: str) -> dict[str, Any]:
        """Return the members."""
        if not isinstance(value, dict):
            raise _wrong(where, "an object", value)
        for name in value:
            if name not in self.members:
                expected = ", ".join(self.members)
                raise ApiError(
                    422,
                    "member",
                    f"{where}: expected only the members {expected}; got {_show(name)}",
                )
        for name in self.required:
            if name not in value:
                raise ApiError(422, "member", f"{where}: the member {name} is missing")
        given = [name for name in self.one_of if name in value]
        if self.one_of and len(given) != 1:
            got = " and ".join(given) or "neither"
            raise ApiError(
                422, "member", f"{where}: expected either {' or '.join(self.one_of)}, got {got}"
            )
        prefix = "" if where == "the body" else f"{where}."
        return {
            name: field.read(value[name], prefix + name)
            for name, field in self.members.items()
            if name in value
        }

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        found: dict[str, Any] = {
            "type": "object",
            "properties": {name: field.schema() for name, field in self.members.items()},
            "additionalProperties": False,
        }
        if self.required:
            found["required"] = list(self.required)
        if self.one_of:
            found["oneOf"] = [{"required": [name]} for name in self.one_of]
        return _described(found, self.about)


def _described(schema: dict[str, Any], about: str) -> dict[str, Any]:
    return {**schema, "description": about} if about else schema


def _wrong(where: str, expected: str, value: Any) -> ApiError:
    return ApiError(422, "value", f"{where}: expected {expected}, got {_show(value)}")


def _show(value: Any) -> str:
    """Return a short picture of a value, however large it is."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int() if value.bit_length() > 100:
            return "a number that is too large"
        case int() | float():
            return str(value)
        case str():
            return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "…")
        case dict():
            return "an object"
        case _:
            return "a list"
