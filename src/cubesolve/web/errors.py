"""Errors that say what was expected, and the JSON that the API writes."""

from __future__ import annotations

import json
from typing import Any


class ApiError(Exception):
    """A request that gets an error for an answer.

    `kind` is for programs, `message` for people; `details` are further members of the error, such
    as `position`, `hint` and `problems`.
    """

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        details: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(status, kind, message)
        self.status = status
        self.kind = kind
        self.message = message
        self.details = details or {}
        self.headers = headers or {}

    @property
    def body(self) -> dict[str, Any]:
        """The error as the API writes it."""
        return {"error": {"kind": self.kind, "message": self.message, **self.details}}


def encode(data: Any) -> bytes:
    """Return compact JSON; escapes keep it ASCII, so that any text can be written."""
    return json.dumps(data, allow_nan=False, separators=(",", ":")).encode("ascii")
