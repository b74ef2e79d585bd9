"""Responses of the API."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from cubesolve.web.errors import ApiError, encode


class JsonAnswer(Response):
    """JSON that no cache keeps; `bytes` are sent as they are."""

    media_type = "application/json"

    def __init__(
        self, content: Any, status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(content, status, {"Cache-Control": "no-store", **(headers or {})})

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return content if isinstance(content, bytes) else encode(content)


def error_answer(error: ApiError) -> JsonAnswer:
    """Return the answer that tells of an error."""
    return JsonAnswer(error.body, error.status, error.headers)
